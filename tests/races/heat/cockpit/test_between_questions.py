"""What a driver's screen shows between two questions, and after the last one."""

import re

from django.urls import reverse
from msgspec.structs import replace

from engine.heat.moves.gear import Gear
from engine.heat.moves.pass_ import Pass
from races.heat.board.fragments import waiting as waiting_beside
from races.heat.cockpit import fragment as cockpit
from races.pages import open_question
from tests.engine.heat.kit import Table, car, game
from tests.races.heat.cockpit.browser import Page
from tests.races.heat.cockpit.scenes import AHEAD, laid, shown, text, waiting


def test_my_cards_lie_face_down_and_can_be_taken_back() -> None:
    html = shown(waiting())
    (form,) = [form for form in Page(html).forms if any(one.value == "withdraw" for one in form.controls)]
    assert form.live
    assert not form.id, "only an open question has a form with an id"
    assert "Your cards are face down." in text(html)
    assert "3 cards face down: 1 + 3 + Stress" in html
    facedown = html.partition('class="facedown"')[2].partition("</div>")[0]
    hand = html.partition('class="minihand"')[2].partition("</div>")[0]
    assert re.findall(r'href="#card-(\w+)"', facedown) == ["1", "3", "stress"]
    assert re.findall(r'href="#card-(\w+)"', hand), "what is left stands apart"
    assert "Speed 5 – 8" in text(html)


def test_whoever_waits_is_told_whether_the_own_turn_is_still_to_come() -> None:
    table = Table(game(), car(at=30, gear=1), car(at=20, gear=1), car(at=10, gear=1)).go("react")
    told = []
    for turn in range(3):
        scene = laid(table)
        told.append([text(cockpit.render(scene, seat)) for seat in range(3) if seat != turn])
        table.answer(turn, Pass())
        assert " is ready" not in waiting_beside(scene)
    (first, second, last) = told
    assert "You drive next." in first[0]
    assert "It is not your turn yet." in first[1]
    assert "Your turn is over." in second[0]
    assert "You drive next." in second[1]
    assert all("Your turn is over." in one for one in last)


def test_the_lever_stands_where_i_have_put_it_while_the_others_choose() -> None:
    table = Table(game(), car(at=14, gear=2), *AHEAD).go("gears").answer(0, Gear(3))
    assert "You drive in gear 3." in text(html := shown(table))
    assert 'class="g g3 in"' in html


def test_who_has_given_the_seat_away_can_take_the_wheel() -> None:
    scene = laid(waiting(), bots={1: "racer"})
    assert open_question(scene, 1) == ""
    html = cockpit.render(scene, 1)
    assert "A bot drives your car." in text(html)
    assert [form.action for form in Page(html).forms] == [reverse("races:wheel", args=["TESTRACE"])]


def test_who_is_home_or_out_reads_it() -> None:
    table = Table(game(), car(at=14, gear=3), car(at=140, gear=3, status="home", laps=(1, 1)), *AHEAD).go("gears")
    assert "You are home." in text(shown(table, 1))
    gone = Table(game(), car(at=14, gear=3), car(at=0, gear=3, status="retired", left=1), *AHEAD).go("gears")
    assert "You have retired." in text(shown(gone, 1))


def test_what_one_acts_with_comes_after_what_one_chooses() -> None:
    """So Tab leads from the gears to the button, as the eye goes."""
    names = [one.name for one in Page(shown(Table(game(), car(at=14, gear=2), *AHEAD).go("gears"))).forms[0].controls]
    assert names.index("do") > max(place for place, name in enumerate(names) if name == "gear")


def test_at_the_end_the_ranking_and_the_way_to_the_podium_are_there() -> None:
    table = Table(game(), car(at=20, gear=3), car(at=30, gear=3)).go("gears")
    table.state = replace(table.state, ended="host")
    html = shown(table)
    assert "Place 2" in text(html)
    assert re.findall(r"</svg>(Driver \d)", html) == ["Driver 1", "Driver 0"]
    assert re.search(r"<a [^>]*/results/[^>]* data-main>", html)
