"""Circuits, decks and races as the tests need them."""

from typing import Any, cast

from engine.heat import State, all_tracks
from engine.heat.decks import deck_for
from engine.heat.rules import RULESETS
from engine.heat.tracks import write_track
from engine.kernel.chance import Seed
from engine.kernel.records import encode
from races import clocks, models, records, scenes
from races.heat import catalogue
from races.heat.scene import HeatScene
from races.heat.start import RaceTerms, start_race
from races.models import Race
from races.scenes import AnyScene
from races.start import Start

COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple", "teal", "pink", "brown", "grey")
SEED = Seed("5eed" * 16)


def track_version(slug: str = "usa") -> models.TrackVersion:
    """The shipped version of a circuit, as the fixtures have it."""
    if version := models.TrackVersion.objects.filter(track__slug=slug).first():
        return version
    return catalogue.save_track(slug, write_track(all_tracks()[slug]).decode())


def deck_version(slug: str = "level") -> models.DeckVersion:
    if version := models.DeckVersion.objects.filter(deck__slug=slug).first():
        return version
    return catalogue.save_deck(slug, encode(deck_for(slug)).decode())


def drivers(*visitors: str) -> list[Start]:
    """One starter for each visitor, named after them."""
    return [
        Start(name=visitor.title(), colour=colour, number=seat + 1, visitor=visitor)
        for seat, (visitor, colour) in enumerate(zip(visitors, COLOURS, strict=False))
    ]


def make_race(
    *visitors: str, starters: list[Start] | None = None, track: str = "usa", veiled: bool = False, **terms: Any
) -> models.Race:
    """A race that has started, with a seat for each visitor (Ada and Bo unless told), on the USA track. Its first
    seconds are over, so that answers are seen, unless it is to be `veiled`."""
    rules = terms.setdefault("rules", "standard")
    content = {"track": track_version(track), "deck": deck_version(RULESETS[rules].legend_rows)}
    terms = {"laps": 1, "seed": SEED, "host": "ada", **content, **terms}
    race = start_race(drivers(*(visitors or ("ada", "bo"))) if starters is None else starters, RaceTerms(**terms))
    if not veiled:
        race.veil = {}
        clocks.set_due(race, clocks.milliseconds(race.started))
        race.save(update_fields=["veil", "due"])
    return race


def heat_scene(race: Race, scene: AnyScene | None = None) -> HeatScene:
    """This scene, or the newest one as the database has it, of a race of Heat."""
    return cast("HeatScene", scene or scenes.load(race.pk))


def heat_states(race: Race) -> list[State]:
    """The state of a race of Heat after each entry."""
    return cast("list[State]", records.states(race))
