"""A race in English for the terminal: cards, choices, events as one viewer sees them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.heat import choices as c
from engine.heat import events as e
from engine.heat import masking
from engine.heat.cards import Card
from engine.heat.course import Course
from engine.heat.explain import Explanation, Term
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
"""What adrenaline gives."""

MOVES = {
    "cards": "",
    "boost": " by the boost",
    "adrenaline": " by adrenaline",
    "slipstream": " in the slipstream",
    "again": " anew",
    "direct_play": " by direct play",
    "accelerate": " by accelerating",
    "draft": " behind the next car",
}

SYMBOLS = {
    "plus": "flip {}",
    "cooldown": "cooldown {}",
    "heat": "costs {} Heat",
    "reduce_stress": "throws {} Stress away",
    "scrap": "scraps {}",
    "salvage": "takes {} back",
    "super_cool": "cools {} Heat from the discard pile",
    "direct_play": "can be played in React",
    "accelerate": "adds the flips",
    "draft": "drafts {}",
    "slipstream": "slipstream +{}",
    "adjust_limit": "limits {:+}",
    "refresh": "can go back on the draw pile",
}

GAINS = {
    "press": "for the press",
    "event": "for the race",
    "speed": "for speed",
    "overtaking": "for overtaking",
    "first_lap": "for an early first lap",
}

PLACES = {"engine": "engine", "hand": "hand", "discard": "discard pile", "draw": "draw pile"}


def card_list(cards: Sequence[str]) -> str:
    return " ".join(cards) if cards else "nothing"


def card_text(card: Card) -> str:
    """A card with its numbers and symbols: `up11 (6, costs 1 Heat, cooldown 1)`."""
    if card.kind == "heat":
        return f"{card.id} (is Heat)"
    parts = [" or ".join(map(str, card.worth)), *(SYMBOLS[key].format(count) for key, count in card.symbols.items())]
    return f"{card.id} ({', '.join(parts)})"


def counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def spaces(count: int) -> str:
    return counted(count, "space")


NO_CARDS: Mapping[str, Card] = {}


def choice_text(choice: c.Choice | Withdrawal, cards: Mapping[str, Card] = NO_CARDS) -> str:
    """A choice as a line of a menu; with the cards, upgrades are told with their numbers and symbols."""

    def told(face: str) -> str:
        return card_text(cards[face]) if face in cards else face

    match choice:
        case c.Gear(gear):
            return f"gear {gear}"
        case c.Mulligan():
            return "pay 1 Heat for a new hand"
        case c.LeaveRace():
            return "retire from the race"
        case c.Play(faces):
            return f"play {card_list(faces)}"
        case c.Value(card, worth):
            return f"{card} counts {worth}"
        case c.Cool(heat):
            return f"cool {heat} Heat"
        case c.PayHeat(card):
            return f"pay the Heat of {told(card)}"
        case c.Forgo(keep):
            return f"give up on the Heat that is missing; keep {card_list(keep)}, flip for the rest, move anew"
        case c.Scrap(card):
            return f"scrap for {told(card)}"
        case c.ReduceStress(stress):
            return f"throw {stress} Stress away"
        case c.SuperCool(heat):
            return f"cool {heat} Heat from the discard pile"
        case c.Salvage(card, faces):
            return f"take {card_list(faces)} back into the draw pile, by {card}"
        case c.DirectPlay(card, worth):
            return f"play {told(card)} now, for {worth}"
        case c.Accelerate(card):
            return f"accelerate: add this turn's flips, by {card}"
        case c.DraftMove(gap):
            return f"draft: close up {spaces(gap)} behind the next car"
        case c.Boost():
            return "boost: pay 1 Heat, flip for speed"
        case c.Adrenaline():
            return "adrenaline: 1 more speed"
        case c.Slipstream(distance):
            return f"slipstream {spaces(distance)}"
        case c.Discard(faces, again):
            text = f"throw away {card_list(faces)}"
            return f"{text}, put {card_list(again)} back on the draw pile" if again else text
        case c.Pick(card):
            return f"take {told(card)}"
        case c.GiveUp(card):
            return f"give {told(card)} back"
        case c.Swap(give, take):
            return f"give {told(give)} for {told(take)}"
        case c.Pass():
            return "nothing (more)"
        case Withdrawal():
            return "take the answer back"


def sentence(event: masking.Seen, names: Sequence[str], course: Course) -> str:
    """What happened, for the log; empty for what needs no telling."""
    tell = _TELL.get(type(event))
    seat = getattr(event, "seat", None)
    return tell(event, names[seat] if seat is not None else "", course) if tell else ""


def _place(course: Course, at: int) -> str:
    return f"space {course.space(at)}, lap {max(1, course.lap(at) + 1)}"


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
        f"{event.heat} Heat can pay. Back to {_place(course, event.at)}, {event.stress} Stress, 1st gear."
    )


def _moved(event: e.Moved, who: str, course: Course) -> str:
    return f"{who} moves {event.distance}{MOVES.get(event.why, '')} to {_place(course, event.at)}."


def _items(event: e.ReactBegan | e.AdrenalineGiven, who: str, course: Course) -> str:
    return f"{who} has {', '.join(ITEMS[item.kind].format(item.amount) for item in event.items)}."


def _shifted(event: e.Shifted, who: str, course: Course) -> str:
    return f"{who} is in gear {event.gear}" + (f", paying {event.heat} Heat." if event.heat else ".")


def _dealt(event: masking.DealtSeen, who: str, course: Course) -> str:
    return f"{who} starts with {len(event.discard)} Heat in the discard pile." if event.discard else ""


def _sponsors(event: masking.SponsorsDrawnSeen, who: str, course: Course) -> str:
    which = f": {card_list(event.cards)}" if event.cards else ""
    count = "a sponsor card" if event.count == 1 else f"{event.count} sponsor cards"
    return f"{who} draws {count} {GAINS.get(event.why, '')}{which}."


def _roads(event: masking.RoadsLaidSeen, who: str, course: Course) -> str:
    laid = zip(course.token_lines, event.tokens, strict=False)
    return "On the road: " + ", ".join(f"{token.replace('_', ' ')} at {line}" for line, token in laid) + "."


def _forgone(event: e.Forgone, who: str, course: Course) -> str:
    return f"{who} cannot pay for {card_list(event.cards)}: back to {_place(course, event.at)}, and anew."


def _cooled(event: e.Cooled, who: str, course: Course) -> str:
    return f"{who} cools {event.heat} Heat."


def _discarded(event: e.Discarded, who: str, course: Course) -> str:
    return f"{who} throws away {card_list(event.cards)}." if event.cards else ""


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
        e.AdrenalineUsed,  # the move is told
        e.Slipstreamed,
        e.Passed,
        e.Cleared,
    }
)
"""What happens without a sentence."""

_TELL: Mapping[type, Callable[[Any, str, Course], str]] = {
    e.RoundBegan: lambda event, who, course: f"— Round {event.round} —",
    masking.MarketDealtSeen: lambda event, who, course: f"On the market: {card_list(event.cards)}.",
    e.Picked: lambda event, who, course: f"{who} takes {event.card}.",
    e.GaveUp: lambda event, who, course: f"{who} gives {event.card} back.",
    e.Swapped: lambda event, who, course: f"{who} swaps {event.give} for {event.take}.",
    masking.WeatherDrawnSeen: lambda event, who, course: f"The weather: {event.card}.",
    masking.RoadsLaidSeen: _roads,
    masking.SponsorsDrawnSeen: _sponsors,
    masking.DealtSeen: _dealt,
    masking.MulliganedSeen: lambda event, who, course: f"{who} pays 1 Heat for a new hand.",
    e.Shifted: _shifted,
    e.Retired: lambda event, who, course: f"{who} retires.",
    e.Revealed: lambda event, who, course: f"{who} plays {card_list(event.cards)}.",
    e.Cluttered: lambda event, who, course: f"{who} has a cluttered hand: the car stays, 1st gear.",
    e.Flipped: _flipped,
    e.Valued: lambda event, who, course: f"{who} lets {event.card} count {event.worth}.",
    masking.LegendCardTurnedSeen: lambda event, who, course: f"The Legends drive by card {event.card}.",
    e.Moved: _moved,
    e.AdrenalineGiven: _items,
    e.Cooled: _cooled,
    e.PaidHeat: lambda event, who, course: f"{who} pays {event.heat} Heat for {event.card}.",
    e.Forgone: _forgone,
    e.Scrapped: lambda event, who, course: f"{who} scraps {card_list(event.cards)} for {event.card}.",
    e.StressReduced: lambda event, who, course: f"{who} throws {event.stress} Stress away.",
    e.SuperCooled: lambda event, who, course: f"{who} cools {event.heat} Heat from the discard pile.",
    masking.SalvagedSeen: lambda event, who, course: f"{who} takes {card_list(event.cards)} back into the draw pile.",
    e.DirectlyPlayed: lambda event, who, course: f"{who} plays {event.card} now: {event.worth}.",
    e.Accelerated: lambda event, who, course: f"{who} accelerates by {event.worth}.",
    e.DraftUsed: lambda event, who, course: f"{who} drafts {spaces(event.gap)}.",
    e.Boosted: lambda event, who, course: f"{who} boosts.",
    e.CornerTaken: _corner,
    e.SpunOut: _spun_out,
    e.Discarded: _discarded,
    e.Refreshed: lambda event, who, course: f"{who} puts {card_list(event.cards)} back on the draw pile.",
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
        line = f"{share}speed {outcome.speed}, to {_place(course, outcome.at)}"
        for corner in outcome.corners:
            line += f"; corner {course.space(corner.line)} (limit {_sum(corner.limit)})"
            line += " SPINS OUT" if corner.spin_out else f" pays {corner.owed} Heat" if corner.owed else " free"
        lines.append(line)
    return lines
