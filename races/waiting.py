"""Games that wait for a player who has left, where their room has chosen so. Such a game pauses itself. It goes on when
everybody is back, or without those who are away: when all who are here agree, or at once when the host says so. Then
bots play for them until they come back.

A seat that takes no part any more is not waited for, nor one that a bot plays. Nothing here touches the database but to
ask which seats are players'.
"""

from races import automatic, clocks, operator_log
from races.games import AnyTableGame
from races.models import Race, Seat


def missing(race: Race, table_game: AnyTableGame, state: object) -> list[int]:
    """The seats whose players are away and are needed."""
    return [seat for seat in sorted(race.absent) if seat not in race.bots and table_game.takes_part(state, seat)]


def look(race: Race, table_game: AnyTableGame, state: object, now: int) -> None:
    """Begin to wait, or wait no longer, after anything has changed that decides about it. While nobody is here at all,
    the clocks stand anyway."""
    gone = missing(race, table_game, state)
    if race.waiting is not None and not gone:
        _go_on(race, now)
    elif gone and race.waits and race.running and not race.paused and table_game.game.awaiting(state):
        race.paused, race.waiting = True, []
        clocks.stand(race, now)
        operator_log.paused(race)


def agree(race: Race, table_game: AnyTableGame, state: object, seat: int, now: int) -> None:
    """A player who is here would go on without the others."""
    assert race.waiting is not None, "the game waits for a player"
    race.waiting = sorted({*race.waiting, seat})
    _go_on_once_all_agree(race, table_game, state, now)


def leave(race: Race, table_game: AnyTableGame, state: object, seat: int, now: int) -> None:
    """Wait no longer for the player of a seat, nor for their consent: they have left for good to a bot."""
    look(race, table_game, state, now)
    if race.waiting is not None:
        race.waiting = [one for one in race.waiting if one != seat]
        _go_on_once_all_agree(race, table_game, state, now)


def _go_on_once_all_agree(race: Race, table_game: AnyTableGame, state: object, now: int) -> None:
    """Let bots play for the absent once all players who are here want that. With no player here, keep waiting."""
    players = race.seats.filter(kind=Seat.Kind.DRIVER).values_list("number", flat=True)
    here = {one for one in players if one not in race.absent and table_game.takes_part(state, one)}
    if here and here <= set(race.waiting or ()):
        go_on_without(race, table_game, state, now)


def go_on_without(race: Race, table_game: AnyTableGame, state: object, now: int) -> None:
    """Bots play for those who are away."""
    for seat in missing(race, table_game, state):
        race.bots[seat] = table_game.stand_in
        operator_log.seat_changed_hands(race, seat, table_game.stand_in)
    clocks.ask(race, table_game.game.awaiting(state), table_game, now)
    _go_on(race, now)


def come_back(race: Race, table_game: AnyTableGame, state: object, seat: int, now: int) -> None:
    """A player is here again: the bot that the game went on with gives the seat back."""
    if race.waits and race.bots.pop(seat, ""):
        operator_log.seat_changed_hands(race, seat, "")
        clocks.ask(race, table_game.game.awaiting(state), table_game, now)
        automatic.arm(race, table_game, state, now)
    look(race, table_game, state, now)


def _go_on(race: Race, now: int) -> None:
    race.paused, race.waiting = False, None
    clocks.run(race, now)
    operator_log.resumed(race)
