"""The questions of a turn on the road: values, React, slipstream, and what is thrown away at its end."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat.forecast import Term
from engine.heat.moves.discard import Discard, refreshers
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.slipstream import Slipstream
from engine.heat.moves.value import Value
from races import refusals
from races.heat.cockpit import words
from races.heat.cockpit.desk import Desk
from races.heat.cockpit.forecast import Forecast, numbers
from races.heat.cockpit.levers import Lever, levers
from races.heat.cockpit.planning import next_corner
from races.heat.parts.cards import family


def value(desk: Desk) -> dict[str, Any]:
    """A card that may count several speeds: one lever for each."""
    found = []
    choices = desk.of(Value)
    for choice in choices:
        forecast = desk.forecast(choice)
        assert forecast is not None, "a value moves the car"
        lever = Lever("gear", _("Count %(n)s") % {"n": choice.worth}, "", do=f"value:{choice.card}:{choice.worth}")
        lever.gives = _sum(desk, forecast.told.speed, forecast.speed) or _("Speed %(n)s.") % {"n": forecast.speed}
        _consequence(lever, forecast)
        found.append(lever)
    name = words.short(desk.game.cards[choices[0].card])
    return {
        "template": "react",
        "kind": "is-react",
        "levers": found,
        "label": _("Values"),
        "sentence": _("What does %(card)s count?") % {"card": name},
        "state": _("Then the car moves."),
        **_in_play(desk),
    }


def _consequence(lever: Lever, forecast: Forecast) -> None:
    """Put onto a lever what would come of it at the corners."""
    if result := forecast.result():
        lever.risk = _("Corner %(letters)s: %(result)s") % {"letters": forecast.crossed(), "result": result}
    lever.landings = forecast.landings
    lever.warning = forecast.warning()


def react(desk: Desk) -> dict[str, Any]:
    """React: every lever, and the button that goes on, unless something here is a must."""
    done = Pass() in desk.offered
    found = levers(desk)
    forecast = desk.forecast(Pass()) if done else None
    warning = forecast.warning() if forecast is not None else []
    if warning and not any(_is_way_out(lever) for lever in found):
        warning = []  # what nothing here can change needs no second thought
    sentence, state, go = _("Something here is a must."), _("Use that first, then go on."), ""
    if done and any(_is_usable(lever) for lever in found):
        sentence, state, go = _("React in any order, then go on."), _("Nothing here is a must."), _("Done reacting")
    elif done:
        sentence, state, go = _("Nothing to use this time."), _("Each lever says why."), _("Go on")
    return {
        "template": "react",
        "kind": "is-react",
        "levers": found,
        "label": _("Reactions"),
        "sentence": sentence,
        "state": state,
        "go": go,
        "warning": warning,
        **_in_play(desk, forecast),
    }


def _is_usable(lever: Lever) -> bool:
    return bool(lever.do or lever.amounts) and not lever.refused


def _is_way_out(lever: Lever) -> bool:
    """Whether a lever can be used and does not end in a spin-out itself."""
    return _is_usable(lever) and not lever.warning


def _in_play(desk: Desk, forecast: Forecast | None = None) -> dict[str, Any]:
    """The cards in play with their sum, and what would come of the turn as it stands."""
    car = desk.car
    terms = [Term(card, worth) for card, worth in zip(car.play, car.worth, strict=True)]
    terms += [Term("adrenaline", car.bonus)] * bool(car.bonus)
    terms += [Term("accelerate", car.accelerated)] * bool(car.accelerated)
    outlook = ""
    if forecast is not None:
        outlook = forecast.bill() or _("%(corner)s: no Heat this turn.") % {"corner": next_corner(desk)}
    return {
        "in_play": car.play,
        "sum": _sum(desk, terms, car.speed),
        "outlook": outlook,
        "hot": bool(forecast and forecast.most_heat),
        "reserved": forecast.most_heat if forecast else 0,
    }


def _sum(desk: Desk, terms: Iterable[Term], speed: int | str) -> str:
    """Speed, item by item; nothing if one is all. Speed cards and flips are numbers, what else counts has a name."""
    items = [_term(desk, term) for term in terms if term.amount]
    return f"{' + '.join(items)} = {speed}" if len(items) > 1 else ""


def _term(desk: Desk, term: Term) -> str:
    card = desk.game.cards.get(term.source)
    if card is None:
        name = _("adrenaline") if term.source == "adrenaline" else _("accelerate")
        return f"{name} {term.amount}"
    return words.short(card) if len(card.worth) == 1 else f"{family(card)} {term.amount}"


def slipstream(desk: Desk) -> dict[str, Any]:
    """Slipstream: each distance with where it leads, or stay."""
    found: list[Lever] = []
    forecasts = []
    for choice in desk.of(Slipstream):
        forecast = desk.forecast(choice)
        assert forecast is not None, "a slipstream moves the car"
        forecasts.append(forecast)
        lever = Lever("slipstream", words.spaces(choice.distance), "", do=f"slipstream:{choice.distance}", cls="slip")
        at = forecast.outcomes[0].at
        lever.gives = _("To space %(space)s. Your speed stays %(speed)s.") % {
            "space": desk.game.course.space(at),
            "speed": desk.car.speed,
        }
        lever.why = _("slipstream")
        _consequence(lever, forecast)
        found.append(lever)
    stay = desk.forecast(Pass())
    return {
        "template": "slipstream",
        "kind": "is-slipstream",
        "levers": found,
        "label": _("Slipstream"),
        "sentence": _("Slipstream?"),
        "state": _("It moves the car, never the speed."),
        "go": _("Stay here"),
        "road": desk.road(*forecasts),
        "numbers": numbers(landing for forecast in forecasts for landing in forecast.landings),
        "bill": (stay.bill() if stay is not None else "") or next_corner(desk),
        "reserved": stay.most_heat if stay is not None else 0,
    }


def discard(desk: Desk) -> dict[str, Any]:
    """Discard: any cards that may go; none is fine too."""
    cards = []
    may_go = {card for group in desk.offered.sets for card in group.cards}
    for face in desk.hand:
        refused = None if face in may_go else desk.refused(Discard((face,)))
        cards.append(
            {
                "face": face,
                "short": desk.short(face),
                "why": _("stays") if face not in may_go else "",
                "reason": refusals.sentence(refused) if refused else "",
            }
        )
    most = desk.game.effects(desk.view.setup).discard_max
    return {
        "template": "discard",
        "kind": "is-discard",
        "hand": cards,
        "refresh": _refresh(desk),
        "most": min(len(may_go), most) if most is not None else "",
        "sentence": _("Throw away what you do not want."),
        "state": _("None is fine too. Then you draw up to %(n)s cards.") % {"n": desk.game.hand_limit(desk.view.setup)},
        "nothing": _("Keep them all"),
        "go": _("Discard %(n)s") % {"n": "#"},
        "played": desk.names(desk.car.play),
        "draws": ngettext("You hold %(n)s card.", "You hold %(n)s cards.", len(cards)) % {"n": len(cards)},
        "bill": next_corner(desk),
    }


def _refresh(desk: Desk) -> list[tuple[str, str]]:
    """What of the played cards may go back on top of the draw pile, and in which order."""
    if not refreshers(desk.game, desk.car.play):
        return []
    orders = [group[0] for group in desk.offered.sets]
    return [
        (" ".join(one.refresh), _("%(cards)s on top") % {"cards": ", ".join(map(desk.short, reversed(one.refresh)))})
        if one.refresh
        else ("", _("nothing"))
        for one in orders
        if isinstance(one, Discard)
    ]
