"""What lies open of every car: the cards in play and the discard pile. How many cards a driver holds and draws from is
public, which those are is not."""

from collections import Counter
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.heat.views import CarView
from races.heat.scene import HeatScene
from races.models import Seat


@dataclass(frozen=True)
class Piles:
    """One driver's."""

    seat: Seat
    hand: int
    draw: int
    played: tuple[str, ...]
    discarded: list[tuple[str, int]]
    in_all: int


def piles(scene: HeatScene) -> list[Piles]:
    """The leader first; Legends have no cards of their own."""
    view = scene.view(None)
    return [_of(scene, view.cars[seat]) for seat in view.ranking if not view.cars[seat].legend]


def _of(scene: HeatScene, car: CarView) -> Piles:
    counted = Counter(car.discard)
    discarded = [(face, counted[face]) for face in sorted(counted, key=lambda face: (not face.isdigit(), face))]
    return Piles(scene.seats[car.seat], car.hand, car.draw, car.play, discarded, len(car.discard))


def rendered(scene: HeatScene) -> SafeString:
    return render_to_string("races/heat/board/piles.html", {"piles": piles(scene), "cards": scene.game.cards})
