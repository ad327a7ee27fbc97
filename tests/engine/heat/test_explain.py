"""Explanations: what is foretold of a choice is what then happens, every number itemised."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.heat import (
    RULEBOOK,
    STANDARD,
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
from engine.heat.forecast import Explanation, Term, flip_sums, flip_ways
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.gear import Shifted
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.leave_race import Retired
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.pick import Pick
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.super_cool import SuperCool
from engine.heat.moves.swap import Swap
from engine.heat.state import Item
from engine.heat.tables import SHIPPED
from engine.kernel import Answer, Refusal, Seed, StandIn, Withdrawal, derive
from tests.engine.heat.kit import Table, car, game, track
from tests.engine.heat.races import BY_NAME, Start, drive, starts


def explained(table: Table, seat: int, choice: Choice) -> Explanation:
    return table.game.explain(table.game.view(table.state, seat), choice)


def amount(terms: tuple[Term, ...]) -> int:
    return sum(term.amount for term in terms)


MANDATORY = (PayHeat, Scrap, Value)


def carried_out(heat: Heat, state: State, seat: int, choice: Choice) -> tuple[int, int, int, int, int, bool] | None:
    """What comes of a choice if only what must be is done besides: as `Outcome` has it, but really.

    None where Heat that a card costs cannot be paid.
    """
    paid = stress = 0
    spin_out = False
    step = heat.decide(state, Answer(seat, heat.question(state, seat), choice))
    while True:
        assert not isinstance(step, Refusal), step
        for event in step.events:
            over = isinstance(event, e.Cleared) and seat in event.seats
            over |= isinstance(event, e.SponsorsSpent | Retired) and event.seat == seat
            if over or (isinstance(event, e.Asked) and event.phase == "discard"):
                own = state.cars[seat]
                return own.speed, own.at, own.lane, paid, stress, spin_out
            if isinstance(event, e.CornerTaken | e.SpunOut) and event.seat == seat:
                paid += event.heat
                if isinstance(event, e.SpunOut):
                    stress, spin_out = event.stress, True
            state = heat.evolve(state, event)
        (question, *_) = heat.awaiting(state)
        choices = heat.legal(state, question.seat)
        forced = [one for one in choices.others if isinstance(one, MANDATORY)]
        if Pass() in choices or forced:
            step = heat.decide(state, Answer(question.seat, question, forced[0] if forced else Pass()))
        elif question.seat == seat and any(isinstance(one, Forgo) for one in choices.others):
            return None
        else:
            step = heat.decide(state, StandIn(question))


def check_forecast(heat: Heat, state: State, seat: int, choice: Choice) -> None:
    found = heat.explain(heat.view(state, seat), choice)
    assert found.refused is None
    assert all(outcome.weight > 0 for outcome in found.outcomes)
    for values in {outcome.values for outcome in found.outcomes}:
        ways = [outcome for outcome in found.outcomes if outcome.values == values]
        assert sum(outcome.weight for outcome in ways) == found.ways
        assert len({outcome.speed for outcome in ways}) == len(ways)
    if isinstance(choice, PLAIN):
        check_arithmetic(state, seat, choice, found)
    really = carried_out(heat, state, seat, choice)
    foretold = {
        (outcome.speed, outcome.at, outcome.lane, outcome.heat, outcome.stress, outcome.spin_out)
        for outcome in found.outcomes
    }
    if really is None:
        assert all(outcome.cannot_pay for outcome in found.outcomes)
    elif not any(outcome.cannot_pay for outcome in found.outcomes):
        assert really in foretold, (choice, really, foretold)


def check_arithmetic(state: State, seat: int, choice: Choice, found: Explanation) -> None:
    """Every number of the forecast adds up from its items."""
    car = state.cars[seat]
    owed = 0 if isinstance(choice, Play) else sum(item.amount for item in car.items if item.kind == "heat")
    engine = car.engine + (choice.heat if isinstance(choice, Cool) else 0) - amount(found.heat) - owed
    for outcome in found.outcomes:
        assert outcome.cannot_pay == (engine < 0)
        assert 0 <= outcome.speed - amount(found.speed) - amount(outcome.values) <= 4 * found.flips
        left = max(0, engine)
        for corner in outcome.corners:
            over = max(0, outcome.speed - amount(corner.limit))
            assert corner.owed == over + corner.overheat
            assert over or not corner.overheat
            assert corner.spin_out == (corner.owed > left)
            left -= min(left, corner.owed)
        assert outcome.heat == max(0, engine) - left
        assert outcome.spin_out == bool(outcome.stress) == any(corner.spin_out for corner in outcome.corners)
        assert not any(corner.spin_out for corner in outcome.corners[:-1])


PLAIN = (Play, Boost, Adrenaline, Slipstream, Pass, Cool)
MOVING = (*PLAIN, DirectPlay, Accelerate, DraftMove, SuperCool, PayHeat, Forgo, Scrap, ReduceStress)
UNFORETOLD = {Gear, Mulligan, LeaveRace, Value, Salvage, Discard, Pick, GiveUp, Swap}
"""Choices of which no speed, place or corner is foretold here."""


def test_every_kind_of_choice_is_foretold_or_named_as_not() -> None:
    assert UNFORETOLD.isdisjoint(MOVING)
    assert UNFORETOLD.union(MOVING) == set(SHIPPED.choices)


def is_forecast(heat: Heat, state: State, seat: int, choice: object) -> bool:
    """A choice that something comes of; the forced play of a cluttered hand moves nothing, nor does a draft."""
    return (
        bool(state.round)
        and isinstance(choice, MOVING)
        and not (isinstance(choice, Play) and heat.playable(choice.cards) < state.cars[seat].gear)
    )


@pytest.mark.parametrize("rules", BY_NAME)
@given(data=st.data())
def test_alone_on_the_track_what_is_foretold_happens(rules: str, data: st.DataObject) -> None:
    """Every choice that moves the car, from thousands of places."""
    start = data.draw(starts(BY_NAME[rules], most_cars=1, most_laps=3))
    heat, dice = Heat(start.content), Random(start.dice)
    for move in drive(heat, start, steps=300, trouble=0):
        for question in heat.awaiting(move.state):
            choices = [one for one in heat.legal(move.state, 0) if is_forecast(heat, move.state, 0, one)]
            for choice in dice.sample(choices, min(4, len(choices))):
                assert not isinstance(choice, Withdrawal)
                check_forecast(heat, move.state, question.seat, choice)


@given(starts(st.just(RULEBOOK), most_cars=8))
def test_by_driver_what_is_foretold_in_ones_own_turn_happens(start: Start) -> None:
    """Among others, who do not move before the turn is over."""
    heat = Heat(start.content)
    for move in drive(heat, start, steps=300):
        if move.state.phase in ("react", "slipstream"):
            for question in heat.awaiting(move.state):
                for choice in heat.legal(move.state, question.seat).others:
                    if not is_forecast(heat, move.state, question.seat, choice):
                        continue
                    assert not isinstance(choice, Withdrawal)
                    check_forecast(heat, move.state, question.seat, choice)


@given(starts(st.just(STANDARD), most_cars=8))
def test_by_phase_what_is_foretold_of_the_last_slipstream_happens(start: Start) -> None:
    """Where no car behind is left to slipstream and be in the way."""
    heat = Heat(start.content)
    for move in drive(heat, start, steps=400, trouble=0):
        state = move.state
        asked = heat.awaiting(state)
        if asked and state.phase == "slipstream" and asked[0].seat == state.order[-1]:
            for choice in heat.legal(state, asked[0].seat):
                assert isinstance(choice, Slipstream | Pass)
                found = heat.explain(heat.view(state, asked[0].seat), choice)
                (outcome,) = found.outcomes
                if not any(corner.spin_out for corner in outcome.corners):
                    really = carried_out(heat, state, asked[0].seat, choice)
                    assert really is not None
                    speed, at, lane, paid, _, spin_out = really
                    assert (outcome.speed, outcome.at, outcome.lane) == (speed, at, lane)
                    assert (outcome.heat, outcome.spin_out) == (paid, spin_out)


@given(starts())
def test_the_heat_of_a_gear_is_what_shifting_costs(start: Start) -> None:
    """As foretold when it was chosen, item by item."""
    heat = Heat(start.content)
    foretold: dict[int, int] = {}
    for move in drive(heat, start, steps=300):
        if isinstance(move.command, Answer) and isinstance(move.command.choice, Gear):
            found = heat.explain(heat.view(move.before, move.command.seat), move.command.choice)
            assert {term.source for term in found.heat} <= {"two_gears", "flooded"}
            assert all(term.amount == 1 for term in found.heat)
            foretold[move.command.seat] = amount(found.heat)
        for event in move.events:
            if isinstance(event, e.StoodIn):
                foretold.pop(event.seat, None)
            if isinstance(event, Shifted) and event.seat in foretold:
                assert event.heat == foretold.pop(event.seat)


@given(starts(most_cars=5))
def test_what_is_refused_is_explained_with_the_same_refusal(start: Start) -> None:
    """Neighbours of what is offered: other gears, cards, amounts; explained from the view, judged on the state."""
    heat, dice = Heat(start.content), Random(start.dice)
    faces = ["1", "2", "3", "4", "0", "5", "heat", "stress"]
    for move in drive(heat, start, steps=120):
        for question in heat.awaiting(move.state)[:2]:
            neighbours: tuple[Choice, ...] = (
                Gear(dice.randrange(-1, 7)),
                Play(tuple(dice.choices(faces, k=dice.randrange(6)))),
                Discard(tuple(dice.choices(faces, k=dice.randrange(4)))),
                Cool(dice.randrange(6)),
                Slipstream(dice.randrange(5)),
                *(Boost(), Adrenaline(), Pass(), Mulligan(), LeaveRace(), Value("5", 5)),
            )
            for choice in neighbours:
                refused = heat.explain(heat.view(move.state, question.seat), choice).refused
                answer = heat.decide(move.state, Answer(question.seat, question, choice))
                assert refused == (answer if isinstance(answer, Refusal) else None)


# Flips, against every order of a small pile written out


def turned(draw: tuple[str, ...], discard: tuple[str, ...], flips: int) -> dict[int, Fraction]:
    """By brute force: turn the pile card by card; an empty one is the discard pile in each of its orders."""
    found: Counter[int] = Counter()
    orders = list(permutations(draw))
    for order in orders:
        for worth, chance in _go(list(order), list(discard), flips).items():
            found[worth] += chance * Fraction(1, len(orders))  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def _go(pile: list[str], discard: list[str], flips: int) -> dict[int, Fraction]:
    if not flips:
        return {0: Fraction(1)}
    found: dict[int, Fraction] = {}
    if not pile:
        if not set(discard) & set("1234"):
            return {0: Fraction(1)}
        orders = list(permutations(discard))
        for order in orders:
            for worth, chance in _go(list(order), [], flips).items():
                found[worth] = found.get(worth, Fraction(0)) + chance * Fraction(1, len(orders))
        return found
    top, *rest = pile
    if top not in ("1", "2", "3", "4"):
        return _go(rest, [*discard, top], flips)
    return {int(top) + worth: chance for worth, chance in _go(rest, discard, flips - 1).items()}


@pytest.mark.parametrize("flips", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("draw", "discard"),
    [
        ("", ""),
        ("1 2 2 4", ""),
        ("1 heat 5 stress", ""),
        ("heat 0", "heat 5"),
        ("heat 0", "1 4 4"),
        ("4 stress", "1 2 heat"),
        ("", "1 1 3 heat"),
        ("1 2", "3 stress"),
        ("stress", ""),
    ],
)
def test_flips_come_with_the_chances_of_all_orders(draw: str, discard: str, flips: int) -> None:
    """The pile running out, the discard pile turned over, and no Speed card left anywhere included."""
    piles = tuple(sorted(draw.split())), tuple(discard.split())
    slow = turned(*piles, flips)
    assert flip_sums(game(), *piles, flips) == slow
    assert sum(slow.values()) == 1


@given(
    st.lists(st.sampled_from(["1", "2", "4", "heat", "stress", "0"]), max_size=4),
    st.lists(st.sampled_from(["1", "3", "4", "heat", "5"]), max_size=4),
    st.integers(0, 4),
)
def test_any_flips_come_with_the_chances_of_all_orders(draw: list[str], discard: list[str], flips: int) -> None:
    piles = tuple(sorted(draw)), tuple(discard)
    chances = turned(*piles, flips)
    assert flip_sums(game(), *piles, flips) == chances
    ways, sums = flip_ways(game(), *piles, flips)
    assert {flipped: Fraction(weight, ways) for flipped, weight in sums} == chances
    assert [flipped for flipped, _weight in sums] == sorted(chances)


@pytest.mark.parametrize(
    ("draw", "discard"), [("1 2 4 heat", "3"), ("heat 0", "1 4 4 heat"), ("4", "1 2 heat"), ("heat 5", "0 stress")]
)
def test_real_flips_come_as_often_as_foretold(draw: str, discard: str) -> None:
    """Two Stress cards turned in races that differ in nothing but the order of the pile (chi-square, 0.1 %)."""
    laid = car(at=14, gear=2, hand="stress stress heat heat heat", draw=draw, discard=discard)
    table = Table(game(), laid).go("cards")
    found = explained(table, 0, Play(("stress", "stress")))
    counts: Counter[int] = Counter()
    view = table.game.view(table.state, 0)
    for number in range(600):
        state = table.game.imagine(view, derive(Seed("00" * 16), str(number)))
        really = carried_out(table.game, state, 0, Play(("stress", "stress")))
        assert really is not None
        counts[really[0]] += 1
    expected = {outcome.speed: 600 * outcome.weight / found.ways for outcome in found.outcomes}
    assert set(counts) <= set(expected)
    assert sum((counts[speed] - often) ** 2 / often for speed, often in expected.items()) < 27.9


# Some explanations, number by number


def test_speed_and_payment_are_itemised() -> None:
    """4 + 3 + 2 over a limit of 7: pay 2."""
    table = Table(game(), car(at=10, gear=3, hand="4 3 2 1 1 1 1", engine=6)).go("cards")
    found = explained(table, 0, Play(("2", "3", "4")))
    assert found.speed == (Term("2", 2), Term("3", 3), Term("4", 4))
    (outcome,) = found.outcomes
    assert (outcome.speed, outcome.at, outcome.heat, outcome.spin_out) == (9, 19, 2, False)
    (corner,) = outcome.corners
    assert (corner.line, corner.limit, corner.owed) == (12, (Term("limit", 7),), 2)


def test_a_spin_out_is_foretold() -> None:
    table = Table(game(), car(at=30, gear=4, hand="4 4 4 3 1 1 1", engine=6)).go("cards")
    (outcome,) = explained(table, 0, Play(("3", "4", "4", "4"))).outcomes
    assert (outcome.spin_out, outcome.heat, outcome.stress, outcome.at) == (True, 6, 2, 32)


def test_adrenaline_is_an_item_of_speed() -> None:
    table = Table(game(), car(at=40, gear=3), car(at=20, gear=3, play="4 3"), order=(0, 1)).go("adrenaline")
    found = explained(table, 1, Adrenaline())
    assert found.speed == (Term("4", 4), Term("3", 3), Term("adrenaline", 1))
    table.answer(1, Adrenaline())
    assert explained(table, 1, Cool(1)).refused is not None
    assert table.cars[1].speed == amount(found.speed)


def test_a_boost_costs_heat_that_a_corner_may_want() -> None:
    """Cooldown and boost count: with 1 Heat left nothing remains to pay with."""
    items = (Item("boost", 1, "gear"), Item("cooldown", 3, "gear"))
    laid = car(at=31, gear=1, hand="heat heat 1 1 1 1", play="3", engine=1, start=28, draw="2", items=items)
    table = Table(game(), laid).go("react")
    found = explained(table, 0, Boost())
    assert found.heat == (Term("boost", 1),)
    (outcome,) = found.outcomes
    assert (outcome.speed, outcome.heat, outcome.spin_out) == (5, 0, True)
    (calm,) = explained(table, 0, Cool(2)).outcomes
    assert (calm.speed, calm.corners) == (3, ())


def test_a_flooded_shift_is_itemised() -> None:
    """Out of water a downshift costs 1 more, item by item."""
    flooded = [{"space": 20, "lane": 1}]
    table = Table(game(on=track(flooded=flooded)), car(at=20, gear=4)).go("gears")
    costs = {gear: explained(table, 0, Gear(gear)).heat for gear in (2, 3, 4)}
    assert costs == {2: (Term("two_gears", 1), Term("flooded", 1)), 3: (Term("flooded", 1),), 4: ()}


@pytest.mark.parametrize(
    ("laid", "phase", "choice", "code"),
    [
        (car(at=20, gear=1), "gears", Gear(4), "shift_too_far"),
        (car(at=20, gear=1), "gears", Gear(0), "no_such_gear"),
        (car(at=20, gear=1, engine=0), "gears", Gear(3), "shift_unpaid"),
        (car(at=20, gear=2, hand="1 1 heat heat heat heat heat"), "gears", Gear(3), "gear_unserved"),
        (car(at=20, gear=4, hand="heat heat heat heat heat heat 1"), "gears", Gear(2), "gear_cluttered"),
        (car(at=20, gear=2), "gears", Mulligan(), "mulligan_off"),
        (car(at=20, gear=2), "cards", Play(("1",)), "wrong_count"),
        (car(at=20, gear=2), "cards", Play(("1", "5")), "not_in_hand"),
        (car(at=20, gear=2), "cards", Gear(2), "not_an_answer"),
        (car(at=20, gear=2, hand="1 1 1 heat heat"), "cards", Play(("1", "heat")), "heat_unplayable"),
        (car(at=20, gear=2), "react", Cool(2), "too_little_cooldown"),
        (car(at=20, gear=2), "react", Cool(1), "too_little_heat"),
        (car(at=20, gear=2), "react", Boost(), "no_boost"),
        (car(at=20, gear=2), "react", Adrenaline(), "no_adrenaline"),
        (car(at=20, hand="1 heat"), "discard", Discard(("heat",)), "card_kept"),
        (car(at=20, hand="1 heat"), "discard", Discard(("2",)), "not_in_hand"),
    ],
)
def test_a_neighbour_of_what_is_offered_is_refused_with_its_code(
    laid: Any, phase: str, choice: Choice, code: str
) -> None:
    table = Table(game(), laid).go(phase)
    refused = explained(table, 0, choice).refused
    assert refused is not None
    assert (refused.code, refused.seat) == (code, 0)
    assert refused.sentence.endswith(".")
    assert table.refused(0, choice) == code


def test_nothing_is_explained_to_a_spectator_a_legend_or_who_is_not_asked() -> None:
    table = Table(game(), car(at=30), car(at=20)).go("gears")
    table.answer(0, Gear(1))
    for seat in (None, 0):
        refused = table.game.explain(table.game.view(table.state, seat), Gear(1)).refused
        assert refused is not None
        assert refused.code == "not_asked"
