"""The circuits on offer, as the lobby shows them: a small and a big picture, and the facts."""

from functools import lru_cache

import msgspec
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from engine.heat import read_track
from engine.heat.tracks import Track
from engine.kernel.faults import Broken
from lobby.models import MOST_CARS
from races import catalogue, models
from races.models import TrackVersion


class Sign(msgspec.Struct):
    svg: str = ""


class Art(msgspec.Struct):
    """As much of a picture as a card or a still needs."""

    theme: str = ""
    mini: str = ""
    ground: str = ""
    deck: str = ""
    signs: tuple[Sign, ...] = ()
    fit: tuple[float, float, float, float] = (0, 0, 1, 1)


class Circuit:
    """One version of a circuit."""

    def __init__(self, version: TrackVersion) -> None:
        self.pk = version.pk
        self.drawn = len(version.art)
        self.slug = version.track.slug
        self.name = version.name
        self.track: Track = read_track(version.data)
        art = msgspec.json.decode(version.art or "{}", type=Art)
        self.theme = art.theme
        self.mini = mark_safe(art.mini)  # noqa: S308, drawn by us

    @property
    def corners(self) -> int:
        return len(self.track.corners)

    @property
    def chicanes(self) -> int:
        return sum(corner.chicane_of is not None for corner in self.track.corners)


_circuits: dict[tuple[int, int], Circuit | None] = {}
"""By version and the size of its art: a version never changes, but it is drawn after it was saved."""


def circuit(version: TrackVersion | None) -> Circuit | None:
    """A version as the lobby shows it; none where what is stored makes no sense to this version of the site."""
    if version is None:
        return None
    known = (version.pk, len(version.art))
    if known not in _circuits:
        try:
            _circuits[known] = Circuit(version)
        except (Broken, msgspec.DecodeError):
            _circuits[known] = None
    return _circuits[known]


def places(track: models.Track) -> int:
    """How many cars may start on a track."""
    shown = circuit(track.current)
    return min(MOST_CARS, len(shown.track.grid)) if shown else 0


def on_offer() -> list[Circuit]:
    return [shown for version in catalogue.tracks() if (shown := circuit(version))]


@lru_cache(maxsize=32)
def _still(art: str) -> SafeString:
    drawn = msgspec.json.decode(art or "{}", type=Art)
    signs = "".join(sign.svg for sign in drawn.signs)
    box = " ".join(f"{number:g}" for number in drawn.fit)
    return format_html(
        '<svg class="board theme-{}" viewBox="{}" preserveAspectRatio="xMidYMid meet" aria-hidden="true">{}{}{}</svg>',
        drawn.theme,
        box,
        mark_safe(drawn.ground),  # noqa: S308, drawn by us
        mark_safe(drawn.deck),  # noqa: S308
        mark_safe(signs),  # noqa: S308
    )


def still(version: TrackVersion) -> SafeString:
    """The whole board without cars; empty until it is drawn."""
    return _still(version.art) if version.art else SafeString()
