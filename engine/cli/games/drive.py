"""A game in the terminal: you have one seat, bots the others."""

import argparse
from collections.abc import Sequence
from typing import Any

import engine
from engine.cli.games import AnyBot, Played, Table, chosen_bots, played
from engine.cli.games.matches import seated
from engine.cli.options import add_seed, check_writable, chosen_seed, write_bytes
from engine.kernel import Entry, Question, Record, Refusal, Seed, Withdrawal, command_for, derive, encode, fold

YOU = "Ada"
OTHERS = ("Otto", "Petra", "Quim", "Rosa", "Sven", "Tilde", "Ugo", "Vera", "Willem")
HELP = "Type the number of a choice; Enter lets a good player choose; “quit” leaves the table."


class Quit(Exception):
    """The player leaves the table."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", game: str) -> None:
    parser = commands.add_parser("drive", help="play in the terminal", description=f"Play in the terminal. {HELP}")
    played(game).add_options(parser)
    add_seed(parser)
    strongest = list(played(game).bots)[-1]
    parser.add_argument(
        "--opponents",
        default=",".join([strongest] * (played(game).seats - 1)),
        help=f"who plays against you, with commas: {', '.join(played(game).bots)} (default: %(default)s)",
    )
    parser.add_argument("--record", metavar="FILE", help="write the record of the game to a file when it is over")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    game = played(given.game)
    opponents = chosen_bots(game, given.opponents, "--opponents")
    table = game.table(given, len(opponents) + 1)
    if given.record:
        check_writable(given.record, "record")
    bots = seated(game, table, (list(game.bots)[-1], *opponents))
    dialogue = Dialogue(game, table, bots, chosen_seed(given.seed))
    try:
        dialogue.play()
    except Quit:
        print("\nYou leave the table. Until the next game!")
    if given.record:
        write_bytes(given.record, encode(dialogue.record()), "record")
        print(f"The record is in {given.record}.")
    return 0


class Dialogue:
    """The player's place at the terminal. The first of the bots advises the player."""

    def __init__(self, played: Played, table: Table, bots: Sequence[AnyBot], seed: Seed) -> None:
        self.played, self.game, self.setup, self.bots, self.seed = played, table.game, table.setup, bots, seed
        self.names = (YOU, *OTHERS[: len(bots) - 1])
        events = self.game.start(self.setup, seed)
        self.state = fold(self.game, events)
        self.entries = [Entry[Any, Any](None, events)]

    def play(self) -> None:
        print(f"You are {YOU}. {HELP}")
        self._tell(self.entries[0].events)
        while waiting := self.game.awaiting(self.state):
            mine = next((question for question in waiting if question.seat == 0), None)
            question = mine or waiting[0]
            self._do(question, self._asked(question) if mine else self._advised(question))
        places = self.game.places(self.game.view(self.state, None))
        print("\nThe result")
        for place, name in sorted(zip(places, self.names, strict=True)):
            print(f"  {place:>2}  {name}")

    def _advised(self, question: Question) -> Any:
        """What the bot of this seat chooses."""
        view, choices = self.game.view(self.state, question.seat), self.game.legal(self.state, question.seat)
        return self.bots[question.seat].choose(view, choices, derive(self.seed, f"bot {question}"))

    def _do(self, question: Question, choice: Any) -> None:
        command = command_for(question, choice)
        step = self.game.decide(self.state, command)
        assert not isinstance(step, Refusal), f"a choice that is offered is refused: {step}"
        self.state = step.state
        self.entries.append(Entry(command, step.events))
        self._tell(step.events)

    def _tell(self, events: Sequence[Any]) -> None:
        for event in events:
            if text := self.played.sentence(self.game.see(event, 0), self.names):
                print("  " + text)

    def _asked(self, question: Question) -> Any:
        """The choice of the player."""
        choices = [choice for choice in self.game.legal(self.state, 0) if not isinstance(choice, Withdrawal)]
        print("\n" + self.played.situation(self.game.view(self.state, 0), self.names))
        for number, choice in enumerate(choices, start=1):
            print(f"  {number:>2}  {self.played.choice(choice)}")
        while True:
            line = self._line()
            if not line:
                choice = self._advised(question)
                print(f"  ({self.played.choice(choice)})")
                return choice
            if line.isascii() and line.isdecimal() and 1 <= int(line[:9]) <= len(choices):
                return choices[int(line[:9]) - 1]
            print(f"  {HELP}")

    @staticmethod
    def _line() -> str:
        try:
            line = input("> ").strip().lower()
        except EOFError:
            raise Quit from None
        if line in {"quit", "exit", "q"}:
            raise Quit
        return line

    def record(self) -> Record[Any, Any, Any, Any, Any]:
        """The record so far."""
        return Record(
            game=self.game.name,
            engine=engine.__version__,
            content=getattr(self.game, "content", None),
            setup=self.setup,
            seed=self.seed,
            entries=tuple(self.entries),
        )
