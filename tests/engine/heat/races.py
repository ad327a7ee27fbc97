"""Random races: what hypothesis may vary, and drivers that choose at random among what is legal."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias, cast

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from msgspec import Struct
from msgspec.structs import replace

from engine.heat import (
    RULEBOOK,
    STANDARD,
    Choice,
    Content,
    Entrant,
    Heat,
    LeaveRace,
    Ruleset,
    Setup,
    Stage,
    State,
    View,
    all_tracks,
    read_command,
)
from engine.heat.cards import HEAT, STRESS, base_cards
from engine.heat.content import MAY_BE_TOGETHER, PHASES_IN_ORDER
from engine.heat.decks import all_decks
from engine.heat.events import Event
from engine.heat.modules import base_modules
from engine.heat.rules import DRAFTS, PhaseName, Scoring
from engine.heat.tables import SHIPPED, HeatEvent
from engine.kernel import Command as KernelCommand
from engine.kernel import Entry, Record, Refusal, Seed, derive
from tests.engine import random_play
from tests.engine.heat.redeal import PROBES, redealt
from tests.engine.random_play import STEPS, Subject

_EVENTS = SHIPPED.decoder(tuple[HeatEvent, ...])
_VIEWS = SHIPPED.decoder(View)

ROOT = Seed("0f1e2d3c4b5a69788796a5b4c3d2e1f0")


@st.composite
def schedules(draw: DrawFn) -> tuple[Stage, ...]:
    """The nine phases in their order, cut into stages anywhere, together wherever that is possible."""
    groups: list[list[PhaseName]] = []
    for phase in PHASES_IN_ORDER:
        joined: bool = bool(groups) and draw(st.booleans())
        if joined:
            groups[-1].append(phase)
        else:
            groups.append([phase])
    return tuple(
        Stage(tuple(group), together=len(group) == 1 and group[0] in MAY_BE_TOGETHER and draw(st.booleans()))
        for group in groups
    )


def mixed_rules() -> SearchStrategy[Ruleset]:
    """Every field on its own, whatever goes with it."""
    types = {field.name: field.type for field in cast(Any, msgspec.inspect.type_info(Ruleset)).fields}
    named = {name: st.sampled_from(kind.values) for name, kind in types.items() if hasattr(kind, "values")}
    return st.builds(
        Ruleset,
        name=st.just("mixed"),
        schedule=schedules(),
        boost_gears=st.sets(st.integers(1, 4)).map(lambda gears: tuple(sorted(gears))),
        slipstream_reach=st.integers(1, 5),
        points=st.just(Scoring(per_car=2)),
        **named,
    )


BY_NAME: dict[str, SearchStrategy[Ruleset]] = {
    "standard": st.just(STANDARD),
    "rulebook": st.just(RULEBOOK),
    "mixed": mixed_rules(),
}
RULES = st.one_of(*BY_NAME.values())


class Start(Struct, frozen=True):
    """A race that can be driven: content, set-up, seed, and the dice of its drivers."""

    content: Content
    setup: Setup
    seed: Seed
    dice: int


EXPANSIONS = ("heavy_rain", "tunnel_vision")
SPONSORS = ("sp01", "sp02", "sp03", "sp04", "sp05")
UPGRADES = tuple(sorted(card.id for card in base_cards().cards if card.tier and card.expansion == "base"))
EVENTS = tuple(event.id for event in base_modules().events)


def modules() -> SearchStrategy[dict[str, Any]]:
    """Any draft, weather, roads, championship and event: the fields of a set-up that add to a race.

    They come off dice: hypothesis by itself would draw the simplest ones time and again.
    """
    return st.integers(0, 2**32).map(lambda seed: _modules(Random(seed)))


def _modules(dice: Random) -> dict[str, Any]:
    found: dict[str, Any] = {
        "draft": dice.choice(tuple(DRAFTS)),
        "tiers": dice.choice([("basic",), ("advanced",), ("basic", "advanced")]),
        "expansions": dice.choice([(), EXPANSIONS[:1], EXPANSIONS[1:], EXPANSIONS]),
        "weather": dice.random() < 0.6,
        "roads": dice.random() < 0.6,
        "season": dice.random() < 0.7,
    }
    if found["season"]:
        found["event"] = dice.choice(("", *EVENTS))
    return found


NO_MODULES: SearchStrategy[dict[str, Any]] = st.just({})
MODULES = st.one_of(NO_MODULES, modules(), modules(), modules())
"""In one race of four there are none."""


def kept(setup: Setup, dice: Random) -> Setup:
    """The set-up with upgrades and sponsor cards that drivers own from before, as later races of a season have them."""

    def entrant(one: Entrant) -> Entrant:
        if one.legend is not None:
            return one
        upgrades = tuple(dice.sample(UPGRADES, 3)) if dice.random() < 0.5 else one.upgrades
        sponsors = tuple(dice.sample(SPONSORS, dice.randrange(3))) if setup.season else ()
        return replace(one, upgrades=upgrades, sponsors=sponsors)

    return replace(setup, entrants=tuple([entrant(one) for one in setup.entrants]))


@st.composite
def starts(
    draw: DrawFn,
    rules: SearchStrategy[Ruleset] = RULES,
    most_cars: int = 12,
    most_laps: int = 2,
    modules: SearchStrategy[dict[str, Any]] = MODULES,
) -> Start:
    """Any track, rule set, deck of Legends, number of cars and Legends, option, module and seed."""
    content = Content(
        track=all_tracks()[draw(st.sampled_from(sorted(all_tracks())))],
        rules=draw(rules),
        legends=all_decks()[draw(st.sampled_from(sorted(all_decks())))],
    )
    cars = draw(st.integers(1, min(most_cars, len(content.track.grid))))
    legends = draw(st.integers(0, min(5, cars - 1)))
    rows = [draw(st.sampled_from(content.legends.rows)) for _ in range(legends)]
    entrants = [Entrant()] * (cars - legends) + [Entrant(row) for row in rows]
    dice = draw(st.integers(0, 2**32))
    Random(dice).shuffle(entrants)
    more = draw(modules)
    setup = Setup(
        tuple(entrants),
        laps=draw(st.integers(1, most_laps)),
        grid=draw(st.none() | st.permutations(range(cars)).map(tuple)),
        mulligan=draw(st.booleans()),
        legend_bonus=draw(st.integers(0, 6)),
        aggressive=draw(st.booleans()),
        **more,
    )
    if more:
        setup = kept(setup, Random(dice))
    return Start(content, setup, derive(ROOT, str(dice)), dice)


class HeatSubject(Subject[Setup, State, Event, Choice, View]):
    """A race that the kit can drive."""

    def __init__(self, start: Start, game: Heat | None = None) -> None:
        self.game: Heat = game or Heat(start.content)
        self.setup = start.setup
        self.seed = start.seed
        self.seats = len(start.setup.entrants)
        self.dice = start.dice
        self.probes = PROBES

    def another(self) -> Heat:
        return Heat(self.game.content)

    def redealt(self, state: State, viewer: int | None, dice: Random) -> State:
        return redealt(self.game, state, viewer, dice)

    def read_command(self, data: bytes) -> KernelCommand[Choice] | Refusal:
        return read_command(data)

    def read_events(self, data: bytes) -> tuple[Event, ...]:
        return _EVENTS.decode(data)

    def read_view(self, data: bytes) -> View:
        return _VIEWS.decode(data)

    def is_drastic(self, choice: Choice) -> bool:
        return isinstance(choice, LeaveRace)


Move: TypeAlias = random_play.Move[State, Event, Choice]


def drive(game: Heat, start: Start, steps: int = STEPS, trouble: float = 0.05) -> Iterator[Move]:
    """A race under random drivers, command by command, to its end (that of the step budget at the latest)."""
    return random_play.drive(HeatSubject(start, game), steps, trouble)


def record_of(start: Start, moves: list[Move]) -> Record[Any, Any, Any, Any, Any]:
    """The record that a race leaves."""
    return Record(
        game=Heat.name,
        engine="0",
        content=start.content,
        setup=start.setup,
        seed=start.seed,
        entries=tuple(Entry(move.command, move.events) for move in moves),
    )


def check_shared(game: Heat, first: State, state: State) -> None:
    """Upgrades and sponsor cards are neither made nor lost on the way; every Heat and Stress has its reason."""

    def upgrades(state: State) -> Counter[str]:
        mine = (card for car in state.cars for card in car.upgrades)
        return Counter((*state.upgrade_pile, *state.upgrades_out, *state.market, *mine))

    def sponsors(state: State) -> Counter[str]:
        found = Counter((*state.sponsor_pile, *state.sponsors_used))
        for car, entrant in zip(state.cars, state.setup.entrants, strict=True):
            found.update([card for card in car.stock if card in game.sponsors] if car.stock else entrant.sponsors)
        return found

    assert upgrades(state) == upgrades(first)
    assert sponsors(state) == sponsors(first)
    for car in state.cars:
        if not car.legend and car.stock:
            own = Counter(card for card in car.stock if card not in game.sponsors | {HEAT, STRESS})
            deck = game.content.cards.deck(car.upgrades, 0)
            assert own == Counter(card for card in deck if card != HEAT)
