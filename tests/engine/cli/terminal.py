"""The command line, run inside the test: its exit code, and what it said."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct

from engine.cli import main


class Said(Struct, frozen=True):
    """What a command left behind."""

    code: int
    out: str
    err: str


class Terminal:
    """Runs commands; what they read is typed beforehand."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *words: Any, typed: Iterator[str] | list[str] | None = None) -> Said:
        """Run a command. When all that is typed is used up, the input is at its end."""
        lines = iter(typed or [])

        def read(prompt: str = "") -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        self.monkeypatch.setattr("builtins.input", read)
        try:
            code = main([str(word) for word in words])
        except SystemExit as ended:  # argparse leaves by itself
            code = int(ended.code or 0)
        out, err = self.capsys.readouterr()
        return Said(code, out, err)
