"""Random races on every track come to their flag; and the order of the choices, pinned kind by kind."""

from random import Random

import msgspec
import pytest

from engine.heat import (
    RULESETS,
    STANDARD,
    Adrenaline,
    Boost,
    Content,
    Cool,
    Discard,
    Entrant,
    Gear,
    Heat,
    LeaveRace,
    Mulligan,
    Pass,
    Play,
    Setup,
    Slipstream,
    all_tracks,
)
from engine.heat.choices import CardSets, Choices
from engine.kernel import derive
from tests.engine.contract import check_choices
from tests.engine.heat.kit import Table, car, game
from tests.engine.heat.races import ROOT, Start, drive


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("name", sorted(all_tracks()))
def test_every_track_is_driven_to_the_flag(name: str, rules: str) -> None:
    """The host does not end the race, no driver retires: it comes to its flag."""
    content = Content(track=all_tracks()[name], rules=RULESETS[rules])
    setup = Setup((Entrant(), Entrant("easy"), Entrant(), Entrant("hard")), laps=1)
    start = Start(content, setup, derive(ROOT, name), dice=5)
    *_, last = drive(Heat(content), start, steps=2000, trouble=0)
    assert last.state.ended == "flag"


# The order of the choices, pinned


def test_order_of_gears_then_mulligan_then_retiring() -> None:
    table = Table(game(), car(at=-1), car(at=-2), round=1, mulligan=True).go("gears")
    assert table.choices(0) == [Gear(1), Gear(2), Gear(3), Mulligan(), LeaveRace()]


def test_order_of_cards_is_by_hand_places_and_each_set_once() -> None:
    table = Table(game(), car(at=3, gear=2, hand="1 1 2 4 heat stress heat")).go("cards")
    assert table.choices(0) == [
        Play(("1", "1")),
        Play(("1", "2")),
        Play(("1", "4")),
        Play(("1", "stress")),
        Play(("2", "4")),
        Play(("2", "stress")),
        Play(("4", "stress")),
    ]


def test_order_in_react_is_cooldown_boost_adrenaline_pass() -> None:
    rules = msgspec.structs.replace(STANDARD, boost_gears=(1, 2, 3, 4))
    table = Table(game(rules), car(at=20, gear=1, hand="1 heat heat 4"), car(at=40, gear=1, play="1"), order=(1, 0))
    table.go("adrenaline").answer(1, Pass())
    assert table.choices(0) == [Cool(1), Cool(2), Boost(), Adrenaline(), Pass()]


def test_order_of_slipstream_is_distance_then_pass() -> None:
    table = Table(game(), car(at=20), car(at=21)).go("slipstream")
    assert table.choices(0) == [Slipstream(2), Pass()]


def test_order_of_discards_is_none_first_then_by_number() -> None:
    table = Table(game(), car(at=20, hand="1 1 3 heat stress 5")).go("discard")
    sets = [(), ("1",), ("3",), ("5",), ("1", "1"), ("1", "3"), ("1", "5"), ("3", "5")]
    sets += [("1", "1", "3"), ("1", "1", "5"), ("1", "3", "5"), ("1", "1", "3", "5")]
    assert table.choices(0) == [Discard(cards) for cards in sets]


def test_choices_of_cards_are_every_subset_by_brute_force() -> None:
    """Against all subsets of all hands, written out the slow way."""
    dice = Random(1)
    for _ in range(60):
        hand = tuple(sorted(dice.choices(["1", "2", "3", "4", "5", "stress"], k=dice.randrange(8))))
        least, most = dice.randrange(4), dice.randrange(8)
        slow = {tuple(card for place, card in enumerate(hand) if taken >> place & 1) for taken in range(2 ** len(hand))}
        fast = Choices(sets=(CardSets(Play, hand, least, min(most, len(hand))),))
        assert {choice.cards for choice in fast if isinstance(choice, Play)} == {
            cards for cards in slow if least <= len(cards) <= most
        }
        check_choices(fast)
