"""Answers given in advance fit the question, or the driver is asked."""

from typing import Any

import pytest

from engine.heat import choices as c
from engine.heat.moves.cool import Cool
from engine.heat.moves.discard import Discard
from engine.heat.moves.pass_ import Pass
from races.heat.presets import PRESETS, answer, depends_on_hand
from races.heat.tables import SITE
from tests.engine.heat.kit import Table, car, game

ALL = list(PRESETS)


def given(table: Table, *presets: str, seat: int = 0) -> c.Choice | None:
    choices = table.game.legal(table.state, seat)
    found = answer(table.question(seat), choices, list(presets))
    assert found is None or found[1] in choices
    return None if found is None else found[1]


def test_all_that_can_be_cooled_is_cooled_first() -> None:
    table = Table(game(), car(at=14, gear=1, play="1", hand="heat heat 1 2 3"), car(at=20, gear=3)).go("react")
    assert given(table, "cool") == Cool(2)


def test_no_more_is_cooled_than_the_gear_allows() -> None:
    table = Table(game(), car(at=14, gear=2, play="1 2", hand="heat heat 1 2"), car(at=20, gear=3)).go("react")
    assert given(table, "cool") == Cool(1)


def test_where_nothing_can_be_cooled_the_driver_is_asked() -> None:
    table = Table(game(), car(at=14, gear=1, play="1", hand="1 2 3 4"), car(at=20, gear=3)).go("react")
    assert table.asked == {0: "react"}
    assert given(table, "cool", "slip", "keep") is None


def test_who_goes_on_where_nothing_can_be_used_is_asked_where_something_can() -> None:
    nothing = Table(game(), car(at=14, gear=1, play="1", hand="1 2 3 4"), car(at=20, gear=3)).go("react")
    assert given(nothing, "idle") == Pass()
    something = Table(game(), car(at=14, gear=1, play="1", hand="heat 2 3 4"), car(at=20, gear=3)).go("react")
    assert given(something, "idle") is None
    assert given(something, "idle", "cool") == Cool(1)


def test_who_never_slipstreams_stays() -> None:
    table = Table(game(), car(at=14, gear=3, play="1"), car(at=15, gear=3)).go("slipstream")
    assert table.asked == {0: "slipstream"}
    assert given(table, "slip") == Pass()
    assert given(table, "cool", "keep") is None


def test_who_keeps_all_throws_nothing_away() -> None:
    table = Table(game(), car(at=14, gear=3, play="1"), car(at=25, gear=3)).go("discard")
    assert given(table, "keep") == Discard(())
    assert given(table, "cool", "slip") is None


@pytest.mark.parametrize("phase", ["gears", "cards"])
def test_gears_and_cards_are_always_asked(phase: str) -> None:
    assert given(Table(game(), car(at=14, gear=3, hand="1 2 3 4 heat"), car(at=25)).go(phase), *ALL) is None


def test_where_nothing_is_offered_or_an_unknown_preset_is_given_there_is_no_answer() -> None:
    table = Table(game(), car(at=14, gear=3, play="1"), car(at=25, gear=3)).go("discard")
    question, choices = table.question(0), table.game.legal(table.state, 0)
    assert answer(question, choices, ["fly"]) is None
    assert answer(question, c.Choices(), ALL) is None


# Whether a moment would tell something of a hand

GAS_PEDAL, SCRAPS, THROWS_STRESS = "up24", "up37", "up32"


def tells(preset: str, **driver: Any) -> bool:
    table = Table(game(), car(at=14, **driver), car(at=25, gear=3)).go("react")
    return depends_on_hand(table.game, table.state, 0, SITE.presets[preset])


def test_going_on_at_once_would_tell_that_no_card_for_direct_play_is_in_the_hand() -> None:
    assert tells("idle", gear=3, play="1 2 3", hand="1 2 3 4", draw=GAS_PEDAL)
    assert tells("idle", gear=3, play="1 2 3", hand=f"1 2 3 {GAS_PEDAL}")


def test_a_card_for_direct_play_that_lies_open_is_in_no_hand() -> None:
    assert not tells("idle", gear=3, play="1 2 3", hand="1 2 3 4", discard=GAS_PEDAL)
    assert not tells("idle", gear=3, play=f"1 2 {GAS_PEDAL}", hand="1 2 3 4")
    assert tells("idle", gear=3, play=f"1 2 {GAS_PEDAL}", hand="1 2 3 4", draw="up26")


def test_what_a_card_in_play_offers_tells_nothing_unless_it_asks_for_cards_of_the_hand() -> None:
    assert not tells("idle", gear=3, play=f"1 2 {SCRAPS}", hand="1 2 3 4")
    assert tells("idle", gear=3, play=f"1 2 {THROWS_STRESS}", hand="1 2 3 4"), "there may be no Stress in it"


def test_who_cools_down_is_seen_to_do_so_whatever_else_the_hand_holds() -> None:
    assert not tells("cool", gear=1, play="1", hand=f"heat 2 {GAS_PEDAL}", draw="up26")


@pytest.mark.parametrize("preset", ["stuck", "keep", "slip"])
def test_what_is_never_seen_is_always_given_as_late_as_a_person_would(preset: str) -> None:
    assert tells(preset, gear=3, play="1 2 3", hand="1 2 3 4")
