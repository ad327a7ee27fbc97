"""The rule sets side by side leave nothing out."""

from engine.heat import RULESETS, Ruleset
from engine.heat.bots import BOTS
from engine.heat.decks import all_decks
from lobby import opponents, rulesets
from lobby.models import Room


def test_every_field_of_a_rule_set_is_told_or_belongs_elsewhere() -> None:
    fields = set(Ruleset.__struct_fields__)
    assert set(rulesets.TOLD) | rulesets.ELSEWHERE == fields
    assert not set(rulesets.TOLD) & rulesets.ELSEWHERE


def test_every_rule_set_is_offered() -> None:
    assert set(Room.Rules.values) == set(RULESETS)
    assert {offer.value for offer in rulesets.offers()} == set(RULESETS)


def test_a_row_says_two_things() -> None:
    rows = rulesets.differences()
    assert len(rows) == len(rulesets.TOLD)
    for row in rows:
        assert len({words for _, words in row.sayings}) == len(RULESETS)


def test_every_bot_and_every_row_has_a_name() -> None:
    assert list(opponents.STRENGTHS) == list(BOTS)
    for deck in all_decks().values():
        assert set(deck.rows) <= set(opponents.LEVELS)
