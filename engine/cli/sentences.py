"""A race in English for the terminal: cards, choices, events as one viewer sees them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.heat import events as e
from engine.heat import masking
from engine.heat.cards import Card
from engine.heat.choices import Choice
from engine.heat.course import Course
from engine.heat.english import card_list, place
from engine.heat.forecast import Explanation, Term
from engine.heat.tables import SHIPPED
from engine.kernel import Withdrawal

PHASE_WORDS = {
    "draft": "Choose an upgrade",
    "snake_draft": "Choose an upgrade",
    "random_draft": "Upgrades by chance",
    "give_up": "Give an upgrade back",
    "swap": "Swap an upgrade",
    "gears": "Shift gears",
    "cards": "Play cards",
    "reveal": "Reveal and move",
    "adrenaline": "Adrenaline",
    "react": "React",
    "slipstream": "Slipstream",
    "corners": "Check corners",
    "discard": "Discard",
    "replenish": "Replenish",
}

REASONS = {
    "flag": "The race is over.",
    "no_driver": "No driver is left in the race; it ends as it stands.",
    "unattended": "Nobody has driven for three rounds; the race ends as it stands.",
    "round_limit": "The last round allowed is over; the race ends as it stands.",
    "ended": "The race was ended.",
}

ITEMS = {"cooldown": "cooldown {}", "adrenaline": "adrenaline (+{} speed)"}
"""The kinds of items in `AdrenalineGiven`."""

MOVES: Mapping[str, str] = {"cards": "", "legend": "", **SHIPPED.moved}
"""What follows the distance of a move, by `Moved.why`; `cards` and `legend` are moves of phase 3, not of an action."""

_SYMBOLS = {symbol.name: symbol.text for symbol in SHIPPED.symbols}

GAINS = {
    "press": "for the press",
    "event": "for the race",
    "speed": "for speed",
    "overtaking": "for overtaking",
    "first_lap": "for an early first lap",
}

PLACES = {"engine": "engine", "hand": "hand", "discard": "discard pile", "draw": "draw pile"}


def card_text(card: Card) -> str:
    """A card with its numbers and symbols: `up11 (6, costs 1 Heat, cooldown 1)`."""
    if card.kind == "heat":
        return f"{card.id} (is Heat)"
    parts = [" or ".join(map(str, card.worth)), *(_SYMBOLS[key].format(count) for key, count in card.symbols.items())]
    return f"{card.id} ({', '.join(parts)})"


NO_CARDS: Mapping[str, Card] = {}


def choice_text(choice: Choice | Withdrawal, cards: Mapping[str, Card] = NO_CARDS) -> str:
    """A choice as a line of a menu; with the cards, upgrades are told with their numbers and symbols."""

    if isinstance(choice, Withdrawal):
        return "take the answer back"
    return SHIPPED.moves[type(choice)].menu(choice, lambda face: card_text(cards[face]) if face in cards else face)


def sentence(event: masking.Seen, names: Sequence[str], course: Course) -> str:
    """What happened, for the log; empty for what needs no telling."""
    kind = type(event)
    said = SHIPPED.forms[kind].sentence if kind in SHIPPED.forms else _SENTENCES.get(kind)
    seat = getattr(event, "seat", None)
    return said(event, names[seat] if seat is not None else "", course) if said else ""


def _flipped(event: e.Flipped, who: str, course: Course) -> str:
    turned = card_list(event.cards)
    if event.worth is None and not event.cards:
        return ""
    if event.worth is None:
        return f"{who} turns {turned}; the pile is empty."
    return f"{who} flips {turned}: {event.worth}."


def _corner(event: e.CornerTaken, who: str, course: Course) -> str:
    line = course.space(event.line)
    if not event.heat:
        return f"{who} takes corner {line} at speed {event.speed}, limit {event.limit}."
    overheat = f" ({event.overheat} of it for the hot road)" if event.overheat else ""
    return f"{who} takes corner {line} at speed {event.speed}, limit {event.limit}: pays {event.heat} Heat{overheat}."


def _spun_out(event: e.SpunOut, who: str, course: Course) -> str:
    return (
        f"{who} SPINS OUT at {course.space(event.line)}: {event.speed} over a limit of {event.limit} is more than "
        f"{event.heat} Heat can pay. Back to {place(course, event.at)}, {event.stress} Stress, 1st gear."
    )


def _moved(event: e.Moved, who: str, course: Course) -> str:
    return f"{who} moves {event.distance}{MOVES.get(event.why, '')} to {place(course, event.at)}."


def _items(event: e.ReactBegan | e.AdrenalineGiven, who: str, course: Course) -> str:
    return f"{who} has {', '.join(ITEMS[item.kind].format(item.amount) for item in event.items)}."


def _dealt(event: masking.DealtSeen, who: str, course: Course) -> str:
    return f"{who} starts with {len(event.discard)} Heat in the discard pile." if event.discard else ""


def _sponsors(event: masking.SponsorsDrawnSeen, who: str, course: Course) -> str:
    which = f": {card_list(event.cards)}" if event.cards else ""
    count = "a sponsor card" if event.count == 1 else f"{event.count} sponsor cards"
    return f"{who} draws {count} {GAINS.get(event.why, '')}{which}."


def _roads(event: masking.RoadsLaidSeen, who: str, course: Course) -> str:
    laid = zip(course.token_lines, event.tokens, strict=False)
    return "On the road: " + ", ".join(f"{token.replace('_', ' ')} at {line}" for line, token in laid) + "."


SILENT: frozenset[type] = frozenset(
    {
        masking.StartedSeen,  # the race says so itself
        masking.StoodInSeen,  # its answers are told like any others
        masking.ChosenSeen,
        masking.ReshuffledSeen,
        masking.DrewSeen,
        e.MarketClosed,
        e.Asked,
        e.Withdrew,
        e.ReactBegan,
        e.Cleared,
    }
)
"""What happens without a sentence."""

_SENTENCES: Mapping[type, Callable[[Any, str, Course], str]] = {
    e.RoundBegan: lambda event, who, course: f"— Round {event.round} —",
    masking.MarketDealtSeen: lambda event, who, course: f"On the market: {card_list(event.cards)}.",
    masking.WeatherDrawnSeen: lambda event, who, course: f"The weather: {event.card}.",
    masking.RoadsLaidSeen: _roads,
    masking.SponsorsDrawnSeen: _sponsors,
    masking.DealtSeen: _dealt,
    e.Flipped: _flipped,
    masking.LegendCardTurnedSeen: lambda event, who, course: f"The Legends drive by card {event.card}.",
    e.Moved: _moved,
    e.AdrenalineGiven: _items,
    e.CornerTaken: _corner,
    e.SpunOut: _spun_out,
    e.HeatLost: lambda event, who, course: f"{who} loses a Heat of the {PLACES[event.place]} for good.",
    e.SponsorsSpent: lambda event, who, course: f"{card_list(event.cards)} of {who} left the race.",
    e.CameHome: lambda event, who, course: f"{who} is home, place {event.place}.",
    e.Finished: lambda event, who, course: REASONS[event.reason],
}


def _sum(terms: Sequence[Term]) -> str:
    """A number, and what it is made of if that is more than one thing: `7, token -1 = 6`."""
    total = sum(term.amount for term in terms)
    if len(terms) < 2:
        return str(total)
    rest = ", ".join(f"{term.source.replace('_', ' ')} {term.amount:+}" for term in terms[1:])
    return f"{terms[0].amount}, {rest} = {total}"


def forecast_text(explanation: Explanation, course: Course) -> list[str]:
    """What a choice costs and may lead to, a line each."""
    lines = []
    if explanation.heat:
        costs = " + ".join(f"{term.source.replace('_', ' ')} {term.amount}" for term in explanation.heat)
        lines.append(f"costs {sum(term.amount for term in explanation.heat)} Heat ({costs})")
    for outcome in explanation.outcomes:
        share = "" if explanation.ways == 1 else f"{100 * outcome.weight / explanation.ways:.0f} %: "
        line = f"{share}speed {outcome.speed}, to {place(course, outcome.at)}"
        for corner in outcome.corners:
            line += f"; corner {course.space(corner.line)} (limit {_sum(corner.limit)})"
            line += " SPINS OUT" if corner.spin_out else f" pays {corner.owed} Heat" if corner.owed else " free"
        lines.append(line)
    return lines
