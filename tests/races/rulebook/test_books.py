"""The books of rules are whole: no clause without a text, no text without a clause, and no link that leads nowhere."""

from collections import Counter

import pytest
from django.conf import settings
from django.test import Client

from engine.heat.tables import SHIPPED
from engine.kernel import SENTENCES as KERNEL
from races import registry
from races.heat.commentary.line import LogLine
from races.heat.parts.symbols import SYMBOLS
from races.heat.roadside.conditions import NAMES
from races.heat.rulebook.moment import BOARD_CHOICES, CHOICES, SIGN_CLAUSES, SYMBOL_CLAUSES
from races.rulebook.book import book_of, books
from races.rulebook.clauses import clauses, plain
from races.rulebook.search import search

GAMES = tuple(registry.named("rulebook"))
OUT_OF_STEP = {"malformed", "no_such_seat", "not_an_answer", "other_seat", "over", "unknown"}
"""Refusals that no rule of a game has a clause for: a page was out of step."""


def test_every_game_has_a_book() -> None:
    assert [book.game for book in books()] == list(registry.GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_told_once(game: str) -> None:
    book = book_of(game)
    told = Counter(name for chapter in book.chapters for name in chapter.ids)
    assert set(book.clauses) - set(told) == set(), "clauses without a text"
    assert set(told) - set(book.clauses) == set(), "texts without a clause"
    assert [name for name, times in told.items() if times > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_row_of_the_page_is_a_clause(game: str) -> None:
    """A row that the reader of the table would overlook could miss in the book without a word."""
    text = (settings.BASE_DIR / "docs" / book_of(game).page).read_text(encoding="utf-8").splitlines()
    rows = [line for line in text if line.startswith("| ") and "`test_" in line]
    assert len(rows) == len(book_of(game).clauses) > 40


def test_what_a_paragraph_holds_for_agrees_with_its_clauses() -> None:
    """The clauses of phases that only one rule set has are not told of the other."""
    of_the_other = {"standard": "R", "rulebook": "S"}
    for chapter in book_of("heat").chapters:
        for paragraph in chapter.paragraphs:
            if letter := of_the_other.get(paragraph.rules):
                assert not [name for name in paragraph.ids if name[0] == letter and name[1].isdigit()], paragraph.text


@pytest.mark.parametrize("game", GAMES)
def test_links_lead_to_clauses(game: str) -> None:
    book = book_of(game)
    linked = {*book.refusals.values(), *book.lines.values()}
    assert linked <= set(book.clauses)
    assert {term.chapter for term in book.terms} <= {chapter.slug for chapter in book.chapters}
    assert len({chapter.slug for chapter in book.chapters}) == len(book.chapters)


def test_everything_that_a_race_of_heat_shows_has_its_clause() -> None:
    book = book_of("heat")
    assert set(book.refusals) >= (set(SHIPPED.sentences) | set(KERNEL)) - OUT_OF_STEP
    assert set(CHOICES) == {kind.__struct_config__.tag for kind in SHIPPED.choice.__args__}
    assert set(SYMBOL_CLAUSES) == set(SYMBOLS)
    assert set(SIGN_CLAUSES) == set(NAMES)
    assert set(book.lines) == _kinds(LogLine) - {"round"}
    used = {clause for _words, clause in CHOICES.values()} | set(BOARD_CHOICES.values())
    assert used | set(SYMBOL_CLAUSES.values()) | set(SIGN_CLAUSES.values()) <= set(book.clauses)


def _kinds(of: type[LogLine]) -> set[str]:
    """The kinds of log lines: those of classes that are no mere base of others."""
    found: set[str] = set()
    for one in of.__subclasses__():
        if not one.__module__.startswith("races."):
            continue  # of a test
        below = _kinds(one)
        found |= below or {str(one.__struct_config__.tag)}
    return found


def test_the_diagrams_show_what_their_chapters_tell() -> None:
    for chapter in book_of("heat").chapters:
        for diagram in chapter.diagrams:
            frames = diagram.frames()
            assert 3 <= len(frames) <= 9, diagram.id
            assert all(frame.text and "data-seat" in frame.svg for frame in frames)
    (spin,) = [one for one in book_of("heat").chapter("corners").diagrams if one.id == "spin"]
    assert "pays 2 Heat and spins out" in str(spin.frames()[-1].text)
    full = {one.id: str(one.frames()[3].text) for one in book_of("heat").chapter("move").diagrams[1:]}
    assert "From 5 to 10. 9 is full" in full["full"]
    assert "From 5 to 8. 9 is full" in full["full-board"]


def test_a_search_finds_paragraphs_clauses_and_words() -> None:
    book = book_of("heat")
    assert {hit.chapter.slug for hit in search(book, "slipstream fog")} >= {"weather"}
    assert "S7.4" in {hit.clause for hit in search(book, "s7.4")}
    assert any(hit.text.startswith("Sector:") for hit in search(book, "SECTOR"))
    assert search(book, "   ") == []
    assert search(book, "xyzzy") == []
    assert len(search(book, "a")) <= 40


def test_plain_clauses_have_no_names_of_code() -> None:
    assert plain("As the room wants it (`races/waiting.py`).") == "As the room wants it."
    assert all("`" not in plain(clause.text) for game in GAMES for clause in clauses(book_of(game).page).values())


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_a_book_is_there(game: str, client: Client) -> None:
    book = book_of(game)
    pages = [f"/rules/{game}/", f"/rules/{game}/words/", f"/rules/{game}/whole/", "/rules/"]
    pages += [f"/rules/{game}/{chapter.slug}/" for chapter in book.chapters]
    for page in pages:
        html = client.get(page).content.decode()
        assert "<h1>" in html, page
    whole = client.get(f"/rules/{game}/whole/").content.decode()
    assert all(f'id="{name}"' in whole for name in book.clauses)
    first = next(iter(book.clauses))
    assert client.get(f"/rules/{game}/clause/{first}/")["Location"] == book.address(first)
    assert client.get(f"/rules/{game}/clause/nothing/")["Location"] == f"/rules/{game}/"


@pytest.mark.django_db
def test_a_chapter_can_be_read_for_one_rule_set(client: Client) -> None:
    both = client.get("/rules/heat/react/").content.decode()
    board = client.get("/rules/heat/react/?rules=rulebook").content.decode()
    assert "Boost is for 4th gear alone." in both
    assert "Boost is for 4th gear alone." not in board
    assert client.get("/rules/heat/react/?rules=nonsense").content.decode().count("Boost is for 4th gear alone.") == 1


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/rules/chess/", "/rules/heat/nothing/", "/rules/chess/words/"])
def test_what_is_not_there_is_not_found(path: str, client: Client) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_a_search_is_answered_without_scripts(client: Client) -> None:
    html = client.get("/rules/heat/?q=tailwind").content.decode()
    assert "/rules/heat/tokens/#W.15" in html
    assert "Nothing in the book" in client.get("/rules/heat/?q=<b>none").content.decode()
    assert "<b>none" not in client.get("/rules/heat/?q=<b>none").content.decode()
