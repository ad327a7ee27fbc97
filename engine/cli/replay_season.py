"""The record of a championship: its table, and whether it plays again to the byte."""

import argparse
import json

import msgspec

import engine
from engine.cli import season
from engine.heat.season import SeasonRecord, replay_season, verify_season, verify_season_events
from engine.heat.season.record import SEASON
from engine.kernel import Broken, Fault
from engine.kernel.bounds import Label

ONE_RACE = (("until", "--until"), ("text", "--text"), ("viewer", "--as"))
"""Options that make sense for one race only."""


class _Named(msgspec.Struct):
    """The part of a record that says what it is one of."""

    game: Label


def claims(data: bytes) -> bool:
    """Whether a record says that it is one of a championship, sound or not."""
    try:
        return msgspec.json.decode(data, type=_Named).game == SEASON
    except (msgspec.DecodeError, RecursionError):
        return False


def is_decided_again(made_by: str) -> bool:
    """Whether this version of the engine made the record, and so must decide every command as it was decided then."""
    return made_by == engine.__version__


def verdict(made_by: str) -> str:
    if is_decided_again(made_by):
        return "It plays again to the byte."
    return (
        f"It was recorded by engine {made_by}, and this is {engine.__version__}, which may decide otherwise: "
        "its stored events fit together from start to end, and no command was decided again."
    )


def tell(given: argparse.Namespace, record: SeasonRecord) -> int:
    """Print the table of the championship, and whether it verifies."""
    if faults := _options_of_one_race(given):
        raise Broken("options", faults)
    if given.verify:
        now = (verify_season if is_decided_again(record.engine) else verify_season_events)(record)
    else:
        *_, now = replay_season(record)
    drivers = [f"legend:{one.legend}" if one.legend else "driver" for one in record.setup.competitors]
    summary = season.one(record.content.rules.name, drivers, season.title_of(now))
    summary.pop("seconds")
    if given.verify:
        by = "commands" if is_decided_again(record.engine) else "events"
        summary |= {"verified": True, "verified_by": by}
    print(json.dumps(summary) if given.json else season.text_of(summary))
    if given.verify and not given.json:
        print(verdict(record.engine))
    return 0


def _options_of_one_race(given: argparse.Namespace) -> tuple[Fault, ...]:
    text = "this is the record of a championship; add --race for one of its races"
    named = [option for name, option in ONE_RACE if getattr(given, name) not in (None, False)]
    return tuple(Fault(option, "other_record", text) for option in named)
