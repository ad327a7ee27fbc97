"""How a match goes on: a command being carried out, with everything that follows from it."""

from engine.kernel.chance import TABLE, shuffle
from engine.lastcard.choices import Accept, Catch, Challenge, Choice, Draw, Keep, Pass, Play
from engine.lastcard.content import DRAW_FOUR, DRAW_TWO, REVERSE, SKIP
from engine.lastcard.events import (
    FOLDS,
    Accepted,
    Asked,
    Caught,
    Challenged,
    DirectionTurned,
    Drew,
    Event,
    Finished,
    HandShown,
    Kept,
    Passed,
    PassedOver,
    Played,
    Ready,
    Reshuffled,
    RoundBegan,
    RoundWon,
    TurnedAgain,
    Why,
)
from engine.lastcard.judging import Fit
from engine.lastcard.state import State

UNATTENDED_CIRCUITS = 3
MISSED_CALL = 2
WRONG_CHALLENGE = 6


def after(seats: int, left: tuple[int, ...], direction: int, seat: int) -> int:
    """The next seat in play."""
    seat = (seat + direction) % seats
    while seat in left:
        seat = (seat + direction) % seats
    return seat


class Playing:
    """A match under way: the events so far and the state that they fold to."""

    def __init__(self, fit: Fit, cards: tuple[str, ...], state: State, *events: Event) -> None:
        self.fit = fit
        self.cards = cards
        self.state = state
        self.events: list[Event] = list(events)

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.state = FOLDS[type(event)](self.state, event)

    def playing(self) -> tuple[int, ...]:
        """The seats in play."""
        left = self.state.left
        return tuple([seat for seat in range(self.state.setup.seats) if seat not in left])

    def after(self, seat: int) -> int:
        state = self.state
        return after(state.setup.seats, state.left, state.direction, seat)

    # Rounds

    def begin_round(self) -> None:
        """Deal a fresh deck, turn the first card, and let it work."""
        state = self.state
        number, seats = state.round + 1, state.setup.seats
        pile = shuffle(state.seed, TABLE, state.shuffles, self.cards)
        hand = state.setup.hand
        dealt = {
            seat: tuple(sorted(pile[place * hand : (place + 1) * hand])) for place, seat in enumerate(self.playing())
        }
        pile = pile[len(dealt) * hand :]
        starter = (number - 1) % seats
        if starter in state.left:
            starter = after(seats, state.left, 1, starter)
        hands = tuple(dealt.get(seat, ()) for seat in range(seats))
        self.add(RoundBegan(number, starter, hands, pile[1:], pile[0], len(pile) - 1))
        while self.state.discard[0] == DRAW_FOUR:
            state = self.state
            pile = shuffle(state.seed, TABLE, state.shuffles, sorted((*state.pile, DRAW_FOUR)))
            self.add(TurnedAgain(pile[1:], pile[0]))
        self._first_card(starter)

    def _first_card(self, starter: int) -> None:
        symbol = self.fit.kinds[self.state.discard[0]].symbol
        if symbol == REVERSE:
            self.add(DirectionTurned(-1))
        elif symbol == DRAW_TWO:
            self.deal(starter, 2, "first")
            self.add(PassedOver(starter))
        elif symbol == SKIP:
            self.add(PassedOver(starter))
        else:
            self.add(Asked("turn", (starter,)))
            return
        self.next_turn()

    def next_turn(self) -> None:
        """The next seat is asked, unless the round is blocked or nobody is there any more."""
        state = self.state
        playing = len(state.hands) - len(state.left)
        if state.absent >= UNATTENDED_CIRCUITS * playing:
            self.finish("unattended")
        elif state.passes >= playing:
            self._blocked()
        else:
            last = state.turn if state.passed < 0 else state.passed
            self.add(Asked("turn", (self.after(last),)))

    def _blocked(self) -> None:
        """All seats have passed: the lowest hand wins, if it is one alone."""
        worth = {seat: self.fit.worth(self.state.hands[seat]) for seat in self.playing()}
        lowest = [seat for seat, points in worth.items() if points == min(worth.values())]
        self.win_round(lowest[0] if len(lowest) == 1 else -1, blocked=True)

    def win_round(self, winner: int, blocked: bool = False) -> None:
        """Score the round; the match is over, or all are asked for the next round."""
        hands = self.state.hands
        points = 0 if winner < 0 else sum(self.fit.worth(hand) for seat, hand in enumerate(hands) if seat != winner)
        self.add(RoundWon(winner, points, hands, blocked))
        if max(self.state.scores) >= self.state.setup.target:
            self.finish("target")
        else:
            self.add(Asked("scores", self.playing()))

    def finish(self, reason: str) -> None:
        self.add(Finished(reason, self.state.hands))  # type: ignore[arg-type]  # one of four words, all named here

    # Cards

    def deal(self, seat: int, count: int, why: Why) -> None:
        """Deal cards off the pile; an empty pile is made anew, and what is still missing is not dealt."""
        while count > 0:
            state = self.state
            if not state.pile:
                if len(state.discard) < 2:
                    return
                pile = shuffle(state.seed, TABLE, state.shuffles, sorted(state.discard[1:]))
                self.add(Reshuffled(len(pile), pile))
                state = self.state
            cards = state.pile[:count]
            self.add(Drew(seat, why, len(cards), cards))
            count -= len(cards)

    def choose(self, seat: int, choice: Choice) -> None:
        """Carry out what a seat has chosen, which is legal."""
        match choice:
            case Play():
                self._play(seat, choice)
            case Draw():
                self.deal(seat, 1, "draw")
                self.add(Asked("drawn", (seat,)))
            case Keep():
                self.add(Kept(seat))
                self.next_turn()
            case Pass():
                self.add(Passed(seat))
                self.next_turn()
            case Accept():
                self.add(Accepted(seat))
                self._hit(seat, 4, "four")
                self.after_effect()
            case Challenge():
                self._challenge(seat)
            case Catch():
                self.add(Caught(seat, self.state.turn))
                self.deal(self.state.turn, MISSED_CALL, "caught")
                self.next_turn()
            case _:
                self.add(Ready(seat))
                self.when_all_are_ready()

    def _play(self, seat: int, play: Play) -> None:
        kind = self.fit.kinds[play.card]
        self.add(Played(seat, play.card, play.colour or kind.colour, play.call))
        symbol = kind.symbol
        if symbol == SKIP:
            self.add(PassedOver(self.after(seat)))
        elif symbol == REVERSE:
            if len(self.state.hands) - len(self.state.left) == 2:
                self.add(PassedOver(self.after(seat)))
            else:
                self.add(DirectionTurned(-self.state.direction))
        elif symbol == DRAW_TWO:
            self._hit(self.after(seat), 2, "two")
        elif symbol == DRAW_FOUR:
            victim = self.after(seat)
            if self.state.setup.draw_four == "challenge" and self.state.hands[seat]:
                self.add(Asked("challenge", (victim,)))
                return
            self._hit(victim, 4, "four")
        self.after_effect()

    def _hit(self, seat: int, cards: int, why: Why) -> None:
        self.deal(seat, cards, why)
        self.add(PassedOver(seat))

    def _challenge(self, seat: int) -> None:
        """The challenger is shown the hand; the seat that was wrong takes the cards."""
        player = self.state.turn
        hand = self.state.hands[player]
        guilty = self.fit.has(hand, self.state.before)
        self.add(Challenged(seat, player, guilty))
        self.add(HandShown(player, seat, hand))
        if guilty:
            self.deal(player, 4, "guilty")
        else:
            self._hit(seat, WRONG_CHALLENGE, "wrong")
        self.after_effect()

    def after_effect(self) -> None:
        """The card has worked: the round is won, or a call was missed, or the next seat has its turn."""
        state = self.state
        seat = state.turn
        hand = state.hands[seat]
        if not hand:
            self.win_round(seat)
        elif len(hand) == 1 and state.setup.calls == "by_hand" and not state.called and seat not in state.left:
            self.add(Asked("catch", tuple(other for other in self.playing() if other != seat)))
        else:
            self.next_turn()

    # Seats that are asked together, and seats that leave

    def when_all_are_ready(self) -> None:
        if self.state.asked:
            return
        if self.state.phase == "scores":
            self.begin_round()
        else:
            self.next_turn()

    def go_on_without(self, seat: int, was_asked: bool) -> None:
        """A seat has left: the match ends if one is left, else what waited for the seat goes on."""
        state = self.state
        if len(self.playing()) < 2:
            self.finish("alone")
        elif state.phase == "catch" and seat == state.turn:
            self.next_turn()
        elif was_asked:
            self.when_all_are_ready()
