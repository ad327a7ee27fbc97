"""What a championship is played with: its content, who competes, and the choices that hold for every race."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from engine.heat.cards import CardSet, base_cards
from engine.heat.content import MOST_LEGEND_BONUS, Content, content_faults
from engine.heat.decks import LegendDeck, all_decks
from engine.heat.modules import Modules, base_modules
from engine.heat.rules import STANDARD, Ruleset
from engine.heat.season.calendar import PRINTED, Stop, calendar_faults
from engine.heat.tables import SHIPPED
from engine.heat.tracks import Track, all_tracks
from engine.kernel.bounds import Few, Number, Short, Word
from engine.kernel.faults import Fault

MOST_TRACKS = 50


class SeasonContent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a championship as it was at its start: the tracks there are, and what every race shares."""

    tracks: Few[Track] = msgspec.field(default_factory=lambda: tuple(all_tracks().values()))
    rules: Ruleset = STANDARD
    cards: CardSet = msgspec.field(default_factory=base_cards)
    legends: LegendDeck = msgspec.field(default_factory=lambda: next(iter(all_decks().values())))
    modules: Modules = msgspec.field(default_factory=base_modules)

    def track(self, name: str) -> Track:
        return next(track for track in self.tracks if track.id == name)

    def race(self, track: str) -> Content:
        """The content of a race on one of the tracks."""
        return Content(
            track=self.track(track), rules=self.rules, cards=self.cards, legends=self.legends, modules=self.modules
        )


class Competitor(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who competes: a driver with a deck, or a Legend that reads the named row of its cards."""

    legend: Short | None = None


class SeasonSetup(Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """One championship on its content. Seats are places in `competitors`, through all races."""

    calendar: Few[Stop]
    competitors: Few[Competitor]
    garage: bool = True
    """Upgrades are drafted before each race, as the rule set has it; without, all drivers have the starting
    upgrades."""
    tiers: Few[Literal["basic", "advanced"]] = ("basic", "advanced")
    expansions: Few[Word] = ()
    """Whose upgrades, sponsor cards and events join."""
    weather: bool = True
    roads: bool = True
    events: bool | None = None
    """Whether each race has an event; None is what the rule set does unless asked."""
    mulligan: bool = False
    legend_bonus: Number = 0
    aggressive: bool = False


def has_events(content: SeasonContent, setup: SeasonSetup) -> bool:
    """Whether the races of this season have events."""
    return content.rules.events == "on_unless_off" if setup.events is None else setup.events


def season_faults(content: SeasonContent, setup: SeasonSetup) -> tuple[Fault, ...]:
    """Everything that is wrong with a championship on its content, each fault with its place."""
    inside = tuple(dict.fromkeys(_content_faults(content)))
    return inside or tuple(_setup_faults(content, setup))


def _content_faults(content: SeasonContent) -> Iterator[Fault]:
    if not 1 <= len(content.tracks) <= MOST_TRACKS:
        yield Fault("content.tracks", "out_of_range", f"there are 1 to {MOST_TRACKS} tracks, not {len(content.tracks)}")
    names = [track.id for track in content.tracks]
    for number, track in enumerate(content.tracks):
        if track.id in names[:number]:
            yield Fault(f"content.tracks[{number}].id", "duplicate", f"there is another track “{track.id}”")
        race = content.race(track.id) if track.id not in names[:number] else Content(track=track)
        for fault in content_faults(race, SHIPPED.vocabulary.symbols):
            room, dot, rest = fault.place.partition(".")
            place = f"tracks[{number}]" if room == "track" else room
            yield Fault(f"content.{place}{dot}{rest}", fault.code, fault.text)


def _setup_faults(content: SeasonContent, setup: SeasonSetup) -> Iterator[Fault]:
    tracks = {track.id: track for track in content.tracks}
    events = content.modules.events
    for fault in calendar_faults(setup.calendar, tracks, events, setup.expansions, has_events(content, setup)):
        yield Fault(f"setup.{fault.place}", fault.code, fault.text)
    yield from _competitor_faults(content, setup)
    known = {card.expansion for card in content.cards.cards} | {event.expansion for event in events}
    for number, expansion in enumerate(setup.expansions):
        if expansion not in known - {PRINTED}:
            yield Fault(f"setup.expansions[{number}]", "unknown", f"no card belongs to an expansion “{expansion[:40]}”")
        if expansion in setup.expansions[:number]:
            yield Fault(f"setup.expansions[{number}]", "twice", f"“{expansion[:40]}” is named twice")
    if setup.garage and not content.cards.upgrade_pile(setup.tiers, setup.expansions):
        yield Fault("setup.tiers", "empty", "these tiers hold no upgrade to draft")
    if not 0 <= setup.legend_bonus <= MOST_LEGEND_BONUS:
        yield Fault("setup.legend_bonus", "out_of_range", f"the bonus of Legends is 0 to {MOST_LEGEND_BONUS}")


def _competitor_faults(content: SeasonContent, setup: SeasonSetup) -> Iterator[Fault]:
    cars = len(setup.competitors)
    if not cars:
        yield Fault("setup.competitors", "out_of_range", "nobody competes")
    elif all(one.legend is not None for one in setup.competitors):
        yield Fault("setup.competitors", "no_driver", "a season needs at least one driver with a deck")
    for number, stop in enumerate(setup.calendar):
        room = next((len(track.grid) for track in content.tracks if track.id == stop.track), cars)
        if cars > room:
            text = f"{cars} cars compete, and only {room} can start here"
            yield Fault(f"setup.calendar[{number}].track", "grid_too_small", text)
    for seat, one in enumerate(setup.competitors):
        if one.legend is not None and one.legend not in content.legends.rows:
            text = f"the Legend cards have no row “{one.legend[:40]}”, but {', '.join(content.legends.rows)}"
            yield Fault(f"setup.competitors[{seat}].legend", "unknown_row", text)
