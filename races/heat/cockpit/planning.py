"""The two questions that all drivers answer at once before anything moves: which gear, which cards."""

from typing import Any

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.choices import CardSets
from engine.heat.forecast import flip_sums
from engine.heat.items import GEAR_COOLDOWN
from engine.heat.moves.gear import Gear
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.moves.mulligan import Mulligan
from engine.heat.moves.play import Play
from races import refusals
from races.heat.cockpit import words
from races.heat.cockpit.desk import Desk
from races.heat.cockpit.forecast import Forecast

GEARS = (1, 2, 3, 4)


def gears(desk: Desk) -> dict[str, Any]:
    """Shift: each gear with its price or why it cannot be had, and what it would give."""
    now = desk.car.gear
    speeds = _speeds(desk)
    prices, rows = {}, []
    offered = {choice.gear for choice in desk.of(Gear)}
    for gear in GEARS:
        told = desk.explain(Gear(gear))
        heat = sum(term.amount for term in told.heat)
        if told.refused is not None:
            why = {
                "shift_unpaid": _("no Heat"),
                "gear_unserved": words.cards(gear),
                "gear_cluttered": _("cluttered"),
                "shift_too_far": _("too far"),
            }
            prices[gear] = ("no", why.get(told.refused.code, _("no")))
        elif heat:
            prices[gear] = ("pay", words.heat(heat))
        else:
            prices[gear] = ("", _("stay") if gear == now else _("free"))
        rows.append(
            {
                "gear": gear,
                "name": words.GEARS[gear],
                "plays": words.cards(gear),
                "speed": speeds.get(gear, ""),
                "kind": prices[gear][0],
                "price": prices[gear][1],
                "why": refusals.sentence(told.refused) if told.refused else "",
                "also": _also(desk, gear),
                "go": _("Stay in %(gear)s") % {"gear": words.GEARS[gear]}
                if gear == now
                else _("Shift to %(gear)s") % {"gear": words.GEARS[gear]},
                "reserved": heat,
            }
        )
    chosen = now if now in offered else min(offered, key=lambda gear: abs(gear - now))
    return {
        "template": "gears",
        "kind": "is-shift",
        "sentence": _("Choose your gear."),
        "state": _("One step is free, two cost 1 Heat."),
        "prices": prices,
        "rows": rows,
        "chosen": chosen,
        "go": rows[chosen - 1]["go"],
        "from_gear": words.GEARS[now],
        "mulligan": bool(desk.of(Mulligan)),
        "retire": bool(desk.of(LeaveRace)),
    }


def _also(desk: Desk, gear: int) -> str:
    found = []
    if gear in GEAR_COOLDOWN:
        found.append(_("cools %(n)s") % {"n": GEAR_COOLDOWN[gear]})
    if gear in desk.game.content.rules.boost_gears:
        found.append(_("may boost"))
    return ", ".join(found) or "–"


def _speeds(desk: Desk) -> dict[int, str]:
    """By gear: the least and the most that this hand can make of it, flips included."""
    cards = desk.game.cards
    playable = tuple(sorted(card for card in desk.mine.hand if card not in desk.game.heats))
    flipped = {0: (0, 0)}
    found = {}
    for gear in GEARS:
        lows, highs = [], []
        for place in CardSets(Play, playable, gear, gear).ways:
            faces = [cards[playable[number]] for number in place]
            flips = sum(face.symbols.get("plus", 0) for face in faces)
            if flips not in flipped:
                sums = flip_sums(desk.game, desk.mine.draw, desk.car.discard, flips)
                flipped[flips] = (min(sums), max(sums))
            least, most = flipped[flips]
            lows.append(sum(face.worth[0] for face in faces) + least)
            highs.append(sum(face.worth[-1] for face in faces) + most)
        if lows:
            found[gear] = words.span(min(lows), max(highs))
    return found


def cards(desk: Desk) -> dict[str, Any]:
    """Play: the hand, how many of it, and what would come of each set that can be chosen."""
    gear = desk.car.gear
    base = {"template": "cards", "kind": "is-play", "count": gear}
    if desk.playable < gear:
        return base | _cluttered(desk)
    sets, forecasts = _every_set(desk)
    return base | {
        "hand": [_card(desk, face) for face in desk.hand],
        "sentence": _("Play %(cards)s for %(gear)s.") % {"cards": words.cards(gear), "gear": words.IN_GEAR[gear]},
        "chosen_of": _("%(chosen)s of %(count)s chosen") % {"chosen": "#", "count": gear},
        "state": _("%(chosen)s of %(count)s chosen") % {"chosen": 0, "count": gear},
        "go": _("Play this card") if gear == 1 else _("Play these %(n)s") % {"n": gear},
        "road": desk.road(*forecasts),
        "forecasts": _forecasts(desk, sets, forecasts),
        "bill": next_corner(desk),
    }


def _cluttered(desk: Desk) -> dict[str, Any]:
    (only,) = desk.offered
    assert isinstance(only, Play)
    return {
        "template": "cluttered",
        "faces": sorted(only.cards, key=desk.hand_order),
        "sentence": _("Your hand is cluttered."),
        "state": _("Too few cards can be played: all of them go down, filled up with Heat, and the car stays."),
        "go": _("Put them down"),
    }


def _card(desk: Desk, face: str) -> dict[str, Any]:
    dead = face in desk.game.heats
    return {
        "face": face,
        "short": words.short(desk.game.cards[face]),
        "why": _("not playable") if dead else "",
    }


def _every_set(desk: Desk) -> tuple[dict[str, int], list[Forecast]]:
    """The number of its forecast for each set of cards. Sets that an explanation cannot tell apart share one."""
    sets: dict[str, int] = {}
    forecasts: list[Forecast] = []
    known: dict[Any, int] = {}
    for choice in desk.offered:
        assert isinstance(choice, Play)
        like = _likeness(desk, choice.cards)
        if like not in known:
            forecast = desk.forecast(choice)
            assert forecast is not None, "cards move the car"
            known[like] = len(forecasts)
            forecasts.append(forecast)
        sets[" ".join(choice.cards)] = known[like]
    return sets, forecasts


def _likeness(desk: Desk, played: tuple[str, ...]) -> Any:
    """All that a forecast takes from a set of cards: its sum, its flips, its open values, costs, changes of limits."""
    total, flips, limits = 0, 0, 0
    others: list[Any] = []
    for face in played:
        card = desk.game.cards[face]
        flips += card.symbols.get("plus", 0)
        limits += card.symbols.get("adjust_limit", 0)
        if len(card.worth) > 1 or "heat" in card.symbols:
            others.append(face)
        if len(card.worth) == 1:
            total += card.worth[0]
    return total, flips, limits, tuple(others)


def _forecasts(desk: Desk, sets: dict[str, int], forecasts: list[Forecast]) -> SafeString:
    """For the page: by set what it shows of it. Texts and landings that come again are written once.

    A set is [speed, Heat at risk, text of the corners, [landing, chance, …], texts of the warning if one is due].
    """
    texts: dict[str, int] = {}
    places: dict[tuple[int, ...], int] = {}
    told = []
    for forecast in forecasts:
        bill = forecast.bill() or next_corner(desk)
        if forecast.cost:
            bill = _("The cards cost %(heat)s.") % {"heat": words.heat(forecast.cost)} + " " + bill
        landings = [
            number
            for at, lane, speed, share, heat, spin in forecast.landings
            for number in (places.setdefault((at, lane, speed, heat, spin), len(places)), share)
        ]
        said = [texts.setdefault(text, len(texts)) for text in (bill, *forecast.warning())]
        told.append([forecast.speed, forecast.most_heat, said[0], landings, *said[1:]])
    data = msgspec.json.encode({"sets": sets, "told": told, "texts": list(texts), "places": list(places)})
    return SafeString(data.decode().replace("<", "\\u003C"))


def next_corner(desk: Desk) -> str:
    """Where the next corner is, while none is crossed."""
    letter, limit, far = desk.next_corner
    return _("Corner %(letter)s, limit %(limit)s, is %(far)s ahead") % {"letter": letter, "limit": limit, "far": far}
