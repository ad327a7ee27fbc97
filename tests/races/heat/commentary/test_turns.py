"""A beat begins when the camera shows what it needs, and not later."""

from playwright.sync_api import Page

from tests.races.heat.commentary.playing import HTML, Opened, drive, finish, go_on, update, x

BOARD = HTML.replace("%(cars)s", "", 1).replace(
    '<div id="stage">',
    '<div id="stage" style="position: fixed; inset: 0"><div id="sheet" data-fit="0 0 1200 300">%(cars)s</div>',
)
"""The same page with a sheet that the camera moves."""
PHONE = {"width": 390, "height": 300}
TURN = 260
"""Milliseconds in which the camera turns."""

LISTEN = """async () => {
  const { inView } = await import("/static/js/heat/camera.js");
  window.beats = [];
  document.addEventListener("heat:beat", ({ detail: { steps } }) => {
    const ends = steps.flatMap(({ path }) => [path[0], path.at(-1)]);
    window.beats.push(ends.every(([space, lane]) => inView([60 * space + 30, 100 + 32 * lane])));
  });
}"""
CHOOSE = """async (picture) => (await import("/static/js/heat/camera.js")).choose(picture)"""
SEES = """async (at) => (await import("/static/js/heat/camera.js")).sees([[at, 132]])"""


def listening(opened: Opened) -> Page:
    page = opened(BOARD, viewport=PHONE)
    go_on(page, 1000)
    page.evaluate(LISTEN)
    assert page.evaluate(SEES, x(3))
    assert not page.evaluate(SEES, x(15))
    return page


def begun(page: Page) -> list[bool]:
    """For each beat that has begun, whether its way was in view, or as good as."""
    found: list[bool] = page.evaluate("window.beats")
    return found


def test_a_beat_out_of_view_waits_for_the_camera(opened: Opened) -> None:
    page = listening(opened)
    update(page, 4, [drive(0, 15, 18)], (18, 1), (3, 2))
    assert begun(page) == []
    go_on(page, TURN - 10)
    assert begun(page) == []
    go_on(page)
    assert begun(page) == [True]


def test_a_beat_in_view_begins_at_once(opened: Opened) -> None:
    page = listening(opened)
    update(page, 4, [drive(0, 2, 3)], (3, 1), (3, 2))
    assert begun(page) == [True]


def test_a_camera_that_is_on_its_way_back_shows_nothing_yet(opened: Opened) -> None:
    page = listening(opened)
    update(page, 4, [drive(0, 15, 18)], (18, 1), (3, 2))
    finish(page)
    go_on(page)
    update(page, 5, [drive(1, 3, 4)], (18, 1), (4, 2))
    assert begun(page) == [True]
    finish(page)
    assert begun(page) == [True, True]


def test_no_beat_waits_for_a_camera_that_its_viewer_holds(opened: Opened) -> None:
    page = listening(opened)
    page.evaluate(CHOOSE, "free")
    update(page, 4, [drive(0, 15, 18)], (18, 1), (3, 2))
    assert begun(page) == [False]
