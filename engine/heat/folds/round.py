"""Events of a round, but for React: questions, shifting, cards, moves, corners, the hand, the finish."""

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


def mulliganed(course: Course, state: State, event: e.Mulliganed) -> State:
    car = state.cars[event.seat]
    size = len(car.hand)
    car = replace(
        pay(car, 1),
        hand=tuple(sorted(event.pile[:size])),
        draw=event.pile[size:],
        drawn=event.n + 1,
        mulliganed=True,
        asked=False,
    )
    return with_car(state, event.seat, car)


def shifted(course: Course, state: State, event: e.Shifted) -> State:
    car = state.cars[event.seat]
    car = replace(pay(car, event.heat), gear=event.gear, choice=None)
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
        hand=without(car.hand, event.cards),
        play=event.cards,
        worth=event.worth,
        choice=None,
    )
    return with_car(state, event.seat, car)


def cluttered(course: Course, state: State, event: e.Cluttered) -> State:
    car = state.cars[event.seat]
    hand = without(car.hand, event.cards)
    worth = (0,) * len(event.cards)
    return with_car(
        state, event.seat, replace(car, hand=hand, play=event.cards, worth=worth, choice=None, gear=1, cluttered=True)
    )


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


def moved(course: Course, state: State, event: e.Moved) -> State:
    return with_car(state, event.seat, placed(course, state, state.cars[event.seat], event.at, event.lane))


def slipstreamed(course: Course, state: State, event: e.Slipstreamed) -> State:
    car = state.cars[event.seat]
    return with_car(state, event.seat, replace(car, slipped_from=car.at, asked=False))


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


def discarded(course: Course, state: State, event: e.Discarded) -> State:
    car = state.cars[event.seat]
    car = replace(car, hand=without(car.hand, event.cards), discard=car.discard + event.cards, choice=None)
    return with_car(state, event.seat, car)


def refreshed(course: Course, state: State, event: e.Refreshed) -> State:
    car = state.cars[event.seat]
    play, worth = out_of_play(car, event.cards)
    top = event.cards[::-1]
    car = replace(car, play=play, worth=worth, draw=top + car.draw, top=top + car.top)
    return with_car(state, event.seat, car)


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
    e.Slipstreamed: slipstreamed,
    e.CornerTaken: corner_taken,
    e.SpunOut: spun_out,
    e.Discarded: discarded,
    e.Refreshed: refreshed,
    e.HeatLost: heat_lost,
    e.SponsorsSpent: sponsors_spent,
    e.Cleared: cleared,
    e.Drew: drew,
    e.CameHome: came_home,
    e.Finished: finished,
}
