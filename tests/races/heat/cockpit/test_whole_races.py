"""Whole races driven by filling in the forms of the cockpit at random: what it offers, the engine takes."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.heat import RULEBOOK, STANDARD, Content, Entrant, Heat, Ruleset, Setup, all_tracks
from engine.heat.cards import base_cards
from engine.heat.decks import deck_for
from engine.heat.race import Race
from engine.heat.tables import SHIPPED
from engine.kernel.commands import Withdraw
from engine.kernel.refusals import Refusal
from races import forms
from races.heat.cockpit import fragment as cockpit
from tests.engine.heat.kit import SEED
from tests.races.heat.cockpit.browser import Page, fill_at_random
from tests.races.heat.cockpit.scenes import scene_of

STEPS = 120
UPGRADES = tuple(sorted(card.id for card in base_cards().cards if card.tier and card.kind == "upgrade"))
SPONSORS = tuple(sorted(card.id for card in base_cards().cards if card.kind == "sponsor"))

MODULES: dict[str, dict[str, Any]] = {
    "plain": {"mulligan": True},
    "rounds": {"draft": "rounds", "weather": True, "roads": True},
    "snake": {"draft": "snake"},
    "one": {"draft": "one"},
    "everything": {"weather": True, "roads": True, "season": True},
}


def race_of(rules: Ruleset, modules: dict[str, Any], dice: Random, track: str = "usa") -> Race:
    game = Heat(Content(track=all_tracks()[track], rules=rules, legends=deck_for(rules.legend_rows)))
    loaded = "season" in modules
    entrants = tuple(
        Entrant(upgrades=tuple(dice.sample(UPGRADES, 3)), sponsors=tuple(dice.sample(SPONSORS, 2)))
        if loaded
        else Entrant()
        for _ in range(3)
    )
    return Race(game, Setup((*entrants, Entrant(legend=game.content.legends.rows[0])), 1, **modules), SEED)


@pytest.mark.parametrize("modules", MODULES)
@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=lambda rules: rules.name)
def test_every_form_that_is_shown_is_accepted(rules: Ruleset, modules: str) -> None:
    dice = Random(f"{rules.name} {modules}")
    race = race_of(rules, MODULES[modules], dice)
    pressed: Counter[str] = Counter()
    for step in range(STEPS):
        waiting = race.game.awaiting(race.state)
        if not waiting:
            break
        question = dice.choice(waiting)
        scene = scene_of(race.game, race.state)
        page = Page(cockpit.render(scene, question.seat))
        form = page.form(str(question))
        button = fill_at_random(page, form, dice)
        if button.value == "leave_race" and step < STEPS - 10:
            continue
        pressed[button.value.partition(":")[0]] += 1
        fields = form.socket(button) if step % 2 else form.send(button)
        command: Any = forms.command_of(SHIPPED.choice, fields, question.seat)
        assert not isinstance(command, Refusal), f"{fields}: {command}"
        done = race.submit(command)
        assert not isinstance(done, Refusal), f"{command}: {done}"
        assert race.state.cars[question.seat].choice is None or _may_be_taken_back(race, question.seat, dice)
    assert {"gear", "play"} <= set(pressed)


def _may_be_taken_back(race: Race, seat: int, dice: Random) -> bool:
    """Where the cockpit offers it, an answer can be withdrawn; sometimes it is."""
    scene = scene_of(race.game, race.state)
    page = Page(cockpit.render(scene, seat))
    withdrawing = [form for form in page.forms if any(one.value == "withdraw" for one in form.buttons())]
    if withdrawing and dice.random() < 0.2:
        (form,) = withdrawing
        command = forms.command_of(SHIPPED.choice, form.socket(form.buttons()[0]), seat)
        assert isinstance(command, Withdraw)
        assert not isinstance(race.submit(command), Refusal)
    return True
