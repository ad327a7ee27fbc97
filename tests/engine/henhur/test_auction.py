"""An auction turn: an open pool, hidden bids, cards picked in the order of tricks."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.henhur import AnyEvent, Bid, Pick, Run, State
from engine.henhur.events import BidsShown, Burned, Discarded, Drew, MarketOpened, PoolCleared, TurnBegan
from engine.kernel import Seed, Step, encode
from tests.engine.henhur.kit import CARDS, GAME, answer, at, begun, dealt, of, play, refused, stand_ins, with_tokens

POOL = ("dash", "trip", "haggle", "elbow", "canter", "surge", "feint", "jackpot", "wrecker")


def auction(*cards: str) -> State:
    """The first auction, in which each hen holds one card of this name, and two more; the pool is fixed."""
    state = stand_ins(begun(len(cards)), until=2)
    state = replace(state, pool=POOL[: len(cards) + 1])
    for seat, card in enumerate(cards):
        state = dealt(state, seat, card, "stride", "pitstop", discard=(), at=10 * seat)
    return state


def picked(state: State, *cards: str) -> Step[State, AnyEvent]:
    """All picks, in the order of tricks; the last step."""
    step = None
    for card in cards:
        state = state if step is None else step.state
        step = answer(state, GAME.awaiting(state)[0].seat, Pick(card))
    assert step is not None
    return step


def market_state(seats: int, furthest: int) -> State:
    """A match before an auction, with the furthest hen at a place."""
    state = at(begun(seats), *([0] * (seats - 1)), furthest)
    for seat in range(seats):
        state = dealt(state, seat, "pitstop", "lowbid", "lowbid", at=0)
    return replace(state, furthest=furthest)


def pool_at(seats: int, furthest: int) -> tuple[str, ...]:
    state = market_state(seats, furthest)
    return play(state, *[Run("pitstop")] * seats).state.pool


def test_hen_20_all_bid_card_burn_and_auction_tokens_at_once() -> None:
    state = with_tokens(auction("lowbid", "highbid"), 0, a=1, w=1)
    assert [str(question.phase) for question in GAME.awaiting(state)] == ["bid", "bid"]
    step = answer(state, 0, Bid("lowbid", burn=True, a=1, w=1))
    assert [question.seat for question in GAME.awaiting(step.state)] == [1]
    assert b"lowbid" not in encode([GAME.see(event, 1) for event in step.events])
    assert refused(state, 0, Bid("stride", burn=True)) == "no_burn_effect"
    assert refused(state, 0, Run("lowbid")) == "not_an_answer"


def test_hen_21_trick_value_is_trick_number_and_tokens() -> None:
    state = with_tokens(auction("lowbid", "highbid"), 0, a=2, w=1)
    step = play(state, Bid("lowbid", a=2, w=1), Bid("highbid"))
    bids = {bid.seat: bid.trick for bid in of(BidsShown, step)[0].bids}
    assert bids == {0: 5 + 2 + 1, 1: 7}
    assert step.state.runners[0].tokens.count() == 0, "spent, and gone"
    explained = GAME.explain(GAME.view(state, 0), Bid("lowbid", a=2, w=1))
    assert explained.terms == (("trick", 5), ("A+", 2), ("W+", 1))


def test_hen_22_bids_and_trick_values_turn_over_together() -> None:
    step = play(auction("lowbid", "highbid", "stride"), Bid("lowbid"), Bid("highbid"), Bid("stride"))
    (shown,) = of(BidsShown, step)
    assert [(bid.seat, bid.choice.card, bid.trick) for bid in shown.bids] == [
        (1, "highbid", 7),
        (0, "lowbid", 5),
        (2, "stride", 1),
    ]
    assert all(GAME.see(shown, viewer) == shown for viewer in (None, 0, 1, 2))
    assert GAME.view(step.state, None).bids == shown.bids


@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize(("furthest", "lists"), [(0, {"base"}), (30, {"lap1"}), (61, {"lap2", "lap3"})])
def test_hen_23_the_pool_has_a_card_more_than_seats_of_the_market_that_fits(
    seats: int, furthest: int, lists: set[str]
) -> None:
    pool = pool_at(seats, furthest)
    assert len(pool) == seats + 1
    assert not Counter(pool) - Counter(GAME.content.listed(sorted(lists)))


def test_hen_24_drafting_goes_by_trick_value_highest_first() -> None:
    state = play(auction("stride", "lowbid", "highbid"), Bid("stride"), Bid("lowbid"), Bid("highbid")).state
    asked = []
    while state.phase == "draft":
        (question,) = GAME.awaiting(state)
        asked.append(question.seat)
        state = answer(state, question.seat, Pick(state.pool[0])).state
    assert asked == [2, 1, 0]


def test_hen_25_equal_tricks_are_parted_by_card_priority() -> None:
    """Canter and Rush roll dice, Elbow has 7; the higher picks first, and damage does not count."""
    state = auction("elbow", "punch")
    state = with_tokens(state, 0, d=4)
    firsts: Counter[int] = Counter()
    for number in range(40):
        rolled = replace(state, seed=Seed(f"{number:032x}"))
        bids = of(BidsShown, play(rolled, Bid("elbow"), Bid("punch")))[0].bids
        assert {bid.trick for bid in bids} == {3}
        by_seat = {bid.seat: bid for bid in bids}
        assert by_seat[0].priority == 7
        assert by_seat[1].priority == sum(by_seat[1].rolls)
        if by_seat[1].priority != 7:
            assert bids[0].seat == (0 if by_seat[1].priority < 7 else 1)
        firsts[bids[0].seat] += 1
    assert set(firsts) == {0, 1}


def test_hen_25_equal_priorities_are_parted_by_distance_and_then_by_chance() -> None:
    state = auction("elbow", "elbow")
    assert [bid.seat for bid in of(BidsShown, play(state, Bid("elbow"), Bid("elbow")))[0].bids] == [0, 1]
    assert [bid.seat for bid in of(BidsShown, play(at(state, 10, 3), Bid("elbow"), Bid("elbow")))[0].bids] == [1, 0], (
        "who is further back picks first"
    )
    level = at(state, 5, 5)
    firsts = {
        of(BidsShown, play(replace(level, seed=Seed(f"{n:032x}")), Bid("elbow"), Bid("elbow")))[0].bids[0].seat
        for n in range(20)
    }
    assert firsts == {0, 1}


def test_hen_26_each_seat_takes_exactly_one() -> None:
    state = play(auction("stride", "lowbid"), Bid("stride"), Bid("lowbid")).state
    assert refused(state, 1, Pick("wrecker")) == "not_in_pool"
    assert refused(state, 1, Bid("lowbid")) == "not_an_answer"
    step = picked(state, "trip", "dash")
    assert "trip" in step.state.runners[1].stock
    assert "dash" in step.state.runners[0].stock
    assert [len(runner.stock) for runner in step.state.runners] == [len(runner.stock) + 1 for runner in state.runners]


def test_hen_27_it_lies_on_top_of_the_own_deck() -> None:
    state = play(auction("stride", "lowbid"), Bid("stride"), Bid("lowbid")).state
    step = picked(state, "trip")
    assert step.state.runners[1].deck[0] == "trip"
    for viewer in (None, 0, 1):
        assert GAME.view(step.state, viewer).runners[1].top == ("trip",)


def test_hen_28_then_bids_are_discarded_or_burned_and_the_next_turn_comes() -> None:
    state = play(auction("rush", "lowbid"), Bid("rush"), Bid("lowbid", burn=True)).state
    step = picked(state, "trip", "dash")
    assert [event.seat for event in of(Discarded, step)] == [0]
    assert [event.seat for event in of(Burned, step)] == [1]
    assert step.state.runners[1].tokens.a == 1
    assert (step.state.turn, step.state.phase) == (3, "run")
    assert [event.turn for event in of(TurnBegan, step)] == [3]


def test_hen_28_the_hand_is_filled_with_the_picked_card() -> None:
    step = picked(play(auction("rush", "lowbid"), Bid("rush"), Bid("lowbid")).state, "trip", "dash")
    for seat, card in ((0, "dash"), (1, "trip")):
        runner = step.state.runners[seat]
        assert card in runner.hand
        assert runner.seen == (card,), "everybody saw it go there"
        assert of(Drew, step)[seat].cards == (card,)


def test_hen_31_lap_one_cards_come_up_once_somebody_has_reached_lap_two() -> None:
    base, lap1 = GAME.content.listed(("base",)), GAME.content.listed(("lap1",))
    assert not Counter(pool_at(4, 29)) - Counter(base), "also one space before"
    assert not Counter(pool_at(4, 30)) - Counter(lap1)


def test_hen_32_lap_two_and_three_cards_come_up_once_somebody_has_reached_lap_three() -> None:
    assert not Counter(pool_at(4, 58)) - Counter(GAME.content.listed(("lap1",)))
    late = {card for seats in range(2, 9) for card in pool_at(seats, 60)}
    assert late <= set(GAME.content.listed(("lap2", "lap3")))
    assert late & set(GAME.content.listed(("lap2",)))
    assert late & set(GAME.content.listed(("lap3",)))


def test_hen_33_until_then_auctions_offer_base_cards_only() -> None:
    base = GAME.content.listed(("base",))
    assert Counter(base) == Counter(GAME.content.listed(("deck",)) * 2)
    assert not Counter(pool_at(4, 0)) - Counter(base)


def test_hen_34_cards_are_won_in_auctions_only() -> None:
    state = begun(4)
    while not state.ended:
        before = [runner.stock for runner in state.runners]
        was = state.turn
        state = stand_ins(state, until=state.turn + 1)
        grown = [len(runner.stock) - len(stock) for runner, stock in zip(state.runners, before, strict=True)]
        assert grown == [0 if was % 2 else 1] * 4


def test_hen_45_the_pool_can_be_seen_while_bidding() -> None:
    state = stand_ins(begun(4), until=2)
    assert {len(GAME.view(state, viewer).pool) for viewer in (None, 0, 1, 2, 3)} == {5}


def test_hen_46_a_bid_always_costs_its_card() -> None:
    """The last to pick pays as the first does."""
    state = play(auction("rush", "lowbid"), Bid("rush"), Bid("lowbid")).state
    step = picked(state, "trip", "dash")
    assert step.state.runners[0].discard == ("rush",)
    assert step.state.runners[1].discard == ("lowbid",)


def test_h5_effects_of_a_run_do_not_work_in_auctions_and_burn_effects_do() -> None:
    state = with_tokens(auction("rush", "punch"), 0, d=2)
    state = at(state, 10, 9)
    done = picked(play(state, Bid("rush", burn=True), Bid("punch")).state, "trip", "dash").state
    assert [runner.at for runner in done.runners] == [10, 9]
    assert done.runners[0].tokens.r == 1, "what Rush gives when it is burned"
    assert done.runners[0].tokens.d == 2, "the Punch hit nobody"


def test_h7_the_pool_is_laid_before_the_bids() -> None:
    step = play(market_state(3, 0), *[Run("pitstop")] * 3)
    assert [type(event).__name__ for event in step.events[-3:]] == ["TurnBegan", "MarketOpened", "PoolLaid"]
    assert step.state.phase == "bid"


def test_h8_a_market_replaces_the_one_before_and_going_back_does_not_undo_it() -> None:
    state = market_state(3, 29)
    state = dealt(state, 0, "stride", "lowbid", "lowbid", at=29)
    state = dealt(state, 1, "feint", "lowbid", "lowbid", at=0)
    state = dealt(state, 2, "feint", "lowbid", "lowbid", at=10)
    state = replace(state, furthest=36)
    step = play(state, Run("stride"), Run("feint"), Run("feint"))
    assert step.state.market == 1
    back = replace(at(step.state, 3, 3, 3), furthest=36)
    assert stand_ins(back, until=4).market == 1
    assert all("highbid" in runner.stock for runner in begun(3).runners), "the base deck stays with its owners"


def test_h8_a_market_that_runs_out_is_its_full_list_shuffled_anew() -> None:
    state = market_state(8, 0)
    full = GAME.content.listed(("base",))
    first = play(state, *[Run("pitstop")] * 8)
    assert len(first.state.pile) == 14 - 9
    rest = first.state.pile
    state = replace(stand_ins(first.state, until=3), furthest=0)
    laid = stand_ins(state, until=4)
    assert laid.pool[:5] == rest, "what is left comes first"
    assert Counter(laid.pool) + Counter(laid.pile) == Counter(rest) + Counter(full)
    assert laid.passed == ()


def test_h8_the_market_changes_with_the_next_auction() -> None:
    state = stand_ins(begun(2), until=2)
    state = replace(at(state, 31, 0), furthest=31)
    assert not Counter(state.pool) - Counter(GAME.content.listed(("base",)))
    assert stand_ins(state, until=3).market == 0
    assert stand_ins(state, until=4).market == 1


def test_what_nobody_took_goes_to_the_market_s_discard_pile() -> None:
    step = picked(play(auction("rush", "lowbid"), Bid("rush"), Bid("lowbid")).state, "trip", "dash")
    assert of(PoolCleared, step)[0].cards == ("haggle",)
    assert step.state.passed == ("haggle",)
    assert step.state.pool == ()


def test_h13_a_card_must_be_taken() -> None:
    state = play(auction("stride", "lowbid"), Bid("stride"), Bid("lowbid")).state
    assert list(GAME.legal(state, 1)) == [Pick("dash"), Pick("trip"), Pick("haggle")]


def test_the_order_of_the_market_is_shown_to_nobody() -> None:
    step = play(market_state(3, 0), *[Run("pitstop")] * 3)
    (opened,) = of(MarketOpened, step)
    for viewer in (None, 0, 1, 2):
        assert encode(list(opened.pile)) not in encode(GAME.see(opened, viewer))
        left = GAME.view(step.state, viewer).market_left
        assert left == tuple(sorted(step.state.pile))


def test_stand_ins_run_far_bid_high_and_pick_what_runs_far() -> None:
    state = dealt(begun(2), 0, "rush", "stride", "highbid")
    shown = {int(run.seat): run.choice for run in stand_ins(state, until=2).runs}
    assert shown[0] == Run("rush"), "nine spaces"
    state = auction("highbid", "lowbid")
    after = stand_ins(state, until=3)
    assert {bid.seat: bid.choice for bid in after.bids} == {0: Bid("highbid"), 1: Bid("lowbid")}
    best = max(POOL[:3], key=lambda card: CARDS[card].spaces())
    assert best in after.runners[0].stock
