"""Playback in a browser: whatever happens while it plays, every car ends where the server has it.

The time of these pages is the tests' own: it goes on when a test says so, for timers as for the motion of cars.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium_of_system

ROOT = Path(__file__).parents[4]
LENGTH = 20
LANES = {lane: [[30 * n, 100 + 32 * lane, 0] for n in range(2 * LENGTH)] for lane in (1, 2)}
"""A straight road: space n has its middle at 60 n + 30."""

HTML = """<!doctype html><title>Race</title><link rel="icon" id="favicon" href="a.svg" data-turn="b.svg">
<body><div data-my-turn="Your move"></div>
<label><input type="radio" name="playback-speed" value="fast">Fast</label>
<label><input type="radio" name="playback-speed" value="normal">Normal</label>
<button data-sound-toggle aria-pressed="false">Sound</button><button data-notify-toggle hidden>Notify</button>
<main id="race">%(cars)s
<ol id="standings"><li id="standings-0" data-seat="0">4th gear</li><li id="standings-1" data-seat="1">Bo</li></ol>
<ol id="ribbon">%(ribbon)s</ol>
<div id="stage"><div id="playback" data-longest="6" data-names='["Ada", "Bo"]' hidden>
<ol class="calls"></ol><p aria-live="polite"></p><span class="count"></span><button data-skip>Skip</button></div></div>
<section id="cockpit"><form><p id="cockpit-say"></p><button>Shift</button></form></section>
<heat-steps id="steps" hidden data-at="3" data-steps='[{"look":"drive","say":"old","seat":0,"path":[[1,1],[2,1]]}]'>
</heat-steps></main>
<script type="application/json" id="lanes">%(lanes)s</script>
<script type="module">
import { rememberShown } from "/static/js/heat/held.js";
import { rememberCars } from "/static/js/heat/cars.js";
import { hear } from "/static/js/heat/play.js";
import "/static/js/heat/broadcast.js";
import { callDriver } from "/static/js/notify.js";
import { onUpdate } from "/static/js/update.js";
onUpdate({ before: [rememberShown, rememberCars], after: [hear, callDriver] });
</script>"""


STEP = 50
"""Milliseconds of the page's time by which it goes on while something is waited for."""
LONGEST = 60_000
"""Milliseconds of the page's time after which what is waited for will not come."""

MOTION = """(() => {
    const animate = Element.prototype.animate;
    const seen = new Map();  // an animation -> the moment up to which it has been moved
    Element.prototype.animate = function (...given) {
        const animation = animate.apply(this, given);
        animation.pause();
        seen.set(animation, performance.now());
        return animation;
    };
    window.moveOn = () => {
        const now = performance.now();
        for (const animation of document.getAnimations()) {
            animation.currentTime += now - (seen.get(animation) ?? now);
            seen.set(animation, now);
        }
    };
})()"""
"""Cars move with the clock of the page, which the tests stop; animations would go by that of the machine."""


def cars(*places: tuple[int, int] | None) -> str:
    """The layer of cars as the server draws it; None is one that is off the track."""
    drawn = "".join(
        f'<g class="car" data-seat="{seat}" transform="translate({LANES[lane][2 * space + 1][0]} '
        f'{LANES[lane][2 * space + 1][1]}) rotate(0)"><rect x="-29" y="-13" width="58" height="27"/></g>'
        for seat, (space, lane) in ((seat, place) for seat, place in enumerate(places) if place)
    )
    return f'<svg id="cars" viewBox="0 0 1200 300">{drawn}</svg>'


def ribbon(now: int) -> str:
    """The rows of the nine phases."""
    looks = ["past" if number < now else "now" if number == now else "next" for number in range(1, 10)]
    return "".join(
        f'<li id="ribbon-{place}" class="{look}"><svg class="fig"></svg><span>{place + 1}</span></li>'
        for place, look in enumerate(looks)
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_of_system(),
            args=["--no-sandbox", "--disable-dev-shm-usage"],
        )
        yield browser
        browser.close()


Opened = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens a page with two cars on the spaces 2 and 3."""
    contexts = []
    errors: list[str] = []

    def open_page(**options: Any) -> Page:
        context = browser.new_context(base_url="http://race.test", **options)
        contexts.append(context)
        page = context.new_page()
        page.clock.install(time=0)
        page.add_init_script(MOTION)
        page.on("pageerror", lambda error: errors.append(str(error)))
        lanes = json.dumps({"length": LENGTH, "lanes": LANES})
        html = HTML % {"cars": cars((2, 1), (3, 2)), "lanes": lanes, "ribbon": ribbon(2)}
        page.route("http://race.test/**", lambda route: route.fulfill(status=404))
        page.route("http://race.test/", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.route(
            "**/static/js/**/*.js",
            lambda route: route.fulfill(
                path=ROOT / urlsplit(route.request.url).path.lstrip("/"), content_type="text/javascript"
            ),
        )
        page.goto("/")
        page.clock.pause_at(3600)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


def update(page: Page, seq: int, steps: list[dict[str, Any]], *places: tuple[int, int] | None, form: str = "") -> None:
    """What htmx does with a message: whole elements are swapped, then it says so. `form` is a new question of mine."""
    page.evaluate(
        """([seq, steps, cars, form, ribbon]) => {
            const race = document.querySelector("#race");
            const said = (what) => race.dispatchEvent(new CustomEvent(what, {bubbles: true}));
            said("htmx:wsBeforeMessage");
            document.querySelector("#standings-0").outerHTML = `<li id="standings-0" data-seat="0">at ${seq}</li>`;
            document.querySelector("#ribbon").outerHTML = `<ol id="ribbon">${ribbon}</ol>`;
            document.querySelector("#cars").outerHTML = cars;
            const element = document.createElement("heat-steps");
            Object.assign(element, {id: "steps", hidden: true});
            Object.assign(element.dataset, {at: seq, steps: JSON.stringify(steps)});
            document.querySelector("#steps").replaceWith(element);
            if (form) {
                document.querySelector("#cockpit").outerHTML = `<section id="cockpit" data-asked="true">
                    <form id="${form}"><p id="cockpit-say" tabindex="-1">Play</p><button>Play</button></form>
                    </section>`;
            }
            said("htmx:wsAfterMessage");
        }""",
        [seq, [whole(step, f"{seq} {n}") for n, step in enumerate(steps)], cars(*places), form, ribbon(5)],
    )


def whole(step: dict[str, Any], beat: str) -> dict[str, Any]:
    """A step with its times, and where it names no beat, one of its own."""
    times = {"ms": 1000, "drive": [300, 500]} if "path" in step else {"ms": 900}
    return {"beat": beat, **times, **step}


def drive(seat: int, start: int, end: int, lane: int = 1, **more: Any) -> dict[str, Any]:
    return {"look": "drive", "say": f"Car {seat}", "seat": seat, "path": [[start, lane], [end, lane]], **more}


def where(page: Page, seat: int) -> int:
    """The x at which a car is seen."""
    seen = "seat => new DOMMatrix(getComputedStyle(document.querySelector(`[data-seat='${seat}']`)).transform).e"
    return round(float(page.evaluate(seen, seat)))


def x(space: int) -> int:
    return 60 * space + 30


def go_on(page: Page, milliseconds: int = STEP) -> None:
    """Let the time of the page pass."""
    page.clock.run_for(milliseconds)
    page.evaluate("moveOn()")


def go_on_until(page: Page, holds: str) -> None:
    """Let the time of the page pass until something holds there."""
    for _ in range(LONGEST // STEP):
        if page.evaluate(holds):
            return
        go_on(page)
    raise AssertionError(f"this never holds: {holds}")


def finish(page: Page) -> None:
    go_on_until(page, "() => !document.body.classList.contains('playing')")


def at_rest(page: Page, *spaces: int) -> None:
    """The cars are where the server drew them, and nothing holds or moves them."""
    assert [where(page, seat) for seat in range(len(spaces))] == [x(space) for space in spaces]
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("[...document.querySelectorAll('.car')].every(car => !car.style.transform)")
    assert page.locator("#cars .mark, #calls > *").count() == 0
    assert page.locator("#playback").is_hidden()
    assert page.locator("[data-copy]").count() == 0
    assert page.locator("#standings, #ribbon").filter(visible=True).count() == 2
    assert not is_covered(page)


def is_covered(page: Page) -> bool:
    """Whether my form cannot be used yet."""
    covered: bool = page.evaluate("Boolean(document.querySelector('#cockpit form button').inert)")
    visible = "part => part.checkVisibility({opacityProperty: true})"
    assert covered != page.locator("#cockpit form button").evaluate(visible)
    assert (
        page.locator("#cockpit[style], #cockpit [style]").count() == 0
    )  # htmx would carry it over, against the policy
    return covered


def test_what_stood_on_the_page_before_is_not_played(opened: Opened) -> None:
    page = opened()
    assert not page.evaluate("document.body.classList.contains('playing')")
    at_rest(page, 2, 3)


def test_a_car_off_the_track_is_seen_until_its_last_step_has_been_played(opened: Opened) -> None:
    """Home, and the race closes with it: what it did last is still to be seen."""
    page = opened()
    home = {"look": "note", "say": "Car 0 is home", "seat": 0}
    update(page, 4, [drive(0, 2, 6), home, drive(1, 3, 7, lane=2)], None, (7, 2))
    assert where(page, 0) == x(2)
    go_on_until(page, "() => document.querySelector('#playback p').textContent === 'Car 0 is home'")
    assert where(page, 0) == x(6)
    update(page, 5, [], None, (7, 2))
    assert where(page, 0) == x(6), "a new picture does not take it away either"
    go_on_until(page, "() => document.querySelector('#playback p').textContent === 'Car 1'")
    assert page.locator("#cars [data-seat='0']").count() == 0
    finish(page)
    update(page, 6, [drive(1, 7, 8)], None, (8, 2))
    page.keyboard.press("Escape")
    assert page.locator("#cars .car").count() == 1


def test_what_is_played_is_told_over_the_board_only_above_a_question_of_mine(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 5)], (5, 1), (3, 2))
    assert page.locator("#cockpit > #playback").is_visible()
    assert not is_covered(page)
    page.keyboard.press("Escape")
    update(page, 5, [], (5, 1), (3, 2), form="1.react.0.2")
    update(page, 6, [drive(1, 3, 4, lane=2)], (5, 1), (4, 2))
    assert page.locator("#stage > #playback").is_visible()
    assert not is_covered(page)


def test_the_card_that_a_boost_flips_turns_over(opened: Opened) -> None:
    page = opened()
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<svg><symbol id=\"card-3\"></symbol></svg>')")
    boost = drive(0, 2, 5, look="boost", flips=[["heat", 0], ["3", 3]], before=4, speed=7)
    update(page, 4, [boost, drive(1, 3, 4, lane=2)], (5, 1), (4, 2))
    row = page.locator(".call-row")
    assert row.locator(".speed").inner_text() == "4"
    go_on_until(page, "() => document.querySelector('.call-row .speed').textContent === '7'")
    faces = [use.get_attribute("href") for use in row.locator(".flipped .to use").all()]
    assert faces == ["#card-heat", "#card-3"]
    assert row.locator(".vain").count() == 1, "what was flipped in vain slides off"
    go_on_until(page, "() => document.querySelector('#playback p').textContent === 'Car 1'")
    assert page.locator("#playback .flipped").count() == 0


def test_cars_of_one_beat_drive_at_the_same_time_and_those_of_one_car_one_after_the_other(opened: Opened) -> None:
    page = opened()
    steps = [drive(0, 2, 5, beat="3.0"), drive(1, 3, 7, lane=2, beat="3.0"), drive(0, 5, 6, beat="3.0")]
    update(page, 4, steps, (6, 1), (7, 2))
    assert page.locator(".call-row .who").all_inner_texts() == ["Ada", "Bo"]
    assert page.locator("#playback .count").inner_text() == ""
    go_on(page, 600)
    assert x(2) < where(page, 0) < x(5)
    assert x(3) < where(page, 1) < x(7)
    go_on(page, 500)
    assert where(page, 0) == x(5)
    assert where(page, 1) == x(7)
    finish(page)
    at_rest(page, 6, 7)


def test_what_comes_for_a_beat_that_still_waits_joins_it(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 3), drive(0, 3, 4, beat="5")], (4, 1), (3, 2))
    update(page, 5, [drive(1, 3, 6, lane=2, beat="5")], (4, 1), (6, 2))
    assert page.locator("#playback .count").inner_text() == "1 / 2"
    go_on_until(page, "() => document.querySelectorAll('.call-row').length === 2")
    finish(page)
    at_rest(page, 4, 6)


def test_heat_leaves_beside_the_limit_and_nothing_of_it_turns_with_the_car(opened: Opened) -> None:
    page = opened()
    spin = {"look": "spin", "say": "Spin", "seat": 0, "path": [[6, 1], [4, 1]], "heat": -2, "stress": 2}
    corner = {"line": 5, "limit": 3, "speed": 9, "verdict": "9 at limit 3: spin-out", "gears": [4, 1]}
    update(page, 4, [{**spin, **corner}], (4, 1), (3, 2))
    row = page.locator(".call-row")
    assert row.locator(".verdict").inner_text() == "9 at limit 3: spin-out"
    assert row.locator(".heat .i").count() == 2
    assert row.locator(".flipped").count() == 2
    assert page.locator("#cars .call-pin").count() == 0
    assert page.locator("#calls .call-pin use[href='#limit-3']").count() == 1
    assert page.locator("#traces path").count() == 2, "skid marks"
    go_on_until(page, "() => document.querySelector('.to-gear')?.textContent === '1'")
    finish(page)
    at_rest(page, 4, 3)


def test_the_flag_shows_the_order(opened: Opened) -> None:
    page = opened()
    update(page, 4, [{"look": "finish", "say": "Over", "ranking": [1, 0], "ms": 2000}], (2, 1), (3, 2))
    assert page.locator(".flagged .who").all_inner_texts() == ["Bo", "Ada"]
    finish(page)
    assert page.locator(".flagged").count() == 0


def test_cars_start_where_they_were_and_end_where_they_are(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 5), drive(1, 3, 7, lane=2)], (5, 1), (7, 2))
    assert [where(page, 0), where(page, 1)] == [x(2), x(3)]
    assert page.locator("#playback p").inner_text() == "Car 0"
    assert page.locator("#playback p").get_attribute("aria-live") == "off"
    go_on_until(page, "() => document.querySelector('#playback p').textContent === 'Car 1'")
    assert [where(page, 0), where(page, 1)] == [x(5), x(3)]
    finish(page)
    at_rest(page, 5, 7)


@pytest.mark.parametrize("way", ["button", "escape", "hidden tab"])
def test_skipped_cars_are_at_their_end_at_once(opened: Opened, way: str) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 9), drive(1, 3, 10, lane=2)], (9, 1), (10, 2), form="2.cards.0.2")
    go_on_until(page, "() => document.getAnimations().length > 0")
    if way == "button":
        page.click("[data-skip]")
    elif way == "escape":
        page.keyboard.press("Escape")
    else:
        page.evaluate("""() => {
            Object.defineProperty(document, "hidden", {value: true});
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
    assert not page.evaluate("document.body.classList.contains('playing')")
    at_rest(page, 9, 10)


def test_a_hidden_tab_plays_nothing(opened: Opened) -> None:
    page = opened()
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    update(page, 4, [drive(0, 2, 5)], (5, 1), (3, 2))
    at_rest(page, 5, 3)


def test_what_comes_while_it_plays_waits_its_turn(opened: Opened) -> None:
    """The layer of cars is a new one by then; the car on its way goes on from where it is."""
    page = opened()
    update(page, 4, [drive(0, 2, 8)], (8, 1), (3, 2))
    go_on(page, 600)
    on_its_way = where(page, 0)
    assert x(2) < on_its_way < x(8)
    update(page, 5, [drive(1, 3, 6, lane=2), drive(0, 8, 9)], (9, 1), (6, 2))
    assert where(page, 0) == on_its_way
    assert where(page, 1) == x(3)
    finish(page)
    at_rest(page, 9, 6)


def test_playing_on_after_a_skip_is_one_playback(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 8)], (8, 1), (3, 2))
    page.evaluate("document.querySelector('[data-skip]').click()")
    update(page, 5, [drive(0, 8, 9), drive(1, 3, 4, lane=2)], (9, 1), (4, 2))
    assert where(page, 0) == x(8)
    assert page.locator("#playback .count").inner_text() == "1 / 2"
    finish(page)
    at_rest(page, 9, 4)


def test_standings_and_ribbon_wait_for_what_led_to_them(opened: Opened) -> None:
    """As they were, with the car that moves and the phase in which it does; also when more comes meanwhile."""
    page = opened()
    update(page, 4, [drive(0, 2, 5, phase=3)], (5, 1), (3, 2))
    shown = page.locator("ol").filter(visible=True)
    assert shown.locator("li.moving").all_inner_texts() == ["4th gear"]
    assert shown.locator("li.now").all_inner_texts() == ["3"]
    assert shown.locator("li.past").all_inner_texts() == ["1", "2"]
    update(page, 5, [drive(1, 3, 6, lane=2, phase=5)], (5, 1), (6, 2))
    assert "4th gear" in shown.first.inner_text()
    go_on_until(page, "() => document.querySelector('#playback p').textContent === 'Car 1'")
    assert shown.locator("li.moving").all_inner_texts() == ["Bo"]
    assert shown.locator("li.now").all_inner_texts() == ["5"]
    finish(page)
    assert shown.first.inner_text().split() == ["at", "5", "Bo"]
    at_rest(page, 5, 6)


def test_a_spin_out_slides_back_and_a_lap_goes_on_round(opened: Opened) -> None:
    page = opened()
    spin = {"look": "spin", "say": "Spin", "seat": 0, "path": [[6, 1], [4, 2]], "heat": -2, "gears": [3, 1]}
    update(page, 4, [spin, drive(1, 18, 22, lane=2, full=True)], (4, 2), (2, 2))
    assert where(page, 0) == x(6)
    finish(page)
    at_rest(page, 4, 2)


def test_a_car_that_left_the_track_and_steps_without_motion_do_no_harm(opened: Opened) -> None:
    page = opened()
    steps = [drive(7, 2, 5), {"look": "cool", "say": "Cool", "seat": 0, "heat": 2}, {"look": "note", "say": "Over"}]
    update(page, 4, steps, (2, 1), (3, 2))
    finish(page)
    at_rest(page, 2, 3)


@pytest.mark.parametrize("many", [False, True])
def test_reduced_motion_goes_step_by_step_or_at_once(opened: Opened, many: bool) -> None:
    page = opened(reduced_motion="reduce")
    steps = [drive(0, 2, 5), drive(1, 3, 7, lane=2)] + [{"look": "note", "say": "more"}] * (12 if many else 0)
    update(page, 4, steps, (5, 1), (7, 2))
    if not many:
        assert page.evaluate("document.getAnimations().length") == 0
        assert [where(page, 0), where(page, 1)] == [x(5), x(3)]
        assert page.locator("#calls circle").count() == 1
        finish(page)
    at_rest(page, 5, 7)


def test_a_long_update_ends_within_six_seconds(opened: Opened) -> None:
    page = opened()
    steps = [drive(0, space, space + 1) for space in range(2, 18)] + [{"look": "spin", "say": "Spin"}] * 20
    begun = page.evaluate("performance.now()")
    update(page, 4, steps, (18, 1), (3, 2))
    finish(page)
    assert page.evaluate("performance.now()") - begun < 6800
    at_rest(page, 18, 3)


def test_my_next_question_waits_for_what_led_to_it(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 4)], (4, 1), (3, 2), form="2.cards.0.2")
    assert is_covered(page)
    page.evaluate("document.querySelector('#cockpit-say').focus()")
    assert page.evaluate("document.activeElement.id") == "cockpit-say"
    assert page.title() == "Race"
    assert page.locator("[data-copy=cockpit] > #playback p").inner_text() == "Car 0"
    assert page.locator("[data-copy=cockpit] button:not([data-skip])").is_visible(), "what I had stays in sight"
    finish(page)
    at_rest(page, 4, 3)
    assert page.locator("#stage > #playback").count() == 1
    assert page.title() == "● Your move · Race"
    assert page.locator("#favicon").get_attribute("href") == "b.svg"


def test_who_skips_by_key_goes_on_at_the_sentence(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 4)], (4, 1), (3, 2), form="2.cards.0.2")
    page.locator("[data-skip]").focus()
    page.keyboard.press("Enter")
    at_rest(page, 4, 3)
    assert page.evaluate("document.activeElement.id") == "cockpit-say"


def test_no_key_answers_a_question_that_is_still_covered(opened: Opened) -> None:
    page = opened()
    page.add_script_tag(url="/static/js/heat/cockpit.js", type="module")
    update(page, 4, [drive(0, 2, 4)], (4, 1), (3, 2), form="2.cards.0.2")
    page.evaluate("""() => {
        const button = document.querySelector("#cockpit form button");
        button.dataset.main = "";
        button.addEventListener("click", (event) => { event.preventDefault(); button.dataset.pressed = ""; });
    }""")
    page.keyboard.press("Enter")
    assert page.locator("[data-pressed]").count() == 0
    finish(page)
    page.keyboard.press("Enter")
    assert page.locator("[data-pressed]").count() == 1


def test_the_end_of_the_race_waits_too(opened: Opened) -> None:
    page = opened()
    page.evaluate("""() => document.querySelector("#race").addEventListener("htmx:wsBeforeMessage", () => {
        document.querySelector("#cockpit").outerHTML =
            `<section id="cockpit" data-over><p id="cockpit-say">You are number 1.</p><a href="/">Podium</a></section>`;
    })""")
    update(page, 4, [drive(0, 2, 4)], (4, 1), (3, 2))
    assert page.locator("#cockpit a").evaluate("link => link.inert")
    finish(page)
    assert not page.locator("#cockpit a").evaluate("link => link.inert")


def test_a_form_that_was_open_before_is_never_covered(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(1, 3, 6, lane=2)], (2, 1), (6, 2))
    assert page.evaluate("document.body.classList.contains('playing')")
    assert not is_covered(page)
    finish(page)


def test_speed_and_sound_are_remembered(opened: Opened) -> None:
    page = opened()
    fast, sound = page.locator("[value=fast]"), page.locator("[data-sound-toggle]")
    assert page.locator("[value=normal]").is_checked()
    fast.check()
    sound.click()
    page.reload()
    assert fast.is_checked()
    assert sound.get_attribute("aria-pressed") == "true"
    assert page.locator("[data-notify-toggle]").is_hidden()  # plain http is no place for notifications
