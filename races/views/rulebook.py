"""The books of rules, and what they say of the moment of a race."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from races.face import face_of
from races.pages import pages_of, sentences_of
from races.rulebook.book import Book, Chapter, Linked, book_of, books
from races.rulebook.search import search
from races.scenes import AnyScene
from races.shell.chips import symbols
from races.views.access import forgiving, viewer

JUST_NOW = 6
"""Log lines that the rules of a moment explain."""


@require_safe
def show_books(request: HttpRequest) -> HttpResponse:
    return render(request, "rulebook/books.html", {"books": books()})


@require_safe
@gzip_page
def show_book(request: HttpRequest, game: str) -> HttpResponse:
    """The contents of a book, or what was found in it."""
    book = book_of(game)
    typed = request.GET.get("q", "").strip()
    context = _context(request, book) | {"typed": typed, "hits": search(book, typed)}
    return render(request, "rulebook/book.html", context)


@require_safe
@gzip_page
def show_chapter(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    book = book_of(game)
    chapter = book.chapter(slug)
    face = face_of(request, str(chapter.title), str(chapter.lead), reverse("site_card"))
    return render(request, "rulebook/chapter.html", _context(request, book) | _page(book, chapter) | {"face": face})


@require_safe
@gzip_page
def show_whole(request: HttpRequest, game: str) -> HttpResponse:
    """All chapters on one page, to print or to search in a browser."""
    book = book_of(game)
    pages = [_page(book, chapter) | {"diagrams": ()} for chapter in book.chapters]
    return render(request, "rulebook/whole.html", _context(request, book) | {"pages": pages})


@require_safe
@gzip_page
def show_glossary(request: HttpRequest, game: str) -> HttpResponse:
    book = book_of(game)
    terms = sorted(book.terms, key=lambda term: str(term.word).casefold())
    return render(request, "rulebook/glossary.html", _context(request, book) | {"terms": terms})


@require_safe
def show_clause(request: HttpRequest, game: str, clause: str) -> HttpResponse:
    """A clause by its id alone, wherever the book tells it."""
    book = book_of(game)
    return redirect(book.address(clause)) if clause in book.homes else redirect("rules:book", game)


@require_safe
@never_cache
@forgiving
def show_moment(request: HttpRequest, code: str) -> HttpResponse:
    """The rules of what a race is about now, with the numbers of this moment: a page, or what another page shows in a
    card."""
    looking = viewer(request, code)
    scene = looking.scene.shown
    book = book_of(scene.race.game)
    moment = book.moment(scene, None if looking.seat is None else looking.seat.number)
    rules_page = pages_of(scene).page(scene)
    context: dict[str, object] = {
        "race": scene.race,
        "book": book,
        "chapter": book.of_phase(moment.phase),
        "now": not scene.is_over,
        "rounds": [chapter for chapter in book.chapters if chapter.phases],
        "moment": moment,
        "chosen": scene.race.rules,
        "linked": [_linked(book, one) for one in (moment.choices(), moment.signs())],
        "happened": _happened(scene, book),
        "symbols": symbols(scene),
    }
    context |= {name: rules_page[name] for name in ("rules_name", "differences", "rule_sets") if name in rules_page}
    folder = "rulebook/moment_part.html" if request.htmx else "rulebook/moment.html"  # type: ignore[attr-defined]
    return render(request, folder, context)


def _linked(book: Book, found: Sequence[Linked]) -> list[tuple[str, str]]:
    return [(one.words, book.address(one.clause)) for one in found]


def _happened(scene: AnyScene, book: Book) -> list[dict[str, object]]:
    """The newest log lines, the newest first, each with the address of its clause."""
    lines = [one for one in sentences_of(scene, scene.log) if one[0].begins_round() is None][-JUST_NOW:]
    return [{"seat": line.about(), "html": html, "href": book.of_line(line)} for line, html in reversed(lines)]


def _context(request: HttpRequest, book: Book) -> dict[str, object]:
    sets = list(book.rule_sets())
    rules = request.GET.get("rules", "")
    return {
        "book": book,
        "rule_sets": sets,
        "only": rules if any(one.id == rules for one in sets) else "",
        "names": {one.id: one.name for one in sets},
    }


def _page(book: Book, chapter: Chapter) -> dict[str, object]:
    at = list(book.chapters).index(chapter)
    return {
        "chapter": chapter,
        "lessons": book.lessons(chapter.slug),
        "paragraphs": [(paragraph, book.told(paragraph)) for paragraph in chapter.paragraphs],
        "diagrams": [(diagram, diagram.frames()) for diagram in chapter.diagrams],
        "defs": chapter.defs() if chapter.diagrams else "",
        "before": book.chapters[at - 1] if at else None,
        "after": book.chapters[at + 1] if at + 1 < len(book.chapters) else None,
    }
