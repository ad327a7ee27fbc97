"""Last Card under the laws of the contract: random matches of every set-up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import encode, verify
from engine.lastcard import read_record
from engine.lastcard.content import rule_sets
from engine.lastcard.state import Setup
from tests.engine.contract import IMAGINING, PLAYING, REFUSING, REPLAYING, SECRETS, Law, hold, record_of
from tests.engine.lastcard.kit import GAME, LastCardSubject, subjects
from tests.engine.random_play import drive

LAWS: dict[str, tuple[Law, ...]] = {
    "playing": PLAYING,
    "replaying": REPLAYING,
    "refusing": REFUSING,
    "secrets": SECRETS,
    "imagining": IMAGINING,
}


@pytest.mark.parametrize("trouble", [0, 0.2], ids=["smoothly", "with trouble"])
@pytest.mark.parametrize("laws", LAWS)
@given(subjects())
def test_last_card_keeps_the_contract_of(laws: str, trouble: float, subject: LastCardSubject) -> None:
    hold(subject, *LAWS[laws], steps=250, trouble=trouble, thrift=3)


@given(subjects())
def test_a_record_verifies_from_its_bytes(subject: LastCardSubject) -> None:
    moves = list(drive(subject, steps=120))
    record = read_record(encode(record_of(subject, moves)).replace(b'"content":null,', b'"content":{},'))
    assert encode(verify(subject.another(), record)) == GAME.encode(moves[-1].state)


def test_random_matches_see_every_kind_of_event() -> None:
    """If they did not, the laws would see less than they seem to."""
    seen: set[str] = set()
    for number in range(60):
        rules = list(rule_sets().values())[number % 2]
        setup = Setup(2 + number % 4, rules.hand, 200, rules.draw_four, rules.calls)
        seen |= {
            type(event).__name__
            for move in drive(LastCardSubject(setup, number), 3000, 0.02 if number % 3 else 0.9)
            for event in move.events
        }
    assert seen == {
        *("Started", "RoundBegan", "TurnedAgain", "Asked", "Played", "Drew", "Reshuffled", "PassedOver"),
        *("DirectionTurned", "Kept", "Accepted", "Challenged", "HandShown", "Caught", "Ready", "RoundWon"),
        *("StoodIn", "Attended", "Retired", "Finished"),
    }


@pytest.mark.soak
@given(subjects(), st.floats(0, 0.5))
def test_a_long_match_keeps_every_law(subject: LastCardSubject, trouble: float) -> None:
    hold(subject, *[law for laws in LAWS.values() for law in laws], steps=4000, trouble=trouble, thrift=20)
