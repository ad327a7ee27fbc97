"""A choice that is not offered, as its judge sees it: from the view of the seat that asked for it."""

from collections import Counter
from collections.abc import Mapping

from engine.heat.bound import Bound
from engine.heat.moment import Moment
from engine.heat.views import CarView, Mine, View
from engine.kernel.refusals import Refusal


class Case:
    """One refused choice of one driver."""

    def __init__(self, bound: Bound, view: View, mine: Mine, sentences: Mapping[str, str]) -> None:
        self.bound = bound
        self.view = view
        self.mine = mine
        self.car: CarView = view.cars[mine.seat]
        self.moment = Moment(bound, view, mine.seat, self.car, mine.hand)
        self._sentences = sentences

    def no(self, code: str, **params: str | int) -> Refusal:
        """The refusal with this code, in the sentence that its action gives it."""
        return Refusal(code, self._sentences[code].format(**params), self.mine.seat, params)

    def missing_card(self, cards: tuple[str, ...]) -> str | None:
        """A chosen card of which the hand holds too few."""
        short = Counter(cards) - Counter(self.mine.hand)
        return min(short, default=None)

    def missing_items(self, kind: str) -> Refusal | None:
        """Why no item of a kind can be used, for choices of an amount: none is left, or all are locked."""
        if self.moment.items(kind):
            return None
        locked = next((item.source for item in self.car.items if item.kind == kind), None)
        return self.no("no_card_for_that") if locked is None else self.no("heat_first", card=locked)

    def missing_item(self, kind: str, card: str) -> Refusal | None:
        """Why no item of a card can be used: the card has none, or it is locked behind the card's Heat."""
        if not any(item.kind == kind and item.source == card for item in self.car.items):
            return self.no("no_such_symbol", card=card[:40])
        if card not in self.moment.sources(kind):
            return self.no("heat_first", card=card)
        return None
