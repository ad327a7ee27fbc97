"""The race that the lesson is: its track, its cars, and the seed under which everything comes up.

    python -m races.heat.lessons.course

finds the seed again, for an engine that draws otherwise.
"""

from collections.abc import Iterator
from itertools import count, pairwise

from engine.heat import STANDARD, Content, Cool, Entrant, Heat, Setup, State, all_tracks
from engine.heat.cards import STRESS
from engine.heat.decks import deck_for
from engine.heat.events import CornerTaken, Event, SpunOut
from engine.heat.moves.boost import Boosted
from engine.heat.moves.cool import Cooled
from engine.heat.moves.slipstream import Slipstreamed
from engine.heat.race import Race
from engine.kernel.chance import Seed
from engine.kernel.commands import command_for
from engine.kernel.game import Step
from engine.kernel.records import fold
from engine.kernel.seats import Seat
from races.heat.lessons.learner import Learner
from races.heat.lessons.topics import TOPICS, Progress, followed

TRACK = "italia"
LAPS = 1
RULES = "standard"
LEVEL = "medium"
LEARNER = Seat(0)
LEGEND = Seat(1)
GRID = (LEGEND, LEARNER)
"""The Legend is ahead: it is to be caught."""
NUMBER = 275
"""The number of the seed."""

IN_ORDER = ("movement", "corner", "heat", "cooldown", "slipstream", "stress", "free")
"""What is to come up one after the other; the rest may come up in between."""

_DIGITS = 64
_SMALL = 1 << 32


def seed_of(number: int) -> Seed:
    """The seeds of lessons are small numbers, written out; that of another race is never so small."""
    return Seed(f"{number:0{_DIGITS}x}")


SEED = seed_of(NUMBER)


def is_seed_of_a_lesson(seed: str) -> bool:
    return len(seed) == _DIGITS and int(seed, 16) < _SMALL


def content() -> Content:
    """What the lesson is driven on, as it ships."""
    return Content(track=all_tracks()[TRACK], rules=STANDARD, legends=deck_for(STANDARD.legend_rows))


def entrants() -> tuple[Entrant, ...]:
    return Entrant(), Entrant(legend=LEVEL)


def driven_as_told(game: Heat, seed: Seed) -> Race:
    """The race of a driver who does what the coach says."""
    race = Race(game, Setup(entrants=entrants(), laps=LAPS, grid=GRID), seed)
    while waiting := game.awaiting(race.state):
        learner = Learner(game, game.view(race.state, LEARNER))
        done = race.submit(command_for(waiting[0], learner.hint.choice))
        assert isinstance(done, Step), f"the coach said what is refused: {done}"
    return race


def states(race: Race) -> Iterator[State]:
    """The state after each entry of a race."""
    state: State | None = None
    for entry in race.entries:
        state = fold(race.game, entry.events, state)
        yield state


def teaches(race: Race) -> bool:
    """Whether a driver who followed the hints was taught everything in good order, and won."""
    if race.game.view(race.state, None).ranking[0] != LEARNER or not happened(race):
        return False
    lesson = list(followed(race.game, states(race), LEARNER))
    taught = lesson[-1].taught
    if len(taught) != len(TOPICS) or not all(map(in_good_order, lesson)):
        return False
    return all(taught.index(first) < taught.index(then) for first, then in pairwise(IN_ORDER))


def happened(race: Race) -> bool:
    """Whether all came up that costs or gives something: a corner took Heat but did not spin the car, Heat was cooled,
    a boost and a slipstream were used."""
    events: list[Event] = [event for entry in race.entries for event in entry.events]
    own = [event for event in events if getattr(event, "seat", None) == LEARNER]
    paid = any(isinstance(event, CornerTaken) and event.heat for event in own)
    done = {type(event) for event in own}
    return paid and SpunOut not in done and done >= {Boosted, Cooled, Slipstreamed}


def in_good_order(at: Progress) -> bool:
    """Whether what the hint leads to has been explained: corners and Heat before the first corner is crossed or Heat is
    cooled, Stress before it is played."""
    if at.learner is None:
        return True
    hint = at.learner.hint
    crosses = any(outcome.corners for outcome in hint.explanation.outcomes)
    needed = {"heat"} if crosses or isinstance(hint.choice, Cool) else set()
    needed |= {"stress"} if STRESS in hint.cards else set()
    return at.known >= needed


def found(most: int = 5_000) -> int:
    """The first number under which everything comes up."""
    game = Heat(content())
    return next(number for number in count() if number >= most or teaches(driven_as_told(game, seed_of(number))))


if __name__ == "__main__":
    print(found())
