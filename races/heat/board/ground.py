"""The picture of a race's circuit, kept in memory: fragments are rendered where Django allows no query."""

from contextlib import suppress
from functools import lru_cache

import msgspec
from django.utils.safestring import SafeString

from races.heat.circuit_art.drawing import VERSION, Art, decode
from races.heat.scene import HeatScene
from races.models import TrackVersion
from races.parts.lettering import word
from races.parts.markup import drawn

_pictures: dict[str, Art] = {}
"""By the digest of a race's content: what a circuit looks like follows from what it is."""


def prepare(scene: HeatScene) -> None:
    """Load the picture of the race's circuit into memory. Called before fragments are rendered, which may not query the
    database."""
    race = scene.race
    if race.content_id not in _pictures:
        art = TrackVersion.objects.values_list("art", flat=True).get(races=race)
        with suppress(msgspec.DecodeError):  # there is none yet, or one of other fields
            picture = decode(art)
            if picture.version == VERSION:
                _pictures[race.content_id] = picture


def keep(content: str, art: Art) -> None:
    """Use this picture for races of this content, which need not stand in the database."""
    _pictures[content] = art


def forget() -> None:
    """Start without pictures, as a new process does."""
    _pictures.clear()
    lanes.cache_clear()


def picture(scene: HeatScene) -> Art | None:
    """None while the circuit is still being drawn: an admin has just saved it, or an older site drew it."""
    return _pictures.get(scene.race.content_id)


def view_box(art: Art) -> str:
    """What every layer of the board shows, so that they lie upon each other."""
    return " ".join(f"{number:g}" for number in art.fit)


@lru_cache(maxsize=64)
def lanes(content: str) -> str:
    """Where cars drive, for the scripts that move them: by lane x, y and heading, two samples a space; and the signs of
    the corners: space of the line, x, y, radius."""
    art = _pictures[content]
    samples = {
        str(lane): [flat[at : at + 3] for at in range(0, len(flat), 3)] for lane, flat in enumerate(art.lanes, start=1)
    }
    corners = [[sign.line, round(sign.x), round(sign.y), round(sign.radius)] for sign in art.signs]
    return msgspec.json.encode({"length": len(art.lanes[0]) // 6, "lanes": samples, "corners": corners}).decode()


def symbols(scene: HeatScene) -> SafeString:
    """Limit discs and phase figures, which fragments refer to."""
    corners = scene.game.content.track.corners
    change = max((abs(token.limit) for token in scene.game.content.modules.roads), default=0)
    if not scene.view(None).setup.roads:
        change = 0
    limits = {corner.limit + by for corner in corners for by in range(-change, change + 1)}
    discs = (
        f'<symbol id="limit-{limit}" viewBox="0 0 100 100"><g class="limit">'
        '<circle class="disc" cx="50" cy="50" r="48" stroke-width="3"/><circle class="ring" cx="50" cy="50" r="39"/>'
        f"{word(str(limit).replace('-', '–'), 50, 24, 52, 'middle', weight=20)}</g></symbol>"
        for limit in sorted(limits)
    )
    figures = (
        f'<symbol id="ph{number}" viewBox="0 0 60 100">{word(str(number), 30, 0, 100, "middle")}</symbol>'
        for number in range(1, 10)
    )
    return drawn(*discs, *figures)
