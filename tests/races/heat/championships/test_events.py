"""Events in words: each effect of each card has its sentence, and the press stands where the rules put it."""

import pytest
from msgspec.structs import replace

from engine.heat import RULEBOOK, Heat
from engine.heat.modules import NO_EFFECTS, Effects, base_modules
from engine.heat.season import SeasonContent
from races.heat.championships.events import EFFECTS, effects, event_of, press, reward

CARDS = {card.id: card for card in base_modules().events}


def race(track: str = "usa", rules: object = None) -> Heat:
    content = SeasonContent() if rules is None else SeasonContent(rules=RULEBOOK)
    return Heat(content.race(track))


def test_every_effect_has_its_words() -> None:
    assert set(EFFECTS) == set(Effects.__struct_fields__)


@pytest.mark.parametrize("name", CARDS)
def test_every_event_says_each_of_its_effects_once(name: str) -> None:
    card = CARDS[name]
    said = list(effects(card))
    changed = [one for one in EFFECTS if getattr(card.effects, one) != getattr(NO_EFFECTS, one)]
    assert len(said) == len(changed) + bool(card.sponsors)
    assert all(sentence.endswith(".") and "%" not in sentence for sentence in said)


def test_sentences_have_their_numbers() -> None:
    assert list(effects(CARDS["strike"])) == [
        "Every driver starts with a sponsor card.",
        "The race is one lap shorter.",
        "The winner scores 2 points more.",
    ]
    assert "Every engine starts with 2 Heat less." in list(effects(CARDS["safety_regulations"]))
    assert "Hands are filled up to 8 cards." in list(effects(CARDS["record_crowds"]))
    more = replace(CARDS["strike"], effects=Effects(laps=2, points_bonus=(3, 2)))
    assert "The race is 2 laps longer." in list(effects(more))
    assert "The first places score 3, 2 points more." in list(effects(more))


def test_the_press_waits_where_the_rules_put_it() -> None:
    assert press(race(), "strike") == "The press waits at every corner."
    board = race(rules=RULEBOOK)
    assert press(board, "strike") == "The press waits at corner C."
    assert press(board, "record_crowds") == "The press waits at corners A and C."
    assert press(board, "sudden_rain") == "The press stays at home."
    assert event_of(board, "") is None


def test_what_the_press_pays_for() -> None:
    assert "from speed 5 on" in reward(race(), "strike", 3)
    assert "below the limit" in reward(race(), "smile_wave", 3)
