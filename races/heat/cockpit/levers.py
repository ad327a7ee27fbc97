"""The levers of React: each says what it gives, what it costs, and why it is there or why it cannot be used."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat import choices as c
from engine.heat.cards import HEAT, STRESS
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.adrenaline import Adrenaline
from engine.heat.moves.boost import Boost
from engine.heat.moves.cool import Cool
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.super_cool import SuperCool
from races import refusals
from races.heat.cockpit import words
from races.heat.cockpit.desk import Desk
from races.heat.cockpit.forecast import Forecast, Landing, numbers


@dataclass
class Lever:
    """A control of React. `do` is what its button says; with `amounts` there is a button for each."""

    icon: str
    name: str
    gives: str
    do: str = ""
    cls: str = ""
    why: str = ""
    """Why the driver has it; for one that cannot be used, nothing."""
    cost: str = ""
    free: bool = True
    risk: str = ""
    refused: str = ""
    amounts: list[tuple[int, str]] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    """Cards to choose from, for a lever that takes some, and how many it takes."""
    most: int = 0
    warning: list[str] = field(default_factory=list)
    landings: list[Landing] = field(default_factory=list)

    @property
    def numbers(self) -> str:
        return numbers(self.landings)


def levers(desk: Desk) -> list[Lever]:
    """Cooldown, boost and adrenaline are always there; what cards give stands before them: a must comes first."""
    return [*_musts(desk), _cooldown(desk), *_boosts(desk), _adrenaline(desk), *_of_cards(desk)]


def _sources(desk: Desk, kind: str) -> str:
    """What gives it: "1st gear 3 + adrenaline 1"."""
    return " + ".join(
        f"{words.source(item.source, desk.car.gear, desk.game.cards)} {item.amount}"
        for item in desk.car.items
        if item.kind == kind
    )


def _foreseen(desk: Desk, lever: Lever, choice: c.Choice) -> Forecast | None:
    """Put onto a lever what would come of it."""
    told = desk.explain(choice)
    lever.free = not told.heat
    if told.heat:
        lever.cost = words.heat(sum(term.amount for term in told.heat))
    if not told.outcomes:
        return None
    forecast = desk.read(told)
    if result := forecast.result():
        lever.risk = _("Corner %(letters)s: %(result)s") % {"letters": forecast.crossed(), "result": result}
    if any(landing[0] != desk.car.at for landing in forecast.landings):
        lever.landings = forecast.landings
    lever.warning = forecast.warning()
    return forecast


def _refused(desk: Desk, lever: Lever, choice: c.Choice) -> Lever:
    refused = desk.refused(choice)
    lever.refused = lever.gives = refusals.sentence(refused) if refused else ""
    return lever


def _cooldown(desk: Desk) -> Lever:
    lever = Lever("cooldown", _("Cool down"), "", cls="cool", why=_sources(desk, "cooldown"))
    amounts = [choice.heat for choice in desk.of(Cool)]
    if not amounts:
        _refused(desk, lever, Cool(1))
        if lever.refused and "heat" not in desk.mine.hand and _has(desk, "cooldown"):
            lever.gives = _("There is no Heat in your hand to cool.")
        return lever
    _amount(lever, "cool", amounts)
    lever.gives = _("Heat from your hand back to the engine. It holds %(engine)s now.") % {"engine": desk.car.engine}
    if lever.do:
        lever.gives = ngettext(
            "%(n)s Heat goes from your hand to the engine: %(after)s there.",
            "%(n)s Heat go from your hand to the engine: %(after)s there.",
            amounts[0],
        ) % {"n": amounts[0], "after": desk.car.engine + amounts[0]}
    return lever


def _amount(lever: Lever, do: str, amounts: list[int]) -> None:
    """One amount makes the lever a button of its own, several make a button each."""
    if len(amounts) == 1:
        lever.do = f"{do}:{amounts[0]}"
        lever.name = f"{lever.name} {amounts[0]}"
    else:
        lever.amounts = [(amount, f"{do}:{amount}") for amount in amounts]


def _boosts(desk: Desk) -> Iterator[Lever]:
    gears = desk.game.content.rules.boost_gears
    offered = desk.of(Boost)
    lever = Lever("boost", _("Boost"), "", cls="boost", why=_sources_of(desk, "boost"))
    if not offered:
        _refused(desk, lever, Boost())
        if len(gears) == 1 and desk.car.gear not in gears and not _has(desk, "boost"):
            lever.gives = _("There is a boost in %(gear)s.") % {"gear": words.IN_GEAR[gears[0]]}
        yield lever
        return
    forecast = _foreseen(desk, lever, Boost())
    assert forecast is not None, "a boost moves the car"
    now = sum(term.amount for term in forecast.told.speed)
    flips = sorted({outcome.speed - now for outcome in forecast.outcomes})
    lever.gives = _("Flip for +%(flips)s: speed %(speed)s, and the car moves on.") % {
        "flips": words.span(flips[0], flips[-1]),
        "speed": forecast.speed,
    }
    lever.do = "boost"
    yield lever


def _has(desk: Desk, kind: str) -> bool:
    return any(item.kind == kind for item in desk.car.items)


def _sources_of(desk: Desk, kind: str) -> str:
    names = [words.source(item.source, desk.car.gear, desk.game.cards) for item in desk.car.items if item.kind == kind]
    return " + ".join(names)


def _adrenaline(desk: Desk) -> Lever:
    lever = Lever("adrenaline", _("Speed +1"), "", cls="adr")
    if not desk.of(Adrenaline):
        return _refused(desk, lever, Adrenaline())
    lever.why = _("adrenaline: back of the order")
    forecast = _foreseen(desk, lever, Adrenaline())
    assert forecast is not None, "adrenaline moves the car"
    lever.gives = _("Speed %(speed)s, and the car moves 1 space more.") % {"speed": forecast.speed}
    lever.do = "adrenaline"
    return lever


def _musts(desk: Desk) -> Iterator[Lever]:
    """What cards cost, what they scrap, and what becomes of costs that cannot be paid."""
    named = desk.game.cards
    for choice in desk.of(Forgo):
        kept = desk.names(choice.keep)
        lever = Lever("spin", _("Give up the rest") if kept else _("Give it up"), "")
        lever.do = ":".join(("forgo", *choice.keep))
        lever.gives = _("Lose the cards that cannot be paid, and drive the turn anew with a flip for each.")
        if kept:
            lever.gives = _("Pay for %(cards)s.") % {"cards": kept} + " " + lever.gives
        _foreseen(desk, lever, choice)
        lever.why = _("the engine cannot pay")
        yield lever
    payable = {choice.card for choice in desk.of(PayHeat)}
    for item in dict.fromkeys(item for item in desk.car.items if item.kind == "heat"):
        name = words.short(named[item.source])
        lever = Lever("heat", _("Pay %(n)s") % {"n": item.amount}, "", cls="boost", why=name)
        if item.source in payable:
            lever.do = f"pay_heat:{item.source}"
            lever.gives = _("%(card)s costs Heat. What else it gives opens then.") % {"card": name}
            lever.cost, lever.free = words.heat(item.amount), False
            yield lever
        else:
            yield _refused(desk, lever, PayHeat(item.source))
    scrapped = {choice.card for choice in desk.of(Scrap)}
    for item in dict.fromkeys(item for item in desk.car.items if item.kind == "scrap"):
        lever = Lever("scrap", _("Scrap %(n)s") % {"n": item.amount}, "", why=words.short(named[item.source]))
        if item.source in scrapped:
            lever.do = f"scrap:{item.source}"
            lever.gives = _("Cards off the top of your draw pile go to the discard pile. This is a must.")
            yield lever
        else:
            yield _refused(desk, lever, Scrap(item.source))


def _of_cards(desk: Desk) -> Iterator[Lever]:
    """What symbols on cards give beside, in the order of the engine's choices."""
    yield from _counted(desk)
    for choice in desk.of(Accelerate):
        lever = Lever("accelerate", _("Accelerate"), "", do=f"accelerate:{choice.card}")
        lever.why = words.short(desk.game.cards[choice.card])
        if (forecast := _foreseen(desk, lever, choice)) is not None:
            lever.gives = _("Your flips count once more: speed %(speed)s, and the car moves %(n)s.") % {
                "speed": forecast.speed,
                "n": desk.car.flips,
            }
        yield lever
    for choice in desk.of(DraftMove):
        lever = Lever("draft", _("Draft"), "", do=f"draft_move:{choice.gap}", cls="slip", why=_sources(desk, "draft"))
        _foreseen(desk, lever, choice)
        lever.gives = _("Close the gap of %(spaces)s to the car ahead. Your speed stays.") % {
            "spaces": words.spaces(choice.gap)
        }
        yield lever
    for choice in desk.of(DirectPlay):
        card = desk.game.cards[choice.card]
        lever = Lever("direct_play", words.short(card), "", do=f"direct_play:{choice.card}:{choice.worth}")
        lever.why = _("from your hand")
        if (forecast := _foreseen(desk, lever, choice)) is not None:
            lever.gives = _("Play it now for %(worth)s: speed %(speed)s.") % {
                "worth": choice.worth,
                "speed": forecast.speed,
            }
        yield lever
    for group in desk.offered.sets:
        salvage = group[0]
        assert isinstance(salvage, Salvage)
        lever = Lever("salvage", _("Salvage"), "", do=f"salvage:{salvage.card}")
        lever.why = words.short(desk.game.cards[salvage.card])
        lever.gives = _("Up to %(cards)s of your discard pile are shuffled into the draw pile.") % {
            "cards": words.cards(group.most)
        }
        lever.cards, lever.most = sorted(group.cards, key=desk.hand_order), group.most
        yield lever


def _counted(desk: Desk) -> Iterator[Lever]:
    """Symbols that move some Heat or Stress: what they do, what they move from where, and how much of it."""
    kinds: tuple[tuple[str, str, Any, str, str, int], ...] = (
        (
            "reduce_stress",
            _("Drop Stress"),
            ReduceStress,
            "stress",
            _("Stress from your hand to the discard pile; you draw other cards for it."),
            desk.mine.hand.count(STRESS),
        ),
        (
            "super_cool",
            _("Super cool"),
            SuperCool,
            "heat",
            _("Heat from your discard pile back to the engine."),
            desk.car.discard.count(HEAT),
        ),
    )
    for kind, name, choice, amount, gives, there in kinds:
        if not _has(desk, kind):
            continue
        lever = Lever(kind, name, gives, cls="cool", why=_sources(desk, kind))
        amounts = [getattr(one, amount) for one in desk.of(choice)]
        if amounts:
            _amount(lever, kind, amounts)
            lever.gives = f"{gives} " + _("There is %(n)s.") % {"n": there}
            yield lever
        else:
            yield _refused(desk, lever, choice(1))
