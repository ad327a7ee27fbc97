"""The cockpit while nothing is asked: my answer stands, others drive, a bot drives for me, or my race is run."""

from typing import Any

from django.utils.translation import gettext as _

from engine.heat.moves.discard import Discard
from engine.heat.moves.gear import Gear
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.moves.play import Play
from engine.kernel.commands import Withdrawal
from races.heat.cockpit import words
from races.heat.cockpit.desk import Desk
from races.heat.cockpit.forecast import numbers
from races.heat.cockpit.planning import next_corner
from races.heat.presets import PRESETS
from races.scenes import Scene


def waiting(desk: Desk) -> dict[str, Any]:
    """My answer stands, or it is not my turn. Whom we wait for, everybody reads beside the board."""
    choice = desk.mine.choice
    may_withdraw = Withdrawal() in desk.offered
    forecast = desk.forecast_of_answer() if isinstance(choice, Play) and may_withdraw else None
    sentence, state = _told(desk, choice) if may_withdraw else (_("It is not your turn."), _("Others drive."))
    if desk.scene.race.paused:
        sentence, state = _("The race is paused."), _("It goes on where it stood.")
    facedown = choice.cards if isinstance(choice, Play) and may_withdraw else ()
    return {
        "template": "wait",
        "kind": "is-wait",
        "sentence": sentence,
        "state": state,
        "withdraw": str(desk.game.question(desk.scene.state, desk.seat)) if may_withdraw else "",
        "back": _("Take my cards back") if facedown else _("Choose again"),
        "gear": choice.gear if isinstance(choice, Gear) and may_withdraw else None,
        "facedown": facedown,
        "facedown_label": words.cards(len(facedown)),
        "hand": _without(desk.hand, facedown),
        "chosen": desk.names(facedown),
        "speed": forecast.speed if forecast else "",
        "bill": (forecast.bill() or next_corner(desk)) if forecast else "",
        "hot": bool(forecast and forecast.most_heat),
        "reserved": forecast.most_heat if forecast else 0,
        "road": desk.road(forecast) if forecast else None,
        "numbers": numbers(forecast.landings) if forecast else "",
        "presets": presets_of(desk.scene, desk.seat),
    }


def _without(hand: list[str], taken: tuple[str, ...]) -> list[str]:
    left = list(hand)
    for face in taken:
        left.remove(face)
    return left


def _told(desk: Desk, choice: Any) -> tuple[str, str]:
    """What I have chosen, for nobody else knows it yet."""
    until = _("It stays hidden until everybody has chosen.")
    if isinstance(choice, Gear):
        return _("You drive in %(gear)s.") % {"gear": words.IN_GEAR[choice.gear]}, until
    if isinstance(choice, Play):
        return _("Your cards are face down."), _("They turn over when everybody is in.")
    if isinstance(choice, LeaveRace):
        return _("You leave the race."), _("Until everybody has chosen, you can choose again.")
    if isinstance(choice, Discard):
        thrown = desk.names(choice.cards)
        return (_("You throw away %(cards)s.") % {"cards": thrown}) if thrown else _("You keep your cards."), until
    if isinstance(choice, GiveUp):
        return _("You give %(card)s back.") % {"card": desk.short(choice.card)}, until
    return _("You have chosen."), until


def presets_of(scene: Scene, seat: int) -> list[tuple[str, Any, bool]]:
    """What can be answered in advance, and whether a driver has."""
    mine = scene.race.presets.get(seat, [])
    return [(preset, words_of, preset in mine) for preset, words_of in PRESETS.items()]


def given_away(desk: Desk) -> dict[str, Any]:
    """A bot drives for me until I take the wheel."""
    return {
        "template": "wheel",
        "kind": "is-watching",
        "sentence": _("A bot drives your car."),
        "state": _("It goes on from what you hold. You can take the wheel at any moment."),
    }


def left(desk: Desk) -> dict[str, Any]:
    """My race is run: home with a place, or retired, or the whole race is over."""
    place = desk.view.ranking.index(desk.seat) + 1 if desk.seat in desk.view.ranking else 0
    over = bool(desk.view.ended)
    retired = desk.car.status == "retired"
    if retired:
        sentence = _("You have retired.")
    elif over:
        sentence = _("The race is over. You are number %(place)s.") % {"place": place}
    else:
        sentence = _("You are home.")
    return {
        "template": "left",
        "kind": "is-watching" if retired else "is-home",
        "sentence": sentence,
        "state": "" if over else _("The others still drive; watch them."),
        "place": "" if retired else place,
        "ranking": [desk.scene.seats[seat] for seat in desk.view.ranking],
        "over": over,
    }
