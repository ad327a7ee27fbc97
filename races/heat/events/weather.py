"""The weather of the race is drawn."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.masking import WeatherDrawnSeen
from engine.heat.modules import SectorEffect, Weather
from races.heat.commentary.line import LogLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader, signed

WEATHER = {
    "cloud": gettext_lazy("Clouds hang over the track."),
    "fog": gettext_lazy("Fog lies over the track."),
    "storm": gettext_lazy("A storm blows over the track."),
    "snow": gettext_lazy("Snow falls on the track."),
    "rain": gettext_lazy("Rain falls on the track."),
    "sun": gettext_lazy("The sun shines on the track."),
}


class WeatherLine(LogLine, frozen=True, tag="weather", kw_only=True):
    """The weather, what it changes at the start, and what it changes on the road."""

    look = Look("weather")

    card: str

    def sentence(self, reader: Reader) -> SafeString:
        weather = reader.game.weather[self.card]
        said = phrase(str(WEATHER.get(weather.id, _("The weather: {name}."))), name=weather.id)
        return joined(said, *_at_the_start(weather), *_on_the_road(weather.sector))


def _at_the_start(weather: Weather) -> Iterator[SafeString]:
    if weather.heat:
        yield phrase(_("Heat in each engine: {change}."), change=signed(weather.heat))
    if weather.stress:
        yield phrase(_("Stress in each deck: {change}."), change=signed(weather.stress))
    if n := weather.heat_count:
        if weather.heat_to == "discard":
            text = ngettext("{n} Heat starts in each discard pile.", "{n} Heat start in each discard pile.", n)
        else:
            text = ngettext("{n} Heat starts in each draw pile.", "{n} Heat start in each draw pile.", n)
        yield phrase(text, n=n)


def _on_the_road(effect: SectorEffect) -> Iterator[SafeString]:
    """What it changes in the sectors that it reaches."""
    if effect.no_cooldown:
        yield phrase(_("Nobody cools down in its sectors."))
    if effect.no_slipstream:
        yield phrase(_("Nobody slipstreams in its sectors."))
    if effect.cooldown:
        yield phrase(_("Cooldown in its sectors: {change}."), change=signed(effect.cooldown))
    if effect.slipstream:
        yield phrase(_("Slipstream in its sectors: {change}."), change=signed(effect.slipstream))
    if effect.free_boost:
        yield phrase(_("A boost costs nothing in its sectors."))


def _drawn(narrator: Narrator, event: WeatherDrawnSeen) -> None:
    narrator.say(WeatherLine(card=event.card))


LOG = LogPart(lines=(WeatherLine,), narrated={WeatherDrawnSeen: _drawn})
