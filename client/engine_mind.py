"""A bot of an engine as a mind, for the games whose engine this program has."""

import secrets
from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec import Raw

from engine.kernel import Broken, Question, Seed, derive

State = TypeVar("State")
View = TypeVar("View")
Choices = TypeVar("Choices")
Choice_co = TypeVar("Choice_co", covariant=True)
View_contra = TypeVar("View_contra", contravariant=True)
Choices_contra = TypeVar("Choices_contra", contravariant=True)
Choices_co = TypeVar("Choices_co", covariant=True)


class Bound(Protocol[State, View_contra, Choices_co]):
    """A game bound to its content, as far as a bot needs it."""

    digest: str

    def imagine(self, view: View_contra, chance: Seed, /) -> State: ...

    def legal(self, state: State, seat: int, /) -> Choices_co: ...

    def places(self, view: View_contra, /) -> tuple[int, ...]: ...


class Bot(Protocol[View_contra, Choices_contra, Choice_co]):
    def choose(self, view: View_contra, choices: Choices_contra, dice: Seed, /) -> Choice_co: ...


class EngineMind(Generic[State, View, Choices, Choice_co]):
    """See `client.minds.Mind`. What can be chosen is the same in every state that fits the view, so one is imagined."""

    def __init__(
        self,
        game: Bound[State, View, Choices],
        bot: Bot[View, Choices, Choice_co],
        views: "msgspec.json.Decoder[View]",
    ) -> None:
        self.game = game
        self.digest = game.digest
        self.bot = bot
        self.views = views
        self.dice = Seed(secrets.token_hex(32))

    def choose(self, view: Raw, question: Question) -> Choice_co:
        seen = self.views.decode(view)
        choices = self.game.legal(self.game.imagine(seen, derive(self.dice, "imagined")), question.seat)
        return self.bot.choose(seen, choices, derive(self.dice, str(question)))

    def places(self, view: Raw) -> tuple[int, ...]:
        return self.game.places(self.views.decode(view))


GameT = TypeVar("GameT")
Made = TypeVar("Made")


def bound(
    label: str, bots: Mapping[str, Callable[[GameT], Made]], bot: str, read: Callable[[], GameT]
) -> tuple[GameT, Made]:
    """A game on the content of a race, with a bot of it. Raises `ValueError` for content that this engine cannot read,
    and for a bot that the game of this label does not have."""
    if bot not in bots:
        raise ValueError(f"{label} has no bot “{bot}”, but {', '.join(bots)}")
    try:
        game = read()
    except (msgspec.DecodeError, Broken) as fault:
        raise ValueError(str(fault)) from None
    return game, bots[bot](game)
