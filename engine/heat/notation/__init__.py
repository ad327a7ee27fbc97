"""The two texts: a position in one line, and the record of a race that people can read; docs/NOTATION.md has both."""

from engine.heat.notation.happenings import happening, happenings
from engine.heat.notation.positions import write_position
from engine.heat.notation.reading import SEED, read_position, read_view_position
from engine.heat.notation.records import read_record_text, write_record

__all__ = [
    "SEED",
    "happening",
    "happenings",
    "read_position",
    "read_record_text",
    "read_view_position",
    "write_position",
    "write_record",
]
