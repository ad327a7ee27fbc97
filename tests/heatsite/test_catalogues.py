"""Catalogues of sentences that are half done or damaged: English is spoken there, and nothing falls over."""

from gettext import GNUTranslations
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.translation import gettext, ngettext, override, trans_real
from pytest_django.fixtures import Settings

from heatsite.languages import compile_catalogues, read_catalogues

HALF_DONE = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Home"
msgstr "Zuhause"

msgid "Rules"
msgstr ""

msgid "%(n)s space"
msgid_plural "%(n)s spaces"
msgstr[0] "%(n)s Feld"
msgstr[1] ""

msgid "Hello %(name)s"
msgstr "Hallo %(nmae)s"
"""


@pytest.fixture
def folder(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site whose only catalogue is a German one that is half done."""
    found = tmp_path / "de" / "LC_MESSAGES"
    found.mkdir(parents=True)
    (found / "django.po").write_text(HALF_DONE, encoding="utf-8")
    settings.LOCALE_PATHS = [str(tmp_path)]
    monkeypatch.setattr(trans_real, "_translations", {})
    return found


def test_what_is_half_done_is_said_in_english_and_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("compile_languages")
    said = capsys.readouterr()
    assert "Compiled de." in said.out
    assert [line.rpartition(": ")[2] for line in said.err.splitlines()] == ["%(n)s space", "Hello %(name)s"]
    with (folder / "django.mo").open("rb") as file:
        german = GNUTranslations(file)
    assert german.gettext("Home") == "Zuhause"
    assert german.gettext("Rules") == "Rules"
    assert german.ngettext("%(n)s space", "%(n)s spaces", 3) == "%(n)s spaces"
    assert german.gettext("Hello %(name)s") == "Hello %(name)s"


@pytest.mark.parametrize("left", [0, 3, 30], ids=["empty", "no head", "cut off"])
def test_a_damaged_catalogue_is_compiled_anew(folder: Path, left: int) -> None:
    file = folder / "django.mo"
    assert set(compile_catalogues()) == {"de"}
    assert not compile_catalogues()
    file.write_bytes(file.read_bytes()[:left])
    assert set(compile_catalogues()) == {"de"}


@pytest.mark.parametrize("left", [0, 3, 30], ids=["empty", "no head", "cut off"])
def test_pages_of_a_damaged_language_are_in_english(
    folder: Path, left: int, db: None, caplog: pytest.LogCaptureFixture
) -> None:
    compile_catalogues()
    file = folder / "django.mo"
    file.write_bytes(file.read_bytes()[:left])
    read_catalogues()
    assert "The sentences of “de” cannot be read" in caplog.text
    page = Client().get("/", headers={"Accept-Language": "de"})
    assert page.status_code == 200
    assert 'lang="en"' in page.content.decode()


def test_texts_are_looked_up_once_and_stay_those_of_their_language(folder: Path) -> None:
    compile_catalogues()
    read_catalogues()
    for _ in range(2):
        with override("de"):
            assert gettext("Home") == "Zuhause"
            assert gettext("Rules") == "Rules"
            assert ngettext("%(n)s space", "%(n)s spaces", 1) == "%(n)s space"
            assert ngettext("%(n)s space", "%(n)s spaces", 2) == "%(n)s spaces"
        with override("en"):
            assert gettext("Home") == "Home"
    looked_up = trans_real.translation("de").gettext
    read_catalogues()
    assert trans_real.translation("de").gettext is looked_up
