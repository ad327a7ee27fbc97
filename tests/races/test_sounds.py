"""Sounds of the games beside Heat in a browser: none before it is chosen, one for each kind of step, and each can be
switched off."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.races.heat.test_sound import SPIES, play, turn_on

ROOT = Path(__file__).parents[2]
HTML = """<!doctype html><title>Table</title><link rel="icon" href="data:,"><main id="race" data-me="0">
<fieldset data-sound-settings><button data-sound-toggle aria-pressed="false">Sound</button>
{kinds}<label hidden><input type="checkbox" name="touch">Vibration</label></fieldset></main>
<script type="module" src="/static/js/{game}/sound.js"></script>"""
STEPS: dict[str, list[dict[str, Any]]] = {
    "lastcard": [{"look": "play", "seat": 1}, {"look": "draw", "seat": 0, "count": 2}, {"look": "hit", "seat": 0}],
    "henhur": [
        {"look": "cards"},
        {"look": "run", "seat": 1, "from": 3, "to": 8},
        {"look": "back", "seat": 0, "from": 8, "to": 7},
        {"look": "finish"},
    ],
}
KINDS = {"lastcard": ("card", "slide", "knock"), "henhur": ("card", "feet", "cluck", "crow")}


@pytest.fixture(params=STEPS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(browser: Browser, game: str) -> Iterator[Page]:
    context = browser.new_context(base_url="http://race.test")
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.add_init_script(SPIES)
    kinds = "".join(f'<input type="checkbox" name="sound-kind" value="{kind}">' for kind in KINDS[game])
    html = HTML.format(game=game, kinds=kinds)
    opened.route("http://race.test/", lambda route: route.fulfill(body=html, content_type="text/html"))
    opened.route(
        "**/static/js/**/*.js",
        lambda route: route.fulfill(
            path=ROOT / urlsplit(route.request.url).path.lstrip("/"), content_type="text/javascript"
        ),
    )
    opened.goto("/")
    yield opened
    context.close()
    assert not errors


def test_each_kind_of_step_is_heard_once_it_is_chosen(page: Page, game: str) -> None:
    assert [play(page, step) for step in STEPS[game]] == [[]] * len(STEPS[game])
    assert page.evaluate("made") == 0
    turn_on(page)
    assert all(play(page, step) for step in STEPS[game])
    for box in page.locator("[name=sound-kind]").all():
        box.uncheck()
    page.wait_for_timeout(100)
    assert not any(play(page, step) for step in STEPS[game])


def test_every_kind_can_be_switched_off_on_the_page(game: str) -> None:
    told = (ROOT / f"templates/races/{game}/sound.html").read_text(encoding="utf-8")
    assert all(f'value="{kind}"' in told for kind in KINDS[game])
    offered = (ROOT / f"static/js/{game}/sound.js").read_text(encoding="utf-8")
    assert f"offer({{ {', '.join(dict.fromkeys(_as_offered(offered)))} }})" in offered
    assert set(_as_offered(offered)) == set(KINDS[game])


def _as_offered(text: str) -> list[str]:
    return text.partition("offer({")[2].partition("})")[0].replace(" ", "").split(",")
