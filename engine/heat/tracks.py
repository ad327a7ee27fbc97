"""Circuits: what a board shows, read from data and checked, every fault named with its place.

Spaces count from 0, the first one past the start/finish line, to length - 1, the last one before it. A corner's line
lies between the spaces line - 1 and line. These are the readable definitions; no code knows a circuit's name.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType, NoneType
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec import inspect as shapes

from engine.kernel.bounds import MEASURE, SHEET, Cards, Few, Many, Measure, Number, Word
from engine.kernel.faults import Broken, Fault

SENTENCES: Mapping[str, str] = {
    "unreadable": "This is not readable JSON ({reason}).",
    "missing": "This is missing.",
    "unknown": "A circuit has no such field here.",
    "wrong_type": "This must be {expected}, but is {value}.",
    "out_of_range": "This must be from {low} to {high}, but is {value}.",
    "too_long": "This must have at most {most} characters, but has {count}.",
    "wrong_count": "There must be {expected} of these, but there are {count}.",
    "bad_id": "An id is a small letter, then up to 31 small letters, digits or underscores; this is {value}.",
    "bad_text": "This must be 1 to 60 printable characters without spaces around them, but is {value}.",
    "not_in_order": "Corners stand in driving order; line {line} is not past line {previous}.",
    "chevrons": "At least 1 and at most {most} fit here (for none: null), but this is {value}.",
    "bad_chicane": "A chicane has two corners; the first is the corner just before, by its line; this is {value}.",
    "start_disagrees": "Past the start, the race lane is still the last corner's, {corner}; this is {value}.",
    "no_such_space": "The spaces are 0 to {last}; there is no space {value}.",
    "no_such_lane": "The lanes of space {space} are 1 to {lanes}; there is no lane {lane}.",
    "twice": "This stands in the list twice.",
    "no_press": "The press waits at corner lines, of a chicane at the second; {value} is none.",
    "before_corner": "The grid lies after the last corner line, {line}; space {space} is before it.",
    "not_pole_first": "Pole comes first; space {space} is ahead of the spot named before it.",
    "not_race_lane_first": "Of spots side by side the race lane comes first; that is lane {lane}.",
    "off_the_sheet": "Each coordinate must be a number from -10 to 110.",
}
"""What can be wrong with a circuit, as told to the person who made it."""


class Spot(Struct, frozen=True):
    """One place for one car."""

    space: Number
    lane: Number


class Corner(Struct, frozen=True):
    """A corner: its line and speed limit, and what is printed around it."""

    line: Number
    limit: Number
    legend_line: Number  # Legends are in the corner from this space to the line
    race_lane: Number  # of the stretch that begins at this line
    aggressive: Number | None = None  # so many spaces before the line carry a chevron
    double_aggressive: Number | None = None  # so many of these carry a double one
    chicane_of: Number | None = None  # on the second corner of a chicane: the line of the first


class Track(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A circuit with all that its board shows. The methods take a space of the circuit, 0 to length - 1."""

    id: Word
    name: Word
    length: Number
    lanes: Number | Many[Number]  # one number for the whole circuit, or one for each space
    laps: Number
    heat: Number
    stress: Number
    corners: Cards[Corner]
    grid: Few[Spot]  # pole first
    expansion: Word = "custom"
    flooded: Many[Spot] = ()
    tunnel: Many[Spot] = ()
    gravel: Many[Spot] = ()
    press_order: Cards[Number] = ()
    press_corners: Cards[Number] | None = None
    race_lane_at_start: Number = 1
    lane1_side: Literal["left", "right"] = "right"
    bridge_under: Cards[Number] = ()
    outline: Many[tuple[Measure, Measure]] = ()
    status: Word = "custom"

    def lanes_at(self, space: int) -> int:
        """How many cars fit side by side on a space."""
        return self.lanes if isinstance(self.lanes, int) else self.lanes[space]

    def corner_behind(self, space: int) -> Corner:
        """The last corner whose line is behind a car on this space; before the first corner, the last of the lap."""
        return self.corners[bisect_right(self.corners, space, key=lambda corner: corner.line) - 1]

    def race_lane(self, space: int) -> int:
        """The lane that leads among cars side by side: the inside of the corner just left behind."""
        return self.corner_behind(space).race_lane

    def sector(self, space: int) -> int:
        """The stretch between two corners in which a space lies, by the line of the corner behind it."""
        return self.corner_behind(space).line

    def press_lines(self) -> tuple[int, ...]:
        """The corners A, B, C … where the press may wait: as printed, else all, a chicane once at its second line."""
        first_halves = {corner.chicane_of for corner in self.corners}
        lines = tuple(corner.line for corner in self.corners if corner.line not in first_halves)
        return self.press_order or self.press_corners or lines


def read_track(data: bytes | str) -> Track:
    """A circuit from JSON. Whatever the data, it gives a circuit or raises Broken with all that is wrong."""
    raw = _parsed(data)
    faults = list(_misshapen(_TRACK, raw, ""))
    if not isinstance(raw, dict):
        raise Broken("track", tuple(faults))
    # Fields of the right shape are judged even if others are not, so that one reading names everything.
    sound = set(Track.__struct_fields__) - {re.split(r"[.\[]", fault.place, maxsplit=1)[0] for fault in faults}
    track = msgspec.convert(_STAND_IN | {name: raw[name] for name in sound if name in raw}, Track)
    faults += _faults(track, sound)
    if faults:
        raise Broken("track", tuple(faults))
    return track


def find_faults(track: Track) -> tuple[Fault, ...]:
    """Everything that keeps a circuit from being raced on; nothing, if it is sound."""
    return tuple(_faults(track, set(Track.__struct_fields__)))


def write_track(track: Track) -> bytes:
    """A circuit as JSON: the same bytes for the same circuit, and every field written out."""
    fields = msgspec.to_builtins(track)
    # 4 and 4.0 are the same place; one of them must be the way to write it.
    fields["outline"] = [[int(x) if x.is_integer() else x for x in map(float, point)] for point in track.outline]
    return msgspec.json.encode(fields)


@cache
def all_tracks() -> Mapping[str, Track]:
    """The circuits that come with the game, by id."""
    data = (files("engine.heat") / "data" / "tracks.json").read_bytes()
    tracks = [read_track(bytes(text)) for text in msgspec.json.decode(data, type=list[msgspec.Raw])]
    return MappingProxyType({track.id: track for track in tracks})


# Shape: is every field there, of its type, and known?

_TRACK = shapes.type_info(Track)
# These take the place of fields that could not be read; nothing that rests on them is judged.
_STAND_IN: dict[str, object] = {"id": "", "name": "", "corners": (), "grid": ()}
_STAND_IN |= dict.fromkeys(("length", "lanes", "laps", "heat", "stress"), 0)

_TYPES: Mapping[type[shapes.Type], tuple[tuple[type, ...], str]] = {
    shapes.IntType: ((int,), "a whole number"),
    shapes.StrType: ((str,), "a text"),
    shapes.LiteralType: ((str,), "left or right"),
    shapes.NoneType: ((NoneType,), "null"),
    shapes.VarTupleType: ((list,), "a list"),
    shapes.TupleType: ((list,), "a pair of numbers"),
    shapes.StructType: ((dict,), "an object"),
}
_WORDS = {int: "a whole number", bool: "true or false", NoneType: "null", list: "a list", dict: "an object"}


def _fault(place: str, code: str, /, **params: str | int) -> Fault:
    # Very large numbers cannot even be printed.
    shown = {k: "a huge number" if isinstance(v, int) and abs(v) > 10**18 else v for k, v in params.items()}
    return Fault(place, code, SENTENCES[code].format(**shown))


def _shown(value: object) -> str:
    text = ascii(value) if isinstance(value, (str, float)) else _WORDS[type(value)]
    return text if len(text) <= 40 else text[:40] + "…"


def _parsed(data: bytes | str) -> Any:
    reason = f"longer than {SHEET.most} bytes"
    if len(data) <= SHEET.most:
        try:
            return msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            reason = str(error)
    raise Broken("track", (_fault("", "unreadable", reason=reason),))


def _misshapen(kind: shapes.Type, raw: Any, place: str) -> Iterator[Fault]:
    if isinstance(kind, shapes.UnionType):
        kind = next((one for one in kind.types if type(raw) in _TYPES[type(one)][0]), kind.types[0])
    types, expected = _TYPES[type(kind)]
    match kind:
        case _ if type(raw) not in types or (isinstance(kind, shapes.LiteralType) and raw not in kind.values):
            yield _fault(place, "wrong_type", expected=expected, value=_shown(raw))
        case shapes.IntType(ge=int(low), le=int(high)):
            yield from _outside(place, raw, low, high)
        case shapes.StrType(max_length=int(most)) if len(raw) > most:
            yield _fault(place, "too_long", most=most, count=len(raw))
        case shapes.VarTupleType(max_length=int(most)) if len(raw) > most:
            yield _fault(place, "wrong_count", expected=f"at most {most}", count=len(raw))
        case shapes.StructType(fields=fields):
            inside = place + "." if place else ""
            for field in fields:
                if field.name in raw:
                    yield from _misshapen(field.type, raw[field.name], inside + field.name)
                elif field.required:
                    yield _fault(inside + field.name, "missing")
            for name in sorted(raw.keys() - {field.name for field in fields}):
                yield _fault(inside + (name if re.fullmatch(r"\w{1,40}", name) else _shown(name)), "unknown")
        case shapes.VarTupleType(item_type=item):
            for index, value in enumerate(raw):
                yield from _misshapen(item, value, f"{place}[{index}]")
        case shapes.TupleType():
            try:
                point = msgspec.convert(raw, tuple[float, float])
            except msgspec.ValidationError:
                yield _fault(place, "wrong_type", expected=expected, value="something else")
            else:
                if not all(-MEASURE.most <= number <= MEASURE.most for number in point):
                    yield _fault(place, "off_the_sheet")


# Meaning: can it be raced on? Each check is given a field, and is passed over if what it rests on could not be read.


def _faults(track: Track, sound: set[str]) -> Iterator[Fault]:
    for check, names, needs in _CHECKS:
        for field in names.split():
            if sound.issuperset([field, *needs.split()]):
                yield from check(track, field)


def _outside(place: str, value: int, low: int, high: int) -> Iterator[Fault]:
    if not low <= value <= high:
        yield _fault(place, "out_of_range", low=low, high=high, value=value)


def _text(track: Track, field: str) -> Iterator[Fault]:
    text: str = getattr(track, field)
    if field == "id" and not re.fullmatch(r"[a-z][a-z0-9_]{0,31}", text):
        yield _fault(field, "bad_id", value=_shown(text))
    elif not 1 <= len(text) <= 60 or not text.isprintable() or text != text.strip():
        yield _fault(field, "bad_text", value=_shown(text))


def _number(track: Track, field: str) -> Iterator[Fault]:
    low, high = {"length": (10, 400), "laps": (1, 9), "heat": (0, 20), "stress": (0, 20)}[field]
    return _outside(field, getattr(track, field), low, high)


def _lanes(track: Track, field: str) -> Iterator[Fault]:
    if isinstance(track.lanes, int):
        yield from _outside(field, track.lanes, 1, 6)
    elif len(track.lanes) != track.length:
        yield _fault(field, "wrong_count", expected=track.length, count=len(track.lanes))
    for space, count in enumerate(() if isinstance(track.lanes, int) else track.lanes):
        yield from _outside(f"{field}[{space}]", count, 1, 6)


def _corners(track: Track, field: str) -> Iterator[Fault]:
    if not track.corners:
        yield _fault(field, "wrong_count", expected="at least one", count=0)
    start = Corner(line=0, limit=0, legend_line=0, race_lane=1)
    for index, (previous, corner) in enumerate(zip((start, *track.corners), track.corners, strict=False)):
        place = f"{field}[{index}]"
        yield from _outside(f"{place}.line", corner.line, 1, track.length - 1)
        yield from _outside(f"{place}.limit", corner.limit, 0, 30)
        yield from _outside(f"{place}.legend_line", corner.legend_line, 0, max(0, corner.line - 1))
        if index and corner.line <= previous.line:
            yield _fault(f"{place}.line", "not_in_order", line=corner.line, previous=previous.line)
        else:
            rooms = {"aggressive": corner.line - previous.line, "double_aggressive": corner.aggressive or 0}
            for name, room in rooms.items():
                count: int | None = getattr(corner, name)
                if count is not None and not 1 <= count <= room:
                    yield _fault(f"{place}.{name}", "chevrons", most=room, value=count)
        half = corner.chicane_of
        if half is not None and (not index or half != previous.line or previous.chicane_of is not None):
            yield _fault(f"{place}.chicane_of", "bad_chicane", value=half)


def _race_lanes(track: Track, field: str) -> Iterator[Fault]:
    """The race lane must be there along the whole stretch, or no car would lead on its narrow spaces."""
    spaces = range(min(track.length, 400) if track.corners and not any(_lanes(track, "lanes")) else 0)
    tight = [space for space in spaces if not 1 <= track.race_lane(space) <= track.lanes_at(space)]
    for corner, space in {track.corner_behind(space): space for space in tight}.items():
        place, lanes = f"{field}[{track.corners.index(corner)}].race_lane", track.lanes_at(space)
        yield _fault(place, "no_such_lane", space=space, lanes=lanes, lane=corner.race_lane)


def _start(track: Track, field: str) -> Iterator[Fault]:
    last = track.corners[-1].race_lane if track.corners else track.race_lane_at_start
    if track.race_lane_at_start != last:
        yield _fault(field, "start_disagrees", corner=last, value=track.race_lane_at_start)


def _spots(track: Track, field: str) -> Iterator[Fault]:
    lanes_known = not any(_lanes(track, "lanes"))
    seen: set[Spot | int] = set()  # under a bridge it is whole spaces
    for index, spot in enumerate(getattr(track, field)):
        space, lane = (spot.space, spot.lane) if isinstance(spot, Spot) else (spot, 1)
        place = f"{field}[{index}]"
        if not 0 <= space < track.length:
            yield _fault(place, "no_such_space", last=track.length - 1, value=space)
        elif lanes_known and not 1 <= lane <= track.lanes_at(space):
            yield _fault(place, "no_such_lane", space=space, lanes=track.lanes_at(space), lane=lane)
        if spot in seen:
            yield _fault(place, "twice")
        seen.add(spot)


def _grid(track: Track, field: str) -> Iterator[Fault]:
    """The grid is the running order of the first round, so it must read as cars on the road would."""
    if not 1 <= len(track.grid) <= 40:
        yield _fault(field, "wrong_count", expected="1 to 40", count=len(track.grid))
    line, lane = (track.corners[-1].line, track.corners[-1].race_lane) if track.corners else (0, 1)
    for index, spot in enumerate(track.grid):
        ahead, place = track.grid[max(0, index - 1)], f"{field}[{index}]"
        if spot.space < line:
            yield _fault(place, "before_corner", line=line, space=spot.space)
        if spot.space > ahead.space:
            yield _fault(place, "not_pole_first", space=spot.space)
        if spot != ahead and (spot.space, spot.lane) == (ahead.space, lane):
            yield _fault(place, "not_race_lane_first", lane=lane)


def _press(track: Track, field: str) -> Iterator[Fault]:
    lines = {corner.line for corner in track.corners} - {corner.chicane_of for corner in track.corners}
    seen: set[int] = set()
    for index, line in enumerate(getattr(track, field) or ()):
        if line not in lines:
            yield _fault(f"{field}[{index}]", "no_press", value=line)
        if line in seen:
            yield _fault(f"{field}[{index}]", "twice")
        seen.add(line)


def _outline(track: Track, field: str) -> Iterator[Fault]:
    if track.outline and not 8 <= len(track.outline) <= 1000:
        yield _fault(field, "wrong_count", expected="none or 8 to 1000", count=len(track.outline))
    for index, point in enumerate(track.outline):
        if not all(-10 <= x <= 110 for x in point):  # which no NaN fulfils
            yield _fault(f"{field}[{index}]", "off_the_sheet")


# A check, the fields that it judges, and the other fields that it rests on.
_CHECKS: tuple[tuple[Callable[[Track, str], Iterator[Fault]], str, str], ...] = (
    (_text, "id name expansion status", ""),
    (_number, "length laps heat stress", ""),
    (_lanes, "lanes", "length"),
    (_corners, "corners", "length"),
    (_race_lanes, "corners", "length lanes"),
    (_start, "race_lane_at_start", "corners"),
    (_spots, "grid flooded tunnel gravel bridge_under", "length"),
    (_grid, "grid", "corners"),
    (_press, "press_order press_corners", "corners"),
    (_outline, "outline", ""),
)
