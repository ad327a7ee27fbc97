"""High Card: each round every seat puts a card down in secret, two dice help the cards, the highest take a point.

It proves that the kernel carries a whole game that knows nothing of any other: content, set-up, hidden choices that
can be taken back, dice, stand-ins, retiring, shared places, an end. One die helps the odd cards, the other the even
ones. All seats with the most worth take a point, so a round may have several winners.
"""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import (
    TABLE,
    Answer,
    Broken,
    End,
    Fault,
    Question,
    Reader,
    Refusal,
    Retire,
    Seed,
    StandIn,
    Step,
    Withdraw,
    Withdrawal,
    decode,
    derive,
    dice,
    draw,
    encode,
    is_seed,
    pick,
    refusal,
    shuffle,
)
from engine.kernel import Command as KernelCommand
from engine.kernel.seats import Seat

NAME = "high card"
PHASE = "play"
T = TypeVar("T")


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    """What the game is bound to: how many cards there are, how many each seat is dealt, the sides of the dice."""

    game: Literal["high card"] = "high card"
    cards: int = 24
    hand: int = 4
    sides: int = 6

    def digest(self) -> str:
        return blake2b(encode(self), digest_size=8).hexdigest()


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """One game: how many seats, and how many rounds they play."""

    seats: int
    rounds: int = 3


# Choices and commands


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Put this card down."""

    card: int


Command: TypeAlias = Answer[Play] | Withdraw | StandIn | Retire | End
read_command: Reader[Command] = Reader(Command)


# Events


class Dealt(Struct, frozen=True, tag="dealt"):
    """The game begins; what each seat holds."""

    seed: Seed
    content: str
    setup: Setup
    hands: tuple[tuple[int, ...], ...]


class Chosen(Struct, frozen=True, tag="chosen"):
    """A seat has put a card down, which only it knows. `reason` tells of a stand-in."""

    seat: int
    card: int = 0
    reason: str = ""


class Withdrew(Struct, frozen=True, tag="withdrew"):
    """A seat has taken its card back."""

    seat: int


class Left(Struct, frozen=True, tag="left"):
    """A seat has left the game."""

    seat: int


class Shown(Struct, frozen=True, tag="shown"):
    """The round is over: the cards of the seats that played (0 for the others), the dice, who takes a point."""

    cards: tuple[int, ...]
    dice: tuple[int, ...]
    winners: tuple[int, ...]


class Ended(Struct, frozen=True, tag="ended"):
    """The game is over."""

    reason: str


Event: TypeAlias = Dealt | Chosen | Withdrew | Left | Shown | Ended
SeenEvent: TypeAlias = Event | tuple[tuple[int, ...] | int, ...]


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """`chosen` holds cards that still are in their hands; 0 where none lies."""

    seed: Seed
    content: str
    setup: Setup
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]
    n: tuple[int, ...]
    points: tuple[int, ...]
    left: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    round: int = 1
    ended: str = ""


class View(Struct, frozen=True):
    """What a seat may know. A spectator has no seat, no hand and no choice."""

    content: str
    setup: Setup
    cards: tuple[int, ...]
    chosen: tuple[bool, ...]
    n: tuple[int, ...]
    points: tuple[int, ...]
    left: tuple[int, ...]
    shown: tuple[int, ...]
    round: int
    phase: str
    ended: str
    seat: int | None
    hand: tuple[int, ...]
    choice: int


class Explanation(Struct, frozen=True):
    """What a card will be worth at the least and at the most, or why it cannot be played."""

    refused: Refusal | None = None
    least: int = 0
    most: int = 0


_STATES = msgspec.json.Decoder(State)


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    assert 0 <= seat < len(values), "there is no such seat"
    return (*values[:seat], value, *values[seat + 1 :])


class HighCard:
    name = NAME

    def __init__(self, content: Content | None = None) -> None:
        self.content = content or Content()
        self.digest = self.content.digest()
        self.cards = range(1, self.content.cards + 1)

    def start(self, setup: Setup, seed: Seed) -> tuple[Event, ...]:
        most = min(6, self.content.cards // self.content.hand)
        faults = []
        if not 2 <= setup.seats <= most:
            faults.append(Fault("seats", "out_of_range", f"2 to {most} can play"))
        if not 1 <= setup.rounds <= self.content.hand:
            faults.append(Fault("rounds", "out_of_range", f"there are 1 to {self.content.hand} rounds"))
        if not is_seed(seed):
            faults.append(Fault("seed", "bad_seed", "a seed is 32 to 128 hexadecimal digits"))
        if faults:
            raise Broken("setup", tuple(faults))
        pile = shuffle(seed, TABLE, 0, self.cards)
        hands = tuple(tuple(sorted(pile[seat :: setup.seats][: self.content.hand])) for seat in range(setup.seats))
        return (Dealt(seed, self.digest, setup, hands),)

    def evolve(self, state: State | None, event: Event) -> State:
        if isinstance(event, Dealt):
            none = (0,) * len(event.hands)
            return State(event.seed, event.content, event.setup, event.hands, none, (1,) * len(none), none)
        assert state is not None, "the first event deals the cards"
        match event:
            case Chosen(seat, card):
                return replace(state, chosen=put(state.chosen, seat, card))
            case Withdrew(seat):
                return replace(state, chosen=put(state.chosen, seat, 0), n=put(state.n, seat, state.n[seat] + 1))
            case Left(seat):
                return replace(state, chosen=put(state.chosen, seat, 0), left=(*state.left, seat))
            case Ended(reason):
                return replace(state, ended=reason)
            case Shown(cards, _, winners):
                return replace(
                    state,
                    hands=tuple(
                        tuple(one for one in hand if one != card) for hand, card in zip(state.hands, cards, strict=True)
                    ),
                    chosen=(0,) * len(state.hands),
                    n=tuple(n + 1 for n in state.n),
                    points=tuple(points + (seat in winners) for seat, points in enumerate(state.points)),
                    shown=(*state.shown, *[card for card in cards if card]),
                    round=state.round + 1,
                )

    def decide(self, state: State, command: KernelCommand[Play]) -> Step[State, Event] | Refusal:
        if state.ended:
            return refusal("over")
        event = self._event(state, command)
        return event if isinstance(event, Refusal) else self._carried_out(state, event)

    def _event(self, state: State, command: KernelCommand[Play]) -> Event | Refusal:
        """What the command itself does, or why it is refused."""
        match command:
            case End():
                return Ended("ended")
            case Retire(seat):
                return Left(seat) if seat in self._playing(state) else refusal("no_such_seat", seat, seat=seat)
            case Withdraw(seat, question):
                return self._withdrawn(state, seat, question)
            case StandIn(question, reason):
                if refused := self._closed(state, question):
                    return refused
                hand = state.hands[question.seat]
                outcome = draw(state.seed, question.seat, question.n)
                return Chosen(question.seat, hand[pick(outcome, len(hand))], reason)
        if command.seat != command.question.seat:
            return refusal("other_seat", command.seat)
        if refused := self._closed(state, command.question):
            return refused
        if command.choice.card not in state.hands[command.seat]:
            return refusal("not_an_answer", command.seat)
        return Chosen(command.seat, command.choice.card)

    def _closed(self, state: State, question: Question) -> Refusal | None:
        seat = question.seat
        if not 0 <= seat < len(state.hands):
            return refusal("no_such_seat", seat, seat=seat)
        if question in self.awaiting(state):
            return None
        return refusal("stale" if question.n <= state.n[seat] else "not_asked", seat)

    def _withdrawn(self, state: State, seat: int, question: Question) -> Event | Refusal:
        if seat != question.seat:
            return refusal("other_seat", seat)
        if not 0 <= seat < len(state.hands):
            return refusal("no_such_seat", seat, seat=seat)
        if question != self.question(state, seat):
            return refusal("stale" if question.n <= state.n[seat] else "not_asked", seat)
        return Withdrew(seat) if state.chosen[seat] else refusal("nothing_to_withdraw", seat)

    def _carried_out(self, state: State, event: Event) -> Step[State, Event]:
        """The step with all that follows: the cards are shown when all lie, and a game comes to its end."""
        events = [event]
        state = self.evolve(state, event)
        playing = self._playing(state)
        if not state.ended and playing and all(state.chosen[seat] for seat in playing):
            events.append(self._shown(state))
            state = self.evolve(state, events[-1])
        if not state.ended and (len(playing) < 2 or state.round > state.setup.rounds):
            events.append(Ended("played" if state.round > state.setup.rounds else "alone"))
            state = self.evolve(state, events[-1])
        return Step(tuple(events), state)

    def _shown(self, state: State) -> Shown:
        thrown = dice(draw(state.seed, TABLE, state.round), self.content.sides, 2)
        worth = [card and card + thrown[card % 2] for card in state.chosen]
        return Shown(state.chosen, thrown, tuple(seat for seat, one in enumerate(worth) if one == max(worth)))

    @staticmethod
    def _playing(state: State) -> list[int]:
        return [seat for seat in range(len(state.hands)) if seat not in state.left]

    def awaiting(self, state: State) -> tuple[Question, ...]:
        """Every seat in play that has not put a card down: the number of cards in a hand is known to all."""
        if state.ended:
            return ()
        return tuple(self.question(state, seat) for seat in self._playing(state) if not state.chosen[seat])

    def question(self, state: State, seat: int) -> Question:
        return Question(state.round, PHASE, Seat(seat), state.n[seat])

    def legal(self, state: State, seat: int) -> Sequence[Play | Withdrawal]:
        if state.ended or seat not in self._playing(state):
            return ()
        return (Withdrawal(),) if state.chosen[seat] else tuple(Play(card) for card in state.hands[seat])

    def view(self, state: State, seat: int | None) -> View:
        return View(
            state.content,
            state.setup,
            tuple(map(len, state.hands)),
            tuple(map(bool, state.chosen)),
            state.n,
            state.points,
            state.left,
            state.shown,
            state.round,
            "" if state.ended else PHASE,
            state.ended,
            seat,
            () if seat is None else state.hands[seat],
            0 if seat is None else state.chosen[seat],
        )

    def see(self, event: Event, seat: int | None) -> SeenEvent:
        if isinstance(event, Dealt):
            return tuple(hand if other == seat else len(hand) for other, hand in enumerate(event.hands))
        return replace(event, card=0) if isinstance(event, Chosen) and event.seat != seat else event

    def explain(self, view: View, choice: Play) -> Explanation:
        if view.seat is None or view.ended or view.choice or view.seat in view.left:
            return Explanation(refusal("not_asked", view.seat))
        if choice.card not in view.hand:
            return Explanation(refusal("not_an_answer", view.seat))
        return Explanation(least=choice.card + 1, most=choice.card + self.content.sides)

    def places(self, view: View) -> tuple[int, ...]:
        """By points; the seats that left come after all others, by their points too."""
        scores = [(seat not in view.left, points) for seat, points in enumerate(view.points)]
        return tuple(1 + sum(other > score for other in scores) for score in scores)

    def imagine(self, view: View, chance: Seed) -> State:
        unseen = iter(shuffle(chance, TABLE, 0, sorted(set(self.cards) - set(view.shown) - set(view.hand))))
        hands = tuple(
            view.hand if seat == view.seat else tuple(sorted(next(unseen) for _ in range(count)))
            for seat, count in enumerate(view.cards)
        )
        chosen = tuple(
            hand[pick(draw(chance, seat, 0), len(hand))] if lies else 0
            for seat, (hand, lies) in enumerate(zip(hands, view.chosen, strict=True))
        )
        return State(
            derive(chance, "imagined"),
            view.content,
            view.setup,
            hands,
            chosen if view.seat is None else put(chosen, view.seat, view.choice),
            view.n,
            view.points,
            view.left,
            view.shown,
            view.round,
            view.ended,
        )

    def problems(self, state: State, before: State | None = None) -> tuple[str, ...]:
        found = []
        cards = [card for hand in state.hands for card in hand] + list(state.shown)
        if not len(cards) == len(set(cards)) == self.content.hand * state.setup.seats or not set(self.cards) >= {
            *cards
        }:
            found.append("card_lost")
        if any(card and card not in hand for card, hand in zip(state.chosen, state.hands, strict=True)):
            found.append("not_in_hand")
        return tuple(found)

    def encode(self, state: State) -> bytes:
        return encode(state)

    def decode(self, data: bytes | str) -> State:
        state = decode(_STATES, data, "state")
        if state.content != self.digest:
            raise Broken("state", (Fault("content", "other_content", "this state belongs to other content"),))
        return state


class RandomBot:
    """Plays any of its cards."""

    def __init__(self, game: HighCard) -> None:
        self.game = game

    def choose(self, view: View, choices: Sequence[Play | Withdrawal], dice: Seed) -> Play:
        cards = [choice for choice in choices if isinstance(choice, Play)]
        return cards[pick(draw(dice, 0, 0), len(cards))]


BOTS: dict[str, Callable[[HighCard], RandomBot]] = {"random": RandomBot}
