"""A whole race that fits a view, with everything that its viewer cannot know drawn anew."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.heat.cards import HEAT
from engine.heat.choices import Choice, LeaveRace, Mulligan
from engine.heat.phases import PHASES
from engine.heat.state import Car, State
from engine.heat.views import CarView, View
from engine.kernel.chance import TABLE, Seed, derive, draw, pick, shuffled
from engine.kernel.commands import Withdrawal

if TYPE_CHECKING:
    from engine.heat.game import Heat


def imagine(game: "Heat", view: View, chance: Seed) -> State:
    """Deal what is hidden by `chance`: hands, draw piles, the Legend pile, choices that are not yet open, the seed."""
    cars = tuple([_car(view, car, chance) for car in view.cars])
    state = State(
        content=view.content,
        setup=view.setup,
        seed=derive(chance, "imagined"),
        cars=cars,
        order=view.order,
        round=view.round,
        phase=view.phase,
        stage=view.stage,
        turn=view.turn,
        step=view.step,
        legend_pile=shuffled(draw(chance, TABLE, 0), sorted(game.legend_cards.keys() - set(view.legend_used))),
        legend_used=view.legend_used,
        legend_card=view.legend_card,
        ended=view.ended,
    )
    chosen = tuple([_chosen(game, view, state, seat, chance) for seat in range(len(cars))])
    return replace(state, cars=tuple([replace(car, choice=choice) for car, choice in zip(cars, chosen, strict=True)]))


def _car(view: View, car: CarView, chance: Seed) -> Car:
    if view.mine is not None and view.mine.seat == car.seat:
        hand = view.mine.hand
        pile = shuffled(draw(chance, car.seat, 0), view.mine.draw)
    else:
        unseen = Counter(car.stock)
        unseen.subtract(_seen(car))
        cards = shuffled(draw(chance, car.seat, 0), sorted(unseen.elements()))
        hand, pile = tuple(sorted(cards[: car.hand])), cards[car.hand :]
    return Car(
        at=car.at,
        lane=car.lane,
        gear=car.gear,
        status=car.status,
        engine=car.engine,
        hand=hand,
        draw=pile,
        discard=car.discard,
        stock=car.stock,
        laps=car.laps,
        left=car.left,
        place=car.place,
        n=car.n,
        asked=car.asked,
        mulliganed=car.mulliganed,
        own=car.own,
        idle=car.idle,
        start=car.start,
        start_lane=car.start_lane,
        play=car.play,
        worth=car.worth,
        bonus=car.bonus,
        flips=car.flips,
        items=car.items,
        cluttered=car.cluttered,
    )


def _seen(car: CarView) -> Iterable[str]:
    """The cards of a driver that lie open: all but hand and draw pile."""
    return (*car.discard, *car.play, *[HEAT] * car.engine)


def _chosen(game: "Heat", view: View, state: State, seat: int, chance: Seed) -> Choice | None:
    """A choice that the seat may have made. Face-down cards stay hidden until the driver's own turn."""
    if not view.cars[seat].chosen:
        return None
    if view.mine is not None and view.mine.seat == seat:
        return view.mine.choice
    together = game.content.rules.schedule[view.stage].together
    phase = PHASES[view.phase if together else "cards"]
    choices = [
        choice
        for choice in phase.choices(game, state, seat)
        if not isinstance(choice, Withdrawal | Mulligan | LeaveRace)
    ]
    return choices[pick(draw(chance, seat, 1), len(choices))]
