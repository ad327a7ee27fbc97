"""Changes to a race that are no commands to its game: pauses, who drives a seat, who is there, presets.

They never change the state. They count a revision, so that pages show them, but for those of which only the player
may know: presets, decisions given early, and that a form has been touched.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from asgiref.sync import async_to_sync
from django.utils import timezone

from engine.kernel.commands import Answer, Question, Withdraw
from engine.kernel.refusals import Refusal, refusal
from races import automatic, clocks, operator_log, scenes, tokens, waiting
from races.games import AnyTableGame, table_game_of
from races.locking import locked
from races.models import Race, Seat
from races.notices import announce


@contextmanager
def change(race_id: int) -> Iterator[Race]:
    """The row of a race under its lock, to be changed; the new revision is announced afterwards."""
    with locked(race_id) as row:
        yield row
        row.revision += 1
    async_to_sync(announce)(race_id, row.revision)


def pause(race_id: int, now: datetime | None = None) -> None:
    """Stop the clocks and take no answers until `resume`."""
    with change(race_id) as row:
        was_paused = row.paused and row.waiting is None
        row.waiting = None  # a pause of the host lasts until the host ends it
        if not row.paused:
            row.paused = True
            clocks.stand(row, clocks.milliseconds(now or timezone.now()))
    if not was_paused:
        operator_log.paused(row)


def resume(race_id: int, now: datetime | None = None) -> None:
    """End a pause: the clocks go on where they stood. Where the game has been waiting for players, it waits no longer,
    and bots play for them."""
    moment = clocks.milliseconds(now or timezone.now())
    with change(race_id) as row:
        was_paused = row.paused and row.waiting is None
        if row.waiting is not None:
            waiting.go_on_without(row, *_stands(row), moment)
        elif was_paused:
            row.paused = False
            clocks.run(row, moment)
            if row.waits:
                waiting.look(row, *_stands(row), moment)
    if was_paused:
        operator_log.resumed(row)


def agree(race_id: int, seat: int, now: datetime | None = None) -> None:
    """The player of a seat would go on without those for whom the game waits. Once all who are here would, it does."""
    with change(race_id) as row:
        if row.waiting is not None and is_played(row, seat):
            waiting.agree(row, *_stands(row), seat, clocks.milliseconds(now or timezone.now()))


def _stands(row: Race) -> tuple[AnyTableGame, object]:
    """The game of a race, and its state."""
    return table_game_of(row.content_id), scenes.state_of(row)


def is_played(row: Race, seat: int) -> bool:
    """Tell whether a player has a seat of a race that is locked. The bot of a player who has left keeps the seat,
    whatever that player or the host asked for before."""
    return Seat.objects.filter(race=row, number=seat, kind=Seat.Kind.DRIVER).exists()


def clear(row: Race, seat: int) -> None:
    """Drop what a race keeps for the player of a seat, who leaves it or is another one from now on."""
    for by_seat in (row.absent, row.presets, row.held):
        by_seat.pop(seat, None)


def hand_over(race_id: int, seat: int, bot: str, now: datetime | None = None) -> None:
    """Let a bot drive a seat; without one, give the seat back to its driver."""
    with change(race_id) as row:
        if not is_played(row, seat):
            return
        before = row.bots.pop(seat, "")
        if bot:
            row.bots[seat] = bot
        table_game = table_game_of(row.content_id)
        questions = table_game.game.awaiting(scenes.state_of(row))
        moment = clocks.milliseconds(now or timezone.now())
        clocks.ask(row, questions, table_game, moment)
        automatic.arm(row, table_game, scenes.state_of(row), moment)
    if bot != before:
        operator_log.seat_changed_hands(row, seat, bot)


def take_seat(race_id: int, number: int, visitor: str, name: str, nameless: str, now: datetime | None = None) -> bool:
    """Seat a visitor where a bot drives; False if the bot does not any more, or the visitor has a seat already. A seat
    that they have left in this race is theirs no more. `nameless` is what the game calls a player without a name."""
    now = now or timezone.now()
    with change(race_id) as row:
        free = Seat.objects.filter(race=row, number=number, kind=Seat.Kind.BOT).first()
        mine = Seat.objects.filter(race=row, visitor=visitor, kind=Seat.Kind.DRIVER)
        if row.ended is not None or free is None or mine.exists():
            return False
        for left in Seat.objects.filter(race=row, visitor=visitor):
            left.forget(nameless)
        tokens.revoke_at(free)  # the player before may have made one
        Seat.objects.filter(pk=free.pk).update(kind=Seat.Kind.DRIVER, visitor=visitor, name=name, bot="", seen=now)
        row.bots.pop(number, None)
        clear(row, number)
        moment = clocks.milliseconds(now)
        table_game, state = _stands(row)
        clocks.ask(row, table_game.game.awaiting(state), table_game, moment)
        automatic.arm(row, table_game, state, moment)
    operator_log.seat_changed_hands(row, number, "")
    return True


def set_presets(race_id: int, seat: int, chosen: list[str]) -> None:
    """Keep the presets of a driver. No revision is counted and no notice sent: either would tell the others that
    presets were given."""
    with locked(race_id) as row:
        if not is_played(row, seat):
            return
        row.presets[seat] = chosen
        held = row.held.get(seat)
        if seat in row.clocks and (held is None or held["question"] != row.clocks[seat]["question"]):
            row.clocks[seat].pop("auto", None)
            automatic.arm(row, table_game_of(row.content_id), scenes.state_of(row), clocks.milliseconds(timezone.now()))


def leave_to_player(race_id: int, question: Question, now: datetime | None = None) -> bool:
    """No answer is given for the player of this question any more: they have begun to choose, or the game has refused
    what was to be given. No other viewer hears of it. False if the question is not open any more."""
    with locked(race_id) as row:
        clock = row.clocks.get(question.seat)
        if clock is None or clock["question"] != str(question):
            return False
        automatic.disarm(row, question.seat, clocks.milliseconds(now or timezone.now()))
    return True


def decide_early(race_id: int, command: Answer[object] | Withdraw, also: bool = False) -> Refusal | None:
    """Hold the answer of a player to a question that is still to come, `also` beside what is held for it, or let go of
    it; why not, if that cannot be. No other viewer hears of it."""
    with locked(race_id) as row:
        table_game = table_game_of(row.content_id)
        if not is_played(row, command.seat):
            return refusal("stale", command.seat)
        if isinstance(command, Answer):
            return automatic.decide_early(row, table_game, scenes.state_of(row), command, also)
        if automatic.decided(row, table_game, command.seat) != command.question:
            return refusal("stale", command.seat)
        del row.held[command.seat]
    return None


def lift_veil(race_id: int, now: datetime | None = None) -> None:
    """Show who has answered in secret already."""
    with change(race_id) as row:
        row.veil = {}
        clocks.set_due(row, clocks.milliseconds(now or timezone.now()))
