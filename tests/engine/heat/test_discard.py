"""Phase 8, Online rules: throw cards away, all at once and in secret."""

from typing import Any

import pytest

from engine.heat import Discard
from engine.heat.events import SpunOut
from engine.heat.moves.discard import Discarded
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game, track

HAND = "0 1 2 5 heat stress 4"


def throwing(**rest: Any) -> Table:
    return Table(game(), car(at=20, hand=HAND, **rest), car(at=10)).go("discard")


def test_std_8_everybody_is_asked_at_once() -> None:
    assert throwing().asked == {0: "discard", 1: "discard"}


def test_std_8_the_choice_is_hidden_until_all_are_in() -> None:
    table, other = throwing().answer(0, Discard(("0", "1"))), throwing().answer(0, Discard(()))
    for viewer in (1, None):
        assert table.game.view(table.state, viewer) == other.game.view(other.state, viewer)
    table.answer(1, Discard(()))
    assert table.of(Discarded, 0) == [Discarded(Seat(0), cards=("0", "1"))]


def test_std_8_nothing_is_thrown_until_all_are_in() -> None:
    table = throwing().answer(0, Discard(("0",)))
    assert table.cars[0].discard == ()
    assert len(table.cars[0].hand) == 7


@pytest.mark.parametrize("thrown", [(), ("0",), ("0", "1", "2", "4", "5")])
def test_std_8_any_cards_or_none(thrown: tuple[str, ...]) -> None:
    table = throwing().answer(0, Discard(thrown)).answer(1, Discard(()))
    assert table.cars[0].discard == thrown


@pytest.mark.parametrize("kept", ["heat", "stress"])
def test_std_8_heat_and_stress_are_kept(kept: str) -> None:
    table = throwing()
    assert table.refused(0, Discard(("0", kept))) == "card_kept"
    assert not any(kept in choice.cards for choice in table.choices(0))


def test_std_8_only_cards_in_hand() -> None:
    assert throwing().refused(0, Discard(("3",))) == "not_in_hand"
    assert throwing().refused(0, Discard(("0", "0"))) == "not_in_hand"


def test_std_8_nobody_throws_on_a_tunnel_spot() -> None:
    dark = track(tunnel=[{"space": 20, "lane": 1}])
    table = Table(game(on=dark), car(at=20, lane=1), car(at=20, lane=2), car(at=10)).go("discard")
    assert table.asked == {1: "discard", 2: "discard"}


def test_std_8_allowed_after_a_spin_out() -> None:
    table = Table(game(), car(at=35, start=30, play="5", gear=1, engine=0)).go("corners")
    assert table.of(SpunOut)
    assert table.asked == {0: "discard"}
    table.answer(0, Discard(("1", "2")))
    assert table.of(Discarded) == [Discarded(Seat(0), cards=("1", "2"))]


def test_std_8_applied_in_order_not_in_order_of_arrival() -> None:
    table = throwing().answer(1, Discard(("1",))).answer(0, Discard(("0",)))
    assert [event.seat for event in table.of(Discarded)] == [0, 1]
