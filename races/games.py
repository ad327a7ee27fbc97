"""What storing, timing and sending a race needs of its game."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from engine.kernel.chance import Seed
from engine.kernel.commands import Command, Question
from engine.kernel.faults import Broken, Fault
from engine.kernel.game import AnyView, Game
from engine.kernel.refusals import Refusal, refusal
from races import registry
from races.models import Content

HeldSetup = TypeVar("HeldSetup")
Setup_contra = TypeVar("Setup_contra", contravariant=True)
State = TypeVar("State")
Event = TypeVar("Event")
Choice = TypeVar("Choice")
View = TypeVar("View", bound=AnyView)


class BoundGame(Game[Setup_contra, State, Event, Choice, View], Protocol[Setup_contra, State, Event, Choice, View]):
    """A game of the engine as the site uses it."""

    digest: str
    """Tells its content from every other."""

    @property
    def content(self) -> object:
        """What the game is bound to, as the record keeps it."""


class LogLine(Protocol):
    """A line of a race's log, in no language yet."""

    def about(self) -> int | None:
        """The seat that the line is about, if it is about one."""

    def begins_round(self) -> int | None:
        """The round that begins with this line, if one does: the log puts what follows under its heading."""


class ByPreset(NamedTuple):
    """An answer by preset, and how many seconds after the question it is given."""

    choice: object
    seconds: float


class GoingOn(NamedTuple):
    """A game to be played on from a step of another one, with the set-up that belongs to it."""

    setup: object
    state: object


class TableGame(Protocol[HeldSetup, State, Event, Choice, View]):
    """A game bound to the content of races, with what the site adds to it."""

    commands: "msgspec.json.Decoder[Command[Choice]]"
    events: "msgspec.json.Decoder[tuple[Event, ...]]"
    setups: "msgspec.json.Decoder[HeldSetup]"
    """These three read what is stored."""

    head_start: int = 2
    """Seconds that a fresh clock has beyond what was agreed, but for the first of a race: a page plays what led to a
    question for no longer than that (it reads the number from its playback box), and until then its player has not seen
    the question."""
    defaults: tuple[str, ...] = ()
    """The presets that hold for players who have chosen none."""
    open_pause: float = 1
    """Seconds after which an answer by preset is given that tells nothing of a hand but what its events tell everybody:
    pages still play what led to the question."""
    stand_in: str = "cautious"
    """The bot that plays for a player who is away."""
    may_retire: bool = False
    """Whether players may leave the game for good at any time. Where they may not, the game offers it as a choice among
    others, or not at all."""

    goes_on: bool = False
    """Whether a game can go on from a step of another one, see `going_on`."""

    game: BoundGame[HeldSetup, State, Event, Choice, View]
    """The game, bound to its content. A game says here which it is."""

    def __init__(self, game: BoundGame[HeldSetup, State, Event, Choice, View]) -> None:
        self.game = game

    # Reading what is stored, and what comes from outside

    def read(self, data: bytes | str) -> Command[Choice] | Refusal:
        """A command from the wire, or why it is none."""

    def read_command(self, data: str) -> Command[Choice]:
        """The stored command of one entry."""
        return self.commands.decode(data)

    def read_events(self, data: str) -> tuple[Event, ...]:
        """The stored events of one entry."""
        return self.events.decode(data)

    def read_setup(self, data: str) -> HeldSetup:
        """The stored set-up of a race."""
        return self.setups.decode(data)

    def read_position(self, data: bytes, setup: HeldSetup, seed: Seed) -> State:
        """The state from which a game went on whose record comes from outside. Raises `Broken` unless it can be played
        on and belongs to this set-up and seed; a game of which none goes on from a step reads none."""
        raise Broken("record", (Fault("position", "unknown", "this game starts from its set-up alone"),))

    # What the site asks beside the rules

    def going_on(self, state: State, seat: int, seed: Seed) -> GoingOn | None:
        """The game from this state on as a seat knew it, with everything else dealt anew by the seed, and answers that
        others had given in secret taken back; None where the seat has nothing to play any more."""
        return None

    def lines(self, before: State | None, events: tuple[Event, ...]) -> tuple[LogLine, ...]:
        """The log lines of these events, which all viewers may read."""

    def preset_answer(self, state: State, question: Question, chosen: list[str]) -> ByPreset | None:
        """The answer that the presets of a player give to a question; None where the player is asked. Where
        others could read from an answer that comes at once what is in a hand, it comes as late as a person's would."""
        return None

    def hides(self, state: State) -> bool:
        """Whether the open questions are answered in secret, by all at once."""
        return False

    def unanswered(self, state: State, asked: Mapping[int, int]) -> State:
        """The state as if these seats, which were asked together, had not answered yet; each with the number of its
        question."""
        return state

    def ahead_refused(self, state: State, question: Question, choice: Choice, then: Choice) -> Refusal | None:
        """Why a choice cannot be given ahead, for the question that follows this answer; None if it can."""
        return refusal("not_asked", question.seat)

    def brings_news(self, state: State, seat: int) -> bool:
        """Whether others may have shown what a player wants to see before the answer counts that was given ahead."""
        return True

    def early(self, state: State, seat: int) -> Question | None:
        """The question to come, without a number yet, that a player can answer while others are asked; None if there is
        none. It must follow from what everybody knows and from what the player holds."""
        return None

    def early_refused(self, state: State, question: Question, choice: Choice) -> Refusal | None:
        """Why a question to come cannot be answered so; None if it can."""
        return refusal("stale", question.seat)

    def rests_on(self, state: State, question: Question, choice: Choice) -> str:
        """What an early answer rests on, as a text to compare: while its question is to come, and when it has come. If
        it is another then, the answer is dropped and the player is asked."""
        return ""

    def takes_part(self, state: State, seat: int) -> bool:
        """Whether a seat may still be asked something. A game need not wait for the player of one that may not."""
        return True

    def share(self, question: Question) -> float:
        """The part of the table's clock that a question has."""
        return 1


AnyTableGame: TypeAlias = TableGame[object, object, object, object, AnyView]
"""A game of which nothing is known: its values are handed on, and never looked into."""


def bind(game: str, content: bytes | str) -> AnyTableGame:
    """A game of this site bound to its content. Raises `Broken` for a game that this site does not have."""
    if game not in registry.GAMES:
        raise Broken("content", (Fault("game", "unknown_game", f"this site has no game called “{game}”"),))
    table_game: AnyTableGame = registry.part(game, "table_game").bind(content)
    return table_game


@lru_cache(maxsize=256)
def table_game_of(digest: str) -> AnyTableGame:
    """The game of a race by the digest of its content; content never changes, and binding it takes a while."""
    game, data = Content.objects.values_list("game", "data").get(digest=digest)
    return bind(game, data)
