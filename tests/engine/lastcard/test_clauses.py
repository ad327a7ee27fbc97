"""What the rules of Last Card say, clause by clause; docs/rules/lastcard.md has the table."""

from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import replace

from engine.kernel import TABLE, Answer, Refusal, Step, derive, encode, shuffle
from engine.lastcard import Draw, Keep, Next, Pass, Play, Setup, State
from engine.lastcard.content import COLOURS
from engine.lastcard.events import (
    Asked,
    DirectionTurned,
    Drew,
    Event,
    PassedOver,
    Played,
    Reshuffled,
    RoundBegan,
    RoundWon,
    Started,
    TurnedAgain,
)
from tests.engine.lastcard.kit import GAME, SEED, after, laid, question, refused, stand_in, started, told, turned


def test_lc_01_a_deck_has_76_numbers_24_action_cards_and_8_wilds() -> None:
    cards = Counter(GAME.cards)
    assert sum(cards.values()) == 108
    for colour in COLOURS:
        assert cards[f"{colour}0"] == 1
        assert all(cards[f"{colour}{number}"] == 2 for number in range(1, 10))
        assert all(cards[colour + symbol] == 2 for symbol in "SRD")
    assert cards["W"] == cards["W4"] == 4
    assert len(cards) == 54


def test_lc_01_points_of_the_faces() -> None:
    assert [GAME.fit.points[face] for face in ("g0", "r7", "yS", "bR", "gD", "W", "W4")] == [0, 7, 20, 20, 20, 50, 50]


def test_lc_02_two_seeds_give_two_orders() -> None:
    assert len({started(derive(SEED, str(number))).pile for number in range(20)}) == 20


def test_lc_02_every_order_is_reachable() -> None:
    """Two blocks of chance: the cards that a sorted deck has beside each other are parted everywhere."""
    neighbours = 0
    for number in range(400):
        pile = shuffle(derive(SEED, str(number)), TABLE, 0, range(108))
        neighbours += sum(abs(one - two) == 1 for one, two in pairwise(pile[:22]))
    assert neighbours / (400 * 21) == pytest.approx(2 / 108, abs=0.006)


@pytest.mark.parametrize(("seats", "hand"), [(2, 1), (2, 20), (4, 7), (5, 20), (10, 10)])
def test_lc_03_each_seat_is_dealt_its_hand(seats: int, hand: int) -> None:
    (_, began, *_) = GAME.start(Setup(seats, hand), SEED)
    assert isinstance(began, RoundBegan)
    assert [len(cards) for cards in began.hands] == [hand] * seats
    assert len(began.pile) == began.count == 108 - hand * seats - 1


def test_lc_04_all_hands_come_with_one_event_and_each_is_seen_by_its_seat_only() -> None:
    (began,) = [event for event in GAME.start(Setup(4), SEED) if isinstance(event, RoundBegan)]
    for viewer in (None, 0, 1, 2, 3):
        seen = GAME.see(began, viewer)
        assert isinstance(seen, RoundBegan)
        assert seen.hands == tuple(hand if seat == viewer else () for seat, hand in enumerate(began.hands))
        assert seen.pile == ()


@pytest.mark.parametrize("top", ["r5", "gS", "bR", "yD", "y0"])
def test_lc_05_a_number_or_action_card_starts_the_discard_pile(top: str) -> None:
    _, state = turned(top)
    assert state.discard == (top,)
    assert state.colour == top[0]


def test_lc_06_a_wild_draw_four_goes_back_and_another_card_is_turned() -> None:
    (_, began, again, *_), state = turned("W4")
    assert isinstance(began, RoundBegan)
    assert isinstance(again, TurnedAgain)
    assert Counter((*again.pile, again.top)) == Counter((*began.pile, "W4"))
    assert again.pile != began.pile
    assert state.discard[0] != "W4"


def test_lc_07_a_wild_stays_without_an_active_colour() -> None:
    _, state = turned("W")
    assert (state.discard, state.colour) == (("W",), "")


def test_lc_08_turns_go_round_in_the_order_of_the_seats() -> None:
    state = laid("r1 r2 r3|r4 r5 r6|r7 r8 r9", "r0")
    turns = []
    for card in ("r1", "r4", "r7", "r2"):
        turns.append(state.turn)
        state = after(state, Play(card))
    assert (turns, state.direction) == ([0, 1, 2, 0], 1)


def test_lc_09_nobody_sees_the_pile() -> None:
    state = started()
    for viewer in (None, 0, 1, 2, 3):
        view = GAME.view(state, viewer)
        assert view.pile == len(state.pile)
        assert GAME.view(replace(state, pile=state.pile[::-1]), viewer) == view


def test_lc_10_every_draw_comes_off_the_one_pile() -> None:
    state = laid("r1 r2|b1 b2", "g5", pile="y1 y2 y3")
    (drew, _), state = told(state, Draw())
    assert drew == Drew(0, "draw", 1, ("y1",))
    assert state.pile[:2] == ("y2", "y3")
    _, state = told(after(state, Keep()), Draw())
    assert state.hands[1] == ("b1", "b2", "y2")


def test_lc_11_what_players_send_is_judged_from_the_start_on() -> None:
    state = laid("r1 g1|b1 b2", "g5")
    assert refused(state, Play("b1")) == "not_in_hand"
    assert refused(state, Play("r1")) == "does_not_fit"
    assert after(state, Play("g1")).discard[0] == "g1"


def test_lc_12_one_command_after_the_other_is_carried_out_or_refused() -> None:
    state = laid("g1 g2 g3|b1 b2", "g5")
    command = Answer(0, question(state, 0), Play("g1"))
    step = GAME.decide(state, command)
    assert isinstance(step, Step)
    again = GAME.decide(step.state, command)
    assert isinstance(again, Refusal)
    assert again.code == "stale"


def test_lc_13_between_rounds_no_play_is_accepted() -> None:
    state = after(laid("g1|g2 g3", "g5"), Play("g1"))
    assert state.phase == "scores"
    assert refused(state, Play("g2")) == "not_an_answer"


def test_lc_13_after_the_end_no_play_is_accepted() -> None:
    state = after(laid("g1|g2 g3", "g5", target=0), Play("g1"))
    assert state.ended == "target"
    over = GAME.decide(state, Answer(1, question(state, 1), Play("g2")))
    assert isinstance(over, Refusal)
    assert over.code == "over"


def between_rounds(hands: str = "g1|g2 g3|b1 b2", scored: str = "g1") -> State:
    return after(laid(hands, "g5"), Play(scored))


def next_round(state: State) -> tuple[tuple[Event, ...], State]:
    """The events of the last answer between two rounds."""
    while len(state.asked) > 1:
        state = after(state, Next())
    return told(state, Next())


def test_lc_14_a_new_round_is_dealt_from_a_fresh_deck() -> None:
    (_, began, *_), state = next_round(between_rounds())
    assert isinstance(began, RoundBegan)
    assert Counter((*began.pile, began.top, *[face for hand in began.hands for face in hand])) == Counter(GAME.cards)
    assert [len(hand) for hand in began.hands] == [7, 7, 7]
    assert state.phase == "turn"


def test_lc_15_seats_and_scores_outlive_the_round() -> None:
    before = between_rounds()
    _, state = next_round(before)
    assert state.scores == before.scores == (8, 0, 0)
    assert state.round == before.round + 1


def test_lc_16_all_else_is_reset() -> None:
    before = replace(between_rounds(), direction=-1, passes=2, passed=1, before="r")
    _, state = next_round(replace(before, colour="g"))
    (top,) = state.discard
    assert state.direction == (-1 if top[1:] == "R" else 1)
    assert (state.passes, state.passed, state.before, state.drawn, state.open) == (0, -1, "", "", False)


def test_lc_17_round_n_starts_with_seat_n_minus_1() -> None:
    starters: list[int] = []
    state = started(seats=3, target=500)
    while not state.ended and len(starters) < 7:
        if state.phase == "scores":
            events, state = next_round(state)
            starters.append(next(event.starter for event in events if isinstance(event, RoundBegan)))
        else:
            state = stand_in(replace(state, absent=0))
    assert starters == [(number - 1) % 3 for number in range(2, 2 + len(starters))]
    assert len(starters) > 1


def test_lc_18_a_new_round_is_one_entry_that_ends_with_a_turn() -> None:
    events, state = next_round(between_rounds())
    assert type(events[1]) is RoundBegan
    assert events[-1] == Asked("turn", (state.turn,))


def test_lc_19_a_played_card_leaves_the_hand_in_the_same_step() -> None:
    state = after(laid("g1 g1 r3|b1 b2", "g5"), Play("g1"))
    assert state.hands[0] == ("g1", "r3")
    assert state.discard[:2] == ("g1", "g5")


def test_lc_20_a_drawn_card_enters_the_hand_in_the_same_step() -> None:
    state = after(laid("r1 r2|b1 b2", "g5", pile="g7"), Draw())
    assert state.hands[0] == ("g7", "r1", "r2")
    assert (state.phase, state.asked, state.drawn) == ("drawn", (0,), "g7")


@pytest.mark.parametrize(("card", "colour", "cards"), [("gD", "", ("y1", "y2")), ("W4", "r", ("y1", "y2", "y3", "y4"))])
def test_lc_21_forced_draws_take_from_the_top(card: str, colour: str, cards: tuple[str, ...]) -> None:
    state = laid(f"{card} r1|b1 b2|b3 b4", "g5", pile="y1 y2 y3 y4", draw_four="free")
    _, later = told(state, Play(card, colour))
    assert set(cards) <= set(later.hands[1])
    assert later.turn == 2
    assert later.pile == state.pile[len(cards) :]


def test_lc_22_an_empty_pile_is_the_shuffled_discard_pile_without_its_top() -> None:
    state = laid("r1 r2|b1 b2", "g5", pile="none")
    (reshuffled, drew, _), later = told(state, Draw())
    assert isinstance(reshuffled, Reshuffled)
    assert isinstance(drew, Drew)
    assert Counter(reshuffled.pile) == Counter(state.discard[1:])
    assert reshuffled.pile != state.discard[1:]
    assert later.discard == ("g5",)


def test_lc_23_all_that_a_play_does_is_one_step() -> None:
    events, state = told(laid("gD|b1 b2", "g5", pile="y1 y2", target=0), Play("gD"))
    assert [type(event).__name__ for event in events] == ["Played", "Drew", "PassedOver", "RoundWon", "Finished"]
    assert state.hands == ((), ("b1", "b2", "y1", "y2"))
    assert state.scores == (6, 0)
    assert state.ended == "target"


def test_lc_24_a_number_has_no_effect_and_the_starter_begins() -> None:
    (*_, asked), state = turned("r5")
    assert asked == Asked("turn", (0,))
    assert state.direction == 1


def test_lc_25_after_a_skip_the_second_seat_begins() -> None:
    (_, _, passed, asked), _ = turned("rS")
    assert (passed, asked) == (PassedOver(0), Asked("turn", (1,)))


def test_lc_26_after_a_reverse_turns_go_backward_and_the_last_seat_begins() -> None:
    (_, _, direction, asked), state = turned("rR")
    assert (direction, asked) == (DirectionTurned(-1), Asked("turn", (3,)))
    assert state.direction == -1


def test_lc_27_a_draw_two_deals_two_to_the_first_seat_and_the_second_begins() -> None:
    (_, began, drew, passed, asked), state = turned("rD")
    assert isinstance(began, RoundBegan)
    assert drew == Drew(0, "first", 2, began.pile[:2])
    assert (passed, asked) == (PassedOver(0), Asked("turn", (1,)))
    assert len(state.hands[0]) == 9


def test_lc_28_after_a_wild_the_first_seat_may_play_anything() -> None:
    (*_, asked), state = turned("W")
    assert asked == Asked("turn", (0,))
    faces = {choice.card for choice in GAME.legal(state, 0) if isinstance(choice, Play)}
    assert faces == set(state.hands[0])


def test_lc_29_a_wild_draw_four_is_turned_again_until_another_card_lies_there() -> None:
    """Also twice in a row."""
    most = 0
    for number in range(900):
        events = GAME.start(Setup(4), derive(SEED, f"first {number}"))
        again = [event for event in events if isinstance(event, TurnedAgain)]
        assert all(event.top == "W4" for event in again[:-1])
        assert not again or again[-1].top != "W4"
        most = max(most, len(again))
    assert most > 1


def test_lc_30_too_few_cards_for_a_forced_draw() -> None:
    """What there is is dealt, and the target is passed over all the same."""
    state = laid("gD r1|b1 b2|b3 b4", "g5")
    short = replace(state, hands=(*state.hands[:2], tuple(sorted((*state.hands[2], *state.pile)))), pile=())
    assert GAME.problems(short) == ()
    events, later = told(short, Play("gD"))
    assert [type(event).__name__ for event in events] == ["Played", "Reshuffled", "Drew", "PassedOver", "Asked"]
    assert len(later.hands[1]) == 3
    assert later.turn == 2


def test_lc_30_nothing_is_dealt_where_nothing_is_left() -> None:
    state = laid("W4|b1 b2|b3 b4", "g5", target=0, draw_four="free")
    hand = tuple(sorted((*state.hands[2], *state.pile)))
    bare = replace(state, hands=(("W4",), state.hands[1], hand), pile=())
    bare = replace(bare, discard=("g5",))
    events, later = told(bare, Play("W4", "r"))
    assert sum(event.count for event in events if isinstance(event, Drew)) == 1
    assert len(later.hands[1]) == 3


def test_the_first_event_hides_the_seed() -> None:
    (opening, *_) = GAME.start(Setup(2), SEED)
    assert isinstance(opening, Started)
    assert SEED.encode() not in encode(GAME.see(opening, 0))


def test_a_skip_passes_the_next_seat_over() -> None:
    events, state = told(laid("gS r1|b1 b2|b3 b4", "g5"), Play("gS"))
    assert events[1:] == (PassedOver(1), Asked("turn", (2,)))
    assert state.turn == 2


def test_a_reverse_turns_the_direction() -> None:
    events, _ = told(laid("gR r1|b1 b2|b3 b4", "g5"), Play("gR"))
    assert events[1:] == (DirectionTurned(-1), Asked("turn", (2,)))


def test_a_reverse_between_two_is_a_skip() -> None:
    events, _ = told(laid("gR r1|b1 b2", "g5"), Play("gR"))
    assert events[1:] == (PassedOver(1), Asked("turn", (0,)))


def test_draws_add_up_on_nobody() -> None:
    """The seat that is hit cannot answer with a card of its own."""
    state = after(laid("gD r1|bD b2|b3 b4", "g5"), Play("gD"))
    assert state.turn == 2
    assert len(state.hands[1]) == 4


def test_the_winner_scores_all_other_hands() -> None:
    events, state = told(laid("g1|rS y5|W b0", "g5"), Play("g1"))
    won = next(event for event in events if isinstance(event, RoundWon))
    assert (won.seat, won.points) == (0, 75)
    assert won.hands == ((), ("rS", "y5"), ("W", "b0"))
    assert (state.scores, state.phase, state.asked) == ((75, 0, 0), "scores", (0, 1, 2))


@pytest.mark.parametrize(("score", "ended"), [(124, ""), (125, "target"), (199, "target")])
def test_the_match_ends_when_a_seat_has_the_target(score: int, ended: str) -> None:
    state = replace(laid("g1|rS y5|W b0", "g5"), scores=(score, 0, 0))
    assert after(state, Play("g1")).ended == ended


def test_places_go_by_score_and_then_by_points_in_hand() -> None:
    state = after(laid("g1|rS|r3|W b0", "g5", target=0), Play("g1"))
    assert GAME.places(GAME.view(state, None)) == (1, 3, 2, 4)
    level = replace(laid("g1|rS|r3|W b0", "g5"), scores=(5, 9, 9, 0))
    assert GAME.places(GAME.view(level, 0)) == (3, 1, 1, 4)


def test_everybody_sees_all_hands_after_the_round_and_nobody_before() -> None:
    state = laid("g1|rS y5|W b0", "g5")
    assert GAME.view(state, None).hands == ()
    assert GAME.view(after(state, Play("g1")), None).hands == ((), ("rS", "y5"), ("W", "b0"))


def test_a_played_wild_makes_its_colour_active() -> None:
    (played, *_), state = told(laid("W r1|b1 b2", "g5"), Play("W", "b"))
    assert played == Played(0, "W", "b")
    assert state.colour == "b"
    assert [choice for choice in GAME.legal(state, 1) if isinstance(choice, Play)] == [Play("b1"), Play("b2")]


def test_choices_stand_in_their_order() -> None:
    state = laid("g1 g1 gS W r1|b1", "g5")
    colours = [Play("W", colour) for colour in "rygb"]
    assert list(GAME.legal(state, 0)) == [*colours, Play("g1"), Play("gS"), Draw()]


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (Play("b9"), "not_in_hand"),
        (Play("r1"), "does_not_fit"),
        (Play("W"), "colour_missing"),
        (Play("W", "x"), "colour_missing"),
        (Play("W4", "r"), "draw_four_held"),
        (Play("g1", "r"), "no_colour"),
        (Play("g1", call=True), "nothing_to_call"),
        (Pass(), "must_play"),
        (Keep(), "not_an_answer"),
        (Next(), "not_an_answer"),
    ],
)
def test_what_is_not_allowed_is_refused(choice: Play, code: str) -> None:
    assert refused(laid("g1 r1 W W4|b1", "g5"), choice) == code
