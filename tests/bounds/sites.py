"""The places at which the code reads from outside: every decoder in the source, with the types that it reads.

Nothing is listed by hand but what the source does not say: types that only a running program has, and what is no
outside. A decoder that is neither found nor listed is an error.
"""

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.heat.cards import CardSet
from engine.heat.decks import LegendDeck
from engine.heat.modules import Modules
from engine.heat.notation import tags
from engine.heat.rules import Ruleset
from engine.heat.tables import SHIPPED, Tables
from engine.henhur.choices import Choice as HenHurChoice
from engine.kernel.commands import Reader
from engine.lastcard.choices import Choice as LastCardChoice
from lobby import games
from lobby.views import calls
from races.heat.box_tables import TABLES

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "client", "heatgym", "races", "lobby", "operating", "heatsite")

DECODERS = {"msgspec.json.Decoder": 0, "msgspec.json.decode": 1, "msgspec.convert": 1}
"""What reads, by its name in the source, and the place of the type among its arguments; `type=` names it, too."""
OTHERS = ("json.loads", "json.load", "pickle.loads", "pickle.load", "msgspec.msgpack.decode", "msgspec.yaml.decode")
"""Other ways to read, none of which is used."""
WRAPPERS: Mapping[Any, int] = {Reader: 0, games.options: 1, calls.sent: 1, tags._decoder: 0}
"""Functions of ours that read a type that they are given, and the place of the type among their arguments."""

RESOLVED: Mapping[str, tuple[Any, ...]] = {
    "engine.heat.tables: self.command": (SHIPPED.command,),
    "engine.heat.tables: self._named.get(name, self.choice)": (SHIPPED.choice,),
    "engine.heat.reading: tables.record": (SHIPPED.record,),
    "engine.heat.notation.tags: kind": (Ruleset, LegendDeck, CardSet, Modules),
    "races.heat.box_tables: TABLES[slug].item": tuple(table.item for table in TABLES.values()),
    "races.forms: choices": (SHIPPED.choice, LastCardChoice, HenHurChoice),
    # In a wrapper: each of its callers is found.
    "engine.heat.tables: kind": (),
    "engine.kernel.commands: messages": (),
    "lobby.games: kind": (),
    "lobby.views.calls: kind": (),
}
"""Types that only a running program has, by module and expression."""

SHIPS = "It ships with the code."
OWN = "This site wrote it, and keeps it in its own database; nobody sends it."
UNTYPED = "-"
OURS: Mapping[str, str] = {
    "engine.heat.modules: kind": SHIPS,
    "engine.heat.tracks: list[msgspec.Raw]": SHIPS,
    "engine.kernel.characters: tuple[Character, ...]": SHIPS,
    "engine.heat.decks: tuple[LegendDeck, ...]": SHIPS,
    "engine.heat.season.calendar: tuple[Year, ...]": SHIPS,
    "engine.lastcard.content: tuple[Kind, ...]": SHIPS,
    "engine.lastcard.content: tuple[Rules, ...]": SHIPS,
    "races.heat.lessons.tracks: list[msgspec.Raw]": SHIPS,
    "engine.heat.review.chances: Weights": SHIPS,
    "lobby.games.heat.lengths: Lengths": SHIPS,
    f"races.heat.catalogue: {UNTYPED}": SHIPS,
    f"races.management.commands.make_fixtures: {UNTYPED}": SHIPS,
    "engine.heat.review.results: Review": OWN,
    "races.heat.circuit_art.drawing: Art": OWN,
    "races.heat.championships.showing: _Art": OWN,
    "races.heat.link_cards: _Picture": OWN,
    "lobby.games.heat.circuits: Art": OWN,
    "races.models.races: kind": OWN,
    f"lobby.games: {UNTYPED}": "It is what this site has just encoded.",
    f"engine.heat.tracks: {UNTYPED}": "`_misshapen` compares it with the type of a circuit, bounds and all.",
    "engine.heat.tracks: tuple[float, float]": "`_misshapen` compares both numbers with their bound.",
    "heatsite.structs: kind": "It reads nothing: msgspec looks at the types before the first thread reads one.",
    "engine.cli.season: Plan": "One process of a command gives it to another.",
    "operating.copies.form: Head": "A copy of a whole database: the operator's own file, for a command of theirs.",
    "operating.copies.form: Table | End": "As above.",
    "operating.copies.form: list[object]": "As above.",
    "races.openings: Opened | str": "It is what a process of this site has made of a file.",
}
"""Decoders of what does not come from outside, or is bounded in another way, and why."""


@dataclass(frozen=True)
class Site:
    """A place in the source that reads, and the types that it reads."""

    module: str
    line: int
    expression: str
    types: tuple[Any, ...]

    @property
    def key(self) -> str:
        return f"{self.module}: {self.expression}"


def found_in(source: str, module: ModuleType) -> Iterator[Site]:
    """Every decoder in a source. Raises `AssertionError` for one whose type is not known."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        assert name not in OTHERS, f"{module.__name__}:{node.lineno} reads by {name}"
        if (place := DECODERS.get(name, _wrapper(node, module))) is None:
            continue
        named = [word.value for word in node.keywords if word.arg == "type"]
        kind = named[0] if named else node.args[place] if len(node.args) > place else None
        expression = UNTYPED if kind is None else ast.unparse(kind)
        yield Site(module.__name__, node.lineno, expression, _types(kind, f"{module.__name__}: {expression}", module))


def _wrapper(node: ast.Call, module: ModuleType) -> int | None:
    if isinstance(node.func, ast.Attribute) and node.func.attr == Tables.decoder.__name__:
        return 0
    if not re.fullmatch(r"[\w.]+", ast.unparse(node.func)):
        return None
    called = _value(node.func, module)
    return next((place for one, place in WRAPPERS.items() if one is called), None)


def _types(kind: ast.expr | None, key: str, module: ModuleType) -> tuple[Any, ...]:
    if key in RESOLVED:
        return RESOLVED[key]
    if key in OURS:
        return ()
    found = None if kind is None else _value(kind, module)
    assert found is not None, f"what is read here is not known: {key}"
    return (found,)


def _value(expression: ast.expr, module: ModuleType) -> Any:
    """What an expression is in its module; None for one that only a running function knows."""
    try:
        return eval(ast.unparse(expression), vars(module))
    except (NameError, AttributeError, TypeError, KeyError, SyntaxError):
        return None


def all_sites() -> list[Site]:
    """Every decoder of all packages."""
    found: list[Site] = []
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            source = file.read_text()
            if file.name != "__main__.py" and any(word in source for word in ("ecode", "convert", "Reader", "options")):
                found += found_in(source, importlib.import_module(name))
    return found
