"""A language that nobody speaks: every text of the site with accents, and a third longer. What stays plain on a page
was never translated, and what does not fit would not fit in German."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.test.utils import override_settings
from django.utils import translation

from heatsite.languages import catalogues

CODE = "xx"
KEPT = re.compile(r"(%\(\w+\)[sd]|%%|\{\w*\}|<[^>]+>|&\w+;|#)")
"""What is filled in, or is markup."""
ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
VOWELS = re.compile("([áéíóú])")


def pseudo(text: str) -> str:
    parts = KEPT.split(text)
    parts[::2] = [VOWELS.sub(r"\1\1", part.translate(ACCENTS)) for part in parts[::2]]
    return "".join(parts)


def catalogue() -> Catalog:
    """The texts of a language that is translated whole, each as a pseudo-translation of itself."""
    _language, file = next(catalogues())
    with file.open("rb") as source:
        texts = read_po(source)
    made = Catalog()
    for text in texts:
        if isinstance(text.id, str):
            made.add(text.id, pseudo(text.id), context=text.context)
        else:
            made.add(text.id, tuple(pseudo(form) for form in text.id), context=text.context)
    return made


def is_plain(text: str) -> bool:
    """Whether a text has words that no translation went over."""
    return bool(re.search(r"[A-Za-z]{3}", text)) and pseudo(text) != text and not VOWELS.search(text)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """The site speaks this language to everybody who does not choose another."""
    with TemporaryDirectory() as folder:
        languages, folders = list(settings.LANGUAGES), list(settings.LOCALE_PATHS)
        if language == CODE:
            target = Path(folder) / CODE / "LC_MESSAGES" / "django.mo"
            target.parent.mkdir(parents=True)
            with target.open("wb") as file:
                write_mo(file, catalogue())
            languages.append((CODE, pseudo("English")))
            folders.insert(0, Path(folder))
        settled = override_settings(LANGUAGE_CODE=language, LANGUAGES=languages, LOCALE_PATHS=folders)
        with settled, translation.override(language):
            yield
