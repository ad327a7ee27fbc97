"""What happened, in a few words: every event, and every event as a viewer sees it. Chance stands in braces."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.heat import events as e
from engine.heat import seen
from engine.heat.course import Course
from engine.heat.notation import words as w

AND = " / "
"""Stands between one thing that happened and the next."""


def happening(event: e.Event | seen.Seen, course: Course) -> str:
    """One event. The car that it happened to comes first, by its seat."""
    told = _TELL[type(event)](event, course)
    seat = getattr(event, "seat", None)
    return told if seat is None else f"{seat} {told}"


def _started(event: e.Started, course: Course) -> str:
    decks = [f" {{deck {seat} {w.cards(deck)}}}" for seat, deck in enumerate(event.decks) if deck]
    legends = f" {{legends {w.cards(event.legend_pile)}}}" if event.legend_pile else ""
    return f"grid {w.numbers(event.grid)}{''.join(decks)}{legends}"


def _started_seen(event: seen.StartedSeen, course: Course) -> str:
    decks = [f" {{deck {seat} ?{count}}}" for seat, count in enumerate(event.decks) if count]
    hand = f" {{hand {w.cards(event.hand)}}}" if event.hand else ""
    return f"grid {w.numbers(event.grid)}{''.join(decks)}{hand}"


def _chosen(event: e.Chosen | seen.ChosenSeen, course: Course) -> str:
    return "chose ?" if event.choice is None else "chose " + " ".join(w.choice(event.choice))


def _pays(heat: int) -> str:
    return f" pays {heat}" if heat else ""


def _worth(event: e.Revealed, course: Course) -> str:
    return "reveals " + w.listed([f"{w.name(f)}={worth}" for f, worth in zip(event.cards, event.worth, strict=False)])


def _flipped(event: e.Flipped, course: Course) -> str:
    worth = "" if event.worth is None else f" = {event.worth}"
    return f"{{flip {w.cards(event.cards)}}}{worth}"


def _legend_card(event: e.LegendCardTurned, course: Course) -> str:
    again = f" {{shuffle {w.cards(event.pile)} by {event.n}}}" if event.n is not None else ""
    return f"legends{again} {{turn {w.name(event.card)}}}"


def _moved(event: e.Moved, course: Course) -> str:
    return f"moves {event.distance} {w.name(event.why)} @{w.spot(course, event.at, event.lane)}"


def _spun_out(event: e.SpunOut, course: Course) -> str:
    place = w.spot(course, event.at, event.lane)
    return (
        f"spins out at {course.space(event.line)} speed {event.speed} limit {event.limit} pays {event.heat} "
        f"@{place} stress {event.stress}"
    )


def _drew(event: seen.DrewSeen, course: Course) -> str:
    return f"{{draw {f'?{event.count}' if event.cards is None else w.cards(event.cards)}}}"


_TELL: Mapping[type, Callable[[Any, Course], str]] = {
    e.Started: _started,
    seen.StartedSeen: _started_seen,
    e.RoundBegan: lambda event, course: f"round {event.round} order {w.numbers(event.order)}",
    e.Asked: lambda event, course: (
        f"asks {event.phase} {w.numbers(event.seats)} at {event.stage}.{event.turn}.{event.step}"
    ),
    e.StoodIn: lambda event, course: f"stand-in {w.name(event.phase)} {w.name(event.reason)} {{by {event.n}}}",
    seen.StoodInSeen: lambda event, course: f"stand-in {w.name(event.phase)} {w.name(event.reason)}",
    e.Chosen: _chosen,
    seen.ChosenSeen: _chosen,
    e.Withdrew: lambda event, course: "withdrew",
    e.Mulliganed: lambda event, course: f"new hand {{shuffle {w.cards(event.pile)} by {event.n}}}",
    seen.MulliganedSeen: lambda event, course: "new hand {shuffle ?}",
    e.Shifted: lambda event, course: f"gear {event.gear}{_pays(event.heat)}",
    e.Retired: lambda event, course: "retired",
    e.Revealed: _worth,
    e.Cluttered: lambda event, course: f"cluttered {w.cards(event.cards)}",
    e.Flipped: _flipped,
    e.Reshuffled: lambda event, course: f"{{shuffle {w.cards(event.pile)} by {event.n}}}",
    seen.ReshuffledSeen: lambda event, course: f"{{shuffle ?{event.cards}}}",
    e.Valued: lambda event, course: f"value {w.name(event.card)}={event.worth}",
    e.LegendCardTurned: _legend_card,
    seen.LegendCardTurnedSeen: lambda event, course: (
        f"legends{' {shuffle ?}' if event.again else ''} {{turn {w.name(event.card)}}}"
    ),
    e.Moved: _moved,
    e.AdrenalineGiven: lambda event, course: f"is given {w.items(event.items)}",
    e.ReactBegan: lambda event, course: f"may use {w.items(event.items)}",
    e.Cooled: lambda event, course: f"cooled {event.heat} by {w.items(event.spent)}",
    e.Boosted: lambda event, course: f"boosted{_pays(event.heat)} by {w.items((event.spent,))}",
    e.AdrenalineUsed: lambda event, course: f"adrenaline {event.worth} by {w.items((event.spent,))}",
    e.Slipstreamed: lambda event, course: f"slipstream {event.distance}",
    e.Passed: lambda event, course: f"passed {w.name(event.phase)}",
    e.CornerTaken: lambda event, course: (
        f"corner {course.space(event.line)} speed {event.speed} limit {event.limit}{_pays(event.heat)}"
    ),
    e.SpunOut: _spun_out,
    e.Discarded: lambda event, course: f"discarded {w.cards(event.cards)}",
    e.Cleared: lambda event, course: f"cleared {w.numbers(event.seats)}",
    e.Drew: lambda event, course: f"{{draw {w.cards(event.cards)}}}",
    seen.DrewSeen: _drew,
    e.CameHome: lambda event, course: f"home place {event.place}",
    e.Finished: lambda event, course: f"finish {w.name(event.reason)} {w.numbers(event.ranking)}",
}


def happenings(events: tuple[Any, ...], course: Course) -> str:
    """All that a command led to."""
    return AND.join(happening(event, course) for event in events)
