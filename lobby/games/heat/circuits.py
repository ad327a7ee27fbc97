"""The circuits on offer, as the lobby shows them: a small and a big picture, and the facts.

Pictures are big, so a process decodes each once. The length of the stored picture is part of the key of that cache,
because a circuit is drawn some seconds after it was saved.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec
from django.db.models import QuerySet
from django.db.models.functions import Length
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from engine.heat import read_track
from engine.heat.tracks import Track
from engine.kernel.faults import Broken
from lobby.models import MOST_SEATS
from races import models
from races.heat import catalogue
from races.models import TrackVersion


class Sign(msgspec.Struct):
    svg: str = ""


class Art(msgspec.Struct):
    """The parts of a stored picture that a card or a still shows."""

    theme: str = ""
    mini: str = ""
    ground: str = ""
    deck: str = ""
    signs: tuple[Sign, ...] = ()
    fit: tuple[float, float, float, float] = (0, 0, 1, 1)


class Feature(NamedTuple):
    """What a circuit has that others have not: how its card shows it, and the rule."""

    kind: str
    name: str
    rule: str


FEATURES: Mapping[str, tuple[Promise | str, Promise | str]] = {
    "flooded": (_("flooded"), _("Flooded road: who shifts down on it pays 1 Heat more.")),
    "tunnel": (_("tunnel"), _("Tunnels: no card and no Stress can be thrown away in them.")),
    "chicane": (_("chicane"), _("Chicanes: two corners, one close behind the other.")),
    "gravel": (_("gravel"), _("Gravel: scenery, a car drives over it as over any other space.")),
}

BOXES: Mapping[str, Promise | str] = {
    "heavy_rain": _("Heavy Rain"),
    "tunnel_vision": _("Tunnel Vision"),
    "rocky_roads": _("Rocky Roads (unfinished)"),
}
"""What players call the expansion from which a circuit comes. Rocky Roads was not out when its circuits were drawn:
they have no rule and no card of their own."""


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
        self.still = _still(art) if version.art else SafeString()
        """The whole board without cars; empty until it is drawn."""

    @property
    def box(self) -> str:
        """The expansion from which it comes; empty for the base game and for a circuit of this site."""
        return str(BOXES.get(self.track.expansion, ""))

    @property
    def features(self) -> list[Feature]:
        track = self.track
        there = {"flooded": track.flooded, "tunnel": track.tunnel, "chicane": self.chicanes, "gravel": track.gravel}
        return [Feature(kind, str(name), str(rule)) for kind, (name, rule) in FEATURES.items() if there[kind]]

    @property
    def corners(self) -> int:
        return len(self.track.corners)

    @property
    def chicanes(self) -> int:
        return sum(corner.chicane_of is not None for corner in self.track.corners)

    @property
    def places(self) -> int:
        """How many cars may start on it."""
        return min(MOST_SEATS, len(self.track.grid))


def _still(art: Art) -> SafeString:
    signs = "".join(sign.svg for sign in art.signs)
    box = " ".join(f"{number:g}" for number in art.fit)
    return format_html(
        '<svg class="board theme-{}" viewBox="{}" preserveAspectRatio="xMidYMid meet" aria-hidden="true">{}{}{}</svg>',
        art.theme,
        box,
        mark_safe(art.ground),  # noqa: S308, drawn by us
        mark_safe(art.deck),  # noqa: S308
        mark_safe(signs),  # noqa: S308
    )


def circuit(version: int | None) -> Circuit | None:
    """A version as the lobby shows it; None if this version of the site cannot read what is stored."""
    return next(iter(_shown(TrackVersion.objects.filter(pk=version or 0))), None)


def places(track: models.Track | None) -> int:
    """How many cars may start on a track."""
    if track is None:
        return 0
    shown = circuit(track.current_id)
    return shown.places if shown else 0


SHEETS = ("css/heat/board.css", "css/heat/tracks.css")
"""What small pictures are painted with."""


def small(version: int | None) -> SafeString:
    """A version as the small picture before a line of a list."""
    shown = circuit(version)
    if shown is None or not shown.mini:
        return SafeString()
    return format_html('<span class="thumb theme-{}" aria-hidden="true">{}</span>', shown.theme, shown.mini)


def on_offer() -> list[Circuit]:
    return _shown(catalogue.tracks())


def _shown(versions: QuerySet[TrackVersion]) -> list[Circuit]:
    found = [_circuit(pk, drawn) for pk, drawn in versions.values_list("pk", Length("art"))]
    return [one for one in found if one is not None]


@lru_cache(maxsize=64)
def _circuit(version: int, drawn: int) -> Circuit | None:
    try:
        return Circuit(TrackVersion.objects.select_related("track").get(pk=version))
    except (Broken, msgspec.DecodeError):
        return None


def feature_rules(shown: list[Circuit]) -> list[tuple[str, str]]:
    """The rules of what some of these circuits have, each once: its kind and the sentence."""
    there = {feature.kind: feature.rule for circuit in shown for feature in circuit.features}
    return [(kind, there[kind]) for kind in FEATURES if kind in there]
