"""Makes the golden races anew: `make golden`. Look at the difference, and have one cause for it.

One short race for each circuit under each rule set; the mix of seats goes round. Then a few with modules. A golden race
is what one viewer saw, event by event, with the position as that viewer knows it whenever a round begins, and a digest
of the state a step.

With `--records` the recorded races of this version are made anew, too. Once a version is out, its records stay.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

import engine
from engine.heat import RULESETS, Content, Entrant, Heat, LeaveRace, Setup, Stage, State, all_tracks
from engine.heat.cards import Card, base_cards
from engine.heat.decks import LegendDeck, all_decks
from engine.heat.events import RoundBegan
from engine.heat.notation import happenings, write_position
from engine.heat.race import Race
from engine.kernel import End, Retire, Seed, StandIn, Step, command_for, derive, draw, encode, pick

HERE = Path(__file__).parent
RECORDS = HERE.parent / "fixtures" / "records"
DIGESTS = "digests.txt"
ROOT = Seed("5eed" * 8)
VIEWERS = (0, None, 1)
MOST_STEPS = 400


class Mix(Struct, frozen=True):
    """Who starts, and with which options."""

    name: str
    drivers: int
    legends: int = 0
    options: dict[str, Any] = {}


MIXES = (
    Mix("three drivers", 3),
    Mix("two drivers, two Legends", 2, 2),
    Mix("four drivers with a mulligan", 4, 0, {"mulligan": True}),
    Mix("a driver among aggressive Legends", 1, 3, {"aggressive": True, "legend_bonus": 2}),
)


EXPANSIONS = ("heavy_rain", "tunnel_vision")

BROUGHT = Entrant(upgrades=("up17", "up55", "up60"), sponsors=("sp02",))
"""A driver who has raced before."""

WITH_MODULES = (
    ("usa", "standard", 1, 0, Mix("rounds", 2, 1, {"draft": "rounds", "expansions": EXPANSIONS, "mulligan": True})),
    ("italia", "rulebook", 2, None, Mix("snake", 3, 0, {"draft": "snake", "expansions": EXPANSIONS})),
    ("gb", "standard", 1, 1, Mix("random", 3, 0, {"draft": "random", "tiers": ("basic",)})),
    ("japan", "standard", 1, 0, Mix("weather", 3, 0, {"weather": True, "roads": True})),
    ("mexico", "rulebook", 1, None, Mix("weather", 2, 2, {"weather": True, "roads": True, "draft": "random"})),
    (
        *("france", "standard", 2, 1),
        Mix("season", 3, 1, {"season": True, "event": "first_live_tv", "draft": "rounds", "weather": True}),
    ),
    (
        *("nederland", "rulebook", 3, 0),
        Mix("season", 2, 1, {"season": True, "event": "pressure_cooker", "draft": "one", "expansions": EXPANSIONS}),
    ),
)


class Combination(Struct, frozen=True):
    """One golden race."""

    track: str
    rules: str
    mix: Mix
    viewer: int | None
    modules: bool = False
    laps: int = 1

    @property
    def path(self) -> Path:
        return HERE / f"{self.track}-{self.rules}{f'-{self.mix.name}' if self.modules else ''}.txt"


def combinations() -> list[Combination]:
    plain = [
        Combination(track, rules, MIXES[(row + column) % len(MIXES)], VIEWERS[(row + column) % len(VIEWERS)])
        for row, track in enumerate(all_tracks())
        for column, rules in enumerate(RULESETS)
    ]
    return plain + [
        Combination(track, rules, mix, viewer, True, laps) for track, rules, laps, viewer, mix in WITH_MODULES
    ]


class Dice:
    """The whims of random drivers: one stream of the kernel's chance."""

    def __init__(self, seed: Seed) -> None:
        self.seed = derive(seed, "dice")
        self.n = 0

    def __call__(self, count: int) -> int:
        self.n += 1
        return pick(draw(self.seed, 0, self.n), count)


def deck_of(rules: str) -> LegendDeck:
    return next(deck for deck in all_decks().values() if deck.rows_are == RULESETS[rules].legend_rows)


def race_of(content: Content, mix: Mix, purpose: str, laps: int = 1) -> Race:
    rows = content.legends.rows
    legends = tuple(Entrant(rows[number % len(rows)]) for number in range(mix.legends))
    driver = BROUGHT if mix.options.get("season") else Entrant()
    entrants = (*legends[1:], *[driver] * mix.drivers, *legends[:1])
    return Race(Heat(content), Setup(entrants, laps, **mix.options), derive(ROOT, purpose))


def drive(race: Race, dice: Dice, most: int = MOST_STEPS) -> Iterator[None]:
    """Random drivers to the flag; now and then a stand-in, or an answer taken back."""
    yield
    while race.state.ended == "":
        step = race.submit(End() if len(race.entries) > most else _command(race, dice))
        assert isinstance(step, Step), step
        yield


def _command(race: Race, dice: Dice) -> Any:
    game, state = race.game, race.state
    waiting = game.awaiting(state)
    question = waiting[dice(len(waiting))]
    whim = dice(40)
    if whim == 0:
        return StandIn(question, "clock")
    if whim < 4:
        for seat, car in enumerate(state.cars):
            if not car.asked and (standing := game.legal(state, seat)):
                return command_for(game.question(state, seat), standing[0])
    choices = [choice for choice in game.legal(state, question.seat) if not isinstance(choice, LeaveRace)]
    return command_for(question, choices[dice(len(choices))], f"c{len(race.entries)}" if whim == 5 else "")


def digest(state: State) -> str:
    """Of everything but the content: what no race is driven by may change."""
    return hashlib.blake2b(encode(replace(state, content="")), digest_size=6).hexdigest()


def golden(one: Combination) -> str:
    """The text of a golden race."""
    name = f"{one.track} {one.rules} {one.mix.name}"
    content = Content(track=all_tracks()[one.track], rules=RULESETS[one.rules], legends=deck_of(one.rules))
    race = race_of(content, one.mix, name, one.laps)
    game: Any = race.game
    lines = [f"{name}, as {'a spectator' if one.viewer is None else f'seat {one.viewer}'} saw it"]
    for number, _ in enumerate(drive(race, Dice(race.seed))):
        seen = tuple(game.see(event, one.viewer) for event in race.events)
        lines.append(f"{number} {digest(race.state)} {happenings(seen, game.course)}")
        if race.state.ended or any(isinstance(event, RoundBegan) for event in race.events):
            lines.append(write_position(game, game.view(race.state, one.viewer)))
    return "\n".join(lines) + "\n"


# Recorded races

ODD_CARDS = replace(
    base_cards(),
    cards=(
        *base_cards().cards,
        Card("any3", "upgrade", (1, 2, 3)),
        Card("cooler", "upgrade", (4,), {"cooldown": 2}),
        Card("spark", "upgrade", (0,), {"plus": 2}),
    ),
)


def records() -> Iterator[tuple[str, Race]]:
    """Recorded races by name: among them upgrades, a rule set of its own, retiring, an early end."""
    tracks = all_tracks()
    for track, rules, mix in (("usa", "standard", MIXES[1]), ("mexico", "rulebook", MIXES[2])):
        content = Content(track=tracks[track], rules=RULESETS[rules], legends=deck_of(rules))
        race = race_of(content, mix, f"record {track}")
        for _ in drive(race, Dice(race.seed)):
            pass
        yield f"{track}-{rules}", race
    by_turns = (Stage(("gears", "cards", "reveal")), *RULESETS["standard"].schedule[3:])
    house = replace(RULESETS["standard"], name="house", schedule=by_turns, blocked_space="back", race_end="all_home")
    content = Content(track=tracks["italia"], rules=house, cards=ODD_CARDS, legends=deck_of("standard"))
    upgrades = ("any3", "cooler", "spark")
    setup = Setup((Entrant(upgrades=upgrades), Entrant(), Entrant(upgrades=())), 1, (2, 0, 1), True)
    race = Race(Heat(content), setup, derive(ROOT, "record upgrades"))
    for _ in drive(race, Dice(race.seed)):
        pass
    yield "italia-house-upgrades", race
    for track, rules, laps, _, mix in WITH_MODULES:
        if mix.options.get("season"):
            content = Content(track=tracks[track], rules=RULESETS[rules], legends=deck_of(rules))
            race = race_of(content, mix, f"record {track} season", laps)
            for _ in drive(race, Dice(race.seed)):
                pass
            yield f"{track}-{rules}-season", race
    content = Content(track=tracks["japan"], rules=RULESETS["standard"], legends=deck_of("standard"))
    race = race_of(content, MIXES[0], "record keeper")
    for _ in drive(race, Dice(race.seed), most=30):
        if len(race.entries) == 20:
            race.submit(Retire(1, "keeper"))
    yield "japan-standard-ended", race


def main(words: list[str]) -> None:
    for old in HERE.glob("*.txt"):
        old.unlink()
    for one in combinations():
        one.path.write_text(golden(one), encoding="utf-8")
    if "--records" in words:
        lines = (RECORDS / DIGESTS).read_text(encoding="utf-8").splitlines() if (RECORDS / DIGESTS).exists() else []
        digests = dict(line.split() for line in lines)
        for name, race in records():
            path = RECORDS / f"{engine.__version__}-{name}.json"
            path.write_bytes(encode(race.record(engine.__version__)))
            digests[path.name] = digest(race.state)
        text = "".join(f"{name} {value}\n" for name, value in sorted(digests.items()))
        (RECORDS / DIGESTS).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
