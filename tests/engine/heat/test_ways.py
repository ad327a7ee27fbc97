"""The ways to take cards from a hand: counted and found by their number, and never all written out without need."""

import sys
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from engine.heat.choices import CardSets, Choices, Ways
from engine.heat.moves.discard import MOST_REFRESHED, Discard, refreshers
from engine.heat.moves.play import Play
from tests.engine.heat.kit import game

COPIES = st.lists(st.integers(1, 4), min_size=1, max_size=5).map(tuple)


def one_by_one(copies: tuple[int, ...], least: int, most: int) -> list[tuple[int, ...]]:
    """All ways as faces, by trying every set of places in the hand."""
    hand = [face for face, count in enumerate(copies) for _ in range(count)]
    return [way for size in range(least, most + 1) for way in dict.fromkeys(combinations(hand, size))]


@given(COPIES, st.data())
def test_the_ways_are_those_of_trying_every_set_in_the_same_order(copies: tuple[int, ...], data: st.DataObject) -> None:
    most = data.draw(st.integers(0, sum(copies)))
    least = data.draw(st.integers(0, most))
    ways = Ways(copies, least, most)
    hand = [face for face, count in enumerate(copies) for _ in range(count)]
    assert [tuple(hand[place] for place in way) for way in ways] == one_by_one(copies, least, most)
    assert len(ways) == len(list(ways)) == len(set(ways))


def test_a_hand_of_many_cards_is_judged_and_counted_at_once() -> None:
    """With forty cards in hand the list of what can be thrown away would have 2**40 entries."""
    hand = tuple(sorted(f"c{number:02}" for number in range(40)))
    choices = Choices(sets=(CardSets(Discard, hand, 0, 40), CardSets(Play, hand, 4, 4)))
    assert len(choices) == 2**40 + 91_390
    assert Discard(hand[3:30]) in choices
    assert Discard((*hand, "c41")) not in choices
    assert choices[0] == Discard(())
    assert choices[2**40 - 1] == Discard(hand)
    assert choices[-1] == Play(hand[-4:])
    assert choices[1:3] == (Discard(hand[:1]), Discard(hand[1:2]))


def test_more_ways_than_a_length_can_say_are_as_many_as_it_can() -> None:
    hand = tuple(f"c{number:03}" for number in range(100))
    assert len(Choices(sets=(CardSets(Discard, hand, 0, 100),) * 2)) == sys.maxsize


def test_the_orders_of_a_few_cards_alone_are_choices() -> None:
    """Every order in which cards go back on the draw pile is a choice: of fourteen there are 2 * 10**11."""
    assert refreshers(game(), ("up32",) * 14) == ("up32",) * MOST_REFRESHED
