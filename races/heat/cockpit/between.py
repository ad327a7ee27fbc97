"""The cockpit while nothing is asked: my answer stands, others drive, a bot drives for me, or my race is run."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat.choices import Choice
from engine.heat.moves.gear import Gear
from engine.heat.moves.play import Play
from engine.kernel.commands import Withdrawal
from races.heat.board.field import turn_of
from races.heat.board.fragments import awaited, headline
from races.heat.cockpit import early
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.odds import odds
from races.heat.cockpit.outlook import numbers
from races.heat.cockpit.road import Road
from races.heat.cockpit.screen import CockpitScreen
from races.heat.cockpit.turn import bill_or_next_corner
from races.heat.moves.move import Secret
from races.heat.results.ranking import finish
from races.models import Seat

Secrets: TypeAlias = Mapping[type[Choice], Secret[Any]]
"""By kind of choice, what is said of one that stands hidden."""


@dataclass(frozen=True, kw_only=True)
class WaitScreen(CockpitScreen):
    template = "wait"
    css_class = "is-wait"

    withdraw: str
    """The question whose answer can be taken back; empty if none can."""
    is_early: bool
    """Whether that question is still to come."""
    back: str
    gear: int | None
    facedown: tuple[str, ...]
    facedown_label: str
    hand: tuple[tuple[str, str], ...]
    """The cards of the hand, each with what it is called."""
    chosen: str
    speed: str
    bill: str
    hot: bool
    road: Road | None
    headline: str
    """Whom the race waits for, in few words; empty where it waits for nobody."""
    awaited: str
    """The same as one sentence; the page puts what stands beside the board in its place."""
    numbers: str
    odds: list[str]


def waiting(cockpit: Cockpit, secrets: Secrets) -> WaitScreen:
    """My answer stands, or it is not my turn. Whom the race waits for stands beside the board."""
    choice = cockpit.mine.choice if Withdrawal() in cockpit.offered else None
    decided = early.decided(cockpit.scene, cockpit.seat)
    outlook = cockpit.outlook_of_answer() if isinstance(choice, Play) else None
    sentence, state = _said(cockpit, choice, secrets)
    withdraw = str(cockpit.game.question(cockpit.scene.state, cockpit.seat)) if choice is not None else ""
    if decided is not None:
        sentence, state = _decided(cockpit, decided, secrets)
        withdraw = str(early.question_of(cockpit.scene, cockpit.seat))
    facedown = choice.cards if isinstance(choice, Play) else cockpit.held_cards
    label = ngettext("%(n)s card face down: %(cards)s", "%(n)s cards face down: %(cards)s", len(facedown))
    chosen = cockpit.names(facedown)
    road = Road(cockpit, outlook) if outlook else None
    return WaitScreen(
        sentence=sentence,
        state=state,
        withdraw=withdraw,
        is_early=decided is not None,
        back=_("Take my cards back") if isinstance(choice, Play) else _("Choose again"),
        gear=choice.gear if isinstance(choice, Gear) else None,
        facedown=facedown,
        facedown_label=label % {"n": len(facedown), "cards": chosen},
        hand=cockpit.named(_without(cockpit.hand, facedown)),
        chosen=chosen,
        speed=outlook.speed if outlook else "",
        bill=bill_or_next_corner(cockpit, outlook) if outlook else "",
        hot=bool(outlook and outlook.most_heat),
        reserved=outlook.most_heat if outlook else 0,
        road=road,
        reach=road.reach if road else 0,
        headline=headline(cockpit.scene.shown),
        awaited=awaited(cockpit.scene.shown),
        numbers=numbers(outlook.landings) if outlook else "",
        odds=odds(outlook) if outlook else [],
    )


def _without(hand: list[str], taken: tuple[str, ...]) -> list[str]:
    left = list(hand)
    for face in taken:
        if face in left:  # the cards of a plan may have left the hand
            left.remove(face)
    return left


def _said(cockpit: Cockpit, choice: Choice | None, secrets: Secrets) -> tuple[str, str]:
    """What I have chosen, which no other viewer knows yet."""
    if cockpit.scene.race.paused:
        return _("The race is paused."), _("It goes on where it stood.")
    if choice is None:
        match turn_of(cockpit.scene, cockpit.seat):
            case "driven":
                return _("Your turn is over."), _("The others still drive in this round.")
            case "next":
                return _("You drive next."), ""
            case "later":
                return _("It is not your turn yet."), _("Others drive first.")
            case _:
                return _("It is not your turn."), _("Others drive.")
    if secret := secrets.get(type(choice)):
        return secret.standing(cockpit, choice)
    return _("You have chosen."), _("It stays hidden until everybody has chosen.")


def _decided(cockpit: Cockpit, choice: Choice, secrets: Secrets) -> tuple[str, str]:
    """What I have decided of a question that is still to come."""
    secret = secrets.get(type(choice))
    said = early.said(choice) if secret is None else secret.standing(cockpit, choice)[0]
    return said, _("It is done when you are asked; until then nobody knows.")


@dataclass(frozen=True, kw_only=True)
class WheelScreen(CockpitScreen):
    template = "wheel"
    css_class = "is-watching"


def given_away(cockpit: Cockpit) -> WheelScreen:
    """A bot drives for me until I take the wheel."""
    return WheelScreen(
        sentence=_("A bot drives your car."),
        state=_("It goes on from what you hold. You can take the wheel at any moment."),
    )


@dataclass(frozen=True, kw_only=True)
class LeftScreen(CockpitScreen):
    template = "left"

    retired: bool
    place: int
    """0 for a car that has retired."""
    ranking: list[Seat]
    over: bool

    def kind(self) -> str:
        return "is-watching" if self.retired else "is-home"


def left(cockpit: Cockpit) -> LeftScreen:
    """My race is run: home with a place, or retired, or the whole race is over."""
    view = cockpit.view
    place = view.ranking.index(cockpit.seat) + 1 if cockpit.seat in view.ranking else 0
    over = bool(view.ended)
    retired = cockpit.car.status == "retired"
    if retired:
        sentence = _("You have retired.")
    elif over:
        sentence = finish(place)
    else:
        sentence = _("You are home.")
    return LeftScreen(
        retired=retired,
        sentence=sentence,
        state="" if over else _("The others still drive; watch them."),
        place=0 if retired else place,
        ranking=[cockpit.scene.seats[seat] for seat in view.ranking],
        over=over,
    )
