"""The browser of the tests."""

import os
import shutil


def chromium_of_system() -> str | None:
    """The program that is named, or the system's. Without either Playwright takes the one that it brings."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
