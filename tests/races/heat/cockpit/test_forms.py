"""Fields become commands, or refusals; never anything else, whatever they are."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from engine.heat import choices as c
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.adrenaline import Adrenaline
from engine.heat.moves.boost import Boost
from engine.heat.moves.cool import Cool
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.discard import Discard
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
from engine.heat.tables import SHIPPED
from engine.kernel.commands import Answer, Question, Withdraw
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat
from races import forms

SHAPES = forms.shapes(SHIPPED.choice)
ASKED = "2.react.1.7"
QUESTION = Question(2, "react", Seat(1), 7)


def command(fields: Mapping[str, Any], seat: int) -> Answer[object] | Withdraw | Refusal:
    return forms.command_of(SHIPPED.choice, fields, seat)


SAID: list[tuple[dict[str, Any], c.Choice]] = [
    ({"do": "gear", "gear": "3"}, Gear(3)),
    ({"do": "mulligan"}, Mulligan()),
    ({"do": "leave_race"}, LeaveRace()),
    ({"do": "play", "cards": ["1", "stress"]}, Play(("1", "stress"))),
    ({"do": "play", "cards": "4"}, Play(("4",))),
    ({"do": "value:up13:5"}, Value("up13", 5)),
    ({"do": "cool:2"}, Cool(2)),
    ({"do": "cool", "heat": "2"}, Cool(2)),
    ({"do": "pay_heat:up16"}, PayHeat("up16")),
    ({"do": "forgo"}, Forgo(())),
    ({"do": "forgo:up16:up17"}, Forgo(("up16", "up17"))),
    ({"do": "scrap:up16"}, Scrap("up16")),
    ({"do": "reduce_stress:1"}, ReduceStress(1)),
    ({"do": "super_cool:2"}, SuperCool(2)),
    ({"do": "salvage:up16", "cards": ["1", "2"]}, Salvage("up16", ("1", "2"))),
    ({"do": "direct_play:up16:4"}, DirectPlay("up16", 4)),
    ({"do": "accelerate:up16"}, Accelerate("up16")),
    ({"do": "draft_move:3"}, DraftMove(3)),
    ({"do": "boost"}, Boost()),
    ({"do": "adrenaline"}, Adrenaline()),
    ({"do": "slipstream:2"}, Slipstream(2)),
    ({"do": "pass"}, Pass()),
    ({"do": "discard"}, Discard(())),
    ({"do": "discard", "cards": ["1"], "refresh": "up16 up17"}, Discard(("1",), ("up16", "up17"))),
    ({"do": "discard", "refresh": ""}, Discard(())),
    ({"do": "pick:up16"}, Pick("up16")),
    ({"do": "give_up:up16"}, GiveUp("up16")),
    ({"do": "swap", "give": "up16", "take": "up17"}, Swap("up16", "up17")),
]


def test_there_is_a_form_for_every_kind_of_choice() -> None:
    assert {type(choice) for _, choice in SAID} == set(SHIPPED.choices)
    assert len(SHAPES) == len(SHIPPED.choices)


@pytest.mark.parametrize(("fields", "choice"), SAID)
def test_fields_of_the_socket_and_of_a_page_mean_the_same(fields: dict[str, Any], choice: c.Choice) -> None:
    meant = Answer(1, QUESTION, choice, "c1")
    assert command({"question": ASKED, "id": "c1", "HEADERS": {"HX-Request": "true"}, **fields}, 1) == meant
    page = QueryDict(mutable=True)
    page.update({"question": ASKED, "id": "c1"})
    for name, value in fields.items():
        page.setlist(name, value if isinstance(value, list) else [value])
    assert command(page, 1) == meant


def test_an_answer_can_be_taken_back() -> None:
    assert command({"do": "withdraw", "question": ASKED}, 1) == Withdraw(1, QUESTION)


def test_whose_command_it_is_no_field_can_say() -> None:
    answer = command({"do": "boost", "question": ASKED, "seat": "0", "type": "end"}, 2)
    assert isinstance(answer, Answer)
    assert answer.seat == 2


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "boost"},
        {"do": "boost", "question": "2.react.1"},
        {"do": "boost", "question": "2.react.1.7.9"},
        {"do": "boost", "question": "٢.react.1.7"},
        {"do": "boost", "question": {"round": 2}},
        {"do": "gear", "question": ASKED},
        {"do": "gear", "question": ASKED, "gear": "three"},
        {"do": "gear", "question": ASKED, "gear": ["3"] * 3 + [None], "id": 7, "cards": {}} | {"gear": {}},
        {"do": "value:up13", "question": ASKED},
        {"do": "launch", "question": ASKED},
        {"do": "", "question": ASKED},
        {"do": "pick:\ud800", "question": ASKED},
    ],
)
def test_what_makes_no_sense_is_refused(fields: dict[str, Any]) -> None:
    refused = command(fields, 1)
    assert isinstance(refused, Refusal)
    assert refused.code in {"malformed", "unknown"}


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
DOINGS = st.builds(
    lambda name, rest: name + rest, st.sampled_from(sorted(SHAPES)), st.text(":0123456789up ", max_size=9)
)


@given(
    st.dictionaries(
        st.sampled_from(["do", "question", "id", "gear", "cards", "heat", "refresh", "card", "worth", "HEADERS"]),
        ANYTHING,
    ),
    st.one_of(st.none(), DOINGS),
    st.one_of(st.none(), st.just(ASKED), st.text()),
)
def test_whatever_comes_is_a_command_or_a_refusal(fields: dict[str, Any], do: str | None, question: str | None) -> None:
    told = fields | ({"do": do} if do is not None else {}) | ({"question": question} if question is not None else {})
    assert isinstance(command(told, 1), Answer | Withdraw | Refusal)
