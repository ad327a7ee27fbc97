"""What lets a program choose, for each game: the game's own engine and bots, found by the name that `hello` gives."""

from importlib import import_module
from typing import Protocol

from msgspec import Raw

from client.messages import Hello
from engine.kernel import Question

MINDS: dict[str, str] = {
    "heat": "client.heat",
    "lastcard": "client.lastcard",
    "henhur": "client.henhur",
}
"""By the name of a game: the module whose `bind` makes its mind."""


class Misunderstood(Exception):
    """The site and this client do not agree on the game, or the site refused what a bot chose."""


class Mind(Protocol):
    """A bot with the game of one race. Its choices follow from its view, so it needs no list of them from the site."""

    digest: str
    """Of the content that the game is bound to."""

    def choose(self, view: Raw, question: Question) -> object: ...

    def places(self, view: Raw) -> tuple[int, ...]:
        """The place of each seat, from 1."""


def mind_for(hello: Hello, bot: str) -> Mind:
    """The mind that plays the race of this `hello`. Raises `Misunderstood`."""
    if hello.game not in MINDS:
        raise Misunderstood(f"the race is one of “{hello.game}”, which this client does not play")
    try:
        mind: Mind = import_module(MINDS[hello.game]).bind(hello.content, bot)
    except ValueError as fault:
        raise Misunderstood(f"engine {hello.engine} plays with content that we cannot read: {fault}") from None
    if mind.digest != hello.digest:
        raise Misunderstood(f"engine {hello.engine} reads this content otherwise than ours")
    return mind
