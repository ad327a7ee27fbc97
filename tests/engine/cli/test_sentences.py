"""The words of the terminal: none is missing for anything that can be seen or chosen, and none says too much."""

import re
from typing import Any, cast

import pytest
from hypothesis import given
from msgspec.structs import replace

from engine.cli import sentences
from engine.cli.strip import conditions
from engine.heat import Content, Discard, Heat, all_tracks
from engine.heat import choices as c
from engine.heat import events as e
from engine.heat.cards import base_cards
from engine.heat.forecast import CornerForecast, Explanation, Outcome, Term
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.adrenaline import Adrenaline
from engine.heat.moves.boost import Boost
from engine.heat.moves.cool import Cool
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.gear import Gear
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.moves.mulligan import Mulligan
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.pick import Pick
from engine.heat.moves.play import Play
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.slipstream import Slipstream
from engine.heat.moves.super_cool import SuperCool
from engine.heat.moves.swap import Swap
from engine.heat.moves.value import Value
from engine.heat.phases import NAMES as NAMES_OF_PHASES
from engine.heat.tables import SHIPPED
from engine.kernel import Withdrawal
from tests.engine.heat import races
from tests.engine.heat.kit import Table, car, game

NAMES = [f"Driver{seat}" for seat in range(12)]

EXAMPLES: tuple[Any, ...] = (
    *(Gear(2), Mulligan(), LeaveRace(), Play(("1",)), Value("5", 5), Cool(1), PayHeat("up11")),
    *(Forgo(("up11",)), Scrap("up19"), ReduceStress(1), SuperCool(1), Salvage("up22", ("1",))),
    *(DirectPlay("up24", 1), Accelerate("up28"), DraftMove(1), Boost(), Adrenaline(), Slipstream(2)),
    *(Pass(), Discard(("1",), ("up32",)), Pick("up01"), GiveUp("up01"), Swap("up01", "up02"), Withdrawal()),
)


def test_everything_that_is_seen_has_a_sentence_or_is_silent() -> None:
    seen = SHIPPED.shown - SHIPPED.forms.keys()
    assert seen == set(sentences._SENTENCES) | sentences.SILENT
    assert not set(sentences._SENTENCES) & sentences.SILENT


def test_every_choice_has_words_of_its_own() -> None:
    assert {type(example) for example in EXAMPLES} == {*SHIPPED.choices, Withdrawal}
    told = [sentences.choice_text(example) for example in EXAMPLES]
    assert all(told)
    assert len(set(told)) == len(told)


def test_every_phase_and_symbol_has_words() -> None:
    assert set(sentences.PHASE_WORDS) == set(NAMES_OF_PHASES)
    assert all(symbol.text for symbol in SHIPPED.symbols)


@pytest.mark.parametrize(
    ("face", "text"),
    [
        ("up07", "up07 (1 or 2 or 3 or 4, costs 1 Heat)"),
        ("up17", "up17 (is Heat)"),
        ("up40", "up40 (0, flip 1, limits +1, slipstream +1, cooldown 1)"),
        ("up36", "up36 (2, limits -1, cooldown 3)"),
        ("up56", "up56 (0, drafts 1, can be played in React, can go back on the draw pile)"),
    ],
)
def test_card_is_told_with_its_numbers_and_symbols(face: str, text: str) -> None:
    assert sentences.card_text(game().cards[face]) == text


def test_every_card_can_be_told() -> None:
    assert len({sentences.card_text(card) for card in base_cards().cards}) == len(base_cards().cards)


@given(races.starts(most_cars=4, most_laps=1, modules=races.modules()))
def test_races_with_modules_are_told(start: races.Start) -> None:
    """Every sentence is whole, and what only one driver sees is told to no other."""
    rules = Heat(start.content)
    for move in races.drive(rules, start, steps=60):
        for event in move.events:
            for seat in (0, None):
                text = sentences.sentence(cast(Any, rules.see(event, seat)), NAMES, rules.course)
                assert not text or re.fullmatch(r"(— Round \d+ —|[A-Zs].*\.)", text), text
                if isinstance(event, e.SponsorsDrawn) and seat != event.seat:
                    assert "sp0" not in text


@given(races.starts(most_cars=3, most_laps=1, modules=races.modules()))
def test_every_choice_with_modules_can_be_previewed(start: races.Start) -> None:
    rules = Heat(start.content)
    for number, move in enumerate(races.drive(rules, start, steps=50)):
        for question in rules.awaiting(move.state)[:1]:
            choices = rules.legal(move.state, question.seat)
            choice = choices[(start.dice + number) % len(choices)]
            assert isinstance(choice, c.Choice)
            explanation = rules.explain(rules.view(move.state, question.seat), choice)
            assert explanation.refused is None, explanation.refused
            assert all(sentences.forecast_text(explanation, rules.course))
            assert sentences.choice_text(choice, rules.cards)


def test_limit_of_a_forecast_says_what_it_is_made_of() -> None:
    corner = CornerForecast(12, (Term("limit", 7), Term("token", -1)), 2)
    outcome = Outcome(weight=1, speed=8, at=14, lane=1, corners=(corner,))
    (line,) = sentences.forecast_text(Explanation(choice=Pass(), outcomes=(outcome,)), game().course)
    assert line.endswith("; corner 12 (limit 7, token -1 = 6) pays 2 Heat")


def test_road_says_weather_and_changed_limits() -> None:
    rules = Heat(Content(track=all_tracks()["usa"]))
    table = Table(rules, car(at=3))
    assert conditions(rules, rules.view(table.state, 0)) == []
    state = replace(table.state, weather="rain", tokens=("limit_down", "overheat", "weather", "limit_up"))
    (line,) = conditions(rules, rules.view(state, 0))
    assert line.strip() == "weather rain · 12: limit down (7 → 6) · 33: overheat · 49: weather · 57: limit up (2 → 3)"
