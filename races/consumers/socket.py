"""What both kinds of sockets of a race share: which seat a connection drives, and when it is sent something."""

from abc import abstractmethod
from typing import Any

from channels.db import database_sync_to_async

from races import notices, presence, scenes, series
from races.models import Race
from races.scenes import AnyScene
from races.sockets import NOT_ALLOWED, NOT_HERE, Socket


class RaceSocket(Socket):
    """One connection of one viewer to one race."""

    presence = presence
    notice = "race.moved"
    group = staticmethod(notices.group)

    seat: int | None = None

    @abstractmethod
    async def begin(self, scene: AnyScene) -> None:
        """Show everything that the viewer may see."""

    @abstractmethod
    async def go_on(self, scene: AnyScene) -> None:
        """Show what has changed since the last time."""

    async def find_seat(self, scene: AnyScene) -> int | None:
        """The seat that this connection may drive."""
        return scene.seat_of(self.scope["visitor"])

    async def enter(self) -> None:
        try:
            scene = await database_sync_to_async(scene_by_code)(self.scope["url_route"]["kwargs"]["code"])
        except scenes.Unreadable:
            scene = None
        if scene is None:
            await self.turn_away(NOT_HERE)
            return
        self.seat = await self.find_seat(scene)
        if not await self.may_watch(scene):
            await self.turn_away(NOT_ALLOWED)
            return
        await self.watch(scene.race.pk)
        if self.seat is not None:
            await self.be_present(scene.seats[self.seat].pk)
        scene = await database_sync_to_async(scenes.scene_of)(self.watched)
        self.revision = scene.revision
        await self.begin(scene)

    async def race_moved(self, message: dict[str, Any]) -> None:
        """A notice: the race has a new revision. It holds only the number, because each viewer may see something
        else."""
        if message["revision"] <= self.revision:
            return
        try:
            scene = await self.newest(message["revision"])
        except scenes.Unreadable:
            await self.close(NOT_HERE)
            return
        self.revision = scene.revision
        left = self.seat is not None and await self.find_seat(scene) is None
        if left:
            self.be_absent()
            self.seat = self.present = None
        if not await self.may_watch(scene):
            await self.close(NOT_ALLOWED)
        elif left:
            await self.lose_seat(scene)
        else:
            await self.go_on(scene)

    async def may_watch(self, scene: AnyScene) -> bool:
        """Tell whether this viewer may see the race: some are for their players alone."""
        is_player = self.seat is not None or scene.seat_of(self.scope["visitor"]) is not None
        if is_player or scene.race.watching == Race.Watching.ANYBODY:
            return True
        may: bool = await database_sync_to_async(series.may_watch)(scene.race)
        return may

    async def lose_seat(self, scene: AnyScene) -> None:
        """Show the race to a player who has left it for good, and watches from now on."""
        await self.go_on(scene)

    async def newest(self, revision: int) -> AnyScene:
        known = scenes.known(self.watched, revision)
        return known or await database_sync_to_async(scene_from)(self.watched, revision)

    @staticmethod
    def revisions(watched: set[int]) -> dict[int, int]:
        known = Race.objects.filter(pk__in=watched).values_list("pk", "revision")
        return dict.fromkeys(watched, 0) | dict(known)


def scene_from(race_id: int, revision: int) -> AnyScene:
    """The scene of a race from a revision on. Sockets that get a notice at the same moment come here one by one, in the
    one thread for the database: the first loads the scene, the others find it in memory."""
    return scenes.known(race_id, revision) or scenes.load(race_id)


def scene_by_code(code: str) -> AnyScene | None:
    race = Race.objects.filter(code=code).values_list("pk", flat=True).first()
    return scenes.scene_of(race) if race is not None else None
