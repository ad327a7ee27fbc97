"""What may hit a player: which seat plays before, and how likely it holds a card that makes others draw."""

import pytest
from msgspec.structs import replace

from engine.kernel import Retire, Step
from engine.lastcard import State
from engine.lastcard.forecast import Threat, threat
from tests.engine.lastcard.kit import GAME, laid


def of(state: State, seat: int) -> Threat:
    found = threat(GAME.fit, GAME.cards, GAME.view(state, seat))
    assert found is not None
    return found


def test_the_seat_before_follows_from_the_direction_and_from_who_is_left() -> None:
    state = laid("r1 r2|b1 b2|g1 g2|y1 y2", "r5")
    assert [of(state, seat).seat for seat in range(4)] == [3, 0, 1, 2]
    back = replace(state, direction=-1)
    assert [of(back, seat).seat for seat in range(4)] == [1, 2, 3, 0]
    gone = GAME.decide(state, Retire(0))
    assert isinstance(gone, Step)
    assert of(gone.state, 1).seat == 3


def test_a_hand_of_all_that_was_not_seen_holds_what_is_left_for_certain() -> None:
    others = [face for face in GAME.cards if face not in ("r1", "r5")]
    state = laid("r1|" + " ".join(others), "r5")
    found = of(state, 0)
    assert (found.two, found.four) == (1, 1)


def test_chances_are_those_of_hands_dealt_from_what_was_not_seen() -> None:
    """Eight Draw Two and four Wild Draw Four among the 105 cards that the first seat has not seen: one card is one of
    them at 8 and at 4 in 105; of two cards none is one at 97·96 in 105·104."""
    one = of(laid("r1 r2|b1", "r5"), 0)
    assert one.two == pytest.approx(8 / 105)
    assert one.four == pytest.approx(4 / 105)
    two = of(laid("r1 r2|b1 b2", "r5"), 0)
    assert two.two == pytest.approx(1 - 97 * 96 / (105 * 104))


def test_nobody_threatens_a_spectator_a_round_that_is_over_or_a_seat_that_has_left() -> None:
    state = laid("r1|b1|g1", "r5")
    gone = GAME.decide(state, Retire(0))
    assert isinstance(gone, Step)
    for shown, seat in ((state, None), (replace(state, open=True), 0), (gone.state, 0)):
        assert threat(GAME.fit, GAME.cards, GAME.view(shown, seat)) is None
