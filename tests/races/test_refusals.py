"""Every code has a sentence for drivers, and every sentence can be made."""

import re
from string import Formatter

import pytest
from django.template.loader import render_to_string

from engine.heat.refusals import refuse
from engine.heat.tables import SHIPPED
from engine.kernel.refusals import SENTENCES as KERNEL
from engine.kernel.refusals import Refusal, refusal
from races import live, refusals, screen

CODES = {**KERNEL, **SHIPPED.sentences, **live.SENTENCES}


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_translated(code: str) -> None:
    assert code in refusals.SENTENCES


@pytest.mark.parametrize("code", sorted(refusals.SENTENCES))
def test_a_sentence_names_only_what_the_refusal_tells(code: str) -> None:
    told = {name for _, name, _, _ in Formatter().parse(CODES.get(code, "")) if name}
    named = set(re.findall(r"%\((\w+)\)s", str(refusals.SENTENCES[code])))
    assert named <= told
    params: dict[str, str | int] = dict.fromkeys(told, 3)
    assert "%" not in refusals.sentence(Refusal(code, "", 1, params))


def test_cards_are_called_by_their_names() -> None:
    assert "Speed 4" in refusals.sentence(refuse("not_in_hand", 1, card="4"))
    assert "<b>" in refusals.sentence(refuse("not_in_hand", 1, card="<b>"))


def test_a_code_that_nobody_knows_keeps_its_own_sentence() -> None:
    assert refusals.sentence(Refusal("new", "Not today.")) == "Not today."


def test_an_acknowledgement_says_what_was_refused_and_why() -> None:
    plain = screen.acknowledgement("c1", None)
    assert 'data-id="c1"' in plain
    assert "data-refused" not in plain
    refused = screen.acknowledgement("c2", refusal("stale"))
    assert 'data-code="stale"' in refused
    assert "the race has moved on" in refused
    assert refused.strip().startswith("<heat-ack")


def test_what_came_from_outside_is_escaped() -> None:
    shown = render_to_string(
        "races/acknowledgement.html", {"id": "c", "refused": refuse("not_in_hand", 1, card='"><i>')}
    )
    assert "<i>" not in shown
