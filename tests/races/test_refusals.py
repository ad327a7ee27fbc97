"""Every code has a sentence for drivers, and every sentence can be made."""

import re
from string import Formatter
from typing import cast

import pytest

from engine.heat import Content, Heat, all_tracks
from engine.heat.cards import base_cards
from engine.heat.refusals import refuse
from engine.heat.tables import SHIPPED
from engine.kernel.refusals import SENTENCES as KERNEL
from engine.kernel.refusals import Refusal, refusal
from races import live, page_state, refusals
from races.games import AnyTableGame
from races.heat import refusals as heat_refusals
from races.heat.scene import HeatScene
from races.heat.table_game import HeatAtTable
from races.heat.tables import SITE
from races.models import Race
from races.scenes import Scene

CODES = {**KERNEL, **SHIPPED.sentences, **live.SENTENCES}
ANY_TABLE = {**KERNEL, **live.SENTENCES}


def in_words(refused: Refusal) -> str:
    return heat_refusals.sentence(refused, SITE.sentences, base_cards().named())


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_translated(code: str) -> None:
    assert code in (refusals.SENTENCES if code in ANY_TABLE else SITE.sentences)


@pytest.mark.parametrize("code", sorted({*refusals.SENTENCES, *SITE.sentences}))
def test_a_sentence_names_only_what_the_refusal_tells(code: str) -> None:
    told = {name for _, name, _, _ in Formatter().parse(CODES.get(code, "")) if name}
    named = set(re.findall(r"%\((\w+)\)s", str(SITE.sentences.get(code) or refusals.SENTENCES[code])))
    assert named <= told
    params: dict[str, str | int] = dict.fromkeys(told, 3)
    assert "%" not in in_words(Refusal(code, "", 1, params))


def test_cards_are_called_by_their_names() -> None:
    assert "Speed 4" in in_words(refuse("not_in_hand", 1, card="4"))
    assert "<b>" in in_words(refuse("not_in_hand", 1, card="<b>"))


def test_a_code_that_nobody_knows_keeps_its_own_sentence() -> None:
    assert in_words(Refusal("new", "Not today.")) == "Not today."


def any_scene() -> HeatScene:
    """What a page of Heat shows, as far as a refusal needs it."""
    scene: HeatScene = Scene.__new__(Scene)
    scene.race = Race()
    scene.table_game = cast(AnyTableGame, HeatAtTable(Heat(Content(track=all_tracks()["usa"]))))
    return scene


def test_an_acknowledgement_says_what_was_refused_and_why() -> None:
    scene = any_scene()
    plain = page_state.acknowledgement(scene, "c1", None)
    assert 'data-id="c1"' in plain
    assert "data-refused" not in plain
    refused = page_state.acknowledgement(scene, "c2", refusal("stale"))
    assert 'data-code="stale"' in refused
    assert "the race has moved on" in refused
    assert refused.strip().startswith("<heat-ack")


def test_what_came_from_outside_is_escaped() -> None:
    scene = any_scene()
    shown = page_state.acknowledgement(scene, "c", refuse("not_in_hand", 1, card='"><i>'))
    assert "<i>" not in shown
