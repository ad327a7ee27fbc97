"""The small words of the notation, each written and read here: numbers, names, cards, places, items.

Names stand bare where they can, else as a JSON string, so that a text is split at spaces and commas outside quotes.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TypeVar

import msgspec

from engine.heat.course import Course
from engine.heat.state import Item
from engine.heat.units import Distance, Lane, Space
from engine.kernel.bounds import Sheet
from engine.kernel.seats import Seat

T = TypeVar("T")
N = TypeVar("N", bound=str)

NONE = "-"
"""An empty list."""

MOST = 999_999
MOST_COPIES = 99

_BARE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_STRINGS = msgspec.json.Decoder(Sheet)


class Unreadable(ValueError):
    """A word that cannot be read. The reader of the whole text adds its place."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        self.text = text
        super().__init__(text)


def shown(text: str) -> str:
    """A piece of a text from outside, fit for a message."""
    return ascii(text if len(text) <= 40 else text[:40] + "…")


def split(text: str, at: str) -> list[str]:
    """The parts between these characters, where they stand outside quotes."""
    parts: list[str] = []
    begin = 0
    quoted = escaped = False
    for place, sign in enumerate(text):
        if escaped:
            escaped = False
        elif quoted and sign == "\\":
            escaped = True
        elif sign == '"':
            quoted = not quoted
        elif sign in at and not quoted:
            parts.append(text[begin:place])
            begin = place + 1
    parts.append(text[begin:])
    return parts


def tokens(text: str) -> list[str]:
    """The words of a line."""
    return [part for part in split(text, " \t\r") if part]


# Names and numbers


def name(text: str) -> str:
    return text if _BARE.fullmatch(text) else msgspec.json.encode(text).decode()


def read_name(text: str) -> str:
    if text.startswith('"'):
        try:
            return _STRINGS.decode(text)
        except (msgspec.DecodeError, UnicodeError):
            raise Unreadable("bad_name", f"{shown(text)} is no JSON string") from None
    if not _BARE.fullmatch(text):
        raise Unreadable("bad_name", f"{shown(text)} is no name; a name with other signs stands in quotes")
    return text


def whole(low: int = 0, high: int = MOST) -> Callable[[str], int]:
    """A reader of whole numbers."""

    def read(text: str) -> int:
        if not _NUMBER.fullmatch(text):
            raise Unreadable("no_number", f"this must be a whole number, not {shown(text)}")
        if not low <= int(text) <= high:
            raise Unreadable("out_of_range", f"this must be from {low} to {high}, not {int(text)}")
        return int(text)

    return read


# Lists


def listed(parts: Sequence[str]) -> str:
    """A list; equal neighbours are written once, with their count: `1,2*3`."""
    runs = [(part, len(list(run))) for part, run in groupby(parts)]
    return ",".join(part if count == 1 else f"{part}*{count}" for part, count in runs) or NONE


def read_list(read: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    """A reader of lists."""
    copies = whole(1, MOST_COPIES)

    def read_all(text: str) -> tuple[T, ...]:
        found: list[T] = []
        for part in split(text, ",") if text != NONE else ():
            one, *times = split(part, "*")
            if len(times) > 1:
                raise Unreadable("bad_list", f"{shown(part)} has more than one count")
            found += [read(one)] * (copies(times[0]) if times else 1)
        return tuple(found)

    return read_all


def cards(faces: Sequence[str]) -> str:
    return listed([name(face) for face in faces])


read_cards = read_list(read_name)


def numbers(values: Sequence[int]) -> str:
    return ",".join(map(str, values)) or NONE


_natural = whole()
read_numbers = read_list(_natural)
read_seats = read_list(lambda text: Seat(_natural(text)))
read_sectors = read_list(whole(-1))


def one_of(known: Iterable[N]) -> Callable[[str], N]:
    """A reader of one of a few names."""
    names = {str(one): one for one in known}

    def read(text: str) -> N:
        if (found := names.get(read_name(text))) is None:
            raise Unreadable("unknown", f"there is no {shown(text)}, but {', '.join(names)}")
        return found

    return read


def both_sides(text: str, sign: str, form: str) -> tuple[str, str]:
    """The two parts of a value around a sign."""
    parts = split(text, sign)
    if len(parts) != 2:
        raise Unreadable("bad_choice", f"this is {form}, not {shown(text)}")
    return parts[0], parts[1]


# Places


def spot(course: Course, at: int, lane: int) -> str:
    """Lap, space and lane. The first lap is 1; on the grid it is 0."""
    return f"{course.lap(at) + 1}.{course.space(at)}.{lane}"


def read_spot(course: Course) -> Callable[[str], tuple[Distance, Lane]]:
    def read(text: str) -> tuple[Distance, Lane]:
        parts = text.split(".")
        if len(parts) != 3:
            raise Unreadable("bad_place", f"a place is lap.space.lane, not {shown(text)}")
        return distance(course, whole(-9, 99)(parts[0]), read_space(course)(parts[1])), Lane(whole()(parts[2]))

    return read


def place(course: Course, at: int) -> str:
    """Lap and space alone."""
    return f"{course.lap(at) + 1}.{course.space(at)}"


def read_place(course: Course) -> Callable[[str], Distance]:
    def read(text: str) -> Distance:
        parts = text.split(".")
        if len(parts) != 2:
            raise Unreadable("bad_place", f"a place is lap.space, not {shown(text)}")
        return distance(course, whole(-9, 99)(parts[0]), read_space(course)(parts[1]))

    return read


def read_space(course: Course) -> Callable[[str], Space]:
    read = whole(0, course.length - 1)
    return lambda text: Space(read(text))


def distance(course: Course, lap: int, space: Space) -> Distance:
    """How far a car is that drives in this lap."""
    return Distance((lap - 1) * course.length + space)


# Items of React


def items(some: Sequence[Item]) -> str:
    return listed([f"{name(item.kind)}:{item.amount}:{name(item.source)}" for item in some])


def read_item(text: str) -> Item:
    parts = split(text, ":")
    if len(parts) != 3:
        raise Unreadable("bad_item", f"an item is kind:amount:source, not {shown(text)}")
    return Item(read_name(parts[0]), whole()(parts[1]), read_name(parts[2]))


read_items = read_list(read_item)


def card_and_number(text: str) -> tuple[str, int]:
    face, number = both_sides(text, "=", "card=number")
    return read_name(face), whole()(number)


# Parts of events


def pays(heat: int) -> str:
    return f" pays {heat}" if heat else ""


def shuffled_anew(pile: tuple[str, ...] | None, n: int | None) -> str:
    """A pile that was made anew on the way, by this outcome."""
    return "" if n is None else f" {{shuffle {cards(pile or ())} by {n}}}"
