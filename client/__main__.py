"""The reference client on the command line: `python -m client --help`."""

import argparse
import asyncio
import getpass
import os
import sys
from collections.abc import Sequence

from client.driver import Driver, Misunderstood, TurnedAway
from client.messages import Hello, Message
from engine.heat.bots import BOTS

TOKEN = "HEATSITE_TOKEN"  # noqa: S105 - the variable's name

MEANINGS = {
    4401: "The token is not good for this race, or it was taken back.",
    4403: "Only its drivers may see this race.",
    4404: "There is no race at this address.",
    4413: "We said too much at once.",
    4429: "We spoke too often.",
}
"""What the site means when it closes the line for good."""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m client",
        description="Let a bot drive your seat in a race on a Heatsite.",
        epilog=f"The seat's token is read from {TOKEN}, or asked for; never give it as a word of the command.",
    )
    top.add_argument("race", metavar="URL", help="the address of the race's page")
    top.add_argument("--bot", choices=BOTS, default="racer", help="who drives (%(default)s)")
    top.add_argument("--think", type=float, default=0.0, metavar="SECONDS", help="wait so long before each answer")
    return top


def asked_token() -> str:
    """The token: from the environment, typed unseen, or the first line of what is piped in."""
    if token := os.environ.get(TOKEN, ""):
        return token.strip()
    return (getpass.getpass("Token: ") if sys.stdin.isatty() else sys.stdin.readline()).strip()


def report(message: Message) -> None:
    if isinstance(message, Hello):
        print(f"At the wheel of seat {message.seat}." if message.seat is not None else "Watching.", flush=True)


def main(words: Sequence[str] | None = None) -> int:
    """0: the race is over; 1: the site would not have us; 2: the words are wrong."""
    top = parser()
    given = top.parse_args(words)
    token = asked_token()
    if not token.isalnum() or not token.isascii():
        top.error("a token is letters and digits")
    try:
        driver = Driver(given.race, token, bot=given.bot, think=given.think, heard=report)
    except ValueError as fault:
        top.error(str(fault))
    try:
        finish = asyncio.run(driver.drive())
    except TurnedAway as turned:
        print(MEANINGS.get(turned.code, f"There is no race to drive at this address ({turned.code})."), file=sys.stderr)
        return 1
    except Misunderstood as fault:
        print(f"We cannot go on: {fault}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    places = {seat: place for place, seat in enumerate(finish.ranking, start=1)}
    if finish.seat is not None:
        print(f"Home in place {places[finish.seat]} of {len(places)}. The record: {finish.record}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
