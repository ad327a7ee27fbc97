"""What the languages of the site are made of: catalogues of sentences, compiled from `locale/` for gettext."""

from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import trans_real


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


class Active:
    """The language that is active, in the place of Django's own variable. That one is a `Local` of asgiref, which takes
    several times as long to read, and every text of a page reads it."""

    _NONE: Any = object()

    def __init__(self) -> None:
        self._kept: ContextVar[Any] = ContextVar("language", default=self._NONE)

    @property
    def value(self) -> Any:
        kept = self._kept.get()
        if kept is self._NONE:
            raise AttributeError("value")  # Django then takes the language of the settings
        return kept

    @value.setter
    def value(self, translation: Any) -> None:
        self._kept.set(translation)

    @value.deleter
    def value(self) -> None:
        self._kept.set(self._NONE)


def keep_active_language() -> None:
    """To be called before this process has activated a language."""
    trans_real._active = Active()  # type: ignore[attr-defined]  # noqa: SLF001, Django has no setting for it
