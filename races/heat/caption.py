"""What happened at one step, in sentences, and what one seat held in its hands meanwhile."""

from collections import Counter
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat import State
from races.film import Film
from races.heat.board import labels
from races.heat.cockpit.between import SECRETS
from races.heat.cockpit.cockpit import Cockpit
from races.heat.commentary.line import LogLine
from races.heat.commentary.say import sentence
from races.scenes import Scene

TABLE = -1


@dataclass(frozen=True)
class Said:
    """A sentence, and the seat that it is about, if it is about one."""

    seat: int | None
    html: SafeString


def said(scene: Scene, film: Film, step: int, seat: int) -> list[Said]:
    """The told lines of a step. `seat` is whose command it was; where nothing is told, that is all that was seen."""
    lines = [line for entry in scene.log if entry.seq == step for line in entry.lines]
    found = [Said(line.about(), _sentence(scene, line)) for line in lines]
    return found or [_unseen(scene, film.states[step - 1] if step else None, film.states[step], seat)]


def _sentence(scene: Scene, line: LogLine) -> SafeString:
    said = sentence(line, scene.seats, scene.game)
    return said if line.begins_round() is None else format_html("<b>{}</b>", said)


def _unseen(scene: Scene, before: State | None, after: State, seat: int) -> Said:
    if seat == TABLE:
        return Said(None, format_html("{}", _("Nothing that could be seen.")))
    if after.cars[seat].choice is not None:
        text = _("%(name)s has chosen.")
    elif before is not None and before.cars[seat].choice is not None:
        text = _("%(name)s takes the choice back.")
    else:
        text = _("%(name)s has answered.")
    return Said(seat, format_html("{}", text % {"name": scene.seats[seat].name}))


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


def hand(scene: Scene, seat: int) -> Hand:
    cockpit = Cockpit(scene, seat)
    choice = cockpit.mine.choice
    secret = SECRETS.get(type(choice)) if choice is not None else None
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
