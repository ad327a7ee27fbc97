"""Stand-ins, Online rules: one command that completes a driver's part of a phase."""

from typing import Any

import pytest

from engine.heat import Cool, Discard, Gear, Play, Value
from engine.heat.cards import Card
from engine.heat.events import Chosen, StoodIn
from engine.heat.masking import StoodInSeen
from engine.heat.moves.adrenaline import AdrenalineUsed
from engine.heat.moves.boost import Boosted
from engine.heat.moves.cool import Cooled
from engine.heat.moves.discard import Discarded
from engine.heat.moves.gear import Shifted
from engine.heat.moves.leave_race import Retired
from engine.heat.moves.mulligan import Mulliganed
from engine.heat.moves.pass_ import Passed
from engine.heat.moves.slipstream import Slipstreamed
from engine.heat.moves.value import Valued
from engine.heat.state import Item
from engine.kernel import Question, Refusal, StandIn
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, box, car, game, ready, track

LAST = (Item("adrenaline", 1, "adrenaline"), Item("cooldown", 1, "adrenaline"))


def gear_of(gear: int, hand: str, engine: int = 6, *, wet: bool = False) -> tuple[int, int]:
    """The gear that a stand-in takes, and the Heat that it pays."""
    on = track(flooded=[{"space": 20, "lane": 1}]) if wet else track()
    table = Table(game(on=on), car(at=20, gear=gear, hand=hand, engine=engine), round=1, mulligan=True)
    table.go("gears").stand_in(0)
    assert not table.of(Mulliganed) + table.of(Retired)
    (shifted,) = table.of(Shifted)
    return shifted.gear, shifted.heat


def refusal_code(table: Table, question: Question) -> str:
    refused = table.game.decide(table.state, StandIn(question))
    assert isinstance(refused, Refusal)
    return refused.code


@pytest.mark.parametrize("gear", [1, 2, 3, 4])
def test_std_standin_keeps_the_gear_that_the_hand_can_serve(gear: int) -> None:
    assert gear_of(gear, "1 2 3 4 1 2 3") == (gear, 0)
    assert gear_of(gear, "1 2 3 4 1 2 3", wet=True) == (gear, 0)


@pytest.mark.parametrize(
    ("gear", "playable", "taken"),
    [(4, 3, (3, 0)), (3, 2, (2, 0)), (2, 1, (1, 0)), (4, 2, (2, 1)), (3, 1, (1, 1))],
)
def test_std_standin_else_takes_the_nearest_gear_that_it_can_serve(
    gear: int, playable: int, taken: tuple[int, int]
) -> None:
    assert gear_of(gear, "1 " * playable + "heat " * (7 - playable)) == taken


def test_std_standin_pays_for_a_gear_only_where_no_free_one_serves() -> None:
    assert gear_of(3, "1 2 heat heat heat heat heat") == (2, 0)
    assert gear_of(3, "1 2 heat heat heat heat heat", wet=True) == (2, 1)


def test_std_standin_keeps_the_gear_of_a_cluttered_hand() -> None:
    assert gear_of(4, "1 heat heat heat heat heat heat") == (4, 0)


def test_std_standin_plays_legal_cards_chosen_at_random() -> None:
    plays = set()
    for drawn in range(40):
        table = Table(game(), car(at=20, gear=3, hand="0 1 2 3 4 5 heat", drawn=drawn), car(at=5)).go("cards")
        offered = table.choices(0)
        table.stand_in(0)
        assert table.cars[0].choice in offered
        plays.add(table.cars[0].choice)
    assert len(plays) > 10


def test_std_standin_plays_the_forced_cards_of_a_cluttered_hand() -> None:
    table = Table(game(), car(at=20, gear=3, hand="1 heat heat heat heat heat heat"), car(at=5)).go("cards")
    assert table.stand_in(0).cars[0].choice == Play(("1", "heat", "heat"))


def test_std_standin_takes_the_lowest_values() -> None:
    cards = box(Card("brakes", "upgrade", (1, 3)), Card("grip", "upgrade", (2, 4)))
    table = Table(game(cards=cards), ready("brakes grip", at=14)).go("reveal").stand_in(0)
    assert table.of(Valued) == [Valued(Seat(0), card="brakes", worth=1), Valued(Seat(0), card="grip", worth=2)]
    assert table.cars[0].at == 17


def test_std_standin_uses_the_most_cooldown_and_nothing_else_of_react() -> None:
    hand = "heat heat heat heat heat 1 2"
    table = Table(game(), car(at=14, gear=2, hand=hand, items=LAST)).go("react").stand_in(0)
    assert [event.heat for event in table.of(Cooled)] == [2]
    assert table.of(Passed) == [Passed(Seat(0), phase="react")]
    assert not table.of(AdrenalineUsed)
    assert table.asked == {0: "discard"}


def test_std_standin_does_not_boost() -> None:
    table = Table(game(), car(at=14, gear=4, items=LAST)).go("react").stand_in(0)
    assert not table.of(Boosted) + table.of(AdrenalineUsed)
    assert table.cars[0].at == 14


def test_std_standin_takes_no_slipstream() -> None:
    table = Table(game(), car(at=14), car(at=15)).go("slipstream").stand_in(0)
    assert not table.of(Slipstreamed)
    assert table.cars[0].at == 14


def test_std_standin_throws_nothing_away() -> None:
    table = Table(game(), car(at=14), car(at=5)).go("discard").stand_in(0)
    assert table.cars[0].choice == Discard(())
    table.stand_in(1)
    assert [event.cards for event in table.of(Discarded)] == [(), ()]


def test_std_standin_completes_the_part_that_a_driver_began() -> None:
    cards = box(Card("brakes", "upgrade", (1, 3)), Card("grip", "upgrade", (2, 4)))
    table = Table(game(cards=cards), ready("brakes grip", at=14)).go("reveal").answer(0, Value("brakes", 3))
    assert table.stand_in(0).of(Valued) == [Valued(Seat(0), card="grip", worth=2)]
    assert table.cars[0].at == 19
    hot = Table(game(), car(at=14, gear=1, hand="heat heat heat 1", items=LAST)).go("react").answer(0, Cool(1))
    assert hot.asked == {0: "react"}
    assert hot.stand_in(0).of(Cooled)[0].heat == 1
    assert hot.asked == {0: "discard"}


@pytest.mark.parametrize("reason", ["clock", "away"])
def test_std_standin_is_one_command_whose_reason_and_chance_are_recorded(reason: str) -> None:
    table = Table(game(), car(at=14, drawn=7), car(at=5)).go("gears")
    table.do(StandIn(table.question(0), reason))
    assert table.of(StoodIn) == [StoodIn(Seat(0), phase="gears", reason=reason, n=7)]
    assert table.cars[0].drawn == 8


def test_std_standin_is_seen_but_not_what_it_chose() -> None:
    table = Table(game(), car(at=14, hand="0 1 2 3 4 5 5"), car(at=5)).go("cards").stand_in(0)
    (stood_in,) = table.of(StoodIn)
    for viewer in (0, 1, None):
        assert table.game.see(stood_in, viewer) == StoodInSeen(Seat(0), phase="cards", reason="clock")
    (chosen,) = table.of(Chosen)
    assert isinstance(chosen.choice, Play)
    assert chosen.choice.cards[0] not in str(table.game.see(chosen, 1))


def test_std_standin_answers_open_questions_only() -> None:
    table = Table(game(), car(at=14), car(at=5)).go("gears")
    question = table.question(0)
    table.answer(0, Gear(1))
    assert refusal_code(table, question) == "stale"
    later = Question(question.round, "cards", Seat(1), question.n + 5)
    assert refusal_code(table, later) == "not_asked"
    assert refusal_code(table, Question(2, "gears", Seat(7), 1)) == "no_such_seat"


def test_std_standin_leaves_the_others_to_themselves() -> None:
    table = Table(game(), car(at=14), car(at=5)).go("gears").stand_in(0)
    assert table.asked == {1: "gears"}


@pytest.mark.parametrize(
    ("phase", "one"),
    [
        ("gears", {"at": 14}),
        ("cards", {"at": 14}),
        ("react", {"at": 14}),
        ("slipstream", {"at": 14}),
        ("discard", {"at": 14}),
    ],
)
def test_std_standin_can_answer_every_phase_that_asks(phase: str, one: dict[str, Any]) -> None:
    table = Table(game(), car(**one), car(at=15)).go(phase)
    question = table.question(0)
    if 0 not in table.asked:
        table.stand_in(1)
    question = table.question(0)
    assert question.phase == phase
    assert not isinstance(table.game.decide(table.state, StandIn(question)), Refusal)
