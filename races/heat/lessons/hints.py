"""What the coach says: the sentences of a step with the numbers of the moment, and the hint."""

from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat import Adrenaline, Boost, Cool, Discard, Gear, Slipstream
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.gear import shift_cost
from engine.heat.moves.mulligan import Mulligan
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.pick import Pick
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.super_cool import SuperCool
from engine.heat.moves.value import Value
from races.heat.cockpit import labels
from races.heat.cockpit.outlook import Outlook, limit_of
from races.heat.lessons.learner import Hint, Learner
from races.heat.lessons.lesson import Step
from races.parts.chances import percent

Values: TypeAlias = dict[str, object]

NEAR = 3
"""So few spaces before a corner a stop is worth a word."""


def text(step: Step, names: tuple[str, ...], rival: int) -> str:
    """The sentences of a step; `names` are the drivers', by seat."""
    values: Values = {"rival": names[rival], **step.numbers}
    if "rival" in step.numbers:
        values["rival"] = names[int(step.numbers["rival"])]
    if "least" in step.numbers:
        values["gain"] = labels.span(int(step.numbers["least"]), int(step.numbers["most"]))
    return step.topic.sentences(step.numbers) % values


# What the coach would do


def hint(learner: Learner) -> tuple[str, ...]:
    """What the coach would do, and what would come of it, a sentence each."""
    found = learner.hint
    outlook = Outlook(found.explanation, learner.car.engine, {}, learner.game.course)
    values: Values = {"cards": _cards(learner, found.cards), "speed": outlook.speed if outlook.outcomes else ""}
    match found.choice:
        case Gear(gear=gear):
            cost = shift_cost(learner.car.gear, gear, flooded=learner.is_flooded)
            values |= {"gear": gear, "cost": cost}
            said = _("Stay in gear %(gear)s and play %(cards)s, for speed %(speed)s.")
            if cost:
                said = _("Shift to gear %(gear)s, for %(cost)s Heat, and play %(cards)s, for speed %(speed)s.")
            elif gear != learner.car.gear:
                said = _("Shift to gear %(gear)s and play %(cards)s, for speed %(speed)s.")
            return said % values, *_comes(learner, found)
        case Cool(heat=heat):
            engine = learner.car.engine + heat
            said = _("Cool down %(heat)s. Your engine then holds %(engine)s.")
            return (said % {"heat": heat, "engine": engine},)
        case Boost():
            return _("Boost, for speed %(speed)s.") % values, *_comes(learner, found)
        case Adrenaline():
            return _("Take the speed of adrenaline, for speed %(speed)s.") % values, *_comes(learner, found)
        case Slipstream(distance=distance):
            said = _("Take the slipstream, %(distance)s spaces.")
            return said % {"distance": distance}, *_comes(learner, found)
        case Discard(cards=(), refresh=again) if again:
            return (_("Keep your hand, and put %(again)s on the draw pile.") % {"again": _cards(learner, again)},)
        case Discard(cards=cards, refresh=again) if again:
            said = _("Throw away %(cards)s, and put %(again)s on the draw pile.")
            return (said % {"cards": _cards(learner, cards), "again": _cards(learner, again)},)
        case Discard(cards=()):
            return (_("Keep them all: choose none, and press the button."),)
        case Discard(cards=cards):
            said = ngettext(
                "Throw away the card %(cards)s, and draw another instead.",
                "Throw away the cards %(cards)s, and draw others instead.",
                len(cards),
            )
            return (said % {"cards": _cards(learner, cards)},)
        case Pass() if learner.view.phase == "react" and len(learner.offered) > 1:
            said = _("Use nothing more here: press “%(button)s”.")
            return said % {"button": _("Done reacting")}, *_stands(learner), *_comes(learner, found)
        case Pick(card=card):
            return (_("Take %(card)s.") % {"card": _cards(learner, (card,))},)
        case Mulligan():
            return (_("Change the whole hand: it costs 1 Heat."),)
    if found.cards:
        return _("Play %(cards)s, for speed %(speed)s.") % values, *_comes(learner, found)
    return (_symbol_used(learner, found) or _("Go on as it is."), *_comes(learner, found))


def _symbol_used(learner: Learner, found: Hint) -> str:
    """What the coach would do with the symbol of a card; empty for anything else."""
    match found.choice:
        case DirectPlay(card=card):
            return _("Play %(card)s directly, on top of the others.") % {"card": _cards(learner, (card,))}
        case PayHeat(card=card):
            return _("Pay the Heat of %(card)s.") % {"card": _cards(learner, (card,))}
        case Scrap(card=card):
            return _("Scrap the cards that %(card)s asks for.") % {"card": _cards(learner, (card,))}
        case ReduceStress(stress=stress):
            text = ngettext("Throw %(n)s Stress away.", "Throw %(n)s Stress away.", stress)
            return text % {"n": stress}
        case SuperCool(heat=heat):
            text = ngettext(
                "Super cool: %(n)s Heat goes from the discard pile to the engine.",
                "Super cool: %(n)s Heat go from the discard pile to the engine.",
                heat,
            )
            return text % {"n": heat}
        case Salvage(cards=()):
            return _("Shuffle your draw pile, and take nothing back.")
        case Salvage(cards=cards):
            return _("Shuffle %(cards)s back into your draw pile.") % {"cards": _cards(learner, cards)}
        case Accelerate(card=card):
            return _("Accelerate with %(card)s.") % {"card": _cards(learner, (card,))}
        case DraftMove(gap=gap):
            text = ngettext("Draft: close the gap of %(n)s space.", "Draft: close the gap of %(n)s spaces.", gap)
            return text % {"n": gap}
        case Value(card=card, worth=worth):
            return _("Let %(card)s count %(n)s.") % {"card": _cards(learner, (card,)), "n": worth}
    return ""


def _cards(learner: Learner, faces: tuple[str, ...]) -> str:
    """Some cards as they stand in a sum."""
    return " + ".join(labels.short(learner.game.cards[face]) for face in faces)


def _comes(learner: Learner, found: Hint) -> tuple[str, ...]:
    """What the corners on the way would take."""
    ahead = learner.corner.line if isinstance(found.choice, Slipstream) else None  # it changes nothing at one behind
    crossed = {corner.line for outcome in found.explanation.outcomes for corner in outcome.corners}
    if not crossed or (ahead is not None and ahead not in crossed):
        return *_stops(learner, found), *_home(learner, found)
    return *_costs(learner, found), *_last_corner(learner, found), *_home(learner, found)


def _home(learner: Learner, found: Hint) -> tuple[str, ...]:
    """What a choice is for that takes the car over the line, or so near that a boost in its gear may."""
    if isinstance(found.choice, Pass) or learner.left <= 0:
        return ()
    short = learner.goal - min(outcome.at for outcome in found.explanation.outcomes)
    if short <= 0:
        return (_("That takes you over the line."),)
    boosts = isinstance(found.choice, Gear) and found.choice.gear in learner.game.content.rules.boost_gears
    if not boosts or short > learner.flip[1]:
        return ()
    text = ngettext(
        "The line is then %(n)s space ahead, so that you can try a boost.",
        "The line is then %(n)s spaces ahead, so that you can try a boost.",
        short,
    )
    return (text % {"n": short},)


def _stops(learner: Learner, found: Hint) -> tuple[str, ...]:
    """How near to the next corner the cards of the hint stop the car, if that is what they are chosen for."""
    at = {outcome.at for outcome in found.explanation.outcomes}
    if len(at) != 1 or not found.cards or not learner.corner_asks:
        return ()
    short = learner.car.at + learner.corner.far - 1 - min(at)
    if not 0 <= short < NEAR:
        return ()
    if not short:
        return (_("You stop right before corner %(letter)s.") % {"letter": learner.corner.letter},)
    said = _("Corner %(letter)s is then %(n)s ahead.")
    return (said % {"n": short + 1, "letter": learner.corner.letter},)


def _stands(learner: Learner) -> tuple[str, ...]:
    """Why nothing is used that would move the car."""
    if learner.left <= 0:
        return (_("You are over the line."),)
    if learner.corner.far > 1 or not learner.corner_asks:
        return (_("Heat is worth more later than a boost is now."),) if learner.offers(Boost) else ()
    said = _("You stand right before corner %(letter)s: one space more would cross it.")
    return (said % {"letter": learner.corner.letter},)


def _last_corner(learner: Learner, found: Hint) -> tuple[str, ...]:
    """Why Heat may be spent: no other corner lies before the finish."""
    course, outcomes = learner.game.course, found.explanation.outcomes
    pays = any(corner.owed for outcome in outcomes for corner in outcome.corners)
    at = min(outcome.at for outcome in outcomes)
    if not pays or at >= learner.goal or at + course.to_line[course.space(at)] < learner.goal:
        return ()
    return (_("The last corner: after it Heat is of no use."),)


def _costs(learner: Learner, found: Hint) -> tuple[str, ...]:
    """What the corners that are crossed take."""
    outcomes = found.explanation.outcomes
    risk = sum(outcome.weight for outcome in outcomes if outcome.spin_out) / found.explanation.ways
    if risk:
        said = _("A corner on the way may spin you out: %(chance)s.")
        return (said % {"chance": percent(risk)},)
    holds = learner.car.engine - sum(term.amount for term in found.explanation.heat)
    if len(outcomes) > 1 or len(outcomes[0].corners) > 1:
        values = {"heat": labels.one_of({outcome.heat for outcome in outcomes}), "engine": holds}
        if max(len(outcome.corners) for outcome in outcomes) > 1:
            return (_("The corners on the way cost %(heat)s Heat; your engine holds %(engine)s.") % values,)
        said = _("Corner %(letter)s costs %(heat)s Heat; your engine holds %(engine)s.")
        return (said % {**values, "letter": learner.corner.letter},)
    (outcome,) = outcomes
    (corner,) = outcome.corners
    values = {"limit": limit_of(corner), "speed": outcome.speed, "owed": corner.owed, "engine": holds}
    if not found.cards and not corner.owed:
        said = _("Limit %(limit)s, crossed at speed %(speed)s: the corner is free.")
    elif not found.cards:  # the cards are in play, and the corner may lie behind the car
        said = _("Limit %(limit)s, crossed at %(speed)s: %(owed)s Heat. Your engine holds %(engine)s.")
    elif corner.owed:
        said = _("Limit %(limit)s, you cross it at speed %(speed)s: %(owed)s Heat. Your engine holds %(engine)s.")
    else:
        said = _("Limit %(limit)s, you cross it at speed %(speed)s: the corner is free.")
    return (said % values,)
