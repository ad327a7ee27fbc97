"""The picture of a circuit, drawn once and stored with its version; nothing in it depends on a race.

A board is put together from these parts, all in the same units, the lower ones first:

    <svg class="board theme-{theme}" viewBox="{view}">     styles: static/css/board.css and tracks.css
      ground                  land, scenery, night, road and what is painted on it
      cars on spaces `below`  only a circuit that crosses itself has such spaces
      deck                    its bridges; empty elsewhere
      signs                   each sign's svg in a group that names it, marks the next corner, takes the focus
      numbers                 seen only where .sheet has the class numbers-on
      ghosts, cars, tags, pins

A sign and a number are a group `at` its foot on the edge of the road, in it a `leader` from there to the `head`.

Places of cars come from `lanes`: for each lane x, y and heading, twice a space, in one flat list. Sample 2n is the line
before space n, sample 2n + 1 the middle of space n, where a car stands. On the inside of a bend a space is short, and
so are its cars: `car_lengths` has a factor for each lane and space. `heading` is in degrees, from -180 to 180: between
two samples a car turns the shorter way.

Texts in the picture are proper names only, so it is the same in every language.
"""

from hashlib import sha256

import msgspec
import numpy as np
from msgspec import Struct

from engine.heat.tracks import Track, write_track
from races.heat.circuit_art.band import ROUNDS, lay
from races.heat.circuit_art.bridge import deck, spaces_below
from races.heat.circuit_art.corners import Box, FreeCorners, free_corners
from races.heat.circuit_art.geometry import SPACE, Line
from races.heat.circuit_art.land import grandstand, land, verge, whole_land
from races.heat.circuit_art.road import road, space_numbers
from races.heat.circuit_art.scenery import scenery, title
from races.heat.circuit_art.sheet import MARGIN, Sheet, lane_offset
from races.heat.circuit_art.signs import RADIUS, Sign, signs
from races.heat.circuit_art.svg import drawn, number, path
from races.heat.circuit_art.themes import recipe_of, theme_of

VERSION = 2
"""Of this code: art of another version is drawn anew, since scripts and style sheets do not fit it."""
HEAD = f'{{"version":{VERSION},'
"""With this begins stored art of this version."""

CAR_LENGTH = 0.97 * SPACE


class Health(Struct, frozen=True):
    """How well it went. Sound are a radius from 1.7 lanes, a stretch from 3.4 lanes, and a cost up to 20."""

    radius: float  # the tightest, in lanes
    stretch: float  # how near two stretches of road come, in lanes
    sign_cost: float  # of the worst place for a sign


class Art(Struct, frozen=True, kw_only=True):
    """The stored picture."""

    version: int
    track: str  # digest of the circuit that it shows
    theme: str
    width: float
    height: float
    ground: str
    deck: str
    signs: tuple[Sign, ...]
    numbers: str
    mini: str  # a whole svg, for lists
    fit: Box  # the tightest view that cuts no sign, kerb or grandstand
    overview: Box
    lane: float  # width of a lane
    lanes: tuple[tuple[float, ...], ...]
    car_length: float
    car_lengths: tuple[tuple[float, ...], ...]
    below: tuple[int, ...]
    corners: dict[str, FreeCorners]  # by shape of the stage, wide and tall: what floats where
    health: Health

    def place(self, space: int, lane: int) -> tuple[float, float, float]:
        """Where a car stands: x, y and heading."""
        x, y, heading = self.lanes[lane - 1][6 * space + 3 : 6 * space + 6]
        return x, y, heading


def digest(track: Track) -> str:
    """What a picture is compared with to see whether it still shows the circuit."""
    return sha256(write_track(track)).hexdigest()[:16]


def is_current(art: Art, track: Track) -> bool:
    return (art.version, art.track) == (VERSION, digest(track))


def encode(art: Art) -> bytes:
    return msgspec.json.encode(art)


def decode(data: bytes | str) -> Art:
    return msgspec.json.decode(data, type=Art)


def draw(track: Track, rounds: int = ROUNDS) -> Art:
    """The picture of any sound circuit; the same circuit gives the same picture. It takes a second or a few."""
    line = lay(track, recipe_of(track), rounds)
    sheet = Sheet(track, line)
    # Each of these takes its places on the sheet, so their order is not that of the layers.
    ground, stand, grass = land(sheet), grandstand(sheet), verge(sheet)
    placed = signs(sheet)
    name, things = title(sheet), scenery(sheet)
    above, below = deck(sheet)
    fit = _fit(sheet, placed)
    margin = 2 * MARGIN
    return Art(
        version=VERSION,
        track=digest(track),
        theme=theme_of(track),
        width=round(sheet.width, 1),
        height=round(sheet.height, 1),
        ground=(
            f'<g class="ground" aria-hidden="true">{ground}{grass}{stand}{name}{things}{whole_land(sheet, "dusk")}</g>'
            f'<g class="road" aria-hidden="true">{road(sheet)}{below}</g>'
        ),
        deck=f'<g class="deck" aria-hidden="true">{above}</g>' if above else "",
        signs=placed,
        numbers=space_numbers(sheet),
        mini=_mini(sheet),
        fit=fit,
        overview=(-MARGIN, -MARGIN, round(sheet.width + margin, 1), round(sheet.height + margin, 1)),
        lane=round(line.lane, 1),
        lanes=tuple(_lane(track, line, lane) for lane in range(1, _most_lanes(track) + 1)),
        car_length=CAR_LENGTH,
        car_lengths=tuple(_car_lengths(track, line, lane) for lane in range(1, _most_lanes(track) + 1)),
        below=spaces_below(sheet),
        corners=free_corners([sheet.road, *([sheet.title] if sheet.title else [])], placed, fit),
        health=Health(
            radius=round(line.tightest(), 2),
            stretch=round(line.nearest_stretch(), 2),
            sign_cost=max(sign.cost for sign in placed),
        ),
    )


def _most_lanes(track: Track) -> int:
    return track.lanes if isinstance(track.lanes, int) else max(track.lanes)


def _lane(track: Track, line: Line, lane: int) -> tuple[float, ...]:
    middle = np.array([lane_offset(track, line, space, lane) for space in range(track.length)])
    offsets = np.column_stack([(middle + np.roll(middle, 1)) / 2, middle]).ravel()
    s = np.arange(2 * track.length) / 2
    samples: list[float] = []
    for (x, y), at in zip(line.trace(s, offsets), s, strict=True):
        samples += [round(float(x), 1), round(float(y), 1), round(line.heading(float(at)), 1)]
    return tuple(samples)


def _car_lengths(track: Track, line: Line, lane: int) -> tuple[float, ...]:
    """So that cars in a row never overlap."""
    factors = []
    for space in range(track.length):
        run = line.run(space, space + 1, lane_offset(track, line, space, lane))
        arc = float(np.hypot(*np.diff(run, axis=0).T).sum())
        factors.append(round(min(1.0, 0.95 * arc / CAR_LENGTH), 2))
    return tuple(factors)


def _fit(sheet: Sheet, placed: tuple[Sign, ...]) -> Box:
    """The tightest view that cuts nothing of the road: what "whole track" shows."""
    rim = sheet.lane * (sheet.widest + 0.6)
    things = [(-rim, -rim), (sheet.width + rim, sheet.height + rim)]
    for places, reach in (([(sign.x, sign.y) for sign in placed], RADIUS + 22), (sheet.crowd, 34)):
        things += [(x + side * reach, y + side * reach) for x, y in places for side in (-1, 1)]
    pad = 14
    left, top = min(x for x, _ in things) - pad, min(y for _, y in things) - pad
    right, bottom = max(x for x, _ in things) + pad, max(y for _, y in things) + pad
    return round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1)


def _mini(sheet: Sheet) -> str:
    """The thumbnail: road, corner lines and start, in strokes that can be seen when it is small."""
    line, width = sheet.line, 2 * sheet.widest * sheet.lane
    pad = 60 + width / 2
    view = f"{number(-pad)} {number(-pad)} {number(sheet.width + 2 * pad)} {number(sheet.height + 2 * pad)}"
    road = path(line.points, True, smooth=1.5)
    corners = "".join(path([line.at(s, -0.5, -1), line.at(s, 0.5, 1)], smooth=0) for s in sheet.lines)
    return (
        f'<svg class="mini theme-{theme_of(sheet.track)}" viewBox="{view}" aria-hidden="true">'
        + drawn("mini-edge", road, stroke_width=round(width * 1.3))
        + drawn("mini-road", road, stroke_width=round(width * 1.02))
        + drawn("mini-corner", corners)
        + drawn("mini-start", path([line.at(0, -0.9, -1), line.at(0, 0.9, 1)]))
        + "</svg>"
    )
