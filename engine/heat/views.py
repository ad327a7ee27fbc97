"""What a viewer may know of a race. A view is built from an allow-list: what is not named here is not in it."""

from typing import TYPE_CHECKING

from msgspec import Struct

from engine.heat.choices import Choice
from engine.heat.finish import ranking
from engine.heat.state import Car, Item, Setup, State, Status
from engine.kernel.commands import Question

if TYPE_CHECKING:
    from engine.heat.game import Heat


class CarView(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What everybody knows of a car and its driver: of hand and draw pile only how many cards they have."""

    seat: int
    legend: str | None = None
    at: int
    lap: int
    space: int
    lane: int
    gear: int
    status: Status = "racing"
    engine: int = 0
    hand: int = 0
    draw: int = 0
    discard: tuple[str, ...] = ()
    stock: tuple[str, ...] = ()
    laps: tuple[int, ...] = ()
    left: int = 0
    place: int = 0
    n: int = 0
    asked: bool = False
    chosen: bool = False
    mulliganed: bool = False
    own: int = 0
    idle: int = 0
    start: int = 0
    start_lane: int = 0
    play: tuple[str, ...] = ()
    worth: tuple[int, ...] = ()
    bonus: int = 0
    speed: int = 0
    flips: int = 0
    items: tuple[Item, ...] = ()
    cluttered: bool = False


class Mine(Struct, frozen=True, omit_defaults=True):
    """What only the driver knows: the hand, what the draw pile still holds (in card order), the own choice."""

    seat: int
    hand: tuple[str, ...]
    draw: tuple[str, ...]
    choice: Choice | None = None
    question: Question | None = None


class View(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A race as one viewer may know it. `mine` is missing for a spectator and for a Legend."""

    content: str
    setup: Setup
    round: int
    phase: str
    stage: int = 0
    turn: int = 0
    step: int = 0
    order: tuple[int, ...]
    cars: tuple[CarView, ...]
    legend_card: str = ""
    legend_used: tuple[str, ...] = ()
    ended: str = ""
    ranking: tuple[int, ...]
    mine: Mine | None = None


def car_view(game: "Heat", state: State, seat: int) -> CarView:
    car = state.cars[seat]
    return CarView(
        seat=seat,
        legend=state.setup.entrants[seat].legend,
        at=car.at,
        lap=game.course.lap(car.at),
        space=game.course.space(car.at),
        lane=car.lane,
        gear=car.gear,
        status=car.status,
        engine=car.engine,
        hand=len(car.hand),
        draw=len(car.draw),
        discard=car.discard,
        stock=car.stock,
        laps=car.laps,
        left=car.left,
        place=car.place,
        n=car.n,
        asked=car.asked,
        chosen=car.choice is not None,
        mulliganed=car.mulliganed,
        own=car.own,
        idle=car.idle,
        start=car.start,
        start_lane=car.start_lane,
        play=car.play,
        worth=car.worth,
        bonus=car.bonus,
        speed=car.speed,
        flips=car.flips,
        items=car.items,
        cluttered=car.cluttered,
    )


def _mine(game: "Heat", state: State, seat: int, car: Car) -> Mine:
    question = game.question(state, seat) if car.asked else None
    return Mine(seat, car.hand, tuple(sorted(car.draw)), car.choice, question)


def view(game: "Heat", state: State, seat: int | None) -> View:
    """The state as a seat may know it; `None` is a spectator."""
    mine = None
    if seat is not None and (car := state.cars[seat]).stock:
        mine = _mine(game, state, seat, car)
    return View(
        content=state.content,
        setup=state.setup,
        round=state.round,
        phase=state.phase,
        stage=state.stage,
        turn=state.turn,
        step=state.step,
        order=state.order,
        cars=tuple([car_view(game, state, other) for other in range(len(state.cars))]),
        legend_card=state.legend_card,
        legend_used=state.legend_used,
        ended=state.ended,
        ranking=ranking(game.course, state),
        mine=mine,
    )
