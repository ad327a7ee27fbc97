"""What the page of a room shows: elements with fixed ids, which the socket sends again when they change.

Most fragments are the same for every page of one role, and are rendered once for all of them; the page marks the
visitor's own row by a style sheet. Only the visitor's own car, colours and main button are rendered for one page.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy

from lobby import games, rooms
from lobby.forms import CarForm, JoinForm, SettingsForm
from lobby.models import Block, Member
from lobby.scenes import Role, RoomScene
from races.models import Race
from races.parts.chips import LIVERIES


def grid(scene: RoomScene, role: Role) -> str:
    offer = games.offer(scene.room.game)
    seats = [(seat, None if seat.is_player else offer.badge(seat)) for seat in scene.members]
    leads = scene.may_edit(role)
    shut = leads and Block.objects.filter(room=scene.room).exclude(address="").exists()
    return _render("grid", scene, leads=leads, may_report=role in {"host", "member"}, shut=shut, seats=seats)


def game(scene: RoomScene, role: Role) -> str:
    return _render("game", scene, role=role)


def summary(scene: RoomScene, role: Role) -> str:
    """What the fold says from outside, behind which the settings lie."""
    return _render("summary", scene, leads=scene.may_edit(role))


def settings(scene: RoomScene, role: Role) -> dict[str, str]:
    """What is set in four places of the page: what the host takes or picks without unfolding the settings, and the two
    parts of the fold. Only a host can change it; others read it in the last part."""
    if scene.may_edit(role):
        return settings_form(scene)
    facts = games.offer(scene.room.game).facts(scene.room)
    return {
        **{name: _render(name, scene) for name in ("kind", "pick", "terms")},
        "conditions": _render("conditions", scene, facts=facts),
    }


def settings_form(scene: RoomScene, form: SettingsForm | None = None, **context: Any) -> dict[str, str]:
    """The host's settings, perhaps with what was wrong with them."""
    offer = games.offer(scene.room.game)
    form = form or offer.settings_form(instance=scene.room)
    context |= offer.form_context(form)
    return {
        "kind": _render("kind", scene, form=form, **context),
        "pick": _render("pick", scene, form=form, **context),
        "terms": _render("terms", scene, form=form, **context),
        "conditions": _render("settings", scene, form=form, **context),
    }


def add(scene: RoomScene, role: Role) -> str:
    """The host's buttons that add bots."""
    if not scene.may_edit(role):
        return _render("add", scene, leads=False)
    may_add = len(scene.members) < games.offer(scene.room.game).most_seats(scene.room)
    return _render("add", scene, leads=True, may_add=may_add, bots=rooms.cast_left(scene.room, scene.members))


def follow(scene: RoomScene, role: Role) -> str:
    return _render("follow", scene, role=role, opens=opens(scene, role))


def opens(scene: RoomScene, role: Role) -> bool:
    """Whether there is a race to which this role can go."""
    return scene.room.racing and (role != "stranger" or scene.room.watching == Race.Watching.ANYBODY)


SHARED: dict[str, Callable[[RoomScene, Role], str]] = {
    "grid": grid,
    "game": game,
    "summary": summary,
    "add": add,
    "follow": follow,
}
"""By element id: what every page of one role shows alike, beside the settings."""

TYPED = ("kind", "pick", "terms", "conditions")
"""The settings, which a host may be filling in."""


TELEVISION = ("grid", "game", "follow")
"""Those of them that a television has."""


def shared(scene: RoomScene, role: Role) -> dict[str, str]:
    key = (role, get_language())
    if key not in scene.rendered:
        scene.rendered[key] = {name: make(scene, role) for name, make in SHARED.items()} | settings(scene, role)
    return scene.rendered[key]


def own(scene: RoomScene, visitor: str, name: str = "", typed: CarForm | JoinForm | None = None) -> dict[str, str]:
    """What one visitor's page shows alone: name and number, colours, and the button that the room waits for. `typed` is
    a form with errors."""
    me, role = scene.member(visitor), scene.role(visitor)
    mine = CarForm(initial={"name": me.name, "car_number": me.car_number}) if me else JoinForm(initial={"name": name})
    owners = {one.colour: one for one in scene.members}
    stands = me is not None and games.offer(scene.room.game).seats_stand(scene.room)
    palette = [(colour, owners.get(colour)) for colour in LIVERIES] if me else []
    return {
        "car": _render("car", scene, me=me, form=typed or mine),
        "colours": _render("colours", scene, me=me, palette=palette, stands=stands),
        "go": _render("go", scene, me=me, role=role, asked_again=asked_again(scene, me)),
    }


CHOSEN_ELSEWHERE: Mapping[str, Promise | str] = {"calendar": gettext_lazy("Championship")}
"""Settings that a game has a page of its own for, by column."""


def asked_again(scene: RoomScene, me: Member | None) -> list[str]:
    """What the settings are called that the host has changed since this player was ready."""
    if me is None or not me.asked_again:
        return []
    form = games.offer(scene.room.game).settings_form(instance=scene.room)
    labels = {name: field.label for name, field in form.fields.items()}
    return [str(label) for name, label in {**CHOSEN_ELSEWHERE, **labels}.items() if name in me.asked_again]


def _render(name: str, scene: RoomScene, **context: Any) -> SafeString:
    offer = games.offer(scene.room.game)
    shown = {
        "scene": scene,
        "room": scene.room,
        "rule_sets": offer.rule_sets(),
        "differences": offer.differences(),
        **offer.room_context(scene),
        **context,
    }
    return render_to_string(games.templates(scene.room.game, f"room/{name}"), shown)
