"""The book of Heat: both rule sets side by side, in the order of a round."""

from django.utils.translation import gettext_lazy as _

from races.heat.lessons.taught import LESSONS
from races.heat.rulebook import extras, race, round, terms
from races.heat.rulebook.links import LINES, REFUSALS
from races.heat.rulebook.moment import HeatMoment
from races.heat.rulesets import rule_sets
from races.rulebook.book import Book, Taught


def _lessons(chapter: str) -> list[Taught]:
    found = (lesson for lesson in LESSONS.values() if lesson.chapter == chapter)
    return [Taught(lesson.name, lesson.title, lesson.minutes) for lesson in found]


BOOK = Book(
    game="heat",
    title=_("Heat"),
    lead=_("How a race goes, phase by phase, in the Online rules and in the Board rules."),
    page="RULES.md",
    chapters=(*race.BEFORE, *round.CHAPTERS, *race.AFTER, *extras.CHAPTERS, *race.LAST),
    terms=terms.TERMS,
    rule_sets=rule_sets,
    moment=HeatMoment,
    refusals=REFUSALS,
    lines=LINES,
    kind_of=lambda line: str(type(line).__struct_config__.tag),  # type: ignore[attr-defined]
    lessons=_lessons,
    styles=("css/heat/board.css", "css/heat/tracks.css"),
)
