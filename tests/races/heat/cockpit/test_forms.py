"""Fields become commands, or refusals; never anything else, whatever they are."""

from typing import Any, get_args

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from engine.heat import choices as c
from engine.kernel.commands import Answer, Question, Withdraw
from engine.kernel.refusals import Refusal
from races.heat.cockpit.forms import SHAPES, command_of

ASKED = "2.react.1.7"
QUESTION = Question(2, "react", 1, 7)

SAID: list[tuple[dict[str, Any], c.Choice]] = [
    ({"do": "gear", "gear": "3"}, c.Gear(3)),
    ({"do": "mulligan"}, c.Mulligan()),
    ({"do": "leave_race"}, c.LeaveRace()),
    ({"do": "play", "cards": ["1", "stress"]}, c.Play(("1", "stress"))),
    ({"do": "play", "cards": "4"}, c.Play(("4",))),
    ({"do": "value:up13:5"}, c.Value("up13", 5)),
    ({"do": "cool:2"}, c.Cool(2)),
    ({"do": "cool", "heat": "2"}, c.Cool(2)),
    ({"do": "pay_heat:up16"}, c.PayHeat("up16")),
    ({"do": "forgo"}, c.Forgo(())),
    ({"do": "forgo:up16:up17"}, c.Forgo(("up16", "up17"))),
    ({"do": "scrap:up16"}, c.Scrap("up16")),
    ({"do": "reduce_stress:1"}, c.ReduceStress(1)),
    ({"do": "super_cool:2"}, c.SuperCool(2)),
    ({"do": "salvage:up16", "cards": ["1", "2"]}, c.Salvage("up16", ("1", "2"))),
    ({"do": "direct_play:up16:4"}, c.DirectPlay("up16", 4)),
    ({"do": "accelerate:up16"}, c.Accelerate("up16")),
    ({"do": "draft_move:3"}, c.DraftMove(3)),
    ({"do": "boost"}, c.Boost()),
    ({"do": "adrenaline"}, c.Adrenaline()),
    ({"do": "slipstream:2"}, c.Slipstream(2)),
    ({"do": "pass"}, c.Pass()),
    ({"do": "discard"}, c.Discard(())),
    ({"do": "discard", "cards": ["1"], "refresh": "up16 up17"}, c.Discard(("1",), ("up16", "up17"))),
    ({"do": "discard", "refresh": ""}, c.Discard(())),
    ({"do": "pick:up16"}, c.Pick("up16")),
    ({"do": "give_up:up16"}, c.GiveUp("up16")),
    ({"do": "swap", "give": "up16", "take": "up17"}, c.Swap("up16", "up17")),
]


def test_there_is_a_form_for_every_kind_of_choice() -> None:
    assert {type(choice) for _, choice in SAID} == set(get_args(c.Choice))
    assert len(SHAPES) == len(get_args(c.Choice))


@pytest.mark.parametrize(("fields", "choice"), SAID)
def test_fields_of_the_socket_and_of_a_page_mean_the_same(fields: dict[str, Any], choice: c.Choice) -> None:
    meant = Answer(1, QUESTION, choice, "c1")
    assert command_of({"question": ASKED, "id": "c1", "HEADERS": {"HX-Request": "true"}, **fields}, 1) == meant
    page = QueryDict(mutable=True)
    page.update({"question": ASKED, "id": "c1"})
    for name, value in fields.items():
        page.setlist(name, value if isinstance(value, list) else [value])
    assert command_of(page, 1) == meant


def test_an_answer_can_be_taken_back() -> None:
    assert command_of({"do": "withdraw", "question": ASKED}, 1) == Withdraw(1, QUESTION)


def test_whose_command_it_is_no_field_can_say() -> None:
    command = command_of({"do": "boost", "question": ASKED, "seat": "0", "type": "end"}, 2)
    assert isinstance(command, Answer)
    assert command.seat == 2


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
    refused = command_of(fields, 1)
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
    assert isinstance(command_of(told, 1), Answer | Withdraw | Refusal)
