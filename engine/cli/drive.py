"""A race in the terminal: you drive one car, bots, Legends or stand-ins the others."""

import argparse
import sys
from collections.abc import Sequence

import engine
from engine.cli import sentences
from engine.cli.options import (
    DRIVERS,
    add_content,
    add_modules,
    add_seed,
    check_writable,
    chosen_game,
    chosen_laps,
    chosen_modules,
    chosen_seed,
    write_bytes,
)
from engine.cli.strip import road
from engine.heat import Boost, Discard, Entrant, Gear, LeaveRace, Mulligan, Play, Setup, View
from engine.heat.bots import BOTS, Bot
from engine.heat.bots.cast import cast
from engine.heat.choices import CardSets, Choice, Choices
from engine.heat.english import card_list, counted
from engine.heat.moves.salvage import Salvage
from engine.heat.race import Race
from engine.heat.simulation import LEGEND, answer, bots, entrants
from engine.kernel import Answer, Question, Refusal, encode

YOU = "Ada"
STAND_INS = ("Otto", "Petra", "Quim", "Rosa", "Sven", "Tilde", "Ugo", "Vera", "Willem", "Xenia", "Yves")
HELP = """\
  3           the third choice of a menu; gears go by their own number
  1 3 stress  these cards, by their faces; “-” for none
  1 3 ^ up32  throw 1 and 3 away, put up32 back on the draw pile (the last one on top)
  up22: 4 4   take these cards back by an upgrade
  ? 1 3       what would come of it, before any of these
  Enter       do what a good driver might do
  retire      leave the race; “quit” leaves the table
On the map a column is a space and a row a lane: numbers stand over corner lines and are speed limits, | is a corner
line, ~ water, = a tunnel. You are asked some questions that have one answer, so that nobody learns what you hold."""
RETIRE = "retire"
NEW_HAND = "new hand"


class Quit(Exception):
    """The driver leaves the table."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "drive",
        help="drive a race in the terminal",
        description="Drive a race in the terminal.\n\n" + HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_content(parser)
    add_seed(parser)
    add_modules(parser)
    parser.add_argument(
        "--opponents",
        default="racer,cautious,legend",
        help=f"who drives against you, with commas: {DRIVERS} (default: %(default)s)",
    )
    parser.add_argument("--record", metavar="FILE", help="write the record of the race to a file when it is over")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    game = chosen_game(given)
    opponents = [word.strip() for word in given.opponents.split(",") if word.strip()]
    cars = (Entrant(), *entrants(game, opponents, "--opponents"))
    if given.record:
        check_writable(given.record, "record")
    setup = Setup(cars, chosen_laps(given, game), mulligan=True, **chosen_modules(given))
    race = Race(game, setup, chosen_seed(given.seed))
    try:
        Dialogue(race, 0, (YOU, *names(opponents)), (None, *bots(game, opponents))).drive()
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
            row = opponent.partition(":")[2]
            found.append(f"Legend {number}" + (f" ({row})" if row else ""))
        else:
            found.append(extras.pop(0) if extras else f"Driver {number}")
    return tuple(found)


def keyed(choices: Sequence[Choice]) -> dict[str, Choice]:
    """The choices under what is typed for them: gears by their number, what ends or costs a lot by a word."""
    words_for: dict[type[Choice], str] = {LeaveRace: RETIRE, Mulligan: NEW_HAND}
    menu: dict[str, Choice] = {}
    for number, choice in enumerate(choices, start=1):
        key = str(choice.gear) if isinstance(choice, Gear) else words_for.get(type(choice), str(number))
        menu[key] = choice
    return menu


def refreshing(group: CardSets) -> tuple[str, ...]:
    """The cards that choices of this group put back on the draw pile, in card order."""
    example = group[0]
    return tuple(sorted(example.refresh)) if isinstance(example, Discard) else ()


def typed(line: str, choices: Choices) -> Choice | None:
    """The choice of cards that a line means; None where no cards are asked for in this form."""
    if not choices.sets:
        return None
    example = choices.sets[0][0]
    if isinstance(example, Play):
        return Play(faces(line))
    if isinstance(example, Discard):
        cards, _, again = line.partition("^")
        return Discard(faces(cards), faces(again))
    card, colon, cards = line.partition(":")
    return Salvage(card.strip(), faces(cards)) if colon else None


def faces(text: str) -> tuple[str, ...]:
    """The cards that are typed: between spaces or commas, or a word for none."""
    found = tuple(text.replace(",", " ").split())
    return () if found in {("-",), ("none",), ("nothing",)} else found


class Dialogue:
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
            f"{track.name}, {counted(self.race.setup.laps, 'lap')}, {self.game.content.rules.name} rules. "
            f"You are {self.names[self.seat]}. “help” explains; Enter alone lets a good driver choose."
        )
        self.print_events()
        while waiting := self.game.awaiting(self.race.state):
            mine = [question for question in waiting if question.seat == self.seat]
            if mine:
                self.ask(mine[0])
            else:
                answer(self.race, self.bots[waiting[0].seat], waiting[0])
            self.print_events()
        self.result()

    def print_events(self) -> None:
        """Print what the last command led to, as this seat sees it."""
        for event in self.race.events:
            if text := sentences.sentence(self.game.see(event, self.seat), self.names, self.game.course):
                print("  " + text)

    def ask(self, question: Question) -> None:
        view = self.game.view(self.race.state, self.seat)
        choices = self.game.legal(self.race.state, self.seat)
        self.show(view, question)
        menu = self.menu(view, choices)
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
            print(road(self.game, view, self.names))
        if not question.round:
            print(sentences.PHASE_WORDS[question.phase])
            print(f"Your upgrades: {self.described(car.upgrades)}")
            return
        print(f"{sentences.PHASE_WORDS[question.phase]} · gear {car.gear} · {car.engine} Heat in the engine")
        piles = f"(draw pile {car.draw}, discard pile {len(car.discard)})"
        print(f"Your hand: {card_list(view.mine.hand)}   {piles}")
        if special := [face for face in dict.fromkeys((*view.mine.hand, *car.play)) if self.is_special(face)]:
            print(f"           {self.described(special)}")

    def is_special(self, face: str) -> bool:
        """Whether the face alone does not say what the card does."""
        return self.game.cards[face].kind in {"upgrade", "sponsor"}

    def described(self, faces: Sequence[str]) -> str:
        return ", ".join(sentences.card_text(self.game.cards[face]) for face in faces) or "none"

    def menu(self, view: View, choices: Choices) -> dict[str, Choice]:
        """Print the choices that are not sets of cards, each under the key that chooses it."""
        for group in choices.sets:
            example = group[0]
            if isinstance(example, Play):
                print(f"Play {group.least} of: {card_list(group.cards)}")
            elif isinstance(example, Salvage):
                print(f"  {example.card}:  take back up to {group.most} of: {card_list(group.cards)}")
        if choices.sets and isinstance(choices.sets[0][0], Discard):
            longest = choices.sets[-1]
            most = "any" if longest.most == len(longest.cards) else f"at most {longest.most}"
            print(f"Throw away {most} of: {card_list(longest.cards)}   (“-” for none)")
            if again := refreshing(longest):
                print(f"  ^  put back on the draw pile any of: {card_list(again)}")
        menu = keyed([choice for choice in choices.others if isinstance(choice, Choice)])
        width = max(map(len, menu), default=0)
        for key, choice in menu.items():
            text = sentences.choice_text(choice, self.game.cards)
            if isinstance(choice, Boost) and not self.boost_cost(view):
                text = "boost: free here, flip for speed"
            print(f"  {key:<{width}}  {text}")
        return menu

    def boost_cost(self, view: View) -> int:
        explanation = self.game.explain(view, Boost())
        return sum(term.amount for term in explanation.heat)

    def read(self, question: Question, choices: Choices, menu: dict[str, Choice]) -> Choice | None:
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
        lines = [explanation.refused.sentence] if explanation.refused else []
        if isinstance(choice, LeaveRace):
            lines = ["ends your race: you rank behind all who drive on"]
        for text in lines or sentences.forecast_text(explanation, self.game.course) or ["costs nothing, moves nothing"]:
            print("  " + text)
        return None

    def meant(self, line: str, question: Question, choices: Choices, menu: dict[str, Choice]) -> Choice | None:
        """The choice that a line names; None, with a word of advice, if it names none."""
        if not line:
            choice = self.adviser.choose(self.game.view(self.race.state, self.seat), choices, self.race.seed)
            print(f"  ({sentences.choice_text(choice, self.game.cards)})")
            return choice
        if (chosen := typed(line, choices)) is not None:
            return chosen
        if (chosen := menu.get(line)) is not None:
            return chosen
        print(f"  Type one of: {', '.join(menu)}; or “help”." if menu else "  Type cards, or “help”.")
        return None

    def result(self) -> None:
        state = self.race.state
        print("\nThe result")
        for place, seat in enumerate(self.game.view(state, None).ranking, start=1):
            car = state.cars[seat]
            laps = ", ".join(f"lap {lap} in round {done}" for lap, done in enumerate(car.laps, start=1)) or "no lap"
            print(f"  {place:>2}  {self.names[seat]:<18} {'retired' if car.status == 'retired' else laps}")
        sys.stdout.flush()
