"""What a sentence needs to name seats, places and cards in the language of the moment. Names of people are escaped."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat import Heat
from races.heat.circuit_art.letters import letters_of
from races.heat.counts import names
from races.heat.parts import cards

Term: TypeAlias = int | tuple[str, int]
"""A part of a sum: what a card counts, or a source and what that counts."""

SOURCES = {
    "adrenaline": gettext_lazy("adrenaline"),
    "accelerate": gettext_lazy("acceleration"),
    "weather": gettext_lazy("weather"),
    "road": gettext_lazy("road"),
    "stress": gettext_lazy("Stress"),
    "flip": gettext_lazy("flip"),
    "limit": gettext_lazy("limit"),
    "slot": gettext_lazy("Legend card"),
}
"""What a term of a sum is called that is no card."""
OF_GEARS = (
    gettext_lazy("1st gear"),
    gettext_lazy("2nd gear"),
    gettext_lazy("3rd gear"),
    gettext_lazy("4th gear"),
)
"""What a term of a sum is called that the gear gives."""


class NamedSeat(Protocol):
    """A seat of the race as sentences use it."""

    name: str
    legend: str


class Reader:
    """Turns seats, spaces, corners and cards into text: who drives, on which track, with which cards."""

    def __init__(self, seats: Sequence[NamedSeat], game: Heat) -> None:
        self.seats = seats
        self.game = game

    def who(self, seat: int) -> SafeString:
        """The driver's name, kept apart from the direction of the text around it."""
        return format_html("<bdi>{}</bdi>", self.seats[seat].name)

    def all(self, seats: Iterable[int]) -> SafeString:
        return listed(self.who(seat) for seat in seats)

    def space(self, at: int) -> int:
        """The number of a space as the board shows it."""
        return self.game.course.space(at)

    def letter(self, line: int) -> str:
        return letters_of(self.game)[line]

    def card(self, face: str) -> str:
        """A card by its short name: 4, Stress, Radiator 3."""
        return cards.short(self.game.cards[face])

    def family(self, face: str) -> str:
        return cards.family(self.game.cards[face])

    def families(self, faces: Iterable[str]) -> SafeString:
        return listed(self.family(face) for face in dict.fromkeys(faces))

    def cards(self, faces: Sequence[str]) -> SafeString:
        """Numbers one by one, other cards of one face counted: 4, 4 and 2 × Heat."""
        named: list[str] = []
        for face, count in {face: faces.count(face) for face in faces}.items():
            name = self.card(face)
            if name.isdecimal():
                named += [name] * count
            else:
                named.append(_("{count} × {card}").format(count=count, card=name) if count > 1 else name)
        return listed(named)

    def source(self, source: str, gear: int = 0) -> str:
        """What a term of a sum is called: the gear, adrenaline, a card …"""
        if source == "gear":
            return str(OF_GEARS[gear - 1])
        if source in SOURCES:
            return str(SOURCES[source])
        return self.family(source) if source in self.game.cards else source

    def terms(self, terms: Sequence[Term], gear: int = 0) -> str:
        """The parts of a sum: 4 + 3 + Stress 2."""
        return " + ".join(
            str(one) if isinstance(one, int) else f"{self.source(one[0], gear)} {one[1]}" for one in terms
        )

    def sum(self, terms: Sequence[Term], total: int) -> SafeString:
        """A number and all that it is made of: 4 + 3 + Stress 2 = 9."""
        if len(terms) == 1 and isinstance(terms[0], int):
            return format_html('<span class="sum"><b>{}</b></span>', total)
        return format_html('<span class="sum">{} = <b>{}</b></span>', self.terms(terms), total)

    def limit(self, limit: int, printed: int | None, changes: Sequence[tuple[str, int]]) -> SafeString:
        """A limit, and what it is made of if it is not the printed one: 3, road −1 = 2."""
        if printed is None:
            return conditional_escape(str(limit))
        changed = [f"{self.source(source)} {signed(amount)}" for source, amount in changes]
        return format_html("{}, {} = {}", printed, ", ".join(changed), limit)


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def listed(items: Iterable[str]) -> SafeString:
    """Names as a list, as HTML: one, two and three."""
    return SafeString(names([conditional_escape(item) for item in items]))
