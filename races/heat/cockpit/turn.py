"""The screens of a car's turn on the road: levers, the cards in play with their sum, and what comes at the corners."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.heat.cards import Card
from engine.heat.forecast import Term
from engine.heat.modifiers import ADJUST_LIMIT
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
from races.heat.cockpit.outlook import Outlook, numbers
from races.heat.cockpit.screen import Button, CockpitScreen
from races.heat.parts.cards import family


@dataclass(frozen=True, kw_only=True)
class TurnScreen(CockpitScreen):
    template = "react"
    css_class = "is-react"

    levers: list[Lever]
    label: str
    """What the levers are, for readers that do not see them."""
    many: bool
    """Whether there are so many levers that they have to be small."""
    in_play: tuple[str, ...]
    sum: str
    outlook: str
    hot: bool
    numbers: str
    """Where all that can be used may lead, for the board."""
    notes: tuple[str, ...]
    """What cards in play do of themselves this turn."""


MANY = 6
"""Levers that are shown in full; of more, each is one line until it is looked at."""


def turn_screen(
    cockpit: Cockpit,
    levers: list[Lever],
    *,
    label: str,
    sentence: str,
    state: str,
    go: Button | None = None,
    outlook: Outlook | None = None,
) -> TurnScreen:
    """`outlook` is what comes of the turn as it stands."""
    car = cockpit.car
    return TurnScreen(
        levers=levers,
        label=label,
        sentence=sentence,
        state=state,
        go=go,
        many=len(levers) > MANY,
        notes=tuple(_notes(cockpit)),
        in_play=car.play,
        sum=sum_of_turn(cockpit),
        outlook=_outlook_text(cockpit, outlook) if outlook is not None else "",
        hot=bool(outlook and outlook.most_heat),
        numbers=numbers(landing for lever in levers if lever.is_usable() for landing in lever.landings),
        reserved=outlook.most_heat if outlook else 0,
        reach=max((landing[0] - car.at for lever in levers for landing in lever.landings), default=0),
        crossed=outlook.lines if outlook else (),
    )


def _notes(cockpit: Cockpit) -> Iterator[str]:
    """Changed limits card by card, and cards that may be drawn again."""
    cards = cockpit.game.cards
    changes = [(face, cards[face].symbols.get(ADJUST_LIMIT.name, 0)) for face in cockpit.car.play]
    if terms := [f"{family(cards[face])} {change:+}".replace("-", "−") for face, change in changes if change]:
        total = f"{sum(change for _face, change in changes):+}".replace("-", "−")
        values = {"change": total, "sum": ", ".join(terms)}
        yield _("Corner limits this turn: %(change)s (%(sum)s).") % values
    if again := [face for face in cockpit.car.play if "refresh" in cards[face].symbols]:
        text = _("At the end of the turn you may put back on your draw pile: %(cards)s.")
        yield text % {"cards": cockpit.names(again)}


def _outlook_text(cockpit: Cockpit, outlook: Outlook) -> str:
    if bill := outlook.bill():
        return bill
    letter, limit, far = cockpit.next_corner
    if far >= cockpit.left:
        return _("No corner is left before the finish: no Heat this turn.")
    text = _("Corner %(letter)s, limit %(limit)s, is %(far)s ahead: no Heat this turn.")
    return text % {"letter": letter, "limit": limit, "far": far}


def sum_of_turn(cockpit: Cockpit) -> str:
    """How the speed of this turn came about."""
    car = cockpit.car
    terms = [Term(card, worth) for card, worth in zip(car.play, car.worth, strict=True)]
    terms += [Term("adrenaline", car.bonus)] * bool(car.bonus)
    terms += [Term("accelerate", car.accelerated)] * bool(car.accelerated)
    return speed_sum(cockpit, terms, car.speed)


def speed_sum(cockpit: Cockpit, terms: Iterable[Term], speed: int | str) -> str:
    """Speed, item by item; nothing if one is all. Speed cards and flips are numbers, what else counts has a name. The
    Speed cards that lie after a card that flips were turned up for it: those of Stress have its name."""
    items, flips = [], deque[bool]()
    for term in terms:
        card = cockpit.game.cards.get(term.source)
        if card is not None and card.kind == "speed" and flips and flips.popleft():
            items.append(_("Stress %(n)s") % {"n": term.amount})
        elif term.amount:
            items.append(_term(card, term))
        if card is not None:
            flips.extend([card.kind == "stress"] * card.symbols.get("plus", 0))
    return f"{' + '.join(items)} = {speed}" if len(items) > 1 else ""


def _term(card: Card | None, term: Term) -> str:
    if card is None:
        names = {"adrenaline": _("adrenaline"), "accelerate": _("accelerate")}
        return f"{names.get(term.source, term.source)} {term.amount}"
    return labels.short(card) if len(card.worth) == 1 else f"{family(card)} {term.amount}"


def next_corner(cockpit: Cockpit) -> str:
    """Where the next corner is, while none is crossed."""
    letter, limit, far = cockpit.next_corner
    if far >= cockpit.left:
        return _("No corner is left before the finish")
    return _("Corner %(letter)s, limit %(limit)s, is %(far)s ahead") % {"letter": letter, "limit": limit, "far": far}


def bill_or_next_corner(cockpit: Cockpit, outlook: Outlook | None) -> str:
    return (outlook.bill() if outlook is not None else "") or next_corner(cockpit)
