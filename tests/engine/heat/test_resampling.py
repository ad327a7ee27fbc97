"""Secrets: redraw everything that a viewer cannot know, and nothing that it is shown may change."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.heat import (
    Adrenaline,
    Boost,
    Choice,
    Cool,
    Discard,
    Entrant,
    Gear,
    Heat,
    LeaveRace,
    Mulligan,
    Pass,
    Play,
    Setup,
    Slipstream,
    State,
    Value,
)
from engine.heat import events as e
from engine.heat.events import Event
from engine.heat.masking import DealtSeen
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
from engine.heat.state import Car, with_car
from engine.heat.views import Mine
from engine.kernel import Answer, Refusal, Seed, StandIn, Withdraw, Withdrawal, derive, encode, fold
from tests.engine.heat.kit import Table, car, game
from tests.engine.heat.races import BY_NAME, Start, check_shared, drive, starts

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
    for seat, driver in enumerate(state.cars):
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
            kinds: dict[type[Choice], str] = {Play: "cards", Discard: "discard", GiveUp: "give_up"}
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


def check_shown(heat: Heat, state: State, other: State, seat: int | None, probes: tuple[Choice, ...]) -> None:
    """All that a viewer is shown of one race, it is shown of the other."""
    view = heat.view(state, seat)
    assert heat.problems(other) == ()
    assert heat.view(other, seat) == view
    assert heat.awaiting(other) == heat.awaiting(state)
    if seat is None:
        return
    assert list(heat.legal(other, seat)) == list(heat.legal(state, seat))
    question = heat.question(state, seat)
    for choice in probes:
        command = Answer(seat, question, choice)
        one, two = heat.decide(state, command), heat.decide(other, command)
        assert isinstance(one, Refusal) == isinstance(two, Refusal) == (heat.explain(view, choice).refused is not None)
        if isinstance(one, Refusal):
            assert one == two
    for foreign in range(len(state.cars)):
        if foreign != seat:
            asked = heat.question(state, foreign)
            blunders: tuple[Any, ...] = (
                Answer(seat, asked, Pass()),
                Withdraw(seat, asked),
                Withdraw(foreign, question),
            )
            for blunder in blunders:
                assert heat.decide(state, blunder) == heat.decide(other, blunder)


@pytest.mark.parametrize("rules", BY_NAME)
@given(data=st.data())
def test_what_is_shown_stays_when_the_unknown_is_redrawn(rules: str, data: st.DataObject) -> None:
    """Views, open questions, offers, and refusals with their sentences, to every seat and to spectators."""
    start = data.draw(starts(BY_NAME[rules], most_cars=6))
    dice = Random(start.dice)
    for heat, state, _, _ in sampled(start, rate=30):
        for seat in viewers(state):
            probes = tuple(dice.sample(PROBES, 8))
            check_shown(heat, state, redealt(heat, state, seat, dice), seat, probes)


@pytest.mark.parametrize("rules", BY_NAME)
@given(data=st.data())
def test_an_imagined_race_shows_what_the_view_shows(rules: str, data: st.DataObject) -> None:
    start = data.draw(starts(BY_NAME[rules], most_cars=6))
    for heat, state, _, _ in sampled(start, rate=30):
        for seat in viewers(state):
            for number in range(3):
                other = heat.imagine(heat.view(state, seat), derive(start.seed, f"other {number}"))
                check_shown(heat, state, other, seat, PROBES[number : number + 2])
                check_shared(heat, state, other)


@given(starts(most_cars=6))
def test_an_explanation_is_the_same_when_the_unknown_is_redrawn(start: Start) -> None:
    """Of everything that is offered, with all its numbers."""
    dice = Random(start.dice)
    for heat, state, _, _ in sampled(start, rate=40):
        for question in heat.awaiting(state):
            seat = question.seat
            other = redealt(heat, state, seat, dice)
            for choice in list(heat.legal(state, seat))[:12]:
                assert not isinstance(choice, Withdrawal)
                explained = heat.explain(heat.view(state, seat), choice)
                assert explained.refused is None
                assert heat.explain(heat.view(other, seat), choice) == explained


@pytest.mark.parametrize("rules", BY_NAME)
@given(data=st.data())
def test_who_is_asked_depends_on_nothing_that_is_hidden(rules: str, data: st.DataObject) -> None:
    """A step is skipped only on grounds that everybody can see, never because of what is in a hand."""
    start = data.draw(starts(BY_NAME[rules], most_cars=6))
    dice = Random(start.dice)
    for heat, state, _, _ in sampled(start, rate=3):
        other = redealt(heat, state, None, dice)
        for phase in heat.phases.values():
            for seat, driver in enumerate(state.cars):
                if driver.stock and driver.status == "racing":
                    assert phase.asks(heat, other, seat) == phase.asks(heat, state, seat), phase.name


@given(starts(most_cars=6))
def test_a_race_goes_on_from_what_was_imagined(start: Start) -> None:
    """An imagined race is a whole one: it can be driven, and stays healthy."""
    dice = Random(start.dice)
    for heat, state, _, _ in sampled(start, rate=25):
        now = heat.imagine(heat.view(state, dice.choice(viewers(state))), derive(start.seed, "other"))
        for _ in range(12):
            if now.ended:
                break
            step = heat.decide(now, StandIn(heat.awaiting(now)[0]))
            assert not isinstance(step, Refusal)
            now = step.state
            assert heat.problems(now) == ()


@given(starts(most_cars=4))
def test_different_chances_imagine_different_races(start: Start) -> None:
    heat = Heat(start.content)
    state = next(iter(drive(heat, start))).state
    view = heat.view(state, None)
    assert heat.imagine(view, Seed("00" * 16)) == heat.imagine(view, Seed("00" * 16))
    assert heat.imagine(view, Seed("00" * 16)) != heat.imagine(view, Seed("01" * 16))


# Events: the same fact with other secrets in it


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
    for event in (e.Drew(1, ("1", "4")), e.Chosen(1, Gear(2))):
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
    """Nobody learns of it before the cards turn over."""
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
