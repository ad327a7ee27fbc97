"""The rows of the standings: where each car is, what its driver does, and whose turn it is, for all viewers."""

from collections.abc import Iterator
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct
from msgspec.structs import replace

from engine.heat import Heat, View
from engine.heat.phases.adrenaline import with_adrenaline
from engine.heat.views import CarView
from races.heat.board import labels
from races.heat.circuit_art.letters import letters_of
from races.heat.scene import HeatScene
from races.models import Seat


class Tag(Struct, frozen=True):
    """What a driver is doing, as a word with a symbol."""

    css_class: str
    icon: str
    text: str


class Row(Struct, frozen=True):
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
    in_turn = one_by_one(scene)
    driven = view.order[: view.turn] if in_turn else ()
    adrenaline = () if scene.game.effects(view.setup).no_adrenaline else with_adrenaline(scene.state)
    return [
        Row(
            place=place,
            seat=car.seat,
            name=scene.seats[car.seat].name,
            tag=_tag(scene, view, car, in_turn=in_turn, has_driven=car.seat in driven),
            detail=_detail(car),
            gap=_gap(car, leader),
            lap=_lap(view, car) if several_laps else "",
            css_class=_css_class(car, in_turn=in_turn, has_driven=car.seat in driven),
            adrenaline=car.seat in adrenaline and not car.legend,
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


def _css_class(car: CarView, *, in_turn: bool, has_driven: bool) -> str:
    """Retired, or in a stretch in which cars act in turn: whose turn it is, and who has had it."""
    if car.status == "retired":
        return "retired"
    if has_driven:
        return "done"
    return "now" if car.asked and in_turn else ""


def _detail(car: CarView) -> str:
    """What rivals read from a car: its gear, or its speed while it drives, and its Heat."""
    if car.legend:
        return str(labels.LEGENDS.get(car.legend, _("Legend")))
    if car.status != "racing" or not (car.hand or car.draw or car.discard):  # in a draft no cards are dealt yet
        return ""
    drives = car.play and not car.cluttered
    pace = _("speed %(n)s") % {"n": car.speed} if drives else str(labels.GEARS[car.gear])
    return f"{pace} · {labels.heat(car.engine)}"


def _tag(scene: HeatScene, view: View, car: CarView, *, in_turn: bool, has_driven: bool) -> Tag | None:
    """One tag a car; the first that fits. `in_turn` is whether cars act one by one now."""
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
    if has_driven:
        return Tag("ok", "check", _("Done"))
    if in_turn and goes_on and car.seat in view.order:  # in a draft Legends have no turn
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


class Ahead(Struct, frozen=True):
    """What lies next before a car: a corner, or the finish (then there is no letter), and what follows that corner,
    its distance from there. Behind the finish it is a corner that asks nothing any more."""

    seat: int
    letter: str
    limit: int
    distance: int
    line: int
    then: "Ahead | None" = None
    is_free: bool = False


def ahead(scene: HeatScene) -> Iterator[Ahead]:
    """For every driver on the road, the corner that comes next, under weather and road tokens."""
    return (one for one in nearest(scene) if scene.seats[one.seat].kind == Seat.Kind.DRIVER)


class Acting(Struct, frozen=True):
    """The one driver whom the race waits for: the cards in play and their speed, and what lies next before the car.
    Where several are asked, what lies next before the leader."""

    cards: tuple[str, ...]
    speed: int
    ahead: Ahead | None
    is_alone: bool


def acting(scene: HeatScene) -> Acting | None:
    """None where nobody is asked. While it is hidden who has answered, it is told of the leader."""
    if scene.is_over or not scene.questions:
        return None
    view = scene.view(None)
    is_alone = len(scene.questions) == 1 and not scene.veiled
    ahead = {one.seat: one for one in nearest(scene)}
    car = view.cars[next(iter(scene.questions)) if is_alone else next((at for at in view.ranking if at in ahead), 0)]
    played = car.play if is_alone and not car.cluttered else ()
    return Acting(played, car.speed, ahead.get(car.seat), is_alone)


def nearest(scene: HeatScene) -> Iterator[Ahead]:
    """For every car on the road what comes next, a Legend's too."""
    view = scene.view(None)
    goal = view.setup.laps * scene.game.course.length
    return (
        _ahead_of(scene.game, view.weather, view.tokens, goal, car.seat, car.at)
        for car in view.cars
        if car.status == "racing"
    )


@lru_cache(maxsize=4096)
def _ahead_of(game: Heat, weather: str, tokens: tuple[str, ...], goal: int, seat: int, at: int) -> Ahead:
    """What comes next from a place on the road, and what after it."""
    first = _next_from(game, weather, tokens, goal, seat, at)
    if not first.letter or first.is_free:
        return first
    return replace(first, then=_next_from(game, weather, tokens, goal, seat, at + first.distance))


def _next_from(game: Heat, weather: str, tokens: tuple[str, ...], goal: int, seat: int, at: int) -> Ahead:
    distance = game.course.to_line[at % game.course.length]
    line = (at + distance) % game.course.length
    if at < goal <= at + distance:
        return Ahead(seat, "", 0, goal - at, -1)
    limit = game.roads(weather, tokens).limit(line)
    return Ahead(seat, letters_of(game)[line], limit, distance, line, is_free=at >= goal)
