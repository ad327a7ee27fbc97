"""What a circuit's picture needs beside its data: its country, and a few numbers where the outline alone will not do.

Colours of the land are in static/css/tracks.css, a class for each theme; the silhouettes are in motifs/.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Literal

from msgspec import Struct

from engine.heat.tracks import Track


class Theme(Struct, frozen=True):
    """What stands beside the road. The place is a name, printed as on a poster, the same in every language."""

    big: tuple[str, ...]  # silhouettes, the most important first
    small: tuple[str, ...]  # what is scattered; named more often, it is seen more often
    place: str = ""
    sea: Literal["", "top", "right", "bottom"] = ""


class Recipe(Struct, frozen=True):
    """How the elastic band is laid for one circuit."""

    stretch: tuple[float, float] = (1.0, 1.0)  # of the outline; a square one wastes a wide screen
    gap: float = 1.0  # lanes of grass between two stretches of road
    hold: float = 0.02  # pull to the outline


THEMES: Mapping[str, Theme] = {
    "usa": Theme(
        big=("barn", "water_tower", "wheat", "marquee", "balloon"),
        small=("maple", "gold", "maple", "gold", "oak", "bush"),
        place="WATKINS HILLS",
    ),
    "italia": Theme(
        big=("campanile", "vines", "wheat", "tents", "balloon"),
        small=("cypress", "umbrella", "cypress", "umbrella", "olive", "bush"),
        place="PARCO VECCHIO",
    ),
    "france": Theme(
        big=("chateau", "lavender", "vines", "lavender", "balloon"),
        small=("poplar", "poplar", "oak", "poplar", "oak", "bush"),
        place="PAYS DE LAVANDE",
    ),
    "gb": Theme(
        big=("clock_tower", "hangar", "sheep", "marquee", "sheep"),
        small=("oak", "oak", "poplar", "oak", "bush", "oak"),
        place="THE OLD AIRFIELD",
    ),
    "japan": Theme(
        big=("fuji", "pagoda", "torii", "ferris"),
        small=("cherry", "cherry", "fir", "cherry", "bush", "cherry"),
        place="SAKURA SAKA",
    ),
    "mexico": Theme(
        big=("pyramid", "mission", "rock", "balloon", "marquee"),
        small=("saguaro", "agave", "saguaro", "agave", "rock", "bush"),
        place="VALLE DEL SOL",
    ),
    "nederland": Theme(
        big=("windmill", "tulips", "tulips", "windmill", "boats"),
        small=("poplar", "bush", "oak", "bush", "poplar", "bush"),
        place="DUIN EN TULP",
        sea="top",
    ),
    "espana": Theme(
        big=("mission", "lighthouse", "vines", "mission", "balloon"),
        small=("palm", "olive", "olive", "palm", "bush", "rock"),
        place="CERRO DEL PUERTO",
        sea="right",
    ),
    "southafrica": Theme(
        big=("table_mountain", "giraffe", "elephant", "giraffe", "rock"),
        small=("acacia", "bush", "acacia", "rock", "bush", "acacia"),
        place="CAPE ROAD",
        sea="bottom",
    ),
    "deutschland": Theme(
        big=("castle", "fir", "tents", "hangar", "fir"),
        small=("fir", "fir", "fir", "oak", "fir", "rock"),
        place="GRÜNER WALD",
    ),
    "meadow": Theme(
        big=("barn", "wheat", "marquee", "balloon", "sheep"),
        small=("oak", "poplar", "oak", "bush", "oak", "poplar"),
    ),
    "moor": Theme(
        big=("hangar", "tents", "sheep", "water_tower", "sheep"),
        small=("fir", "oak", "fir", "bush", "rock", "fir"),
    ),
    "coast": Theme(
        big=("lighthouse", "vines", "marquee", "tents", "balloon"),
        small=("olive", "cypress", "umbrella", "olive", "bush", "rock"),
    ),
    "autumn": Theme(
        big=("water_tower", "wheat", "barn", "tents", "balloon"),
        small=("gold", "maple", "oak", "gold", "bush", "maple"),
    ),
}
"""The circuits of the game by id, then lands for circuits that people make."""

ELSEWHERE = ("meadow", "moor", "coast", "autumn")

RECIPES: Mapping[str, Recipe] = {
    "italia": Recipe(stretch=(1.42, 1.0)),
    "gb": Recipe(stretch=(1.22, 1.0)),
    "deutschland": Recipe(stretch=(1.14, 1.0), gap=2.5),
    "espana": Recipe(stretch=(1.0, 1.12), gap=1.9, hold=0.012),
}

SIZES: Mapping[str, tuple[float, float]] = {
    "barn": (62, 1.0),
    "water_tower": (46, 1.0),
    "wheat": (86, 1.0),
    "marquee": (44, 1.1),
    "balloon": (40, 1.05),
    "campanile": (62, 1.05),
    "vines": (80, 1.0),
    "tents": (48, 1.1),
    "chateau": (76, 1.0),
    "lavender": (92, 1.0),
    "clock_tower": (60, 1.0),
    "hangar": (66, 1.1),
    "sheep": (34, 1.3),
    "fuji": (112, 0.95),
    "pagoda": (58, 1.0),
    "ferris": (74, 1.0),
    "torii": (40, 1.1),
    "pyramid": (80, 1.05),
    "mission": (50, 1.15),
    "rock": (26, 1.5),
    "windmill": (56, 1.05),
    "tulips": (92, 1.0),
    "boats": (60, 1.0),
    "lighthouse": (34, 1.05),
    "castle": (80, 1.05),
    "table_mountain": (150, 0.85),
    "giraffe": (36, 1.2),
    "elephant": (40, 1.15),
    "fir": (30, 1.3),
}
"""The room that a large silhouette needs around it, and the scale at which it is drawn."""


def theme_of(track: Track) -> str:
    """The name of a circuit's theme; a circuit without a theme of its own gets one by its id, always the same."""
    return track.id if track.id in THEMES else ELSEWHERE[_number(track.id) % len(ELSEWHERE)]


def recipe_of(track: Track) -> Recipe:
    return RECIPES.get(track.id, Recipe())


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:4])
