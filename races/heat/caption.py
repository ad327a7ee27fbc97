"""The caption of a replay's step that has no line in the log, and the hand that one seat held at a step."""

from collections import Counter
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.translation import gettext as _

from engine.heat import State
from engine.kernel.chance import TABLE
from races.heat.board import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.scene import HeatScene
from races.heat.tables import SITE
from races.pages import Caption


def unseen(scene: HeatScene, before: State | None, seat: int) -> Caption:
    """What could be seen of a step without a line in the log. `seat` is the seat of its command."""
    after = scene.state
    if seat == TABLE:
        text = _("The race goes on from a step of another one.") if before is None else _("Nothing that could be seen.")
        return Caption(None, format_html("{}", text))
    if after.cars[seat].choice is not None:
        text = _("%(name)s has chosen.")
    elif before is not None and before.cars[seat].choice is not None:
        text = _("%(name)s takes the choice back.")
    else:
        text = _("%(name)s has answered.")
    return Caption(seat, format_html("{}", text % {"name": scene.seats[seat].name}))


@dataclass(frozen=True)
class Hand:
    """What a driver saw of the own cards, as that driver's view has it."""

    seat: int
    name: str
    cards: list[tuple[str, bool]]
    """Each card in the hand, and whether it is chosen."""
    choice: str
    gear: str
    heat: str


def hand(scene: HeatScene, seat: int) -> Hand:
    cockpit = Cockpit(scene, seat, SITE.sentences)
    choice = cockpit.mine.choice
    secret = SITE.secrets.get(type(choice)) if choice is not None else None
    chosen = Counter(secret.cards(choice) if secret is not None else ())
    cards = []
    for face in cockpit.hand:
        cards.append((face, chosen[face] > 0))
        chosen[face] -= 1
    caption = ""
    if choice is not None:
        caption = secret.caption(choice) if secret is not None else _("Has chosen.")
    car = cockpit.car
    return Hand(seat, scene.seats[seat].name, cards, caption, str(labels.GEARS[car.gear]), labels.heat(car.engine))
