"""The reference client on the command line: `python -m client --help`."""

import argparse
import asyncio
import getpass
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from client.messages import Hello, Message
from client.minds import MINDS, Misunderstood
from client.program import Program, TurnedAway

TOKEN = "HEATSITE_TOKEN"  # noqa: S105 - the variable's name

MEANINGS = {
    4401: "The token is not for this race, or it was taken back.",
    4403: "Only the players of this race may see it.",
    4404: "There is no race at this address.",
    4405: "Only people play in this race, and no programs.",
    4413: "Our message was too long.",
    4429: "We sent too many messages.",
}
"""What the closing codes of the site mean."""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m client",
        description="Let a bot play your seat in a race on a Heatsite.",
        epilog=f"The seat's token is read from {TOKEN}, or asked for. Others can read arguments.",
    )
    top.add_argument("race", metavar="URL", help="the address of the race's page")
    bots = dict.fromkeys(bot for module in MINDS.values() for bot in import_module(module).BOTS)
    top.add_argument(
        "--bot", choices=bots, default="racer", help="which bot plays; each game has its own (%(default)s)"
    )
    top.add_argument("--think", type=float, default=0.0, metavar="SECONDS", help="how long to wait before each answer")
    return top


def asked_token() -> str:
    """The token: from the environment, typed without echo, or the first line of standard input."""
    if token := os.environ.get(TOKEN, ""):
        return token.strip()
    return (getpass.getpass("Token: ") if sys.stdin.isatty() else sys.stdin.readline()).strip()


def report(message: Message) -> None:
    if isinstance(message, Hello):
        print(f"Playing seat {message.seat}." if message.seat is not None else "Watching.", flush=True)


def main(words: Sequence[str] | None = None) -> int:
    """Exit codes: 0 when the race is over, 1 when the site turned the program away, 2 for wrong arguments."""
    top = parser()
    given = top.parse_args(words)
    token = asked_token()
    if not token.isalnum() or not token.isascii():
        top.error("a token is letters and digits")
    try:
        program = Program(given.race, token, bot=given.bot, think=given.think, heard=report)
    except ValueError as fault:
        top.error(str(fault))
    try:
        finish = asyncio.run(program.play())
    except TurnedAway as turned:
        print(MEANINGS.get(turned.code, f"There is no race at this address ({turned.code})."), file=sys.stderr)
        return 1
    except Misunderstood as fault:
        print(f"This program cannot go on: {fault}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    if finish.seat is not None:
        print(f"Finished in place {finish.places[finish.seat]} of {len(finish.places)}. The record: {finish.record}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
