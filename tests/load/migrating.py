"""How long an upgrade takes on a database full of races, and what is left of them: run as

    python -m tests.load.migrating --races 2000

on the database that the settings name, which must be empty. It makes the tables of the first version, fills them with
copies of recorded races of 0.1.0, every second one over, and brings them to this version; then each is checked by its
events, and some that were on are played on.
"""

import argparse
import os
import time
from itertools import cycle, islice

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
django.setup(set_prefix=False)

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.migrations.executor import MigrationExecutor  # noqa: E402
from django.utils import timezone  # noqa: E402

from engine.kernel.commands import command_for  # noqa: E402
from engine.kernel.records import fold  # noqa: E402
from races import live, records, scenes  # noqa: E402
from races.models import Entry, Race  # noqa: E402
from tests.races import recorded  # noqa: E402

FIRST = [("races", "0001_initial"), ("lobby", "0001_initial")]
VERSION = "0.1.0"
PLAYED_ON = 10
AT_ONCE = 50


class Copies:
    """A recorded race as the first version stored it: over, or half-way."""

    def __init__(self, one: recorded.Recorded, over: bool) -> None:
        file = one.file
        table = recorded.table_game(file)
        entries = file.entries if over else file.entries[: len(file.entries) // 2]
        self.over = over
        self.rows = [kept.row for kept in entries]
        state = fold(table.game, [event for _, events in self.rows for event in table.read_events(events)])
        self.seats = len(table.game.places(table.game.view(state, None)))
        self.digest = f"{one.path.stem[:50]}"
        self.content = bytes(file.content).decode()
        self.columns = {
            "engine": file.engine,
            "setup": bytes(file.setup).decode(),
            "seed": file.seed,
            "laps": 1,
            "rules": "standard",
            "version": len(entries) - 1,
            "state": table.game.encode(state).decode(),
            "clock": 0,
            "running": False,
        }


def fill(number: int) -> int:
    """Rows of so many races in the tables of the first version; returns how many entries they have."""
    executor = MigrationExecutor(connection)
    executor.migrate(FIRST)
    apps = executor.loader.project_state(FIRST).apps
    kinds = [Copies(one, over) for one in recorded.every() if one.file.engine == VERSION for over in (True, False)]
    contents = {kind.digest: kind.content for kind in kinds}
    stored = {digest: apps.get_model("races", "Content")(digest=digest, data=data) for digest, data in contents.items()}
    apps.get_model("races", "Content").objects.bulk_create(stored.values())
    track = apps.get_model("races", "Track").objects.create(slug="old")
    version = apps.get_model("races", "TrackVersion").objects.create(track=track, digest="old", name="Old", data="{}")
    now = timezone.now()
    made = 0
    chosen = islice(cycle(kinds), number)
    while some := list(islice(chosen, AT_ONCE)):
        races = apps.get_model("races", "Race").objects.bulk_create(
            apps.get_model("races", "Race")(
                code=f"{made + place:08d}",
                content=stored[kind.digest],
                track=version,
                ended=now if kind.over else None,
                **kind.columns,
            )
            for place, kind in enumerate(some)
        )
        apps.get_model("races", "Seat").objects.bulk_create(
            apps.get_model("races", "Seat")(
                race=race,
                number=seat,
                kind="driver",
                visitor=f"v{seat}",
                name=f"V{seat}",
                colour="red",
                car_number=seat,
            )
            for race, kind in zip(races, some, strict=True)
            for seat in range(kind.seats)
        )
        apps.get_model("races", "Entry").objects.bulk_create(
            (
                apps.get_model("races", "Entry")(
                    race=race, seq=seq, command_id=f"id{seq}", command=command, events=events, accepted=now
                )
                for race, kind in zip(races, some, strict=True)
                for seq, (command, events) in enumerate(kind.rows)
            ),
            batch_size=500,
        )
        made += len(some)
    return int(Entry.objects.count())


def play_on(race: Race) -> None:
    for _ in range(PLAYED_ON):
        question = next(iter(scenes.scene_of(race.pk).questions.values()))
        choice = scenes.scene_of(race.pk).legal(question.seat)[0]
        reply = live.submit(race.pk, command_for(question, choice))
        assert isinstance(reply, live.Accepted), reply


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=2000)
    number: int = parser.parse_args().races
    entries = fill(number)
    print(f"{number} races of {VERSION} with {entries} entries, on {connection.vendor}", flush=True)
    began, spent = time.monotonic(), time.process_time()
    call_command("prepare")
    print(f"brought to this version in {time.monotonic() - began:.1f} s ({time.process_time() - spent:.1f} s of CPU)")
    assert (Race.objects.count(), Entry.objects.count()) == (number, entries)
    began = time.monotonic()
    for race in Race.objects.order_by("pk").iterator():
        assert records.check(race) is False  # decided by another version, and so checked by their events
    print(f"checked by their events in {time.monotonic() - began:.1f} s")
    on = list(Race.objects.filter(ended=None).order_by("pk")[:6])
    for race in on:
        play_on(race)
        race.refresh_from_db()
        assert records.check(race) is False
    print(f"{len(on)} that were on were played on")


if __name__ == "__main__":
    main()
