"""A player can always leave a game, and be forgotten: no pause and no absent host holds anybody."""

import re
from collections.abc import Callable

import pytest

from tests.locks.conftest import Site
from tests.players.by_form import Visitor

ROOM = {
    "track": "usa",
    "laps": "1",
    "rules": "standard",
    "least": "1",
    "most": "6",
    "clock": "0",
    "grace": "60",
    "watching": "anybody",
}
SURE = {"sure": "yes"}
NAMES = ("Ada", "Bo", "Cy")


def paused(site: Site, people: int) -> tuple[str, list[Visitor]]:
    """A race of so many people that its host, the first of them, has paused."""
    visitors = [site.visitor() for _ in range(people)]
    host = visitors[0]
    room = host.post("/open/", {**ROOM, "name": NAMES[0]}).code
    for visitor, name in zip(visitors[1:], NAMES[1:], strict=False):
        assert visitor.post("/join/", {"code": room, "name": name}).status == 302
        assert visitor.post(f"/lobby/{room}/ready/", {"ready": "yes"}).status == 302
    code = host.post(f"/lobby/{room}/start/").code
    assert host.post(f"/races/{code}/host/pause/").status == 302
    return code, visitors


def seats(site: Site, code: str) -> list[str]:
    """Who has each seat, as `driver Ada True`: the last says whether it is a visitor's."""
    told = site.run(
        "from races.models import Seat\n"
        f"for one in Seat.objects.filter(race__code={code!r}).order_by('number'):"
        " print(one.kind, one.name, bool(one.visitor))"
    )
    return told.splitlines()


def status(site: Site, code: str) -> str:
    """Whether a race is paused, has ended, and which seats its bots have."""
    return site.run(
        f"from races.models import Race; race = Race.objects.get(code={code!r});"
        "print(race.paused, race.ended is not None, *race.bots)"
    ).strip()


@pytest.fixture
def site(start_site: Callable[..., Site]) -> Site:
    return start_site()


def test_l4_a_guest_leaves_a_race_that_the_host_has_paused(site: Site) -> None:
    code, (_ada, bo, _cy) = paused(site, 3)
    assert "A bot takes your seat" in bo.get(f"/races/{code}/leave/").text
    assert bo.post(f"/races/{code}/leave/", SURE).location == f"/races/{code}/"
    assert seats(site, code)[1] == "bot Bo True"
    assert status(site, code) == "True False 1"
    assert f"/races/{code}/" not in bo.get("/").text
    assert "is-watching" in bo.get(f"/races/{code}/").text


def test_l4_a_guest_is_forgotten_while_the_race_is_paused(site: Site) -> None:
    code, (ada, bo, _cy) = paused(site, 3)
    assert bo.post("/mine/forget/", SURE).status == 302
    assert "You are forgotten here." in bo.get("/").text
    kind, *name, is_visitors = seats(site, code)[1].split()
    assert (kind, is_visitors) == ("bot", "False")
    assert name != ["Bo"]
    assert site.run("from lobby.models import Visitor; print(Visitor.objects.filter(name='Bo').exists())") == "False\n"
    assert ada.post(f"/races/{code}/host/resume/").status == 302
    assert status(site, code).startswith("False False")


def test_l4_a_host_who_vanishes_leaves_a_race_that_another_one_resumes(site: Site) -> None:
    code, (ada, bo, cy) = paused(site, 3)
    assert bo.post(f"/races/{code}/host/resume/").status == 403
    assert ada.post("/mine/forget/", SURE).status == 302
    assert {visitor.post(f"/races/{code}/host/resume/").status for visitor in (bo, cy)} == {302, 403}
    assert status(site, code).startswith("False False")


def test_l4_in_a_game_for_two_leaving_means_giving_up(site: Site) -> None:
    code, (ada, bo) = paused(site, 2)
    assert "comes last" in bo.get(f"/races/{code}/leave/").text
    bo.post("/mine/forget/", SURE)
    state = site.run(
        f"from races import scenes; from races.models import Race; race = Race.objects.get(code={code!r});"
        "print([car.status for car in scenes.load(race.pk).state.cars])"
    )
    assert state.strip() == "['racing', 'retired']"
    assert seats(site, code)[1].endswith("False")
    assert ada.post(f"/races/{code}/host/resume/").status == 302


@pytest.mark.parametrize("way", ["/alone/", "/lesson/", "/day/drive/"])
def test_l4_alone_one_is_forgotten_in_the_middle(site: Site, way: str) -> None:
    site.manage("loaddata", "lesson_tracks", "--verbosity", "0")
    ada = site.visitor()
    day = re.search(r'name="key" value="([^"]+)"', ada.get("/day/").text)
    assert day
    code = ada.post(way, {"name": "Ada", "key": day[1]}).code
    assert status(site, code).startswith("False False")
    assert ada.post("/mine/forget/", SURE).status == 302
    assert status(site, code).startswith("False True")
    assert not any(line.endswith("True") for line in seats(site, code))
