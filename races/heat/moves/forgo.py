"""Giving up on cards whose Heat cannot be paid: the turn is driven anew."""

from collections.abc import Iterator
from typing import Self

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec.structs import replace

from engine.heat.events import Moved
from engine.heat.moves.forgo import Forgo, Forgone
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
from races.heat.commentary.line import Look, MoveLine, Place
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator, speed_sum
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader, Term
from races.heat.commentary.spectator import Spectator
from races.heat.moves.move import SiteMove


class AgainLine(MoveLine, frozen=True, tag="again", kw_only=True):
    """Back to where the turn began, and anew with a flip for each card that could not be paid."""

    look = Look("again", phase=5)

    unpaid: tuple[str, ...]
    back: Place
    sum: tuple[Term, ...] = ()
    speed: int | None = None

    def begun(self) -> Place:
        return self.back

    def path(self) -> tuple[Place, ...]:
        return (super().begun(), self.back, self.to) if self.to is not None else ()

    def arrived(self, spectator: Spectator, event: Moved) -> Self:
        car = spectator.car(self.seat)
        return replace(self, sum=speed_sum(car), speed=car.speed)

    def sentence(self, reader: Reader) -> SafeString:
        said = phrase(
            _("{who} cannot pay the Heat of {cards}: back to {space}, and anew."),
            who=reader.who(self.seat),
            cards=reader.cards(self.unpaid),
            space=reader.space(self.back[0]),
        )
        if not self.sum:
            return joined(said, self.flips(reader))
        total = format_html("{}.", reader.sum(self.sum, self.speed or 0))
        return joined(said, total, self.flips(reader), self.way(reader))


def _forgone(narrator: Narrator, event: Forgone) -> None:
    start = narrator.race.place(event.seat)
    narrator.begin(AgainLine(seat=event.seat, start=start, unpaid=event.cards, back=(event.at, event.lane)))


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    for choice in cockpit.of(Forgo):
        if kept := cockpit.names(choice.keep):
            name = _("Give up the rest")
            text = _(
                "Pay for %(cards)s. Lose the cards that cannot be paid, and drive the turn anew with a flip for each."
            )
            gives = text % {"cards": kept}
        else:
            name = _("Give it up")
            gives = _("Lose the cards that cannot be paid, and drive the turn anew with a flip for each.")
        lever = Lever("spin", name, gives, do=":".join(("forgo", *choice.keep)), must=True)
        lever.show_outlook(cockpit, choice)
        lever.given_by = _("the engine cannot pay")
        yield lever


MOVE = SiteMove(
    choice=Forgo,
    log=LogPart(lines=(AgainLine,), narrated={Forgone: _forgone}),
    counts={},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: (
        _("Pay for %(cards)s and lose the rest") % {"cards": labels.listed(choice.keep, cards)}
        if choice.keep
        else _("Lose what cannot be paid")
    ),
    refusals={
        "nothing_forgone": gettext_lazy("All the Heat that you owe can be paid."),
        "forgo_other": gettext_lazy("Keep as many cards as your engine can pay for, and only such."),
    },
    presets=(),
)
