"""Road tokens are laid at the corners."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.masking import RoadsLaidSeen
from engine.heat.modules import SectorEffect, Token
from races.heat.commentary.line import LogLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader, signed


class RoadsLine(LogLine, frozen=True, tag="roads", kw_only=True):
    """What each token changes, at its corner or in the sector that begins there."""

    look = Look("roads")

    tokens: tuple[str, ...]

    def sentence(self, reader: Reader) -> SafeString:
        tokens = {token.id: token for token in reader.game.content.modules.roads}
        laid = zip(reader.game.course.token_lines, self.tokens, strict=False)
        return joined(*(said for line, name in laid for said in _laid(reader, line, tokens[name])))


def _laid(reader: Reader, line: int, token: Token) -> Iterator[SafeString]:
    letter = reader.letter(line)
    if token.sector:
        yield from _in_the_sector(letter, token.sector)
    if token.limit:
        printed = reader.game.course.corner(line).limit
        limit = reader.limit(printed + token.limit, printed, (("road", token.limit),))
        yield phrase(_("Corner {letter}: limit {limit}."), letter=letter, limit=limit)
    if token.overheat:
        text = _("Corner {letter}: {change} Heat for who is too fast.")
        yield phrase(text, letter=letter, change=signed(token.overheat))
    if token.weather and reader.game.content.rules.weather_scope != "everywhere":
        yield phrase(_("The weather reaches the road after corner {letter}."), letter=letter)


def _in_the_sector(letter: str, effect: SectorEffect) -> Iterator[SafeString]:
    if effect.no_cooldown:
        yield phrase(_("Nobody cools down after corner {letter}."), letter=letter)
    if effect.no_slipstream:
        yield phrase(_("Nobody slipstreams after corner {letter}."), letter=letter)
    if effect.cooldown:
        yield phrase(_("Cooldown after corner {letter}: {change}."), letter=letter, change=signed(effect.cooldown))
    if effect.slipstream:
        yield phrase(_("Slipstream after corner {letter}: {change}."), letter=letter, change=signed(effect.slipstream))
    if effect.free_boost:
        yield phrase(_("A boost costs nothing after corner {letter}."), letter=letter)


def _roads_laid(narrator: Narrator, event: RoadsLaidSeen) -> None:
    narrator.say(RoadsLine(tokens=event.tokens))


LOG = LogPart(lines=(RoadsLine,), narrated={RoadsLaidSeen: _roads_laid})
