"""Rounds played to their end by cautious players, fast: faces as numbers, hands as lists that are changed in place.

It knows the rules a second time, without records, secrets and questions, because a good player plays hundreds of rounds
in its head for one decision. A test compares it with the engine, round by round.
"""

from collections import Counter
from collections.abc import Sequence

from engine.kernel.chance import TABLE, Seed, shuffle
from engine.lastcard.bots.cautious import DANGER, HITTING
from engine.lastcard.content import COLOURS, DRAW_FOUR, DRAW_TWO, REVERSE, SKIP
from engine.lastcard.judging import Fit
from engine.lastcard.views import View

NO_COLOUR = len(COLOURS)
MOST_STEPS = 400
"""A round that goes on for longer is taken as it stands."""


class Deck:
    """The faces of a deck as numbers, in the order in which choices are listed."""

    def __init__(self, fit: Fit) -> None:
        faces = sorted(fit.kinds)
        kinds = [fit.kinds[face] for face in faces]
        symbols = sorted({kind.symbol for kind in kinds})
        self.number = {face: number for number, face in enumerate(faces)}
        self.colour = [COLOURS.index(kind.colour) if kind.colour else NO_COLOUR for kind in kinds]
        self.symbol = [symbols.index(kind.symbol) for kind in kinds]
        self.points = [kind.points for kind in kinds]
        self.hit = [HITTING.get(kind.symbol, 0) for kind in kinds]
        self.drawn = [{DRAW_TWO: 2, DRAW_FOUR: 4}.get(kind.symbol, 0) for kind in kinds]
        self.turns = [kind.symbol == REVERSE for kind in kinds]
        self.skips = [kind.symbol == SKIP for kind in kinds]
        self.cards = [number for number, kind in enumerate(kinds) for _ in range(kind.copies)]
        self.four = [kind.symbol == DRAW_FOUR for kind in kinds]


class Round:
    """A round in the head of a player. Piles lie with their top last, so that it is taken off quickly."""

    def __init__(self, deck: Deck, view: View) -> None:
        """As far as the view shows it; `deal` adds the rest."""
        self.deck = deck
        self.mine = view.seat
        self.hand = [deck.number[face] for face in view.hand]
        self.counts = view.cards
        self.shown = [deck.number[face] for face in reversed(view.discard)]
        self.active = COLOURS.index(view.colour) if view.colour else NO_COLOUR
        self.order = [seat for seat in range(len(view.cards)) if seat not in view.left]
        self.way = view.direction
        self.restricted = view.setup.draw_four == "restricted"
        unseen = Counter(deck.cards) - Counter(self.hand) - Counter(self.shown)
        self.unseen = sorted(unseen.elements())

    def deal(self, chance: Seed) -> None:
        """Deal all that is not seen."""
        pile = list(shuffle(chance, TABLE, 0, self.unseen))
        self.dealt: list[list[int]] = []
        for seat, count in enumerate(self.counts):
            if seat == self.mine:
                self.dealt.append(self.hand)
            else:
                self.dealt.append(pile[len(pile) - count :])
                del pile[len(pile) - count :]
        self.rest = pile

    def outcome(self, seat: int, card: int, colour: int) -> int:
        """The points of the round for a seat that plays a card now, or none (-1): those that it wins, or those that it
        loses to another, as a negative number."""
        self.hands = [list(hand) for hand in self.dealt]
        self.pile = list(self.rest)
        self.discard = list(self.shown)
        self.colour = self.active
        self.direction = self.way
        place = self.order.index(seat)
        if card >= 0:
            place = self.play(place, self.hands[seat], card, colour)
        winner = seat if not self.hands[seat] else self.play_out(place)
        if winner < 0:
            return 0
        points = self.deck.points
        worth = sum([points[card] for hand in self.hands for card in hand])
        return worth if winner == seat else -worth

    def play_out(self, place: int) -> int:
        """Play on after this place in the order of the seats; the seat that wins, or -1."""
        hands, order = self.hands, self.order
        passes = 0
        for _ in range(MOST_STEPS):
            place = (place + self.direction) % len(order)
            seat = order[place]
            hand = hands[seat]
            following = len(hands[order[(place + self.direction) % len(order)]])
            card = self.choose(hand, hand, following)
            if card < 0:
                if self.draw(hand, 1):
                    passes = 0
                    card = self.choose(hand, hand[-1:], following)
                else:
                    passes += 1
                    if passes >= len(order):
                        return -1
            if card >= 0:
                passes = 0
                place = self.play(place, hand, card)
                if not hand:
                    return seat
        return -1

    def choose(self, hand: list[int], offered: Sequence[int], following: int) -> int:
        """The card that a cautious player plays; -1 for none."""
        deck, colour = self.deck, self.colour
        colours, symbols, points, hit = deck.colour, deck.symbol, deck.points, deck.hit
        symbol = symbols[self.discard[-1]]
        danger = 100 if following <= DANGER else 0
        best, highest, plain, four = -1, -1, -1, -1
        for card in offered:
            own = colours[card]
            if own == NO_COLOUR:
                if deck.four[card]:
                    four = card
                else:
                    plain = card
            elif own == colour or symbols[card] == symbol or colour == NO_COLOUR:
                worth = points[card] + danger * hit[card]
                if worth > highest or (worth == highest and card < best):
                    best, highest = card, worth
        if best >= 0:
            return best
        if four >= 0 and self.restricted and colour != NO_COLOUR and any(colours[card] == colour for card in hand):
            four = -1
        if plain < 0 or (danger and four >= 0):
            return four
        return plain

    def draw(self, hand: list[int], count: int) -> int:
        """Draw cards; how many there were."""
        drawn = 0
        while drawn < count:
            if not self.pile:
                if len(self.discard) < 2:
                    break
                self.pile = self.discard[-2::-1][::2] + self.discard[-2::-1][1::2]
                del self.discard[:-1]
            hand.append(self.pile.pop())
            drawn += 1
        return drawn

    def play(self, place: int, hand: list[int], card: int, named: int = -1) -> int:
        """Play a card with its effect; the place in the order after which play goes on. A Wild names the colour
        that is given, or the commonest of the hand."""
        deck, order = self.deck, self.order
        hand.remove(card)
        self.discard.append(card)
        self.colour = deck.colour[card]
        if self.colour == NO_COLOUR and named >= 0:
            self.colour = named
        elif self.colour == NO_COLOUR:
            counts = [0] * (NO_COLOUR + 1)
            for one in hand:
                counts[deck.colour[one]] += 1
            counts.pop()
            self.colour = counts.index(max(counts))
        if deck.turns[card]:
            if len(order) > 2:
                self.direction = -self.direction
                return place
        elif not deck.skips[card] and not deck.drawn[card]:
            return place
        place = (place + self.direction) % len(order)
        if deck.drawn[card]:
            self.draw(self.hands[order[place]], deck.drawn[card])
        return place
