"""Circuits that do not ship: whatever the engine accepts can be drawn."""

import math
import random
from xml.etree import ElementTree

import pytest

from engine.heat.tracks import Corner, Spot, Track, all_tracks, find_faults
from races.heat.circuit_art.drawing import Art, draw
from races.heat.circuit_art.letters import corner_letters
from races.heat.circuit_art.themes import ELSEWHERE, theme_of

FEW = 12  # rounds of the elastic band: the road may be ugly, but it must be drawn

Outline = tuple[tuple[float, float], ...]


def circuit(outline: Outline = (), length: int = 40, lanes: int | tuple[int, ...] = 2, **fields: object) -> Track:
    lines = (length // 3, length - max(3, length // 4))
    corners = tuple(Corner(line=line, limit=4, legend_line=line - 2, race_lane=1) for line in lines)
    grid = tuple(Spot(space, 1) for space in range(length - 1, lines[-1] - 1, -1))
    known: dict[str, object] = {"id": "home", "name": "Home", "laps": 1, "heat": 6, "stress": 3}
    known |= {"corners": corners, "grid": grid, "outline": outline, "length": length, "lanes": lanes}
    track = Track(**(known | fields))  # type: ignore[arg-type]
    assert not find_faults(track)
    return track


def round_one(points: int, wobble: float, seed: int) -> Outline:
    chance = random.Random(seed)
    turns = [2 * math.pi * i / points for i in range(points)]
    return tuple(
        (
            50 + (34 + wobble * chance.uniform(-1, 1)) * math.cos(turn),
            50 + (34 + wobble * chance.uniform(-1, 1)) * math.sin(turn),
        )
        for turn in turns
    )


def scribble(points: int, seed: int) -> Outline:
    chance = random.Random(seed)
    return tuple((chance.uniform(-10, 110), chance.uniform(-10, 110)) for _ in range(points))


EIGHT = tuple((50 + 45 * math.sin(t), 50 + 30 * math.sin(2 * t)) for t in [2 * math.pi * i / 24 for i in range(24)])

EVERYWHERE = tuple(Spot(space, lane) for space in range(40) for lane in (1, 2))

STRANGE = {
    "none": circuit(),
    "heap": circuit(((50, 50),) * 8),
    "row": circuit(tuple((10.0 * i, 20.0) for i in range(9))),
    "wobbly": circuit(round_one(30, 25, 1)),
    "scribble": circuit(scribble(12, 2)),
    "long scribble": circuit(scribble(40, 3), length=120),
    "eight": circuit(EIGHT, length=60),
    "tiny and wide": circuit(length=10, lanes=6),
    "one lane": circuit(round_one(16, 4, 4), lanes=1),
    "narrow places": circuit(round_one(16, 4, 5), lanes=tuple(1 + space // 7 % 4 for space in range(40))),
    "one corner": circuit(
        corners=(Corner(line=39, limit=30, legend_line=0, race_lane=2),),
        grid=(Spot(39, 2),),
        race_lane_at_start=2,
        lane1_side="left",
    ),
    "corner after corner": circuit(
        length=60,
        corners=tuple(
            Corner(line=line, limit=0, legend_line=0, race_lane=1, aggressive=1, double_aggressive=1)
            for line in range(1, 50)
        ),
        grid=(Spot(59, 1),),
    ),
    "everywhere": circuit(flooded=EVERYWHERE, tunnel=EVERYWHERE, gravel=EVERYWHERE),
    "unnamable": circuit(name="Ωмега <b>&"),
}


@pytest.mark.parametrize("name", STRANGE)
def test_a_strange_circuit_is_drawn(name: str) -> None:
    track = STRANGE[name]
    art = draw(track, rounds=FEW)
    for part in (art.ground, art.deck, art.numbers, art.mini, *(sign.svg for sign in art.signs)):
        ElementTree.fromstring(f"<svg>{part}</svg>")
        assert "nan" not in part
    assert [sign.line for sign in sorted(art.signs, key=lambda sign: sign.line)] == [c.line for c in track.corners]
    assert all(len(lane) == 6 * track.length for lane in art.lanes)
    assert all(math.isfinite(number) for lane in art.lanes for number in lane)


def test_cars_stand_side_by_side_on_the_road() -> None:
    art = draw(STRANGE["one corner"], rounds=FEW)
    for space in range(40):
        (x, y, _), (u, v, _) = art.place(space, 1), art.place(space, 2)
        assert math.hypot(x - u, y - v) == pytest.approx(art.lane, abs=0.3)


def test_lane_one_is_on_the_side_that_the_circuit_says() -> None:
    for side, sign in (("right", 1), ("left", -1)):
        art = draw(circuit(lane1_side=side), rounds=1)
        (x, y, heading), (u, v, _) = art.place(5, 1), art.place(5, 2)
        across = math.cos(math.radians(heading)) * (y - v) - math.sin(math.radians(heading)) * (x - u)
        assert across * sign > 0


def test_an_eight_gets_a_bridge_and_hides_cars_below_it() -> None:
    art = draw(STRANGE["eight"], rounds=FEW)
    assert "bridge-rail" in art.deck
    assert 1 <= len(art.below) <= 4
    x, y, _ = art.place(art.below[len(art.below) // 2], 1)
    others = [space for space in range(60) if space not in art.below]
    assert min(math.dist(art.place(space, 1)[:2], (x, y)) for space in others) < 45


def test_what_people_type_cannot_become_markup() -> None:
    art = draw(STRANGE["unnamable"], rounds=1)
    assert "<b>" not in art.ground
    assert "&" not in art.ground


def test_an_unknown_circuit_has_a_land_of_its_own_for_good() -> None:
    names = {f"home_{number}" for number in range(40)}
    themes = {name: theme_of(circuit(id=name)) for name in names}
    assert set(themes.values()) == set(ELSEWHERE)
    assert all(theme_of(circuit(id=name)) == theme for name, theme in themes.items())


def test_letters_go_by_corner_and_a_chicane_has_one() -> None:
    assert list(corner_letters(all_tracks()["mexico"]).values()) == ["A", "A", "B", "C", "D", "D"]
    many = corner_letters(STRANGE["corner after corner"])
    assert [many[line] for line in (1, 26, 27, 49)] == ["A", "Z", "AA", "AW"]


def test_two_drawings_are_the_same() -> None:
    first, second = (draw(STRANGE["wobbly"], rounds=FEW) for _ in range(2))
    assert isinstance(first, Art)
    assert first == second


@pytest.mark.soak
def test_scribbles_of_all_kinds_are_drawn() -> None:
    for seed in range(60):
        draw(circuit(scribble(8 + seed % 30, seed), length=30 + 5 * (seed % 20)), rounds=FEW)
