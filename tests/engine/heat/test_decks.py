"""The decks of Legend cards that ship: what a driver may rely on whatever the numbers are."""

from itertools import pairwise

import pytest

from engine.heat import RULEBOOK, STANDARD
from engine.heat.decks import LegendCard, all_decks, deck_for

LEVELS = all_decks()["levels"]


def test_each_rule_set_has_a_deck_of_its_kind() -> None:
    assert [deck_for(rules.legend_rows).rows_are for rules in (STANDARD, RULEBOOK)] == ["level", "helmet"]


def test_every_deck_has_ten_cards() -> None:
    assert {len(deck.cards) for deck in all_decks().values()} == {10}


def test_levels_are_easy_medium_and_hard() -> None:
    assert LEVELS.rows == ("easy", "medium", "hard")
    assert LEVELS.row(3, "hard") == "hard"


@pytest.mark.parametrize("card", LEVELS.cards, ids=lambda card: card.id)
def test_levels_rise_on_every_card(card: LegendCard) -> None:
    """A harder Legend is never slower on the same card."""
    for easier, harder in pairwise(card.rows[level] for level in LEVELS.rows):
        assert easier.number < harder.number
        assert easier.slot <= harder.slot


def test_helmets_are_six_and_go_round() -> None:
    deck = all_decks()["helmets"]
    assert len(deck.rows) == 6
    assert [deck.row(number, "any") for number in range(7)] == [*deck.rows, deck.rows[0]]
