"""What a viewer may know of a race. A view is built from an allow-list: what is not named here is not in it."""

from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from engine.heat.bound import Bound
from engine.heat.choices import Choice
from engine.heat.ranking import ranking
from engine.heat.rules import PhaseName
from engine.heat.state import Car, Ending, Item, Setup, State, Status
from engine.heat.units import Distance, Lane, Space
from engine.kernel.bounds import Few, Number, Pile, Short, Word
from engine.kernel.commands import Question
from engine.kernel.seats import Seat, all_seats


class CarView(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The public facts of a car and its driver: of hand and draw pile only how many cards they have."""

    seat: Seat
    legend: Short = ""
    at: Distance
    lap: Number
    space: Space
    lane: Lane
    gear: Number
    status: Status = "racing"
    engine: Number = 0
    hand: Number = 0
    draw: Number = 0
    discard: Pile[Word] = ()
    top: Pile[Word] = ()
    stock: Pile[Word] = ()
    """Every card that the driver owns, wherever it is, but for sponsor cards."""
    sponsors: Number = 0
    """How many sponsor cards the driver owns."""
    sponsors_in_hand: Number = 0
    upgrades: Pile[Word] = ()
    laps: Few[Number] = ()
    left: Number = 0
    place: Number = 0
    n: Number = 0
    asked: bool = False
    chosen: bool = False
    mulliganed: bool = False
    own: Number = 0
    idle: Number = 0
    start: Distance = Distance(0)
    start_lane: Lane = Lane(0)
    play: Pile[Word] = ()
    worth: Pile[Number] = ()
    bonus: Number = 0
    accelerated: Number = 0
    slipped_from: Distance | None = None
    weathered: Few[Number] = ()
    speed: Number = 0
    flips: Number = 0
    items: Few[Item] = ()
    cluttered: bool = False


class Mine(Struct, frozen=True, omit_defaults=True):
    """What only the driver knows: the hand, what the draw pile still holds (in card order), the own choice."""

    seat: Seat
    hand: Pile[Word]
    draw: Pile[Word]
    choice: Choice | None = None
    question: Question | None = None


class View(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A race as one viewer may know it. `mine` is missing for a spectator and for a Legend."""

    content: Word
    setup: Setup
    round: Number
    phase: PhaseName
    stage: Number = 0
    turn: Number = 0
    step: Number = 0
    order: Few[Seat]
    cars: Few[CarView]
    legend_card: Word = ""
    legend_used: Pile[Word] = ()
    market: Pile[Word] = ()
    upgrades_out: Pile[Word] = ()
    sponsors_used: Pile[Word] = ()
    weather: Word = ""
    tokens: Pile[Word] = ()
    ended: Ending = ""
    ranking: Few[Seat]
    mine: Mine | None = None


PUBLIC = (
    "at",
    "lane",
    "legend",
    "gear",
    "status",
    "engine",
    "discard",
    "top",
    "upgrades",
    "laps",
    "left",
    "place",
    "n",
    "asked",
    "mulliganed",
    "own",
    "idle",
    "start",
    "start_lane",
    "play",
    "worth",
    "bonus",
    "accelerated",
    "slipped_from",
    "weathered",
    "flips",
    "items",
    "cluttered",
)
"""The public fields of a car, taken over as they are; the rest is counted, masked or left out below."""
public_fields = attrgetter(*PUBLIC)


def car_view(bound: Bound, state: State, seat: Seat) -> CarView:
    car = state.cars[seat]
    sponsors = [card for card in car.stock if card in bound.sponsors]
    return CarView(
        seat=seat,
        lap=bound.course.lap(car.at),
        space=bound.course.space(car.at),
        hand=len(car.hand),
        draw=len(car.draw),
        stock=tuple([card for card in car.stock if card not in sponsors]) if sponsors else car.stock,
        sponsors=len(sponsors),
        sponsors_in_hand=sum([card in sponsors for card in car.hand]) if sponsors else 0,
        chosen=car.choice is not None,
        speed=car.speed,
        **dict(zip(PUBLIC, public_fields(car), strict=True)),
    )


MOST_CARS = 4096
"""So many views of cars are kept; with one more they are all made anew."""
_views: dict[tuple[int, Seat], tuple[Bound, Car, CarView]] = {}


def _seen_car(bound: Bound, state: State, seat: Seat) -> CarView:
    """The view of a car, made once for the same car. Every command leaves most cars as they were, and all viewers see
    the same of them. Cars are told apart by identity: to compare them would cost as much as the view."""
    car = state.cars[seat]
    key = id(car), seat
    found = _views.get(key)
    if found is not None and found[1] is car and found[0] is bound:
        return found[2]
    if len(_views) >= MOST_CARS:
        _views.clear()
    seen = car_view(bound, state, seat)
    _views[key] = bound, car, seen
    return seen


def question_of(state: State, seat: Seat) -> Question:
    """The question of a seat that is asked, or whose answer stands."""
    return Question(state.round, state.phase, seat, state.cars[seat].n)


def _mine(state: State, seat: Seat, car: Car) -> Mine:
    question = question_of(state, seat) if car.asked else None
    return Mine(seat, car.hand, tuple(sorted(car.draw)), car.choice, question)


HIDDEN = "?"
"""Stands for a sponsor card that its owner kept from an earlier race. The number of these cards is public, their faces
are not."""


def seen_setup(setup: Setup, seat: int | None) -> Setup:
    """The set-up as a seat may know it."""
    if not any(entrant.sponsors for entrant in setup.entrants):
        return setup
    entrants = tuple(
        entrant if other == seat else replace(entrant, sponsors=(HIDDEN,) * len(entrant.sponsors))
        for other, entrant in enumerate(setup.entrants)
    )
    return replace(setup, entrants=entrants)


_public: tuple[Bound, State, View] | None = None
"""The public view that was made last."""


def view(bound: Bound, state: State, seat: int | None) -> View:
    """The state as a seat may know it; `None` is a spectator, and so is a number that is no driver's seat."""
    public = _seen_by_all(bound, state)
    if seat is None or not 0 <= seat < len(state.cars) or (car := state.cars[seat]).legend:
        return public
    setup = state.setup if public.setup is state.setup else seen_setup(state.setup, seat)
    return replace(public, setup=setup, mine=_mine(state, Seat(seat), car))


def _seen_by_all(bound: Bound, state: State) -> View:
    """What a spectator may know. Views of the same state are asked for one after the other."""
    global _public
    last = _public
    if last is None or last[0] is not bound or last[1] is not state:
        last = _public = bound, state, _public_view(bound, state)
    return last[2]


def _public_view(bound: Bound, state: State) -> View:
    cars = tuple([_seen_car(bound, state, other) for other in all_seats(len(state.cars))])
    return View(
        content=state.content,
        setup=seen_setup(state.setup, None),
        round=state.round,
        phase=state.phase,
        stage=state.stage,
        turn=sum([state.cars[other].status != "retired" for other in state.order[: state.turn]]),
        step=state.step,
        order=tuple([other for other in state.order if state.cars[other].status != "retired"]),
        cars=cars,
        legend_card=state.legend_card,
        legend_used=state.legend_used,
        market=state.market,
        upgrades_out=state.upgrades_out,
        sponsors_used=state.sponsors_used,
        weather=state.weather,
        tokens=state.tokens,
        ended=state.ended,
        ranking=ranking(bound.course, state),
    )
