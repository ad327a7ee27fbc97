"""A waiting room as it stands, made once a process and change, and what pages show of it.

Most of it is the same for everybody with the same role, so it is rendered once for them all: who "I" am, the page says
and CSS marks. Only my name and my button are mine.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Literal

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from lobby import circuits, opponents, rulesets
from lobby.forms import CarForm, JoinForm, SettingsForm
from lobby.models import HEAVY, MOST_CARS, MOST_LEGENDS, Member, Room
from lobby.refusals import Refused
from races.models import Race
from races.parts.chips import LIVERIES

Role = Literal["host", "member", "stranger"]

KEPT = 300
"""Rooms that a process keeps at hand."""


class Waiting:
    """One room at one revision."""

    def __init__(self, room: Room, members: Iterable[Member]) -> None:
        self.room = room
        self.members = list(members)
        self.made: dict[tuple[Role, str | None], dict[str, str]] = {}

    @property
    def revision(self) -> int:
        return self.room.revision

    def member(self, visitor: str) -> Member | None:
        return next((car for car in self.members if visitor and car.visitor == visitor), None)

    def role(self, visitor: str) -> Role:
        if self.member(visitor) is None:
            return "stranger"
        return "host" if self.room.host == visitor else "member"

    @cached_property
    def drivers(self) -> list[Member]:
        return [car for car in self.members if car.is_driver]

    @cached_property
    def waited_for(self) -> list[Member]:
        """Who is not ready; the host is, by starting."""
        return [car for car in self.drivers if not car.ready and car.visitor != self.room.host]

    @cached_property
    def host(self) -> Member | None:
        return self.member(self.room.host)

    @cached_property
    def circuit(self) -> circuits.Circuit | None:
        return circuits.circuit(self.room.track.current_id)

    @property
    def laps(self) -> int:
        return self.room.laps or (self.circuit.track.laps if self.circuit else 0)

    @cached_property
    def places(self) -> int:
        """How many cars the grid of the circuit holds."""
        return self.circuit.places if self.circuit else 0

    @property
    def free(self) -> int:
        """Seats that people can still take."""
        return max(0, min(self.room.most - len(self.drivers), MOST_CARS - len(self.members)))

    @property
    def may_start(self) -> bool:
        return len(self.drivers) - len(self.waited_for) >= self.room.least

    @property
    def missing(self) -> int:
        """Drivers who must still come or get ready."""
        return self.room.least - (len(self.drivers) - len(self.waited_for))


_waiting: dict[int, Waiting] = {}


def forget() -> None:
    """Start with nothing at hand, as a new process does."""
    _waiting.clear()


def load(room: int) -> Waiting | None:
    """A room as the database has it."""
    row = Room.objects.select_related("race", "track__current").defer(*HEAVY).filter(pk=room).first()
    if row is None:
        _waiting.pop(room, None)
        return None
    scene = Waiting(row, row.members.order_by("position"))
    _waiting[room] = scene
    for oldest in list(_waiting)[:-KEPT]:
        _waiting.pop(oldest, None)
    return scene


def find(code: str) -> Waiting:
    """The room of a code."""
    found = Room.objects.filter(code=code).only("pk").first()
    scene = load(found.pk) if found else None
    if scene is None:
        raise Refused("no_room")
    return scene


def known(room: int, revision: int) -> Waiting | None:
    """What this process has of a room, if it is new enough."""
    scene = _waiting.get(room)
    return scene if scene is not None and scene.revision >= revision else None


def edits(scene: Waiting, role: Role) -> bool:
    """Whether the settings are a form; during a race nobody changes them."""
    return role == "host" and not scene.room.racing


# What is shown. Each fragment is one element with a fixed id.


def grid(scene: Waiting, role: Role) -> str:
    return _render("grid", scene, leads=edits(scene, role), cars=[(car, about(car)) for car in scene.members])


def about(car: Member) -> str:
    """How a car of the house drives."""
    return opponents.level_name(car.legend) if car.legend else opponents.strength(car.bot) if car.bot else ""


def track(scene: Waiting, role: Role) -> str:
    return _render("track", scene)


def tracks(scene: Waiting, role: Role) -> str:
    return settings_form(scene)["tracks"] if edits(scene, role) else _render("tracks", scene)


def conditions(scene: Waiting, role: Role) -> str:
    if edits(scene, role):
        return settings_form(scene)["conditions"]
    return _render("conditions", scene, **_rules(scene))


def settings_form(scene: Waiting, form: SettingsForm | None = None, **context: Any) -> dict[str, str]:
    """The settings as their host changes them, perhaps with what was wrong. They stand in two places."""
    form = form or SettingsForm(instance=scene.room)
    return {
        "tracks": _render("tracks", scene, circuits=circuits.on_offer(), form=form, **context),
        "conditions": _render("settings", scene, form=form, **_rules(scene), **context),
    }


def add(scene: Waiting, role: Role) -> str:
    if not edits(scene, role):
        return _render("add", scene, bots=[], may_add=False)
    left = opponents.drivers_left(car.name for car in scene.members)
    return _render(
        "add",
        scene,
        may_add=len(scene.members) < scene.places,
        bots=[(driver.name, opponents.strength(driver.bot), driver.style) for driver in left],
        legends=sum(bool(car.legend) for car in scene.members) < MOST_LEGENDS,
        levels=[(row, opponents.level_name(row)) for row in opponents.levels(scene.room.legend_rows)],
    )


def follow(scene: Waiting, role: Role) -> str:
    room = scene.room
    may_watch = room.watching == Race.Watching.ANYBODY
    return _render("follow", scene, role=role, opens=room.racing and (role != "stranger" or may_watch))


SHARED: dict[str, Callable[[Waiting, Role], str]] = {
    "grid": grid,
    "track": track,
    "tracks": tracks,
    "conditions": conditions,
    "add": add,
    "follow": follow,
}
"""By element id: what is the same for everybody with one role."""


def shared(scene: Waiting, role: Role) -> dict[str, str]:
    key = (role, get_language())
    if key not in scene.made:
        scene.made[key] = {name: make(scene, role) for name, make in SHARED.items()}
    return scene.made[key]


def own(scene: Waiting, visitor: str, name: str = "", typed: CarForm | JoinForm | None = None) -> dict[str, str]:
    """What is mine: my name and number, my colour, and the one button that the room waits for."""
    me, role = scene.member(visitor), scene.role(visitor)
    mine = CarForm(initial={"name": me.name, "car_number": me.car_number}) if me else JoinForm(initial={"name": name})
    owners = {one.colour: one for one in scene.members}
    palette = [(colour, owners.get(colour)) for colour in LIVERIES] if me else []
    return {
        "car": _render("car", scene, me=me, form=typed or mine),
        "colours": _render("colours", scene, me=me, palette=palette),
        "go": _render("go", scene, me=me, role=role),
    }


def _rules(scene: Waiting) -> dict[str, Any]:
    return {"offers": rulesets.offers(), "differences": rulesets.differences()}


def _render(name: str, scene: Waiting, **context: Any) -> SafeString:
    return render_to_string(f"lobby/room/{name}.html", {"scene": scene, "room": scene.room, **context})
