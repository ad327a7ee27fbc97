"""The Legends drive: their card is turned, and each of them follows its row of it."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.events import Moved
from engine.heat.masking import LegendCardTurnedSeen
from races.heat.commentary.line import LogLine, Look, MoveLine, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader, signed

ROWS = {
    "easy": gettext_lazy("Easy Legends drive {number}, in corners the limit {slot}."),
    "medium": gettext_lazy("Medium Legends drive {number}, in corners the limit {slot}."),
    "hard": gettext_lazy("Hard Legends drive {number}, in corners the limit {slot}."),
}
"""For each level of Legends what the card says. Other rows are those of a helmet, and bear its name."""


class LegendCardLine(LogLine, frozen=True, tag="legend_card", kw_only=True):
    """The card by which the Legends drive this round."""

    card: str
    again: bool = False
    """Whether all cards were shuffled again before."""

    def sentence(self, reader: Reader) -> SafeString:
        """What the card says for each row that is driven in this race."""
        rows = reader.game.legend_cards[self.card].rows
        again = phrase(_("All cards of the Legends are shuffled again.")) if self.again else ""
        return joined(
            again,
            *(
                phrase(
                    str(ROWS.get(name, _("Legend {name} drives {number}, in corners the limit {slot}."))),
                    name=name,
                    number=rows[name].number,
                    slot=signed(rows[name].slot),
                )
                for name in dict.fromkeys(seat.legend for seat in reader.seats if seat.legend)
            ),
        )


class LegendLine(MoveLine, frozen=True, tag="legend", kw_only=True):
    """A Legend drives: by limit and slot inside a corner, else by the number of its card."""

    look = Look("drive", phase=3)

    number: int | None = None
    line: int | None = None
    """The corner that counts: the one it drives through, or the one that it stops before."""
    limit: int | None = None
    slot: int | None = None
    before: int | None = None
    """A further corner, before which it stops."""

    def shows(self, reader: Reader) -> Shown:
        return {
            "speed": (self.number or 0) if self.limit is None else self.limit + (self.slot or 0),
            **self.pushed(reader),
        }

    def sentence(self, reader: Reader) -> SafeString:
        who = reader.who(self.seat)
        if self.limit is not None and self.slot is not None and self.line is not None:
            total = reader.sum([("limit", self.limit), ("slot", self.slot)], self.limit + self.slot)
            letter = reader.letter(self.line)
            said = phrase(_("{who} takes corner {letter}: {sum}."), who=who, letter=letter, sum=total)
            if self.before is not None:
                said = joined(said, phrase(_("It stops before corner {letter}."), letter=reader.letter(self.before)))
        elif self.line is not None:
            said = phrase(
                _("{who} drives {number}, but stops before corner {letter}."),
                who=who,
                number=format_html("<b>{}</b>", self.number),
                letter=reader.letter(self.line),
            )
        else:
            said = phrase(_("{who} drives {number}."), who=who, number=format_html("<b>{}</b>", self.number))
        return joined(said, self.way(reader))


def _card_turned(narrator: Narrator, event: LegendCardTurnedSeen) -> None:
    narrator.say(LegendCardLine(card=event.card, again=event.again))


def driven(narrator: Narrator, event: Moved) -> LegendLine:
    """The line of a Legend that moves, by its plan for this round."""
    race, seat = narrator.race, event.seat
    plan, start, length = race.legend_plan(seat), race.place(seat), race.course.length
    held = None if plan.stops_before is None else plan.stops_before % length
    if not plan.inside:
        slot = plan.row.slot if held is not None else None
        return LegendLine(seat=seat, start=start, number=plan.distance, line=held, slot=slot)
    meant = start[0] + plan.distance
    return LegendLine(
        seat=seat,
        start=start,
        line=plan.line % length,
        limit=plan.distance - plan.row.slot,
        slot=plan.row.slot,
        before=held,
        meant=meant if held is None and event.at != meant else None,
    )


LOG = LogPart(lines=(LegendCardLine, LegendLine), narrated={LegendCardTurnedSeen: _card_turned})
