"""Options that several commands take, and what they mean: tracks, rule sets, seeds."""

import argparse
import hashlib
import secrets
from pathlib import Path
from typing import Any

from engine.heat import RULESETS, Content, Heat, Ruleset, Track, all_tracks, read_track
from engine.heat.bots import BOTS
from engine.heat.decks import deck_for
from engine.heat.simulation import STAND_IN
from engine.kernel import Broken, Fault, Seed

DRIVERS = ", ".join((*BOTS, STAND_IN, "legend:ROW"))
"""Who can be named for a seat; the rows are those of the rule set's Legend cards: easy, medium, hard, or a helmet."""

GARAGES = ("rounds", "snake", "random")
"""The ways to draft for a single race."""


def add_content(parser: argparse.ArgumentParser, laps: bool = True) -> None:
    parser.add_argument("--track", default=next(iter(all_tracks())), help="a circuit's id, or a file with a circuit")
    if laps:
        parser.add_argument("--laps", type=int, help="laps to race (default: as many as the circuit says)")
    parser.add_argument("--rules", default=next(iter(RULESETS)), help=f"the rule set: {', '.join(RULESETS)}")


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", help="any text; the same seed gives the same race (default: a new one)")


def add_modules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--garage", choices=GARAGES, help="draft upgrades before the race, in this way")
    parser.add_argument("--weather", action="store_true", help="draw the weather of the race")
    parser.add_argument("--roads", action="store_true", help="lay road tokens at the corners")
    parser.add_argument("--sponsors", action="store_true", help="the press pays in sponsor cards, as in a championship")
    parser.add_argument("--expansions", default="", help="whose cards and events join, with commas (default: none)")


def chosen_modules(given: argparse.Namespace) -> dict[str, Any]:
    """What joins the race, as fields of its set-up."""
    return {
        "draft": given.garage or "",
        "weather": given.weather,
        "roads": given.roads,
        "season": given.sponsors,
        "expansions": chosen_expansions(given.expansions),
    }


def chosen_expansions(words: str) -> tuple[str, ...]:
    return tuple(sorted({word.strip() for word in words.split(",") if word.strip()}))


def bytes_of(path: str, what: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Broken(what, (Fault(path, "unreadable", error.strerror or "cannot be read"),)) from None
    except ValueError:
        raise Broken(what, (Fault(ascii(path), "unreadable", "no file can have this name"),)) from None


def write_bytes(path: str, data: bytes, what: str) -> None:
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise Broken(what, (Fault(path, "unwritable", error.strerror or "cannot be written"),)) from None


def check_writable(path: str, what: str) -> None:
    """Say before the work, not after it, that a file cannot be written."""
    try:
        with Path(path).open("ab"):
            pass
    except (OSError, ValueError) as error:
        text = getattr(error, "strerror", None) or "cannot be written"
        raise Broken(what, (Fault(ascii(path).strip("'"), "unwritable", text),)) from None


def chosen_laps(given: argparse.Namespace, game: Heat) -> int:
    laps: int = game.content.track.laps if given.laps is None else given.laps
    return laps


def chosen_track(name: str) -> Track:
    if name in all_tracks():
        return all_tracks()[name]
    if Path(name).suffix or "/" in name:
        return read_track(bytes_of(name, "track"))
    text = f"there is no circuit “{name}”, but {', '.join(all_tracks())}"
    raise Broken("options", (Fault("--track", "unknown", text),))


def chosen_rules(name: str) -> Ruleset:
    if name in RULESETS:
        return RULESETS[name]
    text = f"there is no rule set “{name}”, but {', '.join(RULESETS)}"
    raise Broken("options", (Fault("--rules", "unknown", text),))


def chosen_game(given: argparse.Namespace) -> Heat:
    rules = chosen_rules(given.rules)
    return Heat(Content(track=chosen_track(given.track), rules=rules, legends=deck_for(rules.legend_rows)))


def chosen_seed(text: str | None) -> Seed:
    """A seed for any text; without one, a secret of its own."""
    if text is None:
        return Seed(secrets.token_hex(32))
    return Seed(hashlib.blake2b(text.encode(), digest_size=32).hexdigest())
