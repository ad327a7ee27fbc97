"""A room as a process holds it at one revision, for all pages that show it.

A room is read from the database once for each change, however many pages are connected to this process.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from lobby.models import HEAVY, MOST_SEATS, Member, Room
from lobby.refused import Refused

Role = Literal["host", "member", "screen", "stranger"]

KEPT = 300
"""Rooms that a process holds; the ones that changed longest ago are dropped."""


class RoomScene:
    """One room at one revision."""

    def __init__(self, room: Room, members: Iterable[Member]) -> None:
        self.room = room
        self.members = list(members)
        self.rendered: dict[tuple[Role, str | None], dict[str, str]] = {}
        """The fragments that all pages of one role and language share, by element id."""

    @property
    def revision(self) -> int:
        return self.room.revision

    def member(self, visitor: str) -> Member | None:
        return next((seat for seat in self.members if visitor and seat.visitor == visitor), None)

    def role(self, visitor: str) -> Role:
        if self.member(visitor) is None:
            return "stranger"
        return "host" if self.room.host == visitor else "member"

    def onlooker(self, visitor: str) -> Role:
        """The role of a visitor's television: it has no controls, a host's neither."""
        return "stranger" if self.member(visitor) is None else "screen"

    @cached_property
    def players(self) -> list[Member]:
        return [seat for seat in self.members if seat.is_player]

    @property
    def driverless(self) -> bool:
        """Whether there are seats that no person has."""
        return len(self.players) < len(self.members)

    @cached_property
    def not_ready(self) -> list[Member]:
        """Players who have not said that they are ready. The host says so by starting."""
        return [seat for seat in self.players if not seat.ready and seat.visitor != self.room.host]

    @cached_property
    def host(self) -> Member | None:
        return self.member(self.room.host)

    @property
    def free(self) -> int:
        """Seats that players can still take."""
        return max(0, min(self.room.most - len(self.players), MOST_SEATS - len(self.members)))

    @property
    def missing(self) -> int:
        """How many more players must come or get ready before the host can start."""
        return max(0, self.room.least - (len(self.players) - len(self.not_ready)))

    def may_edit(self, role: Role) -> bool:
        """Whether this role sees the settings as a form. During a race they are fixed."""
        return role == "host" and not self.room.racing


_scenes: dict[int, RoomScene] = {}


def forget() -> None:
    """Drop all scenes, as a new process has none."""
    _scenes.clear()


def load(room: int) -> RoomScene | None:
    """A room as the database has it now; None if it was removed."""
    row = Room.objects.select_related("race", "track__current", "championship").defer(*HEAVY).filter(pk=room).first()
    if row is None:
        _scenes.pop(room, None)
        return None
    scene = RoomScene(row, row.members.order_by("position"))
    _scenes.pop(room, None)
    _scenes[room] = scene
    for oldest in list(_scenes)[:-KEPT]:
        _scenes.pop(oldest, None)
    return scene


def find(code: str) -> RoomScene:
    """The room with this code, as the database has it now."""
    found = Room.objects.filter(code=code).only("pk").first()
    scene = load(found.pk) if found else None
    if scene is None:
        raise Refused("no_room")
    return scene


def known(room: int, revision: int) -> RoomScene | None:
    """The scene that this process holds of a room, if it is of this revision or a later one."""
    scene = _scenes.get(room)
    return scene if scene is not None and scene.revision >= revision else None
