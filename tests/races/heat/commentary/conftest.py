"""The page on which playback is tested."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.races.heat.commentary.playing import HTML, LANES, LENGTH, MOTION, ROOT, Opened, cars, ribbon


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens a page with two cars on the spaces 2 and 3."""
    contexts = []
    errors: list[str] = []

    def open_page(html: str = HTML, **options: Any) -> Page:
        context = browser.new_context(base_url="http://race.test", **options)
        contexts.append(context)
        page = context.new_page()
        page.clock.install(time=0)
        page.add_init_script(MOTION)
        page.on("pageerror", lambda error: errors.append(str(error)))
        lanes = json.dumps({"length": LENGTH, "lanes": LANES})
        filled = html % {"cars": cars((2, 1), (3, 2)), "lanes": lanes, "ribbon": ribbon(2)}
        page.route("http://race.test/**", lambda route: route.fulfill(status=404))
        page.route("http://race.test/", lambda route: route.fulfill(body=filled, content_type="text/html"))
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
