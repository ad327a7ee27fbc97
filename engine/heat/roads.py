"""The road of one race: the track's corners and sectors, as weather and tokens have changed them."""

from typing import Literal

from engine.heat.course import Course
from engine.heat.modules import SectorEffect, Token, Weather

EVERYWHERE = -1
"""The one sector of weather that holds on the whole track."""


class Roads:
    """Limits by corner line, and what holds in each space. Made once for each weather and lay of tokens."""

    def __init__(
        self,
        course: Course,
        weather: Weather | None,
        tokens: tuple[Token, ...],
        scope: Literal["everywhere", "weather_tokens"],
    ) -> None:
        self._course = course
        lines = sorted(course.corners)
        self._limits = {line: course.corners[line].limit for line in lines}
        self.changes: dict[int, Token] = {}
        """The token that changes a corner, by its line."""
        by_sector: dict[int, list[SectorEffect]] = {}
        for line, token in zip(course.token_lines, tokens, strict=False):
            for one in course.chicane_lines(line):
                self._limits[one] += token.limit
                if token.limit or token.overheat:
                    self.changes[one] = token
            if token.sector:
                by_sector.setdefault(line, []).append(token.sector)
            if token.weather and weather and scope == "weather_tokens":
                by_sector.setdefault(line, []).append(weather.sector)
        everywhere = [weather.sector] if weather and scope == "everywhere" else []
        self._weather_sector = EVERYWHERE if everywhere else None
        spaces = range(course.length)
        here = [[*everywhere, *by_sector.get(course.sector[space], ())] for space in spaces]
        self.no_cooldown = tuple(any(effect.no_cooldown for effect in effects) for effects in here)
        self.no_slipstream = tuple(any(effect.no_slipstream for effect in effects) for effects in here)
        self.free_boost = tuple(any(effect.free_boost for effect in effects) for effects in here)
        self.slipstream = tuple(tuple(effect.slipstream for effect in effects if effect.slipstream) for effects in here)
        self.cooldown = tuple(sum(effect.cooldown for effect in effects) for effects in here)
        """Cooldown that a car may use once while it stands in the sector."""
        self.plain = weather is None and not tokens

    def limit(self, line: int) -> int:
        """The speed limit at a corner line that is given as a distance."""
        return self._limits[line % self._course.length]

    def overheat(self, line: int) -> int:
        """What is owed on top where anything is owed for speed."""
        token = self.changes.get(line % self._course.length)
        return token.overheat if token else 0

    def weather_sector(self, at: int) -> int:
        """The sector whose cooldown a car uses here."""
        return EVERYWHERE if self._weather_sector is not None else self._course.sector[at % self._course.length]
