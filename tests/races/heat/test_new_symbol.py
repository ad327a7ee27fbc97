"""A symbol that the site does not know: an action of the tests, given to the engine and to the site by their lists.

The engine's half is `tests/engine/heat/test_new_symbol.py`; docs/SYMBOLS.md walks through both.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override

from engine.heat import Entrant, LeaveRace, Setup
from engine.heat.case import Case
from engine.heat.forecast import Forecast
from engine.heat.moment import Moment
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.race import Race
from engine.heat.transaction import Transaction
from engine.kernel import Step, command_for
from races.heat import refusals
from races.heat.board import fragments
from races.heat.caption import hand
from races.heat.cockpit import fragment
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever, sources
from races.heat.commentary.line import CarLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrate import narrate
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.playback import steps
from races.heat.commentary.reader import Reader
from races.heat.commentary.say import sentence
from races.heat.moves import MOVES
from races.heat.moves.move import SiteMove
from races.heat.parts.cards import name, sprite
from races.heat.parts.symbols import SYMBOLS
from races.heat.tables import tables_of
from races.parts.icons import STAND_IN
from tests.engine.heat.kit import SEED
from tests.engine.heat.test_new_symbol import GAME, HOSE, Quench, QuenchedSeen, laid
from tests.races.heat.cockpit.browser import Page
from tests.races.heat.cockpit.scenes import scene_of
from tests.races.heat.commentary.kit import plain

# The action, as a module of `races.heat.moves` would have it


class QuenchLine(CarLine, frozen=True, tag="quench", kw_only=True):
    """How much Heat was quenched, by which card."""

    look = Look("cool", phase=5)

    heat: int
    card: str

    def sentence(self, reader: Reader) -> SafeString:
        text = ngettext("{who} quenches {n} Heat with {card}.", "{who} quenches {n} Heat with {card}.", self.heat)
        return phrase(text, who=reader.who(self.seat), n=self.heat, card=reader.card(self.card))


def _quenched(narrator: Narrator, event: QuenchedSeen) -> None:
    narrator.say(QuenchLine(seat=event.seat, heat=event.cards, card="hose"))


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    for choice in cockpit.of(Quench):
        lever = Lever("quench", _("Quench %(n)s") % {"n": choice.heat}, _("Heat from your hand to the discard pile."))
        lever.do = f"quench:{choice.card}:{choice.heat}"
        lever.given_by = sources(cockpit, "quench")
        yield lever


QUENCH = SiteMove(
    choice=Quench,
    log=LogPart(lines=(QuenchLine,), narrated={QuenchedSeen: _quenched}),
    counts={},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: _("Quench %(n)s") % {"n": choice.heat},
    refusals={"too_little_to_quench": gettext_lazy("You cannot quench %(heat)s Heat.")},
    presets=(),
)
SITE = tables_of((*MOVES, QUENCH))

# What the site makes of it


def test_the_card_is_drawn_and_called_by_its_content() -> None:
    assert name(HOSE) == "Speed 2, quench 2, pay 1 Heat"
    assert 'id="card-hose"' in sprite([HOSE])


def test_the_cockpit_offers_it() -> None:
    table = laid().answer(0, PayHeat("hose"))
    html = fragment.render(scene_of(GAME, table.state), 0, tables=SITE)
    (form,) = [form for form in Page(html).forms if form.id]
    assert {"quench:hose:1", "quench:hose:2"} < {one.value for one in form.buttons()}
    assert "#card-hose" in html
    assert "quench" not in SYMBOLS
    assert f"#i-{STAND_IN}" in html


def test_a_refusal_names_the_card_of_the_race() -> None:
    table = laid()
    cockpit = Cockpit(scene_of(GAME, table.state), 0, SITE.sentences)
    assert cockpit.why_not(Quench("hose", 1)).startswith(f"Pay the Heat of {name(HOSE)} first")
    table.answer(0, PayHeat("hose"))
    cockpit = Cockpit(scene_of(GAME, table.state), 0, SITE.sentences)
    assert cockpit.why_not(Quench("hose", 3)) == "You cannot quench 3 Heat."


def test_the_walk_through_names_what_there_is() -> None:
    page = (Path(__file__).parents[3] / "docs/SYMBOLS.md").read_text(encoding="utf-8")
    kinds: dict[str, type] = {
        "lever": Lever,
        "narrator": Narrator,
        "case": Case,
        "moment": Moment,
        "now": Forecast,
        "transaction": Transaction,
    }
    named = re.findall(rf"`({'|'.join(kinds)})\.(\w+)", page)
    assert {owner for owner, _name in named} == kinds.keys()
    own = {"race"}  # of the instance
    assert not [f"{owner}.{name}" for owner, name in named if not hasattr(kinds[owner], name) and name not in own]


def test_the_list_that_ships_is_not_touched() -> None:
    assert Quench not in {move.choice for move in MOVES}


@pytest.fixture(scope="module")
def race() -> list[tuple[Any, Any, tuple[Any, ...]]]:
    """A race in which drivers quench whenever they can: each step with its state before and after, and its events."""
    driven = Race(GAME, Setup((Entrant(None, ("hose", "hose", "hose")),) * 2, 1), SEED)
    dice = Random(7)
    found: list[tuple[Any, Any, tuple[Any, ...]]] = []
    while waiting := GAME.awaiting(driven.state):
        choices = [one for one in GAME.legal(driven.state, waiting[0].seat) if not isinstance(one, LeaveRace)]
        before = driven.state
        wanted = [one for one in choices if isinstance(one, Quench)] or choices
        step = driven.submit(command_for(waiting[0], dice.choice(wanted)))
        assert isinstance(step, Step)
        found.append((before, step.state, step.events))
    return found


def test_a_whole_race_with_it_is_shown_told_and_played(race: list[tuple[Any, Any, tuple[Any, ...]]]) -> None:
    said: list[str] = []
    looks: set[str] = set()
    with override("en"):
        for before, after, events in race:
            scene = scene_of(GAME, after)
            lines = narrate(GAME, before, events, SITE)
            said += [plain(line, scene.seats, GAME) for line in lines]
            sentences = [(line, sentence(line, scene.seats, GAME)) for line in lines]
            looks |= {step["look"] for step in steps(Reader(scene.seats, GAME), sentences)}
            for seat in range(2):
                assert 'id="cockpit"' in fragment.render(scene, seat, tables=SITE)
                assert hand(scene, seat).cards or after.ended or not after.cards[seat].hand
            assert "Driver 1" in str(fragments.standings(scene))
    assert any("quenches" in line for line in said)
    assert {"cool", "drive"} <= looks
    assert not refusals.SENTENCES.keys() & QUENCH.refusals
