"""The sweeper does what time brings: stand-ins answer where a clock is over, held answers and those by preset are
given, the veil is lifted. Any number of processes may sweep: the id of such a command comes from its question, so each
question is answered once."""

import logging
from datetime import datetime

from django.db.models import Max, QuerySet
from django.utils import timezone

from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal
from races import automatic, changes, clocks, live, presence, scenes
from races.changes import change
from races.models import Race, Seat

logger = logging.getLogger(__name__)

AT_ONCE = 20
"""Races looked at in one round."""


def sweep(now: datetime | None = None) -> int:
    """Let stand-ins answer all questions whose time is over. Returns how many did."""
    now = now or timezone.now()
    stood_in = 0
    for race in _due(now).order_by("due").values_list("pk", flat=True)[:AT_ONCE]:
        try:
            stood_in += expire(race, now)
        except scenes.Unreadable:
            pass  # `scenes.load` has logged it
        except Exception:  # one broken race must not keep the others waiting
            logger.exception("The clocks of the race with the key %s could not be checked; this is tried again", race)
    return stood_in


def lag(now: datetime | None = None) -> float:
    """Seconds since the time was over of the question that has waited longest to be answered."""
    now = now or timezone.now()
    first = _due(now).order_by("due").values_list("due", flat=True).first()
    return (now - first).total_seconds() if first else 0.0


def _due(now: datetime) -> QuerySet[Race]:
    return Race.objects.filter(due__lte=now, ended=None, paused=False).exclude(pk__in=list(scenes.unreadable))


def expire(race_id: int, now: datetime) -> int:
    """Answer the questions of one race whose time is over. If no driver has been present for the length of a lease, the
    clocks are stopped instead: the site was down, or all have gone."""
    scene = scenes.scene_of(race_id)
    row = scene.race
    last_seen = Seat.objects.filter(race=row, kind=Seat.Kind.DRIVER).aggregate(last=Max("seen"))["last"]
    if not row.of_days and (last_seen is None or last_seen < now - presence.LEASE):
        with change(race_id) as locked:
            clocks.stand(locked, clocks.milliseconds(last_seen or now))
        return 0
    give_automatic(race_id, scene, now)
    scene = scenes.scene_of(race_id)
    row = scene.race
    if row.veil and row.veil["until"] <= clocks.milliseconds(now):
        changes.lift_veil(race_id, now)
    stood_in = 0
    for question in over(scene, clocks.milliseconds(now)):
        away = clocks.over_at(row, question.seat) != row.clocks[question.seat]["due"]
        command = live.stand_in(question, "away" if away else "clock")
        reply = live.submit(race_id, command, now)
        stood_in += isinstance(reply, live.Accepted) and not reply.repeated
    return stood_in


def give_automatic(race_id: int, scene: scenes.AnyScene, now: datetime) -> None:
    """Give the answers for players whose moment has come. One that the game refuses after all is left to its player."""
    moment = clocks.milliseconds(now)
    for answer in list(automatic.due(scene.race, scene.table_game, scene.state, moment)):
        reply = live.submit(race_id, answer, now)
        if isinstance(reply, Refusal):
            changes.leave_to_player(race_id, answer.question, now)


def over(scene: scenes.AnyScene, now: int) -> list[Question]:
    """The open questions whose time is over."""
    asked = scene.questions
    return [
        asked[seat]
        for seat in scene.race.clocks
        if seat in asked and (moment := clocks.over_at(scene.race, seat)) is not None and moment <= now
    ]
