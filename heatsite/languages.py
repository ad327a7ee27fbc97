"""What the languages of the site are made of: catalogues of sentences, compiled from `locale/` for gettext."""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings


def catalogues() -> Iterator[tuple[str, Path]]:
    """Each language that is translated, with the file of its sentences. English stands in the code."""
    for folder in settings.LOCALE_PATHS:
        for file in sorted(Path(folder).glob("*/LC_MESSAGES/django.po")):
            yield file.parent.parent.name, file


def compile_catalogues() -> list[str]:
    """Compile what has changed since the last time; the languages that had."""
    compiled = []
    for language, file in catalogues():
        target = file.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= file.stat().st_mtime:
            continue
        with file.open("rb") as source:
            catalogue = read_po(source, locale=language)
        whole = target.with_suffix(".mo.new")  # another process may be reading the old one
        with whole.open("wb") as made:
            write_mo(made, catalogue)
        whole.replace(target)
        compiled.append(language)
    return compiled
