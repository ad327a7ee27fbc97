"""Sentences about what concerns the whole table."""

from collections.abc import Callable, Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.modules import SectorEffect, Weather
from races.heat.commentary.line import Line
from races.heat.commentary.said_driving import joined
from races.heat.commentary.words import PHASES, Reader, cost, gain, listed, place, signed
from races.heat.counts import heat

WEATHER = {
    "cloud": gettext_lazy("clouds"),
    "fog": gettext_lazy("fog"),
    "storm": gettext_lazy("storm"),
    "snow": gettext_lazy("snow"),
    "rain": gettext_lazy("rain"),
    "sun": gettext_lazy("sun"),
}
STOOD_IN = {
    "clock": gettext_lazy("Time is up: a stand-in answers for {who}, {phase}."),
    "away": gettext_lazy("{who} is away: a stand-in answers, {phase}."),
    "bot": gettext_lazy("{who} does not answer: a stand-in does, {phase}."),
    "admin": gettext_lazy("Race control lets a stand-in answer for {who}, {phase}."),
}
GAINS = {
    "press": gettext_lazy("for the press at the corner"),
    "event": gettext_lazy("for the event"),
    "speed": gettext_lazy("for speed"),
    "overtaking": gettext_lazy("for overtaking"),
    "first_lap": gettext_lazy("for an early first lap"),
}
PILES = {
    "engine": gettext_lazy("from the engine"),
    "hand": gettext_lazy("from the hand"),
    "discard": gettext_lazy("from the discard pile"),
    "draw": gettext_lazy("from the draw pile"),
}
REASONS = {
    "flag": gettext_lazy("The race is over."),
    "no_driver": gettext_lazy("No driver is left in the race: it ends as it stands."),
    "unattended": gettext_lazy("Nobody has driven for three rounds: the race ends as it stands."),
    "round_limit": gettext_lazy("The last round allowed is over: the race ends as it stands."),
    "ended": gettext_lazy("The race was ended."),
}


def _market(line: Line, reader: Reader) -> str:
    again = _("What nobody took is shuffled in again.") if "again" in line else ""
    return joined(again, format_html(_("On the market: {cards}."), cards=reader.cards(line["cards"])))


def _picked(line: Line, reader: Reader) -> str:
    return format_html(_("{who} takes {cards}."), who=reader.who(line["seat"]), cards=reader.cards(line["cards"]))


def _gave_up(line: Line, reader: Reader) -> str:
    return format_html(_("{who} gives {card} back."), who=reader.who(line["seat"]), card=reader.card(line["card"]))


def _swapped(line: Line, reader: Reader) -> str:
    return format_html(
        _("{who} swaps {give} for {take}."),
        who=reader.who(line["seat"]),
        give=reader.card(line["give"]),
        take=reader.card(line["take"]),
    )


def _weather(line: Line, reader: Reader) -> str:
    """What it changes at the start, and where it reaches."""
    weather = reader.game.weather[line["card"]]
    name = str(WEATHER.get(weather.id, weather.id))
    changes = [*_from_the_start(weather), *_on_the_road(weather.sector)]
    return format_html(_("The weather: {weather}. {changes}."), weather=name, changes=listed(changes))


def _from_the_start(weather: Weather) -> list[str]:
    changes = []
    if weather.heat:
        changes.append(_("{change} Heat in each engine").format(change=signed(weather.heat)))
    if weather.stress:
        changes.append(_("{change} Stress in each deck").format(change=signed(weather.stress)))
    if weather.heat_count:
        places = {"deck": _("{heat} starts in each draw pile"), "discard": _("{heat} starts in each discard pile")}
        changes.append(places[weather.heat_to or "deck"].format(heat=heat(weather.heat_count)))
    return changes


def _on_the_road(effect: SectorEffect) -> list[str]:
    """What a sector changes while a car stands in it."""
    changes = []
    if effect.no_cooldown:
        changes.append(_("no cooldown"))
    if effect.no_slipstream:
        changes.append(_("no slipstream"))
    if effect.cooldown:
        changes.append(_("{change} cooldown").format(change=signed(effect.cooldown)))
    if effect.slipstream:
        changes.append(_("slipstream {change}").format(change=signed(effect.slipstream)))
    if effect.free_boost:
        changes.append(_("free boost"))
    return changes


def _roads(line: Line, reader: Reader) -> str:
    """What each token changes, at its corner or in the sector that begins there."""
    tokens = {token.id: token for token in reader.game.content.modules.roads}
    laid = []
    for corner, name in zip(reader.game.course.token_lines, line["tokens"], strict=False):
        token = tokens[name]
        changes = _on_the_road(token.sector) if token.sector else []
        if token.limit:
            changes.append(_("limit {change}").format(change=signed(token.limit)))
        if token.overheat:
            changes.append(_("{change} Heat when too fast").format(change=signed(token.overheat)))
        if token.weather:
            changes.append(_("weather"))
        laid.append(f"{reader.letter(corner)} {listed(changes)}")
    return format_html(_("On the road, by corner: {tokens}."), tokens="; ".join(laid))


def _sponsors(line: Line, reader: Reader) -> str:
    drawn = ngettext("{count} sponsor card", "{count} sponsor cards", line["count"]).format(count=line["count"])
    return format_html(
        _("{who} draws {cards} {why}."), who=reader.who(line["seat"]), cards=gain(drawn), why=GAINS[line["why"]]
    )


def _sponsors_spent(line: Line, reader: Reader) -> str:
    return format_html(
        _("{cards} of {who}: played, and out of the race."),
        who=reader.who(line["seat"]),
        cards=reader.cards(line["cards"]),
    )


def _dealt(line: Line, reader: Reader) -> str:
    said = format_html(_("The cards are dealt: {heat} in each engine."), heat=heat(line["engine"]))
    if "discard" not in line:
        return said
    return joined(said, format_html(_("{heat} in each discard pile."), heat=heat(line["discard"])))


def _round(line: Line, reader: Reader) -> str:
    return format_html(_("Round {round}"), round=line["round"])


def _stood_in(line: Line, reader: Reader) -> str:
    said = STOOD_IN.get(line["reason"], STOOD_IN["away"])
    phase = PHASES.get(line["phase"], line["phase"])
    return format_html(str(said), who=reader.who(line["seat"]), phase=phase)


def _retired(line: Line, reader: Reader) -> str:
    return format_html(_("{who} {retires} from the race."), who=reader.who(line["seat"]), retires=cost(_("retires")))


def _heat_lost(line: Line, reader: Reader) -> str:
    lost = cost(_("loses {heat} for good").format(heat=heat(1)))
    return format_html(
        _("{who} {loses}, {place}."), who=reader.who(line["seat"]), loses=lost, place=PILES[line["place"]]
    )


def _home(line: Line, reader: Reader) -> str:
    return format_html(_("{who} is home: <b>{place}</b>."), who=reader.who(line["seat"]), place=place(line["place"]))


def _finished(line: Line, reader: Reader) -> SafeString:
    """Why, and the whole ranking."""
    ranked = [
        format_html("{} {}", place(number), reader.who(seat)) for number, seat in enumerate(line["ranking"], start=1)
    ]
    return joined(str(REASONS[line["reason"]]), format_html("{}.", listed(ranked)))


SAID: Mapping[str, Callable[[Line, Reader], str]] = {
    "market": _market,
    "picked": _picked,
    "gave_up": _gave_up,
    "swapped": _swapped,
    "weather": _weather,
    "roads": _roads,
    "sponsors": _sponsors,
    "sponsors_spent": _sponsors_spent,
    "dealt": _dealt,
    "round": _round,
    "stood_in": _stood_in,
    "retired": _retired,
    "heat_lost": _heat_lost,
    "home": _home,
    "finished": _finished,
}
