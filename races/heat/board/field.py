"""The rows of the standings: where each car is, what its driver does, and whose turn it is, for all viewers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.heat import View
from engine.heat.phases.adrenaline import has_adrenaline
from engine.heat.views import CarView
from races.heat.board import labels
from races.heat.scene import HeatScene
from races.models import Seat


@dataclass(frozen=True)
class Tag:
    """What a driver is doing, as a word with a symbol."""

    css_class: str
    icon: str
    text: str


@dataclass(frozen=True)
class Row:
    """A car in the standings."""

    place: int
    seat: int
    name: str
    tag: Tag | None
    detail: str
    gap: str
    lap: str
    css_class: str
    adrenaline: bool


def standings(scene: HeatScene) -> list[Row]:
    view = scene.view(None)
    cars = [view.cars[seat] for seat in view.ranking]
    leader = next((car for car in cars if car.status == "racing"), cars[0])
    several_laps = len({_lap(view, car) for car in cars if car.status == "racing"}) > 1
    no_adrenaline = scene.game.effects(view.setup).no_adrenaline
    return [
        Row(
            place=place,
            seat=car.seat,
            name=scene.seats[car.seat].name,
            tag=_tag(scene, view, car),
            detail=_detail(car),
            gap=_gap(car, leader),
            lap=_lap(view, car) if several_laps else "",
            css_class=_css_class(scene, view, car),
            adrenaline=not (no_adrenaline or car.legend) and has_adrenaline(scene.state, car.seat),
        )
        for place, car in enumerate(cars, start=1)
    ]


def _gap(car: CarView, leader: CarView) -> str:
    if car.status != "racing":
        return ""
    return _("lead") if car is leader else f"+{leader.at - car.at}"


def _lap(view: View, car: CarView) -> str:
    if car.status != "racing":
        return ""
    return _("lap %(n)s") % {"n": min(max(car.lap, 0) + 1, view.setup.laps)}


def _css_class(scene: HeatScene, view: View, car: CarView) -> str:
    """Retired, or in a stretch in which cars act in turn: whose turn it is, and who has had it."""
    if car.status == "retired":
        return "retired"
    if _has_driven(scene, view, car.seat):
        return "done"
    return "now" if car.asked and one_by_one(scene) else ""


def _detail(car: CarView) -> str:
    """What rivals read from a car: its gear, or its speed while it drives, and its Heat."""
    if car.legend:
        return str(labels.LEGENDS.get(car.legend, _("Legend")))
    if car.status != "racing" or not (car.hand or car.draw or car.discard):  # in a draft no cards are dealt yet
        return ""
    drives = car.play and not car.cluttered
    pace = _("speed %(n)s") % {"n": car.speed} if drives else str(labels.GEARS[car.gear])
    return f"{pace} · {labels.heat(car.engine)}"


def _tag(scene: HeatScene, view: View, car: CarView) -> Tag | None:
    """One tag a car; the first that fits."""
    seat = scene.seats[car.seat]
    if car.status == "home":
        return Tag("ok", "flag", pgettext("a car that is over the finish", "Home"))
    if car.status == "retired":
        return Tag("away", "retire", _("Retired"))
    if seat.kind == Seat.Kind.DRIVER and car.seat in scene.race.bots:
        return Tag("bot", "stand_in", _("Bot drives"))
    if car.seat in scene.away and not view.ended:
        return Tag("away", "away", _("Away"))
    if view.ended:
        return None
    goes_on = scene.race.running or scene.race.paused  # what drivers do stays to be read while a host pauses
    if car.asked and goes_on:
        return Tag("wait", "clock", str(labels.DOING.get(view.phase, _("Choosing"))))
    if _has_driven(scene, view, car.seat):
        return Tag("ok", "check", _("Done"))
    if one_by_one(scene) and goes_on and car.seat in view.order:  # in a draft Legends have no turn
        return Tag("bot", "clock", _turn(view, car.seat))
    if car.chosen:
        return Tag("ok", "check", _("Ready"))
    if car.legend:
        return Tag("bot", "legend", _("Legend"))
    if seat.kind == Seat.Kind.BOT:
        return Tag("bot", "bot", _("Bot"))
    return None


def _turn(view: View, seat: int) -> str:
    """When a car acts that has not yet: the order stays that of the start of the round."""
    ahead = view.order.index(seat) - view.turn
    return _("Next") if ahead <= 1 else _("Turn %(n)s") % {"n": view.order.index(seat) + 1}


def one_by_one(scene: HeatScene) -> bool:
    """Whether the race is in a stretch of the round in which cars act in turn."""
    state = scene.state
    stages = scene.game.schedule(state)
    return state.stage < len(stages) and not stages[state.stage].together


def turn_of(scene: HeatScene, seat: int) -> str:
    """Whether a car in a stretch of the round in which cars act in turn has driven, drives next or later; empty in
    others."""
    view = scene.view(None)
    if not one_by_one(scene) or seat not in view.order:
        return ""
    ahead = view.order.index(seat) - view.turn
    return "driven" if ahead < 0 else "next" if ahead <= 1 else "later"


def _has_driven(scene: HeatScene, view: View, seat: int) -> bool:
    """Whether a car has had its turn in a stretch in which cars act one by one."""
    return one_by_one(scene) and seat in view.order[: view.turn]


@dataclass(frozen=True)
class Ahead:
    """What lies next before a car: a corner, or the finish (then there is no letter), and what follows that corner,
    its distance from there. Behind the finish it is a corner that asks nothing any more."""

    seat: int
    letter: str
    limit: int
    distance: int
    line: int
    then: "Ahead | None" = None
    is_free: bool = False


def ahead(scene: HeatScene, letters: Mapping[int, str]) -> Iterator[Ahead]:
    """For every driver on the road, the corner that comes next, under weather and road tokens."""
    return (one for one in nearest(scene, letters) if scene.seats[one.seat].kind == Seat.Kind.DRIVER)


@dataclass(frozen=True)
class Acting:
    """The one driver whom the race waits for: the cards in play and their speed, and what lies next before the car.
    Where several are asked, what lies next before the leader."""

    cards: tuple[str, ...]
    speed: int
    ahead: Ahead | None
    is_alone: bool


def acting(scene: HeatScene, letters: Mapping[int, str]) -> Acting | None:
    """None where nobody is asked. While it is hidden who has answered, it is told of the leader."""
    if scene.is_over or not scene.questions:
        return None
    view = scene.view(None)
    is_alone = len(scene.questions) == 1 and not scene.veiled
    ahead = {one.seat: one for one in nearest(scene, letters)}
    car = view.cars[next(iter(scene.questions)) if is_alone else next((at for at in view.ranking if at in ahead), 0)]
    played = car.play if is_alone and not car.cluttered else ()
    return Acting(played, car.speed, ahead.get(car.seat), is_alone)


def nearest(scene: HeatScene, letters: Mapping[int, str]) -> Iterator[Ahead]:
    """For every car on the road what comes next, a Legend's too."""
    view = scene.view(None)
    course = scene.game.course
    roads = scene.game.roads(view.weather, view.tokens)
    goal = view.setup.laps * course.length

    def next_from(seat: int, at: int) -> Ahead:
        distance = course.to_line[at % course.length]
        line = (at + distance) % course.length
        if at < goal <= at + distance:
            return Ahead(seat, "", 0, goal - at, -1)
        return Ahead(seat, letters[line], roads.limit(line), distance, line, is_free=at >= goal)

    for car in view.cars:
        if car.status == "racing":
            first = next_from(car.seat, car.at)
            follows = first.letter and not first.is_free
            yield replace(first, then=next_from(car.seat, car.at + first.distance)) if follows else first
