"""A review knows nothing but what the seat could know: with other secrets it says the same."""

from itertools import islice

from msgspec.structs import replace

import engine
from engine.heat import Gear, Heat, RaceRecord
from engine.heat.bots.cautious import Cautious
from engine.heat.events import Dealt, Event, Started
from engine.heat.race import Race
from engine.heat.review import Review, review
from engine.heat.review.decisions import driven
from engine.kernel import Entry, Refusal, command_for, encode, fold
from tests.engine.heat.review.kit import OTHER_SEED, SEED, raced

LITTLE = 300
FIRST = 2
"""The first gear and the first cards of seat 0: until then no secret of a rival has come to light."""


def with_other_secrets(event: Event) -> Event:
    """The same start under another seed, and with the rival's cards the other way round."""
    if isinstance(event, Started):
        return replace(event, seed=OTHER_SEED)
    if isinstance(event, Dealt) and event.seat == 1:
        return replace(event, pile=event.pile[::-1])
    return event


def drive(game: Heat, race: Race) -> RaceRecord:
    """Drive on from where the race is: both shift to 2nd gear in the first round, and choose as a bot does."""
    bot = Cautious(game)
    while waiting := game.awaiting(race.state):
        question = waiting[0]
        choice = bot.choose(game.view(race.state, question.seat), game.legal(race.state, question.seat), SEED)
        if question.round == 1 and question.phase == "gears":
            choice = Gear(2)
        assert not isinstance(race.submit(command_for(question, choice)), Refusal)
    return race.record(engine.__version__)


def both() -> tuple[Heat, RaceRecord, RaceRecord]:
    """Two races that look the same to seat 0 until the first cards are turned over."""
    start = raced("stand_in,stand_in")
    game = Heat(start.content)
    one, other = (Race(game, start.setup, SEED) for _ in range(2))
    events = tuple(with_other_secrets(event) for event in one.events)
    other.events, other.state, other.entries = events, fold(game, events), [Entry(None, events)]
    assert one.state.cars[1].hand != other.state.cars[1].hand
    return game, drive(game, one), drive(game, other)


def test_with_other_secrets_it_says_the_same_until_they_come_to_light() -> None:
    game, one, other = both()
    seen, seen_else = driven(game, one, 0).made, driven(game, other, 0).made
    assert [made.view for made in seen[:FIRST]] == [made.view for made in seen_else[:FIRST]]
    assert seen[FIRST].view != seen_else[FIRST].view, "the secrets make a difference"
    assert decisions(one) == decisions(other)


def decisions(record: RaceRecord) -> list[bytes]:
    found: list[Review] = list(islice(review(record, 0, work=LITTLE), FIRST))
    assert len(found[-1].decisions) == FIRST
    return [encode(decision) for decision in found[-1].decisions]
