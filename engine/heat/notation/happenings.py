"""What happened, in a few words: every event, and every event as a viewer sees it. Chance stands in braces."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.heat import events as e
from engine.heat import masking
from engine.heat.course import Course
from engine.heat.notation import grammar as w

AND = " / "
"""Stands between one thing that happened and the next."""


def happening(event: e.Event | masking.Seen, course: Course) -> str:
    """One event. The car that it happened to comes first, by its seat."""
    told = _TELL[type(event)](event, course)
    seat = getattr(event, "seat", None)
    return told if seat is None else f"{seat} {told}"


def _started(event: e.Started, course: Course) -> str:
    piles = {"legends": event.legend_pile, "upgrades": event.upgrade_pile, "sponsors": event.sponsor_pile}
    return f"grid {w.numbers(event.grid)}" + "".join(
        f" {{{key} {w.cards(pile)}}}" for key, pile in piles.items() if pile
    )


def _anew(pile: tuple[str, ...] | None, n: int | None) -> str:
    """A shared pile that was made anew on the way."""
    return "" if n is None else f" {{shuffle {w.cards(pile or ())} by {n}}}"


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
    return f"sponsors {w.name(event.why)}{_anew(event.pile, event.n)} {{draw {w.cards(event.cards)}}}"


def _sponsors_seen(event: masking.SponsorsDrawnSeen, course: Course) -> str:
    return f"sponsors {w.name(event.why)} {{draw {f'?{event.count}' if event.cards is None else w.cards(event.cards)}}}"


def _cooled(event: e.Cooled, course: Course) -> str:
    sector = "" if event.sector is None else f" sector {event.sector}"
    return f"cooled {event.heat} by {w.items(event.spent)}{sector}"


def _scrapped(event: e.Scrapped, course: Course) -> str:
    return f"{{scrap {w.cards(event.cards)}}} by {w.name(event.card)}" + ("" if event.done else " so far")


def _directly_played(event: e.DirectlyPlayed, course: Course) -> str:
    use = f" may use {w.items(event.items)}" if event.items else ""
    return f"direct {w.name(event.card)}={event.worth}{use}"


def _corner(event: e.CornerTaken, course: Course) -> str:
    overheat = f" overheat {event.overheat}" if event.overheat else ""
    taken = f"corner {course.space(event.line)} speed {event.speed} limit {event.limit}"
    return f"{taken}{_pays(event.heat)}{overheat}"


def _chosen(event: e.Chosen | masking.ChosenSeen, course: Course) -> str:
    return "chose ?" if event.choice is None else "chose " + " ".join(w.choice(event.choice))


def _pays(heat: int) -> str:
    return f" pays {heat}" if heat else ""


def _worth(event: e.Revealed, course: Course) -> str:
    return "reveals " + w.listed([f"{w.name(f)}={worth}" for f, worth in zip(event.cards, event.worth, strict=False)])


def _flipped(event: e.Flipped, course: Course) -> str:
    worth = "" if event.worth is None else f" = {event.worth}"
    return f"{{flip {w.cards(event.cards)}}}{worth}" + ("" if event.counts else " uncounted")


def _legend_card(event: e.LegendCardTurned, course: Course) -> str:
    return f"legends{_anew(event.pile, event.n)} {{turn {w.name(event.card)}}}"


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


_TELL: Mapping[type, Callable[[Any, Course], str]] = {
    e.Started: _started,
    masking.StartedSeen: lambda event, course: f"grid {w.numbers(event.grid)}",
    e.MarketDealt: lambda event, course: _market(event, _anew(event.pile, event.n)),
    masking.MarketDealtSeen: lambda event, course: _market(event, " {shuffle ?}" if event.again else ""),
    e.MarketClosed: lambda event, course: f"market closes order {w.numbers(event.order)}",
    e.Picked: lambda event, course: f"picks {w.name(event.card)}",
    e.GaveUp: lambda event, course: f"gives back {w.name(event.card)}",
    e.Swapped: lambda event, course: f"swaps {w.name(event.give)} for {w.name(event.take)}",
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
    e.Chosen: _chosen,
    masking.ChosenSeen: _chosen,
    e.Withdrew: lambda event, course: "withdrew",
    e.Mulliganed: lambda event, course: f"new hand {{shuffle {w.cards(event.pile)} by {event.n}}}",
    masking.MulliganedSeen: lambda event, course: "new hand {shuffle ?}",
    e.Shifted: lambda event, course: f"gear {event.gear}{_pays(event.heat)}",
    e.Retired: lambda event, course: "retired",
    e.Revealed: _worth,
    e.Cluttered: lambda event, course: f"cluttered {w.cards(event.cards)}",
    e.Flipped: _flipped,
    e.Reshuffled: lambda event, course: f"{{shuffle {w.cards(event.pile)} by {event.n}}}",
    masking.ReshuffledSeen: lambda event, course: f"{{shuffle ?{event.cards}}}",
    e.Valued: lambda event, course: f"value {w.name(event.card)}={event.worth}",
    e.LegendCardTurned: _legend_card,
    masking.LegendCardTurnedSeen: lambda event, course: (
        f"legends{' {shuffle ?}' if event.again else ''} {{turn {w.name(event.card)}}}"
    ),
    e.Moved: _moved,
    e.AdrenalineGiven: lambda event, course: f"is given {w.items(event.items)}",
    e.ReactBegan: lambda event, course: f"may use {w.items(event.items)}",
    e.Cooled: _cooled,
    e.PaidHeat: lambda event, course: f"paid {event.heat} for {w.name(event.card)}",
    e.Forgone: lambda event, course: f"forgoes {w.cards(event.cards)} @{w.spot(course, event.at, event.lane)}",
    e.Scrapped: _scrapped,
    e.StressReduced: lambda event, course: f"reduced {event.stress} by {w.items(event.spent)}",
    e.SuperCooled: lambda event, course: f"supercooled {event.heat} by {w.items(event.spent)}",
    e.Salvaged: lambda event, course: (
        f"salvaged {w.cards(event.cards)} by {w.items((event.spent,))}{_anew(event.pile, event.n)}"
    ),
    masking.SalvagedSeen: lambda event, course: (
        f"salvaged {w.cards(event.cards)} by {w.items((event.spent,))} {{shuffle ?}}"
    ),
    e.DirectlyPlayed: _directly_played,
    e.Accelerated: lambda event, course: f"accelerates {event.worth} by {w.items((event.spent,))}",
    e.DraftUsed: lambda event, course: f"drafts {event.gap} by {w.items(event.spent)}",
    e.Boosted: lambda event, course: f"boosted{_pays(event.heat)} by {w.items((event.spent,))}",
    e.AdrenalineUsed: lambda event, course: f"adrenaline {event.worth} by {w.items((event.spent,))}",
    e.Slipstreamed: lambda event, course: f"slipstream {event.distance}",
    e.Passed: lambda event, course: f"passed {w.name(event.phase)}",
    e.CornerTaken: _corner,
    e.SpunOut: _spun_out,
    e.Discarded: lambda event, course: f"discarded {w.cards(event.cards)}",
    e.Refreshed: lambda event, course: f"refreshed {w.cards(event.cards)}",
    e.HeatLost: lambda event, course: f"lost Heat of {w.name(event.place)}",
    e.SponsorsSpent: lambda event, course: f"spent {w.cards(event.cards)}",
    e.Cleared: lambda event, course: f"cleared {w.numbers(event.seats)}",
    e.Drew: lambda event, course: f"{{draw {w.cards(event.cards)}}}",
    masking.DrewSeen: _drew,
    e.CameHome: lambda event, course: f"home place {event.place}",
    e.Finished: lambda event, course: f"finish {w.name(event.reason)} {w.numbers(event.ranking)}",
}


def happenings(events: tuple[Any, ...], course: Course) -> str:
    """All that a command led to."""
    return AND.join(happening(event, course) for event in events)
