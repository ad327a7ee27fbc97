"""A race in English for the terminal: cards, choices, events as one viewer sees them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.heat import choices as c
from engine.heat import events as e
from engine.heat import seen
from engine.heat.course import Course
from engine.heat.explain import Explanation
from engine.kernel import Withdrawal

PHASE_WORDS = {
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

ITEMS = {"cooldown": "cooldown {}", "boost": "a boost", "adrenaline": "adrenaline (+{} speed)"}
MOVES = {"cards": "", "boost": " by the boost", "adrenaline": " by adrenaline", "slipstream": " in the slipstream"}


def card_list(cards: Sequence[str]) -> str:
    return " ".join(cards) if cards else "nothing"


def spaces(count: int) -> str:
    return f"{count} space" if count == 1 else f"{count} spaces"


def choice_text(choice: c.Choice | Withdrawal) -> str:
    """A choice as a line of a menu."""
    match choice:
        case c.Gear(gear):
            return f"gear {gear}"
        case c.Mulligan():
            return "pay 1 Heat for a new hand"
        case c.LeaveRace():
            return "retire from the race"
        case c.Play(cards):
            return f"play {card_list(cards)}"
        case c.Value(card, worth):
            return f"{card} counts {worth}"
        case c.Cool(heat):
            return f"cool {heat} Heat"
        case c.Boost():
            return "boost: pay 1 Heat, flip for speed"
        case c.Adrenaline():
            return "adrenaline: 1 more speed"
        case c.Slipstream(distance):
            return f"slipstream {spaces(distance)}"
        case c.Discard(cards):
            return f"throw away {card_list(cards)}"
        case c.Pass():
            return "nothing (more)"
        case Withdrawal():
            return "take the answer back"


def sentence(event: seen.Seen, names: Sequence[str], course: Course) -> str:
    """What happened, for the log; empty for what needs no telling."""
    tell = _TELL.get(type(event))
    seat = getattr(event, "seat", None)
    return tell(event, names[seat] if seat is not None else "", course) if tell else ""


def _place(course: Course, at: int) -> str:
    return f"space {course.space(at)}, lap {max(1, course.lap(at) + 1)}"


def _flipped(event: e.Flipped, who: str, course: Course) -> str:
    turned = card_list(event.cards)
    if event.worth is None:
        return f"{who} turns {turned}; the pile is empty."
    return f"{who} flips {turned}: {event.worth}."


def _corner(event: e.CornerTaken, who: str, course: Course) -> str:
    line = course.space(event.line)
    if not event.heat:
        return f"{who} takes the corner at {line} (limit {event.limit}) at {event.speed}."
    return f"{who} takes the corner at {line} at {event.speed}, limit {event.limit}: pays {event.heat} Heat."


def _spun_out(event: e.SpunOut, who: str, course: Course) -> str:
    return (
        f"{who} SPINS OUT at {course.space(event.line)}: {event.speed} over a limit of {event.limit} is more than "
        f"{event.heat} Heat can pay. Back to {_place(course, event.at)}, {event.stress} Stress, 1st gear."
    )


def _moved(event: e.Moved, who: str, course: Course) -> str:
    return f"{who} moves {event.distance}{MOVES.get(event.why, '')} to {_place(course, event.at)}."


def _items(event: e.ReactBegan | e.AdrenalineGiven, who: str, course: Course) -> str:
    return f"{who} has {', '.join(ITEMS[item.kind].format(item.amount) for item in event.items)}."


def _shifted(event: e.Shifted, who: str, course: Course) -> str:
    return f"{who} is in gear {event.gear}" + (f", paying {event.heat} Heat." if event.heat else ".")


_TELL: Mapping[type, Callable[[Any, str, Course], str]] = {
    e.RoundBegan: lambda event, who, course: f"— Round {event.round} —",
    seen.StoodInSeen: lambda event, who, course: "",
    seen.MulliganedSeen: lambda event, who, course: f"{who} pays 1 Heat for a new hand.",
    e.Shifted: _shifted,
    e.Retired: lambda event, who, course: f"{who} retires.",
    e.Revealed: lambda event, who, course: f"{who} plays {card_list(event.cards)}.",
    e.Cluttered: lambda event, who, course: f"{who} has a cluttered hand: the car stays, 1st gear.",
    e.Flipped: _flipped,
    e.Valued: lambda event, who, course: f"{who} lets {event.card} count {event.worth}.",
    seen.LegendCardTurnedSeen: lambda event, who, course: f"The Legends drive by card {event.card}.",
    e.Moved: _moved,
    e.AdrenalineGiven: _items,
    e.Cooled: lambda event, who, course: f"{who} cools {event.heat} Heat.",
    e.Boosted: lambda event, who, course: f"{who} boosts.",
    e.CornerTaken: _corner,
    e.SpunOut: _spun_out,
    e.Discarded: lambda event, who, course: f"{who} throws away {card_list(event.cards)}." if event.cards else "",
    e.CameHome: lambda event, who, course: f"{who} is home, place {event.place}.",
    e.Finished: lambda event, who, course: REASONS[event.reason],
}


def forecast_text(explanation: Explanation, course: Course) -> list[str]:
    """What a choice costs and may lead to, a line each."""
    lines = []
    if explanation.heat:
        costs = " + ".join(f"{term.source.replace('_', ' ')} {term.amount}" for term in explanation.heat)
        lines.append(f"costs {sum(term.amount for term in explanation.heat)} Heat ({costs})")
    for outcome in explanation.outcomes:
        share = "" if explanation.ways == 1 else f"{100 * outcome.weight / explanation.ways:.0f} %: "
        line = f"{share}speed {outcome.speed}, to {_place(course, outcome.at)}"
        for corner in outcome.corners:
            limit = sum(term.amount for term in corner.limit)
            line += f"; corner {course.space(corner.line)} (limit {limit})"
            line += " SPINS OUT" if corner.spin_out else f" pays {corner.owed} Heat" if corner.owed else " free"
        lines.append(line)
    return lines
