"""HenHur on the command line."""

import argparse
from collections.abc import Sequence

from engine.cli.games import Played, Table
from engine.henhur import Bid, Choice, HenHur, Pick, Run, Setup, View, base_content
from engine.henhur import events as e
from engine.henhur.bots import BOTS
from engine.henhur.cards import Card, Priority
from engine.henhur.content import setup_faults
from engine.kernel import Broken

CARDS = {card.id: card for card in base_content().cards}


def priority(one: Priority) -> str:
    """`2d8`, or the number where there are no dice."""
    return f"{one.dice}d{one.sides}" if one.dice else str(one.plus)


def card_line(card: Card) -> str:
    more = f"+{card.more()}" if card.more() else ""
    burns = ", burns" if card.burn else ""
    return f"{card.title} ({card.race}{more} spaces, trick {card.trick}, priority {priority(card.priority)}{burns})"


class HenHurPlayed:
    """See `engine.cli.games.Played`."""

    bots = BOTS
    seats = 2

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """There is nothing to choose but who plays."""

    def table(self, given: argparse.Namespace, seats: int) -> Table:
        game, setup = HenHur(), Setup(seats)
        if faults := setup_faults(game.content, setup):
            raise Broken("setup", faults)
        return Table(game, setup)

    def situation(self, view: View, names: Sequence[str]) -> str:
        rules = base_content().rules
        number, turn = divmod(view.round - 1, rules.turns)
        lines = [f"Round {number + 1}, turn {turn + 1} of {rules.turns}"]
        for name, runner in zip(names, view.runners, strict=True):
            tokens = " ".join(f"{kind}×{n}" for kind, n in runner.tokens.each() if n)
            lines.append(f"  {name:<8} lap {runner.lap}, space {runner.space:>2}   {tokens}")
        if view.pool:
            lines.append("The pool: " + "; ".join(card_line(CARDS[face]) for face in view.pool))
        if view.mine is not None:
            lines.append("Your hand: " + "; ".join(card_line(CARDS[face]) for face in view.mine.hand))
        return "\n".join(lines)

    def choice(self, choice: Choice) -> str:
        title = CARDS[choice.card].title
        if isinstance(choice, Pick):
            return f"take {title}"
        words = ["run" if isinstance(choice, Run) else "bid", title, "and burn it" if choice.burn else ""]
        if isinstance(choice, Bid):
            spent: tuple[tuple[str, int], ...] = (("A+", choice.a), ("W+", choice.w))
        else:
            w = (("W+ for priority", choice.w_priority), ("W+ for spaces", choice.w_race))
            spent = (("P+", choice.p), ("P+3", choice.p3), ("R+", choice.r), *w)
        words += [f"{n} {kind}" for kind, n in spent if n]
        return " ".join(word for word in words if word)

    def sentence(self, event: object, names: Sequence[str]) -> str:
        match event:
            case e.TurnBegan(turn=turn):
                return f"Turn {turn}: {'a race' if turn % 2 else 'an auction'}."
            case e.Ran(seat=seat, terms=terms, to=to):
                return f"{names[seat]} runs {sum(n for _, n in terms)} spaces, to {to}."
            case e.Hit(seat=seat, by=by, what="damage"):
                return f"{names[by]} damages {names[seat]}."
            case e.Hit(seat=seat, by=by, n=n):
                return f"{names[by]} sends {names[seat]} back {n}."
            case e.Burned(seat=seat, card=card):
                return f"{names[seat]} burns {CARDS[card].title}."
            case e.BidsShown(bids=bids):
                told = ", ".join(f"{names[bid.seat]} {bid.trick} ({CARDS[bid.choice.card].title})" for bid in bids)
                return f"The tricks: {told}."
            case e.CardsShown(cards=cards):
                told = ", ".join(f"{names[one.seat]} {one.priority} ({CARDS[one.choice.card].title})" for one in cards)
                return f"The priorities: {told}."
            case e.Picked(seat=seat, card=card):
                return f"{names[seat]} takes {CARDS[card].title}."
            case e.Finished(ranking=ranking):
                return f"It is over. {names[ranking[0]]} is first."
        return ""


PLAYED: Played = HenHurPlayed()
