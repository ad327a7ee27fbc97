"""Searching a book: paragraphs and clauses that have all words of what was typed."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.text import Truncator

from races.rulebook.book import Book, Chapter

MOST = 40
"""So many hits are listed; who types one letter reads no more."""
LONGEST = 100
SHOWN = 36
"""Words of a paragraph that a hit shows."""


class Hit(NamedTuple):
    """One place in the book. Without a clause, it is a paragraph or a word of the glossary."""

    chapter: Chapter
    clause: str
    text: str

    @property
    def anchor(self) -> str:
        return self.clause or "content"


def search(book: Book, typed: str) -> list[Hit]:
    """What has every word, in the order of the book; none for an empty search."""
    words = typed[:LONGEST].casefold().split()
    if not words:
        return []
    found = []
    for hit in _places(book):
        text = f"{hit.chapter.title} {hit.clause} {hit.text}".casefold()
        if all(word in text for word in words):
            found.append(hit._replace(text=Truncator(hit.text).words(SHOWN)))
    return found[:MOST]


def _places(book: Book) -> Iterator[Hit]:
    for chapter in book.chapters:
        yield Hit(chapter, "", str(chapter.lead))
        for paragraph in chapter.paragraphs:
            told = book.told(paragraph)
            yield Hit(chapter, paragraph.ids[0] if told else "", str(paragraph.text))
            yield from (Hit(chapter, clause.id, clause.text) for clause in told)
    for term in book.terms:
        yield Hit(book.chapter(term.chapter), "", f"{term.word}: {term.meaning}")
