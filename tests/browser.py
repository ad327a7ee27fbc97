"""The browser of tests, of the gallery and of measurements."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from playwright.sync_api import Browser, sync_playwright

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""What a system may have, best first: Debian's browser without windows takes a tenth less processor time."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Headless Chromium: the program that CHROMIUM names, or the system's, or else the one that Playwright brings.

    While it is open its loop runs in this thread, and Django takes all that happens here for asynchronous code: hence
    the variable.
    """
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    with sync_playwright() as playwright, mock.patch.dict(os.environ, DJANGO_ALLOW_ASYNC_UNSAFE="1"):
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        yield browser
        browser.close()
