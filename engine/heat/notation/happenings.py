"""What happened, in a few words: every event, and every event as a viewer sees it. Chance stands in braces."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.heat import events as e
from engine.heat import grammar as w
from engine.heat import masking
from engine.heat.choices import Choice
from engine.heat.course import Course
from engine.heat.masking import Seen
from engine.heat.tables import SHIPPED, Tables

AND = " / "
"""Stands between one thing that happened and the next."""


def _started(event: e.Started, course: Course) -> str:
    piles = {"legends": event.legend_pile, "upgrades": event.upgrade_pile, "sponsors": event.sponsor_pile}
    return f"grid {w.numbers(event.grid)}" + "".join(
        f" {{{key} {w.cards(pile)}}}" for key, pile in piles.items() if pile
    )


def _market(event: e.MarketDealt | masking.MarketDealtSeen, again: str) -> str:
    return f"market{again} {{deal {w.cards(event.cards)}}} order {w.numbers(event.order)}"


def _dealt(event: e.Dealt, course: Course) -> str:
    return f"{{deal {event.drawn} of {w.cards(event.pile)} by {event.n}}}{_outfit(event)}"


def _dealt_seen(event: masking.DealtSeen, course: Course) -> str:
    hand = "" if event.hand is None else f" {{hand {w.cards(event.hand)}}}"
    return f"{{deal {event.drawn} of ?{event.cards}}}{_outfit(event)}{hand}"


def _outfit(event: e.Dealt | masking.DealtSeen) -> str:
    discard = f" discard {w.cards(event.discard)}" if event.discard else ""
    return f" engine {event.engine}{discard}"


def _sponsors(event: e.SponsorsDrawn, course: Course) -> str:
    return f"sponsors {w.name(event.why)}{w.shuffled_anew(event.pile, event.n)} {{draw {w.cards(event.cards)}}}"


def _sponsors_seen(event: masking.SponsorsDrawnSeen, course: Course) -> str:
    return f"sponsors {w.name(event.why)} {{draw {f'?{event.count}' if event.cards is None else w.cards(event.cards)}}}"


def _corner(event: e.CornerTaken, course: Course) -> str:
    overheat = f" overheat {event.overheat}" if event.overheat else ""
    taken = f"corner {course.space(event.line)} speed {event.speed} limit {event.limit}"
    return f"{taken}{w.pays(event.heat)}{overheat}"


def _flipped(event: e.Flipped, course: Course) -> str:
    worth = "" if event.worth is None else f" = {event.worth}"
    return f"{{flip {w.cards(event.cards)}}}{worth}" + ("" if event.counts else " uncounted")


def _legend_card(event: e.LegendCardTurned, course: Course) -> str:
    return f"legends{w.shuffled_anew(event.pile, event.n)} {{turn {w.name(event.card)}}}"


def _moved(event: e.Moved, course: Course) -> str:
    return f"moves {event.distance} {w.name(event.why)} @{w.spot(course, event.at, event.lane)}"


def _spun_out(event: e.SpunOut, course: Course) -> str:
    place = w.spot(course, event.at, event.lane)
    return (
        f"spins out at {course.space(event.line)} speed {event.speed} limit {event.limit} pays {event.heat} "
        f"@{place} stress {event.stress}"
    )


def _drew(event: masking.DrewSeen, course: Course) -> str:
    return f"{{draw {f'?{event.count}' if event.cards is None else w.cards(event.cards)}}}"


_WRITTEN: Mapping[type, Callable[[Any, Course], str]] = {
    e.Started: _started,
    masking.StartedSeen: lambda event, course: f"grid {w.numbers(event.grid)}",
    e.MarketDealt: lambda event, course: _market(event, w.shuffled_anew(event.pile, event.n)),
    masking.MarketDealtSeen: lambda event, course: _market(event, " {shuffle ?}" if event.again else ""),
    e.MarketClosed: lambda event, course: f"market closes order {w.numbers(event.order)}",
    e.WeatherDrawn: lambda event, course: f"{{weather {w.name(event.card)} by {event.n}}}",
    masking.WeatherDrawnSeen: lambda event, course: f"{{weather {w.name(event.card)}}}",
    e.RoadsLaid: lambda event, course: f"{{roads {w.cards(event.tokens)} by {event.n}}}",
    masking.RoadsLaidSeen: lambda event, course: f"{{roads {w.cards(event.tokens)}}}",
    e.SponsorsDrawn: _sponsors,
    masking.SponsorsDrawnSeen: _sponsors_seen,
    e.Dealt: _dealt,
    masking.DealtSeen: _dealt_seen,
    e.RoundBegan: lambda event, course: f"round {event.round} order {w.numbers(event.order)}",
    e.Asked: lambda event, course: (
        f"asks {event.phase} {w.numbers(event.seats)} at {event.stage}.{event.turn}.{event.step}"
    ),
    e.StoodIn: lambda event, course: f"stand-in {w.name(event.phase)} {w.name(event.reason)} {{by {event.n}}}",
    masking.StoodInSeen: lambda event, course: f"stand-in {w.name(event.phase)} {w.name(event.reason)}",
    e.Withdrew: lambda event, course: "withdrew",
    e.Flipped: _flipped,
    e.Reshuffled: lambda event, course: f"{{shuffle {w.cards(event.pile)} by {event.n}}}",
    masking.ReshuffledSeen: lambda event, course: f"{{shuffle ?{event.cards}}}",
    e.LegendCardTurned: _legend_card,
    masking.LegendCardTurnedSeen: lambda event, course: (
        f"legends{' {shuffle ?}' if event.again else ''} {{turn {w.name(event.card)}}}"
    ),
    e.Moved: _moved,
    e.AdrenalineGiven: lambda event, course: f"is given {w.items(event.items)}",
    e.ReactBegan: lambda event, course: f"may use {w.items(event.items)}",
    e.CornerTaken: _corner,
    e.SpunOut: _spun_out,
    e.HeatLost: lambda event, course: f"lost Heat of {w.name(event.place)}",
    e.SponsorsSpent: lambda event, course: f"spent {w.cards(event.cards)}",
    e.Cleared: lambda event, course: f"cleared {w.numbers(event.seats)}",
    e.Drew: lambda event, course: f"{{draw {w.cards(event.cards)}}}",
    masking.DrewSeen: _drew,
    e.CameHome: lambda event, course: f"home place {event.place}",
    e.Finished: lambda event, course: f"finish {w.name(event.reason)} {w.numbers(event.ranking)}",
}


def write_choice(choice: Choice, tables: Tables = SHIPPED) -> tuple[str, ...]:
    """A choice as its word, and its value if it has one."""
    notation = tables.moves[type(choice)].notation
    return (notation.word,) if notation.write is None else (notation.word, notation.write(choice))


def read_choice(words: Sequence[str], tables: Tables = SHIPPED) -> Choice:
    """The choice that a word and its value stand for. Raises `Unreadable`."""
    what, *values = words or ("",)
    move = tables.words.get(what)
    if move is None:
        raise w.Unreadable("unknown_choice", f"there is no choice {w.shown(what)}, but {', '.join(tables.words)}")
    takes = move.notation.write is not None
    if len(values) != takes:
        raise w.Unreadable("bad_choice", f"“{what}” takes {'one' if takes else 'no'} value")
    choice: Choice = move.notation.read(*values or ("",))
    return choice


def happening(event: Seen, course: Course, tables: Tables = SHIPPED) -> str:
    """One event, whole or as a viewer sees it. The car that it happened to comes first, by its seat."""
    written = _written(event, course, tables)
    seat = getattr(event, "seat", None)
    return written if seat is None else f"{seat} {written}"


def _written(event: Seen, course: Course, tables: Tables) -> str:
    if isinstance(event, e.Chosen | masking.ChosenSeen):
        return "chose ?" if event.choice is None else "chose " + " ".join(write_choice(event.choice, tables))
    if isinstance(event, e.Event) and (own := tables.happenings.get(type(event))):
        return own.written(event, course)
    if (masked := tables.forms.get(type(event))) and masked.mask:
        return masked.mask.written(event, course)
    return _WRITTEN[type(event)](event, course)


def happenings(events: Sequence[Seen], course: Course, tables: Tables = SHIPPED) -> str:
    """All that a command led to."""
    return AND.join(happening(event, course, tables) for event in events)
