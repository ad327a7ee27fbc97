"""The modules of actions: none is missing from the list, none lacks a part, and each keeps to itself."""

import ast
import dataclasses
import re
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

import engine.heat.moves
from engine.heat.cards import base_cards
from engine.heat.choices import Choice
from engine.heat.events import Event, Started
from engine.heat.masking import Masked
from engine.heat.moves import MOVES
from engine.heat.moves.move import Happening, ItemUse, Mask, Move, Notation
from engine.heat.phases import KINDS
from engine.heat.refusals import SHARED
from engine.heat.rules import PhaseName
from engine.heat.tables import SHIPPED

FOLDER = Path(engine.heat.moves.__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in {"__init__", "move"})
MODULES: list[ModuleType] = [getattr(engine.heat.moves, name) for name in NAMES]

each = pytest.mark.parametrize("module", MODULES, ids=NAMES)


def own(module: ModuleType, kind: type) -> set[type]:
    """The classes of a kind that a module defines."""
    classes = {one for one in vars(module).values() if isinstance(one, type) and issubclass(one, kind)}
    return {one for one in classes if one.__module__ == module.__name__}


def text(module: ModuleType) -> str:
    return (FOLDER / f"{module.__name__.rpartition('.')[2]}.py").read_text(encoding="utf-8")


def test_the_list_holds_every_action_once() -> None:
    assert Counter(id(module.MOVE) for module in MODULES) == Counter(map(id, MOVES))


@pytest.mark.parametrize("kind", [Move, Happening, Mask, ItemUse, Notation], ids=lambda kind: kind.__name__)
def test_no_action_comes_into_being_without_one_of_its_parts(kind: type[Any]) -> None:
    required = [field.name for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING]
    parts: dict[str, Any] = dict.fromkeys(required)
    assert kind(**parts)
    for missing in required:
        with pytest.raises(TypeError, match=missing):
            kind(**{name: part for name, part in parts.items() if name != missing})


@each
def test_a_module_defines_one_choice_and_is_named_after_it(module: ModuleType) -> None:
    assert own(module, Choice) == {module.MOVE.choice}
    assert module.MOVE.choice.__struct_config__.tag == module.__name__.rpartition(".")[2].rstrip("_")


@each
def test_a_module_declares_every_event_and_form_that_it_defines(module: ModuleType) -> None:
    happenings: tuple[Happening[Any], ...] = module.MOVE.happenings
    assert own(module, Event) == {one.event for one in happenings}
    assert own(module, Masked) == {one.mask.form for one in happenings if one.mask}
    assert happenings, "something happens"


@each
def test_a_module_declares_every_reason_for_which_it_moves_a_car(module: ModuleType) -> None:
    """Else the terminal has no words for the move."""
    assert set(re.findall(r'\.move\(\s*\w+,\s*"(\w+)"', text(module))) == set(module.MOVE.moved)


def test_no_two_actions_move_a_car_for_one_reason() -> None:
    assert len(SHIPPED.moved) == sum(len(move.moved) for move in MOVES)


@each
def test_a_module_refuses_with_codes_that_have_a_sentence_and_uses_all_of_its_own(module: ModuleType) -> None:
    tree = ast.parse(text(module))
    declared = {
        key.value
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg == "sentences" and isinstance(node.value, ast.Dict)
        for key in node.value.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }
    assert declared == set(module.MOVE.sentences)
    used = set(re.findall(r'case\.no\(\s*"(\w+)"', text(module)))
    assert used <= declared | SHARED.keys()
    assert all(text(module).count(f'"{code}"') > 1 for code in declared), "a code that nothing refuses with"


@each
def test_a_choice_without_a_value_is_its_word_alone(module: ModuleType) -> None:
    notation = module.MOVE.notation
    assert (notation.write is None) == (not module.MOVE.choice.__struct_fields__)


def test_an_action_takes_every_symbol_that_the_cards_of_the_game_have() -> None:
    carried = {symbol for card in base_cards().cards for symbol in card.symbols}
    assert carried == SHIPPED.vocabulary.symbols.keys()


def test_what_is_looked_up_has_one_row_each() -> None:
    assert len(SHIPPED.moves) == len(SHIPPED.words) == len(MOVES)
    assert len(SHIPPED.happenings) == sum(len(move.happenings) for move in MOVES)
    assert len(SHIPPED.vocabulary.symbols) == len(SHIPPED.symbols)
    assert len(SHIPPED.vocabulary.items) == sum(move.item is not None for move in MOVES)
    assert not SHIPPED.public & SHIPPED.masks.keys()
    assert SHIPPED.public | SHIPPED.masks.keys() == SHIPPED.folds.keys() | {Started}


def test_the_walk_through_a_new_symbol_names_files_that_exist() -> None:
    root = FOLDER.parents[2]
    page = (root / "docs/SYMBOLS.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:docs|engine|races|tests)/[\w/.]+)`", page))
    assert len(named) > 9
    assert not {name for name in named if not (root / name).exists()}
    for name, module in re.findall(r"`(_?[A-Z][A-Z_]+)` (?:in|of) `([\w/.]+)`", page):
        assert re.search(rf"^{name}\b", (root / module).read_text(encoding="utf-8"), re.MULTILINE), (
            f"{name} in {module}"
        )


def test_an_event_has_its_seat_first_and_all_else_by_name() -> None:
    """Several numbers in a row would be mistaken for each other."""
    events: tuple[Any, ...] = (*SHIPPED.folds, *SHIPPED.shown)
    for event in events:
        assert event.__match_args__ in {(), ("seat",)}, event.__name__


def test_every_phase_has_its_name_in_the_type() -> None:
    assert get_args(PhaseName) == ("", *(kind.name for kind in KINDS))
