"""The page on which the host of a room chooses a championship: a season of the game, a random one, or an own list."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.heat.season import Stop, all_seasons
from lobby import games, links, rooms, scenes, starting
from lobby.forms import Plain
from lobby.games.heat import calendar, circuits
from lobby.games.heat.calendar import FEWEST_RACES, MOST_RACES, OWN, RANDOM, Calendar
from lobby.games.heat.championship import is_on
from lobby.games.heat.forms import AS_PRINTED, lap_choices
from lobby.games.heat.season_field import season_name
from lobby.models import Room
from lobby.refused import Refused
from lobby.visitors import VisitorRequest
from races.heat import boxes
from races.heat.counts import names

NOTHING = [("", _("No race"))]
DRAWN = [("", _("An event that is drawn"))]
FOR_THE_FORM = 409
"""The status of refusals that say what does not go together, so that the form can be changed."""


def kinds() -> list[tuple[str, str]]:
    years = [(year, season_name(year)) for year in calendar.years()]
    return [*years, (RANDOM, gettext("A random season")), (OWN, gettext("Your own list"))]


def track_choices() -> list[tuple[str, Any]]:
    return [*NOTHING, *((circuit.track.id, circuit.name) for circuit in circuits.on_offer())]


def event_choices() -> list[tuple[str, Any]]:
    return [*DRAWN, *((event.id, gettext(event.headline)) for event in boxes.modules().events)]


def _select(label: Any, choices: Any, **options: Any) -> forms.TypedChoiceField:
    widget = forms.Select(attrs={"class": "input"})
    return forms.TypedChoiceField(label=label, choices=choices, required=False, widget=widget, **options)


class CalendarForm(Plain, forms.Form):
    """Which races make the championship, and whether they have events."""

    kind = forms.ChoiceField(label=_("Championship"), choices=kinds, widget=forms.RadioSelect)
    races = _select(
        _("Races of a random season"),
        [(n, str(n)) for n in range(FEWEST_RACES, MOST_RACES + 1)],
        coerce=int,
        empty_value=calendar.USUAL_RACES,
    )
    events = forms.BooleanField(
        label=_("Events"),
        help_text=_("Every race has one, which changes something and says where the press waits."),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "switch"}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for number in range(1, MOST_RACES + 1):
            words = {"n": number}
            self.fields[f"track_{number}"] = _select(gettext("Circuit of race %(n)s") % words, track_choices)
            self.fields[f"laps_{number}"] = _select(
                gettext("Laps of race %(n)s") % words, lap_choices, coerce=int, empty_value=AS_PRINTED
            )
            self.fields[f"event_{number}"] = _select(gettext("Event of race %(n)s") % words, event_choices)

    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField, forms.BoundField]]:
        """The own list, race by race."""
        numbers = range(1, MOST_RACES + 1)
        return [(n, self[f"track_{n}"], self[f"laps_{n}"], self[f"event_{n}"]) for n in numbers]

    def stops(self) -> tuple[Stop, ...]:
        """The own list without the rows that name no circuit."""
        given = self.cleaned_data
        chosen = [n for n in range(1, MOST_RACES + 1) if given.get(f"track_{n}")]
        return tuple(
            [
                Stop(given[f"track_{n}"], event=given.get(f"event_{n}", ""), laps=given.get(f"laps_{n}") or None)
                for n in chosen
            ]
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("kind") == OWN and len(self.stops()) < FEWEST_RACES:
            text = ngettext(
                "A championship has at least one race. Choose its circuit.",
                "A championship has at least %(n)s races. Choose a circuit for each.",
                FEWEST_RACES,
            )
            self.add_error("track_1", text % {"n": FEWEST_RACES})
        return cleaned

    def chosen(self) -> Calendar:
        asked = self.cleaned_data
        return Calendar(
            kind=asked["kind"],
            races=asked["races"],
            stops=self.stops() if asked["kind"] == OWN else (),
            events=asked["events"],
        )


def initial_of(chosen: Calendar | None) -> dict[str, Any]:
    """What a form shows at first: what the room has, else the first season of the game."""
    if chosen is None:
        return {"kind": calendar.years()[0], "races": calendar.USUAL_RACES, "events": True}
    shown: dict[str, Any] = {"kind": chosen.kind, "races": chosen.races, "events": chosen.events}
    for number, stop in enumerate(chosen.stops, start=1):
        shown |= {f"track_{number}": stop.track, f"laps_{number}": stop.laps or 0, f"event_{number}": stop.event}
    return shown


def page(request: VisitorRequest, code: str) -> HttpResponse:
    """The choice, for the host of a room in which neither a race nor a championship is on."""
    room = scenes.find(code).room
    must_choose(room, request.visitor)
    if request.method != "POST":
        return _page(request, room, CalendarForm(initial=initial_of(calendar.of_room(room))))
    if "single" in request.POST:
        choose(code, request.visitor, None)
        return redirect(links.path(code))
    form = CalendarForm(request.POST)
    if form.is_valid():
        try:
            choose(code, request.visitor, form.chosen())
            return redirect(links.path(code))
        except Refused as refused:
            if refused.status != FOR_THE_FORM:
                raise
            form.add_error(None, refused.in_full)
    return _page(request, room, form)


def must_choose(room: Room, visitor: str) -> None:
    rooms.must_lead(room, visitor)
    if room.racing:
        raise Refused("racing")
    if is_on(room):
        raise Refused("seats_stand")


def choose(code: str, visitor: str, chosen: Calendar | None) -> None:
    """Race this championship in a room from now on; None for single races. Raises `Refused` where the room's settings
    and members cannot race it."""
    with rooms.led(code, visitor) as room:
        must_choose(room, visitor)
        room.championship = None
        if chosen is not None:
            starters = [starting.starter(member) for member in room.members.all()]
            calendar.season_of(calendar.plan_of(room, chosen, starters))
        rooms.apply(room, {"calendar": {} if chosen is None else games.stored(chosen)})


def _page(request: VisitorRequest, room: Room, form: CalendarForm) -> HttpResponse:
    offered = {circuit.track.id: circuit.name for circuit in circuits.on_offer()}
    ways = {str(year): [offered.get(one.track, one.track) for one in stops] for year, stops in all_seasons().items()}
    context = {
        "form": form,
        "room": room,
        "seasons": {year: names(way) for year, way in ways.items()},
        "is_set": bool(room.calendar),
    }
    return render(request, "lobby/heat/championship.html", context, status=422 if form.errors else 200)
