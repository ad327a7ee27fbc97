"""Whether a form asks for one race or for a championship. An own list of races has a page of its own."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.heat.season import all_seasons
from lobby import games
from lobby.games.heat import calendar, circuits
from lobby.games.heat.calendar import OWN, RANDOM, Calendar
from lobby.models import Room
from lobby.refused import Refused
from races.heat.counts import names
from races.start import Start

SINGLE = ""
"""The choice of one race."""


def season_name(year: str) -> str:
    return gettext("Season %(year)s") % {"year": year}


def choices(also: str = SINGLE) -> list[tuple[str, str]]:
    """What can be raced on the circuits on offer. `also` is what a room is set to."""
    offered = {circuit.track.id: circuit.name for circuit in circuits.on_offer()}
    found = [(SINGLE, gettext("One race"))]
    for year, stops in all_seasons().items():
        if str(year) == also or all(stop.track in offered for stop in stops):
            way = names([offered.get(stop.track, stop.track) for stop in stops])
            found.append((str(year), gettext("Season %(year)s: %(way)s") % {"year": year, "way": way}))
    if also == RANDOM or len(offered) >= calendar.USUAL_RACES:
        found.append((RANDOM, gettext("A random season")))
    if also not in dict(found):
        found.append((also, gettext("Your own list")))
    return found


def chosen_in(room: Room) -> str:
    """What a room is set to, as the field has it; also of a calendar that makes no sense."""
    return str(room.calendar.get("kind", OWN)) if room.calendar else SINGLE


class SeasonField(forms.Form):
    """One field for any form of Heat."""

    season = forms.ChoiceField(
        label=_("Championship"),
        choices=choices,
        required=False,
        widget=forms.Select(attrs={"class": "input"}),
    )

    def offer_seasons(self, room: Room | None) -> None:
        """The choices of a form for a room that is there already include what it is set to."""
        if room is not None:
            self.initial["season"] = chosen_in(room)
            self.fields["season"].choices = choices(chosen_in(room))  # type: ignore[attr-defined]

    def of_season(self, before: Room | None) -> dict[str, Any]:
        """The columns of the room. What was chosen before stays as it was drawn."""
        asked = self.cleaned_data["season"]
        if before is not None and asked == chosen_in(before):
            return {}
        return {"calendar": games.stored(Calendar(kind=asked)) if asked else {}, "championship": None}

    def judge_season(self, room: Room, starters: Sequence[Start]) -> None:
        """Put to the field what keeps the championship of a room, as it is going to be set, from being raced."""
        try:
            if (chosen := calendar.of_room(room)) is not None:
                calendar.season_of(calendar.plan_of(room, chosen, starters))
        except Refused as refused:
            self.add_error("season", refused.in_full)
