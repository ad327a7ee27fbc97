"""Commands that cannot be carried out: each has its code and a sentence, and the state stays to the byte."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.heat import (
    RULEBOOK,
    Adrenaline,
    Boost,
    Choice,
    Content,
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
from engine.heat.cards import Card, CardSet, base_cards
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.pick import Pick
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.super_cool import SuperCool
from engine.heat.moves.swap import Swap
from engine.heat.tables import SHIPPED
from engine.kernel import (
    SENTENCES,
    Answer,
    End,
    Question,
    Refusal,
    Retire,
    Seed,
    StandIn,
    Withdraw,
    encode,
    fold,
)
from engine.kernel.seats import Seat
from tests.engine.contract import HUGE
from tests.engine.heat.kit import Table, car, game, legend, short, track
from tests.engine.heat.races import ROOT
from tests.test_rules_doc import asserted


def code_of(table: Table, command: Any) -> str:
    """The code with which a command is refused; the state must stay as it was, to the byte."""
    before = encode(table.state)
    answer = table.game.decide(table.state, command)
    assert isinstance(answer, Refusal), f"{command} was accepted"
    assert encode(table.state) == before
    assert table.game.decide(table.state, command) == answer
    assert answer.sentence == {**SENTENCES, **SHIPPED.sentences}[answer.code].format(**answer.params)
    assert len(encode(answer)) < 2000
    return answer.code


def two(phase: str = "gears", **setup: Any) -> Table:
    return Table(game(), car(at=30), car(at=20), **setup).go(phase)


# The envelope: who, and which question


def test_an_answer_for_another_seat() -> None:
    table = two()
    assert code_of(table, Answer(0, table.question(1), Gear(1))) == "other_seat"
    assert code_of(table, Withdraw(0, table.question(1))) == "other_seat"


@pytest.mark.parametrize("seat", [-1, -2, 2, 99, HUGE, -HUGE, 10**40])
def test_a_seat_that_there_is_not(seat: int) -> None:
    table = two()
    question = Question(2, "gears", Seat(seat), 2)
    for command in (Answer(seat, question, Gear(1)), Withdraw(seat, question), StandIn(question), Retire(seat)):
        assert code_of(table, command) == "no_such_seat"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"n": 1}, "stale"),
        ({"n": 0}, "stale"),
        ({"n": -HUGE}, "stale"),
        ({"round": 1}, "stale"),
        ({"round": -1}, "stale"),
        ({"phase": "react"}, "stale"),
        ({"phase": ""}, "stale"),
        ({"phase": "👑" * 5000}, "stale"),
        ({"n": 3}, "not_asked"),
        ({"n": HUGE}, "not_asked"),
        ({"round": 3}, "not_asked"),
        ({"round": 10**40}, "not_asked"),
    ],
    ids=str,
)
def test_a_question_that_is_not_open(changes: dict[str, Any], code: str) -> None:
    """What is over is stale; what has never been asked is not asked."""
    table = two()
    question = replace(table.question(0), **changes)
    assert code_of(table, Answer(0, question, Gear(1))) == code
    assert code_of(table, StandIn(question)) == code


def test_a_repeated_answer_is_stale() -> None:
    table = two()
    command = Answer(0, table.question(0), Gear(1))
    table.do(command)
    assert code_of(table, command) == "stale"
    assert code_of(table, replace(command, choice=Gear(2))) == "stale"


def test_an_answer_to_the_phase_before_is_stale() -> None:
    table = two()
    command = Answer(0, table.question(0), Gear(1))
    table.do(command).answer(1, Gear(1))
    assert table.asked == {0: "cards", 1: "cards"}
    assert code_of(table, command) == "stale"
    assert code_of(table, StandIn(command.question)) == "stale"


def test_an_answer_from_before_a_withdrawal_or_a_mulligan_is_stale() -> None:
    table = two(round=1, mulligan=True)
    command = Answer(0, table.question(0), Gear(1))
    table.do(command).withdraw(0)
    assert code_of(table, command) == "stale"
    anew = Answer(1, table.question(1), Mulligan())
    table.do(anew)
    assert code_of(table, anew) == "stale"
    assert code_of(table, Answer(1, table.question(1), Mulligan())) == "mulligan_used"


def test_an_answer_out_of_turn() -> None:
    """In React one after the other: who is behind is not asked yet, who is past is no longer."""
    table = two("react")
    assert table.asked == {0: "react"}
    early = Question(2, "react", Seat(1), table.cars[1].n + 1)
    assert code_of(table, Answer(1, early, Pass())) == "not_asked"
    assert code_of(table, StandIn(early)) == "not_asked"
    assert code_of(table, Answer(1, table.question(1), Pass())) == "stale"


def test_a_legend_answers_nothing() -> None:
    table = Table(game(), car(at=30), legend(at=20)).go("gears")
    question = table.question(1)
    assert code_of(table, Answer(1, question, Gear(1))) == "stale"
    assert code_of(table, StandIn(question)) == "stale"
    assert code_of(table, Withdraw(1, question)) == "nothing_to_withdraw"


# Taking back


def test_nothing_to_withdraw() -> None:
    table = two()
    assert code_of(table, Withdraw(0, table.question(0))) == "nothing_to_withdraw"


def test_a_withdrawal_twice_is_stale() -> None:
    table = two().answer(0, Gear(1))
    command = Withdraw(0, table.question(0))
    table.do(command)
    assert code_of(table, command) == "stale"


def test_a_withdrawal_after_the_phase_has_closed() -> None:
    table = two().answer(0, Gear(1))
    late = Withdraw(0, table.question(0))
    table.answer(1, Gear(1))
    assert code_of(table, late) == "stale"


def test_cards_that_lie_face_down_cannot_be_taken_back_once_the_phase_is_over() -> None:
    """By driver, the second driver's cards wait while the first one drives."""
    table = Table(game(RULEBOOK), car(at=30, gear=1), car(at=20, gear=1)).go("cards")
    table.answer(0, Play(("1",))).answer(1, Play(("2",)))
    assert (table.asked, table.cars[1].choice) == ({0: "react"}, Play(("2",)))
    assert table.choices(1) == []
    assert code_of(table, Withdraw(1, table.question(1))) == "nothing_to_withdraw"
    assert code_of(table, Withdraw(1, replace(table.question(1), phase="cards"))) == "stale"


# The host


def test_the_end_ends_everything() -> None:
    table = two()
    question = table.question(0)
    table.do(End())
    for command in (Answer(0, question, Gear(1)), Withdraw(0, question), StandIn(question), Retire(0), End()):
        assert code_of(table, command) == "over"


def test_who_is_out_of_the_race_cannot_be_retired() -> None:
    table = Table(game(RULEBOOK), car(at=30), car(at=20), car(at=138, status="home", place=1)).go("gears")
    assert code_of(table, Retire(2)) == "not_racing"
    table.do(Retire(1))
    assert code_of(table, Retire(1)) == "not_racing"
    assert code_of(table, Answer(1, table.question(1), Gear(1))) == "stale"


# Choices that are not offered: every code of the game


def with_choice(worth: tuple[int, ...] = (1, 3)) -> Heat:
    """A card set with two cards that may count one thing or another."""
    box = base_cards()
    made = (*box.cards, Card("brakes", "upgrade", worth), Card("clutch", "upgrade", (2, 4)))
    return Heat(Content(track=track(), cards=CardSet(made, box.trio, box.speed_copies, box.hand)))


def values(choice: Choice) -> tuple[Table, Choice]:
    table = Table(with_choice(), car(at=20, gear=2, hand="brakes clutch 1 1 1")).go("cards")
    table.answer(0, Play(("brakes", "clutch")))
    assert table.choices(0) == [Value("brakes", 1), Value("brakes", 3)]
    return table, choice


def at(phase: str, choice: Choice, rules: Any = None, **laid: Any) -> tuple[Table, Choice]:
    setup = {name: laid.pop(name) for name in ("mulligan", "round", "laps", "season", "event") if name in laid}
    laid.setdefault("at", 20)
    heat = game(rules) if rules else game()
    return Table(heat, car(**laid), car(at=laid["at"] - 15), **setup).go(phase), choice


def slips(
    distance: int, mover: int, *others: tuple[int, int], rules: Any = None, laps: int = 2
) -> tuple[Table, Choice]:
    """React, or slipstream with a rival behind that has a partner so that a driver is asked."""
    placed = [car(at=place, lane=lane) for place, lane in others]
    heat = game(rules) if rules else game()
    return Table(heat, car(at=mover), *placed, laps=laps).go("slipstream"), Slipstream(distance)


ILLEGAL = {
    "no_such_gear": lambda: at("gears", Gear(HUGE)),
    "shift_too_far": lambda: at("gears", Gear(4)),
    "shift_unpaid": lambda: at("gears", Gear(3), engine=0),
    "gear_unserved": lambda: at("gears", Gear(3), gear=2, hand="1 1 heat heat heat heat heat"),
    "gear_cluttered": lambda: at("gears", Gear(2), gear=4, hand="1 heat heat heat heat heat heat"),
    "mulligan_off": lambda: at("gears", Mulligan(), round=1),
    "mulligan_late": lambda: at("gears", Mulligan(), mulligan=True, round=2),
    "mulligan_used": lambda: at("gears", Mulligan(), mulligan=True, round=1, mulliganed=True),
    "retire_early": lambda: at("gears", LeaveRace(), RULEBOOK),
    "wrong_count": lambda: at("cards", Play(())),
    "not_in_hand": lambda: at("cards", Play(("1", "1", "1")), gear=3),
    "heat_unplayable": lambda: at("cards", Play(("heat",)), hand="1 2 heat"),
    "cluttered_forced": lambda: at("cards", Play(("1",)), gear=3, hand="1 heat heat heat"),
    "no_such_value": lambda: values(Value("brakes", 2)),
    "other_value_first": lambda: values(Value("clutch", 2)),
    "no_cooldown": lambda: at("react", Cool(1), gear=4),
    "too_little_cooldown": lambda: at("react", Cool(4), hand="heat heat heat heat"),
    "too_little_heat": lambda: at("react", Cool(3), hand="heat heat"),
    "no_boost": lambda: at("react", Boost()),
    "engine_empty": lambda: at("gears", Mulligan(), mulligan=True, round=1, engine=0),
    "no_adrenaline": lambda: at("react", Adrenaline()),
    "slipstream_distance": lambda: slips(3, 20, (21, 1)),
    "card_kept": lambda: at("discard", Discard(("stress",)), hand="1 stress"),
    "mandatory_first": lambda: at("react", Pass(), play="up37", worth=(1,)),
    "discard_too_many": lambda: at("discard", Discard(("1", "2")), season=True, event="hold_tight"),
    "no_refresh": lambda: at("discard", Discard((), ("1",))),
    "no_such_symbol": lambda: at("react", Scrap("up37")),
    "no_card_for_that": lambda: at("react", SuperCool(1)),
    "no_direct_play": lambda: at("react", DirectPlay("1", 1)),
    "not_an_answer": lambda: at("gears", Pass()),
}
UNREACHED = {
    "not_racing": "of the host, tested above",
    "slipstream_home": "a slipstream is asked for only where one is possible",
    "slipstream_gear": "likewise",
    "slipstream_weather": "likewise",
    "slipstream_alone": "likewise",
    "slipstream_finish": "likewise; where one distance is, the base cards offer no other",
    "slipstream_blocked": "likewise",
}


@pytest.mark.parametrize("kind", [SuperCool, ReduceStress, DraftMove])
def test_no_refusal_offers_one_to_none(kind: Any) -> None:
    """Without a card for it, a choice of an amount is refused for that, not with the range of the amount."""
    table, choice = at("react", kind(1))
    assert table.refused(0, choice) == "no_card_for_that"


@pytest.mark.parametrize("code", ILLEGAL)
def test_an_illegal_choice_has_a_code_of_its_own(code: str) -> None:
    table, choice = ILLEGAL[code]()
    assert choice not in table.choices(0)
    assert code_of(table, Answer(0, table.question(0), choice)) == code
    assert table.refused(0, choice) == code


def test_every_code_of_the_game_is_provoked() -> None:
    """Here, or by the test of a phase, a card or a draft that asserts it."""
    here = (set(ILLEGAL) | set(UNREACHED)) - {"not_an_answer"}
    assert here <= set(SHIPPED.sentences)
    assert set(SHIPPED.sentences) - here <= asserted()


REACTIONS: tuple[Choice, ...] = (
    PayHeat("nix"),
    Forgo(("nix",)),
    Scrap("nix"),
    ReduceStress(9),
    SuperCool(9),
    Salvage("nix", ("nix",)),
    DirectPlay("nix", 1),
    Accelerate("nix"),
    DraftMove(9),
)
"""What symbols of cards can be used for, each as no driver can use it."""
EVERY: tuple[Choice, ...] = (
    Gear(9),
    Mulligan(),
    LeaveRace(),
    Play(("nix",)),
    Value("1", 7),
    Cool(99),
    Boost(),
    Adrenaline(),
    Slipstream(99),
    Pass(),
    Discard(("nix",)),
    *REACTIONS,
    Pick("nix"),
    GiveUp("nix"),
    Swap("nix", "nix"),
)


def test_every_kind_of_choice_is_tried() -> None:
    assert {type(choice) for choice in EVERY} == set(SHIPPED.choices)
    react = {move.choice for move in SHIPPED.list if "react" in move.phases}
    assert {type(choice) for choice in REACTIONS} == react - {Cool, Boost, Adrenaline, Pass}


@pytest.mark.parametrize("phase", ["gears", "cards", "react", "discard"])
def test_an_answer_of_another_phase_is_no_answer(phase: str) -> None:
    react = (Cool, Boost, Adrenaline, Pass, *map(type, REACTIONS))
    mine: dict[str, Any] = {"gears": (Gear, Mulligan, LeaveRace), "cards": Play, "react": react}
    table = two(phase, mulligan=True)
    for choice in EVERY:
        if not isinstance(choice, mine.get(phase, Discard)):
            assert table.refused(0, choice) == "not_an_answer"


@pytest.mark.parametrize("number", [HUGE, -HUGE, 2**64, 10**60, -1, 0])
def test_absurd_numbers_are_refused(number: int) -> None:
    assert two().refused(0, Gear(number)) == "no_such_gear"
    assert two("react").refused(0, Cool(number)) == "too_little_cooldown"
    table, _ = slips(2, 20, (21, 1))
    assert table.refused(0, Slipstream(number)) == "slipstream_distance"
    table, _ = values(Pass())
    assert table.refused(0, Value("brakes", number)) == "no_such_value"


@pytest.mark.parametrize(
    "face", ["", " ", "HEAT", "heat\x00", "1\n", "🏎️", "x" * 100_000, "'; drop table", "{0}", "{x}"], ids=short
)
def test_absurd_cards_are_refused(face: str) -> None:
    """However long the text, the refusal is short."""
    for many in (1, 2, 10_000):
        assert code_of(*to(two("cards"), Play((face,) * many))) == "not_in_hand"
        assert code_of(*to(two("discard"), Discard((face,) * many))) == "not_in_hand"
    table, _ = values(Pass())
    assert code_of(*to(table, Value(face, 1))) == "no_such_value"


@pytest.mark.parametrize("number", [HUGE, -HUGE, 10**60, -1, 0])
@pytest.mark.parametrize("face", ["", "heat", "1", "heat\x00", "🏎️", "x" * 100_000, "{0}"], ids=short)
def test_absurd_uses_of_symbols_are_refused(face: str, number: int) -> None:
    """A driver who has no such symbol, and one who has every one."""
    every = "up44 up57 up50 up28 up22 up42"
    rich = {"hand": "heat stress up56 1", "play": every, "worth": (4, 2, 0, 1, 2, 7), "discard": "heat 1", "flips": 1}
    for laid in ({}, rich):
        table, _ = at("react", Pass(), **laid)
        for choice in (
            *(kind(face) for kind in (PayHeat, Scrap, Accelerate)),
            *(kind(number) for kind in (ReduceStress, SuperCool, DraftMove)),
            Forgo((face,) * 3),
            DirectPlay(face, number),
            Salvage(face, (face,)),
            Salvage("up22", (face,) * 10_000),
        ):
            assert choice not in table.choices(0)
            code_of(*to(table, choice))


def test_absurd_answers_to_a_draft_are_refused() -> None:
    heat = game()
    state: State = fold(heat, heat.start(Setup((Entrant(), Entrant()), 1, draft="rounds"), Seed(ROOT)))
    (question,) = heat.awaiting(state)
    for face in ("", "heat", "1", "x" * 100_000, "{0}"):
        refused = heat.decide(state, Answer(question.seat, question, Pick(face)))
        assert isinstance(refused, Refusal)
        assert (refused.code, len(encode(refused)) < 2000) == ("not_in_market", True)


def test_ten_thousand_cards_are_refused() -> None:
    for face in ("1", "heat", "stress"):
        assert code_of(*to(two("cards"), Play((face,) * 10_000))) == "not_in_hand"
        assert code_of(*to(two("discard"), Discard((face,) * 10_000))) == "not_in_hand"


def to(table: Table, choice: Choice) -> tuple[Table, Answer[Choice]]:
    return table, Answer(0, table.question(0), choice)


def test_cards_in_any_order_are_the_same_answer() -> None:
    """Which copy came first is no difference, so it is none to refuse."""
    table = Table(game(), car(at=20, gear=3, hand="1 2 3 4"), car(at=5)).go("cards")
    table.answer(0, Play(("4", "1", "3")))
    assert table.cars[0].choice == Play(("1", "3", "4"))
