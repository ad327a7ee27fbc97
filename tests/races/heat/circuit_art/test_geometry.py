"""The centre line, the elastic band, and the writing of paths."""

import math
import re

import numpy as np
import pytest
from shapely.geometry import Polygon

from engine.heat.tracks import all_tracks
from races.heat.circuit_art.band import lay
from races.heat.circuit_art.geometry import PER_SPACE, SPACE, Line, curvature, perimeter, resample, spline
from races.heat.circuit_art.svg import curve, dots, number, path, rings
from races.heat.circuit_art.themes import Recipe, recipe_of


@pytest.fixture(scope="module")
def line() -> Line:
    track = all_tracks()["france"]
    return lay(track, recipe_of(track))


def test_a_space_is_as_long_everywhere(line: Line) -> None:
    assert perimeter(line.points) == pytest.approx(line.length * SPACE)
    steps = np.hypot(*(np.roll(line.points, -1, 0) - line.points).T)
    assert steps.std() < 0.05 * SPACE / PER_SPACE


def test_the_number_line_is_a_circle(line: Line) -> None:
    assert line.at(-1.25, 0.5) == pytest.approx(line.at(line.length - 1.25, 0.5))
    assert len(line.run(-1, 2)) == 19


def test_offsets_go_to_the_right_and_edges_lie_at_the_lanes(line: Line) -> None:
    heading = math.radians(line.heading(3))
    (x, y), (u, v) = line.at(3), line.at(3, 1)
    assert math.cos(heading) * (v - y) - math.sin(heading) * (u - x) == pytest.approx(line.lane, rel=0.01)
    assert line.at(3, 0.2, 1) == pytest.approx(line.at(3, 1.2))


def test_the_band_opens_what_the_outline_folds() -> None:
    track = all_tracks()["gb"]
    raw = lay(track, Recipe(stretch=(1.22, 1.0)), rounds=0)
    laid = lay(track, recipe_of(track))
    assert raw.tightest() < 1.2
    assert laid.tightest() >= 1.7
    assert laid.nearest_stretch() >= 3.4 > raw.nearest_stretch()


def test_curvature_of_a_circle_is_one_over_its_radius() -> None:
    turns = np.linspace(0, 2 * math.pi, 200, endpoint=False)
    circle = resample(spline(80 * np.column_stack([np.cos(turns), np.sin(turns)])), 300)
    assert 1 / curvature(circle) == pytest.approx(80, rel=0.01)  # clockwise on the screen: to the right


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.04, "0"), (0.5, ".5"), (-0.5, "-.5"), (12, "12"), (10.26, "10.3"), (-3.1, "-3.1")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_paths_go_in_steps_and_rounding_does_not_add_up() -> None:
    assert path([(0, 0), (10.04, 0), (10.04, -5.5)]) == "M0 0l10 0 0-5.5"
    assert path([(1, 1), (1, 1)]) == "M1 1h0"
    points = [(i / 3, math.sin(i)) for i in range(100)]
    steps = [float(text) for text in re.findall(r"-?(?:\d*\.)?\d+", path(points, smooth=0))]
    assert sum(steps[0::2]) == pytest.approx(33, abs=0.06)


def test_areas_keep_their_holes_and_dots_have_no_length() -> None:
    square = [(0, 0), (9, 0), (9, 9), (0, 9)]
    hole = [(3, 3), (6, 3), (6, 6), (3, 6)]
    assert rings(Polygon(square, [hole])).count("z") == 2
    assert rings(Polygon()) == ""
    assert dots([(1, 2), (3.5, -4)]) == "M1 2h0M3.5-4h0"


def test_a_curve_takes_no_more_than_a_polygon_and_stays_beside_it() -> None:
    ring = [(300 + 200 * math.cos(t / 20 * math.tau), 200 + 120.04 * math.sin(t / 20 * math.tau)) for t in range(20)]
    written = curve(ring)
    assert len(written) < len(path(ring, True, smooth=0)) + 20
    steps = [float(text) for text in re.findall(r"-?(?:\d*\.)?\d+", written)]
    x, y, *rest = steps
    pull = x + rest[0], y + rest[1]
    for across, down in zip(rest[2::2], rest[3::2], strict=True):
        assert min(math.dist(pull, point) for point in ring) < 0.3, "a pull is where the polygon has its corner"
        x, y = x + across, y + down
        pull = 2 * x - pull[0], 2 * y - pull[1]
    assert (x, y) == pytest.approx(steps[:2], abs=0.01)
