"""A race in the terminal: you drive one car, bots, Legends or stand-ins the others."""

import argparse
import sys
from collections.abc import Callable, Sequence

import engine
from engine.cli import words
from engine.cli.options import add_content, add_seed, chosen_game, chosen_seed, write_bytes
from engine.cli.strip import road
from engine.heat import Discard, Entrant, Play, Setup, View
from engine.heat.bots import BOTS, Bot
from engine.heat.bots.cast import cast
from engine.heat.choices import Choice, Choices
from engine.heat.race import Race
from engine.heat.simulation import LEGEND, answer, bots, entrants
from engine.kernel import Answer, Question, Refusal, encode

YOU = "Ada"
STAND_INS = ("Otto", "Petra", "Quim", "Rosa", "Sven", "Tilde", "Ugo", "Vera", "Willem", "Xenia", "Yves")
HELP = (
    "A number chooses from the menu, cards are typed as their faces (for example: 1 3 stress). Before either, “?” "
    "shows what would come of it. Enter alone does what a good driver might do. “quit” leaves the table."
)


class Quit(Exception):
    """The driver leaves the table."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "drive", help="drive a race in the terminal", description="Drive a race in the terminal. " + HELP
    )
    add_content(parser)
    add_seed(parser)
    parser.add_argument(
        "--opponents",
        default="racer,cautious,legend",
        help="who drives against you: bots, stand_in, legend:ROW; with commas (default: %(default)s)",
    )
    parser.add_argument("--record", metavar="FILE", help="write the record of the race to a file when it is over")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    game = chosen_game(given)
    opponents = [word.strip() for word in given.opponents.split(",") if word.strip()]
    setup = Setup((Entrant(), *entrants(game, opponents)), given.laps or game.content.track.laps, mulligan=True)
    race = Race(game, setup, chosen_seed(given.seed))
    try:
        Seat(race, 0, (YOU, *names(opponents)), (None, *bots(game, opponents))).drive()
    except Quit:
        print("\nYou leave the table. Until the next race!")
    if given.record:
        write_bytes(given.record, encode(race.record(engine.__version__)), "record")
        print(f"The record is in {given.record}.")
    return 0


def names(opponents: Sequence[str]) -> tuple[str, ...]:
    """Names for the opponents: of our cast for bots, by their row for Legends."""
    actors = list(cast())
    extras = list(STAND_INS)
    found = []
    for number, opponent in enumerate(opponents, start=1):
        actor = next((driver for driver in actors if driver.bot == opponent), None)
        if actor is not None:
            actors.remove(actor)
            found.append(actor.name)
        elif opponent.startswith(LEGEND):
            found.append(f"Legend {number}")
        else:
            found.append(extras.pop(0) if extras else f"Driver {number}")
    return tuple(found)


class Seat:
    """The driver's place at the terminal: what is shown, and what is read."""

    def __init__(self, race: Race, seat: int, names: Sequence[str], bots: Sequence[Bot | None]) -> None:
        self.race = race
        self.game = race.game
        self.seat = seat
        self.names = names
        self.bots = bots
        self.adviser = BOTS["racer"](race.game)

    def drive(self) -> None:
        """Drive to the flag."""
        track = self.game.content.track
        print(
            f"{track.name}, {self.race.setup.laps} laps, {self.game.content.rules.name} rules. "
            f"You are {self.names[self.seat]}."
        )
        self.tell()
        while waiting := self.game.awaiting(self.race.state):
            mine = [question for question in waiting if question.seat == self.seat]
            if mine:
                self.ask(mine[0])
            else:
                answer(self.race, self.bots[waiting[0].seat], waiting[0])
            self.tell()
        self.result()

    def tell(self) -> None:
        """Print what the last command led to, as this seat sees it."""
        for event in self.race.events:
            if text := words.sentence(self.game.see(event, self.seat), self.names, self.game.course):
                print("  " + text)

    def ask(self, question: Question) -> None:
        view = self.game.view(self.race.state, self.seat)
        choices = self.game.legal(self.race.state, self.seat)
        self.show(view, question)
        menu = self.menu(choices)
        while True:
            choice = self.read(question, choices, menu)
            if choice is None:
                continue
            refused = self.race.submit(Answer(self.seat, question, choice))
            if not isinstance(refused, Refusal):
                return
            print("  " + refused.sentence)

    def show(self, view: View, question: Question) -> None:
        assert view.mine is not None
        car = view.cars[self.seat]
        print()
        if question.phase == "gears":
            print(road(view, self.game.course, self.names))
        print(f"{words.PHASE_WORDS[question.phase]} · gear {car.gear} · {car.engine} Heat in the engine")
        print(f"Your hand: {words.card_list(view.mine.hand)}   (draw pile {car.draw}, discard pile {len(car.discard)})")

    @staticmethod
    def menu(choices: Choices) -> list[Choice]:
        """Print the choices that have a number; sets of cards are typed."""
        if choices.make is not None:
            what = f"Play {choices.least} of" if choices.make is Play else "Throw away any of"
            print(f"{what}: {words.card_list(choices.cards)}")
            return []
        menu = [choice for choice in choices.others if isinstance(choice, Choice)]
        for number, choice in enumerate(menu, start=1):
            print(f"  {number}  {words.choice_text(choice)}")
        return menu

    def read(self, question: Question, choices: Choices, menu: list[Choice]) -> Choice | None:
        """Read one line: a choice, or None after an answer to something else."""
        try:
            line = input("> ").strip().lower()
        except EOFError:
            raise Quit from None
        if line in {"quit", "exit", "q"}:
            raise Quit
        if line in {"help", "h"}:
            print(HELP)
            return None
        preview = line.startswith("?")
        line = line.removeprefix("?").strip()
        choice = self.meant(line, question, choices, menu)
        if choice is None or not preview:
            return choice
        explanation = self.game.explain(self.game.view(self.race.state, self.seat), choice)
        told = [explanation.refused.sentence] if explanation.refused else []
        for text in told or words.forecast_text(explanation, self.game.course) or ["costs nothing, moves nothing"]:
            print("  " + text)
        return None

    def meant(self, line: str, question: Question, choices: Choices, menu: list[Choice]) -> Choice | None:
        """The choice that a line names; None, with a word of advice, if it names none."""
        if not line:
            choice = self.adviser.choose(self.game.view(self.race.state, self.seat), choices, self.race.seed)
            print(f"  ({words.choice_text(choice)})")
            return choice
        if choices.make is not None:
            make: Callable[[tuple[str, ...]], Choice] = Play if choices.make is Play else Discard
            return make(() if line in {"-", "0 cards", "none", "nothing"} else tuple(line.replace(",", " ").split()))
        if line.isdecimal() and 1 <= int(line) <= len(menu):
            return menu[int(line) - 1]
        print(f"  Type a number from 1 to {len(menu)}, or “help”.")
        return None

    def result(self) -> None:
        state = self.race.state
        print("\nThe result")
        for place, seat in enumerate(self.game.view(state, None).ranking, start=1):
            car = state.cars[seat]
            laps = ", ".join(f"lap {lap} in round {done}" for lap, done in enumerate(car.laps, start=1)) or "no lap"
            print(f"  {place:>2}  {self.names[seat]:<18} {'retired' if car.status == 'retired' else laps}")
        sys.stdout.flush()
