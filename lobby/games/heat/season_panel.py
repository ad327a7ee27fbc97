"""The championship of a room, as the pages of the room show it before each race."""

from engine.kernel.faults import Broken
from lobby import starting
from lobby.games.heat import calendar, championship_faults
from lobby.refused import Refused
from lobby.scenes import RoomScene
from races.heat.championships import running, showing
from races.heat.championships.showing import Page
from races.models import Championship


def context_of(scene: RoomScene) -> dict[str, object]:
    """`season`: the championship that is on, or the one that is chosen; `season_fault`: why that cannot be raced;
    `meeting`: when its next race begins, if that is agreed."""
    row = scene.room.championship
    return {"meeting": row.meeting if row else None, **_season_of(scene, row)}


def _season_of(scene: RoomScene, row: Championship | None) -> dict[str, object]:
    try:
        return {"season": planned(scene) if row is None else showing.of(row, running.season_of(row))}
    except Refused as refused:
        return {"season": None, "season_fault": refused.in_full}
    except running.UnreadableRace as unreadable:
        assert row is not None, "only a championship that has begun has races"
        fault = Refused("championship_unreadable", championship_faults.UNREADABLE)
        return {"season": showing.of(row, unreadable.season), "season_fault": fault.in_full}
    except Broken:
        fault = Refused("championship_unreadable", championship_faults.UNREADABLE)
        return {"season": None, "season_fault": fault.in_full}


def planned(scene: RoomScene) -> Page | None:
    """A championship before its first race; None where single races are driven."""
    chosen = calendar.of_room(scene.room)
    if chosen is None:
        return None
    plan = calendar.plan_of(scene.room, chosen, [starting.starter(member) for member in scene.members])
    return showing.page_of(calendar.season_of(plan), scene.members, plan.tracks, [None] * len(plan.tracks))
