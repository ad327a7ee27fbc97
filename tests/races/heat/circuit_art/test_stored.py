"""The pictures in the fixtures: they show the circuits of the engine, are sound, and can be put into any page."""

import re
import zlib
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.heat.tracks import all_tracks
from races.heat.circuit_art.drawing import Art, decode, draw, encode, is_current
from races.heat.circuit_art.themes import SIZES, THEMES
from races.management.commands import make_fixtures

ROOT = Path(__file__).parents[4]
ARTS = {slug: decode(text) for slug, text in make_fixtures.stored_art().items()}
AGAIN = "run `make fixtures`"


@pytest.fixture(params=list(make_fixtures.every_track()))
def art(request: pytest.FixtureRequest) -> Art:
    return ARTS[request.param]


def parts(art: Art) -> list[str]:
    return [art.ground, art.deck, art.numbers, art.mini, *(sign.svg for sign in art.signs)]


def test_every_circuit_has_its_picture_and_it_is_of_today() -> None:
    tracks = make_fixtures.every_track()
    assert set(ARTS) == set(tracks)
    for track_id, track in tracks.items():
        assert is_current(ARTS[track_id], track), AGAIN


def test_roads_are_wide_apart_and_signs_stand_clear(art: Art) -> None:
    assert art.health.radius >= 1.7
    assert art.health.stretch >= 3.4
    assert art.health.sign_cost <= 20
    assert all(free.covered <= 0.02 for free in art.corners.values())


def test_what_floats_has_a_corner_of_its_own(art: Art) -> None:
    assert set(art.corners) == {"wide", "tall"}
    for free in art.corners.values():
        assert free.plaque != free.tools


def test_pictures_are_well_formed_and_pass_a_strict_policy(art: Art) -> None:
    for part in parts(art):
        ElementTree.fromstring(f"<svg>{part}</svg>")
        assert not re.search(r"\sstyle=|\son\w+=|<style|<script|https?:", part)


def test_pictures_are_small(art: Art) -> None:
    assert len(encode(art)) < 250_000
    assert len(zlib.compress(encode(art), 6)) < 45_000


def test_each_lane_has_two_samples_a_space_in_steps_of_half_a_space(art: Art) -> None:
    track = next(track for track in make_fixtures.every_track().values() if is_current(art, track))
    assert len(art.lanes) == len(art.car_lengths) == track.lanes
    for lane, lengths in zip(art.lanes, art.car_lengths, strict=True):
        samples = list(zip(lane[0::3], lane[1::3], strict=True))
        assert len(samples) == 2 * track.length
        assert len(lane) == 3 * len(samples)
        assert all(5 < abs(complex(*b) - complex(*a)) < 60 for a, b in pairwise([*samples, samples[0]]))
        assert len(lengths) == track.length
        assert all(0.6 <= length <= 1 for length in lengths)
        assert all(-180 <= heading <= 180 for heading in lane[2::3])


def test_cars_in_a_row_do_not_overlap(art: Art) -> None:
    for number, lengths in enumerate(art.car_lengths, 1):
        for space in range(len(lengths)):
            after = (space + 1) % len(lengths)
            a, b = art.place(space, number), art.place(after, number)
            apart = abs(complex(*a[:2]) - complex(*b[:2]))
            assert apart > (lengths[space] + lengths[after]) / 2 * art.car_length * 0.93


def test_only_the_circuit_that_crosses_itself_has_a_bridge() -> None:
    assert {track_id for track_id, art in ARTS.items() if art.deck} == {"japan"}
    assert {track_id for track_id, art in ARTS.items() if art.below} == {"japan"}
    assert set(ARTS["japan"].below) & set(all_tracks()["japan"].bridge_under)


def test_a_picture_survives_being_stored(art: Art) -> None:
    assert decode(encode(art)) == art


def test_every_class_in_a_picture_is_painted() -> None:
    css = (ROOT / "static/css/heat/board.css").read_text() + (ROOT / "static/css/heat/tracks.css").read_text()
    used = {name for art in ARTS.values() for part in parts(art) for names in re.findall(r'class="(.*?)"', part)
            for name in names.split()}  # fmt: skip
    groups = {"ground", "road", "deck", "lt", "at", "head"}  # these only hold others together
    assert not {name for name in used - groups if not re.search(rf"\.{name}\b", css)}
    assert all(f".theme-{name} " in css for name in THEMES)


def test_every_silhouette_is_there_and_used() -> None:
    named = {name for theme in THEMES.values() for name in (*theme.big, *theme.small)}
    assert named == {path.stem for path in (ROOT / "races/heat/circuit_art/motifs").glob("*.svg")}
    assert {name for theme in THEMES.values() for name in theme.big} == set(SIZES)


def test_the_same_circuit_gives_the_same_picture() -> None:
    track = all_tracks()["nederland"]
    assert encode(draw(track)) == encode(ARTS["nederland"]), AGAIN
