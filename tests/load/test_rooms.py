"""How a load run is dealt to processes and summed up; the measurement itself is no test."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.load.__main__ import main
from tests.load.crowd import Found, thinking
from tests.load.grid import Place, Room
from tests.load.plain import Race
from tests.load.record import Record, moment
from tests.load.rooms import Growth, at, shares
from tests.load.site import Site


def site(rooms: int) -> Site:
    places = tuple(Place("token", "cookie") for _ in range(6))
    return Site("127.0.0.1:1", 1, [Room(race, f"R{race}", places) for race in range(rooms)], Record("load.sqlite3"))


def test_each_room_goes_to_one_process_and_all_begin_together() -> None:
    tasks = shares(site(7), "pages", 10, 30, 3)
    assert sorted(room.race for task in tasks for room in task.rooms) == list(range(7))
    assert len({task.began for task in tasks}) == 1
    assert len(shares(site(2), "pages", 10, 30, 3)) == 2


def test_many_connections_take_longer_to_come() -> None:
    assert shares(site(1), "pages", 0, 1, 1)[0].arrival < shares(site(500), "pages", 0, 1, 1)[0].arrival


def test_what_processes_measured_is_taken_together() -> None:
    growth = Growth(1, 1, 1, 1, [Found(delays=[0.1, 0.2], sizes=[10]), Found(delays=[0.3], sizes=[30], late=[0.5])])
    assert (growth.delay(0), growth.delay(0.99), growth.late(0.5), growth.size) == (100, 300, 500, 20)
    assert at(0.99, []) == 0


def test_drivers_differ_and_think_as_long_as_told_in_the_mean() -> None:
    think = thinking(10)
    times = [think(seat) for seat in range(1000)]
    assert min(times) >= 7.5
    assert max(times) <= 12.5
    assert len(set(times)) == 1000
    assert thinking(0)(3) == 0


def test_the_yardstick_without_channels_keeps_what_is_said(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "plain", isolation_level=None)
    base.execute("CREATE TABLE races_race (id, version, revision, state, touched)")
    base.execute("CREATE TABLE races_entry (race_id, seq, seat, command_id, command, events, accepted)")
    base.execute("INSERT INTO races_race VALUES (1, 0, 0, '', '')")
    race = Race(1, "state")
    race.keep(base, "one")
    race.keep(base, "two")
    assert base.execute("SELECT version, state FROM races_race").fetchall() == [(2, "state")]
    assert base.execute("SELECT seq, command FROM races_entry").fetchall() == [(1, "one"), (2, "two")]


def test_entries_are_counted_by_when_they_were_accepted(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "load", isolation_level=None)
    base.execute("CREATE TABLE races_entry (seat, accepted)")
    base.execute("INSERT INTO races_entry VALUES (0, '2026-01-01 10:00:00'), (0, '2026-01-01 10:00:01.500000')")
    record = Record(str(tmp_path / "load"))
    began, ended = (datetime(2026, 1, 1, 10, 0, second, tzinfo=UTC) for second in (1, 2))
    assert Site("127.0.0.1:1", 1, [], record).accepted(began, ended) == 1
    stored = [moment(accepted) for (accepted,) in record.rows("SELECT accepted FROM races_entry")]
    assert stored == [began.timestamp() - 1, began.timestamp() + 0.5]


def test_a_command_that_there_is_not_is_refused() -> None:
    with pytest.raises(SystemExit, match=r"rooms\|spectators"):
        main(["room"])
