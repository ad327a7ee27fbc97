"""Scripts find no room by trying codes, and shut out no visitor who was given a link."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from threading import Lock
from urllib.parse import urlsplit

import pytest

from lobby.limits import WRONG_CODES, WRONG_CODES_A_DAY
from races.codes import ALPHABET
from tests.locks.conftest import Site
from tests.players.by_form import Visitor

CLUB, HOME = "198.51.100.7", "203.0.113.9"
ROOM = {
    "name": "Host",
    "track": "usa",
    "laps": "1",
    "rules": "standard",
    "least": "1",
    "most": "6",
    "clock": "60",
    "grace": "60",
    "watching": "anybody",
}
AN_HOUR_LATER = """
from datetime import timedelta
from django.db.models import F
from lobby.models import Attempt, Visitor
Attempt.objects.update(at=F("at") - timedelta(hours=1))
Visitor.objects.update(made=F("made") - timedelta(hours=1))
"""

_wrong = (f"Z{''.join(signs)}" for signs in product(ALPHABET, repeat=5))
_one_at_a_time = Lock()


def named(site: Site, address: str, number: int) -> Visitor:
    """A visitor who has had a name here for more than an hour, once `AN_HOUR_LATER` ran: it costs three requests."""
    visitor = site.visitor(address)
    room = visitor.post("/open/", {**ROOM, "name": f"Name {number}"})
    assert visitor.post(f"/lobby/{room.code}/leave/").status == 302
    return visitor


def looked_up(visitor: Visitor) -> bool:
    """Give a wrong code, and return whether the site has looked for it."""
    with _one_at_a_time:
        code = next(_wrong)
    status = visitor.get(f"/lobby/{code}/").status
    assert status in {404, 429}
    return status == 404


def tries(visitors: list[Visitor], most: int) -> int:
    """Let all visitors of an address try wrong codes in turn, and return how many are looked up."""
    found = 0
    while looked_up(visitors[found % len(visitors)]):
        found += 1
        assert found <= most, "this goes on without end"
    return found


@pytest.fixture
def site(start_site: Callable[..., Site]) -> Site:
    return start_site(public=True)


def test_m7_names_and_cookies_bring_no_further_wrong_codes(site: Site) -> None:
    host = site.visitor(HOME)
    room = host.post("/open/", ROOM)
    regulars = [named(site, CLUB, number) for number in range(4)]
    site.run(AN_HOUR_LATER)
    assert tries([*regulars, site.visitor(CLUB)], WRONG_CODES) == WRONG_CODES
    for visitor in [*regulars, *(site.visitor(CLUB) for _ in range(4))]:
        assert not looked_up(visitor)
        assert visitor.get(f"/lobby/{room.code}/").status == 429, "a right code is not looked up either"
    assert looked_up(site.visitor(HOME))
    told = 0
    while told < WRONG_CODES_A_DAY - WRONG_CODES:
        site.run(AN_HOUR_LATER)
        told += tries(regulars, WRONG_CODES)
    assert told == WRONG_CODES_A_DAY - WRONG_CODES, "so many a day, over all hours and names"
    site.run(AN_HOUR_LATER)
    assert not looked_up(regulars[0])


def test_m7_the_link_of_the_host_opens_the_room_all_the_same(site: Site) -> None:
    host = site.visitor(HOME)
    room = host.post("/open/", ROOM)
    link = room.location
    assert len(room.code) == 6
    assert f'data-copy="https://heat.example{link}"' in host.get(link).text
    eve = named(site, CLUB, 1)
    site.run(AN_HOUR_LATER)
    tries([site.visitor(CLUB)], WRONG_CODES)
    typed = eve.post("/join/", {"code": room.code})
    assert typed.status == 429
    assert "host&#x27;s link or scan the QR code" in typed.text
    for path in (
        link,
        f"/lobby/{room.code}/tv/?{urlsplit(link).query}",
        f"/lobby/{room.code}/couch/?{urlsplit(link).query}",
    ):
        assert eve.get(path).status in {200, 302}
    key = urlsplit(link).query.partition("=")[2]
    assert eve.post("/join/", {"code": room.code, "key": key, "name": "Eve"}).code == room.code
    assert "Eve" in host.get(link).text
    other = host.post("/open/", {**ROOM, "name": "Host"})
    assert site.visitor(CLUB).get(f"/lobby/{other.code}/?key={key}").status == 429, "a key opens one room"


def test_m7_codes_of_five_stay_valid(site: Site) -> None:
    room = site.visitor(HOME).post("/open/", ROOM)
    site.run(f"from lobby.models import Room; Room.objects.filter(code={room.code!r}).update(code='BCDFG')")
    zed = site.visitor(CLUB)
    assert zed.post("/join/", {"code": "bcd-fg", "name": "Zed"}).code == "BCDFG"
    assert zed.get("/lobby/BCDFG/").status == 200


def test_m7_codes_that_come_at_once_are_no_more(start_site: Callable[..., Site]) -> None:
    """The limit is counted again after each wrong code: requests that were let in together do not all get an answer."""
    site = start_site(public=True, postgres=True)
    visitors = [site.visitor(CLUB) for _ in range(WRONG_CODES + 20)]
    with ThreadPoolExecutor(20) as pool:
        assert sum(pool.map(looked_up, visitors)) <= WRONG_CODES
    assert not looked_up(visitors[0])
