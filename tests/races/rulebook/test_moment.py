"""The rules of a moment: the phase in hand with its numbers, what can be done, what has happened."""

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from engine.heat import Entrant, Setup
from engine.heat.bots.racer import Racer
from engine.heat.race import Race
from engine.kernel.commands import command_for
from engine.kernel.refusals import Refusal
from races import page_state, scenes
from races.heat.rulebook import BOOK
from races.heat.rulebook.moment import HeatMoment
from races.rulebook.book import book_of
from tests.races.factories import SEED, heat_scene, make_race
from tests.races.lastcard import kit as lastcard
from tests.races.views.kit import address, browser, without_tokens

pytestmark = pytest.mark.django_db


def test_the_card_of_rules_tells_the_phase_in_hand_with_its_numbers() -> None:
    race = make_race("ada", "bo")
    html = browser("ada").get(address(race, "rules/")).content.decode()
    assert "Phase 1: shift" in html
    assert re.search(r"Your engine holds \d of \d", html)
    assert f'href="{book_of("heat").address("S1.2")}"' in html
    assert "Online rules" in html
    assert "The whole book" in html


@pytest.mark.parametrize(("rules", "clause"), [("standard", "S1.2"), ("rulebook", "R4.1")])
def test_choices_lead_to_the_clauses_of_the_rule_set(rules: str, clause: str) -> None:
    race = make_race("ada", "bo", rules=rules)
    assert f"#{clause}" in browser("ada").get(address(race, "rules/")).content.decode()


def test_a_page_asks_for_the_card_alone() -> None:
    race = make_race("ada", "bo")
    html = browser("ada").get(address(race, "rules/"), headers={"HX-Request": "true"}).content.decode()
    assert '<div id="rules-body"' in html[:300]
    assert "<html" not in html


def test_a_spectator_is_told_the_phase_and_no_numbers_of_a_hand() -> None:
    race = make_race("ada", "bo")
    html = browser("zoe").get(address(race, "rules/")).content.decode()
    assert "Phase 1: shift" in html
    assert "Your engine" not in html
    assert "What you can do now" not in html


def test_who_may_not_watch_reads_nothing_of_the_race() -> None:
    race = make_race("ada", "bo", watching="nobody")
    assert browser("zoe").get(address(race, "rules/")).status_code == 403


def test_the_card_is_the_same_whatever_others_hold() -> None:
    """Of two races that differ in what Bo was dealt, Ada reads the same."""
    found = []
    for hand in ("1 1 2 2 3 3 4", "heat heat heat stress stress 4 4"):
        race = make_race("ada", "bo")
        scene = heat_scene(race)
        state = scene.state
        cars = (state.cars[0], replace(state.cars[1], hand=tuple(sorted(hand.split()))))
        race.state = scene.game.encode(replace(state, cars=cars)).decode()
        race.revision += 1
        race.save()
        html = browser("ada").get(address(race, "rules/")).content.decode()
        found.append(without_tokens(html.replace(race.code, "CODE")))
    assert found[0] == found[1]


@pytest.mark.parametrize("rules", ["standard", "rulebook"])
def test_there_is_something_to_say_in_every_moment_of_a_race(rules: str) -> None:
    scene = heat_scene(make_race("ada", "bo", "cy", rules=rules))
    asked = Counter[str]()
    driven = Race(scene.game, Setup(entrants=(Entrant(),) * 3, laps=1), SEED)
    racer = Racer(scene.game)
    while waiting := scene.game.awaiting(driven.state):
        question = waiting[0]
        moment = HeatMoment(scene.as_if(driven.state), question.seat)
        assert all(moment.sentences())
        assert moment.choices()
        assert all(one.clause in BOOK.clauses for one in (*moment.choices(), *moment.signs()))
        asked[question.phase] += 1
        view = scene.game.view(driven.state, question.seat)
        choice = racer.choose(view, scene.game.legal(driven.state, question.seat), SEED)
        driven.submit(command_for(question, choice))
    assert set(asked) >= {"gears", "cards", "react", "slipstream", "discard"}


def test_races_of_other_games_have_their_book() -> None:
    html = browser("ada").get(address(lastcard.dealt(), "rules/")).content.decode()
    assert "/rules/lastcard/turn/" in html
    assert "Quick match" in html


def test_a_refusal_leads_to_its_clause() -> None:
    race = make_race("ada", "bo")
    scene = scenes.scene_of(race.pk)
    ack = page_state.acknowledgement(scene, "one", Refusal("shift_too_far", "", 0, {"gear": 4}))
    assert f'data-rule="{book_of("heat").address("S1.2")}"' in ack
    assert "data-rule" not in page_state.acknowledgement(scene, "one", Refusal("malformed", ""))
    assert "data-rule" not in page_state.acknowledgement(scene, "one", None)


def test_the_whole_log_leads_to_clauses() -> None:
    race = make_race("ada", "bo")
    html = browser("ada").get(address(race, "log/")).content.decode()
    assert book_of("heat").address("SU.1") in html


def test_the_race_page_has_a_way_to_the_rules_in_bar_and_dock() -> None:
    race = make_race("ada", "bo")
    html = browser("ada").get(race.get_absolute_url()).content.decode()
    bar, dock = html[html.index('<header class="bar">') : html.index("</header>")], html[html.index('id="cockpit"') :]
    assert 'popovertarget="rules"' in bar
    assert 'popovertarget="rules"' in dock
    assert f'hx-get="{address(race, "rules/")}"' in html
