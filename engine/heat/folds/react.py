"""Events of React: items that open, are used, or are left."""

from msgspec.structs import replace

from engine.heat import events as e
from engine.heat.cards import HEAT, STRESS
from engine.heat.course import Course
from engine.heat.folds.common import Folds, drop_top, out_of_play, pay, placed, spend, times, without
from engine.heat.state import Item, State, with_car


def given_items(course: Course, state: State, event: e.AdrenalineGiven | e.ReactBegan) -> State:
    car = state.cars[event.seat]
    return with_car(state, event.seat, replace(car, items=car.items + event.items))


def cooled(course: Course, state: State, event: e.Cooled) -> State:
    car = state.cars[event.seat]
    if event.sector is not None:
        car = replace(car, weathered=(*car.weathered, event.sector))
    car = replace(
        car,
        hand=without(car.hand, times(HEAT, event.heat)),
        engine=car.engine + event.heat,
        items=spend(car.items, *event.spent),
        asked=False,
    )
    return with_car(state, event.seat, car)


def paid_heat(course: Course, state: State, event: e.PaidHeat) -> State:
    car = state.cars[event.seat]
    items = spend(car.items, Item("heat", event.heat, event.card))
    return with_car(state, event.seat, replace(pay(car, event.heat), items=items, asked=False))


def forgone(course: Course, state: State, event: e.Forgone) -> State:
    """The cards leave play with all that could be used of them; adrenaline and other cards keep their speed."""
    car = placed(course, state, state.cars[event.seat], event.at, event.lane)
    play, worth = out_of_play(car, event.cards)
    items = list(car.items)
    for card in event.cards:
        for kind in {item.kind for item in items if item.source == card}:
            items.remove(next(item for item in items if item.source == card and item.kind == kind))
    car = replace(
        car,
        start=event.at,
        start_lane=event.lane,
        play=play,
        worth=worth,
        items=tuple(items),
        accelerated=0,
        discard=car.discard + event.cards,
        asked=False,
    )
    return with_car(state, event.seat, car)


def scrapped(course: Course, state: State, event: e.Scrapped) -> State:
    car = state.cars[event.seat]
    items = car.items
    if event.done:
        items = spend(items, next(item for item in items if item.kind == "scrap" and item.source == event.card))
    changes = drop_top(car, len(event.cards))
    car = replace(car, discard=car.discard + event.cards, items=items, asked=False, **changes)
    return with_car(state, event.seat, car)


def stress_reduced(course: Course, state: State, event: e.StressReduced) -> State:
    car = state.cars[event.seat]
    stress = times(STRESS, event.stress)
    car = replace(
        car,
        hand=without(car.hand, stress),
        discard=car.discard + stress,
        items=spend(car.items, *event.spent),
        asked=False,
    )
    return with_car(state, event.seat, car)


def super_cooled(course: Course, state: State, event: e.SuperCooled) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        discard=without(car.discard, times(HEAT, event.heat)),
        engine=car.engine + event.heat,
        items=spend(car.items, *event.spent),
        asked=False,
    )
    return with_car(state, event.seat, car)


def salvaged(course: Course, state: State, event: e.Salvaged) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        discard=without(car.discard, event.cards),
        draw=event.pile,
        top=(),
        drawn=event.n + 1,
        items=spend(car.items, event.spent),
        asked=False,
    )
    return with_car(state, event.seat, car)


def directly_played(course: Course, state: State, event: e.DirectlyPlayed) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        hand=without(car.hand, (event.card,)),
        play=(*car.play, event.card),
        worth=(*car.worth, event.worth),
        items=car.items + event.items,
        asked=False,
    )
    return with_car(state, event.seat, car)


def accelerated(course: Course, state: State, event: e.Accelerated) -> State:
    car = state.cars[event.seat]
    items = spend(car.items, event.spent)
    return with_car(
        state, event.seat, replace(car, accelerated=car.accelerated + event.worth, items=items, asked=False)
    )


def draft_used(course: Course, state: State, event: e.DraftUsed) -> State:
    car = state.cars[event.seat]
    return with_car(state, event.seat, replace(car, items=spend(car.items, *event.spent), asked=False))


def boosted(course: Course, state: State, event: e.Boosted) -> State:
    car = pay(state.cars[event.seat], event.heat)
    return with_car(state, event.seat, replace(car, items=spend(car.items, event.spent), asked=False))


def adrenaline_used(course: Course, state: State, event: e.AdrenalineUsed) -> State:
    car = state.cars[event.seat]
    car = replace(car, bonus=car.bonus + event.worth, items=spend(car.items, event.spent), asked=False)
    return with_car(state, event.seat, car)


def passed(course: Course, state: State, event: e.Passed) -> State:
    return with_car(state, event.seat, replace(state.cars[event.seat], items=(), asked=False))


FOLDS: Folds = {
    e.AdrenalineGiven: given_items,
    e.ReactBegan: given_items,
    e.Cooled: cooled,
    e.PaidHeat: paid_heat,
    e.Forgone: forgone,
    e.Scrapped: scrapped,
    e.StressReduced: stress_reduced,
    e.SuperCooled: super_cooled,
    e.Salvaged: salvaged,
    e.DirectlyPlayed: directly_played,
    e.Accelerated: accelerated,
    e.DraftUsed: draft_used,
    e.Boosted: boosted,
    e.AdrenalineUsed: adrenaline_used,
    e.Passed: passed,
}
