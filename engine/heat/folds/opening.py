"""Events before the first round: the grid, drafts, weather, decks and hands."""

from msgspec.structs import replace

from engine.heat import events as e
from engine.heat.cards import HEAT
from engine.heat.content import Content
from engine.heat.course import Course
from engine.heat.folds.common import Folds, times, with_cards
from engine.heat.state import Car, Entrant, Setup, State, with_car
from engine.heat.units import Distance, Lane
from engine.kernel.seats import by_seat


def first_upgrades(content: Content, setup: Setup, entrant: Entrant) -> tuple[str, ...]:
    """What a driver owns before any draft of this race."""
    if entrant.upgrades is not None:
        return entrant.upgrades
    return () if setup.draft or entrant.legend is not None else content.cards.trio


def started(content: Content, course: Course, event: e.Started) -> State:
    """The first state: the cars on the grid."""
    track = content.track
    places = {seat: track.grid[place] for place, seat in enumerate(event.grid)}
    cars = []
    for seat, entrant in by_seat(event.setup.entrants):
        spot = places[seat]
        upgrades = first_upgrades(content, event.setup, entrant)
        legend = entrant.legend or ""
        cars.append(Car(at=Distance(spot.space - track.length), lane=Lane(spot.lane), legend=legend, upgrades=upgrades))
    return State(
        content=event.content,
        setup=event.setup,
        seed=event.seed,
        cars=tuple(cars),
        order=event.grid,
        drawn=SHARED_PILES + 1,
        legend_pile=event.legend_pile,
        upgrade_pile=event.upgrade_pile,
        sponsor_pile=event.sponsor_pile,
    )


SHARED_PILES = 3
"""The first outcomes of the table are the grid's and these: Legend cards, upgrades, sponsor cards."""


def market_dealt(course: Course, state: State, event: e.MarketDealt) -> State:
    out = (*state.upgrades_out, *state.market)
    pile = state.upgrade_pile
    if event.n is not None:
        pile, out = event.pile, ()
        state = replace(state, drawn=event.n + 1)
    return replace(
        state, order=event.order, market=event.cards, upgrade_pile=pile[len(event.cards) :], upgrades_out=out
    )


def market_closed(course: Course, state: State, event: e.MarketClosed) -> State:
    return replace(state, order=event.order, market=(), upgrades_out=(*state.upgrades_out, *state.market))


def weather_drawn(course: Course, state: State, event: e.WeatherDrawn) -> State:
    return replace(state, weather=event.card, drawn=event.n + 1)


def roads_laid(course: Course, state: State, event: e.RoadsLaid) -> State:
    return replace(state, tokens=event.tokens, drawn=event.n + 1)


def sponsors_drawn(course: Course, state: State, event: e.SponsorsDrawn) -> State:
    count = len(event.cards)
    pile = state.sponsor_pile
    if event.n is not None and event.pile is not None:
        pile = (*pile, *event.pile)
        state = replace(state, sponsors_used=(), drawn=event.n + 1)
    car = state.cars[event.seat]
    car = replace(car, hand=with_cards(car.hand, event.cards), stock=with_cards(car.stock, event.cards))
    return with_car(replace(state, sponsor_pile=pile[count:]), event.seat, car)


def dealt(course: Course, state: State, event: e.Dealt) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        engine=event.engine,
        hand=with_cards(car.hand, event.pile[: event.drawn]),
        draw=event.pile[event.drawn :],
        discard=event.discard,
        stock=tuple(sorted((*car.stock, *event.pile, *event.discard, *times(HEAT, event.engine)))),
        drawn=event.n + 1,
    )
    return with_car(state, event.seat, car)


FOLDS: Folds = {
    e.MarketDealt: market_dealt,
    e.MarketClosed: market_closed,
    e.WeatherDrawn: weather_drawn,
    e.RoadsLaid: roads_laid,
    e.SponsorsDrawn: sponsors_drawn,
    e.Dealt: dealt,
}
