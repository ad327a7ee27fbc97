"""The circuits that ship with the engine, and whether a file holds one that can be raced on."""

import argparse
import json

from engine.cli.options import bytes_of
from engine.heat import Track, all_tracks, read_track
from engine.kernel import Broken


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "tracks",
        help="list the circuits, or check a file with one",
        description="List the circuits that can be raced on, with their numbers. With --check, read a circuit from a "
        "JSON file instead and name everything that is wrong with it, each fault with its place.",
    )
    parser.add_argument("--check", metavar="FILE", help="a file with one circuit")
    parser.add_argument("--json", action="store_true", help="print one JSON value")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    if given.check is not None:
        return check(given.check, given.json)
    found = [numbers(track) for track in all_tracks().values()]
    if given.json:
        print(json.dumps(found))
    else:
        table(found)
    return 0


def check(path: str, as_json: bool) -> int:
    try:
        track = read_track(bytes_of(path, "track"))
    except Broken as broken:
        if not as_json:
            raise
        faults = [{"place": fault.place, "code": fault.code, "text": fault.text} for fault in broken.faults]
        print(json.dumps({"sound": False, "faults": faults}))
        return 1
    if as_json:
        print(json.dumps({"sound": True, "faults": [], "track": numbers(track)}))
    else:
        print(f"{track.name} can be raced on.")
        table([numbers(track)])
    return 0


def numbers(track: Track) -> dict[str, str | int | list[int] | dict[str, int]]:
    """What a race on a circuit is like, in numbers."""
    lanes = [track.lanes_at(space) for space in range(track.length)]
    return {
        "id": track.id,
        "name": track.name,
        "spaces": track.length,
        "lanes": sorted({min(lanes), max(lanes)}),
        "laps": track.laps,
        "heat": track.heat,
        "stress": track.stress,
        "cars": len(track.grid),
        "flooded": len(track.flooded),
        "tunnel": len(track.tunnel),
        "gravel": len(track.gravel),
        "corners": {str(corner.line): corner.limit for corner in track.corners},
        "expansion": track.expansion,
        "status": track.status,
    }


def table(found: list[dict[str, str | int | list[int] | dict[str, int]]]) -> None:
    """A row a circuit; corners as line:limit."""
    columns = ("id", "name", "spaces", "lanes", "laps", "heat", "stress", "cars", "corners")
    rows = [columns, *[tuple(_cell(one[column]) for column in columns) for one in found]]
    widths = [max(len(row[place]) for row in rows) for place in range(len(columns))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _cell(value: str | int | list[int] | dict[str, int]) -> str:
    if isinstance(value, dict):
        return " ".join(f"{line}:{limit}" for line, limit in value.items())
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)
