"""Ghosts on the board: where cars of earlier drives stood when the round began, below the cars of the race."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from races.heat.board import ground
from races.heat.board.in_words import CarInWords
from races.heat.circuit_art.drawing import CAR_LENGTH, Art
from races.heat.daily.shadows import Along, Shadow, Stand, shadows_of
from races.heat.parts import cars
from races.heat.scene import HeatScene
from races.parts.markup import drawn

MOST_KNOWN = 400
"""Races whose ghosts a process keeps."""

_known: dict[tuple[int, bool], Along] = {}
"""By race, and whether it is over: that is when a first try gets its ghosts."""


def prepare(scene: HeatScene) -> None:
    """Load the ghosts of a race into memory: fragments are rendered where Django allows no query."""
    key = _key(scene)
    known = _known.get(key)
    if known is None or (known.until is not None and known.until <= timezone.now()):
        _known[key] = shadows_of(scene.race)
        for oldest in list(_known)[:-MOST_KNOWN]:
            _known.pop(oldest)


def forget() -> None:
    """Start without ghosts, as a new process does."""
    _known.clear()


def _key(scene: HeatScene) -> tuple[int, bool]:
    return scene.race.pk, scene.race.ended is not None


def now(scene: HeatScene) -> Iterator[tuple[Shadow, Stand]]:
    """The ghosts that are still on the road, with where they are."""
    place = max(0, scene.view(None).round - 1)
    for shadow in _known.get(_key(scene), Along()).shadows:
        if place < len(shadow.stands):
            yield shadow, shadow.stands[place]


def name(shadow: Shadow) -> str:
    """What a ghost is called, in a few letters."""
    return _("No. %(rank)s") % {"rank": shadow.rank} if shadow.rank else _("me")


NOBODY = -1
"""The seat of a ghost, in lists of cars."""


def words(scene: HeatScene) -> Iterator[CarInWords]:
    """The ghosts in words."""
    course = scene.game.course
    for shadow, (at, _lane) in now(scene):
        where = {"rank": shadow.rank, "lap": max(0, course.lap(at) + 1), "space": course.space(at)}
        text = _("The ghost of your own drive: lap %(lap)s, space %(space)s.")
        if shadow.rank:
            text = _("The ghost of number %(rank)s of the table: lap %(lap)s, space %(space)s.")
        yield CarInWords(NOBODY, (text % where,))


def layer(scene: HeatScene) -> SafeString:
    """The layer as a whole svg."""
    art = ground.picture(scene)
    if art is None:
        return drawn('<svg id="shadows" class="board" aria-hidden="true"></svg>')
    head = f'<svg id="shadows" class="board" viewBox="{ground.view_box(art)}" aria-hidden="true">'
    return drawn(head, *(_drawn(scene, art, *one) for one in now(scene)), "</svg>")


def _drawn(scene: HeatScene, art: Art, shadow: Shadow, stand: Stand) -> str:
    at, lane = stand
    x, y, heading = art.place(scene.game.course.space(at), lane)
    broad = CAR_LENGTH * cars.BREADTH / cars.LENGTH
    return (
        f'<g class="shadow" transform="translate({x:g} {y:g})"><rect transform="rotate({heading:g})"'
        f' x="{-CAR_LENGTH / 2:.1f}" y="{-broad / 2:.1f}" width="{CAR_LENGTH:.1f}" height="{broad:.1f}" rx="7"/>'
        f'<text y="6">{name(shadow)}</text></g>'
    )
