"""Races that a host can start from: each is a name for ordinary settings, which stay open to change."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lobby.games.heat import extras, season_field
from lobby.models import Room
from races.heat.extras import DRAWN, PACKS, Extras

PRINTED_LAPS = 0


class Evening(NamedTuple):
    """A kind of race by its name, with what it sets."""

    id: str
    name: Promise | str
    sentence: Promise | str
    extras: Extras
    laps: int = PRINTED_LAPS
    season: str = season_field.SINGLE
    """The championship, as forms have it; empty for one race."""

    @property
    def settings(self) -> dict[str, Any]:
        """By field of the forms of Heat."""
        return {"laps": self.laps, "mulligan": False, "season": self.season, **extras.stored(self.extras)}


EVENINGS = (
    Evening("first", _("First race"), _("One lap without extras: enough to learn it."), Extras(), laps=1),
    Evening("plain", _("Plain race"), _("Gears, cards and Heat, and nothing else."), Extras()),
    Evening(
        "club",
        _("Club race"),
        _("Garage and weather: tune your car, then look at the sky."),
        Extras(garage="rounds", weather=DRAWN),
    ),
    Evening(
        "everything",
        _("Everything"),
        _("All cards, weather, road conditions and sponsors."),
        Extras(garage="rounds", packs=PACKS, weather=DRAWN, roads=True, sponsors=True),
    ),
    Evening(
        "season",
        _("Season 1961"),
        _("Three races, one table: points, events and sponsors."),
        Extras(garage="rounds", weather=DRAWN, roads=True, sponsors=True),
        season="1961",
    ),
)


def named(chosen: str) -> Evening | None:
    return next((one for one in EVENINGS if one.id == chosen), None)


def like(settings: Mapping[str, Any]) -> Evening | None:
    """The evening that has these settings; None for those that a host has put together."""
    return next((one for one in EVENINGS if _same(one.settings, settings)), None)


def _same(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    cards_matter = wanted["garage"] or wanted["sponsors"]
    return all(
        _plain(found.get(name)) == _plain(value) for name, value in wanted.items() if name != "packs" or cards_matter
    )


def _plain(value: Any) -> Any:
    """A value as text, for a form that was posted has nothing but text: a number as its digits, “no” as nothing."""
    if isinstance(value, list | tuple):
        return sorted(value)
    if value is None or isinstance(value, bool):
        return "on" if value else ""
    return str(value)


def of_room(room: Room, chosen: Extras) -> Evening | None:
    """The evening for which a room is set up."""
    season = season_field.chosen_in(room)
    return like({"laps": room.laps, "mulligan": room.mulligan, "season": season, **extras.stored(chosen)})


def filled(posted: QueryDict, chosen: Evening) -> QueryDict:
    """A form that was posted, with an evening's settings in it, as a browser would send them."""
    data = posted.copy()
    for name, value in chosen.settings.items():
        if isinstance(value, list):
            data.setlist(name, value)
        elif value is False:
            data.pop(name, None)
        else:
            data[name] = "on" if value is True else str(value)
    return data
