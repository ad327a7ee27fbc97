"""Who else races in a room of Heat: characters that bots play, and Legends."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat import RULESETS
from engine.heat.bots.cast import cast as engine_cast
from engine.heat.decks import LegendDeck
from lobby import rooms
from lobby.games import Badge, Opponent
from lobby.games.heat.championship import is_on
from lobby.models import Member, Room
from lobby.refused import Reason, Refused
from races.heat import catalogue
from races.models import LegendDeck as DeckRow
from races.parts.chips import LIVERIES

MOST_LEGENDS = 5

STRENGTHS: Mapping[str, Promise | str] = {
    "random": gettext_lazy("Plays at random"),
    "cautious": gettext_lazy("Careful"),
    "racer": gettext_lazy("Fast"),
    "champion": gettext_lazy("Very fast"),
}
"""How well each kind of bot drives, from the weakest to the strongest."""

LEVELS: Mapping[str, Promise | str] = {
    "easy": gettext_lazy("Easy"),
    "medium": gettext_lazy("Medium"),
    "hard": gettext_lazy("Hard"),
    "black": gettext_lazy("Follows the black row"),
    "blue": gettext_lazy("Follows the blue row"),
    "green": gettext_lazy("Follows the green row"),
    "red": gettext_lazy("Follows the red row"),
    "gray": gettext_lazy("Follows the grey row"),
    "yellow": gettext_lazy("Follows the yellow row"),
}
"""What the rows of the shipped decks are called. The rows of a deck that an admin saved keep their own names."""

NAMES: Mapping[str, Promise | str] = {
    "red": gettext_lazy("Legend Red"),
    "blue": gettext_lazy("Legend Blue"),
    "green": gettext_lazy("Legend Green"),
    "yellow": gettext_lazy("Legend Yellow"),
    "black": gettext_lazy("Legend Black"),
    "white": gettext_lazy("Legend White"),
    "orange": gettext_lazy("Legend Orange"),
    "purple": gettext_lazy("Legend Purple"),
    "teal": gettext_lazy("Legend Teal"),
    "pink": gettext_lazy("Legend Pink"),
    "brown": gettext_lazy("Legend Brown"),
    "grey": gettext_lazy("Legend Grey"),
}
"""What the Legend in a car of each colour is called."""

TOO_MANY = Reason(409, gettext_lazy("Five Legends is the limit."))
NO_SUCH_LEVEL = Reason(422, gettext_lazy("Legends do not have that level."))


class LegendForm(forms.Form):
    """The level of the Legend that the host adds; without one, the middle level."""

    level = forms.CharField(max_length=16, required=False)


def cast() -> list[Opponent]:
    return [Opponent(one.name, one.bot, strength(one.bot), one.style) for one in engine_cast()]


def strength(bot: str) -> str:
    return str(STRENGTHS.get(bot, bot))


def level_name(row: str) -> str:
    return str(LEVELS.get(row, row))


def badge(member: Member) -> Badge:
    if member.legend:
        return Badge("legend", _("Legend"), level_name(member.legend))
    return Badge("bot", _("Bot"), strength(member.bot))


@lru_cache(maxsize=16)
def _deck(data: str) -> LegendDeck:
    return msgspec.json.decode(data, type=LegendDeck)


def deck(room: Room) -> LegendDeck:
    """The cards that the Legends of a room follow under its rules."""
    try:
        return _deck(catalogue.deck(RULESETS[room.rules].legend_rows).data)
    except DeckRow.DoesNotExist:
        raise Refused("cannot_start") from None


def levels(room: Room) -> tuple[str, ...]:
    """The levels that can be asked for; none under rules that give each Legend a row of its own."""
    cards = deck(room)
    if cards.rows_are != "level":
        return ()
    known = list(LEVELS)
    return tuple(sorted(cards.rows, key=lambda row: known.index(row) if row in known else len(known)))


def act(code: str, visitor: str, posted: QueryDict) -> None:
    """The host's button."""
    form = LegendForm(posted)
    if not form.is_valid():
        raise Refused("malformed")
    add(code, visitor, form.cleaned_data["level"])


def add(code: str, visitor: str, level: str = "") -> Member:
    """The host adds a Legend."""
    with rooms.led(code, visitor) as room:
        if is_on(room):
            raise Refused("seats_stand")
        return place(room, level)


def fill(room: Room, *, bots: Sequence[str], legends: int, level: str = "") -> None:
    """Put bots of these kinds and so many Legends into a room that is being opened."""
    for kind in bots:
        left = rooms.cast_left(room, room.members.all())
        one = next((one for one in left if one.bot == kind), left[0])
        rooms.place(room, name=one.name, bot=one.bot, ready=True)
    for _number in range(legends):
        place(room, level if level in levels(room) else "")


def place(room: Room, level: str = "") -> Member:
    row = next_row(room, level)
    legend = rooms.place(room, name="", likes=(colour_of(row),), legend=row, ready=True)
    legend.name = str(NAMES[legend.colour])
    legend.save(update_fields=["name"])
    return legend


def next_row(room: Room, level: str = "") -> str:
    """The row that one more Legend follows."""
    taken = list(room.members.exclude(legend="").values_list("legend", flat=True))
    if len(taken) >= MOST_LEGENDS:
        raise Refused("legends_full", TOO_MANY)
    cards = deck(room)
    if cards.rows_are == "level":
        wanted = level or middle(cards)
        if wanted not in cards.rows:
            raise Refused("no_such_level", NO_SUCH_LEVEL)
        return wanted
    left = [row for row in cards.rows if row not in taken]
    painted = set(room.members.values_list("colour", flat=True))
    unpainted = [row for row in left if colour_of(row) not in painted]
    return (unpainted or left or list(cards.rows))[0]


def colour_of(row: str) -> str:
    """The colour that a Legend with this row gets if it is free: players who read “black” look for a black car."""
    return {"gray": "grey"}.get(row, row)


def adapt(room: Room) -> None:
    """The room's rules have changed: Legends whose row the other deck lacks get one that it has, and its colour."""
    cards = deck(room)
    for number, legend in enumerate(room.members.exclude(legend="")):
        if legend.legend in cards.rows:
            continue
        legend.legend = cards.row(number, middle(cards))
        colour = colour_of(legend.legend)
        if colour in LIVERIES and not room.members.filter(colour=colour).exists():
            legend.colour, legend.name = colour, str(NAMES[colour])
        legend.save(update_fields=["legend", "colour", "name"])


def middle(cards: LegendDeck) -> str:
    return cards.rows[len(cards.rows) // 2]
