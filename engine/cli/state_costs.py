"""What a state of any game costs: bytes to store, and time to encode, to decode and to view."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol


class Coded(Protocol):
    """A game of which the states are taken on trust: they are its own."""

    def encode(self, state: Any, /) -> bytes: ...

    def decode(self, data: bytes, /) -> object: ...

    def view(self, state: Any, seat: int, /) -> object: ...


def costs(game: Coded, states: Sequence[object]) -> dict[str, float]:
    """The figures of these states, by name."""
    codings = [game.encode(state) for state in states]
    return {
        "state_bytes_mean": sum(map(len, codings)) / len(codings),
        "state_bytes_max": max(map(len, codings)),
        "encode_us": _microseconds(lambda: [game.encode(state) for state in states]) / len(states),
        "decode_us": _microseconds(lambda: [game.decode(coding) for coding in codings]) / len(states),
        "view_us": _microseconds(lambda: [game.view(state, 0) for state in states]) / len(states),
    }


def _microseconds(work: Callable[[], object], repeats: int = 5) -> float:
    """The best CPU time of a piece of work."""
    best = float("inf")
    for _ in range(repeats):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best * 1e6
