"""The circuits that only lessons use: a race is over in three or four rounds. New races are not offered them."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from engine.heat.tracks import Track, read_track


@cache
def lesson_tracks() -> Mapping[str, Track]:
    """By id: a plain circuit, one with all that the expansions put on roads, and that of the first race."""
    data = (files("races.heat.lessons") / "tracks.json").read_bytes()
    tracks = [read_track(bytes(text)) for text in msgspec.json.decode(data, type=list[msgspec.Raw])]
    return MappingProxyType({track.id: track for track in tracks})
