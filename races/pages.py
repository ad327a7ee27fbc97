"""What the pages of a table ask of its game: what all viewers see, what one player sees and chooses with, the words."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.kernel.refusals import Refusal
from races import automatic, refusals, registry
from races.games import LogLine
from races.race_log import LogEntry
from races.scenes import AnyScene
from races.shell.rows import Fragment


@dataclass(frozen=True)
class Caption:
    """A sentence about one step of a replay, and the seat that it is about, if it is about one."""

    seat: int | None
    html: SafeString


SceneT = TypeVar("SceneT", bound=AnyScene)
State_contra = TypeVar("State_contra", contravariant=True)
Line_contra = TypeVar("Line_contra", bound=LogLine, contravariant=True)


class Pages(Protocol[SceneT, State_contra, Line_contra]):
    """The page parts of one game. A game's module `pages` has them as `PAGES`."""

    folder: str
    """Where its templates are: table.html, television.html, television_over.html, replay.html and results.html, each of
    which extends the shell of the same name, and hand.html, what a player held at a step of a replay; log.html, where
    sentences have pictures in them."""
    fragments: Mapping[str, Callable[[SceneT], Fragment]]
    """By element id: what all viewers see, rendered once a change."""
    replayed: Sequence[str]
    """Those of them in which one step of a replay may differ from another."""
    choices: object
    """The union of everything that can be chosen; forms are read by it."""
    presets: Mapping[str, Promise | str]
    """The answers that can be given in advance, and what they are called."""

    retiring: Promise | str = gettext_lazy("You come last, and the game goes on or ends without you.")
    """The warning before a player gives up a game of two."""
    counts: Promise | str = gettext_lazy("Round")
    """What the rounds of its log and replay are called."""
    next_round: Promise | str = gettext_lazy("Next round")
    jumps: Mapping[str, tuple[str, str, Promise | str]] = {}
    """What a replay can jump to, by name: its icon, its key, and what the jump is called. `places`, where players
    change places, is found for any game; the others by `jump_to`."""

    def jump_to(self, line: Line_contra) -> str:
        """The jump that leads to a step with this line; empty for most."""
        return ""

    def round_name(self, scene: SceneT, number: int) -> str:
        """A round, as the log's headings and a replay say it."""
        return _("Round %(n)s") % {"n": number}

    def prepare(self, scene: SceneT) -> None:
        """Load into memory what the fragments need of the database. They are rendered in the event loop, where Django
        allows no query."""
        return

    def page(self, scene: SceneT) -> dict[str, object]:
        """What its templates need beside the fragments; `title` is the name of the page."""

    def key(self, scene: SceneT, seat: int) -> Hashable:
        """Changes when the player's own part must be shown anew, and never while its question is open."""

    def render(self, scene: SceneT, seat: int, request: HttpRequest | None = None) -> str:
        """The player's own part: a whole element with the id `cockpit`. A page passes its request, for its forms need
        tokens; what is sent over the socket has none and needs none."""

    def ahead(self, scene: SceneT, seat: int, fields: Mapping[str, str]) -> str | None:
        """What may come of something that a player gives ahead, as a fragment that their page asks for; None where it
        cannot be given."""
        return None

    def piles(self, scene: SceneT) -> SafeString | None:
        """What lies open before each player, for all to read; None where nothing does. Then there is a template
        piles.html, too."""
        return None

    def sentence(self, line: Line_contra, scene: SceneT) -> SafeString:
        """A line of the log in the reader's language."""

    def playback(self, scene: SceneT, said: Sequence[tuple[Line_contra, SafeString]]) -> SafeString:
        """What a page plays of these lines, each with its sentence; nothing where a game has no playback."""
        return SafeString("")

    def refusal(self, refused: Refusal, scene: SceneT) -> str:
        """Why something was refused, in the player's language."""
        return refusals.sentence(refused)

    def caption(self, scene: SceneT, before: State_contra | None, seat: int) -> Caption:
        """What could be seen of a step that has no log line: the player of this seat chose in secret, or, for the seat
        of the table, a command of the table was carried out. `before` is the state before the step."""

    def hand(self, scene: SceneT, seat: int) -> dict[str, object]:
        """What hand.html needs to show what a player held at a step of a replay."""

    def review(self, scene: SceneT, data: str) -> dict[str, object]:
        """What review.html shows of a review as its game encodes it, in games that have reviews. Raises
        `engine.kernel.faults.Broken` where it is in a form of another version."""
        return {}

    def results(self, scene: SceneT, seat: int | None) -> dict[str, object]:
        """What results.html shows of a game that is over to the player of a seat, or to a spectator."""


AnyPages: TypeAlias = Pages[AnyScene, object, LogLine]


def pages_of(scene: AnyScene) -> AnyPages:
    """The page parts of the game that is played here."""
    pages: AnyPages = registry.part(scene.race.game, "pages").PAGES
    return pages


def sentences_of(scene: AnyScene, entries: Iterable[LogEntry]) -> list[tuple[LogLine, SafeString]]:
    """The log lines of entries, oldest first, each with its sentence in the reader's language."""
    pages = pages_of(scene)
    return [(line, pages.sentence(line, scene)) for entry in entries for line in entry.lines]


def open_question(scene: AnyScene, seat: int | None) -> str:
    """The question that the form of a seat's player answers; empty if there is no form, also while a bot plays."""
    if seat is None or seat in scene.race.bots or seat not in scene.questions:
        return ""
    return str(scene.questions[seat])


def early_question(scene: AnyScene, seat: int) -> str:
    """The question to come that a seat's player can answer while others are asked; empty where there is none."""
    if scene.race.paused or seat in scene.race.bots or seat in scene.questions:
        return ""
    return str(scene.table_game.early(scene.state, seat) or "")


def early_choice(scene: AnyScene, seat: int) -> object | None:
    """What the player has chosen for that."""
    question = automatic.decided(scene.race, scene.table_game, seat)
    if question is None or str(question) != early_question(scene, seat):
        return None
    return automatic.held_choice(scene.race, scene.table_game, seat)


def presets_of(scene: AnyScene, seat: int) -> list[tuple[str, Promise | str, bool]]:
    """What can be answered in advance, and whether the player of a seat does so."""
    mine = automatic.presets_of(scene.race, scene.table_game, seat)
    return [(preset, words, preset in mine) for preset, words in pages_of(scene).presets.items()]
