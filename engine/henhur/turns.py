"""A command being carried out: from the last choice of a turn to the next question, event by event."""

from collections.abc import Iterable
from itertools import groupby

from engine.henhur import events as e
from engine.henhur.cards import Card, Effect
from engine.henhur.choices import Bid, Choice, Pick, Run
from engine.henhur.content import Content
from engine.henhur.folds import FOLDS
from engine.henhur.ranking import ranking
from engine.henhur.state import Ending, ShownBid, ShownRun, State
from engine.henhur.targets import targets
from engine.henhur.tokens import P3_WORTH
from engine.kernel.chance import TABLE, dice, draw, shuffle
from engine.kernel.seats import Seat


class Turns:
    """Collects events and folds each at once, so that what follows is always judged on the present state."""

    __slots__ = ("cards", "content", "events", "goal", "state")

    def __init__(self, content: Content, cards: dict[str, Card], state: State) -> None:
        self.content = content
        self.cards = cards
        self.goal = content.rules.goal
        self.state = state
        self.events: list[e.AnyEvent] = []

    def emit(self, event: e.AnyEvent) -> None:
        self.state = FOLDS[type(event)](self.state, event)
        self.events.append(event)

    # From one question to the next

    def choose(self, seat: Seat, choice: Choice, own: bool = True) -> None:
        """A seat that is asked makes a choice that is legal."""
        self.emit(e.Picked(seat, choice.card, own) if isinstance(choice, Pick) else e.Chosen(seat, choice, own))
        self.go_on()

    def go_on(self) -> None:
        """Whatever is due after a choice, or after a seat has left: nothing while another is still asked."""
        state = self.state
        racing = state.racing()
        if len(racing) < 2:
            self.finish("left")
        elif state.phase == "draft":
            if not state.order:
                self._settle_auction()
        elif all(state.runners[seat].choice is not None for seat in racing):
            if state.phase == "run":
                self._race(racing)
            else:
                self._show_bids(racing)

    def finish(self, reason: Ending) -> None:
        self.emit(e.Finished(reason, ranking(self.state)))

    def _next_turn(self) -> None:
        state, rules = self.state, self.content.rules
        if state.turn - state.own >= rules.idle_rounds * rules.turns:
            self.finish("deserted")
        else:
            self.begin_turn(state.turn + 1)

    def begin_turn(self, turn: int) -> None:
        """All are asked for a card: in an auction with the pool before their eyes."""
        self.emit(e.TurnBegan(turn))
        if turn % 2 == 0:
            self._lay_pool()

    # A race turn

    def _race(self, racing: Iterable[Seat]) -> None:
        """Turn the cards over, and let them work: highest priority first, those of equal priority in one moment."""
        shown = sorted([self._shown_run(seat) for seat in racing], key=lambda one: -one.priority)
        self.emit(e.CardsShown(tuple(shown)))
        for _, moment in groupby(shown, lambda one: one.priority):
            self._moment(tuple(moment))
            if any(runner.at >= self.goal and not runner.left for runner in self.state.runners):
                return self.finish("won")
        return self._next_turn()

    def _shown_run(self, seat: Seat) -> ShownRun:
        runner = self.state.runners[seat]
        choice = runner.choice
        assert isinstance(choice, Run), "in a race turn hens run"
        rolls, priority = self._rolled(seat, choice.card)
        priority += choice.p + choice.w_priority + P3_WORTH * choice.p3 - runner.tokens.d
        return ShownRun(seat, choice, rolls, runner.tokens.d, priority)

    def _rolled(self, seat: Seat, card: str) -> tuple[tuple[int, ...], int]:
        """What the dice of a card show, and its priority by them."""
        priority = self.cards[card].priority
        if not priority.dice:
            return (), priority.plus
        outcome = draw(self.state.seed, seat, self.state.runners[seat].drawn)
        rolls = dice(outcome, priority.sides, priority.dice)
        return rolls, sum(rolls) + priority.plus

    def _moment(self, moment: tuple[ShownRun, ...]) -> None:
        """All of it move; then their effects, the furthest back first; then their cards are put away."""
        for shown in moment:
            choice = shown.choice
            terms: list[tuple[e.Why, int]] = [("race", self.cards[choice.card].race)]
            if choice.r:
                terms.append(("R+", choice.r))
            if choice.w_race:
                terms.append(("W+", choice.w_race))
            self._run(shown.seat, *terms)
        runners = self.state.runners
        for shown in sorted(moment, key=lambda one: (runners[one.seat].at, one.seat)):
            for effect in self.cards[shown.choice.card].run:
                self._apply(shown.seat, effect)
        for shown in moment:
            self._put_away(shown.seat, shown.choice)

    def _run(self, seat: Seat, *terms: tuple[e.Why, int]) -> None:
        self.emit(e.Ran(seat, terms, self.state.runners[seat].at + sum([n for _, n in terms])))

    # Effects

    def _apply(self, seat: Seat, effect: Effect) -> None:
        tokens = self.state.runners[seat].tokens
        match effect.op:
            case "more":
                self._run(seat, ("more", effect.n))
            case "damage" | "back":
                for target in targets(self.state.runners, seat, effect):
                    self._hit(target, seat, effect)
            case "repair":
                if tokens.d:
                    self.emit(e.Repaired(seat, min(effect.n, tokens.d)))
            case "gain":
                assert effect.token is not None, "the data names a token"
                gained = min(effect.n, self.content.rules.tokens - tokens.count())
                self.emit(e.TokensGained(seat, effect.token, gained, effect.n - gained))

    def _hit(self, target: Seat, by: Seat, effect: Effect) -> None:
        """What a card does to another hen. A full pool takes no more damage, and nobody goes back beyond the start."""
        runner = self.state.runners[target]
        if effect.op == "damage":
            room = self.content.rules.tokens - runner.tokens.count()
            self.emit(e.Hit(target, by, "damage", min(effect.n, room)))
        else:
            self.emit(e.Hit(target, by, "back", min(effect.n, runner.at)))

    # Cards

    def _put_away(self, seat: Seat, choice: Run | Bid) -> None:
        """The card goes to a slot, with its burn effect, or to the discard pile; then the hand is filled. What a burn
        draws comes after that."""
        more = 0
        if choice.burn:
            self.emit(e.Burned(seat, choice.card))
            for effect in self.cards[choice.card].burn:
                if effect.op == "draw":
                    more += effect.n
                else:
                    self._apply(seat, effect)
        else:
            self.emit(e.Discarded(seat, choice.card))
        self._draw(seat, self.content.rules.hand - len(self.state.runners[seat].hand))
        self._draw(seat, more)

    def _draw(self, seat: Seat, count: int) -> None:
        """Draw cards; an empty deck is made anew from the discard pile on the way."""
        while count > 0:
            runner = self.state.runners[seat]
            if runner.deck:
                self.emit(e.Drew(seat, runner.deck[:count]))
                count -= len(runner.deck[:count])
            elif runner.discard:
                pile = shuffle(self.state.seed, seat, runner.drawn, sorted(runner.discard))
                self.emit(e.Reshuffled(seat, pile))
            else:
                return

    # An auction turn

    def _lay_pool(self) -> None:
        """A card more than there are hens, from the market that fits the furthest of them."""
        state, content = self.state, self.content
        market = sum([state.furthest >= one.since for one in content.markets]) - 1
        if market != state.market:
            self._open_market(market, again=False)
        count = len(state.racing()) + 1
        if len(self.state.pile) < count:
            self._open_market(market, again=True)
        self.emit(e.PoolLaid(self.state.pile[:count]))

    def _open_market(self, market: int, again: bool) -> None:
        cards = self.content.listed(self.content.markets[market].lists)
        pile = shuffle(self.state.seed, TABLE, self.state.drawn, cards)
        self.emit(e.MarketOpened(market, pile, again))

    def _show_bids(self, racing: list[Seat]) -> None:
        """Turn the bids over. The order of picking: trick, then the card's priority, then who is further back, then
        chance."""
        lots = shuffle(self.state.seed, TABLE, self.state.drawn, racing)
        runners = self.state.runners
        shown = [self._shown_bid(seat) for seat in racing]
        shown.sort(key=lambda bid: (-bid.trick, -bid.priority, runners[bid.seat].at, lots.index(bid.seat)))
        self.emit(e.BidsShown(tuple(shown)))

    def _shown_bid(self, seat: Seat) -> ShownBid:
        choice = self.state.runners[seat].choice
        assert isinstance(choice, Bid), "in an auction hens bid"
        rolls, priority = self._rolled(seat, choice.card)
        return ShownBid(seat, choice, rolls, priority, self.cards[choice.card].trick + choice.a + choice.w)

    def _settle_auction(self) -> None:
        """All have picked: bids are put away, what nobody took leaves the pool, and the next turn comes."""
        for shown in sorted(self.state.bids, key=lambda bid: bid.seat):
            if not self.state.runners[shown.seat].left:
                self._put_away(shown.seat, shown.choice)
        self.emit(e.PoolCleared(self.state.pool))
        self._next_turn()
