"""Shifting: a gear for this round."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import Struct

from engine.heat.choices import CardSets
from engine.heat.forecast import Explanation, flip_ways
from engine.heat.items import GEAR_COOLDOWN
from engine.heat.moves.gear import Gear, Shifted, shift_cost
from engine.heat.moves.play import Play
from engine.heat.state import Car
from races.heat.cockpit import labels
from races.heat.cockpit.cards import HandCard, hand_cards
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.screen import Button, CockpitScreen
from races.heat.commentary.line import CarLine, Look, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.moves import leave_race, mulligan
from races.heat.moves.move import Secret, SiteMove
from races.heat.results.counts import Figures

GEARS = (1, 2, 3, 4)


class ShiftLine(CarLine, frozen=True, tag="shift", kw_only=True):
    """From which gear to which, and what it cost."""

    look = Look("shift", phase=1)

    gears: tuple[int, int]
    heat: int | None = None
    left: int | None = None
    """The Heat that the engine holds afterwards."""
    water: int = 0
    """How much of the Heat is for a flooded space."""

    def shows(self, reader: Reader) -> Shown:
        return {"gears": self.gears, "heat": -(self.heat or 0)}

    def sentence(self, reader: Reader) -> SafeString:
        who = reader.who(self.seat)
        was, gear = self.gears
        now = format_html("<b>{}</b>", gear)
        if was == gear:
            return phrase(_("{who} stays in gear {now}."), who=who, now=now)
        if self.heat is None:
            return phrase(_("{who} shifts from gear {was} to {now}: free."), who=who, was=was, now=now)
        text = ngettext(
            "{who} shifts from gear {was} to {now} and {cost}pays {n} Heat{end}; {left} left.",
            "{who} shifts from gear {was} to {now} and {cost}pays {n} Heat{end}; {left} left.",
            self.heat,
        )
        said = phrase(text, who=who, was=was, now=now, n=self.heat, left=self.left)
        if not self.water:
            return said
        text = ngettext("{n} of it is for the water.", "{n} of it are for the water.", self.water)
        return joined(said, phrase(text, n=self.water))


def _shifted(narrator: Narrator, event: Shifted) -> None:
    car = narrator.race.car(event.seat)
    gears = car.gear, event.gear
    if event.heat:
        left, water = car.engine - event.heat, event.heat - shift_cost(*gears, flooded=False)
        narrator.say(ShiftLine(seat=event.seat, gears=gears, heat=event.heat, left=left, water=water))
    else:
        narrator.say(ShiftLine(seat=event.seat, gears=gears))


class GearRow(Struct, frozen=True, kw_only=True):
    """A gear: its price or why it cannot be had, and what it would give."""

    gear: int
    name: str
    plays: str
    speed: str
    kind: str
    """How the price looks: "no" where the gear cannot be had, "pay" where it costs."""
    price: str
    why: str
    also: str
    go: str
    """What the main button says while this gear is chosen."""
    plan: str
    """The same while the cards for it are chosen, too."""
    reserved: int
    reach: str
    """The least and the greatest speed, and that from which on the next corner costs Heat, or 0; for the board."""


@dataclass(frozen=True, kw_only=True)
class GearsScreen(CockpitScreen):
    template = "gears"
    css_class = "is-shift"

    rows: list[GearRow]
    prices: dict[int, tuple[str, str]]
    chosen: int
    """The gear that lies chosen; 0 on the grid, where none is the natural one."""
    from_gear: int
    hand: list[HandCard]
    none_chosen: str
    """What the main button says while no gear is chosen."""
    chosen_of: str
    """How many of the cards for the gear are chosen, with a # for each number that the page fills in."""


def _screen(cockpit: Cockpit) -> GearsScreen:
    now = cockpit.car.gear
    speeds = _speeds(cockpit)
    rows = [_row(cockpit, gear, speeds.get(gear)) for gear in GEARS]
    planned, held = cockpit.held_gear, cockpit.held_cards  # of a plan that its driver has taken back
    offered = {choice.gear for choice in cockpit.of(Gear)}
    chosen = planned or (now if now in offered else min(offered, key=lambda gear: abs(gear - now)))
    if cockpit.view.round == 1 and not planned:
        chosen = 0
    none_chosen = _("Choose a gear")
    others = (move.button(cockpit) for move in (mulligan.MOVE, leave_race.MOVE) if move.button is not None)
    return GearsScreen(
        sentence=_("Choose your gear, and cards if you like."),
        state=_("All choose at once. One step is free, two cost 1 Heat."),
        rows=rows,
        prices={row.gear: (row.kind, row.price) for row in rows},
        chosen=chosen,
        from_gear=now,
        reach=max((speeds[gear][1] for gear in offered if gear in speeds), default=0),
        buttons=tuple(button for button in others if button is not None),
        go=Button(do="gear", label=rows[chosen - 1].go if chosen else none_chosen),
        hand=hand_cards(cockpit, held),
        none_chosen=none_chosen,
        chosen_of=_("%(chosen)s of %(count)s cards chosen") % {"chosen": "#", "count": "#"},
    )


def _row(cockpit: Cockpit, gear: int, speeds: tuple[int, int] | None) -> GearRow:
    now = cockpit.car.gear
    explanation = cockpit.explain(Gear(gear))
    kind, price = _price(explanation, gear, now)
    return GearRow(
        gear=gear,
        name=str(labels.GEARS[gear]),
        plays=labels.cards(gear),
        speed=labels.span(*speeds) if speeds else "",
        kind=kind,
        price=price,
        why=cockpit.sentence(explanation.refused) if explanation.refused else "",
        also=_also(cockpit, gear),
        go=(_("Stay in gear %(gear)s") if gear == now else _("Shift to gear %(gear)s")) % {"gear": gear},
        plan=ngettext("Gear %(gear)s with this card", "Gear %(gear)s with these %(gear)s", gear) % {"gear": gear},
        reserved=_heat(explanation),
        reach=f"{speeds[0]} {speeds[1]} {_dear(cockpit, speeds[1])}" if speeds else "",
    )


def _dear(cockpit: Cockpit, most: int) -> int:
    """The least speed that crosses the next corner and costs Heat there; 0 if none does, or the finish comes first."""
    _letter, limit, far = cockpit.next_corner
    least = max(far, limit + 1)
    left = cockpit.view.setup.laps * cockpit.game.course.length - cockpit.car.at
    return least if far < left and least <= most else 0


def _heat(explanation: Explanation) -> int:
    return sum(term.amount for term in explanation.heat)


def _price(explanation: Explanation, gear: int, now: int) -> tuple[str, str]:
    if explanation.refused is not None:
        why = {
            "shift_unpaid": _("no Heat"),
            "gear_unserved": labels.cards(gear),
            "gear_cluttered": _("cluttered"),
            "shift_too_far": _("too far"),
        }
        return "no", why.get(explanation.refused.code, _("no"))
    if heat := _heat(explanation):
        return "pay", labels.heat(heat)
    return "", _("stay") if gear == now else _("free")


def _also(cockpit: Cockpit, gear: int) -> str:
    found = []
    if gear in GEAR_COOLDOWN:
        found.append(_("cools %(n)s") % {"n": GEAR_COOLDOWN[gear]})
    boosting = cockpit.game.content.rules.boost_gears
    if gear in boosting and not set(boosting).issuperset(labels.GEARS):  # what every gear may do tells none apart
        found.append(_("may boost"))
    return ", ".join(found) or "–"


def _speeds(cockpit: Cockpit) -> dict[int, tuple[int, int]]:
    """By gear: the least and the most that this hand can make of it, flips included."""
    cards = cockpit.game.cards
    playable = tuple(sorted(card for card in cockpit.mine.hand if card not in cockpit.game.heats))
    flipped = {0: (0, 0)}
    found = {}
    for gear in GEARS:
        lows, highs = [], []
        for place in CardSets(Play, playable, gear, gear).ways:
            faces = [cards[playable[number]] for number in place]
            flips = sum(face.symbols.get("plus", 0) for face in faces)
            if flips not in flipped:
                _ways, sums = flip_ways(cockpit.game, cockpit.mine.draw, cockpit.car.discard, flips)
                flipped[flips] = (sums[0][0], sums[-1][0])
            least, most = flipped[flips]
            lows.append(sum(face.worth[0] for face in faces) + least)
            highs.append(sum(face.worth[-1] for face in faces) + most)
        if lows:
            found[gear] = min(lows), max(highs)
    return found


def _standing(cockpit: Cockpit, choice: Gear) -> tuple[str, str]:
    if cards := cockpit.held_cards:
        said = _("You drive in gear %(gear)s and play %(cards)s.")
        state = _("Nobody sees it. When the gears are turned over, you can still change the cards.")
        return said % {"gear": choice.gear, "cards": cockpit.names(cards)}, state
    said = _("You drive in gear %(gear)s.") % {"gear": choice.gear}
    return said, _("It stays hidden until everybody has chosen.")


def _caption(choice: Gear) -> str:
    return _("Has chosen gear %(gear)s.") % {"gear": choice.gear}


def _count(figures: Figures, car: Car, event: Shifted) -> None:
    figures.gears += event.heat


MOVE = SiteMove(
    choice=Gear,
    log=LogPart(lines=(ShiftLine,), narrated={Shifted: _shifted}),
    counts={Shifted: _count},
    screens={"gears": _screen},
    levers=None,
    button=None,
    secret=Secret(standing=_standing, caption=_caption, cards=lambda choice: ()),
    named=lambda choice, cards: _("Drive in gear %(gear)s") % {"gear": choice.gear},
    refusals={
        "no_such_gear": gettext_lazy("There are four gears. Choose 1st to 4th."),
        "shift_too_far": gettext_lazy(
            "From gear %(gear)s you cannot reach gear %(to)s. A shift goes two gears at most."
        ),
        "shift_unpaid": gettext_lazy(
            "Gear %(gear)s to gear %(to)s costs %(heat)s Heat, and your engine holds %(engine)s."
            " A step of one is cheaper."
        ),
        "gear_unserved": gettext_lazy(
            "Gear %(to)s needs %(to)s cards, and you can play %(playable)s. Take a lower gear."
        ),
        "gear_cluttered": gettext_lazy("Your hand is cluttered. Only a gear that costs nothing can be chosen."),
    },
    presets=(),
)
