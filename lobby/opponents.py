"""Who else may be on the grid: drivers that bots play, and Legends."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.bots.cast import Driver, cast
from engine.heat.decks import LegendDeck
from lobby.models import MOST_LEGENDS, Room
from lobby.refusals import Refused
from races import catalogue
from races.drawing.cars import LIVERIES
from races.models import LegendDeck as DeckRow

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
    "black": gettext_lazy("Black helmet"),
    "blue": gettext_lazy("Blue helmet"),
    "green": gettext_lazy("Green helmet"),
    "red": gettext_lazy("Red helmet"),
    "gray": gettext_lazy("Grey helmet"),
    "yellow": gettext_lazy("Yellow helmet"),
}
"""What the rows of the shipped decks are called; another deck's rows are called as it names them."""


def driver_named(name: str) -> Driver:
    """A driver of the cast."""
    for driver in cast():
        if driver.name == name:
            return driver
    raise Refused("no_such_bot")


def drivers_left(taken: set[str]) -> list[Driver]:
    """The cast without those who are on the grid."""
    return [driver for driver in cast() if driver.name not in taken]


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
    return next((row for row in cards.rows if row not in taken), cards.rows[len(taken) % len(cards.rows)])


def reread(room: Room) -> None:
    """The rule set changed: Legends whose row the other deck lacks get one that it has."""
    cards = deck(room.legend_rows)
    for number, legend in enumerate(room.members.exclude(legend="")):
        if legend.legend not in cards.rows:
            legend.legend = cards.row(number, middle(cards))
            legend.save(update_fields=["legend"])


def middle(cards: LegendDeck) -> str:
    return cards.rows[len(cards.rows) // 2]
