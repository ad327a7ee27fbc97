"""Bots: they choose what is legal, by their own view alone, and the same for the same dice."""

from random import Random

import pytest

from engine.kernel import Answer, Seed, Step, derive, fold
from engine.lastcard import Accept, Catch, Challenge, Choice, Draw, LetGo, Play, Setup, State
from engine.lastcard.bots import BOTS
from engine.lastcard.bots.good import Good, Lead, worth_a_look
from engine.lastcard.bots.rollout import Deck, Round
from engine.lastcard.playing import after
from tests.engine.lastcard.kit import GAME, SEED, LastCardSubject, laid
from tests.engine.random_play import drive

DICE = Seed("d1ce" * 8)


def chosen(name: str, state: State, seat: int = 0) -> Choice:
    return BOTS[name](GAME).choose(GAME.view(state, seat), GAME.legal(state, seat), DICE)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_chooses_what_is_legal_and_the_same_from_what_looks_the_same(name: str) -> None:
    bot = Good(GAME, 2) if name == "good" else BOTS[name](GAME)
    asked = 0
    for number in range(6):
        subject = LastCardSubject(Setup(2 + number % 3, 5, 200, "challenge", "by_hand"), number)
        dice = Random(number)
        for move in list(drive(subject, 150, 0))[:: 7 + number]:
            for question in GAME.awaiting(move.state):
                seat = question.seat
                legal = GAME.legal(move.state, seat)
                choice = bot.choose(GAME.view(move.state, seat), legal, derive(SEED, str(question)))
                assert isinstance(GAME.decide(move.state, Answer(seat, question, choice)), Step)
                other = subject.redealt(move.state, seat, dice)
                assert (
                    bot.choose(GAME.view(other, seat), GAME.legal(other, seat), derive(SEED, str(question))) == choice
                )
                asked += 1
    assert asked > 50


@pytest.mark.parametrize(
    ("hands", "top", "choice"),
    [
        ("g1 g8 W|b1 b2 b3", "g5", Play("g8")),
        ("g1 gS W|b1 b2 b3", "g5", Play("gS")),
        ("W b1 b2 r1|b1 b2 b3", "g5", Play("W", "b")),
        ("W W4 b1 b2|b1 b2", "g5", Play("W4", "b")),
        ("W W4 b1 b2|b1 b2 b3", "g5", Play("W", "b")),
        ("gD gS gR g9|b1 b2", "g5", Play("gD")),
        ("b1 b2|b1 b2", "g5", Draw()),
    ],
)
def test_cautious_sheds_points_and_keeps_wilds(hands: str, top: str, choice: Choice) -> None:
    assert chosen("cautious", laid(hands, top)) == choice


def test_cautious_calls_catches_and_challenges_never() -> None:
    state = laid("g1 r1|b1 b2|b3 b4", "g5", calls="by_hand")
    assert chosen("cautious", state) == Play("g1", call=True)
    step = GAME.decide(state, Answer(0, GAME.question(state, 0), Play("g1")))
    assert isinstance(step, Step)
    assert chosen("cautious", step.state, 2) == Catch()
    doubt = laid("W4 g1 r1|b1 b2|b3 b4", "g5", draw_four="challenge")
    step = GAME.decide(doubt, Answer(0, GAME.question(doubt, 0), Play("W4", "r")))
    assert isinstance(step, Step)
    assert chosen("cautious", step.state, 1) == Accept()


@pytest.mark.parametrize(("others", "choice"), [("g1 " * 7, Challenge()), ("", Accept())])
def test_good_challenges_where_guilt_is_likely(others: str, choice: Choice) -> None:
    """A player with seven cards in hand most likely holds the colour; one with a single card does not."""
    hand = "W4 g1 g2 g3 r1 r2 y3 y4 b5" if others else "W4 y3"
    state = laid(f"{hand}|b1 b2|b3 b4", "g5", draw_four="challenge")
    step = GAME.decide(state, Answer(0, GAME.question(state, 0), Play("W4", "r")))
    assert isinstance(step, Step)
    assert chosen("good", step.state, 1) == choice


def test_good_goes_out_when_it_can() -> None:
    assert chosen("good", laid("g1|b1 b2", "g5")) == Play("g1")


@pytest.mark.parametrize("draw_four", ["restricted", "free"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_round_in_the_head_goes_as_the_engine_plays_it(seats: int, draw_four: str) -> None:
    """Between cautious players: the same winner, points and hands. Rounds in which the pile is made
    anew are left out: only then is it shuffled otherwise."""
    compared = 0
    for number in range(60):
        setup = Setup(seats, 5, 200, draw_four)  # type: ignore[arg-type]
        state = fold(GAME, GAME.start(setup, derive(SEED, f"round {number}")))
        first = state.turn
        head = Round(Deck(GAME.fit), GAME.view(state, first))
        numbers = head.deck.number
        head.dealt = [[numbers[face] for face in hand] for hand in state.hands]
        head.rest = [numbers[face] for face in reversed(state.pile)]
        before = next(seat for seat in range(seats) if after(seats, (), state.direction, seat) == first)
        points = head.outcome(before, -1, -1)
        bot = BOTS["cautious"](GAME)
        shuffles = state.shuffles
        while not state.open:
            seat = state.asked[0]
            choice = bot.choose(GAME.view(state, seat), GAME.legal(state, seat), DICE)
            step = GAME.decide(state, Answer(seat, GAME.question(state, seat), choice))
            assert isinstance(step, Step)
            state = step.state
        if state.shuffles > shuffles:
            continue
        faces = sorted(GAME.fit.kinds)
        assert [sorted(faces[card] for card in hand) for hand in head.hands] == [list(hand) for hand in state.hands]
        assert points == (state.scores[before] or -sum(state.scores))
        compared += 1
    assert compared > 30


def test_what_is_dealt_in_the_head_fits_the_view() -> None:
    state = laid("g1 r1 W|b1 b2|b3 b4 b5", "g5")
    deck = Deck(GAME.fit)
    head = Round(deck, GAME.view(state, 0))
    head.deal(DICE)
    assert [len(hand) for hand in head.dealt] == [3, 2, 3]
    assert sorted([*head.rest, *head.shown, *[card for hand in head.dealt for card in hand]]) == sorted(deck.cards)
    assert head.dealt[0] == [deck.number[face] for face in state.hands[0]]


def test_a_choice_must_be_better_than_chance_could_make_it() -> None:
    lead = Lead(Draw())
    for difference in (10, -10) * 20:
        lead.add(difference)
    assert lead.in_errors(40) == 0
    for _ in range(40):
        lead.add(10)
    assert lead.in_errors(80) > 3


def test_what_is_never_better_is_not_looked_at() -> None:
    choices: list[Choice] = [Play("g1", call=True), Play("g1"), Draw()]
    assert worth_a_look(choices) == [Play("g1", call=True)]
    assert worth_a_look([LetGo(), Catch()]) == [Catch()]
