"""A draft as everybody sees it: the cards that lie open, who took which, and in which order picks go on."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.heat import Heat, View
from engine.heat.moves.pick import Pick
from engine.heat.rules import DRAFTS
from engine.heat.views import CarView
from engine.kernel.seats import Seat
from races.heat.ahead import PICKS
from races.heat.commentary.reader import Reader
from races.heat.garage.facts import Fact, upgrade
from races.heat.scene import HeatScene


def has_garage(view: View) -> bool:
    """Whether drivers own upgrades that differ, now or after the draft."""
    return bool(view.setup.draft) or len({car.upgrades for car in view.cars if not car.legend}) > 1


def is_on(view: View) -> bool:
    """Whether the draft goes on."""
    return bool(view.setup.draft) and not view.round and not view.ended


@dataclass(frozen=True)
class Offer:
    """A card of the market; one that is taken stays in its place, with the seat that took it."""

    face: str
    name: str
    facts: tuple[Fact, ...]
    speed: str
    value: str
    kinds: str
    taker: int | None = None
    is_default: bool = False
    """Whether the driver who is asked gets it when the clock is over."""


def offers(scene: HeatScene) -> list[Offer]:
    """The market in card order, so that no card moves when another is taken."""
    view = scene.view(None)
    if not is_on(view):
        return []
    taken = _taken(view) if view.phase in PICKS else []
    default = default_pick(scene) if scene.race.clock else ""
    cards = sorted([*((face, None) for face in view.market), *taken], key=lambda one: (one[0], one[1] is None))
    found = []
    for face, taker in cards:
        found.append(_offer(get_language(), scene.game, face, taker, taker is None and face == default))
        if taker is None and face == default:
            default = ""  # of two copies one is named
    return found


@lru_cache(maxsize=1024)
def _offer(_language: str, game: Heat, face: str, taker: int | None, is_default: bool) -> Offer:
    made = upgrade(game.cards[face], game.content.cards)
    return Offer(
        face=face,
        name=name(game, face),
        facts=made.facts,
        speed=made.speed,
        value=made.value,
        kinds=made.kinds,
        taker=taker,
        is_default=is_default,
    )


def name(game: Heat, face: str) -> str:
    """A card by its short name, as the log has it."""
    return Reader((), game).card(face)


def _taken(view: View) -> list[tuple[str, Seat | None]]:
    """What was taken from this market, each with its seat."""
    done = view.order[: view.turn]
    found: list[tuple[str, Seat | None]] = []
    for seat in dict.fromkeys(done):
        found += [(face, seat) for face in view.cars[seat].upgrades[-done.count(seat) :]]
    return found


def default_pick(scene: HeatScene) -> str:
    """The card that the driver who is asked gets when the clock is over; empty while nobody picks."""
    view = scene.view(None)
    if view.phase not in PICKS or not view.market or view.ended:
        return ""
    choice = scene.game.phases[view.phase].stand_in(scene.game, scene.state, _asked(view), 0)
    return choice.card if isinstance(choice, Pick) else ""


def _asked(view: View) -> Seat:
    return next((car.seat for car in view.cars if car.asked), view.order[0])


@dataclass(frozen=True)
class Turn:
    """One place in the order of the picks."""

    seat: int
    name: str
    state: str
    """`past`, `now` or `next`."""


@dataclass(frozen=True)
class Standing:
    """Where the draft stands."""

    title: str
    sentence: str
    turns: tuple[Turn, ...]
    notes: tuple[str, ...]


def standing(scene: HeatScene) -> Standing:
    view = scene.view(None)
    turns: tuple[Turn, ...] = ()
    if view.phase in PICKS:
        states = ["past"] * view.turn + ["now"] + ["next"] * len(view.order)
        turns = tuple(
            Turn(seat, scene.seats[seat].name, state) for seat, state in zip(view.order, states, strict=False)
        )
    return Standing(title=_title(view), sentence=_sentence(scene, view), turns=turns, notes=_notes(scene))


def _title(view: View) -> str:
    stages = DRAFTS[view.setup.draft]
    rounds = sum(stage.phases[0] in PICKS for stage in stages)
    if view.phase in PICKS and rounds > 1:
        return _("Draft, round %(n)s of %(all)s") % {"n": view.stage + 1, "all": rounds}
    return _("Draft")


def _sentence(scene: HeatScene, view: View) -> str:
    asked = [scene.seats[car.seat].name for car in view.cars if car.asked]
    if view.phase == "give_up":
        return _("Everybody took four and gives one back, in secret.")
    if not asked:
        return ""
    if view.phase == "swap":
        return _("%(name)s drafted first, and may swap a card for one that nobody took.") % {"name": asked[0]}
    after = view.order[view.turn + 1 :]
    if not after:
        return _("%(name)s picks, the last one of this round.") % {"name": asked[0]}
    if after[0] == view.order[view.turn]:
        return _("%(name)s picks twice.") % {"name": asked[0]}
    return _("%(name)s picks, then %(next)s.") % {"name": asked[0], "next": scene.seats[after[0]].name}


def _notes(scene: HeatScene) -> tuple[str, ...]:
    """What those do who are no drivers."""
    notes = []
    if scene.race.bots:
        notes.append(_("A bot takes the card that was measured to be worth most to it."))
    if any(seat.legend for seat in scene.seats):
        notes.append(_("Legends take no upgrades: they drive by cards of their own."))
    return tuple(notes)


@dataclass(frozen=True)
class Owned:
    """A card that a driver owns."""

    face: str
    name: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Owner:
    """A driver with the upgrades taken so far, which everybody may read."""

    seat: int
    name: str
    cards: tuple[Owned, ...]
    is_asked: bool
    legend: bool


def owners(scene: HeatScene) -> list[Owner]:
    """By seat: no row moves while the draft goes on, or later."""
    view = scene.view(None)
    return [_owner(scene, view, car) for car in view.cars]


def _owner(scene: HeatScene, view: View, car: CarView) -> Owner:
    return Owner(
        seat=car.seat,
        name=scene.seats[car.seat].name,
        cards=owned(scene.game, car.upgrades),
        is_asked=is_on(view) and car.asked,
        legend=bool(car.legend),
    )


def owned(game: Heat, faces: Sequence[str]) -> tuple[Owned, ...]:
    return tuple(_owned(get_language(), game, face) for face in faces)


@lru_cache(maxsize=1024)
def _owned(_language: str, game: Heat, face: str) -> Owned:
    return Owned(face, name(game, face), upgrade(game.cards[face], game.content.cards).facts)
