"""What all screens of a driver have in common: the form, the cards that may be seen, and the key of what is drawn."""

import re
from collections.abc import Iterable

from django.test import RequestFactory
from msgspec.structs import replace

from engine.heat.moves.gear import Gear
from engine.heat.moves.play import Play
from races.heat.cockpit import fragment as cockpit
from races.pages import open_question
from tests.engine.heat.kit import SEED, Table, car, game
from tests.races.heat.cockpit.browser import Page
from tests.races.heat.cockpit.scenes import AHEAD, laid, shown, waiting


def test_the_forms_of_a_page_have_a_token_and_those_of_the_socket_none() -> None:
    scene = laid(waiting())
    request = RequestFactory().get("/")
    page = Page(cockpit.render(scene, 1, request))
    assert all(form.of("hidden", "csrfmiddlewaretoken") for form in page.forms)
    assert any(told.get("id") == "sure" for told in page.attributes)
    assert not any(form.of("hidden", "csrfmiddlewaretoken") for form in Page(cockpit.render(scene, 1)).forms)


def faces(html: str) -> Iterable[str]:
    return re.findall(r'href="#card-(\w+)"', html)


def test_only_my_own_cards_are_in_it() -> None:
    """The other's hand and pile hold faces that are nowhere else."""
    table = Table(
        game(),
        car(at=14, gear=3, hand="1 1 1 heat", draw="1 1"),
        car(at=22, gear=3, hand="4 4 4 up13", draw="up20 up21"),
    )
    table.go("gears").answer(1, Gear(4))
    html = shown(table)
    assert set(faces(html)) <= {"1", "heat", "back"}
    assert "up13" not in html
    assert "up20" not in html
    assert SEED not in html


def test_the_key_stays_while_my_question_is_open_whatever_the_others_do() -> None:
    table = Table(game(), car(at=14, gear=3), *AHEAD).go("cards")
    before = cockpit.key(laid(table), 0)
    table.answer(1, Play(("1", "1", "2")))
    assert cockpit.key(laid(table, paused=True), 0) == before
    assert open_question(laid(table), 0) == str(table.question(0))
    table.answer(0, Play(("1", "1", "2")))
    after = cockpit.key(laid(table), 0)
    assert after != before
    assert cockpit.key(laid(table, paused=True), 0) != after
    table.withdraw(0)
    assert cockpit.key(laid(table), 0) not in {before, after}


def test_the_key_changes_when_my_answer_can_no_longer_be_taken_back() -> None:
    table = waiting()
    before = cockpit.key(laid(table), 0)
    table.answer(1, Play(("1", "1", "2")))
    assert cockpit.key(laid(table), 0) == before
    table.answer(2, Play(("1", "1", "2")))
    assert cockpit.key(laid(table), 0) != before


def test_the_key_knows_nothing_of_the_order_of_my_draw_pile() -> None:
    scene = laid(waiting())
    mine = scene.state.cars[0]
    assert mine.draw != mine.draw[::-1]
    turned = laid(waiting())
    turned._state = replace(scene.state, cars=(replace(mine, draw=mine.draw[::-1]), *scene.state.cars[1:]))
    assert cockpit.key(turned, 0) == cockpit.key(scene, 0)
