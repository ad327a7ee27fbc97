"""The start: the cars stand on the grid, and the cards are dealt."""

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from engine.heat.masking import DealtSeen, StartedSeen
from races.heat.commentary.line import LogLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader


class DealtLine(LogLine, frozen=True, tag="dealt", kw_only=True):
    """Heat in each engine, and in each discard pile where weather or event put some there."""

    engine: int
    discard: int | None = None

    def sentence(self, reader: Reader) -> SafeString:
        text = ngettext(
            "The cards are dealt: {n} Heat in each engine.",
            "The cards are dealt: {n} Heat in each engine.",
            self.engine,
        )
        said = phrase(text, n=self.engine)
        if not self.discard:
            return said
        more = ngettext("{n} Heat in each discard pile.", "{n} Heat in each discard pile.", self.discard)
        return joined(said, phrase(more, n=self.discard))


def _dealt(narrator: Narrator, event: DealtSeen) -> None:
    """One line for all: weather and event make every deck alike."""
    if not narrator.last(DealtLine):
        narrator.say(DealtLine(engine=event.engine, discard=len(event.discard) or None))


LOG = LogPart(
    lines=(DealtLine,),
    narrated={DealtSeen: _dealt},
    silent=frozenset({StartedSeen}),  # the page says who starts where
)
