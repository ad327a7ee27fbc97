"""The browser of tests, of the gallery and of measurements."""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from unittest import mock

from playwright.sync_api import Browser, sync_playwright

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""What a system may have, best first: Debian's browser without windows takes a tenth less processor time."""


PLAIN = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")
THRIFTY = (
    "--js-flags=--no-opt,--no-maglev",  # no test looks at a page for so long that its scripts are worth optimizing
    "--in-process-gpu",
    "--num-raster-threads=1",
    "--disable-site-isolation-trials",
    "--disable-lcd-text",
)
"""What makes pages cost a fifth less, and slower where they work for long: for tests, not for what is measured."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Headless Chromium: the program that CHROMIUM names, or the system's, or else the one that Playwright brings.

    While it is open its loop runs in this thread, and Django takes all that happens here for asynchronous code: hence
    the variable.
    """
    with _launched() as browser, _unsafe():
        yield browser


@contextmanager
def kept_chromium() -> Iterator[Callable[[], AbstractContextManager[Browser]]]:
    """The same for several uses, one after the other. In between its loop stands still, and others may run here."""
    with _launched(*THRIFTY) as browser:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)

        @contextmanager
        def use() -> Iterator[Browser]:
            asyncio._set_running_loop(loop)
            with _unsafe():
                yield browser
            asyncio._set_running_loop(None)

        yield use
        asyncio._set_running_loop(loop)


def _unsafe() -> AbstractContextManager[object]:
    return mock.patch.dict(os.environ, DJANGO_ALLOW_ASYNC_UNSAFE="1")


@contextmanager
def _launched(*arguments: str) -> Iterator[Browser]:
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*PLAIN, *arguments])
        yield browser
        browser.close()
