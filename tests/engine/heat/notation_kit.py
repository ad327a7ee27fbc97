"""Races to write down, broken texts, and races with content that no table of the game has."""

from random import Random
from typing import Any, cast

import pytest
from hypothesis import settings
from msgspec.structs import replace

from engine.heat import Choice, Entrant, Gear, Heat, Play, RaceRecord, Setup
from engine.heat.cards import Card, base_cards
from engine.heat.decks import LegendCard, LegendRow, all_decks
from engine.heat.moves.mulligan import Mulligan
from engine.heat.race import Race
from engine.kernel import Answer, Broken, End, Retire, StandIn, Step, Withdraw
from tests.engine.heat import races
from tests.engine.heat.kit import SEED, game

ODD_CARDS = replace(
    base_cards(),
    cards=(
        *base_cards().cards,
        Card("choice", "upgrade", (1, 2, 4)),
        Card("cooler", "upgrade", (3,), {"cooldown": 2, "plus": 1}),
        Card("turbo6", "upgrade", (6,)),
    ),
)
ODD_DECK = replace(
    next(iter(all_decks().values())),
    id="odd; deck",
    cards=tuple(LegendCard(f'"{n}", no / name', {"a: row*2": LegendRow(9 + n, n)}) for n in range(3)),
)


def odd(start: races.Start) -> races.Start:
    """The same race with cards, a circuit, a deck and a rule set that no shipped content has."""
    content = replace(
        start.content,
        cards=ODD_CARDS,
        legends=ODD_DECK,
        track=replace(start.content.track, id="mine", name='“My” track; "really"'),
        rules=replace(start.content.rules, name="house [rules]"),
    )
    decks: list[tuple[str, ...] | None] = [None, (), ("choice", "cooler", "turbo6"), ("turbo6", "heat", "choice")]
    entrants = tuple(
        Entrant("a: row*2") if entrant.legend else Entrant(upgrades=decks[seat % len(decks)])
        for seat, entrant in enumerate(start.setup.entrants)
    )
    return replace(start, content=content, setup=replace(start.setup, entrants=entrants))


def part(share: float) -> settings:
    """More or fewer examples than the profile says, for tests that are cheap or dear."""
    return settings(max_examples=int(settings.default.max_examples * share))  # type: ignore[union-attr]


PLAIN = races.starts(most_cars=6, most_laps=1)
FULL = races.starts(most_cars=5, most_laps=1, modules=races.modules())
STARTS = PLAIN | FULL
ANY_START = STARTS | PLAIN.map(odd)


def faults(broken: pytest.ExceptionInfo[Broken]) -> set[tuple[str, str]]:
    return {(fault.place, fault.code) for fault in broken.value.faults}


def bent(text: str, dice: Random) -> str:
    """The text with a few places changed as a careless hand would."""
    words = text.split(" ")
    for _ in range(dice.randint(1, 4)):
        place = dice.randrange(len(words))
        match dice.randrange(5):
            case 0:
                del words[place]
            case 1:
                words.insert(place, dice.choice(words))
            case 2:
                words[place] = dice.choice(words)
            case 3:
                words[place] = dice.choice(["-", "?", "~", "/", '"', "*", "99999", "-1", "1*99", "\n", ";", "[", "0#9"])
            case _:
                at = dice.randrange(len(words[place]) + 1)
                words[place] = words[place][:at] + dice.choice('0,*/?~"\n9é#.:=') + words[place][at:]
        words = words or [""]
    return " ".join(words)


def race_of(start: races.Start, trouble: float = 0.15, steps: int = 150) -> RaceRecord:
    game = Heat(start.content)
    moves = []
    for number, move in enumerate(races.drive(game, start, steps=steps, trouble=trouble)):
        command = move.command
        if command is not None and number % 3 == 0:  # ids are any text
            command = replace(command, id=f'{number}"; x -> / id ü\n')
        if isinstance(command, StandIn) and number % 2:
            command = replace(command, reason="-> away; id 7")
        if isinstance(command, Answer) and isinstance(command.choice, Play):  # in any order
            command = replace(command, choice=Play(tuple(reversed(command.choice.cards))))
        if command is not None and command is not move.command:
            step = game.decide(move.before, command)
            assert isinstance(step, Step)
            move = replace(move, command=command, events=step.events)
        moves.append(move)
    return cast(RaceRecord, races.record_of(start, moves))


def small_race() -> Race:
    """Every kind of command once."""
    race = Race(game(), Setup((Entrant(), Entrant(), Entrant("easy")), 1, grid=(0, 1, 2), mulligan=True), SEED)

    def do(command: Any) -> None:
        assert isinstance(race.submit(command), Step)

    def question(seat: int) -> Any:
        return race.game.question(race.state, seat)

    do(Answer[Choice](0, question(0), Mulligan(), "m"))
    do(Answer[Choice](0, question(0), Gear(2)))
    do(Withdraw(0, question(0), "w"))
    do(StandIn(question(0), "clock", "s"))
    do(Answer[Choice](1, question(1), Gear(3)))
    do(StandIn(question(0), "away"))
    do(Retire(1, "r"))
    do(End("e"))
    return race


SMALL = small_race()
