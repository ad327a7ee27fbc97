import xml.etree.ElementTree as ET

import pytest

from engine.heat.cards import Card, base_cards
from engine.heat.tables import SHIPPED
from races.heat.parts import cards
from races.heat.parts.symbols import SYMBOLS, icon, sprite
from races.parts.icons import sprite as site_sprite

CARDS = base_cards().named()


def some(*faces: str) -> list[Card]:
    return [CARDS[face] for face in faces]


def symbols_of(sprite: str) -> dict[str, ET.Element]:
    tree = ET.fromstring(f"<svg>{sprite}</svg>")
    return {symbol.get("id", ""): symbol for symbol in tree.iter("symbol")}


def test_every_card_of_the_game_has_a_face_of_its_own() -> None:
    drawn = symbols_of(cards.sprite(CARDS.values()))
    assert set(drawn) == {f"card-{card.id}" for card in base_cards().cards} | {"card-back"}
    heats = {card.id for card in base_cards().cards if card.kind == "heat"}
    looks = [ET.tostring(symbol)[30:] for face, symbol in drawn.items() if face.removeprefix("card-") not in heats]
    assert len(set(looks)) == len(looks)


def test_a_race_carries_only_the_faces_that_it_needs() -> None:
    assert set(symbols_of(cards.sprite(some("1", "stress", "1")))) == {"card-1", "card-stress", "card-back"}
    assert len(cards.sprite(some("0", "1", "2", "3", "4", "5", "heat", "stress"))) < 20_000


def test_the_same_faces_are_drawn_once() -> None:
    assert cards.sprite(some("4", "2")) is cards.sprite(some("2", "4"))


def test_a_card_is_shown_by_reference() -> None:
    assert (
        cards.picture("3", "Speed 3") == '<svg class="face" role="img" aria-label="Speed 3"><use href="#card-3"/></svg>'
    )
    assert 'aria-hidden="true"' in cards.picture("3", "")


@pytest.mark.parametrize(
    ("face", "name"),
    [
        ("4", "Speed 4"),
        ("0", "Starting upgrade, Speed 0"),
        ("heat", "Heat"),
        ("up17", "Heat"),
        ("stress", "Stress"),
        ("back", "A card face down"),
        ("up07", "Brake Drums, Speed 1 or 2 or 3 or 4, pay 1 Heat"),
        ("up02", "Drivetrain, flip 3"),
        ("up36", "Treads, Speed 2, corner limits –1, cooldown 3"),
        ("up24", "Throttle, Speed 1, direct play, scrap 1"),
        ("sp06", "Air Scoop of Boreas Filters, Speed 0, super cool 2"),
    ],
)
def test_names_say_all_that_a_card_says(face: str, name: str) -> None:
    assert cards.label(face, CARDS) == name


@pytest.mark.parametrize(
    ("face", "name"),
    [
        ("4", "4"),
        ("0", "0"),
        ("heat", "Heat"),
        ("stress", "Stress"),
        ("up07", "Brake Drums 1/2/3/4"),
        ("up10", "Brake Drums 1/5"),
        ("up02", "Drivetrain +++"),
        ("up03", "Drivetrain +"),
        ("up36", "Treads 2"),
    ],
)
def test_a_short_name_tells_cards_of_one_kind_apart(face: str, name: str) -> None:
    assert cards.short(CARDS[face]) == name


def test_every_family_and_symbol_of_the_engine_has_words() -> None:
    assert {card.family for card in base_cards().cards if card.kind in ("upgrade", "sponsor")} <= set(cards.FAMILIES)
    assert set(SYMBOLS) == SHIPPED.vocabulary.symbols.keys()


def test_every_symbol_has_one_drawing_that_card_and_lever_show() -> None:
    icons = symbols_of(f"{site_sprite()}{sprite()}")
    for symbol, shown in SYMBOLS.items():
        path = icons[f"i-{symbol}"].find("path")
        assert path is not None
        assert path.get("d") == shown.path
        assert (
            f'd="{shown.path}"' in cards.sprite([Card("new", "upgrade", (1,), symbols={symbol: 2})]) or symbol == "plus"
        )
        assert f"#i-{symbol}" in icon(symbol)
