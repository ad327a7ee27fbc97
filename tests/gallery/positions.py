"""Races that stand where a picture is taken: real positions of the engine, in the rows that the site keeps.

Most are met on the way of one race between bots, whose driver in the first seat is asked all that a race asks; its log,
standings and clocks are those of that race. What a race meets rarely is laid out on a table.
"""

from collections.abc import Callable
from functools import cache

from django.utils import timezone

from engine.heat import Content, Entrant, Heat, Setup, State, all_tracks
from engine.heat.bots import BOTS
from engine.heat.choices import Choice
from engine.heat.decks import deck_for
from engine.heat.moves.adrenaline import Adrenaline
from engine.heat.moves.boost import Boost
from engine.heat.moves.cool import Cool
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.slipstream import Slipstream
from engine.heat.race import Race
from engine.heat.rules import RULESETS
from engine.heat.simulation import answer
from engine.kernel.chance import Seed
from engine.kernel.commands import Withdrawal
from engine.kernel.records import encode
from races import clocks, live, models
from races.games import table_game_of
from races.heat.start import RaceTerms, start_race
from races.start import Start
from tests.engine.heat.kit import Table, car, game
from tests.races.factories import COLOURS, deck_version, track_version

ME = "gallery"
"""The visitor who looks, in the first seat."""
NAMES = (
    "Ada",
    "Maximiliane",
    "Tomás",
    "Celia Ormonde",
    "Bo",
    "Ingeborg",
    "Yuki",
    "Ragnar",
    "Zoë",
    "Jean-Baptiste",
    "Wilhelmina",
    "Kofi",
)
THOUGHT = 18
"""For so many seconds drivers have been thinking."""
DRIVERS = ("racer", "cautious", "champion", "cautious", "racer", "cautious")

Sought = Callable[[Heat, State], bool]


def _choices(heat: Heat, state: State) -> tuple[Choice | Withdrawal, ...]:
    return tuple(heat.legal(state, 0).others)


def _asked(phase: str, *also: Sought, round: int = 2) -> Sought:
    """The first seat is asked in this phase."""

    def is_met(heat: Heat, state: State) -> bool:
        asked = any(question.seat == 0 and question.phase == phase for question in heat.awaiting(state))
        return asked and state.round >= round and all(one(heat, state) for one in also)

    return is_met


def _gear(*gears: int) -> Sought:
    return lambda heat, state: state.cars[0].gear in gears


def _usable(*kinds: type[Choice]) -> Sought:
    return lambda heat, state: all(any(isinstance(one, kind) for one in _choices(heat, state)) for kind in kinds)


def _held(face: str, count: int) -> Sought:
    return lambda heat, state: state.cars[0].hand.count(face) >= count


def _surely_spins(heat: Heat, state: State) -> bool:
    outcomes = heat.explain(heat.view(state, 0), Pass()).outcomes
    return bool(outcomes) and all(one.spin_out for one in outcomes)


def _waits(phase: str, *also: Sought, round: int = 2) -> Sought:
    """The answer of the first seat stands, the others think."""

    def is_met(heat: Heat, state: State) -> bool:
        asked = {question.seat for question in heat.awaiting(state) if question.phase == phase}
        stands = bool(asked) and 0 not in asked and state.cars[0].choice is not None
        return stands and state.round >= round and all(one(heat, state) for one in also)

    return is_met


def _apart(heat: Heat, state: State) -> bool:
    """The cars are apart; the first seat is neither first nor last, and has a corner not far ahead and Heat for it."""
    places = [car.at for car in state.cars if car.status == "racing"]
    me = state.cars[0]
    far = heat.course.to_line[heat.course.space(me.at)]
    are_apart = 8 <= max(places) - min(places) <= 30 and len(set(places)) >= len(places) - 2
    all_race = len(places) == len(state.cars)
    return all_race and are_apart and max(places) > me.at > min(places) and 2 <= far <= 8 and me.engine > 1


def _varied(heat: Heat, state: State) -> bool:
    return len(set(state.cars[0].hand)) > 4


def _some_ready(heat: Heat, state: State) -> bool:
    return sum(car.choice is not None for car in state.cars[1:]) > 1


def _others_drive(heat: Heat, state: State) -> bool:
    asked = heat.awaiting(state)
    return state.round > 1 and bool(asked) and asked[0].seat != 0 and asked[0].phase in ("react", "slipstream")


MET: dict[str, Sought] = {
    "grid": _asked("gears", round=1),
    "shift": _asked("gears", _gear(2, 3)),
    "shift-heat": _asked("gears", _held("heat", 2)),
    "cards-1": _asked("cards", _gear(1)),
    "cards-3": _asked("cards", _gear(3)),
    "cards-4": _asked("cards", _gear(4), _held("stress", 1)),
    "wait-gear": _waits("gears"),
    "wait-cards": _waits("cards"),
    "wait-others": _others_drive,
    "react": _asked("react", _usable(Cool)),
    "react-boost": _asked("react", _usable(Boost)),
    "react-nothing": _asked("react", lambda heat, state: list(_choices(heat, state)) == [Pass()]),
    "slipstream": _asked("slipstream", _usable(Slipstream)),
    "discard": _asked("discard"),
    "midrace-shift": _asked("gears", _gear(2, 3), _apart, _varied, _some_ready, round=5),
    "midrace-cards": _asked("cards", _gear(2, 3), _apart, _varied, round=5),
    "midrace-wait": _waits("cards", _apart, _varied, round=5),
    "midrace-react": _asked("react", _usable(Cool, Boost, Adrenaline), _apart, round=4),
}
"""Positions by name, each met in the first race that comes by it."""
MIDRACE = frozenset(name for name in MET if name.startswith("midrace"))
"""Those of a race of two laps in which some have answered before the first seat does."""
SEEDS = ("5eed", "cafe", "f00d", "beef", "0dd5", "d1ce", "ace5", "b0b5")
MIDRACE_SEEDS = ("0027", "004a", *(f"{number:04x}" for number in range(0x80)))
"""The first two have all of these. When bots choose otherwise every race changes: then the others are searched."""


def _twelve() -> Table:
    """Twelve cards in play with a lever each for twelve symbols or more."""
    play = "4 up27 up40 up47 up49 up52 up57 up36 up24 up30 stress 3"
    hand = "heat heat heat stress up25 1 2"
    me = car(at=44, start=41, gear=4, play=play, hand=hand, discard="1 2 heat stress", flips=3)
    others = (car(at=40 - seat, lane=1 + seat % 2, gear=3, hand="1 2 3") for seat in range(5))
    return Table(game(), me, *others).go("react")


def _certain_spin() -> Table:
    me = car(
        at=51, start=46, gear=4, play="4 4 2 stress", worth=(4, 4, 2, 3), engine=1, hand="heat heat heat 1 2 stress 3"
    )
    return Table(game(), me, car(at=54, gear=3), car(at=53, lane=2, gear=3)).go("react")


def _spinning_slipstream() -> Table:
    me = car(at=11, start=6, gear=4, play="4 4 3 2", engine=1, hand="heat heat heat 1 2 stress 3")
    return Table(game(), me, car(at=12, gear=3, hand="1 2"), car(at=13, lane=2, gear=3, hand="1"), order=(0, 1, 2)).go(
        "slipstream"
    )


def _costly_cards() -> Table:
    hand = "4 4 4 stress stress 3 up40"
    me = car(at=5, gear=4, engine=2, hand=hand, discard="heat heat 1")
    others = (car(at=7 + seat, lane=1 + seat % 2, gear=3) for seat in range(3))
    return Table(game(), me, *others).go("cards")


def _cluttered() -> Table:
    return Table(game(), car(at=20, gear=4, engine=0, hand="heat heat heat heat heat 1 2"), car(at=22, gear=4)).go(
        "cards"
    )


def _no_way_up() -> Table:
    return Table(game(), car(at=20, gear=2, engine=0, hand="heat heat heat heat stress 1 2"), car(at=22, gear=2)).go(
        "gears"
    )


def _stuck_discard() -> Table:
    return Table(game(), car(at=20, start=14, gear=2, play="3 3", hand="heat heat heat heat stress"), car(at=22)).go(
        "discard"
    )


def _refreshing() -> Table:
    return Table(game(), car(at=20, start=14, gear=2, play="up33 up34", hand="heat 1 4 4 stress"), car(at=22)).go(
        "discard"
    )


def _valued() -> Table:
    return Table(game(), car(at=6, start=3, gear=2, play="up07 up10", worth=(1, 1), hand="heat 1 4"), car(at=22)).go(
        "reveal"
    )


def _full_grid() -> Table:
    places = (38, 38, 36, 34, 34, 33, 31, 30, 30, 28, 12, 11)
    cars = [
        car(at=at, lane=1 + (seat > 0 and places[seat - 1] == at), gear=1 + seat % 4, engine=seat % 7)
        for seat, at in enumerate(places)
    ]
    return Table(game(), *cars).go("gears")


LAID: dict[str, Callable[[], Table]] = {
    "shift-stuck": _no_way_up,
    "shift-12": _full_grid,
    "cards-costly": _costly_cards,
    "cluttered": _cluttered,
    "react-12": _twelve,
    "react-spin": _certain_spin,
    "slipstream-spin": _spinning_slipstream,
    "discard-stuck": _stuck_discard,
    "discard-refresh": _refreshing,
}
"""Positions that races meet rarely."""


@cache
def _driven(track: str, cars: int, seed: str, *, laps: int = 1, first: int = 0) -> tuple[Race, tuple[State, ...]]:
    """A race between bots from start to end, and the state after each of its entries. Of all who are asked at the
    same time, the seat `first` answers first."""
    content = Content(track=all_tracks()[track], rules=RULESETS["standard"], legends=deck_for("level"))
    heat = Heat(content)
    race = Race(heat, Setup(tuple(Entrant() for _ in range(cars)), laps), Seed(seed * 16))
    seats = [BOTS[DRIVERS[seat % len(DRIVERS)]](heat) for seat in range(cars)]
    states = [race.state]
    while waiting := heat.awaiting(race.state):
        before = len(race.entries)
        question = min(waiting, key=lambda one: (one.seat - first) % cars)
        answer(race, seats[question.seat], question)
        assert len(race.entries) == before + 1, "each answer is an entry"
        states.append(race.state)
    return race, tuple(states)


def stand(name: str, *, track: str = "usa", cars: int = 6) -> models.Race:
    """The race that stands at a position of this name."""
    if name in LAID:
        return lay(LAID[name]())
    middle = name in MIDRACE
    for seed in MIDRACE_SEEDS if middle else SEEDS:
        race, states = _driven(track, cars, seed, laps=2 if middle else 1, first=cars // 2 if middle else 0)
        for number, state in enumerate(states):
            if MET[name](race.game, state):
                return keep(race, states, number, track)
    raise LookupError(f"no race comes by {name}")


def ended(*, track: str = "usa", cars: int = 6) -> models.Race:
    race, states = _driven(track, cars, SEEDS[0])
    return keep(race, states, len(states) - 1, track)


def midway(*, track: str = "usa", cars: int = 6, clock: int = 0) -> models.Race:
    """The middle of a race, at the first question to the first seat."""
    race, states = _driven(track, cars, SEEDS[0])
    half = len(states) // 2
    number = next(n for n in range(half, len(states)) if any(one.seat == 0 for one in race.game.awaiting(states[n])))
    return timed(keep(race, states, number, track), race.game, states[number], clock)


def timed(row: models.Race, heat: Heat, state: State, clock: int) -> models.Race:
    """The same race with so many seconds for each question."""
    if clock:
        row.clock, row.clocks = clock, {}
        pace = table_game_of(row.content_id)
        clocks.ask(row, heat.awaiting(state), pace, clocks.milliseconds(timezone.now()))
        row.save()
    return row


_kept: dict[int, tuple[Race, tuple[State, ...], int]] = {}
"""By row: the race between bots that it is the beginning of, and at which entry it stands."""


def move_on(row: models.Race) -> models.Race:
    """The same race at the next question to its first seat."""
    race, states, number = _kept[row.pk]
    now = number
    asked = {str(one) for one in race.game.awaiting(states[now]) if one.seat == 0}
    while now == number or not any(one.seat == 0 and str(one) not in asked for one in race.game.awaiting(states[now])):
        now += 1
    write(row, race, number + 1, now)
    _kept[row.pk] = race, states, now
    return stands(row, race.game, states[now], now)


def starters(cars: int) -> list[Start]:
    return [
        Start(
            name=NAMES[seat], colour=COLOURS[seat], number=8 + 11 * seat, visitor=ME if seat == 0 else f"visitor{seat}"
        )
        for seat in range(cars)
    ]


def _row(track: str, cars: int, seed: Seed, laps: int = 1) -> models.Race:
    version, deck = track_version(track), deck_version("level")
    terms = RaceTerms(rules="standard", track=version, deck=deck, laps=laps, seed=seed, host=ME, clock=60)
    return start_race(starters(cars), terms)


def keep(race: Race, states: tuple[State, ...], number: int, track: str) -> models.Race:
    """The first entries of a race that was driven, as the site keeps them."""
    row = _row(track, len(race.setup.entrants), race.seed, race.setup.laps)
    assert encode(race.setup).decode() == row.setup
    write(row, race, 1, number)
    _kept[row.pk] = race, states, number
    return stands(row, race.game, states[number], number)


def write(row: models.Race, race: Race, first: int, last: int) -> None:
    """Store some of the entries of a race that was driven."""
    now = timezone.now()
    models.Entry.objects.bulk_create(
        models.Entry(
            race=row,
            seq=seq,
            seat=live.seat_of(command) if (command := race.entries[seq].command) is not None else -1,
            command_id=f"gallery-{seq}",
            command=encode(command).decode(),
            events=encode(race.entries[seq].events).decode(),
            accepted=now,
        )
        for seq in range(first, last + 1)
    )


def lay(table: Table) -> models.Race:
    """A table that was laid out by hand. It has no past, so its log is empty."""
    row = _row("usa", len(table.cars), Seed("5eed" * 16))
    content = table.game.content
    row.content, _ = models.Content.objects.get_or_create(
        digest=content.digest(), defaults={"game": Heat.name, "data": encode(content).decode()}
    )
    row.entries.all().delete()
    row.setup = encode(table.state.setup).decode()
    return stands(row, table.game, table.state, 0)


def stands(row: models.Race, heat: Heat, state: State, number: int) -> models.Race:
    row.state = heat.encode(state).decode()
    row.version, row.revision = number, number
    row.veil = {}  # of the race's first phase; here all may know who has answered
    if state.ended:
        row.ended, row.running = timezone.now(), False
    asked = clocks.milliseconds(timezone.now()) - 1000 * THOUGHT
    clocks.ask(row, heat.awaiting(state), table_game_of(row.content_id), asked)
    row.save()
    return row
