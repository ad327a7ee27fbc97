"""Filling the grid in one step, with cars that nobody drives, and taking them out again."""

from collections.abc import Iterator, Mapping
from itertools import cycle

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lobby import names, rooms
from lobby.games.heat import circuits, legends
from lobby.games.heat.championship import is_on
from lobby.models import MOST_SEATS, Room
from lobby.refused import Reason, Refused

USUAL_CARS = 6

LEGEND = "legend"
MIXED: tuple[str, ...] = (LEGEND, "racer", "cautious", LEGEND, "champion", "racer", "cautious")
"""Whom a mixed field takes, one after the other, and then from the front again."""

FIELDS: Mapping[str, Promise | str] = {
    "mixed": _("A mixed field: bots and Legends"),
    "cautious": _("Careful bots: they brake early and come home"),
    "racer": _("Fast bots: they know every corner"),
    "champion": _("Very fast bots: they think two rounds ahead"),
    "easy": _("Easy Legends: slow on every card"),
    "medium": _("Medium Legends: like careful bots"),
    "hard": _("Hard Legends: fast on every card"),
    LEGEND: _("Legends: each follows a row of its own"),
}
"""What a grid can be filled with, from mixed to one kind alone."""

GRID_FULL = Reason(409, _("There are as many cars already."), _("Choose more cars, or take some out."))
NO_SUCH_FIELD = Reason(422, _("We cannot fill the grid with these."))


class FillForm(forms.Form):
    """What the button of the host sends."""

    field = forms.CharField(max_length=16)
    cars = forms.IntegerField(min_value=1, max_value=MOST_SEATS)


def fields(room: Room) -> list[tuple[str, str]]:
    """What can fill the grid under the rules of a room: its Legends have levels, or each a row of its own."""
    levels = legends.levels(room)
    kinds = [*("mixed", "cautious", "racer", "champion"), *(levels or (LEGEND,))]
    return [(kind, str(FIELDS.get(kind, kind))) for kind in kinds]


def grid_sizes(room: Room, cars: int) -> list[int]:
    """How many cars the grid can be filled to, when so many stand on it."""
    if is_on(room):
        return []
    return list(range(cars + 1, circuits.places(room.track) + 1))


def act(code: str, visitor: str, posted: QueryDict) -> None:
    form = FillForm(posted)
    if not form.is_valid():
        raise Refused("malformed")
    fill(code, visitor, form.cleaned_data["field"], form.cleaned_data["cars"])


def must_be_open(room: Room) -> None:
    """Refuse to change the grid of a championship that is on."""
    if is_on(room):
        raise Refused("seats_stand")


def fill(code: str, visitor: str, field: str, cars: int) -> None:
    """The host fills the grid."""
    with rooms.led(code, visitor) as room:
        must_be_open(room)
        fill_grid(room, field, cars)


def fill_grid(room: Room, field: str, cars: int) -> None:
    """Fill the grid of a room that is locked up to so many cars, or to as many as the track has places for."""
    if field not in dict(fields(room)):
        raise Refused("no_such_field", NO_SUCH_FIELD)
    missing = min(cars, circuits.places(room.track)) - room.members.count()
    if missing <= 0:
        raise Refused("grid_full", GRID_FULL)
    for _car, kind in zip(range(missing), _kinds(room, field), strict=False):
        if kind in legends.STRENGTHS:
            place_bot(room, kind)
        else:
            legends.place(room, level_of(room, kind))


def level_of(room: Room, kind: str) -> str:
    """The level of a Legend of this kind; of any kind, the middle one. Empty where each follows a row of its own."""
    levels = legends.levels(room)
    if kind in levels:
        return kind
    return "medium" if "medium" in levels else ""


def _kinds(room: Room, field: str) -> Iterator[str]:
    """One kind after the other. Where no more Legends may join, bots take their places."""
    legends_here = room.members.exclude(legend="").count()
    for kind in cycle(MIXED if field == "mixed" else (field,)):
        if kind in legends.STRENGTHS:
            yield kind
        elif legends_here < legends.MOST_LEGENDS:
            legends_here += 1
            yield kind
        else:
            yield "racer"


def place_bot(room: Room, kind: str) -> None:
    """A bot of this kind, by the first name of the cast that is free; after the last, names are counted."""
    taken = {names.key(member.name) for member in room.members.all()}
    cast = [one.name for one in legends.cast() if one.bot == kind]
    counted = (name if number == 1 else f"{name} {number}" for number in range(1, MOST_SEATS + 2) for name in cast)
    name = next(name for name in counted if names.key(name) not in taken)
    rooms.place(room, name=name, bot=kind, ready=True)


def clear(code: str, visitor: str, posted: QueryDict) -> None:
    """Take every car out that nobody drives."""
    with rooms.led(code, visitor) as room:
        must_be_open(room)
        room.members.filter(visitor="").delete()
