"""Secrets: redraw everything that a viewer cannot know, and nothing that it is shown may change."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.heat import (
    Entrant,
    Gear,
    Heat,
    LeaveRace,
    Play,
    Setup,
    State,
)
from engine.heat import events as e
from engine.heat.events import Event
from engine.heat.masking import DealtSeen
from engine.heat.tables import SHIPPED
from engine.heat.views import Mine
from engine.kernel import Answer, Refusal, Seed, Withdrawal, encode, fold
from engine.kernel.seats import Seat, by_seat
from tests.engine.heat.kit import Table, car, game
from tests.engine.heat.races import BY_NAME, Start, drive, starts
from tests.engine.heat.redeal import PROBES, redealt, redrawn

FIELDS = frozenset(
    """
    content setup round phase stage turn step order cars legend_card legend_used ended ranking mine
    entrants laps grid mulligan legend_bonus aggressive legend upgrades
    seat at lap space lane gear status engine hand draw discard stock left place n asked chosen mulliganed own idle
    start start_lane play worth bonus speed flips items cluttered kind amount source
    choice question type cards card heat distance
    decks seats reason why spent line limit stress again count
    code sentence params to playable most refused ways outcomes weight corners owed spin_out
    draft tiers expansions roads season event sponsors sponsors_in_hand top accelerated slipped_from weathered
    market upgrades_out sponsors_used weather tokens drawn refresh place give take sector done gap keep overheat
    cannot_pay values counts
    """.split()  # noqa: SIM905 - a list of a hundred strings is no easier to read
)
"""Every name that may occur in anything that is shown."""

OWN = frozenset(Mine.__struct_fields__)


def viewers(state: State) -> tuple[int | None, ...]:
    return (None, *range(len(state.cars)))


def sampled(start: Start, rate: int, steps: int = 250) -> Iterator[tuple[Heat, State, Any, tuple[Event, ...]]]:
    """Some of the steps of a race."""
    dice = Random(start.dice)
    heat = Heat(start.content)
    for move in drive(heat, start, steps):
        if move.command is None or move.state.ended or dice.randrange(rate) == 0:
            yield heat, move.state, move.command, move.events


@pytest.mark.parametrize("rules", BY_NAME)
@given(data=st.data())
def test_who_is_asked_depends_on_nothing_that_is_hidden(rules: str, data: st.DataObject) -> None:
    """A step is skipped only on public grounds, never because of what is in a hand."""
    start = data.draw(starts(BY_NAME[rules], most_cars=6))
    dice = Random(start.dice)
    for heat, state, _, _ in sampled(start, rate=3):
        other = redealt(heat, state, None, dice)
        for phase in heat.phases.values():
            for seat, driver in by_seat(state.cars):
                if driver.stock and driver.status == "racing":
                    assert phase.asks(heat, other, seat) == phase.asks(heat, state, seat), phase.name


@given(starts(most_cars=4))
def test_different_chances_imagine_different_races(start: Start) -> None:
    heat = Heat(start.content)
    state = next(iter(drive(heat, start))).state
    view = heat.view(state, None)
    assert heat.imagine(view, Seed("00" * 16)) == heat.imagine(view, Seed("00" * 16))
    assert heat.imagine(view, Seed("00" * 16)) != heat.imagine(view, Seed("01" * 16))


# Events: the same fact with other secrets in it


@given(starts(most_cars=6))
def test_an_event_is_seen_the_same_with_other_secrets(start: Start) -> None:
    dice = Random(start.dice)
    for heat, state, _, events in sampled(start, rate=2):
        for event in events:
            number = getattr(event, "seat", None)
            mover = None if number is None else state.cars[number]
            for seat in viewers(state):
                seen = heat.see(event, seat)
                assert heat.see(redrawn(event, seat, mover, dice), seat) == seen


def test_a_driver_sees_the_own_secret_in_an_event_and_the_others_do_not() -> None:
    heat = game()
    for event in (e.Drew(Seat(1), cards=("1", "4")), e.Chosen(Seat(1), choice=Gear(2))):
        assert "4" in str(heat.see(event, 1)) or "gear=2" in str(heat.see(event, 1))
        assert heat.see(event, 0) == heat.see(event, None) != heat.see(event, 1)


# A direct look at the bytes


def names(value: Any) -> Iterator[str]:
    """Every key of every object in builtin data, at any depth; keys of params too."""
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from names(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from names(inner)


def test_there_is_a_probe_of_every_kind_of_choice() -> None:
    assert {type(choice) for choice in PROBES} == set(SHIPPED.choices)


def shown(heat: Heat, state: State, seat: int | None, events: tuple[Event, ...]) -> Iterator[Any]:
    """Everything that a viewer is ever shown at one step."""
    view = heat.view(state, seat)
    yield view
    for event in events:
        yield heat.see(event, seat)
    if seat is not None:
        for choice in (*heat.legal(state, seat), *PROBES):
            if not isinstance(choice, Withdrawal):
                yield heat.explain(view, choice)
        question = heat.question(state, seat)
        for choice in PROBES:
            answer = heat.decide(state, Answer(seat, question, choice))
            if isinstance(answer, Refusal):
                yield answer


@given(starts(most_cars=5))
def test_neither_the_seed_nor_an_unlisted_field_is_ever_shown(start: Start) -> None:
    for heat, state, _, events in sampled(start, rate=15):
        for seat in viewers(state):
            for value in shown(heat, state, seat, events):
                data = encode(value)
                assert start.seed.encode() not in data
                assert set(names(msgspec.json.decode(data))) <= FIELDS


@given(starts(most_cars=5))
def test_a_view_holds_no_hand_but_the_own(start: Start) -> None:
    """Of others it holds counts; of the own draw pile what it holds, in card order."""
    for heat, state, _, _ in sampled(start, rate=10):
        for seat in viewers(state):
            view = heat.view(state, seat)
            data: dict[str, Any] = msgspec.to_builtins(view)
            assert all(isinstance(one.get(pile, 0), int) for one in data["cars"] for pile in ("hand", "draw"))
            mine = data.pop("mine", None)
            assert not set(names(data)) & (OWN - {"seat", "hand", "draw", "choice"})
            assert "choice" not in set(names(data))
            assert (mine is None) == (seat is None or state.setup.entrants[seat].legend is not None)
            if view.mine is not None and seat is not None:
                assert view.mine.draw == tuple(sorted(state.cars[seat].draw))


def test_face_down_cards_are_shown_to_nobody_else_until_they_are_revealed() -> None:
    """By phase, the choice stays hidden while others drive ahead of it."""
    table = Table(game(), car(at=30, gear=1, hand="1 1 1 1 1 1 2"), car(at=20, gear=1, hand="3 4 1 1 1 1 1"))
    table.go("cards").answer(0, Play(("2",)))
    for choice in (Play(("3",)), Play(("4",))):
        step = table.game.decide(table.state, Answer(1, table.question(1), choice))
        assert not isinstance(step, Refusal)
        (event,) = (event for event in step.events if isinstance(event, e.Chosen))
        assert table.game.see(event, 0) == table.game.see(event, None)
        assert b"choice" not in encode(table.game.see(event, 0))


def test_giving_up_is_hidden_while_the_others_still_choose() -> None:
    table = Table(game(), car(at=30), car(at=20)).go("gears")
    one = Table(game(), car(at=30), car(at=20)).go("gears").answer(0, LeaveRace())
    two = table.answer(0, Gear(1))
    assert one.game.view(one.state, 1) == two.game.view(two.state, 1)
    assert one.game.view(one.state, None) == two.game.view(two.state, None)
    assert one.game.view(one.state, 0) != two.game.view(two.state, 0)


def test_a_cluttered_driver_confirms_like_anybody_else() -> None:
    """No other viewer learns of it before the cards turn over."""
    hands = ("heat heat heat heat heat 1 2", "1 1 1 1 1 1 2")
    seen = []
    for hand in hands:
        table = Table(game(), car(at=30), car(at=20, gear=4, hand=hand)).go("cards")
        choice = table.choices(1)[0]
        table.answer(1, choice)
        assert table.asked == {0: "cards"}
        view = table.game.view(table.state, 0)
        seen.append(replace(view, cars=(view.cars[0], replace(view.cars[1], stock=()))))
    assert seen[0] == seen[1]


def test_who_watches_the_set_up_sees_no_deck_and_a_driver_the_own_hand() -> None:
    heat = game()
    events = heat.start(Setup((Entrant(), Entrant()), 1), Seed("77" * 16))
    cars = fold(heat, events).cars
    dealt = [event for event in events if isinstance(event, e.Dealt)]
    assert sorted(event.seat for event in dealt) == [0, 1]
    for seat in (None, 0, 1):
        for event in dealt:
            seen = heat.see(event, seat)
            assert isinstance(seen, DealtSeen)
            assert set(names(msgspec.to_builtins(seen))) <= FIELDS
            assert seen.hand == (cars[event.seat].hand if seat == event.seat else None)
            assert seen.cards == 18
