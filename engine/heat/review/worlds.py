"""Races that fit what a driver knew: everything hidden is dealt anew, and what rivals have chosen is chosen anew."""

from functools import cache

from msgspec.structs import replace

from engine.heat.game import Heat
from engine.heat.moves.play import Play
from engine.heat.review.following import Follower
from engine.heat.state import Car, State, with_car
from engine.heat.views import View
from engine.kernel.chance import Seed, derive, draw
from engine.kernel.seats import Seat, by_seat

BITS = 512
"""The size of an outcome of chance."""

EVEN = 40
"""How many of its bits, the first, are not left to chance alone, but spread evenly over the worlds."""

ROUNDS_OF_ROOT = 64
"""After which a root has all the digits of a number."""


def world(follower: Follower, view: View, dice: Seed, number: int) -> State:
    """One race, of those that are numbered from 0, in which the driver of the view is asked, and would see the same.

    `Game.imagine` lets rivals choose anything that is legal; here they choose as the bot does. A rival whose answer can
    still be changed is asked anew; cards that lie face down until their driver's turn are chosen by the bot.
    """
    assert view.mine is not None, "a driver has a view of its own"
    mine, game = view.mine.seat, follower.game
    state = game.imagine(view, derive(dice, str(number)))
    count = len(state.cars)
    cars = tuple([dealt(game, seat, car, mine, dice, number, count) for seat, car in by_seat(state.cars)])
    state = replace(state, cars=cars)
    together = game.schedule(state)[state.stage].together
    for seat, car in by_seat(cars):
        if seat == mine or car.choice is None:
            continue
        if together:
            state = with_car(state, seat, replace(car, choice=None, asked=True))
        elif isinstance(car.choice, Play):
            state = with_car(state, seat, replace(car, choice=face_down(follower, state, seat)))
    return state


def dealt(game: Heat, seat: Seat, car: Car, mine: Seat, dice: Seed, number: int, cars: int) -> Car:
    """The car with its hidden cards dealt so that over the worlds each way they may lie comes up as often as any other.

    Left to chance alone, some cards would come up too often in the few worlds that there are.
    """
    known = len(car.top)
    hand, pile = (() if seat == mine else car.hand), car.draw[known:]
    hidden = sorted([card for card in (*hand, *pile) if card not in game.sponsors])
    if len(hidden) < 2:
        return car
    begun = draw(dice, seat, 0) / (1 << BITS)
    even = int((begun + number * steps(cars)[seat]) % 1 * (1 << EVEN))
    cards = iter(ordered(hidden, (even << BITS - EVEN) + (draw(dice, seat, number + 1) >> EVEN)))
    hand = tuple(sorted([card if card in game.sponsors else next(cards) for card in hand]))
    pile = tuple([card if card in game.sponsors else next(cards) for card in pile])
    return replace(car, hand=car.hand if seat == mine else hand, draw=car.draw[:known] + pile)


@cache
def steps(count: int) -> tuple[float, ...]:
    """Steps between 0 and 1 that never fall into a pattern with each other: powers of the root of x ** (n + 1) = x + 1,
    of the golden ratio for one."""
    root = 1.5
    for _ in range(ROUNDS_OF_ROOT):
        root = (1 + root) ** (1 / (count + 1))
    return tuple([root ** -(place + 1) for place in range(count)])


def ordered(cards: list[str], part: int) -> list[str]:
    """The cards in one of their orders: all orders lie side by side between 0 and 2 ** BITS, those with the same first
    card next to each other."""
    left, found = list(cards), []
    while left:
        place, part = divmod(part * len(left), 1 << BITS)
        found.append(left.pop(place))
    return found


def face_down(follower: Follower, state: State, seat: Seat) -> Play:
    """The cards that the bot would have put face down in its gear."""
    stage = next(number for number, one in enumerate(follower.game.schedule(state)) if "cards" in one.phases)
    asked = replace(state, phase="cards", stage=stage, turn=0, step=0)
    asked = with_car(asked, seat, replace(state.cars[seat], choice=None, asked=True))
    choice = follower.answer(asked, seat)
    assert isinstance(choice, Play), "cards are what is put down"
    return choice
