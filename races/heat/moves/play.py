"""Playing cards face down. What the log says of it comes when they are turned over: see events/drive.py."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.moves.play import Play, Revealed
from engine.heat.state import Car
from races.heat.cockpit import labels
from races.heat.cockpit.cards import HandCard, hand_cards
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.odds import sentence
from races.heat.cockpit.outlook import Outlook
from races.heat.cockpit.road import Road
from races.heat.cockpit.screen import Button, CockpitScreen
from races.heat.cockpit.turn import bill_or_next_corner, next_corner
from races.heat.commentary.log_part import NO_LINES
from races.heat.moves.gear import ShiftLine
from races.heat.moves.move import Secret, SiteMove
from races.heat.results.counts import Figures
from races.models import Seat


class Shift(msgspec.Struct, frozen=True):
    """What a driver has just shifted: from which gear to which."""

    seat: Seat
    was: int
    now: int


@dataclass(frozen=True, kw_only=True)
class CardsScreen(CockpitScreen):
    template = "cards"
    css_class = "is-play"

    hand: list[HandCard]
    count: int
    chosen_of: str
    """How many are chosen, with a # for the number that the page fills in."""
    road: Road
    forecasts: SafeString
    bill: str
    goes_off: int
    """The moment at which the cards of the plan are played, in milliseconds; 0 if none are."""
    shifts: list[Shift]
    """What the others have shifted to."""


@dataclass(frozen=True, kw_only=True)
class ClutteredScreen(CockpitScreen):
    template = "cluttered"
    css_class = "is-play"

    faces: list[str]


def _screen(cockpit: Cockpit) -> CardsScreen | ClutteredScreen:
    """The hand, how many of it, and what would come of each set that can be chosen."""
    gear = cockpit.car.gear
    if cockpit.playable < gear:
        return _cluttered(cockpit)
    planned = cockpit.held_cards
    sets, outlooks = every_set(cockpit)
    road = Road(cockpit, *outlooks)
    chosen = _("%(chosen)s of %(count)s chosen")
    sentence = ngettext("Play %(n)s card for gear %(n)s.", "Play %(n)s cards for gear %(n)s.", gear)
    return CardsScreen(
        hand=hand_cards(cockpit, planned),
        count=gear,
        sentence=_("Your plan is no longer possible. Choose your cards anew.")
        if cockpit.plan_is_dropped
        else sentence % {"n": gear},
        chosen_of=chosen % {"chosen": "#", "count": gear},
        state=chosen % {"chosen": len(planned), "count": gear},
        goes_off=cockpit.goes_off if planned else 0,
        shifts=_shifts(cockpit),
        go=Button(do="play", label=ngettext("Play this card", "Play these %(n)s", gear) % {"n": gear}),
        road=road,
        reach=road.reach,
        forecasts=packed(cockpit, sets, outlooks),
        bill=next_corner(cockpit),
    )


def _cluttered(cockpit: Cockpit) -> ClutteredScreen:
    (only,) = cockpit.offered
    assert isinstance(only, Play), "a cluttered hand has one way to be played"
    return ClutteredScreen(
        faces=sorted(only.cards, key=cockpit.hand_order),
        sentence=_("Your hand is cluttered."),
        state=_("All of it goes down, filled up with Heat, and the car stays."),
        go=Button(do="play", label=_("Put them down")),
    )


def _shifts(cockpit: Cockpit) -> list[Shift]:
    """What the others shifted when the gears of this round were turned over."""
    for entry in reversed(cockpit.scene.log):
        lines = [line for line in entry.lines if isinstance(line, ShiftLine)]
        if lines:
            seats = cockpit.scene.seats
            return [Shift(seats[line.seat], *line.gears) for line in lines if line.seat != cockpit.seat]
    return []


Likeness: TypeAlias = tuple[int, tuple[str, ...]]


def every_set(cockpit: Cockpit) -> tuple[dict[str, int], list[Outlook]]:
    """The number of its outlook for each set of cards. Sets of which the same must come share one."""
    sets: dict[str, int] = {}
    outlooks: list[Outlook] = []
    known: dict[Likeness, int] = {}
    for choice in cockpit.offered:
        assert isinstance(choice, Play), "this question is answered with cards"
        like = _likeness(cockpit, choice.cards)
        if like not in known:
            known[like] = len(outlooks)
            outlooks.append(cockpit.outlook_of_move(choice))
        sets[" ".join(choice.cards)] = known[like]
    return sets, outlooks


def _likeness(cockpit: Cockpit, played: tuple[str, ...]) -> Likeness:
    """The same for two sets only if the same comes of both: cards that are a number and nothing else by their sum,
    all others by what they are, so that no symbol is passed over."""
    total, others = 0, []
    for face in played:
        card = cockpit.game.cards[face]
        if card.symbols or len(card.worth) > 1:
            others.append(face)
        else:
            total += card.worth[0]
    return total, tuple(sorted(others))


def packed(cockpit: Cockpit, sets: dict[str, int], outlooks: list[Outlook]) -> SafeString:
    """For the page: by set what it shows of it. Texts and landings that come again are written once.

    `best` is the set that rises when a gear is chosen in a plan. A set is [speed, Heat at risk, text of the corners,
    [landing, chance, …], texts of the warning if one is due]. The words of a landing have a # for its chance.
    """
    texts: dict[str, int] = {}
    places: dict[tuple[int, int, int, int, int], int] = {}
    rows: list[list[object]] = []
    for outlook in outlooks:
        landings = [
            number
            for at, lane, speed, share, heat, spin in outlook.landings
            for number in (places.setdefault((at, lane, speed, heat, spin), len(places)), share)
        ]
        said = [texts.setdefault(text, len(texts)) for text in (_bill(cockpit, outlook), *outlook.warning())]
        rows.append([outlook.speed, outlook.most_heat, said[0], landings, *said[1:]])
    course = cockpit.game.course
    words = [sentence((at, lane, speed, 0, heat, spin), "#", course) for at, lane, speed, heat, spin in places]
    known = {"texts": list(texts), "places": list(places), "words": words, "best": _best(sets, outlooks)}
    data = msgspec.json.encode({"sets": sets, "rows": rows, **known})
    return SafeString(data.decode().replace("<", "\\u003C"))


def _best(sets: dict[str, int], outlooks: list[Outlook]) -> str:
    """The fastest cards that cost least: no spin-out if that can be, then no Heat. A place to begin from, no advice."""

    def cost(cards: str) -> tuple[float, int, int]:
        outlook = outlooks[sets[cards]]
        return outlook.risk, outlook.most_heat, -max(outcome.speed for outcome in outlook.outcomes)

    return min(sets, key=cost, default="")


def _bill(cockpit: Cockpit, outlook: Outlook) -> str:
    bill = bill_or_next_corner(cockpit, outlook)
    return " ".join([*_prices(cockpit, outlook), bill])


def _prices(cockpit: Cockpit, outlook: Outlook) -> Iterator[str]:
    """What the cards take of themselves: Heat, also more than there is, and cards off the draw pile."""
    values = {"n": outlook.cost, "held": cockpit.car.engine}
    if outlook.cost > cockpit.car.engine:
        yield _("The cards cost %(n)s Heat, and the engine holds %(held)s.") % values
    elif outlook.cost:
        yield ngettext("The cards cost %(n)s Heat.", "The cards cost %(n)s Heat.", outlook.cost) % values
    choice = outlook.explanation.choice
    cards = choice.cards if isinstance(choice, Play) else ()
    if scrapped := sum(cockpit.game.cards[face].symbols.get("scrap", 0) for face in cards):
        yield ngettext("They scrap %(n)s card.", "They scrap %(n)s cards.", scrapped) % {"n": scrapped}


def _standing(cockpit: Cockpit, choice: Play) -> tuple[str, str]:
    return _("Your cards are face down."), _("They turn over when everybody is in.")


def _count(figures: Figures, car: Car, event: Revealed) -> None:
    figures.turns += 1
    figures.geared += car.gear


MOVE = SiteMove(
    choice=Play,
    log=NO_LINES,
    counts={Revealed: _count},
    screens={"cards": _screen},
    levers=None,
    button=None,
    secret=Secret(
        standing=_standing,
        caption=lambda choice: _("Has chosen to play these."),
        cards=lambda choice: choice.cards,
    ),
    named=lambda choice, cards: _("Play %(cards)s") % {"cards": labels.listed(choice.cards, cards)},
    refusals={
        "wrong_count": gettext_lazy("Gear %(gear)s plays %(gear)s cards. You chose %(count)s."),
        "heat_unplayable": gettext_lazy("Heat cannot be played. Cool it down in 1st or 2nd gear."),
        "cluttered_forced": gettext_lazy("Your hand is cluttered: every playable card goes down, filled up with Heat."),
    },
    presets=(),
)
