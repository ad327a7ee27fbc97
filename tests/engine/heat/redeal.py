"""Races and events dealt anew: everything that a viewer cannot know is other, and nothing else."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from engine.heat import (
    Adrenaline,
    Boost,
    Choice,
    Cool,
    Discard,
    Gear,
    Heat,
    LeaveRace,
    Mulligan,
    Pass,
    Play,
    Slipstream,
    State,
    Value,
)
from engine.heat import events as e
from engine.heat.events import Event
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.mulligan import Mulliganed
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.pick import Pick
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage, Salvaged
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.super_cool import SuperCool
from engine.heat.moves.swap import Swap
from engine.heat.rules import PhaseName
from engine.heat.state import Car, with_car
from engine.kernel import Seed, derive
from engine.kernel.seats import by_seat

PROBES: tuple[Choice, ...] = (
    *(Gear(gear) for gear in range(6)),
    Mulligan(),
    LeaveRace(),
    *(Play(cards) for cards in ((), ("1",), ("heat",), ("stress", "stress"), ("1", "2", "3"), ("nix",))),
    Value("1", 1),
    *(Cool(heat) for heat in range(5)),
    Boost(),
    Adrenaline(),
    *(Slipstream(distance) for distance in (1, 2, 3)),
    Pass(),
    *(Discard(cards) for cards in ((), ("heat",), ("1", "4"), ("sp01",))),
    Discard((), ("up34",)),
    PayHeat("up11"),
    Forgo(()),
    Scrap("up37"),
    ReduceStress(1),
    SuperCool(1),
    Salvage("up22", ()),
    *(DirectPlay(card, 1) for card in ("up24", "sp04")),
    Accelerate("up47"),
    DraftMove(1),
    *(Pick(card) for card in ("up01", "up20")),
    GiveUp("up05"),
    Swap("up01", "up02"),
)
"""Choices of every kind, most of them illegal most of the time."""


def redealt(heat: Heat, state: State, viewer: int | None, dice: Random) -> State:
    """The race with everything drawn anew that the viewer cannot know. It does not go by the view."""
    faces = heat.sponsors
    others = [seat for seat in range(len(state.cars)) if seat != viewer]
    entrants = list(state.setup.entrants)
    pool = list(state.sponsor_pile)
    for seat in others:
        driver = state.cars[seat]
        held = driver.hand + driver.draw if driver.stock else entrants[seat].sponsors
        pool += [card for card in held if card in faces]
    dice.shuffle(pool)
    for seat in others:
        driver, sponsors = state.cars[seat], entrants[seat].sponsors
        drawn = dice.choices(sorted(faces), k=len(sponsors)) if driver.stock else [pool.pop() for _ in sponsors]
        entrants[seat] = replace(entrants[seat], sponsors=tuple(drawn))
    for seat, driver in by_seat(state.cars):
        hand, rest = driver.hand, driver.draw[len(driver.top) :]
        stock = driver.stock
        if seat != viewer:
            cards = [card for card in hand + rest if card not in faces]
            size = sum(card not in faces for card in hand)
            mixed = dice.sample(cards, len(cards))
            anew = [[pool.pop() for card in pile if card in faces] for pile in (hand, rest)]
            stock = tuple(sorted((Counter(stock) - Counter(card for card in hand + rest if card in faces)).elements()))
            stock = tuple(sorted((*stock, *anew[0], *anew[1])))
            hand, rest = tuple(sorted(mixed[:size] + anew[0])), tuple(mixed[size:] + anew[1])
        draw = (*driver.top, *dice.sample(rest, len(rest)))
        drawn_on = driver.drawn + dice.randrange(3)
        state = with_car(state, seat, replace(driver, hand=hand, draw=draw, stock=stock, drawn=drawn_on))
        if driver.choice is not None and seat != viewer:
            kinds: dict[type[Choice], PhaseName] = {Play: "cards", Discard: "discard", GiveUp: "give_up"}
            phase = kinds.get(type(driver.choice), "gears")
            choices = heat.phases[phase].choices(heat, state, seat)
            state = with_car(state, seat, replace(state.cars[seat], choice=dice.choice(choices)))
    return replace(
        state,
        setup=replace(state.setup, entrants=tuple(entrants)),
        seed=derive(state.seed, str(dice.random())),
        legend_pile=tuple(dice.sample(state.legend_pile, len(state.legend_pile))),
        upgrade_pile=tuple(dice.sample(state.upgrade_pile, len(state.upgrade_pile))),
        sponsor_pile=tuple(pool),
        drawn=state.drawn + 1,
    )


def redrawn(event: Event, seat: int | None, car: Car | None, dice: Random) -> Event:
    """The event as it might have been for all that the viewer knows: only what it does not know is other."""

    def shuffled(pile: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dice.sample(pile, len(pile)))

    own = seat is not None and getattr(event, "seat", None) == seat
    if isinstance(event, e.Started):
        entrants = tuple(
            one if other == seat else replace(one, sponsors=tuple(dice.choices(["sp02", "sp03"], k=len(one.sponsors))))
            for other, one in enumerate(event.setup.entrants)
        )
        return replace(
            event,
            seed=Seed("9a" * 16),
            setup=replace(event.setup, entrants=entrants),
            legend_pile=shuffled(event.legend_pile),
            upgrade_pile=shuffled(event.upgrade_pile),
            sponsor_pile=shuffled(event.sponsor_pile),
        )
    if isinstance(event, e.Dealt):
        hand, pile = event.pile[: event.drawn], event.pile[event.drawn :]
        anew = (*shuffled(hand), *shuffled(pile)) if own else shuffled(event.pile)
        return replace(event, pile=anew, n=event.n + 2)
    if isinstance(event, e.MarketDealt) and event.n is not None:
        dealt = len(event.cards)
        return replace(event, pile=(*event.pile[:dealt], *shuffled(event.pile[dealt:])), n=event.n + 2)
    if isinstance(event, e.SponsorsDrawn):
        cards = event.cards if own else tuple(dice.choices(["sp01", "sp05"], k=len(event.cards)))
        return replace(event, cards=cards, pile=("sp03",), n=4)
    if isinstance(event, e.WeatherDrawn | e.RoadsLaid):
        return replace(event, n=event.n + 2)
    if isinstance(event, Salvaged):
        return replace(event, pile=shuffled(event.pile), n=event.n + 2)
    if isinstance(event, e.Chosen) and not own:
        return replace(event, choice=dice.choice(PROBES))
    if isinstance(event, e.StoodIn):
        return replace(event, n=event.n + 7)
    if isinstance(event, Mulliganed | e.Reshuffled):
        return replace(event, pile=shuffled(event.pile), n=event.n + 3)
    if isinstance(event, e.LegendCardTurned) and event.n is not None:
        return replace(event, pile=(event.pile[0], *shuffled(event.pile[1:])), n=event.n + 1)
    if isinstance(event, e.Drew) and not own:
        assert car is not None
        return replace(event, cards=tuple(dice.choices(["1", "2", "heat", "stress", "5"], k=len(event.cards))))
    return event
