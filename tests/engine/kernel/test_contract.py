"""High Card under the laws of the contract, and games that break one law each: the kit finds every one of them."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from msgspec.structs import replace

from engine.kernel import (
    TABLE,
    Answer,
    Command,
    Question,
    Refusal,
    Seed,
    Step,
    Withdrawal,
    derive,
    draw,
    encode,
    refusal,
    shuffle,
)
from tests.engine import contract
from tests.engine.contract import LAWS, Law, hold
from tests.engine.kernel.high_card import (
    Event,
    HighCard,
    Play,
    SeenEvent,
    Setup,
    State,
    View,
    put,
    read_command,
)
from tests.engine.random_play import Subject, drive

SEED = Seed("c0de" * 8)
_VIEWS = msgspec.json.Decoder(View)
_EVENTS = msgspec.json.Decoder(tuple[Event, ...])

T = TypeVar("T")


class HighCardSubject(Subject[Setup, State, Event, Play, View]):
    def __init__(self, setup: Setup, dice: int, game: HighCard | None = None) -> None:
        self.game: HighCard = game or HighCard()
        self.setup = setup
        self.seed = derive(SEED, str(dice))
        self.seats = setup.seats
        self.dice = dice
        self.probes = tuple(Play(card) for card in (-1, 0, 1, 5, 12, 24, 25, 2**70))

    def another(self) -> HighCard:
        return type(self.game)(self.game.content)

    def redealt(self, state: State, viewer: int | None, dice: Random) -> State:
        others = [seat for seat in range(self.seats) if seat != viewer]
        known = {*state.shown, *(state.hands[viewer] if viewer is not None else ())}
        unseen = [card for card in self.game.cards if card not in known]
        dice.shuffle(unseen)
        hands, chosen = state.hands, state.chosen
        for seat in others:
            hand = tuple(sorted(unseen.pop() for _ in hands[seat]))
            hands, chosen = put(hands, seat, hand), put(chosen, seat, dice.choice(hand) if chosen[seat] else 0)
        return replace(state, seed=derive(state.seed, str(dice.random())), hands=hands, chosen=chosen)

    def read_command(self, data: bytes) -> Command[Play] | Refusal:
        return read_command(data)

    def read_events(self, data: bytes) -> tuple[Event, ...]:
        return _EVENTS.decode(data)

    def read_view(self, data: bytes) -> View:
        return _VIEWS.decode(data)


@st.composite
def subjects(draw: DrawFn) -> HighCardSubject:
    setup = Setup(draw(st.integers(2, 6)), draw(st.integers(1, 4)))
    return HighCardSubject(setup, draw(st.integers(0, 2**32)))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("trouble", [0, 0.3], ids=["smoothly", "with trouble"])
@given(subjects())
def test_high_card_keeps_the_contract(law: Law, trouble: float, subject: HighCardSubject) -> None:
    hold(subject, law, trouble=trouble)


def test_random_games_have_every_kind_of_trouble() -> None:
    """If they did not, the laws would see less than they seem to."""
    commands: set[str] = set()
    for number in range(60):
        moves = list(drive(HighCardSubject(Setup(4), number), trouble=0.3))
        commands |= {type(move.command).__name__ for move in moves}
        assert moves[-1].state.ended
    assert commands == {"NoneType", "Answer", "Withdraw", "StandIn", "Retire", "End"}


# Games that break a law


class Forgetful(HighCard):
    """Deciding gives a state that the events do not fold to."""

    def decide(self, state: State, command: Command[Play]) -> Step[State, Event] | Refusal:
        step = super().decide(state, command)
        return (
            Step(step.events, replace(step.state, points=(9,) * len(state.hands))) if isinstance(step, Step) else step
        )


class Silent(HighCard):
    """Asks no seat in the second round."""

    def awaiting(self, state: State) -> tuple[Question, ...]:
        return () if state.round == 2 else super().awaiting(state)


class Repeating(HighCard):
    """Offers a card twice."""

    def legal(self, state: State, seat: int) -> Sequence[Play | Withdrawal]:
        return (*super().legal(state, seat), *super().legal(state, seat)[:1])


class Offering(HighCard):
    """Offers cards to a seat that has left."""

    def legal(self, state: State, seat: int) -> Sequence[Play | Withdrawal]:
        return tuple(Play(card) for card in state.hands[seat]) if seat in state.left else super().legal(state, seat)


class Blurred(HighCard):
    """Loses the points when a state is stored."""

    def encode(self, state: State) -> bytes:
        return encode(replace(state, points=(0,) * len(state.points)))


class Counting(HighCard):
    """Gives two seats places that leave a gap where there is no tie."""

    def places(self, view: View) -> tuple[int, ...]:
        return tuple(place + (place > 1) for place in super().places(view))


class Whispering(HighCard):
    """Tells each seat another round."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), round=state.round + (seat or 0))


class Moody(HighCard):
    """Answers otherwise when it is asked again."""

    asked = 0

    def view(self, state: State, seat: int | None) -> View:
        self.asked += 1
        return replace(super().view(state, seat), content=str(self.asked))


class Lenient(HighCard):
    """Carries out an answer to a question that is closed."""

    def _closed(self, state: State, question: Question) -> Refusal | None:
        open_now = 0 <= question.seat < len(state.hands) and not state.chosen[question.seat]
        return None if open_now else super()._closed(state, question)


class Stingy(HighCard):
    """Offers a card that it does not let a seat play."""

    def decide(self, state: State, command: Command[Play]) -> Step[State, Event] | Refusal:
        if isinstance(command, Answer) and command.choice.card % 5 == 0:
            return refusal("not_an_answer", command.seat)
        return super().decide(state, command)


class Lucky(HighCard):
    """Deals by a number that is not the seed's."""

    deals = 0

    def start(self, setup: Setup, seed: Seed) -> tuple[Event, ...]:
        type(self).deals += 1
        return super().start(setup, derive(seed, str(self.deals)))


class Showing(HighCard):
    """Shows every viewer what is put down."""

    def see(self, event: Event, seat: int | None) -> SeenEvent:
        return event


class Leaking(HighCard):
    """The view of a seat holds the sum of all hands, by way of the points."""

    def view(self, state: State, seat: int | None) -> View:
        total = sum(card for hand in state.hands[:1] for card in hand)
        return replace(super().view(state, seat), points=(total,) * len(state.hands))


class Peeking(HighCard):
    """Asks only the seats that hold a card above ten."""

    def awaiting(self, state: State) -> tuple[Question, ...]:
        asked = super().awaiting(state)
        return tuple(question for question in asked if max(state.hands[question.seat]) > 10) or asked[:1]


class Careless(HighCard):
    """Imagines hands out of all cards, those of the viewer too."""

    def imagine(self, view: View, chance: Seed) -> State:
        state = super().imagine(view, chance)
        pile = shuffle(chance, TABLE, 0, self.cards)
        return replace(state, hands=tuple(tuple(sorted(pile[: len(hand)])) for hand in state.hands))


class Knowing(HighCard):
    """Imagines with the true seed."""

    seed = Seed("")

    def start(self, setup: Setup, seed: Seed) -> tuple[Event, ...]:
        self.seed = seed
        return super().start(setup, seed)

    def imagine(self, view: View, chance: Seed) -> State:
        return replace(super().imagine(view, chance), seed=self.seed)


class Stuck(HighCard):
    """Imagines games that cannot be played on."""

    def imagine(self, view: View, chance: Seed) -> State:
        return replace(super().imagine(view, chance), content="", ended="")

    def decide(self, state: State, command: Command[Play]) -> Step[State, Event] | Refusal:
        assert state.content, "this state was imagined"
        return super().decide(state, command)


class Brittle(HighCard):
    """Raises for a state that is none."""

    def decode(self, data: bytes | str) -> State:
        return msgspec.json.decode(data, type=State)


class Skewed(HighCard):
    """Explains by the round's dice, which no view shows."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), content=f"{draw(state.seed, TABLE, state.round)}")


BREACHES: tuple[tuple[type[HighCard], Law], ...] = (
    (Forgetful, contract.events_fold_to_the_state_and_keep_it_healthy),
    (Silent, contract.seats_that_must_act_have_choices_and_no_other_seat_has),
    (Offering, contract.seats_that_must_act_have_choices_and_no_other_seat_has),
    (Repeating, contract.choices_are_unique_and_in_a_fixed_order),
    (Blurred, contract.values_survive_their_bytes),
    (Counting, contract.views_tell_how_far_the_game_is),
    (Whispering, contract.views_tell_how_far_the_game_is),
    (Moody, contract.questions_about_a_state_change_nothing),
    (Lenient, contract.stale_repeated_and_foreign_commands_are_refused),
    (Stingy, contract.choices_are_judged_by_what_is_legal),
    (Brittle, contract.junk_is_no_command_and_no_state),
    (Lucky, contract.a_record_plays_again_to_the_same_bytes),
    (Showing, contract.nobody_is_shown_the_seed),
    (Leaking, contract.what_is_shown_stays_when_the_unknown_is_dealt_anew),
    (Peeking, contract.what_is_shown_stays_when_the_unknown_is_dealt_anew),
    (Peeking, contract.whether_a_seat_is_asked_follows_from_what_everybody_knows),
    (Skewed, contract.what_is_shown_stays_when_the_unknown_is_dealt_anew),
    (Careless, contract.what_is_imagined_fits_the_view),
    (Knowing, contract.what_is_imagined_fits_the_view),
    (Stuck, contract.a_game_goes_on_from_what_was_imagined),
)


@pytest.mark.parametrize(("kind", "law"), BREACHES, ids=lambda one: one.__name__)
def test_the_kit_finds_a_game_that_breaks_a_law(kind: type[HighCard], law: Law) -> None:
    """In one of a few random games."""
    found = 0
    for number in range(12):
        subject = HighCardSubject(Setup(2 + number % 5), number, kind())
        try:
            hold(subject, law, trouble=0.3)
        except (AssertionError, ValueError):
            found += 1
    assert found


@pytest.mark.parametrize("law", list(dict.fromkeys(law for _, law in BREACHES)), ids=lambda law: law.__name__)
def test_and_finds_nothing_in_the_game_as_it_is(law: Law) -> None:
    for number in range(12):
        hold(HighCardSubject(Setup(2 + number % 5), number), law, trouble=0.3)


def test_every_law_is_broken_by_some_game() -> None:
    """But for the one of explanations: High Card's hold nothing that a view could get wrong."""
    assert {*LAWS} - {law for _, law in BREACHES} == {contract.an_explanation_comes_from_the_view_alone}
