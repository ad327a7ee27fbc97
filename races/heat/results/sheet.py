"""Every driver's race in figures, laid out: a row for each figure, a column for each car."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from races.heat.results.ranking import Result
from races.models import Seat


@dataclass(frozen=True)
class Cell:
    """A figure of one car, and whether no other car has more."""

    seat: int
    text: str
    most: bool = False


@dataclass(frozen=True)
class Row:
    """A figure of every car. A part is what the figure above it is made of."""

    icon: str
    name: Promise | str
    help: Promise | str
    cells: list[Cell]

    @property
    def is_part(self) -> bool:
        return not self.icon


ROWS: Sequence[tuple[str, str, Promise | str, Promise | str]] = (
    ("rounds_led", "flag", gettext_lazy("Rounds led"), gettext_lazy("at the end of the round")),
    ("heat_paid", "heat", gettext_lazy("Heat paid"), gettext_lazy("from the engine")),
    ("corners", "", gettext_lazy("in corners"), ""),
    ("gears", "", gettext_lazy("for gears"), ""),
    ("boosted", "", gettext_lazy("for boosts"), ""),
    ("cards", "", gettext_lazy("for cards"), ""),
    ("cooled", "cooldown", gettext_lazy("Heat cooled"), gettext_lazy("back to the engine")),
    ("spin_outs", "spin", gettext_lazy("Spin-outs"), ""),
    ("over_limit", "corner", gettext_lazy("Corners over the limit"), gettext_lazy("and paid for")),
    ("boosts", "boost", gettext_lazy("Boosts"), ""),
    ("slipstream", "slipstream", gettext_lazy("Slipstream"), gettext_lazy("in spaces")),
    ("top_speed", "accelerate", gettext_lazy("Top speed"), gettext_lazy("of a turn")),
    ("average_gear", "gear", gettext_lazy("Average gear"), gettext_lazy("of all turns")),
)
"""Field, icon (none for a part), name and explanation."""
OF_LEGENDS = frozenset({"rounds_led"})
"""The figures that Legends have, too."""


def mine_first(ranking: Sequence[Result], mine: Result | None) -> list[Result]:
    """The columns of the sheet: the viewer's own car, then the others from first to last."""
    return sorted(ranking, key=lambda one: one is not mine)


def sheet(ranking: Sequence[Result]) -> list[Row]:
    """The rows, without parts that are 0 for every car."""
    rows = []
    for field, icon, name, explained in ROWS:
        values = {one.seat.number: getattr(one.figures, field) for one in ranking}
        if icon or any(values.values()):
            rows.append(Row(icon, name, explained, [_cell(one, field, values) for one in ranking]))
    return rows


def _cell(one: Result, field: str, values: Mapping[int, float]) -> Cell:
    if one.seat.kind == Seat.Kind.LEGEND and field not in OF_LEGENDS:
        return Cell(one.seat.number, "–")
    value = values[one.seat.number]
    text = number_format(value, 1) if field == "average_gear" else str(value)
    return Cell(one.seat.number, text, value > 0 and value == max(values.values()) and len(values) > 1)
