"""What any table game needs: the contract of a game, chance, commands and refusals, records and replay."""

from engine.kernel.chance import TABLE, Seed, derive, dice, draw, is_seed, pick, shuffle, shuffled
from engine.kernel.commands import (
    Answer,
    Command,
    End,
    Question,
    Reader,
    Retire,
    StandIn,
    Withdraw,
    Withdrawal,
    command_for,
)
from engine.kernel.faults import Broken, Fault
from engine.kernel.game import AnyView, Game, Step
from engine.kernel.records import Entry, Record, decode, encode, fold, replay, verify, verify_events
from engine.kernel.refusals import SENTENCES, Refusal, refusal
from engine.kernel.seats import Seat, all_seats, by_seat

__all__ = [
    "SENTENCES",
    "TABLE",
    "Answer",
    "AnyView",
    "Broken",
    "Command",
    "End",
    "Entry",
    "Fault",
    "Game",
    "Question",
    "Reader",
    "Record",
    "Refusal",
    "Retire",
    "Seat",
    "Seed",
    "StandIn",
    "Step",
    "Withdraw",
    "Withdrawal",
    "all_seats",
    "by_seat",
    "command_for",
    "decode",
    "derive",
    "dice",
    "draw",
    "encode",
    "fold",
    "is_seed",
    "pick",
    "refusal",
    "replay",
    "shuffle",
    "shuffled",
    "verify",
    "verify_events",
]
