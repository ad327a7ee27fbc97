"""High Card: all put a card down in secret, a die helps the odd cards, the highest takes the round.

It is here to prove that the kernel carries a game that knows nothing of any other.
"""

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import (
    TABLE,
    Answer,
    Broken,
    Fault,
    Question,
    Refusal,
    Seed,
    StandIn,
    Step,
    derive,
    draw,
    is_seed,
    pick,
    refusal,
    shuffled,
)

CARDS, HAND = range(1, 13), 3


class Play(Struct, frozen=True, tag="play"):
    card: int


class Dealt(Struct, frozen=True, tag="dealt"):
    seed: Seed
    hands: tuple[tuple[int, ...], ...]


class Chosen(Struct, frozen=True, tag="chosen"):
    seat: int
    card: int = 0  # hidden from the others


class Shown(Struct, frozen=True, tag="shown"):
    die: int
    winner: int


Event: TypeAlias = Dealt | Chosen | Shown
Command: TypeAlias = Answer[Play] | StandIn


class State(Struct, frozen=True):
    seed: Seed
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]
    points: tuple[int, ...]
    shown: tuple[int, ...] = ()


class View(Struct, frozen=True):
    cards: tuple[int, ...]
    chosen: tuple[bool, ...]
    points: tuple[int, ...]
    shown: tuple[int, ...]
    seat: int | None
    hand: tuple[int, ...]
    choice: int


def put(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


class HighCard:
    name = "high card"

    def start(self, setup: int, seed: Seed) -> tuple[Event, ...]:
        if not (2 <= setup <= len(CARDS) // HAND and is_seed(seed)):
            raise Broken("setup", (Fault("", "out_of_range", "2 to 4 can play"),))
        pile = shuffled(draw(seed, TABLE, 0), CARDS)
        return (Dealt(seed, tuple(tuple(sorted(pile[seat::setup][:HAND])) for seat in range(setup))),)

    def evolve(self, state: State | None, event: Event) -> State:
        if isinstance(event, Dealt):
            none = (0,) * len(event.hands)
            return State(event.seed, event.hands, none, none)
        assert state is not None
        if isinstance(event, Chosen):
            return replace(state, chosen=put(state.chosen, event.seat, event.card))
        hands = tuple(tuple(c for c in hand if c != card) for hand, card in zip(state.hands, state.chosen, strict=True))
        points = put(state.points, event.winner, state.points[event.winner] + 1)
        return State(state.seed, hands, (0,) * len(hands), points, state.shown + state.chosen)

    def decide(self, state: State, command: Command) -> Step[State, Event] | Refusal:
        seat = command.question.seat
        if command.question not in self.awaiting(state):
            return refusal("stale", seat)
        stand_in = Play(state.hands[seat][pick(draw(state.seed, seat, sum(state.points)), len(state.hands[seat]))])
        choice = command.choice if isinstance(command, Answer) else stand_in
        if choice not in self.legal(state, seat):
            return refusal("not_an_answer", seat)
        events: tuple[Event, ...] = (Chosen(seat, choice.card),)
        after = self.evolve(state, events[0])
        if all(after.chosen):
            die = 1 + pick(draw(state.seed, TABLE, 1 + sum(state.points)), 6)
            worth = [card + die * (card % 2) for card in after.chosen]
            events += (Shown(die, worth.index(max(worth))),)
            after = self.evolve(after, events[1])
        return Step(events, after)

    def awaiting(self, state: State) -> tuple[Question, ...]:
        now = 1 + sum(state.points)
        return tuple(Question(now, "play", seat, now) for seat in range(len(state.hands)) if self.legal(state, seat))

    def legal(self, state: State, seat: int) -> tuple[Play, ...]:
        return () if state.chosen[seat] else tuple(Play(card) for card in state.hands[seat])

    def view(self, state: State, seat: int | None) -> View:
        cards, chosen = tuple(map(len, state.hands)), tuple(map(bool, state.chosen))
        own = ((), 0) if seat is None else (state.hands[seat], state.chosen[seat])
        return View(cards, chosen, state.points, state.shown, seat, *own)

    def see(self, event: Event, seat: int | None) -> Any:
        if isinstance(event, Dealt):
            return tuple(hand if other == seat else len(hand) for other, hand in enumerate(event.hands))
        return Chosen(event.seat) if isinstance(event, Chosen) and event.seat != seat else event

    def explain(self, view: View, choice: Play) -> int:
        """With how many points of the die the card still reaches 12."""
        return 7 - min(max(12 - choice.card, 0), 6) if choice.card % 2 else int(choice.card == 12)

    def imagine(self, view: View, chance: Seed) -> State:
        unseen = iter(shuffled(draw(chance, TABLE, 0), sorted(set(CARDS) - set(view.shown) - set(view.hand))))
        hands = tuple(
            view.hand if seat == view.seat else tuple(sorted(next(unseen) for _ in range(count)))
            for seat, count in enumerate(view.cards)
        )
        chosen = tuple(hand[-1] if is_in else 0 for hand, is_in in zip(hands, view.chosen, strict=True))
        if view.seat is not None:
            chosen = put(chosen, view.seat, view.choice)
        return State(derive(chance, "imagined"), hands, chosen, view.points, view.shown)

    def problems(self, state: State) -> tuple[str, ...]:
        cards = [card for hand in state.hands for card in hand] + list(state.shown)
        return () if len(cards) == len(set(cards)) == HAND * len(state.hands) else ("card_lost",)
