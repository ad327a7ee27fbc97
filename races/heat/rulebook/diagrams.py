"""Diagrams: positions in notation that the engine plays on, drawn by the code that draws the board of a race.

A diagram is a position, the answers that follow, and what the first drawing shows. What each later one shows is the
race log's own sentence.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple, cast

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from engine.heat import RULESETS, Content, Heat, State, View, all_tracks
from engine.heat.decks import deck_for
from engine.heat.events import Event
from engine.heat.notation import read_position
from engine.heat.notation.happenings import read_choice
from engine.heat.tracks import write_track
from engine.kernel.commands import command_for
from engine.kernel.game import Step
from engine.kernel.records import fold
from races.games import AnyTableGame
from races.heat import catalogue
from races.heat.board import cars, ground
from races.heat.circuit_art.drawing import Art, decode
from races.heat.commentary.narrate import narrate
from races.heat.commentary.say import sentence
from races.heat.parts.cars import symbols as car_symbols
from races.heat.scene import HeatScene
from races.heat.table_game import HeatAtTable
from races.models import Race, Seat
from races.models.circuits import digest_of
from races.parts.markup import drawn
from races.rulebook.book import Diagram, Frame
from races.scenes import Scene

TRACK = "usa"
NAMES = ("Ada", "Bo", "Celia")
COLOURS = ("red", "blue", "yellow")
AROUND = 56
"""So much of the land around the cars is shown."""
BROAD, FLAT = 400, 1.6
"""A drawing is at least so broad, and so much broader than high."""


class _Laid(Scene[Heat, State, View]):
    """A race that stands in no database."""

    def __init__(self, heat: Heat, state: State) -> None:
        self.race = Race(code="", content_id=f"diagram {TRACK}", laps=state.setup.laps, running=False)
        self.seats = tuple(
            Seat(
                number=number,
                name=NAMES[number],
                colour=COLOURS[number],
                car_number=number + 1,
                kind=Seat.Kind.LEGEND if car.legend else Seat.Kind.DRIVER,
                legend=car.legend,
            )
            for number, car in enumerate(state.cars)
        )
        self._state = state
        self._views = {}
        self.table_game = cast("AnyTableGame", HeatAtTable(heat))


class Scenario(NamedTuple):
    """A position, what it shows, and the answers that follow: the questions say who gives them."""

    rules: str
    position: str
    text: Promise | str
    answers: tuple[str, ...]


@cache
def _art() -> Art:
    art = catalogue.shipped_art()[digest_of(write_track(all_tracks()[TRACK]).decode())]
    return decode(art)


@cache
def _heat(rules: str) -> Heat:
    found = RULESETS[rules]
    return Heat(Content(track=all_tracks()[TRACK], rules=found, legends=deck_for(found.legend_rows)))


def _played(scenario: Scenario) -> Iterator[tuple[State, str]]:
    """The states of a scenario, each with what is said of it; answers of which the log has nothing are passed over."""
    heat = _heat(scenario.rules)
    state = read_position(heat, scenario.position)
    yield state, str(scenario.text)
    for text in scenario.answers:
        (asked, *_others) = heat.awaiting(state)
        step = heat.decide(state, command_for(asked, read_choice(text.split())))
        assert isinstance(step, Step), f"a diagram answers {asked} with {text}: {step}"
        yield from _told(heat, state, step.events)
        state = step.state


def _told(heat: Heat, before: State, events: tuple[Event, ...]) -> Iterator[tuple[State, str]]:
    """Each log line of some events, with the state in which it is all told."""
    lines = narrate(heat, before, events)
    states = list(accumulate(events, lambda state, event: fold(heat, (event,), state), initial=before))
    known = 0
    for at in range(1, len(states)):
        while known < len(lines) and narrate(heat, before, events[:at])[: known + 1] == lines[: known + 1]:
            if lines[known].begins_round() is None:
                yield states[at], sentence(lines[known], _Laid(heat, before).seats, heat)
            known += 1


def _box(art: Art, states: Sequence[State]) -> str:
    """What is shown: all places where a car stands in one of the drawings, and some land around."""
    spots = [art.place(car.at % (len(art.lanes[0]) // 6), car.lane) for state in states for car in state.cars]
    left, right = min(x for x, _y, _h in spots) - AROUND, max(x for x, _y, _h in spots) + AROUND
    top, low = min(y for _x, y, _h in spots) - AROUND, max(y for _x, y, _h in spots) + AROUND
    broad = max(right - left, (low - top) * FLAT, BROAD)
    high = broad / FLAT
    return f"{(left + right - broad) / 2:.0f} {(top + low - high) / 2:.0f} {broad:.0f} {high:.0f}"


@lru_cache(maxsize=64)
def _frames(scenario: Scenario, language: str) -> tuple[Frame, ...]:
    art, heat = _art(), _heat(scenario.rules)
    played = list(_played(scenario))
    box = _box(art, [state for state, _text in played])
    signs = "".join(f'<g class="sign">{sign.svg}</g>' for sign in art.signs)
    frames = []
    for state, text in played:
        scene: HeatScene = _Laid(heat, state)
        ground.keep(scene.race.content_id, art)
        svg = drawn(
            f'<svg class="board" viewBox="{box}" aria-hidden="true"><use href="#diagram-ground"/>{signs}{art.numbers}',
            *cars.within(scene, art),
            "</svg>",
        )
        frames.append(Frame(svg, text))
    return tuple(frames)


def defs() -> SafeString:
    """The ground, once for all drawings of a page, and the cars."""
    art = _art()
    scene: HeatScene = _Laid(_heat("standard"), read_position(_heat("standard"), _THREE))
    ground.keep(scene.race.content_id, art)
    return drawn(
        car_symbols(),
        cars.symbols(scene),
        f'<g id="diagram-ground" class="board">{art.ground}<g id="deck">{art.deck}</g></g>',
    )


def _diagram(id: str, title: Promise | str, scenario: Scenario) -> Diagram:
    only = scenario.rules if id.endswith("board") else ""
    return Diagram(id, title, _shown(scenario), rules=only, theme=_THEME, cast=NAMES[: scenario.position.count(" / ")])


def _shown(scenario: Scenario) -> Callable[[], Sequence[Frame]]:
    return lambda: _frames(scenario, get_language() or "en")


_THEME = "usa"
_PILE = "discard 4*2,1"


def _head(phase: str, stage: int, order: str) -> str:
    return f"round 3 phase {phase} cursor {stage}.0.0 order {order} laps 2"


def _car(seat: int, space: int, gear: int, hand: str, *, engine: int = 6, draw: str = "3,2,4,1,3", lap: int = 1) -> str:
    lane = 1 + seat % 2
    cards = ",".join(sorted(hand.split()))
    done = f" done {','.join('1' * (lap - 1))}" if lap > 1 else ""
    return (
        f" / {seat} driver lap {lap} space {space} lane {lane} gear {gear} engine {engine} hand {cards} draw {draw}"
        f" {_PILE} from {lap}.{space}.{lane} asked n 9{done}"
    )


_CARDS = _head("cards", 1, "{}")
_THREE = _CARDS.format("2,1,0") + _car(0, 5, 1, "4 1 2") + _car(1, 7, 1, "2 1 3") + _car(2, 6, 1, "3 1 2")

ROUND = _diagram(
    "round",
    _("A round of two cars"),
    Scenario(
        "standard",
        _CARDS.format("1,0") + _car(0, 4, 3, "1 2 2 3 4") + _car(1, 7, 3, "1 2 3 3 4"),
        _("Bo is ahead of Ada. Both have chosen 3rd gear, and play three cards each."),
        ("play 2,2,3", "play 1,2,3", "pass", "slipstream 2"),
    ),
)
MOVE = _diagram(
    "moving",
    _("Cards turn over, leader first"),
    Scenario(
        "standard",
        _CARDS.format("1,0") + _car(0, 5, 2, "4 stress 1 2", draw="3,2,4,1,3") + _car(1, 8, 1, "2 1 3"),
        _("Bo plays a card in 1st gear. Ada, behind, plays a 4 and Stress in 2nd gear."),
        ("play 4,stress", "play 2"),
    ),
)
FULL = _diagram(
    "full",
    _("A full space, Online rules"),
    Scenario(
        "standard",
        _THREE,
        _("Three cars on their way to the same space: Bo and Celia come there first."),
        ("play 4", "play 2", "play 3"),
    ),
)
FULL_BOARD = _diagram(
    "full-board",
    _("A full space, Board rules"),
    Scenario(
        "rulebook",
        _THREE,
        _("The same under the Board rules, where each car drives its whole turn at once."),
        ("play 4", "play 2", "play 3", "pass", "discard -", "pass", "pass", "discard -"),
    ),
)
ADRENALINE = _diagram(
    "adrenaline",
    _("The last car takes the speed of adrenaline"),
    Scenario(
        "standard",
        _CARDS.format("1,0") + _car(0, 2, 2, "1 2 2 3 4") + _car(1, 7, 1, "2 1 3"),
        _("Ada is last of two, so she has adrenaline this round."),
        ("play 1,2", "play 3", "pass", "adrenaline", "pass"),
    ),
)
BOOST = _diagram(
    "boost",
    _("A boost in 4th gear"),
    Scenario(
        "standard",
        _CARDS.format("1,0") + _car(0, 1, 4, "1 1 2 3 4", draw="heat,3,4,1") + _car(1, 3, 4, "1 1 2 2 4"),
        _("Ada is in 4th gear, so she may boost."),
        ("play 1,1,2,3", "play 1,1,2,2", "pass", "boost", "pass"),
    ),
)
SLIPSTREAM = _diagram(
    "slipstream",
    _("Pulled on by the car ahead"),
    Scenario(
        "standard",
        _CARDS.format("1,0") + _car(0, 3, 2, "1 2 2 3 4") + _car(1, 6, 1, "2 1 3"),
        _("Ada will stop close behind Bo."),
        ("play 1,2", "play 2", "pass", "pass", "slipstream 2"),
    ),
)
CORNER = _diagram(
    "corner",
    _("Too fast for a corner, and paid for"),
    Scenario(
        "standard",
        _CARDS.format("0") + _car(0, 7, 4, "1 2 3 4 4"),
        _("The corner ahead has limit 7. Ada plays 10 in 4th gear; her engine holds 6 Heat."),
        ("play 1,2,3,4", "pass"),
    ),
)
SPIN = _diagram(
    "spin",
    _("Too fast, and nothing to pay with"),
    Scenario(
        "standard",
        _CARDS.format("0") + _car(0, 7, 4, "1 2 3 4 4", engine=2),
        _("The same, but Ada’s engine holds only 2 Heat."),
        ("play 1,2,3,4", "pass"),
    ),
)
FINISH = _diagram(
    "finish",
    _("The car that is farther wins"),
    Scenario(
        "standard",
        _CARDS.format("1,0") + _car(0, 64, 4, "1 2 3 4 4", lap=2) + _car(1, 66, 1, "4 1 3", lap=2),
        _("Last lap, and Bo is ahead. The line is between spaces 68 and 0."),
        ("play 1,2,3,4", "play 4", "pass", "pass"),
    ),
)
LEGEND = _diagram(
    "legend",
    _("A Legend brakes for a corner"),
    Scenario(
        "standard",
        _CARDS.format("1,0")
        + " legend s01"
        + _car(0, 18, 2, "1 2 2 3 4")
        + " / 1 legend medium lap 1 space 22 lane 2 gear 1 engine 0 from 1.22.2",
        _("Bo is a Legend. Its card says 13, which would lead over the corner line."),
        ("play 1,2", "pass"),
    ),
)
