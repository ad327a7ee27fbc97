"""What a match is played with: the numbers of the rules, the markets and the cards. A state holds only the digest."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.henhur.cards import Card, card_faults
from engine.kernel.bounds import CARDS, Cards, Few, Number, SeatNumber, Word
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import decode, encode


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the rules."""

    lap: Number = 30
    laps: Number = 3
    hand: Number = 3
    slots: Number = 3
    tokens: Number = 10
    turns: Number = 8
    least_seats: Number = 2
    most_seats: Number = 8
    idle_rounds: Number = 3
    """After so many rounds of stand-ins alone a match ends."""

    @property
    def goal(self) -> int:
        """The distance at which a hen has won."""
        return self.lap * self.laps


class Market(Struct, frozen=True, forbid_unknown_fields=True):
    """Where auctions take their cards from as soon as some seat has been at `since`."""

    since: Number
    lists: Few[Word]


class Content(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The content of a match as it was at its start."""

    game: Literal["henhur"] = "henhur"
    rules: Rules
    deck: Word
    """The list of cards that each seat starts with."""
    markets: Few[Market]
    cards: Cards[Card]

    def digest(self) -> str:
        return hashlib.blake2b(encode(self), digest_size=16).hexdigest()

    def sizes(self) -> Counter[str]:
        """Return the number of cards of each list."""
        counts: Counter[str] = Counter()
        for card in self.cards:
            counts.update(card.copies)
        return counts

    def listed(self, lists: Sequence[str]) -> tuple[str, ...]:
        """The faces of these lists with all copies, in order."""
        return tuple(sorted(card.id for card in self.cards for name in lists for _ in range(card.copies.get(name, 0))))


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """One match: how many hens run."""

    seats: SeatNumber


BOUNDS = {
    "lap": (4, 100),
    "laps": (1, 9),
    "hand": (1, 8),
    "slots": (0, 8),
    "tokens": (0, 20),
    "turns": (2, 20),
    "least_seats": (2, 12),
    "most_seats": (2, 12),
    "idle_rounds": (1, 9),
}


def content_faults(content: Content) -> tuple[Fault, ...]:
    """Everything that is wrong with a content, each fault with its place."""
    faults: list[Fault] = []
    rules = content.rules
    for name, (least, most) in BOUNDS.items():
        if not least <= getattr(rules, name) <= most:
            faults.append(Fault(f"rules.{name}", "out_of_range", f"this is {least} to {most}"))
    if rules.turns % 2:
        faults.append(Fault("rules.turns", "odd", "a round has as many races as auctions"))
    if rules.most_seats < rules.least_seats:
        faults.append(Fault("rules.most_seats", "out_of_range", "this is not below least_seats"))
    for number, card in enumerate(content.cards):
        faults += card_faults(f"cards[{number}]", card)
    for face, times in Counter(card.id for card in content.cards).items():
        if times > 1:
            faults.append(Fault("cards", "duplicate", f"there are several cards called “{face[:40]}”"))
    for name, count in content.sizes().items():
        if count > CARDS.most:
            text = f"the list “{name[:40]}” has at most {CARDS.most} cards, not {count}"
            faults.append(Fault("cards", "too_many_cards", text))
    if faults:
        return tuple(faults)  # what rests on the lists is judged of sound ones
    if len(content.listed((content.deck,))) <= rules.slots:
        text = "a deck has more cards than there are slots, or its owner could be left without a card"
        faults.append(Fault("deck", "too_few_cards", text))
    return (*faults, *_market_faults(content))


def _market_faults(content: Content) -> list[Fault]:
    faults: list[Fault] = []
    since = [market.since for market in content.markets]
    if since[:1] != [0] or since != sorted(set(since)):
        faults.append(Fault("markets", "unsorted", "the first market opens at 0, the others further and further on"))
    for number, market in enumerate(content.markets):
        pile = content.listed(market.lists)
        if len(pile) <= content.rules.most_seats:
            text = f"a market has a card more than there are seats, at least {content.rules.most_seats + 1}"
            faults.append(Fault(f"markets[{number}].lists", "too_few_cards", text))
    return faults


def setup_faults(content: Content, setup: Setup) -> tuple[Fault, ...]:
    """Everything that is wrong with the set-up of a match."""
    least, most = content.rules.least_seats, content.rules.most_seats
    if least <= setup.seats <= most:
        return ()
    return (Fault("seats", "out_of_range", f"{least} to {most} can play, not {setup.seats}"),)


_CONTENTS: "msgspec.json.Decoder[Content]" = msgspec.json.Decoder(Content)


def read_content(data: bytes | str) -> Content:
    """Content from outside. Raises `Broken` with every fault that it has."""
    content = decode(_CONTENTS, data, "content")
    if faults := content_faults(content):
        raise Broken("content", faults)
    return content


@cache
def base_content() -> Content:
    """The content that ships with the engine."""
    return read_content(files("engine.henhur").joinpath("data/henhur.json").read_bytes())


@cache
def content_of(laps: int) -> Content:
    """The same for a race over another number of laps."""
    content = base_content()
    return replace(content, rules=replace(content.rules, laps=laps))
