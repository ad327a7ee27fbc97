"""Take the pictures: `make gallery`, or a part of them with `make gallery ARGS='--only react --size 390x844'`."""

import argparse
import logging
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser import chromium
from tests.tables import tables


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make gallery", description=__doc__)
    parser.add_argument(
        "--only",
        default="",
        help="names with this in them, or a kind: cockpit, couch, garage, lesson, track, cards, page, beside; or "
        "several",
    )
    parser.add_argument("--size", default="", help="these sizes only, as 390x844,844x390")
    parser.add_argument("--theme", default="", choices=("", "light", "dark"), help="one theme only")
    parser.add_argument("--scale", type=float, default=1, help="pixels of a picture for one of the page")
    parser.add_argument(
        "--language",
        default="en",
        help="en, fr, de, or xx: longer than English, with accents on all that is translated",
    )
    parser.add_argument(
        "--words", action="store_true", help="write what the pages say into words.txt, each sentence once"
    )
    parser.add_argument("--measure", action="store_true", help="measure only, and take no picture")
    parser.add_argument("--readme", action="store_true", help="take the pictures of the README anew, and no others")
    parser.add_argument("--to", type=Path, default=Path("build/gallery"), help="the folder of the pictures")
    return parser.parse_args()


def main() -> int:
    asked = options()
    logging.disable(logging.WARNING)
    with tables(), chromium() as browser:
        from tests import pseudo

        with pseudo.spoken(asked.language):
            return take(browser, asked)


def take(browser: Browser, asked: argparse.Namespace) -> int:
    """All pictures that were asked for, and the sheets; 1 if something is wrong with one."""
    from tests import pseudo
    from tests.gallery import contact, words
    from tests.gallery.pictures import forget, pictures
    from tests.gallery.studio import THEMES

    if asked.readme:
        return take_for_readme(browser)
    asked.to.mkdir(parents=True, exist_ok=True)
    themes = [asked.theme] if asked.theme else list(THEMES)[: 1 if asked.measure else None]
    shots: list[contact.Shot] = []
    reader = words.Reader(asked.language)
    began = time.monotonic()
    for picture in pictures(asked.only, asked.size):
        forget()
        sitter = picture.sit(browser, asked.scale)
        for size in picture.sizes:
            if asked.size and size not in asked.size.split(","):
                continue
            sitter.resize(size)
            sitter.settle()
            for theme in themes:
                sitter.theme(theme)
                file = asked.to / f"{picture.name}-{size}-{theme}.png"
                if not asked.measure:
                    sitter.shoot(file, full=picture.full)
                faults = [*sitter.look(), *sitter.faults] if theme == themes[0] else []
                shots.append(contact.Shot(picture.name, size, theme, file, faults))
                for fault in faults:
                    print(f"{picture.name} {size}: {fault}")
        if asked.words or asked.language == pseudo.CODE:
            faults = reader.read(picture.name, sitter.words())
            shots[-1].faults.extend(faults)
            for fault in faults:
                print(f"{picture.name}: {fault}")
        sitter.close()
    if asked.words:
        (asked.to / "words.txt").write_text(reader.text, encoding="utf-8")
    for theme in [] if asked.measure else themes:
        contact.write(asked.to, theme, [shot for shot in shots if shot.theme == theme], browser)
    wrong = sum(bool(shot.faults) for shot in shots)
    print(f"{len(shots)} pictures in {time.monotonic() - began:.0f} s, {wrong} with faults")
    if not asked.measure:
        print(f"{asked.to}/contact-*.png")
    return int(wrong > 0)


def take_for_readme(browser: Browser) -> int:
    from tests.gallery.pictures import forget, pictures
    from tests.gallery.studio import README

    folder = Path("docs/pictures")
    folder.mkdir(exist_ok=True)
    for name, size, theme, file in README:
        forget()
        (picture,) = (one for one in pictures(name) if one.name == name)
        sitter = picture.sit(browser)
        sitter.resize(size)
        sitter.theme(theme)
        sitter.settle()
        sitter.page.screenshot(path=folder / file, type="jpeg", quality=72, animations="disabled")
        sitter.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
