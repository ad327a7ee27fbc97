"""Who else may be on the grid: drivers that bots play, and Legends."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.bots.cast import Driver, cast
from engine.heat.decks import LegendDeck
from lobby import names
from lobby.models import MOST_LEGENDS, Room
from lobby.refusals import Refused
from races.heat import catalogue
from races.models import LegendDeck as DeckRow
from races.parts.chips import LIVERIES

STRENGTHS: Mapping[str, Promise | str] = {
    "random": gettext_lazy("plays whatever comes"),
    "cautious": gettext_lazy("careful"),
    "racer": gettext_lazy("quick"),
    "champion": gettext_lazy("very strong"),
}
"""How well each kind of bot drives, from the weakest to the strongest."""

LEVELS: Mapping[str, Promise | str] = {
    "easy": gettext_lazy("Easy"),
    "medium": gettext_lazy("Medium"),
    "hard": gettext_lazy("Hard"),
    "black": gettext_lazy("Drives by the black row"),
    "blue": gettext_lazy("Drives by the blue row"),
    "green": gettext_lazy("Drives by the green row"),
    "red": gettext_lazy("Drives by the red row"),
    "gray": gettext_lazy("Drives by the grey row"),
    "yellow": gettext_lazy("Drives by the yellow row"),
}
"""What the rows of the shipped decks are called; another deck's rows are called as it names them."""


def driver_named(name: str) -> Driver:
    """A driver of the cast."""
    for driver in cast():
        if driver.name == name:
            return driver
    raise Refused("no_such_bot")


def drivers_left(taken: Iterable[str]) -> list[Driver]:
    """The cast without those who are on the grid, or share their name with somebody who is."""
    known = {names.key(name) for name in taken}
    return [driver for driver in cast() if names.key(driver.name) not in known]


def strength(bot: str) -> str:
    return str(STRENGTHS.get(bot, bot))


def level_name(row: str) -> str:
    return str(LEVELS.get(row, row))


def legend_name(colour: str) -> str:
    return _("Legend %(colour)s") % {"colour": str(LIVERIES[colour].name).capitalize()}


@lru_cache(maxsize=16)
def _deck(data: str) -> LegendDeck:
    return msgspec.json.decode(data, type=LegendDeck)


def deck(kind: str) -> LegendDeck:
    """The cards that Legends of new races read."""
    try:
        return _deck(catalogue.deck(kind).data)
    except DeckRow.DoesNotExist:
        raise Refused("cannot_start") from None


def levels(kind: str) -> tuple[str, ...]:
    """The levels that can be asked for; none where each Legend just wears the next helmet."""
    cards = deck(kind)
    if cards.rows_are != "level":
        return ()
    known = list(LEVELS)
    return tuple(sorted(cards.rows, key=lambda row: known.index(row) if row in known else len(known)))


def next_row(room: Room, level: str = "") -> str:
    """The row that one more Legend reads."""
    taken = list(room.members.exclude(legend="").values_list("legend", flat=True))
    if len(taken) >= MOST_LEGENDS:
        raise Refused("legends_full")
    cards = deck(room.legend_rows)
    if cards.rows_are == "level":
        wished = level or middle(cards)
        if wished not in cards.rows:
            raise Refused("no_such_level")
        return wished
    left = [row for row in cards.rows if row not in taken]
    painted = set(room.members.values_list("colour", flat=True))
    unpainted = [row for row in left if colour_of(row) not in painted]
    return (unpainted or left or list(cards.rows))[0]


def colour_of(row: str) -> str:
    """The paint of a car that drives by this row, if there is one: who reads “black” looks for a black car."""
    return {"gray": "grey"}.get(row, row)


def reread(room: Room) -> None:
    """The rule set changed: Legends whose row the other deck lacks get one that it has, and its paint if it is free."""
    cards = deck(room.legend_rows)
    for number, legend in enumerate(room.members.exclude(legend="")):
        if legend.legend in cards.rows:
            continue
        legend.legend = cards.row(number, middle(cards))
        colour = colour_of(legend.legend)
        if colour in LIVERIES and not room.members.filter(colour=colour).exists():
            legend.colour, legend.name = colour, legend_name(colour)
        legend.save(update_fields=["legend", "colour", "name"])


def middle(cards: LegendDeck) -> str:
    return cards.rows[len(cards.rows) // 2]
