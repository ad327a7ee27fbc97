"""The rule sets side by side leave nothing out."""

from engine.heat import RULESETS, Ruleset
from engine.heat.bots import BOTS
from engine.heat.content import MOST_LAPS
from engine.heat.decks import all_decks
from lobby import models
from lobby.games.heat import legends
from races.heat import rulesets


def test_every_field_of_a_rule_set_is_worded_or_belongs_elsewhere() -> None:
    fields = set(Ruleset.__struct_fields__)
    assert set(rulesets.WORDED) | rulesets.ELSEWHERE == fields
    assert not set(rulesets.WORDED) & rulesets.ELSEWHERE


def test_every_rule_set_is_offered() -> None:
    assert {rules.id for rules in rulesets.rule_sets()} == set(RULESETS)


def test_a_row_says_two_things() -> None:
    rows = rulesets.differences()
    assert len(rows) == len(rulesets.WORDED)
    for row in rows:
        assert len({words for _, words in row.entries}) == len(RULESETS)


def test_every_bot_and_every_row_has_a_name() -> None:
    assert list(legends.STRENGTHS) == list(BOTS)
    for deck in all_decks().values():
        assert set(deck.rows) <= set(legends.LEVELS)


def test_a_room_can_be_stored_with_all_the_laps_that_the_engine_drives() -> None:
    assert models.MOST_LAPS == MOST_LAPS


def test_players_read_no_id_of_a_rule_set() -> None:
    assert [rules.name for rules in rulesets.rule_sets()] == ["Online rules", "Board rules"]
    assert rulesets.name("house") == "house"
