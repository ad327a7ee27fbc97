"""Whole races between bots and Legends, for figures: one race is one call, and the same seed gives the same race."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.heat.bots import BOTS
from engine.heat.bots.bot import Bot
from engine.heat.events import Event, SpunOut
from engine.heat.game import Heat
from engine.heat.race import Race
from engine.heat.state import Entrant, Setup
from engine.kernel.chance import Seed, derive
from engine.kernel.commands import Question, StandIn, command_for
from engine.kernel.faults import Broken, Fault
from engine.kernel.refusals import Refusal
from engine.kernel.seats import all_seats

LEGEND = "legend"
STAND_IN = "stand_in"


class Driven(Struct, frozen=True):
    """How one race went: seats from first to last, rounds, spin-outs by seat, and why it ended."""

    ranking: tuple[int, ...]
    rounds: int
    spin_outs: tuple[int, ...]
    ended: str
    decisions: int


def entrant(game: Heat, driver: str, legends_before: int, option: str = "--drivers") -> Entrant:
    """Who starts for a word like `racer`, `stand_in`, `legend:medium` or `legend` (the next helmet)."""
    kind, _, row = driver.partition(":")
    if kind != LEGEND:
        if driver not in BOTS and driver != STAND_IN:
            known = ", ".join((*BOTS, STAND_IN, *(f"{LEGEND}:{row}" for row in game.content.legends.rows)))
            raise Broken("options", (Fault(option, "unknown", f"there is no driver “{driver}”, but {known}"),))
        return Entrant()
    deck = game.content.legends
    return Entrant(legend=row or deck.row(legends_before, deck.rows[len(deck.rows) // 2]))


def entrants(game: Heat, drivers: Sequence[str], option: str = "--drivers") -> tuple[Entrant, ...]:
    """Who starts, for a list of words that an option was given."""
    found: list[Entrant] = []
    for driver in drivers:
        found.append(entrant(game, driver, sum(one.legend is not None for one in found), option))
    return tuple(found)


def bots(game: Heat, drivers: Sequence[str]) -> tuple[Bot | None, ...]:
    """The bot of each seat; none for Legends and stand-ins."""
    return tuple(BOTS[driver](game) if driver in BOTS else None for driver in drivers)


def let_bots_drive(race: Race, seats: Sequence[Bot | None]) -> None:
    """Drive a race without people to its end."""
    while waiting := race.game.awaiting(race.state):
        answer(race, seats[waiting[0].seat], waiting[0])


def answer(race: Race, bot: Bot | None, question: Question) -> None:
    """Answer one question: the bot from its own view and the choices, or a stand-in where there is none."""
    if bot is None:
        done = race.submit(StandIn(question, "away"))
    else:
        view, choices = race.game.view(race.state, question.seat), race.game.legal(race.state, question.seat)
        dice = derive(race.seed, f"bot {question}")
        done = race.submit(command_for(question, bot.choose(view, choices, dice)))
    assert not isinstance(done, Refusal), f"{bot} chose what is refused: {done}"


def simulate(
    game: Heat, drivers: Sequence[str], laps: int, seed: Seed, grid: tuple[int, ...], **modules: Any
) -> Driven:
    """Drive one race to its end. `modules` are further fields of the set-up."""
    race = Race(game, Setup(entrants(game, drivers), laps, grid=grid, **modules), seed)
    let_bots_drive(race, bots(game, drivers))
    happened: list[Event] = [event for entry in race.entries for event in entry.events]
    spins = tuple(
        sum(isinstance(event, SpunOut) and event.seat == seat for event in happened) for seat in all_seats(len(drivers))
    )
    ranking = game.view(race.state, None).ranking
    return Driven(ranking, race.state.round, spins, race.state.ended, len(race.entries) - 1)
