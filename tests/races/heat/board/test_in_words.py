"""The board in words: cars, corners and what lies on the road, on circuits that ship."""

import re

import pytest
from django.utils.html import strip_tags
from msgspec.structs import replace

from engine.heat import all_tracks
from engine.heat.state import State
from races.heat import board
from races.heat.board import explained, hit_areas, in_words
from races.heat.board.explained import Place
from races.heat.pages import PAGES
from races.heat.scene import HeatScene
from races.scenes import Scene
from tests.races.heat.board.kit import drawn_race, scene_of, with_legend

pytestmark = pytest.mark.django_db(transaction=True)


def other(scene: HeatScene, **fields: object) -> HeatScene:
    """The same race with another state."""
    state: State = replace(scene.state, **fields)
    return Scene(scene.race, scene.seats, state, scene.log)


def moved(scene: HeatScene, *changes: dict[str, object]) -> HeatScene:
    """With cars elsewhere, by seat."""
    cars = zip(scene.state.cars, changes, strict=True)
    return other(scene, cars=tuple(replace(car, **change) for car, change in cars))


def told(scene: HeatScene) -> dict[int, str]:
    return {one.seat: " ".join(one.sentences) for one in in_words.cars(scene)}


def test_a_car_on_the_grid_is_told_by_its_way_to_the_line() -> None:
    scene = scene_of(drawn_race("ada", "bo", "cy", track="usa"))
    view = scene.view(None)
    pole = view.cars[view.ranking[0]]
    name, beside = (scene.seats[seat].name for seat in view.ranking[:2])
    assert told(scene)[pole.seat] == (
        f"{name}, on the grid, 1 space before the line, race lane. 13 spaces before corner A, limit 7. Beside {beside}."
    )


def test_a_car_is_told_by_space_lane_lap_and_what_is_ahead() -> None:
    race = drawn_race("ada", "bo", "cy", track="usa", laps=2)
    scene = scene_of(race)
    lane = scene.game.course.race_lane[10]
    scene = moved(
        scene,
        {"at": 10, "lane": lane},
        {"at": 10, "lane": 3 - lane},
        {"at": 11 + 69, "lane": lane},
    )
    ada, bo, cy = (scene.seats[seat].name for seat in range(3))
    words = told(scene)
    assert words[0] == (
        f"{ada}, space 10, race lane, lap 1 of 2. 2 spaces before corner A, limit 7. Beside {bo}. 1 space behind {cy}."
    )
    assert words[1].startswith(f"{bo}, space 10, lane {3 - lane}, lap 1 of 2.")
    assert words[2] == f"{cy}, space 11, race lane, lap 2 of 2. 1 space before corner A, limit 7."


def test_behind_the_last_corner_comes_the_finish_and_then_home() -> None:
    scene = scene_of(drawn_race("ada", "bo", track="usa"))
    goal = scene.game.course.length * scene.view(None).setup.laps
    scene = moved(scene, {"at": goal - 3}, {"at": goal + 1, "status": "home", "place": 1})
    ada, bo = (scene.seats[seat].name for seat in range(2))
    assert "3 spaces before the finish." in told(scene)[0]
    assert told(scene)[1] == f"{bo} is home, in place 1."
    assert ada not in told(scene)[1]


def test_legends_are_told_too_and_names_are_text() -> None:
    race = drawn_race(starters=with_legend())
    scene = scene_of(race)
    scene.seats[0].name = "<b>Ada"
    html = str(board.FRAGMENTS["told"](scene))
    assert "&lt;b&gt;Ada" in html
    assert "Legend Black, on the grid" in html


def test_corners_are_told_in_driving_order_with_what_tokens_do() -> None:
    scene = scene_of(drawn_race("ada", "bo", track="usa"))
    plain = explained.corners(scene)
    assert [one.title for one in plain.values()] == [
        "Corner A, limit 7",
        "Corner B, limit 3",
        "Corner C, limit 3",
        "Corner D, limit 2",
    ]
    assert plain[12].facts == ("Its line lies before space 12.",)
    tokens = ("limit_up", "overheat", "free_boost", "weather")
    changed = explained.corners(other(scene, weather="storm", tokens=tokens))
    assert changed[12].title == "Corner A, limit 8"
    assert "The sign says 7, the road token +1: the limit is 8." in changed[12].facts
    assert "A driver who is too fast pays 1 Heat more." in changed[33].facts
    assert "A boost costs nothing between this corner and the next." in changed[49].facts
    assert "Between this corner and the next a slipstream may go 2 spaces farther: storm 2." in changed[57].facts


def test_a_chicane_says_which_line_is_which() -> None:
    corners = explained.corners(scene_of(drawn_race("ada", track="deutschland")))
    assert "It is the first line of a chicane." in corners[23].facts
    assert "It is the second line of a chicane." in corners[24].facts


@pytest.mark.parametrize(
    ("track", "titles"),
    [
        ("japan", {"Flooded road, spaces 5 to 10", "Chevrons before corner A, spaces 7 to 9"}),
        ("espana", {"Tunnel, spaces 16 to 23", "Legends’ line of corner A, space 3"}),
        ("southafrica", {"Gravel, spaces 7 to 20", "Gravel, spaces 47 to 58"}),
        ("gb", {"Chevron before corner B, space 29"}),
    ],
)
def test_what_lies_on_the_road_is_told(track: str, titles: set[str]) -> None:
    found = explained.spots(scene_of(drawn_race("ada", track=track)))
    assert titles <= {one.title for one, _place in found}


def test_what_only_legends_heed_says_whether_there_are_any() -> None:
    lonely = explained.spots(scene_of(drawn_race("ada", track="usa")))
    assert all(one.facts == ("No Legend drives in this race.",) for one, _place in lonely)
    company = explained.spots(scene_of(drawn_race(starters=with_legend(), track="usa")))
    assert all(not one.facts for one, _place in company if one.kind == "legends")


@pytest.mark.parametrize("track", sorted(all_tracks()))
def test_every_thing_can_be_pointed_at_where_it_lies(track: str) -> None:
    page = PAGES.page(scene_of(drawn_race("ada", track=track)))
    art = page["art"]
    spots = page["spots"]
    assert isinstance(spots, list)
    for spot in spots:
        numbers = [float(number) for number in re.findall(r"-?\d+", spot["area"])]
        assert len(numbers) >= 8
        x, y, across, down = art.fit  # type: ignore[attr-defined]
        assert all(x - 60 <= number <= x + across + 60 for number in numbers[::2])
        assert all(y - 60 <= number <= y + down + 60 for number in numbers[1::2])


def test_an_area_covers_the_middle_of_its_spots_and_no_other_lane() -> None:
    scene = scene_of(drawn_race("ada", track="southafrica"))
    art = PAGES.page(scene)["art"]
    gravel = next(one for one, place in explained.spots(scene) if place.first == 47)
    path = hit_areas.shape(art, gravel, Place(47, 47, ((47, 1),)))  # type: ignore[arg-type]
    corners = [tuple(map(float, pair.split())) for pair in re.split("[MLZ]", path) if pair]
    middle = tuple(sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    near, far = (art.place(47, lane)[:2] for lane in (1, 2))  # type: ignore[attr-defined]
    assert abs(middle[0] - near[0]) + abs(middle[1] - near[1]) < 4
    assert abs(middle[0] - far[0]) + abs(middle[1] - far[1]) > 20


def test_each_thing_on_the_board_is_named_by_words_in_the_page() -> None:
    scene = scene_of(drawn_race("ada", track="japan"))
    html = str(board.FRAGMENTS["explained"](scene))
    signs = PAGES.page(scene)["signs"]
    assert isinstance(signs, list)
    assert [sign["line"] for sign in signs] == [10, 12, 18, 45, 53]
    for sign in signs:
        for part in ("title", "facts", "rule"):
            assert f'id="explained-{sign["line"]}-{part}"' in html
    assert "Corner A, limit 4. Its line lies before space 10." in strip_tags(html)


def test_a_circuit_tells_the_rules_that_others_do_not_need() -> None:
    tracks = all_tracks()
    assert list(explained.places(tracks["usa"])) == []
    flooded, chicane = explained.places(tracks["japan"])
    assert "shifts down" in flooded
    assert "two corner lines" in chicane
    assert any("tunnel" in rule for rule in explained.places(tracks["espana"]))
    assert any("Gravel" in rule for rule in explained.places(tracks["southafrica"]))
