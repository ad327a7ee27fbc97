"""What a choice may lead to, as the cockpit shows it: the engine's explanation made short.

An outlook knows no rule. It sums up the ways that the engine has counted: speeds, landings, the Heat at each corner,
and how likely a spin-out is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat.course import Course
from engine.heat.forecast import CornerForecast, Explanation, Outcome, Term
from races.heat.cockpit import labels
from races.heat.counts import heat as heat_in_words
from races.parts.chances import percent, share_of_hundred

Landing: TypeAlias = tuple[int, int, int, int, int, int]
"""Distance, lane, speed, chance in per cent, Heat, and 1 for a spin-out: what the page draws ghosts of."""


@dataclass(frozen=True)
class Flips:
    """Some results of a flip of which the same comes: their speeds, their chance, and what that is."""

    text: str
    hurts: bool


class Outlook:
    """An explanation that is not refused. `engine` is what the driver's engine holds."""

    def __init__(self, explanation: Explanation, engine: int, letters: Mapping[int, str], course: Course) -> None:
        self.explanation = explanation
        self.engine = engine
        self._letters = letters
        self.course = course

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return self.explanation.outcomes

    @property
    def cost(self) -> int:
        """What the choice itself costs."""
        return sum(term.amount for term in self.explanation.heat)

    @cached_property
    def speed(self) -> str:
        speeds = [outcome.speed for outcome in self.outcomes]
        return labels.span(min(speeds), max(speeds))

    @cached_property
    def most_heat(self) -> int:
        """The Heat that is at risk in all, as far as the engine holds it."""
        return min(self.engine, self.cost + max((outcome.heat for outcome in self.outcomes), default=0))

    @cached_property
    def risk(self) -> float:
        """The chance of a spin-out if the driver chooses the best value of each card."""
        spins: dict[tuple[Term, ...], int] = {}
        for outcome in self.outcomes:
            spins[outcome.values] = spins.get(outcome.values, 0) + outcome.weight * outcome.spin_out
        return min(spins.values(), default=0) / self.explanation.ways

    @cached_property
    def landings(self) -> list[Landing]:
        shares: dict[tuple[int, int, int, int, bool], int] = {}
        for one in self.outcomes:
            key = (one.at, one.lane, one.speed, one.heat, one.spin_out)
            shares[key] = shares.get(key, 0) + one.weight
        return [
            (at, lane, speed, share_of_hundred(weight / self.explanation.ways), heat, int(spin))
            for (at, lane, speed, heat, spin), weight in sorted(shares.items())
        ]

    @cached_property
    def corners(self) -> dict[int, list[CornerForecast]]:
        """By corner line: how it is crossed in each of the outcomes that cross it."""
        found: dict[int, list[CornerForecast]] = {}
        for outcome in self.outcomes:
            for corner in outcome.corners:
                found.setdefault(corner.line, []).append(corner)
        return dict(sorted(found.items()))

    @property
    def lines(self) -> tuple[int, ...]:
        """The corner lines that may be crossed, as they are numbered on the track."""
        return tuple(line % self.course.length for line in self.corners)

    @cached_property
    def flips(self) -> list[Flips]:
        """Of a choice that flips: which results are free, which cost Heat, which end in a spin-out, each with its
        chance; nothing where the same comes of all."""
        if not self.explanation.flips:
            return []
        groups: list[tuple[str, list[Outcome]]] = []
        for outcome in sorted(self.outcomes, key=lambda one: one.speed):
            comes = self._comes_of(outcome)
            if groups and groups[-1][0] == comes:
                groups[-1][1].append(outcome)
            else:
                groups.append((comes, [outcome]))
        return [self._flips(comes, together) for comes, together in groups] if len(groups) > 1 else []

    def _comes_of(self, outcome: Outcome) -> str:
        if outcome.spin_out:
            return _("spin-out in corner %(letter)s") % {"letter": self.letter(outcome.corners[-1].line)}
        return heat_in_words(outcome.heat) if outcome.heat else _("free")

    def _flips(self, comes: str, together: list[Outcome]) -> Flips:
        values = {
            "speed": labels.span(together[0].speed, together[-1].speed),
            "chance": percent(sum(one.weight for one in together) / self.explanation.ways),
            "comes": comes,
        }
        return Flips(
            _("Speed %(speed)s, %(chance)s: %(comes)s") % values, bool(together[0].heat or together[0].spin_out)
        )

    @cached_property
    def is_certain_spin_out(self) -> bool:
        return bool(self.outcomes) and all(outcome.spin_out for outcome in self.outcomes)

    def letter(self, line: int) -> str:
        return self._letters[line % self.course.length]

    def bill(self) -> str:
        """Every corner that may be crossed with its limit and the Heat it takes; empty if none is."""
        return " · ".join(self._at_corner(line, crossed) for line, crossed in self.corners.items())

    def _at_corner(self, line: int, crossed: list[CornerForecast]) -> str:
        """What a corner may take. What the engine holds stands on its dial."""
        owed = {corner.owed for corner in crossed if not corner.spin_out}
        if any(not one.spin_out and all(corner.line != line for corner in one.corners) for one in self.outcomes):
            owed.add(0)  # some ways stop before it
        spins = any(corner.spin_out for corner in crossed)
        if any(owed):
            text = (
                _("Corner %(letter)s, limit %(limit)s: %(n)s Heat, or spin-out")
                if spins
                else _("Corner %(letter)s, limit %(limit)s: %(n)s Heat")
            )
        elif owed:
            text = (
                _("Corner %(letter)s, limit %(limit)s: free, or spin-out")
                if spins
                else _("Corner %(letter)s, limit %(limit)s: free")
            )
        else:
            text = _("Corner %(letter)s, limit %(limit)s: spin-out")
        limit = limit_of(crossed[0])
        values = {"letter": self.letter(line), "limit": limit, "n": labels.one_of(owed or {0})}
        return text % values

    @cached_property
    def slowest_spin(self) -> tuple[Outcome, CornerForecast] | None:
        """The spin-out at the lowest speed, if there is one ahead: from there on it happens."""
        spins = [outcome for outcome in self.outcomes if outcome.spin_out]
        if not spins:
            return None
        outcome = min(spins, key=lambda one: one.speed)
        return outcome, outcome.corners[-1]

    def warning(self) -> tuple[str, ...]:
        """What a driver should know before a click that may end badly: what, and the figures; else nothing."""
        if self.outcomes and all(outcome.cannot_pay for outcome in self.outcomes):
            figures = _(
                "They cost %(cost)s Heat, and the engine holds %(held)s. Without cooldown you lose what you cannot pay "
                "for, and drive the turn anew with a flip in its place."
            )
            return _("You cannot pay for these cards"), figures % {"cost": self.cost, "held": self.engine}
        if not self.risk or self.slowest_spin is None:
            return ()
        outcome, corner = self.slowest_spin
        certain = self.risk >= 1
        title = (
            _("You spin out in corner %(letter)s") if certain else _("You spin out in corner %(letter)s: %(chance)s")
        )
        figures = (
            _("Speed %(speed)s, limit %(limit)s: %(owed)s Heat, and the engine holds %(held)s.")
            if len({other.speed for other in self.outcomes}) == 1
            else _("From speed %(speed)s on. Limit %(limit)s: %(owed)s Heat, and the engine holds %(held)s.")
        )
        numbers = {"speed": outcome.speed, "limit": limit_of(corner), "owed": corner.owed}
        numbers["held"] = self._held_at(outcome)
        names = {"letter": self.letter(corner.line), "chance": percent(self.risk)}
        return title % names, figures % numbers

    def risk_at_corners(self) -> str:
        """What the corners on the way may cost; empty if nothing."""
        letters = self.crossed()
        if self.slowest_spin is not None and self.risk:
            if self.risk >= 1:
                return self._after_spin_out(self.slowest_spin)
            chance = percent(self.risk)
            return _("Corner %(letters)s: spin-out, %(chance)s") % {"letters": letters, "chance": chance}
        heats = {outcome.heat for outcome in self.outcomes}
        if not any(heats):
            return ""
        return _("Corner %(letters)s: %(n)s Heat") % {"letters": letters, "n": labels.one_of(heats)}

    def _after_spin_out(self, spin: tuple[Outcome, CornerForecast]) -> str:
        """Where a certain spin-out leaves the car."""
        outcome, corner = spin
        text = ngettext(
            "Crosses corner %(letter)s: spin-out, back before it, gear 1, %(n)s Stress",
            "Crosses corner %(letter)s: spin-out, back before it, gear 1, %(n)s Stress",
            outcome.stress,
        )
        return text % {"letter": self.letter(corner.line), "n": outcome.stress}

    def crossed_at(self) -> str:
        """Of a car that stands: the corners behind it that cost Heat or end in a spin-out, with its speed."""
        if not self.most_heat and not self.is_certain_spin_out:
            return ""
        outcome = self.outcomes[0]
        values: dict[str, object] = {"speed": outcome.speed, "n": outcome.heat, "letters": self.crossed()}
        if outcome.spin_out:
            corner = outcome.corners[-1]
            text = _("Corner %(letter)s, limit %(limit)s, crossed at %(speed)s: spin-out")
            return text % {**values, "letter": self.letter(corner.line), "limit": limit_of(corner)}
        if len(outcome.corners) > 1:
            text = ngettext(
                "Corner %(letters)s, crossed at %(speed)s: %(n)s Heat",
                "Corner %(letters)s, crossed at %(speed)s: %(n)s Heat",
                outcome.heat,
            )
            return text % values
        text = ngettext(
            "Corner %(letters)s, limit %(limit)s, crossed at %(speed)s: %(n)s Heat",
            "Corner %(letters)s, limit %(limit)s, crossed at %(speed)s: %(n)s Heat",
            outcome.heat,
        )
        return text % {**values, "limit": limit_of(outcome.corners[0])}

    def spin_sum(self) -> str:
        """A certain spin-out as a sentence, with what is due and what is there."""
        assert self.slowest_spin is not None, "there is a spin-out"
        outcome, corner = self.slowest_spin
        values = {"letter": self.letter(corner.line), "owed": corner.owed, "held": self._held_at(outcome)}
        if len(outcome.corners) > 1:
            text = _("You spin out in corner %(letter)s: %(owed)s Heat due, %(held)s left in the engine.")
        else:
            text = _("You spin out in corner %(letter)s: %(owed)s Heat due, %(held)s in the engine.")
        return text % values

    def _held_at(self, spin: Outcome) -> int:
        """What the engine holds when the car comes to the corner of its spin-out."""
        return max(0, self.engine - self.cost - sum(one.owed for one in spin.corners[:-1]))

    def crossed(self) -> str:
        """The letters of the corners that may be crossed; a chicane is one corner with two lines."""
        return ", ".join(dict.fromkeys(self.letter(line) for line in self.corners))


def limit_of(corner: CornerForecast) -> int:
    return sum(term.amount for term in corner.limit)


def numbers(landings: Iterable[Landing]) -> str:
    """Landings for an attribute of the page."""
    return ";".join(",".join(map(str, landing)) for landing in landings)
