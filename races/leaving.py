"""Leaving a seat for good, at any time: while the game is paused, has lost its host, or waits for another player.

A bot takes the seat. In a game of two seats that would be another game, so the player gives up. The last player of a
game ends it as it stands. Who takes no part any more is no player of it, nor is a visitor who was forgotten.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from django.utils import timezone

from engine.kernel.commands import End, Retire
from races import automatic, clocks, live, operator_log, scenes, tokens, waiting
from races.changes import change, clear
from races.games import AnyTableGame, table_game_of
from races.models import Race, Seat
from races.scenes import AnyScene

Way = Literal["bot", "gives_up", "ends"]
"""The consequence of leaving: a bot plays on, the player gives up, or the game ends."""


def way_of(scene: AnyScene, number: int) -> Way:
    """Return the consequence of leaving a seat, by what all may know of the game."""
    return _way(scene.table_game, scene.shown.state, scene.seats, number)


def _way(table_game: AnyTableGame, state: object, seats: Sequence[Seat], number: int) -> Way:
    others = [seat for seat in seats if seat.kind == Seat.Kind.DRIVER and seat.visitor and seat.number != number]
    if not any(table_game.takes_part(state, seat.number) for seat in others):
        return "ends"
    return "gives_up" if len(seats) == 2 else "bot"


def leave(race_id: int, number: int, now: datetime | None = None) -> Way | None:
    """Let the player of a seat leave, and return the consequence; None where the seat takes no part any more. Raises
    `Broken` for a race that this version cannot read."""
    now = now or timezone.now()
    with change(race_id) as row:
        seats = list(Seat.objects.filter(race=row).order_by("number"))
        mine, table_game = seats[number], table_game_of(row.content_id)
        if row.ended is not None or mine.kind != Seat.Kind.DRIVER:
            return None
        _pass_on_the_host(row, mine, seats)
        state = scenes.state_of(row)
        way = _way(table_game, state, seats, number)
        if way != "ends" and not table_game.takes_part(state, number):
            return None
        if way == "bot":
            _seat_a_bot(row, mine, clocks.milliseconds(now))
        tokens.revoke_at(mine)
    if way == "ends":
        live.submit(race_id, End(), now)
    elif way == "gives_up":
        live.submit(race_id, Retire(number, f"retire:{number}"), now)
    else:
        operator_log.seat_changed_hands(row, number, table_game.stand_in)
    return way


def _pass_on_the_host(row: Race, mine: Seat, seats: Sequence[Seat]) -> None:
    """Make another player the host, one who is here if there is one: only a host ends a pause."""
    others = [seat for seat in seats if seat.kind == Seat.Kind.DRIVER and seat.number != mine.number and seat.visitor]
    if row.host == mine.visitor and others:
        row.host = min(others, key=lambda seat: (seat.number in row.absent, seat.number)).visitor


def _seat_a_bot(row: Race, mine: Seat, now: int) -> None:
    """Give a seat to a bot for good. Its former player stays known to the site, to be forgotten later."""
    table_game, state = table_game_of(row.content_id), scenes.state_of(row)
    Seat.objects.filter(pk=mine.pk).update(kind=Seat.Kind.BOT, bot=table_game.stand_in, seen=None)
    row.bots[mine.number] = table_game.stand_in
    clear(row, mine.number)
    clocks.ask(row, table_game.game.awaiting(state), table_game, now)
    automatic.arm(row, table_game, state, now)
    left = Seat.objects.filter(race=row, kind=Seat.Kind.DRIVER).values_list("number", flat=True)
    if row.running and not row.of_days and all(seat in row.absent for seat in left):
        clocks.stand(row, now)
    waiting.leave(row, table_game, state, mine.number, now)
