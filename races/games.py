"""The seam between tables and games. What stores, times and sends a race knows of its game only what stands here."""

from functools import lru_cache
from typing import Any

import msgspec

from engine.heat import Content as HeatContent
from engine.heat import Heat, read_command
from engine.heat.events import HeatEvent
from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal
from races.heat import commentary, presets
from races.models import Content

_EVENTS: "msgspec.json.Decoder[tuple[HeatEvent, ...]]" = msgspec.json.Decoder(tuple[HeatEvent, ...])


class TableGame:
    """A game bound to the content of races, with what the site adds to it: what is told, and pre-set answers."""

    def __init__(self, game: Heat) -> None:
        self.game = game

    def read(self, data: bytes | str) -> Any | Refusal:
        """A command from the wire, or why it is none."""
        return read_command(data)

    def read_events(self, data: str) -> tuple[Any, ...]:
        """The stored events of one entry."""
        return _EVENTS.decode(data)

    def lines(self, before: Any | None, events: tuple[Any, ...]) -> list[dict[str, Any]]:
        """What everybody may read of these events, in no language yet."""
        return commentary.tell(self.game, before, events)

    def preset_answer(self, state: Any, question: Question, chosen: list[str]) -> Any | None:
        """The answer that the presets of a driver give to a question; None where the driver is asked."""
        return presets.answer(question, self.game.legal(state, question.seat), chosen)

    def is_over(self, state: Any) -> bool:
        return bool(state.ended)


@lru_cache(maxsize=256)
def table_game(digest: str) -> TableGame:
    """The game of a race by the digest of its content; content never changes, and binding it takes a while."""
    data = Content.objects.values_list("data", flat=True).get(digest=digest)
    return TableGame(Heat(msgspec.json.decode(data, type=HeatContent)))
