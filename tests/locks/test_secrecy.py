"""Nothing public moves with something secret, tried from outside."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from textwrap import indent

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.locks.conftest import Site
from tests.players.by_form import Visitor

ROOM = {
    "name": "Ada",
    "track": "usa",
    "laps": "1",
    "least": "2",
    "most": "4",
    "rules": "standard",
    "clock": "0",
    "grace": "60",
    "watching": "anybody",
    "listed": "on",
    "target": "0",
}

HOLD_THE_VEIL = """
from races.locking import locked
from races.models import Race
with locked(Race.objects.only("pk").get(code=code).pk) as row:
    if row.veil:
        row.veil = {**row.veil, "until": row.veil["until"] + 3_600_000}
"""
"""Draws the veil of the race `code`, where it has one, for an hour more."""
START = f"""
from django.db import transaction
from lobby import starting
from lobby.models import Room
with transaction.atomic():
    code = starting.start(room, Room.objects.get(code=room).host).code
{indent(HOLD_THE_VEIL, "    ")}
print(code)
"""
"""Starts the race of `room`, whose veil lasts longer than any test."""
PRIVATE = """
from races.models import Race
row = Race.objects.get(code=code)
print(row.veil.get("hidden", 0), sorted(row.presets), sorted(row.held))
"""


@dataclass(frozen=True)
class Table:
    """A race of two players: its address, and their browsers. The first hosts it."""

    code: str
    ada: Visitor
    bo: Visitor

    @property
    def address(self) -> str:
        return f"/races/{self.code}/"

    def private(self, site: Site) -> str:
        """Return the number of hidden answers, and the seats with presets and with held answers."""
        return site.run(f"code = {self.code!r}{PRIVATE}").strip()

    def touch(self) -> None:
        """Change the race in public."""
        for act in ("pause", "resume"):
            assert self.ada.post(f"{self.address}host/{act}/").status == 302


def seated(site: Site, game: str = "heat", **terms: str) -> Table:
    """Seat two players in a room and start its race."""
    ada, bo = site.visitor(), site.visitor()
    room = ada.post(f"/open/?game={game}", {**ROOM, **terms}).code
    assert bo.post("/join/", {"code": room, "name": "Bo"}).status == 302
    assert bo.post(f"/lobby/{room}/ready/", {"ready": "yes"}).status == 302
    return Table(site.run(f"room = {room!r}{START}").strip(), ada, bo)


@contextmanager
def present(site: Site, *tables: Table) -> Iterator[None]:
    """Keep the pages of all players open: who goes away or comes back, all viewers see."""
    with ExitStack() as stack:
        for table in tables:
            for player in (table.ada, table.bo):
                cookie, origin = {"Cookie": player.headers["Cookie"]}, Origin(player.headers["Origin"])
                line = connect(f"ws://{player.host}/ws{table.address}", additional_headers=cookie, origin=origin)
                stack.enter_context(line).recv()
        yield


def fields_of(page: str) -> dict[str, str]:
    """Return the hidden fields of the form in which a player chooses."""
    cockpit = page[page.index('id="cockpit"') :]
    return dict(re.findall(r'<input type="hidden" name="(question|early)" value="([^"]+)">', cockpit))


def shift(table: Table, **more: object) -> None:
    """Choose a gear as the first driver; the veil hides it."""
    question = fields_of(table.ada.get(table.address).text)["question"]
    sent = {"question": question, "do": "gear", "gear": "1", **more}
    assert table.ada.post(f"{table.address}answer/", sent).status == 302


def test_m1_the_list_of_free_seats_does_not_tell_that_somebody_has_chosen(start_site: Callable[..., Site]) -> None:
    site = start_site()
    first = seated(site)
    assert first.ada.post(f"{first.address}host/end/", {"sure": "yes"}).status == 302
    begun = first.ada.post(f"/again/{first.code}/from/0/", {"seat": "0", "with": "friends"})
    table, seats = Table(begun.code, first.ada, first.bo), begun.location
    assert table.bo.post(seats, {"seat": "1"}).status == 302
    stranger = site.visitor()

    def known() -> str:
        return str(re.findall(r'name="known" value="([^"]+)"', stranger.get(seats).text)[0])

    with present(site, table):
        site.run(f"code = {table.code!r}{HOLD_THE_VEIL}")  # the race stands still until its host resumes it
        assert table.ada.post(f"{table.address}host/resume/").status == 302
        before = known()
        shift(table)
        assert table.private(site).startswith("1 "), "an answer is hidden"
        assert known() == before
        assert stranger.get(f"{seats}?known={before}", **{"HX-Request": "true"}).status == 204
        table.touch()
        assert known() != before


def test_m2_the_order_of_the_home_page_does_not_tell_what_players_keep_for_themselves(
    start_site: Callable[..., Site],
) -> None:
    site = start_site()
    own, race, cards = seated(site), seated(site), seated(site, "lastcard")
    stranger = site.visitor()

    def order() -> list[str]:
        return list(dict.fromkeys(re.findall(r'href="/races/(\w{8})/"', stranger.get("/").text)))

    with present(site, own, race, cards):
        own.touch()
        before = order()
        assert before[0] == own.code
        assert {race.code, cards.code} < set(before)

        preset = re.findall(r'name="preset" value="([^"]+)"', race.ada.get(race.address).text)[0]
        assert race.ada.post(f"{race.address}presets/", {"preset": preset}).status == 302
        assert race.private(site) == "0 [0] []"
        assert order() == before

        hand = re.findall(r'name="cards" value="(\d)"', race.ada.get(race.address).text)
        shift(race, cards=hand[:1], then="gear:play")
        assert race.private(site) == "1 [0] [0]"
        assert order() == before

        forms = {player: fields_of(player.get(cards.address).text) for player in (cards.ada, cards.bo)}
        (waits,) = [player for player, fields in forms.items() if "early" in fields]
        assert waits.post(f"{cards.address}answer/", {**forms[waits], "do": "draw"}).status == 302
        assert cards.private(site) in ("0 [] [0]", "0 [] [1]")
        assert order() == before

        race.touch()
        assert order()[:2] == [race.code, own.code]


@pytest.mark.parametrize("watching", ["anybody", "nobody"])
def test_l6_no_shared_cache_keeps_the_picture_of_a_race_that_nobody_may_watch(
    start_site: Callable[..., Site], watching: str
) -> None:
    site = start_site()
    table = seated(site, watching=watching)
    picture = f"{table.address}card.png"
    for ended in (False, True):
        if ended:
            assert table.ada.post(f"{table.address}host/end/", {"sure": "yes"}).status == 302
        answer = table.ada.get(picture)
        assert answer.headers["Content-Type"] == "image/png"
        kept = answer.headers["Cache-Control"]
        if watching == "anybody":
            assert "public" in kept
            assert site.visitor().get(picture).status == 200
        else:
            assert "public" not in kept
            assert {"private", "no-store"} <= set(kept.split(", "))
            assert site.visitor().get(picture).status == 403
