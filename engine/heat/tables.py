"""What loop, wire, masks, notation, refusals and terminal look up: derived from a list of moves, once.

The events that belong to no action have their folds, masks and words in `folds`, `masking`, `notation` and the
terminal; they join the tables here.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec

from engine.heat import masking
from engine.heat.bound import Vocabulary
from engine.heat.choices import Choice
from engine.heat.content import Content
from engine.heat.events import Event, Started
from engine.heat.folds import FOLDS
from engine.heat.folds.common import Folds
from engine.heat.items import GIVEN
from engine.heat.masking import PUBLIC
from engine.heat.modifiers import MODIFIERS
from engine.heat.moves import MOVES
from engine.heat.moves.move import Happening, Move
from engine.heat.refusals import SHARED
from engine.heat.state import Setup, State
from engine.heat.symbols import Symbol
from engine.kernel.commands import Answer, Command, End, Reader, Retire, StandIn, Withdraw
from engine.kernel.records import Record

T = TypeVar("T")

Moves = tuple[Move[Any], ...]


class Tables:
    """One list of moves, as tables. Two lists that differ make two
    games: a record of one cannot be replayed with the other."""

    def __init__(self, moves: Moves) -> None:
        self.list = moves
        self.moves: Mapping[type[Choice], Move[Any]] = {move.choice: move for move in moves}
        self._named = {str(choice.__struct_config__.tag): choice for choice in self.moves}
        self.choices: tuple[type[Any], ...] = tuple(self.moves)
        self.happenings: Mapping[type[Event], Happening[Any]] = {
            happening.event: happening for move in moves for happening in move.happenings
        }
        self.folds: Folds = {**FOLDS, **{event: one.fold for event, one in self.happenings.items()}}
        self.masks: Mapping[type[Event], Callable[[Any, int | None], Any]] = {
            **masking.MASKED,
            **{event: one.mask.see for event, one in self.happenings.items() if one.mask is not None},
        }
        """The events that hold a secret, and what a seat may know of them; the others are public."""
        self.public = PUBLIC | {event for event, one in self.happenings.items() if one.mask is None}
        """The events that hold nothing secret."""
        self.forms: Mapping[type, Happening[Any]] = {
            event if one.mask is None else one.mask.form: one for event, one in self.happenings.items()
        }
        """The events of actions by their public form."""
        self.shown: frozenset[type] = frozenset({*self.public, *masking.FORMS, *self.forms})
        """Every event in its public form."""
        self.symbols: tuple[Symbol, ...] = (*(symbol for move in moves for symbol in move.symbols), *MODIFIERS)
        self.moved: Mapping[str, str] = {why: words for move in moves for why, words in move.moved.items()}
        """How an action moved a car, in the terminal's words."""
        self.sentences = dict(SHARED)
        for move in moves:
            assert not self.sentences.keys() & move.sentences, f"{move.choice.__name__}: a code that another has"
            self.sentences |= move.sentences
            if (use := move.item) is not None:
                made = use.kind in GIVEN or use.kind in {symbol.name for symbol in move.symbols}
                assert made, f"{move.choice.__name__}: no symbol makes items of the kind “{use.kind}”"
        uses = [move.item for move in moves if move.item is not None]
        self.vocabulary = Vocabulary(
            symbols={symbol.name: symbol.least for symbol in self.symbols},
            items=frozenset(use.kind for use in uses),
            mandatory=frozenset(use.kind for use in uses if use.must is not None),
            before_paying=frozenset(use.kind for use in uses if use.before_paying),
        )
        self.words = {move.notation.word: move for move in moves}

    def see(self, event: Event, seat: int | None) -> masking.Seen:
        """The event as a seat may know it; `None` is a spectator."""
        mask = self.masks.get(type(event))
        if mask is None:
            assert type(event) in self.public, "an event is public, or it has a mask"
            return event
        seen: masking.Seen = mask(event, seat)
        return seen

    # Bytes

    @cached_property
    def choice(self) -> Any:
        """The union of all choices, as msgspec reads it."""
        return reduce(or_, self.choices)

    @cached_property
    def event(self) -> Any:
        """The union of all events, as msgspec reads it."""
        return reduce(or_, (Started, *self.folds))

    @cached_property
    def command(self) -> Any:
        """The union of all commands, as msgspec reads it."""
        answer: Any = Answer
        return reduce(or_, (answer[self.choice], Withdraw, StandIn, Retire, End))

    @cached_property
    def record(self) -> Any:
        """The record of a race, as msgspec reads it."""
        record: Any = Record
        return record[Content, Setup, self.command, self.event, State]

    @cached_property
    def read_command(self) -> Reader[Command[Choice]]:
        """Reads a command from the wire: a command, or a refusal that says what is wrong with it."""
        return Reader(self.command)

    def decoder(self, kind: type[T]) -> "msgspec.json.Decoder[T]":
        """A decoder of something that may hold choices or events."""
        return msgspec.json.Decoder(kind, dec_hook=self.dec_hook)

    def dec_hook(self, kind: type, raw: Any) -> Any:
        """For decoders of other types: a choice from what stands in the bytes."""
        if kind is not Choice:
            raise NotImplementedError
        name = str(raw.get("type")) if isinstance(raw, dict) else ""
        try:
            return msgspec.convert(raw, self._named.get(name, self.choice))
        except msgspec.ValidationError as error:
            raise ValueError(str(error).partition(" - at ")[0]) from None


@lru_cache(maxsize=8)
def tables_of(moves: Moves) -> Tables:
    """The tables of a list of moves, made once."""
    return Tables(moves)


SHIPPED = tables_of(MOVES)
"""The tables of the actions that ship with the engine."""

if TYPE_CHECKING:
    HeatEvent: TypeAlias = Event
else:
    HeatEvent = SHIPPED.event
"""Any event of the actions that ship, for what msgspec reads: types of its own and decoders."""
