"""A symbol that the engine does not know: an action of the tests, given to the game by the same list as all others.

`quench` throws Heat of the hand on the discard pile. docs/SYMBOLS.md walks through what such a module holds.
"""

import dataclasses
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from engine.heat import Content, Entrant, Heat, LeaveRace, Setup, State, all_tracks, read_record
from engine.heat import grammar as w
from engine.heat.cards import HEAT, Card
from engine.heat.case import Case
from engine.heat.choices import NONE, Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import spend, times, without
from engine.heat.forecast import as_it_stands
from engine.heat.items import open_item
from engine.heat.masking import CarMasked
from engine.heat.moment import Moment
from engine.heat.moves import MOVES
from engine.heat.moves.move import Happening, ItemUse, Mask, Move, Notation
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.notation import happening, read_record_text, write_record
from engine.heat.notation.happenings import read_choice, write_choice
from engine.heat.race import Race
from engine.heat.state import Item, with_car
from engine.heat.symbols import Symbol
from engine.heat.tables import Tables
from engine.heat.transaction import Transaction
from engine.kernel import Answer, Broken, Refusal, Step, command_for, encode, verify
from engine.kernel.seats import Seat
from tests.engine.heat.kit import SEED, Table, box, car

# The action, as a module of `engine.heat.moves` would have it


class Quench(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="quench"):
    """Throw so much Heat of the hand on the discard pile."""

    card: str
    heat: int


class Quenched(CarEvent, frozen=True, kw_only=True):
    """Heat went from the hand to the discard pile; these cards are left in the hand."""

    cards: int
    spent: Item
    left: tuple[str, ...]


class QuenchedSeen(CarMasked, frozen=True, tag="quenched", kw_only=True):
    """Heat went from a hand to a discard pile; what is left in the hand only its driver sees."""

    cards: int
    left: tuple[str, ...] | None = None


def _offers(moment: Moment) -> Choices:
    held = moment.hand.count(HEAT)
    ways = [
        Quench(item.source, heat) for item in moment.items("quench") for heat in range(1, min(item.amount, held) + 1)
    ]
    return Choices(tuple(dict.fromkeys(ways))) if ways else NONE


def _do(transaction: Transaction, seat: Seat, choice: Quench) -> bool:
    spent = open_item(transaction, Seat(seat), "quench", choice.card)
    left = without(transaction.car(Seat(seat)).hand, times(HEAT, choice.heat))
    transaction.emit(Quenched(Seat(seat), cards=choice.heat, spent=spent, left=left))
    return False


def _quenched(course: Course, state: State, event: Quenched) -> State:
    one = state.cars[event.seat]
    heat = times(HEAT, event.cards)
    one = replace(one, hand=event.left, discard=one.discard + heat, items=spend(one.items, event.spent), asked=False)
    return with_car(state, event.seat, one)


def _refuse(case: Case, choice: Quench) -> Refusal | None:
    return case.missing_item("quench", choice.card) or case.no("too_little_to_quench", heat=choice.heat)


def _read(text: str) -> Quench:
    return Quench(*w.card_and_number(text))


QUENCH = Move(
    choice=Quench,
    phases=frozenset({"react"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={"too_little_to_quench": "You cannot quench {heat} Heat."},
    explain=as_it_stands,
    notation=Notation("quench", lambda choice: f"{w.name(choice.card)}={choice.heat}", _read),
    menu=lambda choice, describe: f"quench {choice.heat} Heat by {describe(choice.card)}",
    moved={},
    happenings=(
        Happening(
            event=Quenched,
            fold=_quenched,
            mask=Mask(
                form=QuenchedSeen,
                see=lambda event, seat: QuenchedSeen(
                    event.seat, cards=event.cards, left=event.left if seat == event.seat else None
                ),
                written=lambda event, course: f"quenched {event.cards}",
            ),
            written=lambda event, course: f"quenched {event.cards} {{leaves {w.cards(event.left)}}}",
            sentence=lambda event, who, course: f"{who} quenches {event.cards} Heat.",
        ),
    ),
    symbols=(Symbol("quench", "quenches {} Heat"),),
    item=ItemUse(kind="quench", visible=lambda moment: bool(moment.items("quench")), must=None, before_paying=False),
)

# What the engine makes of it

LIST = (*MOVES, QUENCH)
HOSE = Card("hose", "upgrade", (2,), {"quench": 2, "heat": 1}, copies=1, tier="basic")
CONTENT = Content(track=all_tracks()["usa"], cards=box(HOSE))
GAME = Heat(CONTENT, LIST)


def laid() -> Table:
    """React in 2nd gear with the hose in play."""
    driver = car(at=14, start=13, gear=2, play="hose 1", worth=(2, 1), hand="heat heat heat 1 2 3 4")
    return Table(GAME, driver, car(at=5)).go("react")


def test_a_game_without_the_action_does_not_take_its_symbol() -> None:
    with pytest.raises(Broken, match="no symbol “quench” is known"):
        Heat(CONTENT)


def test_an_item_that_no_symbol_makes_is_not_taken() -> None:
    with pytest.raises(AssertionError, match="no symbol makes items of the kind “quench”"):
        Tables((dataclasses.replace(QUENCH, symbols=()),))


def test_it_is_offered_while_there_is_something_to_use_it_on() -> None:
    table = laid()
    assert not [choice for choice in table.choices(0) if isinstance(choice, Quench)], "locked behind the card's Heat"
    table.answer(0, PayHeat("hose"))
    assert [choice for choice in table.choices(0) if isinstance(choice, Quench)] == [
        Quench("hose", 1),
        Quench("hose", 2),
    ]


def test_it_does_what_it_says_once() -> None:
    table = laid().answer(0, PayHeat("hose")).answer(0, Quench("hose", 2))
    assert table.of(Quenched) == [
        Quenched(Seat(0), cards=2, spent=Item("quench", 2, "hose"), left=("1", "2", "3", "4", "heat"))
    ]
    mine = table.cars[0]
    assert (mine.hand, mine.discard) == (("1", "2", "3", "4", "heat"), ("heat", "heat", "heat"))
    assert "quench" not in [item.kind for item in mine.items]


def test_it_is_refused_with_its_own_sentence() -> None:
    table = laid()
    assert table.refused(0, Quench("hose", 1)) == "heat_first"
    table.answer(0, PayHeat("hose"))
    assert table.refused(0, Quench("up01", 1)) == "no_such_symbol"
    refused = GAME.decide(table.state, Answer(0, table.question(0), Quench("hose", 3)))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.sentence) == ("too_little_to_quench", "You cannot quench 3 Heat.")


def test_only_its_driver_sees_what_it_hides() -> None:
    table = laid().answer(0, PayHeat("hose")).answer(0, Quench("hose", 1))
    (event,) = table.of(Quenched)
    assert GAME.see(event, 0) == QuenchedSeen(Seat(0), cards=1, left=event.left)
    assert GAME.see(event, 1) == GAME.see(event, None) == QuenchedSeen(Seat(0), cards=1)


def test_it_is_explained() -> None:
    table = laid().answer(0, PayHeat("hose"))
    explanation = GAME.explain(GAME.view(table.state, 0), Quench("hose", 1))
    assert [outcome.speed for outcome in explanation.outcomes] == [3]


def test_it_is_written_and_read() -> None:
    tables = GAME.tables
    assert write_choice(Quench("hose", 2), tables) == ("quench", "hose=2")
    assert read_choice(["quench", "hose=2"], tables) == Quench("hose", 2)
    event = Quenched(Seat(0), cards=2, spent=Item("quench", 2, "hose"), left=("1",))
    assert happening(event, GAME.course, tables) == "0 quenched 2 {leaves 1}"
    assert happening(GAME.see(event, None), GAME.course, tables) == "0 quenched 2"


def test_it_goes_over_the_wire() -> None:
    table = laid()
    command = Answer(0, table.question(0), Quench("hose", 2))
    assert GAME.tables.read_command(encode(command)) == command
    wrong = GAME.tables.read_command(encode(command).replace(b'"heat":2', b'"heat":"x"'))
    assert isinstance(wrong, Refusal)
    event = Quenched(Seat(0), cards=2, spent=Item("quench", 2, "hose"), left=("1",))
    assert GAME.tables.decoder(GAME.tables.event).decode(encode(event)) == event
    assert GAME.decode(GAME.encode(table.state)) == table.state


def test_a_whole_race_with_it_is_recorded_and_played_again() -> None:
    setup = Setup((Entrant(None, ("hose", "hose", "hose")),) * 2, 1)
    race = Race(GAME, setup, SEED)
    dice, quenched = Random(7), 0
    while waiting := GAME.awaiting(race.state):
        choices = [choice for choice in GAME.legal(race.state, waiting[0].seat) if not isinstance(choice, LeaveRace)]
        wanted = [choice for choice in choices if isinstance(choice, Quench)] or choices
        step = race.submit(command_for(waiting[0], dice.choice(wanted)))
        assert isinstance(step, Step), step
        assert not GAME.problems(step.state)
        quenched += any(isinstance(event, Quenched) for event in step.events)
    assert quenched
    record = race.record("0.0.0")
    assert verify(GAME, record) == race.state
    assert read_record(encode(record), LIST) == record
    assert read_record_text(write_record(record, moves=LIST), moves=LIST) == record


def test_the_list_that_ships_is_not_touched() -> None:
    assert Quench not in Heat(Content(track=all_tracks()["usa"])).tables.moves
    assert Pass in GAME.tables.moves
