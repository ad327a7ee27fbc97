"""The record of a race, put together from what is stored: to download, to replay, to check."""

import msgspec

import engine
from engine.kernel.chance import Seed
from engine.kernel.commands import Command
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import Entry, Record, replay, verify, verify_events
from races.games import table_game_of
from races.models import Position, Race


def entries(race: Race) -> list[Entry[Command[object], object]]:
    """Every command with its events, in order, up to the version of this row: the race may have gone on since the row
    was read. Their ids are left out: the site's own ones tell which driver answered by preset, and that is secret."""
    table_game = table_game_of(race.content_id)
    rows = race.entries.filter(seq__lte=race.version).order_by("seq").values_list("command", "events")
    return [
        Entry(
            msgspec.structs.replace(table_game.read_command(command), id="") if command else None,
            table_game.read_events(events),
        )
        for command, events in rows
    ]


def record_of(race: Race) -> Record[object, object, Command[object], object, object]:
    """All that happened, hands and seed included: to be shown only once the race is over."""
    table_game = table_game_of(race.content_id)
    return Record(
        game=table_game.game.name,
        engine=race.engine,
        content=table_game.game.content,
        setup=table_game.read_setup(race.setup),
        seed=Seed(race.seed),
        entries=tuple(entries(race)),
        position=position_of(race),
    )


def position_of(race: Race) -> object | None:
    """The state from which a race went on; None for one that began with its set-up."""
    stored = Position.objects.filter(race=race).values_list("state", flat=True).first()
    return None if stored is None else table_game_of(race.content_id).game.decode(stored)


def states(race: Race) -> list[object]:
    """The state after each entry, folded from the stored events."""
    return list(replay(table_game_of(race.content_id).game, entries(race), position_of(race)))


def check(race: Race) -> bool:
    """Raises `Broken` where the record, or the stored state, is not what a replay comes to.

    Returns whether its commands were decided again. Those of a race that another engine version started are not,
    because this one may decide otherwise; its stored events are folded.
    """
    race.check_columns()
    _check_numbers(race)
    game = table_game_of(race.content_id).game
    again = race.engine == engine.__version__
    state = (verify if again else verify_events)(game, record_of(race))
    if game.encode(state).decode() != race.state:
        raise Broken("state", (Fault("state", "differs", "the stored state is not what the record leads to"),))
    return again


def _check_numbers(race: Race) -> None:
    """Whether there is an entry for each number up to the race's version, and none after its newest one."""
    numbers = list(race.entries.order_by("seq").values_list("seq", flat=True))
    newest = Race.objects.values_list("version", flat=True).get(pk=race.pk)  # after the entries: it may be going on
    if numbers[: race.version + 1] != list(range(race.version + 1)) or numbers[-1] > newest:
        text = f"the race is at entry {newest}, and these are stored: {_ranges(numbers)}"
        raise Broken("record", (Fault("entries", "misfit", text),))


def _ranges(numbers: list[int]) -> str:
    """Numbers in words: `0-7, 9-12`."""
    first = [number for number in numbers if number - 1 not in numbers]
    last = [number for number in numbers if number + 1 not in numbers]
    return ", ".join(f"{one}-{other}" for one, other in zip(first, last, strict=True)) or "none"
