"""How each event changes the state: pure and total, drawing nothing. The state is the fold of the events."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.heat import events as e
from engine.heat.cards import HEAT, STRESS
from engine.heat.content import Content
from engine.heat.course import Course
from engine.heat.state import Car, Item, State, with_car

T = TypeVar("T")


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _with(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(hand + cards))


MOST_TIMES = 1000
"""No race has more of anything; events from outside may claim what no memory holds."""


def _times(value: T, count: int) -> tuple[T, ...]:
    if not 0 <= count <= MOST_TIMES:
        raise ValueError(f"no race has {count} of these")
    return (value,) * count


def _spend(items: tuple[Item, ...], *spent: Item) -> tuple[Item, ...]:
    left = list(items)
    for item in spent:
        left.remove(item)
    return tuple(left)


def started(content: Content, course: Course, event: e.Started) -> State:
    """The first state: the cars on the grid, the hands drawn."""
    track = content.track
    places = {seat: track.grid[place] for place, seat in enumerate(event.grid)}
    cars = []
    for seat, pile in enumerate(event.decks):
        spot = places[seat]
        car = Car(at=spot.space - track.length, lane=spot.lane)
        if pile:
            hand = event.hand
            car = replace(
                car,
                engine=track.heat,
                hand=tuple(sorted(pile[:hand])),
                draw=pile[hand:],
                stock=tuple(sorted(pile + (HEAT,) * track.heat)),
                drawn=1,
            )
        cars.append(car)
    return State(
        content=event.content,
        setup=event.setup,
        seed=event.seed,
        cars=tuple(cars),
        order=event.grid,
        drawn=2,
        legend_pile=event.legend_pile,
    )


def round_began(course: Course, state: State, event: e.RoundBegan) -> State:
    if event.round > 1:
        cars = tuple([replace(car, idle=0 if car.own else car.idle + 1, own=0) for car in state.cars])
        state = replace(state, cars=cars, legend_card="")
    return replace(state, round=event.round, order=event.order)


def asked(course: Course, state: State, event: e.Asked) -> State:
    cars = list(state.cars)
    for seat in event.seats:
        car = cars[seat]
        cars[seat] = replace(car, asked=True, n=car.n + 1, own=car.own + 1)
    return replace(state, cars=tuple(cars), phase=event.phase, stage=event.stage, turn=event.turn, step=event.step)


def stood_in(course: Course, state: State, event: e.StoodIn) -> State:
    car = state.cars[event.seat]
    return with_car(state, event.seat, replace(car, drawn=event.n + 1, own=car.own - 1))


def chosen(course: Course, state: State, event: e.Chosen) -> State:
    return with_car(state, event.seat, replace(state.cars[event.seat], choice=event.choice, asked=False))


def withdrew(course: Course, state: State, event: e.Withdrew) -> State:
    return with_car(state, event.seat, replace(state.cars[event.seat], choice=None))


def mulliganed(course: Course, state: State, event: e.Mulliganed) -> State:
    car = state.cars[event.seat]
    size = len(car.hand)
    car = replace(
        car,
        engine=car.engine - 1,
        discard=(*car.discard, HEAT),
        hand=tuple(sorted(event.pile[:size])),
        draw=event.pile[size:],
        drawn=event.n + 1,
        mulliganed=True,
        asked=False,
    )
    return with_car(state, event.seat, car)


def shifted(course: Course, state: State, event: e.Shifted) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        gear=event.gear,
        engine=car.engine - event.heat,
        discard=car.discard + _times(HEAT, event.heat),
        choice=None,
    )
    return with_car(state, event.seat, car)


def retired(course: Course, state: State, event: e.Retired) -> State:
    car = replace(state.cars[event.seat], status="retired", left=state.round, asked=False, choice=None)
    return with_car(state, event.seat, car)


def revealed(course: Course, state: State, event: e.Revealed) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        start=car.at,
        start_lane=car.lane,
        hand=_without(car.hand, event.cards),
        play=event.cards,
        worth=event.worth,
        choice=None,
    )
    return with_car(state, event.seat, car)


def cluttered(course: Course, state: State, event: e.Cluttered) -> State:
    car = state.cars[event.seat]
    hand = _without(car.hand, event.cards)
    worth = (0,) * len(event.cards)
    return with_car(
        state, event.seat, replace(car, hand=hand, play=event.cards, worth=worth, choice=None, gear=1, cluttered=True)
    )


def flipped(course: Course, state: State, event: e.Flipped) -> State:
    car = state.cars[event.seat]
    turned = event.cards
    changes: dict[str, Any] = {"draw": car.draw[len(turned) :]}
    if event.worth is not None:
        changes["flips"] = car.flips + 1
        if event.worth:
            changes["play"] = (*car.play, turned[-1])
            changes["worth"] = (*car.worth, event.worth)
            turned = turned[:-1]
    if turned:
        changes["discard"] = car.discard + turned
    return with_car(state, event.seat, replace(car, **changes))


def reshuffled(course: Course, state: State, event: e.Reshuffled) -> State:
    car = state.cars[event.seat]
    return with_car(state, event.seat, replace(car, draw=car.draw + event.pile, discard=(), drawn=event.n + 1))


def valued(course: Course, state: State, event: e.Valued) -> State:
    car = state.cars[event.seat]
    open_values = [place for place, card in enumerate(car.play) if card == event.card and not car.worth[place]]
    place = open_values[0]
    worth = (*car.worth[:place], event.worth, *car.worth[place + 1 :])
    return with_car(state, event.seat, replace(car, worth=worth, asked=False))


def legend_card_turned(course: Course, state: State, event: e.LegendCardTurned) -> State:
    if event.n is not None:
        state = replace(state, legend_pile=event.pile, legend_used=(), drawn=event.n + 1)
    return replace(
        state,
        legend_card=event.card,
        legend_pile=state.legend_pile[1:],
        legend_used=(*state.legend_used, event.card),
    )


def _placed(course: Course, state: State, car: Car, at: int, lane: int) -> Car:
    """The car in another place, with its laps counted."""
    laps = course.laps_done(at)
    if laps != len(car.laps):
        return replace(car, at=at, lane=lane, laps=car.laps[:laps] + _times(state.round, max(0, laps - len(car.laps))))
    return replace(car, at=at, lane=lane)


def moved(course: Course, state: State, event: e.Moved) -> State:
    return with_car(state, event.seat, _placed(course, state, state.cars[event.seat], event.at, event.lane))


def given_items(course: Course, state: State, event: e.AdrenalineGiven | e.ReactBegan) -> State:
    car = state.cars[event.seat]
    return with_car(state, event.seat, replace(car, items=car.items + event.items))


def cooled(course: Course, state: State, event: e.Cooled) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        hand=_without(car.hand, _times(HEAT, event.heat)),
        engine=car.engine + event.heat,
        items=_spend(car.items, *event.spent),
        asked=False,
    )
    return with_car(state, event.seat, car)


def boosted(course: Course, state: State, event: e.Boosted) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        engine=car.engine - event.heat,
        discard=car.discard + _times(HEAT, event.heat),
        items=_spend(car.items, event.spent),
        asked=False,
    )
    return with_car(state, event.seat, car)


def adrenaline_used(course: Course, state: State, event: e.AdrenalineUsed) -> State:
    car = state.cars[event.seat]
    car = replace(car, bonus=car.bonus + event.worth, items=_spend(car.items, event.spent), asked=False)
    return with_car(state, event.seat, car)


def slipstreamed(course: Course, state: State, event: e.Slipstreamed) -> State:
    return with_car(state, event.seat, replace(state.cars[event.seat], asked=False))


def passed(course: Course, state: State, event: e.Passed) -> State:
    return with_car(state, event.seat, replace(state.cars[event.seat], items=(), asked=False))


def corner_taken(course: Course, state: State, event: e.CornerTaken) -> State:
    if not event.heat:
        return state
    car = state.cars[event.seat]
    car = replace(car, engine=car.engine - event.heat, discard=car.discard + _times(HEAT, event.heat))
    return with_car(state, event.seat, car)


def spun_out(course: Course, state: State, event: e.SpunOut) -> State:
    car = _placed(course, state, state.cars[event.seat], event.at, event.lane)
    stress = _times(STRESS, event.stress)
    car = replace(
        car,
        engine=car.engine - event.heat,
        discard=car.discard + _times(HEAT, event.heat),
        hand=_with(car.hand, stress),
        stock=_with(car.stock, stress),
        gear=1,
    )
    return with_car(state, event.seat, car)


def discarded(course: Course, state: State, event: e.Discarded) -> State:
    car = state.cars[event.seat]
    car = replace(car, hand=_without(car.hand, event.cards), discard=car.discard + event.cards, choice=None)
    return with_car(state, event.seat, car)


def cleared(course: Course, state: State, event: e.Cleared) -> State:
    cars = list(state.cars)
    for seat in event.seats:
        car = cars[seat]
        cars[seat] = replace(
            car,
            discard=car.discard + car.play,
            play=(),
            worth=(),
            bonus=0,
            flips=0,
            items=(),
            cluttered=False,
            choice=None,
        )
    return replace(state, cars=tuple(cars))


def drew(course: Course, state: State, event: e.Drew) -> State:
    car = state.cars[event.seat]
    drawn = len(event.cards)
    return with_car(state, event.seat, replace(car, hand=_with(car.hand, event.cards), draw=car.draw[drawn:]))


def came_home(course: Course, state: State, event: e.CameHome) -> State:
    car = replace(state.cars[event.seat], status="home", left=state.round, place=event.place)
    return with_car(state, event.seat, car)


def finished(course: Course, state: State, event: e.Finished) -> State:
    cars = tuple([replace(car, asked=False, choice=None) for car in state.cars])
    return replace(state, cars=cars, ended=event.reason)


FOLDS: dict[type[e.Event], Callable[[Course, State, Any], State]] = {
    e.RoundBegan: round_began,
    e.Asked: asked,
    e.StoodIn: stood_in,
    e.Chosen: chosen,
    e.Withdrew: withdrew,
    e.Mulliganed: mulliganed,
    e.Shifted: shifted,
    e.Retired: retired,
    e.Revealed: revealed,
    e.Cluttered: cluttered,
    e.Flipped: flipped,
    e.Reshuffled: reshuffled,
    e.Valued: valued,
    e.LegendCardTurned: legend_card_turned,
    e.Moved: moved,
    e.AdrenalineGiven: given_items,
    e.ReactBegan: given_items,
    e.Cooled: cooled,
    e.Boosted: boosted,
    e.AdrenalineUsed: adrenaline_used,
    e.Slipstreamed: slipstreamed,
    e.Passed: passed,
    e.CornerTaken: corner_taken,
    e.SpunOut: spun_out,
    e.Discarded: discarded,
    e.Cleared: cleared,
    e.Drew: drew,
    e.CameHome: came_home,
    e.Finished: finished,
}
"""Every event but the first, which makes the first state."""
