"""What everybody sees around the board, as whole elements with fixed ids: rendered once a change, for all.

Nothing here asks the database, and nothing depends on who looks: "me" is the style sheet's matter.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.heat import View
from races.clocks import over_at
from races.heat.board import cars, field, ground, labels
from races.scenes import Scene
from races.shell.rows import Rows


def revision(scene: Scene) -> str:
    """What the page stands at; the socket tells the server so when it connects again."""
    return format_html('<data id="revision" value="{}" data-told="{}" hidden></data>', scene.revision, scene.version)


def bar_state(scene: Scene) -> str:
    view: View = scene.view(None)
    lap = min(max(view.cars[view.ranking[0]].lap, 0) + 1, view.setup.laps)
    context = {"track": scene.game.content.track.name, "lap": lap, "laps": view.setup.laps, "round": view.round}
    return render_to_string("races/heat/board/bar_state.html", {**context, "ended": bool(view.ended)})


def clocks(scene: Scene) -> str:
    """Everybody's clock as data: when it is over, or what is left of it while it stands, as a negative number.

    A page counts down its driver's own, or else the one that is over first. For somebody who is away, the grace may be
    over before the clock.
    """
    running = {} if scene.view(None).ended else scene.race.clocks
    told = []
    for seat, one in running.items():
        over = over_at(scene.race, seat)
        if over is not None:
            told.append(f"{seat}:{over}")
        elif one["left"] is not None:
            told.append(f"{seat}:{-one['left']}")
    return format_html('<data id="clocks" value="{}" hidden></data>', " ".join(told))


def order(scene: Scene) -> Rows:
    return _in_rows("order", enumerate(field.order(scene)))


def standings(scene: Scene) -> Rows:
    return _in_rows("standings", enumerate(field.standings(scene)))


def ribbon(scene: Scene) -> Rows:
    """The nine phases: those that are past, the one that is now, those to come."""
    view: View = scene.view(None)
    names = list(labels.PHASES)
    now = len(names) if view.ended else names.index(view.phase) if view.phase in labels.PHASES else -1
    steps = [
        Step(at + 1, str(name), "past" if at < now else "now" if at == now else "next")
        for at, name in enumerate(labels.PHASES.values())
    ]
    if not view.round:
        steps.insert(0, Step(0, _("Draft"), "now"))
    return _in_rows("ribbon", enumerate(steps))


@dataclass(frozen=True)
class Step:
    """A phase on the ribbon."""

    number: int
    name: str
    look: str


def plaque(scene: Scene) -> Rows:
    """What is next before each driver; the style sheet shows a driver's own."""
    corners = {one.seat: one for one in field.ahead(scene, cars.letters(scene))}
    return _in_rows("plaque", corners.items(), places=_places(scene), phase=scene.state.phase)


def road(scene: Scene) -> str:
    """Limits that weather or road tokens have changed, on top of the printed signs."""
    art = ground.picture(scene)
    view: View = scene.view(None)
    roads = scene.game.roads(view.weather, view.tokens)
    changed = [
        {"sign": sign, "limit": limit, "change": f"{limit - sign.limit:+}".replace("-", "–")}
        for sign in (art.signs if art else ())
        if (limit := roads.limit(sign.line)) != sign.limit
    ]
    return _rendered(scene, "heat/board/road", changed=changed, box=ground.view_box(art) if art else "")


def waiting(scene: Scene) -> str:
    """Whom the race waits for, by name."""
    seats = field.awaited(scene)
    view: View = scene.view(None)
    sentence = ""
    if seats:
        names = get_text_list([seat.name for seat in seats], _("and"))
        one, several = labels.WAITING.get(view.phase, (_("Waiting for %(names)s."), _("Waiting for %(names)s.")))
        sentence = str(one if len(seats) == 1 else several) % {"names": names}
    away = [seat for seat in seats if seat.number in scene.away and seat.number not in scene.race.bots]
    gone = [seat.name for seat in away]
    absence = ""
    if gone and scene.race.running:
        moments = [over_at(scene.race, seat.number) for seat in away]
        until = min(moment for moment in moments if moment is not None)
        said = ngettext(
            "{names} is away; a stand-in drives in {time}.",
            "{names} are away; the first stand-in drives in {time}.",
            len(gone),
        )
        absence = format_html(said, names=get_text_list(gone, _("and")), time=_countdown(scene, until))
    told = {"seats": seats, "sentence": sentence, "absence": absence, "ended": bool(view.ended)}
    return _rendered(scene, "shell/waiting", **told, places=_places(scene))


def _countdown(scene: Scene, until: int) -> SafeString:
    """What is left of a grace: a script counts it down; without one the whole grace stands there."""
    return format_html('<time data-until="{}">{}</time>', until, labels.span(scene.race.grace))


def _places(scene: Scene) -> dict[str, str]:
    """The corner of the stage that each picture of the circuit leaves free for what matters now."""
    art = ground.picture(scene)
    return {shape: free.plaque for shape, free in art.corners.items()} if art else {}


def curtain(scene: Scene) -> str:
    """What lies over the board while the race stands still, and whose matter it is to let it go on."""
    idle = not scene.race.running and not scene.race.paused and scene.race.clock and not scene.view(None).ended
    seat = scene.seat_of(scene.race.host)
    host = None if seat is None else scene.seats[seat]
    absence = ""
    if host is not None and host.number in scene.away:
        until = scene.race.absent[host.number] + scene.race.grace * 1000
        said = _("{name} is away. In {time} the next driver who is here can go on.")
        absence = format_html(said, name=host.name, time=_countdown(scene, until))
    told = {"paused": scene.race.paused and not scene.race.ended, "idle": idle, "host": host, "absence": absence}
    return _rendered(scene, "shell/curtain", **told)


def _rendered(scene: Scene, name: str, **context: Any) -> SafeString:
    return render_to_string(f"races/{name}.html", {**context, "race": scene.race})


def _in_rows(name: str, items: Iterable[tuple[int, Hashable]], **context: Any) -> Rows:
    """A list whose rows have the list's name and a number as their ids."""
    start, end = render_to_string(f"races/heat/board/{name}.html", context).rstrip().split("|")
    language = get_language()
    return Rows(start, {f"{name}-{at}": _row(language, name, at, one) for at, one in items}, end)


@lru_cache(maxsize=4096)
def _row(language: str, name: str, at: int, one: Hashable) -> str:
    """A row shows nothing but what it is given, and most rows were there before: a change renders its own ones only."""
    return render_to_string(f"races/heat/board/{name}_row.html", {"at": at, "one": one}).rstrip()
