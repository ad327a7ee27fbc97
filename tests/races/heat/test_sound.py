"""Sound and touch in a browser: nothing is made before a gesture, every voice can be heard and none clips, and what a
television plays is what everybody saw."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).parents[3]

SPIES = """(() => {
    window.made = 0;      // audio contexts
    window.started = [];  // the types of all nodes that sound, in their order
    window.felt = [];
    if (window.AudioContext) {
        window.AudioContext = class extends AudioContext {
            constructor(...given) {
                super(...given);
                window.made += 1;
            }
        };
    }
    for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
        const start = kind.prototype.start;
        kind.prototype.start = function (...given) {
            window.started.push(kind.name);
            return start.apply(this, given);
        };
    }
    Object.defineProperty(navigator, "vibrate", { value: (pattern) => window.felt.push(pattern) });
})()"""

HTML = """<!doctype html><title>Race</title><link rel="icon" href="data:,">
<main id="race" data-me="{me}" {couch}>
<button data-sound-start hidden>Turn the sound on</button>
<fieldset data-sound-settings>
<button data-sound-toggle aria-pressed="false">Sound</button>
<input type="range" name="sound-volume" min="0" max="100">
<label><input type="checkbox" name="sound-kind" value="lever">Levers</label>
<label hidden><input type="checkbox" name="touch">Vibration</label>
</fieldset>
<div id="signals"></div>
<p id="nowhere">nothing</p>
<section id="cockpit"><form id="answer">
<input type="radio" name="gear" value="1"><input type="radio" name="gear" value="2"><input type="checkbox" name="cards">
</form></section>
</main>
<script type="module">
import "/static/js/heat/sound.js";
import {{ soundHorns }} from "/static/js/sound.js";
import {{ onUpdate }} from "/static/js/update.js";
onUpdate({{ before: [], after: [soundHorns] }});
</script>"""

SHIFT = {"look": "shift", "say": "All shift"}
DRIVE = {"look": "drive", "say": "1", "seat": 1, "path": [[0, 1], [7, 1]]}
SPIN = {"look": "spin", "say": "0", "seat": 0, "path": [[7, 1], [5, 1]]}


Opened = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens a race page with everything that sound needs of one."""
    contexts = []
    errors: list[str] = []

    def open_page(me: str = "", couch: str = "", before: str = "") -> Page:
        context = browser.new_context(base_url="http://race.test")
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(f"{before};{SPIES}")
        page.on("pageerror", lambda error: errors.append(str(error)))
        html = HTML.format(me=me, couch=couch)
        page.route("http://race.test/", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.route("**/static/js/**/*.js", _from_disk)
        page.goto("/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


def _from_disk(route: Any) -> None:
    route.fulfill(path=ROOT / urlsplit(route.request.url).path.lstrip("/"), content_type="text/javascript")


def play(page: Page, detail: dict[str, Any]) -> list[str]:
    """What starts to sound with a step, or with several at once."""
    before = page.evaluate("started.length")
    page.evaluate(
        """steps => {
            for (const { ms, ...step } of steps) {
                document.dispatchEvent(new CustomEvent("heat:step", { detail: { step, ms } }));
            }
        }""",
        [detail.get("step", detail) | {"ms": detail.get("ms", 0)}] if "steps" not in detail else detail["steps"],
    )
    heard: list[str] = page.evaluate("before => started.slice(before)", before)
    return heard


def turn_on(page: Page) -> None:
    """As a viewer does; the sound that answers says how loud it is."""
    page.locator("[data-sound-toggle]").click()
    page.wait_for_function("started.length > 0")


EARLY = """localStorage.setItem("sound", "on"); addEventListener("load", () => {
    document.dispatchEvent(new CustomEvent("heat:step", { detail: { step: { look: "shift" }, ms: 0 } }));
    document.title = "played";
})"""
"""A step by the page itself: what Playwright does in a page counts as a gesture."""


def test_there_is_no_audio_before_a_gesture(opened: Opened) -> None:
    page = opened(before=EARLY)
    expect(page).to_have_title("played")
    expect(page.get_by_text("Turn the sound on")).to_be_visible()
    assert page.evaluate("[made, started.length]") == [0, 0]
    page.locator("#nowhere").click()
    expect(page.get_by_text("Turn the sound on")).to_be_hidden()
    assert page.evaluate("made") == 1
    assert play(page, SHIFT)


def test_it_is_off_until_it_is_chosen(opened: Opened) -> None:
    page = opened()
    page.locator("#nowhere").click()
    assert play(page, SHIFT) == []
    assert page.evaluate("made") == 0
    page.get_by_text("Turn the sound on").click()
    page.wait_for_function("started.length > 0")
    assert page.locator("[data-sound-toggle]").get_attribute("aria-pressed") == "true"
    page.locator("[data-sound-toggle]").click()
    assert play(page, SHIFT) == []


def test_what_is_chosen_is_kept(opened: Opened) -> None:
    page = opened()
    turn_on(page)
    page.locator("[name=sound-kind]").uncheck()
    page.locator("[name=sound-volume]").fill("30")
    assert play(page, SHIFT) == []
    assert play(page, DRIVE)
    page.reload()
    assert page.locator("[data-sound-toggle]").get_attribute("aria-pressed") == "true"
    assert not page.locator("[name=sound-kind]").is_checked()
    assert page.locator("[name=sound-volume]").input_value() == "30"


def test_the_next_page_of_a_television_is_heard_without_another_press(opened: Opened) -> None:
    page = opened()
    turn_on(page)
    with page.expect_navigation():
        page.evaluate("location.assign('/')")
    page.wait_for_function("made === 1")
    expect(page.get_by_text("Turn the sound on")).to_be_hidden()


@pytest.mark.parametrize("detail", [{"steps": [DRIVE, SPIN], "ms": 900}, {"step": DRIVE, "ms": 900}, DRIVE])
def test_steps_come_alone_or_together(opened: Opened, detail: dict[str, Any]) -> None:
    page = opened()
    turn_on(page)
    assert "OscillatorNode" in play(page, detail)


def test_many_cars_at_the_same_moment_are_one_engine(opened: Opened) -> None:
    page = opened()
    turn_on(page)
    alone = play(page, DRIVE)
    page.wait_for_timeout(200)
    assert len(play(page, {"steps": [{**DRIVE, "seat": seat} for seat in range(8)]})) == len(alone)


@pytest.mark.parametrize("detail", [{"look": "unheard of"}, {"look": "drive"}, {"steps": []}, {"look": "slipstream"}])
def test_a_step_without_a_sound_is_silent(opened: Opened, detail: dict[str, Any]) -> None:
    page = opened()
    turn_on(page)
    assert play(page, detail) == []


def test_horns_are_heard_once(opened: Opened) -> None:
    page = opened()
    turn_on(page)
    page.wait_for_timeout(150)
    before = page.evaluate("started.length")
    page.evaluate("signals.innerHTML = '<p data-signal=horn data-by=3></p><p data-signal=thumb data-by=2></p>'")
    said = "document.dispatchEvent(new CustomEvent('htmx:wsAfterMessage'))"
    page.evaluate(said)
    heard = page.evaluate("started.length")
    assert heard > before
    page.wait_for_timeout(150)
    page.evaluate(said)
    assert page.evaluate("started.length") == heard


def test_on_the_couch_a_phone_leaves_to_the_television_what_all_hear(opened: Opened) -> None:
    page = opened(me="0", couch='data-couch="cockpit"')
    turn_on(page)
    assert play(page, SHIFT) == play(page, DRIVE) == []
    before = page.evaluate("started.length")
    page.locator("[name=gear]").nth(1).check()
    assert page.evaluate("started.length") > before  # the driver's own lever, on the driver's own phone


def test_a_driver_feels_their_own_car(opened: Opened) -> None:
    page = opened(me="0", couch='data-couch="cockpit"')
    page.locator("[name=gear]").nth(1).check()
    assert page.evaluate("felt.length") == 1
    play(page, {**SPIN, "seat": 1})
    assert page.evaluate("felt.length") == 1
    play(page, SPIN)
    assert page.evaluate("felt.length") == 2
    page.locator("[name=touch]").uncheck()
    play(page, SPIN)
    assert page.evaluate("felt.length") == 2


def test_elsewhere_nothing_shakes_unless_it_is_wanted(opened: Opened) -> None:
    page = opened(me="0")
    page.locator("[name=gear]").nth(1).check()
    assert page.evaluate("felt") == []
    page.locator("[name=touch]").check()
    play(page, SPIN)
    assert page.evaluate("felt.length") == 2


NONE = "delete window.AudioContext; delete window.webkitAudioContext"
DEAF = "window.AudioContext = class { constructor() { throw new Error('no device') } }"
STUBBORN = "AudioContext.prototype.resume = () => Promise.reject(new Error('not allowed'))"


@pytest.mark.parametrize("before", [NONE, DEAF, STUBBORN])
def test_a_browser_without_sound_misses_nothing_else(opened: Opened, before: str) -> None:
    page = opened(me="0", before=f"localStorage.setItem('sound', 'on'); {before}")
    page.locator("#nowhere").click()
    play(page, {"steps": [SHIFT, DRIVE, SPIN]})
    page.locator("[name=gear]").nth(1).check()
    page.evaluate("document.dispatchEvent(new CustomEvent('heat:played'))")
    if before is not STUBBORN:
        assert page.evaluate("started") == []
        expect(page.get_by_text("Turn the sound on")).to_be_hidden()
        expect(page.locator("[data-sound-toggle]")).to_be_hidden()


RENDER = """async (names) => {
    const { mixer } = await import("/static/js/sound.js");
    const voices = {
        ...(await import("/static/js/voices.js")).VOICES, ...(await import("/static/js/heat/voices.js")).VOICES,
    };
    const context = new OfflineAudioContext(1, 5 * 44100, 44100);
    const { input } = mixer(context, 100);
    let length = 0;
    for (const name of names ?? Object.keys(voices)) {
        length = Math.max(length, voices[name](context, input, 0, { speed: 18, seat: 11 }));
    }
    const samples = (await context.startRendering()).getChannelData(0);
    let peak = 0, power = 0, end = 0;
    samples.forEach((sample, at) => {
        peak = Math.max(peak, Math.abs(sample));
        power += sample ** 2;
        if (Math.abs(sample) > 0.003) end = at;
    });
    return { peak, length, loudness: Math.sqrt(power / (44100 * length)), end: end / 44100 };
}"""
"""What of these voices reaches the ear at full volume."""


@pytest.mark.parametrize("name", ["turn", "horn", "lever", "card", "engine", "wind", "tyre", "crowd"])
def test_every_voice_is_heard_and_does_not_clip(opened: Opened, name: str) -> None:
    heard = opened().evaluate(RENDER, [name])
    assert 0.1 < heard["peak"] < 1
    assert heard["loudness"] > 0.01
    assert heard["end"] <= heard["length"]


def test_not_even_all_of_them_at_once_clip(opened: Opened) -> None:
    assert opened().evaluate(RENDER, None)["peak"] < 1
