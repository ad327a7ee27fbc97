"""From events to lines of the log, in no language yet."""

from msgspec import Struct

from engine.henhur import HenHur, State
from engine.henhur import events as e
from engine.henhur.events import AnyEvent
from engine.kernel.seats import Seat

TOLD = (
    *(e.TurnBegan, e.MarketOpened, e.PoolLaid, e.StoodIn, e.CardsShown, e.BidsShown, e.Ran, e.Hit, e.TokensGained),
    *(e.Repaired, e.Burned, e.Reshuffled, e.Picked, e.PoolCleared, e.Retired, e.Finished),
)
"""The events that the log tells; the others show in hands and piles."""

OF_A_SEAT = (e.StoodIn, e.Ran, e.Hit, e.TokensGained, e.Repaired, e.Burned, e.Reshuffled, e.Picked, e.Retired)
"""Those that are about one seat."""


class Line(Struct, frozen=True):
    """A line of the log: an event that everybody may know, and the card and the place behind it."""

    event: AnyEvent
    round: int = 0
    """The turn that begins with the line."""
    card: str = ""
    """The card with which a hen runs, hits or gains."""
    start: int = 0
    """Where the hen stood before it ran or was hit."""
    trick: int = 0
    """For which trick a card was picked."""

    def about(self) -> int | None:
        event = self.event
        return event.seat if isinstance(event, OF_A_SEAT) else None

    def begins_round(self) -> int | None:
        return self.round or None


def narrate(game: HenHur, before: State | None, events: tuple[AnyEvent, ...]) -> tuple[Line, ...]:
    """The lines of these events."""
    found: list[Line] = []
    state = before
    for event in events:
        if isinstance(event, TOLD):
            found += _lines(state, event)
        state = game.evolve(state, event)
    return tuple(found)


def _lines(state: State | None, event: AnyEvent) -> list[Line]:
    assert state is not None, "the first event is not told"
    match event:
        case e.TurnBegan(turn=turn):
            return [Line(event, round=turn), Line(event)]
        case e.Ran(seat=seat):
            return [Line(event, card=_play(state, seat), start=state.runners[seat].at)]
        case e.Hit(seat=seat, by=by):
            return [Line(event, card=_play(state, by), start=state.runners[seat].at)]
        case e.TokensGained(seat=seat):
            return [Line(event, card=_play(state, seat) or state.runners[seat].slots[-1])]
        case e.Picked(seat=seat):
            return [Line(event, trick=next((bid.trick for bid in state.bids if bid.seat == seat), 0))]
    return [Line(event)]


def _play(state: State, seat: Seat) -> str:
    return state.runners[seat].play
