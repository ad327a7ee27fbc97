"""Whether a state from outside can be driven on from: everything that is wrong with it, with its place."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from engine.heat.bound import Bound
from engine.heat.content import setup_faults
from engine.heat.moves.discard import Discard, refreshers
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.play import Play
from engine.heat.phases import KINDS
from engine.heat.phases.phase import Phases
from engine.heat.problems import problems
from engine.heat.rules import PhaseName, Stage
from engine.heat.state import Car, Setup, State
from engine.heat.views import HIDDEN
from engine.kernel.chance import is_seed
from engine.kernel.faults import Fault
from engine.kernel.seats import Seat, by_seat

PROBLEMS = {
    "too_many_cards": "no race brings a driver so many cards",
    "card_lost": "the stock is not what lies in hand, piles, play and engine",
    "top_not_on_top": "the known cards on top are not those of the draw pile",
    "hand_out_of_order": "a hand is written in card order",
    "no_such_gear": "there are four gears",
    "asked_out_of_race": "only a car in the race is asked",
    "laps_miscounted": "for each lap done there is one round, in rising order",
    "off_track": "there is no such lane in this space",
    "not_in_order": "a car in the race stands in the order",
    "two_cars_in_one_spot": "two cars cannot stand in one spot",
    "order_repeats_a_car": "the order names a car twice",
    "asked_after_the_end": "nobody is asked after the end",
}
"""The invariants that a written position may break."""

_STRICT = frozenset({"reveal", *(kind.name for kind in KINDS if kind.number == 0)})
"""Phases in which a car for which there is nothing to ask has no choice at all."""


def position_faults(bound: Bound, phases: Phases, state: State) -> tuple[Fault, ...]:
    """Everything that is wrong. What rests on something broken is not judged."""
    faults = (*setup_faults(bound.content, _without_hidden(state.setup)), *_numbers(state), *_names(bound, state))
    return faults or (*_problems(bound, state), *_questions(bound, phases, state))


def _without_hidden(setup: Setup) -> Setup:
    """The set-up without the sponsor cards of which a viewer knows only how many they are."""
    entrants = tuple(
        replace(entrant, sponsors=tuple(card for card in entrant.sponsors if card != HIDDEN))
        for entrant in setup.entrants
    )
    return replace(setup, entrants=entrants)


def _numbers(state: State) -> Iterator[Fault]:
    """Counts that no race has."""
    if not is_seed(state.seed):
        yield Fault("seed", "bad_seed", "a seed is 32 to 128 hexadecimal digits")
    if len(state.cars) != len(state.setup.entrants):
        yield Fault("cars", "wrong_count", f"there are {len(state.setup.entrants)} cars in this race")
    counts = {"round": state.round, "stage": state.stage, "turn": state.turn, "step": state.step, "drawn": state.drawn}
    for seat, car in by_seat(state.cars):
        place = f"seat {seat}"
        counts |= {f"{place} n": car.n, f"{place} drawn": car.drawn, f"{place} flips": car.flips}
        counts |= {f"{place} bonus": car.bonus, f"{place} accelerated": car.accelerated, f"{place} engine": car.engine}
        counts |= {f"{place} lane": car.lane - 1, f"{place} worth": min(car.worth, default=0)}
        if not -MOST_AWAY <= car.at <= MOST_AWAY or not -MOST_AWAY <= car.start <= MOST_AWAY:
            yield Fault(f"{place} at", "out_of_range", f"no car gets {MOST_AWAY} spaces away")
    for place, count in counts.items():
        if not 0 <= count <= MOST_AWAY:
            yield Fault(place, "out_of_range", f"a count is 0 to {MOST_AWAY}")


MOST_AWAY = 100_000
MOST_IN_HAND = 40
"""Seven cards, the sponsor cards that were earned, and Stress. Bots compare every four of them."""


def _names(bound: Bound, state: State) -> Iterator[Fault]:
    """Cards and seats that there are not."""
    for seat in state.order:
        if not 0 <= seat < len(state.cars):
            yield Fault("order", "no_such_seat", f"there is no seat {seat}")
    known = bound.legend_cards.keys()
    for key, cards in (("legend", (state.legend_card,)), ("used", state.legend_used), ("pile", state.legend_pile)):
        if not known >= set(cards) - {""}:
            yield Fault(key, "unknown_card", f"the cards of the Legends are {', '.join(known)}")
        elif len(set(cards)) < len(cards):
            yield Fault(key, "twice", "there is one card of each kind")
    if state.weather and state.weather not in bound.weather:
        yield Fault("sky", "unknown", f"there is no weather {state.weather[:40]!a}, but {', '.join(bound.weather)}")
    tokens = {token.id for token in bound.content.modules.roads}
    if not tokens >= set(state.tokens):
        yield Fault("tokens", "unknown", f"the road tokens are {', '.join(sorted(tokens))}")
    shared = {"market": state.market, "out": state.upgrades_out, "upgrades": state.upgrade_pile}
    shared |= {"sponsors": state.sponsor_pile, "spent": state.sponsors_used}
    for key, cards in shared.items():
        yield from _unknown(bound, key, cards)
    for seat, car in by_seat(state.cars):
        yield from _cards(bound, f"seat {seat}", car, not car.legend, bool(state.round))


def _unknown(bound: Bound, place: str, cards: tuple[str, ...]) -> Iterator[Fault]:
    for face in sorted(set(cards) - bound.cards.keys()):
        yield Fault(place, "unknown_card", f"there is no card {face[:40]!a}")


def _cards(bound: Bound, place: str, car: Car, has_deck: bool, dealt: bool) -> Iterator[Fault]:
    left_in_draft = car.status == "retired" and car.left == 0
    if has_deck and dealt and not car.stock and not left_in_draft:
        yield Fault(place, "no_deck", "a driver has cards")
    if not has_deck and (car.stock or car.asked or car.choice is not None or car.items):
        yield Fault(place, "legend_with_cards", "a Legend has no cards, and is never asked")
    piles = {"hand": car.hand, "draw": car.draw, "discard": car.discard, "play": car.play, "stock": car.stock}
    piles |= {"top": car.top, "owns": car.upgrades}
    for pile, faces in piles.items():
        yield from _unknown(bound, f"{place} {pile}", faces)
    if len(car.hand) > MOST_IN_HAND:
        yield Fault(f"{place} hand", "out_of_range", f"no hand grows to more than {MOST_IN_HAND} cards")
    for item in car.items:
        if item.kind not in bound.vocabulary.items:
            yield Fault(f"{place} items", "unknown_item", f"there is no item {item.kind[:40]!a}")


def _problems(bound: Bound, state: State) -> Iterator[Fault]:
    for problem in problems(bound, state):
        code, _, place = problem.partition(": ")
        yield Fault(place or "order", code, PROBLEMS.get(code, code.replace("_", " ")))


def _questions(bound: Bound, phases: Phases, state: State) -> Iterator[Fault]:
    """Who is asked must be whom the schedule asks at the cursor; who has chosen must hold the cards."""
    schedule = bound.schedule(state)
    asked = [seat for seat, car in by_seat(state.cars) if car.asked]
    if asked:
        stage = schedule[min(state.stage, len(schedule) - 1)] if schedule else Stage(())
        if state.stage >= len(schedule) or state.step >= len(stage.phases) or stage.phases[state.step] != state.phase:
            yield Fault("cursor", "bad_cursor", f"the schedule has no phase “{state.phase}” there")
        elif not stage.together and (state.turn >= len(state.order) or [state.order[state.turn]] != asked):
            yield Fault("cursor", "bad_cursor", "who is asked is not the car whose turn it is")
        else:
            yield from _askable(bound, phases, state, asked)
            if state.round:
                yield from _planned(bound, state)
    for seat, car in by_seat(state.cars):
        if isinstance(car.choice, Play | Discard):
            missing = Counter(car.choice.cards) - Counter(car.hand)
            if missing:
                yield Fault(
                    f"seat {seat} chose", "not_in_hand", f"the hand has too few of {', '.join(sorted(missing))}"
                )
        if isinstance(car.choice, Discard) and Counter(car.choice.refresh) - Counter(refreshers(bound, car.play)):
            yield Fault(f"seat {seat} chose", "no_refresh", "not all of these cards in play can go back on the pile")
        if isinstance(car.choice, GiveUp) and car.choice.card not in car.upgrades:
            yield Fault(f"seat {seat} chose", "not_owned", f"the driver does not own {car.choice.card[:40]!a}")


def _askable(bound: Bound, phases: Phases, state: State, asked: list[Seat]) -> Iterator[Fault]:
    phase = phases[state.phase]
    for seat in asked:
        car = state.cars[seat]
        if not phase.includes(car) or (state.phase in _STRICT and not phase.asks(bound, state, seat)):
            yield Fault(f"seat {seat} asked", "not_asked", "the phase has nothing to ask of this car")


def _planned(bound: Bound, state: State) -> Iterator[Fault]:
    """A driver who has chosen cards, and has not yet turned them over, holds them face down.

    A `Pass` stands for a choice that is hidden.
    """
    now = (state.stage, state.turn, state.step)
    for turn, seat in enumerate(state.order):
        car = state.cars[seat]
        if car.stock and car.status == "racing" and not isinstance(car.choice, Play | Pass):
            asked = _when(bound, "cards", turn)
            if (asked < now or (asked == now and not car.asked)) and now < _when(bound, "reveal", turn):
                yield Fault(f"seat {seat} chose", "no_cards", "the cards that were played are missing")


def _when(bound: Bound, phase: PhaseName, turn: int) -> tuple[int, int, int]:
    """Where the cursor is when a phase comes to a car with this place in the order."""
    schedule = bound.content.rules.schedule
    stage = next(number for number, one in enumerate(schedule) if phase in one.phases)
    if schedule[stage].together:
        return stage, 0, 0
    return stage, turn, schedule[stage].phases.index(phase)
