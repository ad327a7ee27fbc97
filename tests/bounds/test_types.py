"""Whatever is read from outside has bounds, and they stand in one table with their reasons."""

import re
from types import ModuleType
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct, inspect

from engine import henhur
from engine.heat.tables import SHIPPED
from engine.kernel import bounds
from engine.kernel.bounds import Few, Number, Word
from engine.lastcard import game as lastcard
from races.consumers.page import _FORMS
from tests.bounds import sites
from tests.bounds.walk import faults


def test_every_limit_has_its_reason() -> None:
    limits = {name: one for name, one in vars(bounds).items() if isinstance(one, bounds.Limit)}
    assert len(limits) > 20
    for name, one in limits.items():
        assert re.fullmatch(r"[A-Z][^.]+.*\.", one.reason), name
        assert one.most > 0


def test_all_that_is_read_from_outside_is_bounded() -> None:
    found = sites.all_sites()
    kinds = {str(kind): kind for site in found for kind in site.types}
    assert len(kinds) > 40
    unbounded = {place for kind in kinds.values() for place in faults(kind)}
    assert not unbounded, "take a type of engine/kernel/bounds.py for: " + "; ".join(sorted(unbounded))


def test_what_is_said_not_to_come_from_outside_is_still_read() -> None:
    keys = {site.key for site in sites.all_sites()}
    assert keys >= {*sites.OURS, *sites.RESOLVED}, "an entry that no decoder has any more"


def test_the_walk_sees_the_records_of_all_games_and_the_frames_of_pages() -> None:
    kinds = [kind for site in sites.all_sites() for kind in site.types]
    assert SHIPPED.record in kinds
    assert lastcard.MatchRecord in kinds
    assert {henhur.State, henhur.Content} <= {kind for kind in kinds if isinstance(kind, type)}
    assert _FORMS.type in kinds


class Bounded(Struct):
    number: Number
    names: Few[Word] = ()


class Itself(Struct):
    inner: "Itself | None" = None


Deep: Any = Number
for _ in range(20):
    Deep = Few[Deep]

UNBOUNDED: list[tuple[Any, str]] = [
    (int, "a number from None to None"),
    (Annotated[int, Meta(ge=0)], "a number from 0 to None"),
    (Annotated[int, Meta(le=999_999)], "a number from None to 999999"),
    (Annotated[int, Meta(ge=0, le=12_345)], "a number from 0 to 12345"),
    (float, "a number from None to None"),
    (str, "a text of None"),
    (tuple[Word, ...], "a list of None"),
    (Few[str], "a text of None"),
    (list[Number], "a list of None"),
    (set[Number], "a list of None"),
    (dict[Word, Number], "names of None"),
    (Annotated[dict[str, Number], Meta(max_length=64)], "a text of None"),
    (tuple[int, Number], "a number from None to None"),
    (Number | str, "a text of None"),
    (Itself, "Itself in itself"),
    (Deep, "too deep"),
    (object, "Type, of which nothing is known"),
    (bytes, "BytesType, of which nothing is known"),
]


@pytest.mark.parametrize(("kind", "fault"), UNBOUNDED, ids=[str(kind) for kind, _ in UNBOUNDED])
def test_the_walk_finds_what_has_no_bound(kind: Any, fault: str) -> None:
    held = msgspec.defstruct("Held", [("field", kind)])
    assert [fault in one for one in faults(held)] == [True], faults(held)
    assert not faults(Bounded)


@pytest.mark.parametrize(
    "source",
    [
        "def read(data, kind):\n    return msgspec.json.decode(data, type=kind)",
        "def read(data, kind):\n    return msgspec.convert(data, kind)",
        "def read(kind):\n    return msgspec.json.Decoder(kind)",
        "msgspec.json.decode(data)",
        "json.loads(data)",
    ],
)
def test_a_decoder_of_which_nobody_knows_what_it_reads_is_found(source: str) -> None:
    module = ModuleType("races.new")
    module.__dict__["msgspec"] = msgspec
    with pytest.raises(AssertionError, match=r"races\.new"):
        list(sites.found_in(source, module))


def test_a_decoder_of_a_new_type_is_found_with_its_type() -> None:
    module = ModuleType("races.new")
    module.__dict__.update(msgspec=msgspec, Bounded=Bounded)
    (site,) = sites.found_in("_READ = msgspec.json.Decoder(tuple[Bounded, ...])", module)
    assert "a list of None" in faults(site.types[0])[0]


def test_the_bounds_of_a_file_fit_together() -> None:
    assert bounds.FILE_ENTRIES.most <= bounds.ENTRIES.most
    assert bounds.LINES.most <= bounds.FILE_LINES.most
    assert bounds.EVENTS.most <= bounds.FILE_EVENTS.most
    assert bounds.CONTENT_BYTES.most + bounds.STATE_BYTES.most < bounds.RECORD_BYTES.most


def test_a_type_without_its_bound_is_the_plain_one() -> None:
    assert bounds.bare(Number) is int
    assert bounds.bare(Few[Word]) == tuple[Word, ...]
    assert bounds.bare(bool) is bool
    assert isinstance(inspect.type_info(Number), inspect.IntType)
