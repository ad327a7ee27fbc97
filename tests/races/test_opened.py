"""Records that come from outside: what was downloaded here opens again, anything else is refused with its reason."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from engine.kernel.bounds import EVENTS, LINES, RECORD_BYTES
from engine.kernel.commands import End
from heatsite import requests
from races import live, opened, openings, scenes
from races.models import Content, Entry, Race, Seat, TrackVersion
from races.views.after import exported
from tests.heatsite import junk
from tests.races.factories import make_race
from tests.races.heat.results.kit import drive, finished_race
from tests.races.lastcard import kit as lastcard
from tests.races.opening import open_record
from tests.races.test_drive_on import driven_on
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db


def downloaded() -> bytes:
    race = finished_race()
    return exported(race, tuple(race.seats.order_by("number")))


def changed(data: bytes, **changes: Any) -> bytes:
    return msgspec.json.encode({**msgspec.json.decode(data), **changes})


def test_what_was_downloaded_opens_as_it_was() -> None:
    first = finished_race()
    again = open_record(exported(first, tuple(first.seats.order_by("number"))), "zoe")
    assert (again.code, again.opened, again.watching) != (first.code, False, "anybody")
    assert again.state == first.state
    mine = list(again.seats.order_by("number").values_list("name", "colour", "kind", "place", "legend"))
    assert mine == list(first.seats.order_by("number").values_list("name", "colour", "kind", "place", "legend"))
    assert not again.seats.exclude(visitor="").exists()
    for part in ("replay/", "results/", "record.json", "log/"):
        assert browser("zoe").get(address(again, part)).status_code == 200
    assert browser("bo").get(address(again, "replay/")).status_code == 403


def test_its_own_download_opens_too() -> None:
    again = open_record(downloaded(), "zoe")
    data = exported(again, tuple(again.seats.order_by("number")))
    assert open_record(data, "zoe").state == again.state


def _drop_an_event(data: bytes) -> bytes:
    record = msgspec.json.decode(data)
    record["entries"][5]["events"].pop()
    return msgspec.json.encode(record)


def _another_hand(data: bytes) -> bytes:
    return changed(data, seed="ab" * 32)


def _no_start(data: bytes) -> bytes:
    return changed(data, entries=[])


def _cut(data: bytes) -> bytes:
    return changed(data, entries=msgspec.json.decode(data)["entries"][:20])


def _of_another_track(data: bytes) -> bytes:
    TrackVersion.objects.update(name="Elsewhere")
    return data


def _many_events(data: bytes) -> bytes:
    """One entry with more events than any command has; what an older version recorded is only folded."""
    record = msgspec.json.decode(data)
    record["entries"][0]["events"] += record["entries"][-1]["events"][-1:] * EVENTS.most
    return msgspec.json.encode({**record, "engine": "0.1.0"})


def _long_name(data: bytes) -> bytes:
    record = msgspec.json.decode(data)
    record["content"]["rules"] = {**record["content"].get("rules", {}), "name": "x" * 33}
    return msgspec.json.encode({**record, "engine": "0.1.0"})


def _many_lines(data: bytes) -> bytes:
    """A corner that is told again and again, each time in a line of its own."""
    record = msgspec.json.decode(data)
    told = next(one for entry in record["entries"] for one in entry["events"] if one["type"] == "corner_taken")
    entry = next(one for one in record["entries"] if told in one["events"])
    entry["events"] += [told] * LINES.most
    return msgspec.json.encode({**record, "engine": "0.1.0"})


BAD: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "no json": (lambda data: b"\x89PNG\r\n", "broken"),
    "half": (lambda data: data[: len(data) // 2], "broken"),
    "empty": (lambda data: b"", "broken"),
    "a list": (lambda data: b"[]", "broken"),
    "deep": (lambda data: b"[" * 100_000, "broken"),
    "huge": (lambda data: b" " * (RECORD_BYTES.most + 1), "too_large"),
    "too many entries": (lambda data: changed(data, entries=[{"command": None, "events": []}] * 7000), "too_large"),
    "another game": (lambda data: changed(data, game="chess"), "foreign"),
    "a game that it is not": (lambda data: changed(data, game="lastcard"), "broken"),
    "newer": (lambda data: changed(data, engine="99.0.0"), "newer"),
    "no version": (lambda data: changed(data, engine="latest"), "broken"),
    "other events": (_drop_an_event, "broken"),
    "another seed": (_another_hand, "broken"),
    "no start": (_no_start, "broken"),
    "cut off": (_cut, "unfinished"),
    "no such track": (_of_another_track, "foreign"),
    "too many events": (_many_events, "broken"),
    "too many lines": (_many_lines, "too_large"),
    "a name too long": (_long_name, "broken"),
    "no content": (lambda data: changed(data, content={}), "broken"),
}


@pytest.mark.parametrize("name", BAD)
def test_anything_else_is_refused_and_nothing_is_stored(name: str) -> None:
    data = downloaded()
    make, code = BAD[name]
    bad = make(data)
    before = [model.objects.count() for model in (Race, Seat, Entry, Content)]
    with pytest.raises(opened.NotOpened) as fault:
        open_record(bad, "zoe")
    assert fault.value.code == code
    assert [model.objects.count() for model in (Race, Seat, Entry, Content)] == before


def _lastcard() -> Race:
    match = lastcard.dealt()
    assert isinstance(live.submit(match.pk, End()), live.Accepted)
    match.refresh_from_db()
    return match


def _driven_on() -> Race:
    return drive(driven_on(finished_race(), 20))


@pytest.mark.parametrize("version", ["", "0.1.0"], ids=["this version", "an older one"])
@pytest.mark.parametrize("make", [finished_race, _driven_on, _lastcard])
def test_spoilt_records_are_refused_or_shown_and_nothing_falls_over(make: Callable[[], Race], version: str) -> None:
    """What an older version recorded is folded and not decided again, so such a file may claim anything."""
    race = make()
    record = msgspec.json.decode(exported(race, tuple(race.seats.order_by("number"))))
    record["engine"] = version or record["engine"]
    dice, client = Random(1), browser("zoe")
    client.raise_request_exception = False
    for _ in range(60):
        try:
            again = open_record(junk.spoilt(dice, record), "zoe")
        except opened.NotOpened:
            continue
        for part in ("replay/?step=9", "results/", "record.json", "log/", "telemetry/", "rules/", "piles/", ""):
            assert client.get(address(again, part)).status_code < 500, part
        there = f"/again/{again.code}/from/{dice.randrange(40)}/"
        assert client.post(there, {"seat": "0"}).status_code < 500
        assert not scenes.unreadable
        Race.objects.exclude(pk=race.pk).delete()


def test_a_race_that_no_page_can_tell_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim in a file that its reader lets through, and a page does not know what to say of."""

    def unheard_of(*told: object) -> None:
        raise KeyError("slipstream")

    race = open_record(downloaded(), "zoe")
    client = browser("zoe")
    client.raise_request_exception = False
    monkeypatch.setattr("races.views.log.grouped", unheard_of)
    response = client.get(address(race, "log/"))
    assert response.status_code == 404
    assert "This race cannot be shown." in response.content.decode()


def test_an_old_race_with_a_set_up_that_cannot_be_played_is_refused() -> None:
    record = msgspec.json.decode(downloaded())
    record["setup"]["entrants"][2]["legend"] = "slipstream"
    with pytest.raises(opened.NotOpened, match="broken"):
        open_record(msgspec.json.encode({**record, "engine": "0.1.0"}), "zoe")


def test_a_server_takes_as_much_as_a_record_may_have() -> None:
    assert RECORD_BYTES.most < requests.MOST_BODY


def test_names_from_outside_are_shown_as_text() -> None:
    seats = [{"name": "<b>x</b>\u202e" + "y" * 90, "colour": "nothing", "number": 1000, "kind": "host"}]
    race = open_record(changed(downloaded(), seats=seats), "zoe")
    seat = race.seats.get(number=0)
    assert len(seat.name) <= openings.LONGEST_NAME
    assert "\u202e" not in seat.name
    assert 0 < seat.car_number < 100
    assert "<b>x" not in browser("zoe").get(address(race, "replay/")).content.decode()


def test_an_unfinished_race_cannot_be_made_to_go_on() -> None:
    race = open_record(downloaded(), "zoe")
    assert scenes.scene_of(race.pk).is_over
    assert race.ended is not None


def test_races_that_go_on_here_are_not_touched_by_it() -> None:
    going_on = make_race()
    open_record(downloaded(), "zoe")
    going_on.refresh_from_db()
    assert going_on.ended is None


def test_matches_of_other_games_open_too() -> None:
    match = lastcard.dealt()
    assert isinstance(live.submit(match.pk, End()), live.Accepted)
    match.refresh_from_db()
    again = open_record(exported(match, tuple(match.seats.order_by("number"))), "zoe")
    assert again.game == "lastcard"
    assert browser("zoe").get(address(again, "replay/")).status_code == 200
