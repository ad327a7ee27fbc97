"""Every language says all that the site says, and nothing else, with everything that is filled in.

The texts are found as `make words` finds them, in a copy of the catalogues.
"""

import ast
import itertools
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import translation

from heatsite.languages import catalogues
from tests import pseudo
from tests.test_project import ROOT, place, sources
from tests.test_sentences import CALLS, ROOMS

FILLED_IN = re.compile(r"%\((\w+)\)[sd]|%%")
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]

Key = tuple[str | None, str]


def read(file: Path) -> Catalog:
    with file.open("rb") as source:
        return read_po(source)


def key(message: Message) -> Key:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def texts(catalogue: Catalog) -> dict[Key, Message]:
    return {key(message): message for message in catalogue if message.id}


@pytest.fixture(scope="session")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[Key, Message]:
    """All texts of the site, as they are found in the code now."""
    folder = tmp_path_factory.mktemp("site")  # a copy: makemessages writes beside what it reads
    for room in (*ROOMS, "templates"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "locale" / "en" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    with override_settings(LOCALE_PATHS=[folder / "locale"]), pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        call_command("makemessages", locale=["en"], verbosity=0)
    return texts(read(file))


@pytest.fixture(scope="session", params=LANGUAGES)
def translated(request: pytest.FixtureRequest) -> dict[Key, Message]:
    return texts(read(dict(catalogues())[request.param]))


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def filled_in(text: str) -> frozenset[str]:
    """What a text leaves open, and what it marks up."""
    by_percent = {match.group() for match in FILLED_IN.finditer(text)}
    by_braces = {f"{{{name}}}" for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}
    return frozenset(by_percent | by_braces | set(re.findall(r"<[^>]+>|#", text)))


def test_a_language_is_whole_and_has_nothing_left_over(
    said: dict[Key, Message], translated: dict[Key, Message]
) -> None:
    missing = [wanted for wanted in said if wanted not in translated or not all(forms(translated[wanted].string))]
    assert not missing
    assert not [found for found in translated if found not in said]
    assert not [found for found, message in translated.items() if message.fuzzy]


def test_what_is_filled_in_is_filled_in_in_every_language(translated: dict[Key, Message]) -> None:
    """One form of a plural may leave the number out."""
    faults = []
    for message in translated.values():
        wanted = [filled_in(form) for form in forms(message.id)]
        for number, form in enumerate(forms(message.string)):
            allowed = {wanted[-1]} if number else set(wanted)
            if filled_in(form) not in allowed:
                faults.append((message.id, form))
    assert not faults


def test_plural_forms_are_those_of_the_language(translated: dict[Key, Message]) -> None:
    """French and German have two, as English has."""
    wrong = [message.id for message in translated.values() if len(forms(message.id)) != len(forms(message.string))]
    assert not wrong


def test_no_text_is_hidden_from_translators(said: dict[Key, Message]) -> None:
    """gettext does not look into f-strings, and finds no text that is put together."""
    known = {form for message in said.values() for form in forms(message.id)}
    hidden = [f"{where}: {text}" for where, text in _translated_in_code() if text not in known]
    assert not hidden


def _translated_in_code() -> Iterator[tuple[str, str]]:
    for path in itertools.chain.from_iterable(map(sources, ROOMS)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                has_context = node.func.id.startswith(("p", "np"))
                text = node.args[1 if has_context else 0]
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield f"{place(path)}:{node.lineno}", text.value


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_visitor_reads_what_the_browser_asks_for(client: Client, db: None, code: str) -> None:
    page = client.get("/", headers={"Accept-Language": f"{code}-CH,en;q=0.5"})
    assert page.headers["Content-Language"] == code
    with translation.override(code):
        assert translation.gettext("Open a room") in page.content.decode()


def test_a_visitor_can_choose_another_language(client: Client, db: None) -> None:
    answer = client.post("/language/", {"language": "de"}, headers={"Referer": "http://testserver/my-races/"})
    assert answer.headers["Location"] == "http://testserver/my-races/"
    assert client.get("/", headers={"Accept-Language": "fr"}).headers["Content-Language"] == "de"


def test_a_language_that_is_not_there_changes_nothing(client: Client, db: None) -> None:
    client.post("/language/", {"language": "tlh"})
    assert client.get("/").headers["Content-Language"] == "en"


def test_pseudo_texts_are_longer_and_keep_what_is_filled_in() -> None:
    text = "{who} pays %(n)s Heat, <b>100 %%</b> &amp; more"
    assert filled_in(pseudo.pseudo(text)) == filled_in(text)
    assert len(pseudo.pseudo(text)) > 1.1 * len(text)
    assert pseudo.is_plain("Start the race")
    assert not pseudo.is_plain(pseudo.pseudo("Start the race"))
