"""Last Card in the terminal."""

import argparse
from collections.abc import Sequence

from engine.cli.games import Played, Table
from engine.kernel import Broken, Fault
from engine.lastcard import Choice, Content, Event, LastCard, Play, Setup, View, rule_sets
from engine.lastcard.bots import BOTS
from engine.lastcard.events import (
    Caught,
    Challenged,
    DirectionTurned,
    Drew,
    Finished,
    HandShown,
    Passed,
    PassedOver,
    Retired,
    RoundBegan,
    RoundWon,
    TurnedAgain,
)
from engine.lastcard.events import (
    Played as CardPlayed,
)

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "": "any colour"}
SYMBOLS = {"S": "Skip", "R": "Reverse", "D": "Draw Two", "W": "Wild", "W4": "Wild Draw Four"}
WORDS = {
    "draw": "draw a card",
    "pass": "pass",
    "keep": "keep the card",
    "accept": "take four cards",
    "challenge": "challenge",
    "letgo": "let it go",
    "catch": "catch",
    "next": "next round",
}


class LastCardPlayed:
    """See `engine.cli.games.Played`."""

    bots = BOTS
    seats = 4

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        names = ", ".join(rule_sets())
        parser.add_argument("--rules", default=next(iter(rule_sets())), help=f"the rule set: {names}")
        parser.add_argument("--target", type=int, help="points that end the match: 0 (one round), 200 or 500")

    def table(self, given: argparse.Namespace, seats: int) -> Table:
        rules = rule_sets().get(given.rules)
        if rules is None:
            text = f"there is no rule set “{given.rules}”, but {', '.join(rule_sets())}"
            raise Broken("options", (Fault("--rules", "unknown", text),))
        target = rules.target if given.target is None else given.target
        return Table(LastCard(Content()), Setup(seats, rules.hand, target, rules.draw_four, rules.calls))

    def situation(self, view: View, names: Sequence[str]) -> str:
        seats = (
            f"{name} {cards} ({score})" for name, cards, score in zip(names, view.cards, view.scores, strict=False)
        )
        return "\n".join(
            (
                f"Round {view.round} · on top: {face(view.discard[0])} · {COLOURS[view.colour]} · pile {view.pile}",
                "Cards (points): " + ", ".join(seats),
                "Your hand: " + ", ".join(map(face, view.hand)),
            )
        )

    def choice(self, choice: Choice) -> str:
        if isinstance(choice, Play):
            named = f", {COLOURS[choice.colour]}" if choice.colour else ""
            return face(choice.card) + named + (" – last card!" if choice.call else "")
        return WORDS[type(choice).__name__.lower()]

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        match event:
            case RoundBegan(number, _, _, _, top):
                return f"Round {number}. The first card is {face(top)}."
            case TurnedAgain(_, top):
                return f"It goes back; the first card is {face(top)}."
            case CardPlayed(seat, card, colour, call):
                named = f", {COLOURS[colour]}" if card[0] == "W" else ""
                return f"{names[seat]}: {face(card)}{named}" + (" – last card!" if call else "")
            case Drew(seat, _, count, cards):
                return f"{names[seat]} draws {count}" + (f": {', '.join(map(face, cards))}" if cards else "")
            case PassedOver(seat):
                return f"{names[seat]} is passed over."
            case Passed(seat):
                return f"{names[seat]} passes."
            case DirectionTurned():
                return "The direction turns."
            case Challenged(seat, player, guilty):
                return f"{names[seat]} challenges {names[player]}, and is {'right' if guilty else 'wrong'}."
            case HandShown(seat, _, hand) if hand:
                return f"{names[seat]} shows {', '.join(map(face, hand))}."
            case Caught(seat, player):
                return f"{names[seat]} catches {names[player]}."
            case RoundWon(seat, points):
                return f"{names[seat]} wins the round with {points} points." if seat >= 0 else "Nobody wins the round."
            case Retired(seat):
                return f"{names[seat]} leaves."
            case Finished(reason):
                return f"The match is over ({reason})."
        return ""


def face(card: str) -> str:
    """A card in words."""
    if card[0] == "W":
        return SYMBOLS[card]
    return f"{COLOURS[card[0]]} {SYMBOLS.get(card[1], card[1])}"


PLAYED: Played = LastCardPlayed()
