"""What the coach says: each topic in two to four short sentences with the numbers of the moment, and the hint."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat import Adrenaline, Boost, Cool, Discard, Gear, Slipstream
from races.heat.cockpit import labels
from races.heat.cockpit.outlook import Outlook, limit_of
from races.heat.lessons.learner import Hint, Learner
from races.heat.lessons.topics import Numbers, Step
from races.parts.chances import percent

Values: TypeAlias = dict[str, object]


class Words(NamedTuple):
    """The heading of a topic, and its sentences with the names of its numbers in them."""

    title: str | Promise
    sentences: Callable[[Numbers], str]


def _places(numbers: Numbers) -> str:
    gap = int(numbers["gap"])
    if numbers["side"] == "level":
        return _("You and %(rival)s are side by side. On equal spaces the car in the lane of the yellow line is ahead.")
    if numbers["side"] == "ahead":
        return ngettext(
            "%(rival)s is %(gap)s space ahead of you. Who is ahead when a round begins drives first.",
            "%(rival)s is %(gap)s spaces ahead of you. Who is ahead when a round begins drives first.",
            gap,
        )
    return ngettext(
        "You are %(gap)s space ahead of %(rival)s. Who is ahead when a round begins drives first.",
        "You are %(gap)s spaces ahead of %(rival)s. Who is ahead when a round begins drives first.",
        gap,
    )


def _slipstream(numbers: Numbers) -> str:
    return _(
        "You stand beside %(rival)s or close behind. The slipstream takes you %(distance)s spaces farther, for free. "
        "It adds nothing to your speed, %(speed)s: a corner on the way is judged by that."
    )


WORDS: Mapping[str, Words] = {
    "aim": Words(
        gettext_lazy("Welcome to the grid"),
        lambda numbers: _(
            "One lap, %(length)s spaces, and %(rival)s starts ahead of you. Be in front when the round ends in which "
            "the first car crosses the line. Nobody waits: take the time you like."
        ),
    ),
    "board": Words(
        gettext_lazy("The road and its corners"),
        lambda numbers: _(
            "Cars go along the arrows, space by space. A red sign is a corner, and the number on it the speed limit. "
            "The first is corner %(letter)s: limit %(limit)s, %(far)s spaces ahead."
        ),
    ),
    "gear": Words(
        gettext_lazy("Your gear"),
        lambda numbers: _(
            "Each round begins with a gear. It says how many cards you play: two in gear 2, four in gear 4. You are in "
            "gear %(gear)s. One step up or down is free, two steps cost 1 Heat."
        ),
    ),
    "cards": Words(
        gettext_lazy("Your cards"),
        lambda numbers: _(
            "You hold %(cards)s cards. Choose as many as the gear says: their sum is your speed, and you drive so many "
            "spaces. Heat cannot be played at all."
        ),
    ),
    "movement": Words(
        gettext_lazy("You have moved"),
        lambda numbers: ngettext(
            "Your cards were turned over: speed %(speed)s, and you have driven %(moved)s space. %(rival)s has no hand: "
            "one card a round says how far that car goes.",
            "Your cards were turned over: speed %(speed)s, and you have driven %(moved)s spaces. %(rival)s has no "
            "hand: one card a round says how far that car goes.",
            int(numbers["moved"]),
        ),
    ),
    "places": Words(gettext_lazy("Who is ahead"), _places),
    "corner": Words(
        gettext_lazy("A corner"),
        lambda numbers: ngettext(
            "Corner %(letter)s is %(far)s space ahead, with limit %(limit)s. Each point over it costs 1 Heat: cross it "
            "at %(speed)s and you pay %(owed)s. Your engine holds %(engine)s.",
            "Corner %(letter)s is %(far)s spaces ahead, with limit %(limit)s. Each point over it costs 1 Heat: cross "
            "it at %(speed)s and you pay %(owed)s. Your engine holds %(engine)s.",
            int(numbers["far"]),
        ),
    ),
    "heat": Words(
        gettext_lazy("Heat"),
        lambda numbers: _(
            "Your engine holds %(engine)s of %(all)s Heat. What you pay goes to your discard pile, and sooner or later "
            "into your hand, where it is in the way. So Heat is fuel: spend it well, then cool it down."
        ),
    ),
    "cooldown": Words(
        gettext_lazy("Cooling down"),
        lambda numbers: (
            _(
                "%(held)s of your cards are Heat. Cooling puts them back into the engine; now you can cool %(can)s. "
                "Gear 1 cools %(gear_1)s a round, gear 2 cools %(gear_2)s, gears 3 and 4 none."
            )
            if numbers["held"] != 1
            else _(
                "One of your cards is Heat. Cooling puts it back into the engine; now you can cool %(can)s. "
                "Gear 1 cools %(gear_1)s a round, gear 2 cools %(gear_2)s, gears 3 and 4 none."
            )
        ),
    ),
    "boost": Words(
        gettext_lazy("Boost"),
        lambda numbers: _(
            "In this gear you may boost, once a round: for %(cost)s Heat the next Speed card of your pile is turned "
            "over. It adds %(gain)s to your speed, and the car drives on by that."
        ),
    ),
    "adrenaline": Words(
        gettext_lazy("Adrenaline"),
        lambda numbers: _(
            "The last car has adrenaline. It may take 1 more speed, and cool 1 Heat more than its gear says. "
            "Both are free, and both are up to you."
        ),
    ),
    "slipstream": Words(gettext_lazy("Slipstream"), _slipstream),
    "stress": Words(
        gettext_lazy("Stress"),
        lambda numbers: ngettext(
            "You hold %(held)s Stress. It can be played, but what it counts is turned up on the road: %(gain)s. You "
            "cannot throw it away. Play it where a surprise does no harm.",
            "You hold %(held)s Stress. They can be played, but what each counts is turned up on the road: %(gain)s. "
            "You cannot throw them away. Play them where a surprise does no harm.",
            int(numbers["held"]),
        ),
    ),
    "spin": Words(
        gettext_lazy("Spinning out"),
        lambda numbers: _(
            "If a corner costs more Heat than the engine holds, you spin out. Your engine holds %(engine)s: corner "
            "%(letter)s, limit %(limit)s, spins you from speed %(speed)s on. You stop before it in gear 1 and draw "
            "Stress: %(slow)s in gears 1 and 2, %(fast)s in gears 3 and 4."
        ),
    ),
    "discard": Words(
        gettext_lazy("Throwing away"),
        lambda numbers: (
            _(
                "Your turn ends. You may throw away any of %(may_go)s cards, but neither Heat nor Stress. "
                "Then you draw until you hold %(limit)s."
            )
            if numbers["may_go"] != 1
            else _(
                "Your turn ends. You may throw away one card, but neither Heat nor Stress. "
                "Then you draw until you hold %(limit)s."
            )
        ),
    ),
    "finish": Words(
        gettext_lazy("The finish"),
        lambda numbers: ngettext(
            "The line is %(left)s space ahead. Corners behind it are free, and Heat is worth nothing there: use what "
            "you have.",
            "The line is %(left)s spaces ahead. Corners behind it are free, and Heat is worth nothing there: use what "
            "you have.",
            int(numbers["left"]),
        ),
    ),
    "free": Words(
        gettext_lazy("You drive"),
        lambda numbers: _(
            "You know what you need. From here I only say what I would do, and speak up when something is new. "
            "Drive as you like."
        ),
    ),
}


def title(step: Step) -> str:
    return str(WORDS[step.topic.name].title)


def text(step: Step, names: tuple[str, ...], rival: int) -> str:
    """The sentences of a step; `names` are the drivers', by seat."""
    values: Values = {"rival": names[rival], **step.numbers}
    if "rival" in step.numbers:
        values["rival"] = names[int(step.numbers["rival"])]
    if "least" in step.numbers:
        values["gain"] = labels.span(int(step.numbers["least"]), int(step.numbers["most"]))
    return WORDS[step.topic.name].sentences(step.numbers) % values


# What the coach would do


def hint(learner: Learner) -> tuple[str, ...]:
    """What the coach would do, and what would come of it, a sentence each."""
    found = learner.hint
    outlook = Outlook(found.explanation, learner.car.engine, {}, learner.game.course)
    values: Values = {"cards": _cards(learner, found.cards), "speed": outlook.speed if outlook.outcomes else ""}
    match found.choice:
        case Gear(gear=gear):
            stays = gear == learner.car.gear
            said = _("Stay in gear %(gear)s and play %(cards)s, for speed %(speed)s.")
            if not stays:
                said = _("Shift to gear %(gear)s and play %(cards)s, for speed %(speed)s.")
            return said % {**values, "gear": gear}, *_comes(learner, found)
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
        case Discard(cards=()):
            return (_("Keep them all."),)
        case Discard(cards=cards):
            return (_("Throw away %(cards)s.") % {"cards": _cards(learner, cards)},)
    if found.cards:
        return _("Play %(cards)s, for speed %(speed)s.") % values, *_comes(learner, found)
    return (_("Go on as it is."), *_comes(learner, found))


def _cards(learner: Learner, faces: tuple[str, ...]) -> str:
    """Some cards as they stand in a sum."""
    return " + ".join(labels.short(learner.game.cards[face]) for face in faces)


def _comes(learner: Learner, found: Hint) -> tuple[str, ...]:
    """What the corners on the way would take."""
    outcomes = found.explanation.outcomes
    crossing = [outcome for outcome in outcomes if outcome.corners]
    if not crossing:
        return ()
    risk = sum(outcome.weight for outcome in outcomes if outcome.spin_out) / found.explanation.ways
    if risk:
        said = _("A corner on the way may spin you out: %(chance)s.")
        return (said % {"chance": percent(risk)},)
    holds = learner.car.engine - sum(term.amount for term in found.explanation.heat)
    if len(outcomes) > 1 or len(outcomes[0].corners) > 1:
        heats = labels.one_of({outcome.heat for outcome in outcomes})
        said = _("The corners on the way cost %(heat)s Heat; your engine holds %(engine)s.")
        return (said % {"heat": heats, "engine": holds},)
    (outcome,) = outcomes
    (corner,) = outcome.corners
    values = {"limit": limit_of(corner), "speed": outcome.speed, "owed": corner.owed, "engine": holds}
    if not found.cards:  # the cards are in play, and the corner may lie behind the car
        said = _("Limit %(limit)s, crossed at %(speed)s: %(owed)s Heat. Your engine holds %(engine)s.")
    elif corner.owed:
        said = _("Limit %(limit)s, you arrive at %(speed)s: %(owed)s Heat. Your engine holds %(engine)s.")
    else:
        said = _("Limit %(limit)s, you arrive at %(speed)s: the corner is free.")
    return (said % values,)
