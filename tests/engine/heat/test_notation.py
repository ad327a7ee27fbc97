"""Events and choices in words, and docs/NOTATION.md: its words, its examples, its refusals."""

import re
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from msgspec import Struct
from msgspec.structs import replace

from engine.heat import Choice, Content, Heat, RaceRecord, all_tracks
from engine.heat import events as e
from engine.heat import grammar as w
from engine.heat.folds import FOLDS
from engine.heat.masking import MASKED, ChosenSeen
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.discard import Discard
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.pick import Pick
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.super_cool import SuperCool
from engine.heat.moves.swap import Swap
from engine.heat.notation import (
    happening,
    happenings,
    read_position,
    read_record_text,
    read_view_position,
    write_position,
    write_record,
)
from engine.heat.notation.happenings import _WRITTEN, read_choice, write_choice
from engine.heat.notation.reading import _CAR, _HEAD
from engine.heat.notation.tags import KNOWN
from engine.heat.phases import NAMES
from engine.heat.tables import SHIPPED
from tests.engine.heat import races
from tests.engine.heat.notation_kit import FULL, SMALL, part, race_of

PAGE = (Path(__file__).parents[3] / "docs" / "NOTATION.md").read_text(encoding="utf-8")


# The words


def test_every_event_and_every_seen_form_has_words() -> None:
    own: set[type] = {e.Chosen, ChosenSeen}
    assert {e.Started, *FOLDS} <= {*_WRITTEN, *own}
    forms = {kind.__name__ for kind in {*_WRITTEN, *own}}
    assert {f"{kind.__name__}Seen" for kind in MASKED} <= forms


def filled(kind: Any) -> Any:
    """A value of a type, any will do."""
    if get_origin(kind) is Annotated:
        return filled(get_args(kind)[0])
    if get_origin(kind) is tuple:
        return tuple(filled(part) for part in get_args(kind) if part is not Ellipsis)
    if get_origin(kind) is Literal or isinstance(kind, UnionType) or get_origin(kind) is Union:
        first = get_args(kind)[0]
        return first if get_origin(kind) is Literal else filled(first)
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind)
        return kind(**{name: filled(hints[name]) for name in kind.__struct_fields__})
    if (base := getattr(kind, "__supertype__", None)) is not None:
        return filled(base)
    return {int: 1, str: "1", bool: True}[kind]


@pytest.mark.parametrize(
    "kind",
    [*SHIPPED.happenings, *[form for form in SHIPPED.forms if form not in SHIPPED.happenings]],
    ids=lambda kind: kind.__name__,
)
def test_the_page_has_the_word_of_every_event_of_an_action(kind: type[Any]) -> None:
    words = re.findall(r"[a-z]+", happening(filled(kind), SMALL.game.course))
    told = " ".join(re.findall(r"`([^`\n]+)`", PAGE.partition("| told | what happened |")[2]))
    assert words[0] in re.findall(r"[a-z]+", told), "docs/NOTATION.md says of each event how it is told"


def test_the_page_has_every_refusal_with_its_sentence() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE.partition("## Refusals")[2], re.MULTILINE)
    assert dict(rows) == {**SHIPPED.sentences}
    assert len(rows) == len(SHIPPED.sentences)


def test_every_choice_has_words() -> None:
    assert len(SHIPPED.words) == len(SHIPPED.choices)


def test_secrets_are_not_told_to_a_spectator() -> None:
    game = SMALL.game
    events = [game.see(cast(Any, event), None) for entry in SMALL.entries for event in entry.events]
    text = happenings(tuple(events), game.course)
    assert "chose ?" in text
    assert not re.search(r"chose [a-z]|\{(shuffle|draw|deal \d of) [^?]|legends \{shuffle [^?]|by \d+\}|\{hand", text)


def told_of(record: RaceRecord) -> list[tuple[Any, str]]:
    course = Heat(record.content).course
    return [(event, happening(event, course)) for entry in record.entries for event in entry.events]


@part(0.6)
@given(FULL)
def test_what_is_told_holds_every_fact(start: races.Start) -> None:
    """Two events that differ are never told in the same words (but for the lap of a corner, and what the tags say)."""
    told: dict[str, Any] = {}
    length = start.content.track.length
    for event, words in told_of(race_of(start)):
        if hasattr(event, "line"):
            event = replace(event, line=event.line % length)
        assert told.setdefault(words, event) == event


@part(0.6)
@given(FULL)
def test_secrets_of_modules_are_not_told_to_a_spectator(start: races.Start) -> None:
    record = race_of(start)
    game = Heat(record.content)
    events = [game.see(cast(Any, event), None) for entry in record.entries for event in entry.events]
    text = happenings(tuple(events), game.course)
    assert not re.search(r"chose [a-z]|\{(shuffle|draw|deal \d+ of) [^?]|by \d+\}|\{hand|\{(upgrades|sponsors)", text)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Discard(("1", "2"), ("up32", "up34")), "discard 1,2^up32,up34"),
        (Discard((), ("up32",)), "discard -^up32"),
        (PayHeat("up11"), "pay up11"),
        (Forgo(()), "forgo -"),
        (Forgo(("up11", "up11")), "forgo up11*2"),
        (Scrap("up19"), "scrap up19"),
        (ReduceStress(2), "reduce 2"),
        (SuperCool(2), "supercool 2"),
        (Salvage("up22", ("1", "heat")), "salvage up22=1,heat"),
        (Salvage("a = b", ()), 'salvage "a = b"=-'),
        (DirectPlay("up24", 1), "direct up24=1"),
        (Accelerate("up28"), "accelerate up28"),
        (DraftMove(3), "draft 3"),
        (Pick("up01"), "pick up01"),
        (GiveUp("up01"), "giveup up01"),
        (Swap("up01", "up02"), "swap up01=up02"),
    ],
)
def test_choices_of_modules_in_words(choice: Choice, words: str) -> None:
    assert " ".join(write_choice(choice)) == words
    assert read_choice(w.tokens(words)) == choice


@pytest.mark.parametrize(
    "words", ["swap up01", "swap a=b=c", "discard 1^2^3", "salvage up22", "direct up24", "pay a,b"]
)
def test_broken_choices_are_named(words: str) -> None:
    with pytest.raises(w.Unreadable):
        read_choice(w.tokens(words))


# The page


def examples(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_page_has_every_example() -> None:
    assert {"position", "view", "record", "ebnf"} == set(re.findall(r"```(\w+)", PAGE))


@pytest.mark.parametrize("line", "".join(examples("position")).splitlines())
def test_page_positions_read_back(line: str) -> None:
    game = Heat(Content(track=all_tracks()["usa"]))
    assert write_position(game, read_position(game, line)) == line


@pytest.mark.parametrize("line", "".join(examples("view")).splitlines())
def test_page_views_read_back(line: str) -> None:
    game = Heat(Content(track=all_tracks()["usa"]))
    assert write_position(game, read_view_position(game, line)) == line


def test_page_views_are_of_the_position() -> None:
    game = Heat(Content(track=all_tracks()["usa"]))
    state = read_position(game, examples("position")[0].strip())
    seen = [write_position(game, game.view(state, seat)) for seat in (0, None)]
    assert seen == "".join(examples("view")).splitlines()


@pytest.mark.parametrize("text", examples("record"))
def test_page_records_play_again(text: str) -> None:
    record = read_record_text(text)
    assert read_record_text(write_record(record)) == record


def test_page_names_every_field_tag_choice_and_phase() -> None:
    phases = {name for name in NAMES if name not in {"adrenaline", "corners", "replenish"}}  # these ask nothing
    for word in (*(_HEAD | _CAR) - {"driver"}, *KNOWN, *SHIPPED.words, *phases):
        assert re.search(rf"[`\"]{word}[`\" ]", PAGE), word
