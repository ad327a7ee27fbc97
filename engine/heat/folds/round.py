"""Events of a round that belong to no action: questions, flips, moves, items, corners, the hand, the finish."""

from typing import Any

from msgspec.structs import replace

from engine.heat import events as e
from engine.heat.cards import HEAT, STRESS
from engine.heat.course import Course
from engine.heat.folds.common import Folds, drop_top, out_of_play, pay, placed, times, with_cards, without
from engine.heat.state import State, with_car


def round_began(course: Course, state: State, event: e.RoundBegan) -> State:
    first = event.round == 1
    cars = tuple([replace(car, idle=0 if car.own or first else car.idle + 1, own=0) for car in state.cars])
    return replace(state, cars=cars, legend_card="", round=event.round, order=event.order)


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


def flipped(course: Course, state: State, event: e.Flipped) -> State:
    car = state.cars[event.seat]
    turned = event.cards
    changes: dict[str, Any] = drop_top(car, len(turned))
    if event.worth is not None:
        changes["flips"] = car.flips + event.counts
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


def legend_card_turned(course: Course, state: State, event: e.LegendCardTurned) -> State:
    if event.n is not None:
        state = replace(state, legend_pile=event.pile, legend_used=(), drawn=event.n + 1)
    return replace(
        state,
        legend_card=event.card,
        legend_pile=state.legend_pile[1:],
        legend_used=(*state.legend_used, event.card),
    )


def moved(course: Course, state: State, event: e.Moved) -> State:
    return with_car(state, event.seat, placed(course, state, state.cars[event.seat], event.at, event.lane))


def corner_taken(course: Course, state: State, event: e.CornerTaken) -> State:
    return with_car(state, event.seat, pay(state.cars[event.seat], event.heat)) if event.heat else state


def spun_out(course: Course, state: State, event: e.SpunOut) -> State:
    car = pay(placed(course, state, state.cars[event.seat], event.at, event.lane), event.heat)
    stress = times(STRESS, event.stress)
    car = replace(
        car,
        hand=with_cards(car.hand, stress),
        stock=with_cards(car.stock, stress),
        gear=1,
    )
    return with_car(state, event.seat, car)


def given_items(course: Course, state: State, event: e.AdrenalineGiven | e.ReactBegan) -> State:
    car = state.cars[event.seat]
    return with_car(state, event.seat, replace(car, items=car.items + event.items))


def heat_lost(course: Course, state: State, event: e.HeatLost) -> State:
    car = state.cars[event.seat]
    if event.place == "engine":
        car = replace(car, engine=car.engine - 1)
    elif event.place == "hand":
        car = replace(car, hand=without(car.hand, (HEAT,)))
    elif event.place == "discard":
        car = replace(car, discard=without(car.discard, (HEAT,)))
    else:
        car = replace(car, draw=without(car.draw, (HEAT,)))
    return with_car(state, event.seat, replace(car, stock=without(car.stock, (HEAT,))))


def sponsors_spent(course: Course, state: State, event: e.SponsorsSpent) -> State:
    car = state.cars[event.seat]
    play, worth = out_of_play(car, event.cards)
    car = replace(car, play=play, worth=worth, stock=without(car.stock, event.cards))
    return with_car(replace(state, sponsors_used=state.sponsors_used + event.cards), event.seat, car)


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
            accelerated=0,
            slipped_from=None,
            weathered=(),
            flips=0,
            items=(),
            cluttered=False,
            choice=None,
        )
    return replace(state, cars=tuple(cars))


def drew(course: Course, state: State, event: e.Drew) -> State:
    car = state.cars[event.seat]
    changes = drop_top(car, len(event.cards))
    return with_car(state, event.seat, replace(car, hand=with_cards(car.hand, event.cards), **changes))


def came_home(course: Course, state: State, event: e.CameHome) -> State:
    car = replace(state.cars[event.seat], status="home", left=state.round, place=event.place)
    return with_car(state, event.seat, car)


def finished(course: Course, state: State, event: e.Finished) -> State:
    cars = tuple([replace(car, asked=False, choice=None) for car in state.cars])
    return replace(state, cars=cars, ended=event.reason)


FOLDS: Folds = {
    e.RoundBegan: round_began,
    e.Asked: asked,
    e.StoodIn: stood_in,
    e.Chosen: chosen,
    e.Withdrew: withdrew,
    e.Flipped: flipped,
    e.Reshuffled: reshuffled,
    e.LegendCardTurned: legend_card_turned,
    e.Moved: moved,
    e.CornerTaken: corner_taken,
    e.SpunOut: spun_out,
    e.AdrenalineGiven: given_items,
    e.ReactBegan: given_items,
    e.HeatLost: heat_lost,
    e.SponsorsSpent: sponsors_spent,
    e.Cleared: cleared,
    e.Drew: drew,
    e.CameHome: came_home,
    e.Finished: finished,
}
