"""What all viewers see around the board, as whole elements with fixed ids: rendered once a change, for all.

Nothing here asks the database, and nothing depends on the viewer: the style sheet picks out what belongs to the
viewer's own seat, by the `data-me` of the page.
"""

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.text import get_text_list
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from msgspec import Struct

from races.heat.board import field, ground, in_words, kept, labels, shadows
from races.heat.board.explained import corners
from races.heat.roadside.conditions import conditions
from races.heat.scene import HeatScene
from races.shell import fragments
from races.shell.rows import Rows


def bar_state(scene: HeatScene) -> str:
    view = scene.view(None)
    first = view.ranking[0]
    lap = min(max(view.cars[first].lap, 0) + 1, view.setup.laps)
    context = {"track": scene.game.content.track.name, "lap": lap, "laps": view.setup.laps, "round": view.round}
    return render_to_string("races/heat/board/bar_state.html", {**context, "ended": bool(view.ended)})


def standings(scene: HeatScene) -> Rows:
    title = _("Standings")  # where it scrolls, keys must reach it
    return in_rows("standings", enumerate(field.standings(scene)), class_="standings", tabindex="0", aria_label=title)


def told(scene: HeatScene) -> Rows:
    """Every car in words, the leader first; then the ghosts."""
    return in_rows("told", enumerate([*in_words.cars(scene), *shadows.words(scene)]))


@kept.once_for(kept.road)
def explained(scene: HeatScene) -> Rows:
    """Every corner in words, in driving order."""
    return in_rows("explained", corners(scene).items())


def ribbon(scene: HeatScene) -> Rows:
    """The nine phases: those that are past, the one that is now, those to come."""
    view = scene.view(None)
    return _ribbon(get_language(), "" if view.ended else view.phase, drafted=not view.round, ended=bool(view.ended))


@lru_cache(maxsize=256)
def _ribbon(_language: str, phase: str, *, drafted: bool, ended: bool) -> Rows:
    names = list(labels.PHASES)
    now = len(names) if ended else names.index(phase) if phase in labels.PHASES else -1
    steps = [
        Step(at + 1, str(name), "past" if at < now else "now" if at == now else "next")
        for at, name in enumerate(labels.PHASES.values())
    ]
    if drafted:
        steps.insert(0, Step(0, _("Draft"), "now"))
    return in_rows("ribbon", enumerate(steps), class_="ribbon", aria_label=_("Phases of the round"))


class Step(Struct, frozen=True):
    """A phase on the ribbon."""

    number: int
    name: str
    css_class: str


def plaque(scene: HeatScene) -> Rows:
    """What is next before each driver; the style sheet shows a driver's own."""
    corners = {} if scene.is_over else {one.seat: one for one in field.ahead(scene)}
    places = "".join(f" {shape}-{place}" for shape, place in _places(scene).items())
    return in_rows("plaque", corners.items(), tag="div", class_=f"st-{scene.state.phase}{places}")


@kept.once_for(kept.road)
def road(scene: HeatScene) -> str:
    """Road tokens at the signs of their corners, limits that they have changed on top of the printed ones, and the
    press where it has sponsor cards to give."""
    art = ground.picture(scene)
    view = scene.view(None)
    roads = scene.game.roads(view.weather, view.tokens)
    tokens = {one.line: one for one in conditions(scene.game, view.weather, view.tokens).tokens}
    limits = {sign.line: roads.limit(sign.line) for sign in (art.signs if art else ())}
    marked = [
        {"sign": sign, "limit": limits[sign.line], "token": tokens.get(sign.line)}
        if limits[sign.line] != sign.limit
        else {"sign": sign, "limit": None, "token": tokens.get(sign.line)}
        for sign in (art.signs if art else ())
        if limits[sign.line] != sign.limit or sign.line in tokens
    ]
    lines = press_lines(scene)
    press = [sign for sign in (art.signs if art else ()) if sign.line in lines and not view.ended]
    box = ground.view_box(art) if art else ""
    return render_to_string("races/heat/board/road.html", {"marked": marked, "press": press, "box": box})


def press_lines(scene: HeatScene) -> frozenset[int]:
    """The corner lines at which the press waits."""
    setup = scene.view(None).setup
    return scene.game.press(setup.event) if setup.season else frozenset()


MANY = 4
"""So many names are read in one sentence."""


def awaited(scene: HeatScene) -> str:
    """Whom the race waits for, and for what, as one sentence; while it waits for a whole field, no names."""
    view = scene.view(None)
    sentences = labels.WAITING.get(view.phase, fragments.ANSWER)
    everybody = labels.EVERYBODY.get(view.phase, fragments.EVERYBODY)
    racing = {car.seat for car in view.cars if car.status == "racing" and not car.legend}
    if len(racing) > MANY and racing == scene.questions.keys():
        return str(everybody)
    return fragments.awaited(scene, sentences, everybody)


def headline(scene: HeatScene) -> str:
    """The same in as few words as a headline has: of more than two drivers one name, and how many more. Empty while the
    race stands still."""
    names = [scene.seats[seat].name for seat in sorted(scene.questions)]
    if not names or not scene.race.running or scene.is_over:
        return ""
    if scene.veiled:
        return _("Everybody is choosing")
    if len(names) > 2:
        text = ngettext("Waiting for %(name)s and %(n)s more", "Waiting for %(name)s and %(n)s more", len(names) - 1)
        return text % {"name": names[0], "n": len(names) - 1}
    return _("Waiting for %(names)s") % {"names": get_text_list(names, _("and"))}


def waiting(scene: HeatScene) -> str:
    """The same with the chips of their cars, and of those that are ready; in a stretch in which cars act in turn,
    cards that lie face down make nobody ready."""
    return fragments.waiting(
        scene,
        awaited(scene),
        labels.absence_of,
        _places(scene),
        template="races/heat/board/waiting.html",
        ready=[] if field.one_by_one(scene) else [car.seat for car in scene.view(None).cars if car.chosen],
        acting=field.acting(scene),
        headline=headline(scene),
    )


def _places(scene: HeatScene) -> dict[str, str]:
    """The corner of the stage that each picture of the circuit leaves free for the plaque and the names of the drivers
    who are asked."""
    art = ground.picture(scene)
    return {shape: free.plaque for shape, free in art.corners.items()} if art else {}


def curtain(scene: HeatScene) -> str:
    """What lies over the board while the race stands still."""
    return fragments.curtain(scene, labels.HEIR, template="races/heat/board/curtain.html")


def in_rows(
    name: str, items: Iterable[tuple[int, Hashable]], tag: str = "ol", folder: str = "board", **attributes: str
) -> Rows:
    """A list whose rows have the list's name and a number as their ids."""
    language = get_language()
    rows = {f"{name}-{at}": _row(language, f"{folder}/{name}", at, one) for at, one in items}
    return Rows(_start(tag, name, tuple(attributes.items())), rows, f"</{tag}>")


@lru_cache(maxsize=1024)
def _start(tag: str, name: str, attributes: tuple[tuple[str, str], ...]) -> str:
    pairs = [("id", name), *((name.rstrip("_").replace("_", "-"), value) for name, value in attributes)]
    return format_html("<{}{}>", tag, format_html_join("", ' {}="{}"', pairs))


@lru_cache(maxsize=4096)
def _row(language: str, template: str, at: int, one: Hashable) -> str:
    """One row. It depends on its arguments alone, so the rows that a change leaves as they were come from the cache."""
    return render_to_string(f"races/heat/{template}_row.html", {"at": at, "one": one}).rstrip()
