"""The log as lines of JSON, for machines that collect logs: HEATSITE_LOG_FORMAT=json."""

import json
import logging
from datetime import UTC, datetime

ABOUT = ("race", "seat")
"""What a line may say besides its sentence: the code of the race that it is about, and the number of the seat."""


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
