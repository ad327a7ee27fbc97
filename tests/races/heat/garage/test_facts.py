"""What upgrades do, in words: every card, every symbol, and the figures."""

import pytest

from engine.heat.bots.symbols import CARD_VALUES
from engine.heat.cards import Card, base_cards
from races.heat.garage.facts import filters, upgrade
from races.heat.parts.symbols import SYMBOLS

BOX = base_cards()
CARDS = BOX.named()
UPGRADES = [card for card in BOX.cards if card.tier]


def told(face: str) -> list[str]:
    return [fact.text for fact in upgrade(CARDS[face], BOX).facts]


@pytest.mark.parametrize(
    ("face", "sentence"),
    [
        ("up16", "Counts 3."),
        ("up08", "Counts what you choose when the cards are turned: 1, 3."),
        ("up01", "Counts 5 to 8 with its flip, 6.5 on average."),
        ("up02", "Counts 3 to 12 with its 3 flips, 7.5 on average."),
        ("up17", "One Heat more in your deck: cool it once, and the engine holds 1 more."),
        ("up12", "Cools up to 2 Heat: from your hand to the engine."),
        ("up42", "Costs 2 Heat from the engine, before the rest of it can be used."),
        ("up25", "A must: the top 2 cards of your draw pile are discarded."),
        ("up24", "A must: the top 1 card of your draw pile is discarded."),
        ("up36", "The limit of every corner that you cross this turn is 1 lower."),
        ("up46", "The limit of every corner that you cross this turn is 3 higher."),
        ("up28", "Adds 1 speed for each flip of your turn."),
    ],
)
def test_facts_have_their_numbers(face: str, sentence: str) -> None:
    assert sentence in told(face)


def test_what_a_card_is_worth_is_the_table_of_the_bots() -> None:
    assert CARD_VALUES["up01"] == 1.28
    assert told("up01")[-1] == "Measured with bots: 1.3 rounds a race faster than a Speed 2."
    assert CARD_VALUES["up30"] == -0.47
    assert told("up30")[-1] == "Measured with bots: 0.5 rounds a race slower than a Speed 2."
    assert told("up15")[-1] == "Measured with bots: as good as a Speed 2."


@pytest.mark.parametrize("card", UPGRADES, ids=lambda card: card.id)
def test_every_card_tells_each_of_its_symbols(card: Card) -> None:
    kinds = [fact.kind for fact in upgrade(card, BOX).facts]
    assert len(kinds) == len(set(kinds)), "cards are compared kind by kind"
    assert set(card.symbols) - {"plus"} <= set(kinds)
    assert all(fact.text.endswith(".") for fact in upgrade(card, BOX).facts)


def test_every_symbol_of_an_upgrade_is_told_in_a_sentence() -> None:
    found = {symbol for card in UPGRADES for symbol in card.symbols}
    assert found == set(SYMBOLS)
    assert {name for name, symbol in SYMBOLS.items() if symbol.does is None} == {"plus"}


def test_filters_are_those_of_the_packs_that_take_part() -> None:
    names = [name for name, _words in filters(BOX, ("basic",), ())]
    assert "super_cool" not in names
    assert names[:2] == ["plus", "cooldown"]
    assert "super_cool" in dict(filters(BOX, ("basic", "advanced"), ("heavy_rain",)))


def test_a_symbol_of_other_content_has_its_name() -> None:
    (counts, vent) = upgrade(Card("own", "upgrade", (2,), {"vent": 2}), BOX).facts
    assert (counts.text, vent.text, vent.icon) == ("Counts 2.", "vent 2", "settings")
