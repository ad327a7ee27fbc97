"""The games for which a room can be opened. All that the lobby knows of a game is its offer.

A game is registered by its name and a dotted module, which is imported when a room first asks for it. No other module
of the lobby may name a game, its rules or its pieces; a test follows the imports. What stands here is what rooms, views
and templates need, and no more: a game's own settings are columns of `Room` (Heat's) or its `options`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
from django.http import HttpResponse, QueryDict
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from lobby.forms import AloneForm, SettingsForm
from lobby.models import Member, Room
from lobby.refused import Refused
from lobby.scenes import RoomScene
from races.models import Race
from races.rule_sets import Difference, RuleSet
from races.scenes import AnyScene
from races.start import Start

T = TypeVar("T")

DEFAULT = "heat"
"""The game of the home page, and of rooms that are opened without a word about the game."""

OFFERS: dict[str, str] = {
    "heat": "lobby.games.heat",
    "lastcard": "lobby.games.lastcard",
    "henhur": "lobby.games.henhur",
}
"""By name: the module that holds the game's `OFFER`."""


class Opponent(NamedTuple):
    """A character that a bot plays, as the host chooses among them."""

    name: str
    bot: str
    strength: str
    style: str


class Badge(NamedTuple):
    """How a seat without a person is marked in lists: a symbol, what kind it is, and how well it plays."""

    icon: str
    kind: str
    note: str


class Listing(NamedTuple):
    """A room or a race as one line of a list."""

    title: str
    facts: tuple[str, ...]
    link: str
    """What its link is called for people who hear the page instead of seeing it."""
    art: SafeString = SafeString()
    """A small picture before the line."""
    sheets: tuple[str, ...] = ()
    """The style sheets that the picture needs on a page that is not the game's own."""


class LessonLine(NamedTuple):
    """A lesson as the page of all lessons has it for one visitor."""

    name: str
    title: Promise | str
    lead: Promise | str
    """What it teaches."""
    minutes: int
    chapter: str
    """Of the book of rules of its game, the chapter that tells more."""
    going_on: Race | None
    """The one that this visitor has begun and not finished."""
    is_finished: bool
    """Whether this visitor has been through it."""


Action = Callable[[str, str, QueryDict], object]
"""What can be done in a room of one game only: called with the room's code, the visitor, and what was posted."""


Page = Callable[..., HttpResponse]
"""A page of a room of one game only, called with the request and the room's code; it also takes what its form posts."""


class Offer(Protocol):
    """What the lobby needs of a game. A game without settings, opponents or pages of its own keeps what stands here."""

    name: str
    label: Promise | str
    """What players call it."""
    slogan: Promise | str
    """What it is, in a line: for the list of games."""
    settings_form: type[SettingsForm]
    alone_form: type[AloneForm]
    actions: Mapping[str, Action] = {}
    """By the last part of their address."""
    pages: Mapping[str, Page] = {}
    """The same for pages of a room that only one game has."""
    addresses: Mapping[str, str] = {}
    """The addresses of pages outside rooms that only one game has: by how they begin, the module that names them."""

    def defaults(self, wanted: Mapping[str, str]) -> dict[str, object]:
        """The settings of a new room, by column. `wanted` is what the address of the page asked for; what makes no
        sense in it is ignored."""

    def rule_sets(self) -> Sequence[RuleSet]:
        """Those that a room can choose among, side by side; none where there is only one."""
        return ()

    def differences(self) -> Sequence[Difference]:
        return ()

    def most_seats(self, room: Room) -> int:
        """How many seats, bots included, the game has under the settings of a room."""

    def cast(self) -> Sequence[Opponent]: ...

    def badge(self, member: Member) -> Badge:
        """How a seat without a person is marked."""

    def adapt(self, room: Room) -> None:
        """The room's rules have changed: make the bots in it fit."""
        return

    def seats_stand(self, room: Room) -> bool:
        """Whether the seats of a room cannot be changed, because the races that follow each other here share them."""
        return False

    def seat_for(self, room: Room, visitor: str, name: str) -> str:
        """The colour of the seat that this visitor takes, where seats stand; else empty. Raises `Refused` if none is
        free."""
        return ""

    def goes_on_at_once(self, room: Room) -> bool:
        """Whether a player without other people starts the next race by one button, without meeting in the room."""
        return True

    def start(self, room: Room, starters: Sequence[Start]) -> Race:
        """Start a race as the room is set. Raises `Refused` or `engine.kernel.Broken` where that cannot be."""

    def lessons(self, visitor: str) -> Sequence[LessonLine]:
        """The lessons of the game, the first one first, and how far this visitor is in each."""
        return ()

    def begin_lesson(self, visitor: str, name: str, lesson: str) -> Race:
        """Start one of the lessons, or find the one that goes on. Raises `Refused` where that cannot be."""
        raise Refused("cannot_start")

    def rebuild(self, race: Race) -> dict[str, object]:
        """The settings, by column, of the room in which a race was started."""
        return {}

    def filled(self, posted: QueryDict) -> QueryDict | None:
        """What was posted, with the settings of the ready-made game whose button was pressed; None if it was another
        button."""
        return None

    def nameless(self) -> str:
        """What a player is called who has given no name."""
        return _("Player")

    def form_context(self, form: SettingsForm | AloneForm) -> dict[str, object]:
        """What the game's templates need beside a form of its settings."""
        return {}

    def facts(self, room: Room) -> list[tuple[str, str]]:
        """The game's own settings of a room, as rows of label and value. Raises `Refused` where they cannot be read."""
        return []

    def room_context(self, scene: RoomScene) -> dict[str, object]:
        """What the game's templates need to show a room."""
        return {}

    def home_context(self) -> dict[str, object]:
        """What the game's template of the home page needs; `lesson` is what the button is called that begins a game
        which teaches, where there is one."""
        return {}

    def waiting_line(self, room: Room) -> str:
        """The sentence that leads back to a room."""

    def running_line(self, race: Race) -> str:
        """The sentence that leads back to a race."""

    def counts(self, race: Race) -> bool:
        """Whether a race counts for the figures of its players; a lesson does not."""
        return True

    def title(self, race: Race) -> str:
        """What a race is called in the list of a player's races; those of one title are compared."""

    def room_listing(self, room: Room) -> Listing: ...

    def race_listing(self, race: Race, scene: AnyScene) -> Listing: ...

    def picture(self, number: int) -> SafeString:
        """A picture that never changes, by its number; empty if there is none."""
        return SafeString()


def addresses() -> dict[str, str]:
    """The addresses that games have of their own before a race, see `Offer.addresses`."""
    return {start: module for name in OFFERS for start, module in offer(name).addresses.items()}


def offer(name: str) -> Offer:
    """The offer of a game."""
    if name not in OFFERS:
        raise Refused("no_such_game")
    return _load(OFFERS[name])


@cache
def _load(module: str) -> Offer:
    loaded: Offer = import_module(module).OFFER
    return loaded


def options(room: Room, kind: type[T]) -> T:
    """The options of a room as its game's own type. Raises `Refused` for options that do not fit it."""
    try:
        return msgspec.convert(room.options, kind, strict=True)
    except msgspec.ValidationError:
        raise Refused("cannot_start") from None


def stored(chosen: msgspec.Struct) -> dict[str, Any]:
    """The options of a room as it keeps them: as JSON reads them, so that equal ones are equal."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(chosen))
    return read


def templates(game: str, name: str) -> list[str]:
    """A template of the lobby as a game shows it: the game's own if it has one, else the one for any game."""
    return [f"lobby/{game}/{name}.html", f"lobby/{name}.html"]
