"""Reviews of short races, as they are stored."""

from functools import cache
from itertools import islice
from typing import Any

from msgspec.structs import replace

from engine.heat import read_record
from engine.heat.review import Review, review
from engine.kernel.commands import End
from engine.kernel.records import encode
from races import live, records
from races.models import Race
from tests.races.heat.results.kit import finished_race, running_race

FEW = 3
LITTLE = 400
"""The work for a decision: what is shown is asked here, not how sure it is."""


@cache
def _looked_back(record: bytes, seat: int) -> Review:
    *_, last = islice(review(read_record(record), seat, work=LITTLE), FEW)
    return last


def reviewed(race: Race, seat: int = 0, **changes: Any) -> Review:
    """The first decisions of a seat, as if there were no others."""
    found = _looked_back(encode(records.record_of(race)), seat)
    return replace(found, total=found.done, **changes)


def stored(race: Race, seat: int = 0, **changes: Any) -> str:
    return encode(reviewed(race, seat, **changes)).decode()


def ended_soon() -> Race:
    """A race that its host ended after a few answers: it is looked back at in a moment."""
    race = running_race(6)
    assert isinstance(live.submit(race.pk, End()), live.Accepted)
    race.refresh_from_db()
    return race


def whole_race() -> Race:
    return finished_race()
