"""What a book of rules is: chapters of paragraphs, each with the clauses that it tells in a player's words.

A game has its book as `BOOK` in its module `rulebook`. `tests/races/rulebook/test_books.py` finds a clause that no
paragraph tells, one that two tell, and a paragraph that names a clause which does not exist.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeAlias

from django.http import Http404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString

from engine.kernel.refusals import Refusal
from races import registry
from races.games import LogLine
from races.pages import SceneT
from races.rule_sets import RuleSet
from races.rulebook.clauses import Clause, clauses, plain

Words: TypeAlias = Promise | str

_RANGE = re.compile(r"(.*?)(\d+)\.\.(\d+)")


class Frame(NamedTuple):
    """One step of a diagram: a drawing, and what it shows."""

    svg: SafeString
    text: Words


@dataclass(frozen=True)
class Diagram:
    """A position of the game, stepped through. It is drawn when its chapter is first read."""

    id: str
    title: Words
    frames: Callable[[], Sequence[Frame]]
    rules: str = ""
    theme: str = ""
    cast: Sequence[str] = ()
    """The players in it, by seat; their chips are among what the chapter defines."""


@dataclass(frozen=True)
class Paragraph:
    """Some sentences for players, the ids of the clauses that they tell (`S7.1..8` for a range), and the one rule set
    that they are about; none where they hold for all."""

    text: Words
    told: str = ""
    rules: str = ""

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(name for word in self.told.split() for name in _in_range(word))


def _in_range(word: str) -> Iterator[str]:
    if found := _RANGE.fullmatch(word):
        stem, first, last = found.groups()
        yield from (f"{stem}{number:0{len(first)}}" for number in range(int(first), int(last) + 1))
    else:
        yield word


@dataclass(frozen=True)
class Chapter:
    """A page of the book."""

    slug: str
    title: Words
    lead: Words
    paragraphs: Sequence[Paragraph]
    diagrams: Sequence[Diagram] = ()
    phases: tuple[str, ...] = ()
    """The phases of the game whose questions this page is about."""
    defs: Callable[[], SafeString] = lambda: SafeString("")
    """What its diagrams refer to."""

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(name for paragraph in self.paragraphs for name in paragraph.ids)


class Term(NamedTuple):
    """A word of the game and what it means; `chapter` tells more."""

    word: Words
    meaning: Words
    chapter: str


class Taught(NamedTuple):
    """A lesson that teaches what a chapter tells."""

    name: str
    title: Words
    minutes: int


class Linked(NamedTuple):
    """Something that a race page shows, with the clause that it follows from."""

    words: str
    clause: str


class Moment(Generic[SceneT]):
    """What the page of a race says of this moment, and what on it leads to a clause. A game that tells more has a class
    of its own."""

    def __init__(self, scene: SceneT, seat: int | None) -> None:
        self.scene = scene
        self.seat = seat

    @property
    def phase(self) -> str:
        return self.scene.view(None).phase

    def sentences(self) -> Sequence[str]:
        """With the numbers of this moment, from what this seat may know."""
        return ()

    def choices(self) -> Sequence[Linked]:
        """What can be chosen now, or why not, each with its clause."""
        return ()

    def signs(self) -> Sequence[Linked]:
        """What lies on the road or stands on cards."""
        return ()


@dataclass(frozen=True)
class Book:
    """The rules of one game."""

    game: str
    title: Words
    lead: Words
    page: str
    """Its page in docs."""
    chapters: Sequence[Chapter]
    terms: Sequence[Term]
    rule_sets: Callable[[], Sequence[RuleSet]] = lambda: ()
    moment: type[Moment[Any]] = Moment
    refusals: Mapping[str, str] = field(default_factory=dict)
    """By the code of a refusal its clause."""
    lines: Mapping[str, str] = field(default_factory=dict)
    """By the kind of a log line its clause."""
    kind_of: Callable[[LogLine], str] = lambda line: ""
    styles: Sequence[str] = ()
    """Style sheets that its diagrams need."""
    lessons: Callable[[str], Sequence[Taught]] = lambda chapter: ()
    """The lessons that teach what a chapter tells."""

    @property
    def clauses(self) -> Mapping[str, Clause]:
        return clauses(self.page)

    @cached_property
    def homes(self) -> Mapping[str, str]:
        """By clause the chapter that tells it."""
        return {name: chapter.slug for chapter in self.chapters for name in chapter.ids}

    def chapter(self, slug: str) -> Chapter:
        """Raises `Http404`."""
        found = next((chapter for chapter in self.chapters if chapter.slug == slug), None)
        if found is None:
            raise Http404
        return found

    def of_phase(self, phase: str) -> Chapter:
        """The page of a phase; the first page for one that has none."""
        return next((chapter for chapter in self.chapters if phase in chapter.phases), self.chapters[0])

    def told(self, paragraph: Paragraph) -> list[Clause]:
        return [Clause(name, plain(self.clauses[name].text)) for name in paragraph.ids]

    def address(self, clause: str) -> str:
        """Where a clause stands. It goes by the chapter alone for a clause that the book does not have."""
        page = reverse("rules:chapter", args=[self.game, self.homes.get(clause, self.chapters[0].slug)])
        return f"{page}#{clause}" if clause in self.homes else page

    def of_line(self, line: LogLine) -> str:
        """The address of what a log line follows from; empty where the book has nothing on it."""
        clause = self.lines.get(self.kind_of(line), "")
        return self.address(clause) if clause else ""

    def of_refusal(self, refused: Refusal) -> str:
        """The address of why something was refused; empty where no rule says so, such as for a page that is out of
        step."""
        clause = self.refusals.get(refused.code, "")
        return self.address(clause) if clause else ""


def book_of(game: str) -> Book:
    """The book of a game. Raises `Http404` for a game without one."""
    if game not in registry.named("rulebook"):
        raise Http404
    book: Book = registry.part(game, "rulebook").BOOK
    return book


def address_of(game: str, refused: Refusal) -> str:
    """Where the book tells why something was refused; empty without a book, or where it does not."""
    return book_of(game).of_refusal(refused) if game in registry.named("rulebook") else ""


def addresses_of(game: str, lines: Sequence[LogLine]) -> list[str]:
    """Of each log line where the book tells what it follows from; empty where it does not."""
    if game not in registry.named("rulebook"):
        return ["" for _line in lines]
    book = book_of(game)
    return [book.of_line(line) for line in lines]


def books() -> list[Book]:
    return [book_of(game) for game in registry.named("rulebook")]
