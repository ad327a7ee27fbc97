"""The log of a process: when its lines are written, and how they look for machines that collect logs."""

import io
import json
import logging
import sys
from datetime import UTC, datetime

ABOUT = ("race", "seat")
"""What a line may say besides its sentence: the code of the race that it is about, and the number of the seat."""


def write_lines_at_once() -> None:
    """Write each line when it is complete. Python keeps what goes to a file or a pipe for some kilobytes, and a server
    that ends by a signal would take its last lines along."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True)


class JsonLines(logging.Formatter):
    """An object a line: time, level, logger and message; `race` and `seat` where the line is about one; `trace` where
    something failed."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name in ABOUT if (value := getattr(record, name, None)) is not None}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)
