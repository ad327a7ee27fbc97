"""The layer of cars, on every circuit that ships."""

import json
import re

import pytest

from engine.heat import all_tracks
from races.heat.board import cars, fragments, ground
from races.models import Race
from tests.races.factories import drivers, make_race
from tests.races.heat.board.kit import drawn_race, scene_of, with_legend

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("track", sorted(all_tracks()))
def test_every_car_stands_on_its_space(track: str) -> None:
    scene = scene_of(drawn_race(*"abcdefgh", track=track))
    art = ground.picture(scene)
    assert art is not None
    html = cars.layer(scene)
    placed = re.findall(r'<g class="car" data-seat="(\d+)" transform="translate\(([-\d.]+) ([-\d.]+)\)', html)
    assert {int(seat) for seat, _, _ in placed} == set(range(8))
    assert len({(x, y) for _, x, y in placed}) == 8
    for seat, x, y in placed:
        car = scene.view(None).cars[int(seat)]
        assert (float(x), float(y)) == art.place(car.space, car.lane)[:2]


def test_the_layer_lies_exactly_on_the_picture() -> None:
    scene = scene_of(drawn_race("ada", "bo"))
    art = ground.picture(scene)
    assert art is not None
    assert f'viewBox="{ground.view_box(art)}"' in cars.layer(scene)


def test_drivers_can_be_you_and_legends_cannot() -> None:
    html = cars.layer(scene_of(drawn_race(starters=with_legend())))
    assert re.findall(r'<g class="at tag you" data-seat="(\d)"', html) == ["0", "2"]


def test_the_next_corner_has_a_ring_for_each_driver() -> None:
    scene = scene_of(drawn_race("ada", "bo"))
    assert re.findall(r'<circle data-seat="(\d)" data-line="\d+" class="next-halo you"', cars.layer(scene)) == [
        "0",
        "1",
    ]


def test_what_the_layer_refers_to_is_in_the_page() -> None:
    scene = scene_of(drawn_race("ada", "bo"))
    known = set(re.findall(r' id="([\w-]+)"', cars.symbols(scene) + ground.symbols(scene))) | {"deck"}
    layers = str(cars.layer(scene)) + str(fragments.standings(scene)) + str(fragments.plaque(scene))
    named = set(re.findall(r'href="#([\w-]+)"', layers))
    assert {name for name in named if not name.startswith("i-")} <= known


def test_a_circuit_without_a_picture_has_an_empty_layer() -> None:
    ground.forget()
    race: Race = make_race(starters=drivers("ada", "bo"), track="japan")
    scene = scene_of(race)
    assert ground.picture(scene) is None
    assert "<g" not in cars.layer(scene)
    assert 'id="road"' in fragments.road(scene)
    assert "Corner" in str(fragments.plaque(scene))


def test_the_lanes_for_the_scripts_are_the_picture_s() -> None:
    scene = scene_of(drawn_race("ada", "bo"))
    art = ground.picture(scene)
    assert art is not None
    lanes = json.loads(ground.lanes(scene.race.content_id))
    assert lanes["length"] == scene.game.course.length
    assert tuple(lanes["lanes"]["2"][2 * 5 + 1]) == art.place(5, 2)
