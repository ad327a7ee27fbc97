"""The tags of a race record: what is raced on, and by whom. A tag's value is JSON, as a rule a string.

Content that ships with the engine is named; any other is written out in full.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from engine.heat import grammar as w
from engine.heat.cards import CardSet, base_cards
from engine.heat.content import Content, content_faults, setup_faults
from engine.heat.decks import LegendDeck, all_decks
from engine.heat.game import Heat
from engine.heat.modules import Modules, base_modules
from engine.heat.reading import RaceRecord
from engine.heat.rules import DRAFTS, RULESETS, Ruleset
from engine.heat.state import TIERS, Entrant, Setup
from engine.heat.tracks import all_tracks, read_track
from engine.kernel.bounds import Sheet
from engine.kernel.chance import Seed, is_seed
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import decode, encode

T = TypeVar("T")
D = TypeVar("D")

Line = int
Values = dict[str, tuple[Line, str]]
"""Tags as they stand in the text: the line and the raw JSON of each."""

POSITION = "Position"
"""The state from which the race goes on, written out."""

KNOWN = (
    *("Game", "Engine", "Track", "TrackData", "Rules", "RulesData", "Legends", "LegendsData", "CardsData"),
    *("ModulesData", "Digest", "Laps", "Cars", "Grid", "Mulligan", "LegendBonus", "Aggressive"),
    *("Draft", "Tiers", "Expansions", "Weather", "Roads", "Season", "Event", "Seed", POSITION),
)

_STRINGS = msgspec.json.Decoder(Sheet)


# Writing


def write_tags(record: RaceRecord) -> Iterator[str]:
    content, setup = record.content, record.setup
    yield _tag("Game", record.game)
    yield _tag("Engine", record.engine)
    yield _tag("Track", content.track.id)
    if all_tracks().get(content.track.id) != content.track:
        yield _data("TrackData", content.track)
    yield _tag("Rules", content.rules.name)
    if RULESETS.get(content.rules.name) != content.rules:
        yield _data("RulesData", content.rules)
    yield _tag("Legends", content.legends.id)
    if all_decks().get(content.legends.id) != content.legends:
        yield _data("LegendsData", content.legends)
    if content.cards != base_cards():
        yield _data("CardsData", content.cards)
    if content.modules != base_modules():
        yield _data("ModulesData", content.modules)
    yield _tag("Digest", content.digest())
    yield _tag("Laps", str(setup.laps))
    yield _tag("Cars", " ".join(map(_entrant, setup.entrants)))
    if setup.grid is not None:
        yield _tag("Grid", w.numbers(setup.grid))
    if setup.legend_bonus:
        yield _tag("LegendBonus", str(setup.legend_bonus))
    if setup.draft:
        yield _tag("Draft", setup.draft)
    if setup.tiers != TIERS:
        yield _tag("Tiers", w.cards(setup.tiers))
    if setup.expansions:
        yield _tag("Expansions", w.cards(setup.expansions))
    if setup.event:
        yield _tag("Event", w.name(setup.event))
    for name, field in FLAGS.items():
        if getattr(setup, field):
            yield _tag(name, "yes")
    yield _tag("Seed", record.seed)
    if record.position is not None:
        yield _data(POSITION, record.position)


FLAGS = {"Mulligan": "mulligan", "Aggressive": "aggressive", "Weather": "weather", "Roads": "roads", "Season": "season"}
"""Options of the set-up that are on or off."""


def _tag(name: str, value: str) -> str:
    return f"[{name} {msgspec.json.encode(value).decode()}]"


def _data(name: str, value: object) -> str:
    return f"[{name} {encode(value).decode()}]"


def _entrant(entrant: Entrant) -> str:
    kind = "driver" if entrant.legend is None else f"legend:{w.name(entrant.legend)}"
    upgrades = "" if entrant.upgrades is None else w.cards(entrant.upgrades)
    if entrant.sponsors:
        return f"{kind}:{upgrades}:{w.cards(entrant.sponsors)}"
    return f"{kind}:{upgrades}" if upgrades else kind


# Reading


class Tags:
    """The tags of a text, each read for itself, so that every fault is found."""

    def __init__(self, values: Values, faults: list[Fault]) -> None:
        self.values = values
        self.faults = faults

    def place(self, name: str) -> str:
        return f"line {self.values[name][0]}" if name in self.values else name

    def fault(self, name: str, code: str, text: str) -> None:
        self.faults.append(Fault(self.place(name), code, f"{name}: {text}"))

    def text(self, name: str, read: Callable[[str], T], default: D) -> T | D:
        """A tag whose value is a string. The default None says that there must be one."""
        if name not in self.values:
            if default is None:
                self.fault(name, "missing", "this tag is missing")
            return default
        try:
            return read(decode(_STRINGS, self.values[name][1], name))
        except Broken as broken:
            self.fault(name, "malformed", "; ".join(fault.text for fault in broken.faults))
        except w.Unreadable as error:
            self.fault(name, error.code, error.text)
        return default

    def data(self, name: str, read: Callable[[str], T]) -> T | None:
        """A tag whose value is content, written out."""
        try:
            return read(self.values[name][1])
        except Broken as broken:
            self.faults += [Fault(f"{self.place(name)} {name}.{f.place}", f.code, f.text) for f in broken.faults]
        return None

    def content(
        self, name: str, shipped: Mapping[str, T], read: Callable[[str], T], id_of: Callable[[T], str]
    ) -> T | None:
        """Content by its name, or written out in the tag `…Data`. None, with a fault, where there is none."""
        data = f"{name}Data"
        if data not in self.values:
            return self.text(name, _one_of(shipped), None)
        found = self.data(data, read)
        if found is not None and self.text(name, str, id_of(found)) != id_of(found):
            self.fault(name, "differs", f"this is not the {data} below")
        return found


def _one_of(shipped: Mapping[str, T]) -> Callable[[str], T]:
    def read(text: str) -> T:
        if text not in shipped:
            raise w.Unreadable("unknown", f"there is no {w.shown(text)}, but {', '.join(shipped)}")
        return shipped[text]

    return read


def _decoder(kind: type[T]) -> Callable[[str], T]:
    decoder: Any = msgspec.json.Decoder(kind)

    def read(text: str) -> T:
        found: T = decode(decoder, text, kind.__name__)
        return found

    return read


def _flag(text: str) -> bool:
    if text not in {"yes", "no"}:
        raise w.Unreadable("bad_flag", f"this is yes or no, not {w.shown(text)}")
    return text == "yes"


def _read_cars(text: str) -> tuple[Entrant, ...]:
    return tuple(map(_read_entrant, w.tokens(text)))


def _read_entrant(text: str) -> Entrant:
    kind, *values = w.split(text, ":")
    if kind not in {"driver", "legend"} or len(values) - (kind == "legend") not in (0, 1, 2):
        text = f"a car is driver, driver:upgrades, driver:upgrades:sponsors or legend:row, not {w.shown(text)}"
        raise w.Unreadable("bad_car", text)
    row = w.read_name(values.pop(0)) if kind == "legend" else None
    upgrades = w.read_cards(values[0]) if values and (values[0] or len(values) == 1) else None
    return Entrant(row, upgrades, w.read_cards(values[1]) if len(values) == 2 else ())


def _read_seed(text: str) -> str:
    if not is_seed(text):
        raise w.Unreadable("bad_seed", "a seed is 32 to 128 hexadecimal digits")
    return text


def read_tags(values: Values, faults: list[Fault], symbols: Mapping[str, int]) -> RaceRecord | None:
    """The record as far as the tags tell it, without entries. None where a tag is at fault."""
    tags = Tags(values, faults)
    before = len(faults)
    track = tags.content("Track", all_tracks(), read_track, lambda track: track.id)
    rules = tags.content("Rules", RULESETS, _decoder(Ruleset), lambda rules: rules.name)
    legends = tags.content("Legends", all_decks(), _decoder(LegendDeck), lambda deck: deck.id)
    cards = tags.data("CardsData", _decoder(CardSet)) if "CardsData" in values else base_cards()
    modules = tags.data("ModulesData", _decoder(Modules)) if "ModulesData" in values else base_modules()
    laps = tags.text("Laps", w.whole(), None)
    cars = tags.text("Cars", _read_cars, None)
    grid = tags.text("Grid", w.read_numbers, ()) if "Grid" in values else None
    options: dict[str, Any] = {field: tags.text(name, _flag, False) for name, field in FLAGS.items()}
    options["legend_bonus"] = tags.text("LegendBonus", w.whole(), 0)
    options["draft"] = tags.text("Draft", w.one_of(name for name in DRAFTS if name), "")
    options["tiers"] = tags.text("Tiers", w.read_list(w.one_of(TIERS)), TIERS)
    options["expansions"] = tags.text("Expansions", w.read_cards, ())
    options["event"] = tags.text("Event", w.read_name, "")
    seed, engine = tags.text("Seed", _read_seed, None), tags.text("Engine", str, None)
    if tags.text("Game", str, Heat.name) != Heat.name:
        tags.fault("Game", "other_game", "this is the record of another game")
    if len(faults) > before or not (track and rules and legends and cards and modules):
        return None
    if laps is None or cars is None:
        return None
    content = Content(track=track, rules=rules, cards=cards, legends=legends, modules=modules)
    setup = Setup(cars, laps, grid, **options)
    faults += content_faults(content, symbols)
    if len(faults) == before:
        faults += setup_faults(content, setup)
        if tags.text("Digest", str, content.digest()) != content.digest():
            tags.fault("Digest", "other_content", "the content that is named here is not what was raced on")
    if len(faults) > before:
        return None
    return RaceRecord(
        game=Heat.name, engine=engine or "", content=content, setup=setup, seed=Seed(seed or ""), entries=()
    )
