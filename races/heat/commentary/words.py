"""Words for what stands in told lines: gears, places, cards, corners, sums. Names that people gave are escaped."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from engine.heat.game import Heat
from races.heat.circuit_art.letters import corner_letters
from races.heat.commentary.line import Line, Term
from races.heat.parts import cards

GEARS = (
    pgettext_lazy("gear", "1st"),
    pgettext_lazy("gear", "2nd"),
    pgettext_lazy("gear", "3rd"),
    pgettext_lazy("gear", "4th"),
)
PLACES = (
    pgettext_lazy("place", "1st"),
    pgettext_lazy("place", "2nd"),
    pgettext_lazy("place", "3rd"),
    pgettext_lazy("place", "4th"),
    pgettext_lazy("place", "5th"),
    pgettext_lazy("place", "6th"),
    pgettext_lazy("place", "7th"),
    pgettext_lazy("place", "8th"),
    pgettext_lazy("place", "9th"),
    pgettext_lazy("place", "10th"),
    pgettext_lazy("place", "11th"),
    pgettext_lazy("place", "12th"),
)
PHASES = {
    "draft": gettext_lazy("choosing an upgrade"),
    "snake_draft": gettext_lazy("choosing an upgrade"),
    "give_up": gettext_lazy("giving an upgrade back"),
    "swap": gettext_lazy("swapping an upgrade"),
    "gears": gettext_lazy("shifting gears"),
    "cards": gettext_lazy("playing cards"),
    "reveal": gettext_lazy("choosing a value"),
    "react": gettext_lazy("reacting"),
    "slipstream": gettext_lazy("slipstreaming"),
    "discard": gettext_lazy("discarding"),
}
SOURCES = {
    "adrenaline": gettext_lazy("adrenaline"),
    "accelerate": gettext_lazy("acceleration"),
    "weather": gettext_lazy("weather"),
    "road": gettext_lazy("road"),
    "stress": gettext_lazy("Stress"),
    "flip": gettext_lazy("flip"),
    "limit": gettext_lazy("limit"),
    "slot": gettext_lazy("slot"),
}
"""Names of what adds to a number beside cards."""


class Driver(Protocol):
    """A seat of the race, as far as sentences go."""

    name: str
    colour: str
    car_number: int
    legend: str


class Reader:
    """What a sentence needs to turn numbers into words: who drives, on which track, with which cards."""

    def __init__(self, seats: Sequence[Driver], game: Heat) -> None:
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
        return letters(self.game)[line]

    def card(self, face: str) -> str:
        """A card by its short name: 4, Stress, Brakes 3."""
        card = self.game.cards[face]
        if card.kind in ("speed", "starting"):
            return str(card.worth[0])
        if card.kind in ("heat", "stress"):
            return cards.name(card.kind)
        if len(card.worth) > 1 or not card.worth[0]:
            return self.family(face)
        return f"{self.family(face)} {card.worth[0]}"

    def family(self, face: str) -> str:
        card = self.game.cards[face]
        return str(cards.FAMILIES.get(card.family, card.family))

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
        """Where cooldown and the like comes from."""
        if source == "gear":
            return _("{gear} gear").format(gear=GEARS[gear - 1])
        return str(SOURCES[source]) if source in SOURCES else self.family(source)

    def sum(self, terms: Sequence[Term], total: int) -> SafeString:
        """A number and all that it is made of: 4 + 3 + Stress 2 = 9."""
        if len(terms) == 1 and isinstance(terms[0], int):
            return format_html('<span class="sum"><b>{}</b></span>', total)
        parts = [str(term) if isinstance(term, int) else f"{self.source(term[0])} {term[1]}" for term in terms]
        return format_html('<span class="sum">{} = <b>{}</b></span>', " + ".join(parts), total)

    def limit(self, line: Line) -> SafeString:
        """A limit, and what it is made of if that is more than what is printed: 3, road −1 = 2."""
        if "changes" not in line:
            return conditional_escape(line["limit"])
        changes = [f"{self.source(source)} {signed(amount)}" for source, amount in line["changes"]]
        return format_html("{}, {} = {}", line["printed"], ", ".join(changes), line["limit"])


@lru_cache(maxsize=64)
def letters(game: Heat) -> Mapping[int, str]:
    return corner_letters(game.content.track)


def gear(number: int) -> str:
    return str(GEARS[number - 1])


def place(number: int) -> str:
    return str(PLACES[number - 1])


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def cost(text: str) -> SafeString:
    return format_html('<span class="cost">{}</span>', text)


def gain(text: str) -> SafeString:
    return format_html('<span class="gain">{}</span>', text)


def listed(items: Iterable[str]) -> SafeString:
    """One, two and three."""
    found = [conditional_escape(item) for item in items]
    if len(found) < 2:
        return found[0] if found else conditional_escape("")
    return format_html(
        pgettext("the last two of a list", "{} and {}"),
        format_html_join(pgettext("between the items of a list", ", "), "{}", ((item,) for item in found[:-1])),
        found[-1],
    )
