"""Our readings of what the rules leave open, U1 to U14; docs/rules/lastcard.md has the table."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.kernel import Answer, Broken, End, Refusal, Retire, StandIn, Step, Withdraw
from engine.lastcard import (
    Accept,
    Catch,
    Challenge,
    Choice,
    Draw,
    Keep,
    LetGo,
    Next,
    Pass,
    Play,
    Setup,
    State,
    rule_sets,
)
from engine.lastcard.events import Caught, Challenged, Drew, Finished, HandShown, RoundBegan, RoundWon, StoodIn
from tests.engine.lastcard.kit import GAME, SEED, after, laid, question, refused, stand_in, started, told, turned


def cards(state: State, seat: int = 0) -> set[str]:
    return {choice.card for choice in GAME.legal(state, seat) if isinstance(choice, Play)}


def without(state: State, seat: int) -> State:
    step = GAME.decide(state, Retire(seat))
    assert isinstance(step, Step)
    assert GAME.problems(step.state) == ()
    return step.state


@pytest.mark.parametrize(
    ("top", "colour", "fitting"),
    [
        ("g5", "", {"g1", "gS", "r5", "W"}),
        ("rS", "", {"r5", "r9", "gS", "W"}),
        ("W", "b", {"b2", "W"}),
        ("W4", "y", {"W"}),
    ],
)
def test_u1_colour_symbol_or_wild_fits(top: str, colour: str, fitting: set[str]) -> None:
    assert cards(laid("g1 gS r5 r9 b2 W|b1 b1", top, colour)) == fitting


def test_u2_a_seat_may_draw_with_a_fitting_card_in_hand() -> None:
    state = after(laid("g1 r1|b1 b2", "g5", pile="g9"), Draw())
    assert list(GAME.legal(state, 0)) == [Play("g9"), Keep()]
    assert refused(state, Play("g1")) == "not_drawn"
    assert after(state, Play("g9")).discard[0] == "g9"
    assert after(state, Keep()).hands[0] == ("g1", "g9", "r1")


def test_u2_drawn_is_asked_also_where_the_card_does_not_fit() -> None:
    state = after(laid("g1 r1|b1 b2", "g5", pile="b9"), Draw())
    assert list(GAME.legal(state, 0)) == [Keep()]
    assert refused(state, Play("b9")) == "does_not_fit"
    assert refused(state, Draw()) == "not_an_answer"


def test_u3_restricted_a_wild_draw_four_needs_a_hand_without_the_colour() -> None:
    assert "W4" not in cards(laid("W4 g1|b1 b2", "g5"))
    assert "W4" in cards(laid("W4 r5|b1 b2", "g5"))
    assert "W4" in cards(laid("W4 r5 g2|b1 b2", "W"))
    assert refused(laid("W4 g1|b1 b2", "g5"), Play("W4", "r")) == "draw_four_held"


def test_u3_free_a_wild_draw_four_is_always_legal() -> None:
    state = after(laid("W4 g1|b1 b2|b3 b4", "g5", draw_four="free"), Play("W4", "r"))
    assert (state.turn, len(state.hands[1]), state.phase) == (2, 6, "turn")


def doubted(hands: str = "W4 g1 r1|b1 b2|b3 b4", **setup: Any) -> State:
    state = after(laid(hands, "g5", draw_four="challenge", **setup), Play("W4", "r"))
    assert (state.phase, state.asked) == ("challenge", (1,))
    return state


def test_u3_challenge_accepted() -> None:
    state = after(doubted(), Accept())
    assert (len(state.hands[1]), state.turn) == (6, 2)


def test_u3_challenge_guilty() -> None:
    """The player takes the four cards, and play goes on with the challenger."""
    events, state = told(doubted(), Challenge())
    assert events[0] == Challenged(1, 0, True)
    assert events[1] == HandShown(0, 1, ("g1", "r1"))
    assert ([len(hand) for hand in state.hands], state.turn) == ([6, 2, 2], 1)


def test_u3_challenge_innocent() -> None:
    """Only the colour that was active before counts: not the one that is named, and no symbol."""
    events, state = told(doubted("W4 r5 r1|b1 b2|b3 b4"), Challenge())
    assert events[0] == Challenged(1, 0, False)
    assert ([len(hand) for hand in state.hands], state.turn) == ([2, 8, 2], 2)


def test_u3_the_shown_hand_is_seen_by_the_challenger_only() -> None:
    events, _ = told(doubted(), Challenge())
    (shown,) = [event for event in events if isinstance(event, HandShown)]
    for viewer, hand in ((None, ()), (0, ("g1", "r1")), (1, ("g1", "r1")), (2, ())):
        assert GAME.see(shown, viewer) == replace(shown, hand=hand)


def test_u3_a_wild_draw_four_that_empties_the_hand_is_not_doubted() -> None:
    events, state = told(laid("W4|b1 b2|b3 b4", "g5", draw_four="challenge", target=0), Play("W4", "r"))
    assert any(isinstance(event, Drew) and event.count == 4 for event in events)
    assert state.ended == "target"


def test_u3_without_an_active_colour_nobody_is_guilty() -> None:
    state = after(laid("W4 g1 r1|b1 b2|b3 b4", "W", draw_four="challenge"), Play("W4", "r"))
    events, _ = told(state, Challenge())
    assert events[0] == Challenged(1, 0, False)


def silent(card: str = "g1", **setup: Any) -> State:
    """A seat has gone down to one card without a call."""
    return after(laid(f"{card} r1|b1 b2|b3 b4", "g5", calls="by_hand", **setup), Play(card))


def test_u4_calls_are_off_by_default() -> None:
    assert Setup(4).calls == "off"
    assert after(laid("g1 r1|b1 b2", "g5"), Play("g1")).phase == "turn"
    assert refused(laid("g1 r1|b1 b2", "g5"), Play("g1", call=True)) == "nothing_to_call"


def test_u4_a_call_is_offered_to_a_seat_that_goes_to_one_card() -> None:
    two = laid("g1 r1|b1 b2", "g5", calls="by_hand")
    assert list(GAME.legal(two, 0))[:2] == [Play("g1", call=True), Play("g1")]
    assert after(two, Play("g1", call=True)).phase == "turn"
    assert refused(laid("g1 r1 r2|b1 b2", "g5", calls="by_hand"), Play("g1", call=True)) == "nothing_to_call"


def test_u4_a_seat_that_did_not_call_can_be_caught_by_all_others() -> None:
    state = silent()
    assert (state.phase, state.asked) == ("catch", (1, 2))
    events, later = told(state, Catch(), 2)
    assert events[0] == Caught(2, 0)
    assert (len(later.hands[0]), later.phase, later.turn) == (3, "turn", 1)
    late = GAME.decide(later, Answer(1, question(state, 1), Catch()))
    assert isinstance(late, Refusal)


def test_u4_letting_go_of_all_closes_it() -> None:
    state = after(silent(), LetGo())
    assert state.asked == (2,)
    state = after(state, LetGo())
    assert (len(state.hands[0]), state.phase, state.turn) == (1, "turn", 1)


def test_u4_what_the_card_did_holds_after_the_catch() -> None:
    state = after(silent("gS"), LetGo(), LetGo())
    assert state.turn == 2


def test_u4_a_call_holds_over_a_challenge() -> None:
    state = laid("W4 r1|b1 b2|b3 b4", "g5", calls="by_hand", draw_four="challenge")
    called = after(state, Play("W4", "r", call=True), Accept())
    assert called.phase == "turn"
    assert after(state, Play("W4", "r"), Accept()).phase == "catch"


def test_u4_an_answer_that_is_given_together_is_not_taken_back() -> None:
    asked = silent()
    state = after(asked, LetGo())
    assert list(GAME.legal(state, 1)) == []
    back = GAME.decide(state, Withdraw(1, question(state, 1)))
    assert isinstance(back, Refusal)
    assert back.code == "nothing_to_withdraw"


def test_u5_a_first_reverse_sends_play_to_the_seat_before_the_starter() -> None:
    for number in range(3000):
        state = replace(after(laid("g1|g2 g3|b1 b2", "g5"), Play("g1"), Next(), Next()), shuffles=number)
        events, later = told(state, Next())
        began = events[1]
        assert isinstance(began, RoundBegan)
        if began.top == "rR":
            assert (began.round, began.starter, later.turn, later.direction) == (2, 1, 0, -1)
            return
    raise AssertionError("no first Reverse was found")


def test_u6_a_wild_as_first_card_stays_open_until_a_colour_is_played() -> None:
    _, state = turned("W")
    state = after(state, Draw(), Keep())
    assert state.colour == ""
    card = next(face for face in state.hands[state.turn] if face[0] != "W")
    assert after(state, Play(card)).colour == card[0]


def test_u7_a_match_goes_to_200_or_500_or_for_one_round() -> None:
    assert [rules.target for rules in rule_sets().values()] == [200, 500]
    assert Setup(4).target == 200
    with pytest.raises(Broken, match="target"):
        GAME.start(Setup(4, target=100), SEED)
    assert after(laid("g1|g2 g3", "g5", target=0), Play("g1")).ended == "target"


def test_u8_the_next_round_begins_when_all_are_ready() -> None:
    state = after(laid("g1|g2 g3|b1 b2", "g5"), Play("g1"))
    for left in ((1, 2), (2,)):
        state = after(state, Next())
        assert (state.round, state.asked) == (1, left)
    assert after(state, Next()).round == 2
    assert stand_in(state).round == 2


def test_u9_a_stand_in_plays_for_a_player_who_is_away() -> None:
    state = laid("g1 W|b1 b2|b3 b4", "g5")
    step = GAME.decide(state, StandIn(question(state, 0), "away"))
    assert isinstance(step, Step)
    assert step.events[0] == StoodIn(0, "away")
    assert step.state.discard[0] == "g1"


@pytest.mark.parametrize(
    ("hand", "pile", "choice"),
    [
        ("g1 W", "", Play("g1")),
        ("W b1 b2 r1", "", Play("W", "b")),
        ("b1 b2", "", Draw()),
        ("b1 b2", "nothing", Pass()),
    ],
)
def test_u9_what_a_stand_in_chooses(hand: str, pile: str, choice: Choice) -> None:
    state = laid(f"{hand}|y1 y2", "g5")
    if pile:
        state = bare(state)
    command = Answer(0, question(state, 0), choice)
    expected, step = GAME.decide(state, command), GAME.decide(state, StandIn(question(state, 0)))
    assert isinstance(step, Step)
    assert isinstance(expected, Step)
    assert step.events[1:] == expected.events


def test_u10_the_hand_of_a_seat_that_left_counts_for_the_winner() -> None:
    state = without(laid("g1|rS y5|W b0", "g5"), 2)
    assert GAME.view(state, 0).cards == (1, 2, 2)
    assert GAME.view(state, 2).hand == ("W", "b0")
    assert GAME.view(state, 0).hands == ()
    later = after(state, Play("g1"))
    assert (later.scores, later.asked) == ((75, 0, 0), (0, 1))


def test_u10_a_seat_that_left_is_not_dealt_in_again() -> None:
    state = after(without(laid("g1|rS y5|W b0", "g5"), 2), Play("g1"), Next(), Next())
    assert [len(hand) for hand in state.hands][2] == 0
    assert state.round == 2
    gone = GAME.decide(state, Retire(2))
    assert isinstance(gone, Refusal)
    assert gone.code == "retired"


def test_u10_the_turn_of_a_seat_that_leaves_goes_to_the_next() -> None:
    assert without(laid("g1 g2|rS y5|W b0", "g5"), 0).turn == 1
    drawn = after(laid("g1 g2|rS y5|W b0", "g5"), Draw())
    assert (without(drawn, 0).turn, without(drawn, 0).drawn) == (1, "")
    assert without(doubted(), 1).turn == 2
    assert without(doubted(), 0).phase == "challenge"
    assert without(silent(), 0).phase == "turn"
    assert without(after(silent(), LetGo()), 2).phase == "turn"


def bare(state: State) -> State:
    """The same with nothing to draw: all other cards are in a hand that has left."""
    everything = tuple(sorted((*state.pile, *state.discard[1:])))
    setup = replace(state.setup, seats=len(state.hands) + 1)
    return replace(
        state,
        setup=setup,
        hands=(*state.hands, everything),
        n=(*state.n, 1),
        scores=(*state.scores, 0),
        pile=(),
        discard=state.discard[:1],
        left=(len(state.hands),),
    )


def test_u11_a_round_is_blocked_when_all_have_passed_and_the_lowest_hand_wins() -> None:
    state = bare(laid("b1 b9|r1 r2", "g5"))
    assert refused(state, Draw()) == "nothing_to_draw"
    assert list(GAME.legal(state, 0)) == [Pass()]
    events, later = told(after(state, Pass()), Pass())
    won = next(event for event in events if isinstance(event, RoundWon))
    others = 10 + GAME.fit.worth(state.hands[2])
    assert (won.seat, won.points, won.blocked) == (1, others, True)
    assert later.ended == "target"


def test_u11_of_several_lowest_hands_nobody_scores() -> None:
    state = after(bare(laid("b1 b2|r1 r2", "g5")), Pass(), Pass())
    assert (state.scores, state.phase) == ((0, 0, 0), "scores")


def test_u11_passing_is_not_for_a_seat_that_can_play_or_draw() -> None:
    assert refused(bare(laid("g1 b2|r1 r2", "g5")), Pass()) == "must_play"
    assert refused(laid("b1 b2|r1 r2", "g5"), Pass()) == "must_play"


def test_u12_the_match_ends_when_one_seat_is_left() -> None:
    state = replace(without(laid("g1 g2|rS y5|W b0", "g5"), 1), scores=(3, 90, 5))
    state = without(state, 0)
    assert state.ended == "alone"
    assert GAME.places(GAME.view(state, None)) == (3, 2, 1)


def test_u13_three_circuits_of_stand_ins_end_the_match() -> None:
    state = started(seats=2)
    turns = 0
    while not state.ended:
        turns += state.phase == "turn"
        state = stand_in(state)
    assert (state.ended, turns) == ("unattended", 6)


def test_u13_a_player_who_answers_begins_the_count_anew() -> None:
    state = started(seats=2)
    for number in range(40):
        if state.ended:
            break
        state = after(state, GAME.legal(state, state.asked[0])[-1]) if number % 4 == 0 else stand_in(state)
    assert not state.ended
    assert state.absent < 6


def test_u14_the_whole_discard_pile_is_in_the_view() -> None:
    state = after(laid("g1 g2|g3 g4", "g5"), Play("g1"), Play("g3"))
    assert GAME.view(state, None).discard == ("g3", "g1", "g5")


def test_the_host_ends_the_match_as_it_stands() -> None:
    state = laid("g1 g2|rS y5", "g5")
    step = GAME.decide(state, End())
    assert isinstance(step, Step)
    assert step.events == (Finished("ended", state.hands),)
    assert GAME.awaiting(step.state) == ()


def test_an_explanation_tells_who_is_hit_and_what_stays_in_hand() -> None:
    state = laid("gD gS gR r5 W4|b1 b2|b3 b4", "g5", draw_four="free")
    view = GAME.view(state, 0)
    told_of = [
        (one.fits, one.hits, one.cards, one.points)
        for one in (
            GAME.explain(view, Play(card, "r" if card == "W4" else "")) for card in ("gD", "gS", "gR", "r5", "W4")
        )
    ]
    assert told_of == [
        ("colour", 1, 2, 95),
        ("colour", 1, 0, 95),
        ("colour", None, 0, 95),
        ("symbol", None, 0, 110),
        ("wild", 1, 4, 65),
    ]
    assert GAME.explain(view, Draw()).points == 115
    nobody = GAME.explain(GAME.view(state, None), Draw()).refused
    assert nobody is not None
    assert nobody.code == "not_asked"
