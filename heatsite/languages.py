"""What the languages of the site are made of: catalogues of sentences, compiled from `locale/` for gettext."""

import logging
import re
import struct
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import trans_real

logger = logging.getLogger(__name__)

FILLED_IN = re.compile(r"%\((\w+)\)[sd]")
"""What a text leaves open."""


def catalogues() -> Iterator[tuple[str, Path]]:
    """Each language that is translated, with the file of its sentences. English stands in the code."""
    for folder in settings.LOCALE_PATHS:
        for file in sorted(Path(folder).glob("*/LC_MESSAGES/django.po")):
            yield file.parent.parent.name, file


def compile_catalogues() -> dict[str, list[str]]:
    """Compile what has changed since the last time or cannot be read. By language the texts that are left out, because
    half of a translation would break a page; they are said in English."""
    compiled: dict[str, list[str]] = {}
    for language, file in catalogues():
        target = file.with_suffix(".mo")
        if _is_whole(target) and target.stat().st_mtime >= file.stat().st_mtime:
            continue
        with file.open("rb") as source:
            catalogue = read_po(source, locale=language)
        halves = [message for message in catalogue if message.id and message.string and not _is_usable(message)]
        for message in halves:
            catalogue.delete(message.id, message.context)
        whole = target.with_suffix(".mo.new")  # another process may be reading the old one
        with whole.open("wb") as made:
            write_mo(made, catalogue)
        whole.replace(target)
        compiled[language] = [_forms(message.id)[0] for message in halves]
    return compiled


UNREADABLE = (OSError, ValueError, struct.error)
"""What gettext raises for a file that is not there, damaged, or no catalogue."""


def _is_whole(file: Path) -> bool:
    try:
        with file.open("rb") as source:
            GNUTranslations(source)
    except UNREADABLE:
        return False
    return True


def _forms(text: str | Sequence[str]) -> Sequence[str]:
    """A text, or each plural form of one."""
    return (text,) if isinstance(text, str) else text


def _is_usable(message: Message) -> bool:
    """Whether a translation has all its forms, and asks for nothing that is not filled in."""
    forms = _forms(message.string or "")
    if any(forms) and not all(forms):
        return False
    offered = {name for form in _forms(message.id) for name in FILLED_IN.findall(form)}
    return all(offered.issuperset(FILLED_IN.findall(form)) for form in forms)


def read_catalogues() -> None:
    """Read all of them now, as a process begins to serve. Where one cannot be read, English is spoken, not an error on
    each page, and the log says so."""
    for language, _name in settings.LANGUAGES:
        try:
            trans_real.translation(language)
        except UNREADABLE as fault:
            logger.error("The sentences of “%s” cannot be read, and English is spoken instead: %s", language, fault)
            known = trans_real._translations  # type: ignore[attr-defined]  # noqa: SLF001, where Django keeps them
            known[language] = trans_real.translation(settings.LANGUAGE_CODE)
    for language, _name in settings.LANGUAGES:
        find_once(trans_real.translation(language))


MOST_TEXTS = 8192
"""Texts that are kept of a language; the site has fewer, forms for a number are one for each number."""


def find_once(translation: GNUTranslations) -> None:
    """Look each text up once. gettext looks for it as it stands and as a singular, in one catalogue after the other."""
    for name in ("gettext", "ngettext"):
        if name not in vars(translation):
            setattr(translation, name, lru_cache(maxsize=MOST_TEXTS)(getattr(translation, name)))


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
