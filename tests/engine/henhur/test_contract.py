"""HenHur under the laws of the contract: random matches of two to eight seats, smooth ones and troubled ones."""

import pytest
from hypothesis import given, settings

from engine.henhur import Run
from tests.engine.contract import LAWS, Law, hold
from tests.engine.henhur.kit import GAME, HenHurSubject, begun, subjects, with_tokens
from tests.engine.random_play import drive


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("trouble", [0, 0.1], ids=["smoothly", "with trouble"])
@settings(max_examples=10)
@given(subjects())
def test_henhur_keeps_the_contract(law: Law, trouble: float, subject: HenHurSubject) -> None:
    hold(subject, law, trouble=trouble, thrift=4)


def test_random_matches_see_every_kind_of_event_and_ending() -> None:
    """If they did not, the laws would see less than they seem to."""
    seen: set[str] = set()
    endings: set[str] = set()
    for number in range(60):
        moves = list(drive(HenHurSubject(2 + number % 7, number), trouble=0.1))
        seen |= {str(event.__struct_config__.tag) for move in moves for event in move.events}
        endings.add(moves[-1].state.ended)
    assert endings >= {"won", "left", "ended"}
    assert seen == {
        *("started", "dealt", "turn_began", "market_opened", "pool_laid", "stood_in", "chosen", "withdrew"),
        *("cards_shown", "bids_shown", "ran", "hit", "tokens_gained", "repaired", "burned", "discarded", "drew"),
        *("reshuffled", "picked", "pool_cleared", "retired", "finished"),
    }


def test_choices_are_counted_and_found_without_being_written_out() -> None:
    """Ten tokens make thousands of choices; each is found by its place, and its place by walking."""
    state = with_tokens(begun(), 0, p=2, p3=1, r=2, w=5)
    choices = GAME.legal(state, 0)
    plays = sum(1 + bool(GAME.cards[face].burn) for face in set(state.runners[0].hand))
    assert len(choices) == plays * 3 * 2 * 3 * 21
    listed = list(choices)
    assert len(set(listed)) == len(listed) == len(choices)
    assert [choices[place] for place in (0, 7, -1)] == [listed[place] for place in (0, 7, -1)]
    assert all(choice in choices for choice in listed)
    card = state.runners[0].hand[0]
    for beyond in (Run(card, w_priority=3, w_race=3), Run(card, p=3), Run(card, w_priority=-1, w_race=2)):
        assert beyond not in choices
    cards = [choice.card for choice in listed if isinstance(choice, Run)]
    assert cards == sorted(cards), "by face first"
    assert listed[0] == Run(cards[0])
