"""The board in a browser: whatever the camera shows, tags and signs stand on no car and inside the stage."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from engine.heat import all_tracks
from races.heat.board import cars
from races.heat.pages import PAGES
from races.heat.scene import HeatScene
from races.scenes import Scene
from tests.races.heat.board.kit import drawn_race, scene_of

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parents[4]
STYLES = ("tokens", "heat/board", "heat/tracks", "race", "table", "heat/stage")
STAGES = {"wide": (1100, 560), "phone": (390, 326)}
PICTURES = {"wide": ("turn", "whole"), "phone": ("turn", "follow")}
NAMES = "abcdefghijkl"
POSITIONS = json.loads((Path(__file__).parent / "positions.json").read_text())
"""By track and number of cars, in four rounds of a race: where each stands."""

HTML = """<!doctype html><title>Board</title>{styles}
<style>#stage {{ position: fixed; inset: 0 }}</style><body class="racing">{sprites}
<main id="race" data-me="0"><div class="race">
<section class="stage theme-usa" id="stage">
{stage}<div class="tools"></div></section></div>
<section id="cockpit" data-reach="9"></section></main>
<script type="application/json" id="lanes">{lanes}</script>
<script type="module" src="/static/js/heat/board.js"></script>"""

SHOW = """async ([cars, picture]) => {
  document.querySelector("#cars").outerHTML = cars;
  const { choose } = await import("/static/js/heat/camera.js");
  choose(picture);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  for (const motion of document.getAnimations()) motion.finish();
  await frame();
}"""

FAULTS = """() => {
  const stage = document.querySelector("#stage").getBoundingClientRect();
  const visible = (one) => getComputedStyle(one).visibility === "visible" && getComputedStyle(one).display !== "none";
  const boxes = [...document.querySelectorAll("#cars .tag .head, #signs .sign .head")].filter(visible).map((head) => ({
    name: head.closest(".tag, .sign").getAttribute("class") + " " + (head.closest("[data-line]")?.dataset.line ?? ""),
    box: head.getBoundingClientRect(),
    at: head.parentElement.getBoundingClientRect(),
    foot: new DOMPoint(0, 0).matrixTransform(head.parentElement.getScreenCTM()),
  })).filter(({ box }) => box.width);
  const inside = (x, y) => x >= stage.left && y >= stage.top && x <= stage.right && y <= stage.bottom;
  const found = [];
  for (const { name, box, foot } of boxes) {
    if (!inside(foot.x, foot.y)) continue;  // what it belongs to is out of sight
    const isOn = inside(box.left + 0.5, box.top + 0.5) && inside(box.right - 0.5, box.bottom - 0.5);
    if (!isOn) found.push(`${name} is off the stage`);
    for (const car of document.querySelectorAll("#cars .car")) {
      const matrix = car.getScreenCTM();
      for (let x = -29; x <= 29; x += 5.8) for (let y = -13.5; y <= 13.5; y += 5.4) {
        const point = new DOMPoint(x, y).matrixTransform(matrix);
        if (point.x > box.left && point.x < box.right && point.y > box.top && point.y < box.bottom) {
          found.push(`${name} covers car ${car.dataset.seat}`);
          x = y = 100;
        }
      }
    }
  }
  return [boxes.filter(({ foot }) => inside(foot.x, foot.y)).length, [...new Set(found)]];
}"""


def layers(track: str, count: int) -> list[str]:
    """The cars as they have stood in a race between bots, in four of its rounds."""
    scene = scene_of(drawn_race(*NAMES[:count], track=track))
    found = []
    for places in POSITIONS[track][str(count)]:
        standing = (replace(car, at=at, lane=lane) for car, (at, lane) in zip(scene.state.cars, places, strict=True))
        moved: HeatScene = Scene(scene.race, scene.seats, replace(scene.state, cars=tuple(standing)), ())
        found.append(str(cars.layer(moved)))
    return found


def board_of(track: str) -> str:
    """A page with nothing but the board, as large as the page."""
    scene = scene_of(drawn_race(*NAMES, track=track))
    page = PAGES.page(scene)
    stage = render_to_string(
        "races/heat/board/stage.html", {**page, "fragments": {"cars": cars.layer(scene), "road": ""}}
    )
    return HTML.format(
        styles="".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in STYLES),
        sprites=f"<svg hidden><defs>{cars.symbols(scene)}</defs></svg>",
        stage=stage,
        lanes=page["lanes"],
    )


def opened(browser: Browser, html: str) -> Page:
    page = browser.new_page(base_url="http://board.test")
    page.route("http://board.test/**", lambda route: route.fulfill(status=404))
    page.route("http://board.test/", lambda route: route.fulfill(body=html, content_type="text/html"))
    kinds = {".js": "text/javascript", ".css": "text/css"}
    page.route(
        "**/static/**",
        lambda route: route.fulfill(
            path=ROOT / urlsplit(route.request.url).path.lstrip("/"),
            content_type=kinds[Path(urlsplit(route.request.url).path).suffix],
        ),
    )
    page.goto("/")
    return page


def every_other(tracks: list[str]) -> list[Any]:
    """Half of the circuits in every run, and all by `make soak`."""
    return [pytest.param(one, marks=[pytest.mark.soak] * (at % 2)) for at, one in enumerate(tracks)]


@pytest.mark.parametrize("count", [pytest.param(8, marks=pytest.mark.soak), 12])
@pytest.mark.parametrize("track", every_other(sorted(all_tracks())))
def test_marks_stand_on_no_car_and_on_the_stage(browser: Browser, track: str, count: int) -> None:
    page = opened(browser, board_of(track))
    faults: list[str] = []
    seen = 0
    for shape, (width, height) in STAGES.items():
        page.set_viewport_size({"width": width, "height": height})
        for number, layer in enumerate(layers(track, count)):
            for picture in PICTURES[shape]:
                page.evaluate(SHOW, [layer, picture])
                marks, found = page.evaluate(FAULTS)
                seen += marks
                faults += [f"{shape}, {count} cars, moment {number}, {picture}: {one}" for one in found]
    page.close()
    assert not faults
    assert seen > 40, "there was something to look at"


CAMERA = """async () => (await import("/static/js/heat/camera.js")).camera()"""


def test_the_usual_picture_is_the_whole_track_where_cars_on_it_can_be_told_apart(browser: Browser) -> None:
    page = opened(browser, board_of("usa"))
    for width, height, usual in ((1440, 900, "whole"), (1280, 800, "whole"), (1280, 720, "turn"), (390, 844, "turn")):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CAMERA) == usual, (width, height)
    page.evaluate(SHOW, [str(page.evaluate("document.querySelector('#cars').outerHTML")), "follow"])
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.evaluate(CAMERA) == "follow", "what its viewer has chosen stays"
    page.close()


UNDER = """async (others) => {
  const { closest } = await import("/static/js/heat/camera.js");
  const tools = { x: 250, y: 188, w: 132, h: 44 };
  const room = { width: 390, height: 240, boxes: [tools], nearest: 0.95, others };
  const { unit, x, y } = closest([[0, 0], [400, 300]], room);
  const isUnder = (px, py) => px > tools.x && px < tools.x + tools.w && py > tools.y && py < tools.y + tools.h;
  return others.filter(([a, b]) => isUnder(x + a * unit, y + b * unit)).length;
}"""


def test_no_car_lies_under_the_buttons_of_the_board(browser: Browser) -> None:
    """Nor one that nobody asked to see."""
    page = opened(browser, board_of("usa"))
    found = {place: page.evaluate(UNDER, [place]) for place in ((360, 290), (430, 330), (520, 300), (-60, 280))}
    page.close()
    assert not any(found.values()), found


def test_the_race_page_asks_how_many_letters_a_window_holds() -> None:
    """In pixels doubled text would be laid out for a window that has no room for it."""
    page = (ROOT / "templates/races/heat/table.html").read_text()
    names = re.findall(r'static "css/([\w/]+)\.css"', page)
    asked = {name: re.findall(r"@media[^{]*\dpx", (ROOT / f"static/css/{name}.css").read_text()) for name in names}
    assert "small" in asked
    assert not {name: found for name, found in asked.items() if found}
