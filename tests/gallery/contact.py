"""Contact sheets: all pictures of a theme beside each other, a row a picture, with what was found."""

from html import escape
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

THUMB = 190
"""Pixels: the height of a picture on a sheet."""
LONGEST = 16_000
"""Pixels: a browser takes no longer picture."""


class Shot(NamedTuple):
    """One picture that was taken, and what is wrong with it."""

    name: str
    size: str
    theme: str
    file: Path
    faults: list[str]


def write(folder: Path, theme: str, shots: list[Shot], browser: Browser) -> Path:
    """The sheet of a theme, as a page and as a picture."""
    rows: dict[str, list[Shot]] = {}
    for shot in shots:
        rows.setdefault(shot.name, []).append(shot)
    body = "".join(
        f"<section><h2>{escape(name)}</h2>{''.join(map(_figure, row))}</section>" for name, row in rows.items()
    )
    page = folder / f"contact-{theme}.html"
    page.write_text(
        f"<!doctype html><meta charset=utf-8><title>{theme}</title><style>{STYLE}</style>{body}", encoding="utf-8"
    )
    tab = browser.new_page(viewport={"width": 2200, "height": 1000})
    tab.goto(page.absolute().as_uri())
    high = min(LONGEST, int(tab.evaluate("() => document.documentElement.scrollHeight")))
    tab.screenshot(path=page.with_suffix(".png"), clip={"x": 0, "y": 0, "width": 2200, "height": high}, full_page=True)
    tab.close()
    return page.with_suffix(".png")


def _figure(shot: Shot) -> str:
    faults = escape("\n".join(shot.faults), quote=True)
    state = ' class="faulty"' if shot.faults else ""
    said = f"{shot.size}, {len(shot.faults)} faults" if shot.faults else shot.size
    picture = f'<img loading="eager" src="{escape(shot.file.name)}" height="{THUMB}" alt="">'
    return f'<a href="{escape(shot.file.name)}" title="{faults}"{state}>{picture}<span>{said}</span></a>'


STYLE = """
body { margin: 16px; background: #777; font: 13px sans-serif; color: #fff; }
section { display: flex; flex-wrap: wrap; gap: 8px; align-items: start; margin-block-end: 14px; }
h2 { inline-size: 100%; margin: 0; font-size: 15px; }
a { display: grid; color: inherit; text-decoration: none; }
img { max-inline-size: 420px; object-fit: cover; object-position: top; }
.faulty { outline: 3px solid #f33; }
"""
