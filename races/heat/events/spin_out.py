"""A car spins out: the engine holds too little Heat for a corner."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import field

from engine.heat.events import SpunOut
from races.heat.commentary.corners import AtCornerLine, limit_of
from races.heat.commentary.line import Look, Place, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator, speed_sum
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader


class SpinLine(AtCornerLine, frozen=True, tag="spin", kw_only=True):
    """What was due, what there was to pay it with, and where the car stands now."""

    look = Look("spin", phase=7)

    gear: int = 1
    """The gear before; the lever falls to 1st."""
    owed: int
    heat: int
    stress: int
    start: Place = field(name="from")
    to: Place

    def path(self) -> tuple[Place, ...]:
        return self.start, self.to

    def shows(self, reader: Reader) -> Shown:
        verdict = phrase(_("{speed} at limit {limit}: spin-out"), speed=self.speed, limit=self.limit)
        return {
            "line": self.line,
            "limit": self.limit,
            "heat": -self.heat,
            "speed": self.speed,
            "stress": self.stress,
            "gears": (self.gear, 1),
            "verdict": verdict,
        }

    def sentence(self, reader: Reader) -> SafeString:
        due = ngettext("{n} Heat due, {left} in the engine.", "{n} Heat due, {left} in the engine.", self.owed)
        return joined(
            self.at_the_corner(reader),
            phrase(due, n=self.owed, left=self.heat),
            self.hot_road(),
            self._spins(reader),
            phrase(
                ngettext(
                    "Back to {space} in 1st gear, with {cost}{n} Stress{end}.",
                    "Back to {space} in 1st gear, with {cost}{n} Stress{end}.",
                    self.stress,
                ),
                space=reader.space(self.to[0]),
                n=self.stress,
            ),
        )

    def _spins(self, reader: Reader) -> SafeString:
        who = reader.who(self.seat)
        if not self.heat:
            return phrase(_("{who} {cost}spins out{end}."), who=who)
        text = ngettext(
            "{who} {cost}pays {n} Heat and spins out{end}.", "{who} {cost}pays {n} Heat and spins out{end}.", self.heat
        )
        return phrase(text, who=who, n=self.heat)


def _spun_out(narrator: Narrator, event: SpunOut) -> None:
    race = narrator.race
    limit, printed, changes = limit_of(race, event)
    bill = race.bill(event.seat, event.line, event.speed)
    narrator.say(
        SpinLine(
            seat=event.seat,
            line=event.line % race.course.length,
            limit=limit,
            printed=printed,
            changes=changes,
            sum=speed_sum(race.car(event.seat)),
            speed=event.speed,
            gear=race.car(event.seat).gear,
            owed=bill.heat,
            overheat=bill.overheat,
            heat=event.heat,
            stress=event.stress,
            start=race.place(event.seat),
            to=(event.at, event.lane),
        )
    )


LOG = LogPart(lines=(SpinLine,), narrated={SpunOut: _spun_out})
