"""A race turn: chosen together and hidden, turned over at once, worked off by priority."""

from msgspec.structs import replace

from engine.henhur import AnyEvent, Bid, Pick, Run, State, Tokens
from engine.henhur.events import Burned, CardsShown, Discarded, Drew, Finished, Hit, Ran, TurnBegan
from engine.kernel import Answer, Refusal, Step, Withdraw, Withdrawal, encode
from tests.engine.henhur.kit import CARDS, GAME, answer, begun, dealt, of, play, refused, with_tokens


def hens(*cards: str, places: tuple[int, ...] = ()) -> State:
    """A race turn in which each hen holds one card of this name, and two more."""
    state = begun(len(cards))
    for seat, card in enumerate(cards):
        place = places[seat] if places else 0
        state = dealt(state, seat, card, "lowbid", "pitstop", at=place)
    return state


def order(step: Step[State, AnyEvent]) -> list[int]:
    """The seats in the order in which their hens ran, each once."""
    return list(dict.fromkeys(event.seat for event in step.events if isinstance(event, Ran)))


def test_hen_11_all_choose_card_burn_and_tokens_at_once() -> None:
    state = with_tokens(hens("rush", "rush", "rush"), 1, p=1)
    assert {question.seat for question in GAME.awaiting(state)} == {0, 1, 2}
    state = answer(state, 1, Run("rush", burn=True, p=1)).state
    assert {question.seat for question in GAME.awaiting(state)} == {0, 2}
    assert [runner.chosen for runner in GAME.view(state, 0).runners] == [False, True, False]


def test_hen_11_ready_can_be_taken_back_until_all_are_in() -> None:
    state = hens("rush", "stride")
    question = GAME.question(state, 0)
    state = answer(state, 0, Run("rush")).state
    assert list(GAME.legal(state, 0)) == [Withdrawal()]
    step = GAME.decide(state, Withdraw(0, question))
    assert isinstance(step, Step)
    again = GAME.decide(step.state, Withdraw(0, GAME.question(step.state, 0)))
    assert isinstance(again, Refusal)
    assert again.code == "nothing_to_withdraw"
    late = GAME.decide(step.state, Answer(0, question, Run("rush")))
    assert isinstance(late, Refusal)
    assert late.code == "stale"
    done = play(step.state, Run("lowbid"), Run("stride"))
    assert done.state.turn == 2
    closed = GAME.decide(done.state, Withdraw(1, GAME.question(state, 1)))
    assert isinstance(closed, Refusal)
    assert closed.code == "stale"


def test_hen_11_what_was_chosen_is_hidden_until_all_are_in() -> None:
    step = answer(with_tokens(hens("rush", "stride"), 0, r=2), 0, Run("rush", burn=True, r=2))
    for viewer in (1, None):
        assert b"rush" not in encode(GAME.view(step.state, viewer).runs)
        assert b"rush" not in encode([GAME.see(event, viewer) for event in step.events])
        assert GAME.view(step.state, viewer).runners[0].tokens.r == 2, "tokens lie until the cards are shown"
    mine = GAME.view(step.state, 0).mine
    assert mine is not None
    assert mine.choice == Run("rush", burn=True, r=2)


def test_hen_12_all_cards_turn_over_at_one_moment_for_everybody() -> None:
    step = play(hens("rush", "stride", "punch"), Run("rush"), Run("stride"), Run("punch"))
    (shown,) = of(CardsShown, step)
    assert {one.choice.card for one in shown.cards} == {"rush", "stride", "punch"}
    assert step.events.index(shown) < min(step.events.index(ran) for ran in of(Ran, step))
    assert all(GAME.see(shown, viewer) == shown for viewer in (None, 0, 1, 2))
    assert all(GAME.view(step.state, viewer).runs == shown.cards for viewer in (None, 0, 1, 2)), "they stay visible"


def test_hen_13_race_cards_work_in_order_of_priority_highest_first() -> None:
    step = play(hens("feint", "elbow", "feint"), Run("feint"), Run("elbow"), Run("feint"))
    (shown,) = of(CardsShown, step)
    assert [(one.seat, one.priority) for one in shown.cards] == [(0, 10), (2, 10), (1, 7)]
    assert order(step) == [0, 2, 1]
    put = [event.seat for event in step.events if isinstance(event, Discarded)]
    assert put == [0, 2, 1], "a moment is over, cards put away, before the next begins"
    for event in of(Discarded, step)[:2]:
        assert step.events.index(event) < step.events.index(of(Ran, step)[-1])


def test_hen_14_priority_is_base_and_tokens_and_modifiers_item_by_item() -> None:
    state = with_tokens(hens("elbow", "feint"), 0, p=2, p3=1, w=1, d=4)
    step = play(state, Run("elbow", p=2, p3=1, w_priority=1), Run("feint"))
    mine = of(CardsShown, step)[0].cards[1]
    assert mine.seat == 0
    assert (CARDS["elbow"].priority.plus, mine.choice.p, mine.choice.p3, mine.choice.w_priority) == (7, 2, 1, 1)
    assert mine.damage == 4
    assert mine.priority == 7 + 2 + 3 + 1 - 4


def test_hen_15_movement_is_race_number_and_tokens() -> None:
    state = with_tokens(hens("elbow", "stride"), 0, r=2, w=2)
    step = play(state, Run("elbow", r=2, w_race=1), Run("stride"))
    ran = next(event for event in of(Ran, step) if event.seat == 0)
    assert ran.terms == (("race", 5), ("R+", 2), ("W+", 1))
    assert step.state.runners[0].at == ran.to == 8
    assert step.state.runners[0].tokens == Tokens(w=1)


def test_hen_16_the_effect_follows_the_move() -> None:
    """Feint moves five spaces first, past the hen that is then behind it, and hits the one ahead."""
    step = play(hens("feint", "pitstop", "pitstop", places=(10, 14, 16)), Run("feint"), Run("pitstop"), Run("pitstop"))
    (hit,) = of(Hit, step)
    assert (hit.seat, hit.by, hit.what, hit.n) == (2, 0, "back", 2)
    assert step.events.index(hit) > step.events.index(of(Ran, step)[0])


def test_hen_17_the_card_goes_to_a_slot_or_to_the_discard_pile() -> None:
    step = play(hens("rush", "rush"), Run("rush", burn=True), Run("rush"))
    burned, kept = step.state.runners
    assert (burned.slots, burned.discard) == (("rush",), ())
    assert (kept.slots, kept.discard) == ((), ("rush",))
    assert [event.seat for event in of(Burned, step)] == [0]


def test_hen_18_the_hand_is_filled_to_three_after_each_card() -> None:
    state = hens("feint", "elbow")
    step = play(state, Run("feint"), Run("elbow"))
    assert [len(runner.hand) for runner in step.state.runners] == [3, 3]
    drew = [event.seat for event in of(Drew, step)]
    assert drew == [0, 1]
    assert step.events.index(of(Drew, step)[0]) < step.events.index(of(Ran, step)[1]), "before the next card works"


def test_hen_19_after_each_moment_it_is_looked_whether_somebody_has_won() -> None:
    """The first by priority wins, though the other would have run further."""
    state = hens("feint", "elbow", places=(86, 88))
    state = with_tokens(state, 1, r=5)
    step = play(state, Run("feint"), Run("elbow", r=5))
    assert order(step) == [0]
    assert of(Finished, step)[0].reason == "won"
    assert step.state.runners[0].at == 91
    assert step.state.runners[1].at == 86, "hit by the Feint, and its own card never worked"
    assert not of(TurnBegan, step)


def test_hen_43_of_several_at_the_line_in_one_moment_the_furthest_wins() -> None:
    step = play(hens("elbow", "elbow", places=(86, 87)), Run("elbow"), Run("elbow"))
    assert [runner.at for runner in step.state.runners] == [91, 92]
    assert of(Finished, step)[0].ranking == (1, 0)
    assert GAME.places(GAME.view(step.state, None)) == (2, 1)


def test_hen_44_the_match_ends_at_once_and_names_its_winner() -> None:
    step = play(hens("stride", "pitstop", places=(88, 10)), Run("stride"), Run("pitstop"))
    assert isinstance(step.events[-1], Finished)
    assert step.events[-1].ranking == (0, 1)
    assert GAME.awaiting(step.state) == ()
    over = GAME.decide(step.state, Answer(0, GAME.question(step.state, 0), Run("lowbid")))
    assert isinstance(over, Refusal)
    assert over.code == "over"


def test_hen_47_the_view_holds_the_whole_position_again() -> None:
    """What was shown, done and spent is in the view, so a page that comes new needs no event."""
    step = play(hens("rush", "stride"), Run("rush", burn=True), Run("stride"))
    view = GAME.view(step.state, 0)
    assert view.runs == of(CardsShown, step)[0].cards
    assert [runner.at for runner in view.runners] == [9, 7]
    assert view.runners[0].slots == ("rush",)
    assert view.mine is not None
    assert len(view.mine.hand) == 3
    assert view.pool
    assert GAME.encode(GAME.decode(GAME.encode(step.state))) == GAME.encode(step.state)


def test_hen_48_everything_is_judged_here_and_nobody_waits_for_a_turn_to_choose() -> None:
    state = hens("rush", "stride")
    assert len(GAME.awaiting(state)) == 2
    assert refused(state, 0, Run("stride")) == "not_in_hand"
    assert refused(state, 0, Run("rush", p=1)) == "too_few_tokens"
    assert refused(state, 0, Run("rush", r=-1)) == "too_few_tokens"
    assert refused(state, 0, Bid("rush")) == "not_an_answer"
    assert refused(state, 0, Pick("rush")) == "not_an_answer"


def test_h1_an_effect_of_spaces_comes_on_top_of_the_race_number() -> None:
    for card, race, more in (("rush", 5, 4), ("dash", 4, 3), ("surge", 5, 4), ("turboboost", 5, 5)):
        step = play(hens(card, "pitstop"), Run(card), Run("pitstop"))
        first, second = (event for event in of(Ran, step) if event.seat == 0)
        assert first.terms == (("race", race),)
        assert second.terms == (("more", more),)
        assert step.state.runners[0].at == race + more


def test_h2_equal_priority_is_one_moment_and_there_the_place_is_shared() -> None:
    step = play(hens("elbow", "elbow", places=(86, 86)), Run("elbow"), Run("elbow"))
    assert GAME.places(GAME.view(step.state, None)) == (1, 1)


def test_h2_in_one_moment_all_move_before_any_effect_and_the_furthest_back_first() -> None:
    step = play(hens("feint", "feint", places=(10, 5)), Run("feint"), Run("feint"))
    kinds = [type(event).__name__ for event in step.events if isinstance(event, Ran | Hit)]
    assert kinds == ["Ran", "Ran", "Hit", "Hit"]
    assert [(hit.by, hit.seat) for hit in of(Hit, step)] == [(1, 0), (0, 1)]


def test_h3_tokens_of_a_turn_are_chosen_with_the_card() -> None:
    state = with_tokens(hens("feint", "elbow"), 0, r=1)
    step = play(state, Run("feint"), Run("elbow"))
    assert step.state.runners[0].tokens.r == 1, "not named with the card, not spent"


def test_h10_each_damage_carried_takes_one_off_the_priority() -> None:
    """As many as are carried when the cards turn over; what comes later counts next time."""
    state = with_tokens(hens("punch", "elbow", "elbow"), 1, d=2)
    step = play(state, Run("punch"), Run("elbow"), Run("elbow"))
    shown = {one.seat: one for one in of(CardsShown, step)[0].cards}
    assert (shown[1].damage, shown[1].priority) == (2, 5)
    assert (shown[2].damage, shown[2].priority) == (0, 7)
    explained = GAME.explain(GAME.view(state, 1), Run("elbow"))
    assert (explained.least, explained.most) == (5, 5)


def test_h11_targets_are_chosen_by_the_rule() -> None:
    for places, hit in (
        ((10, 15, 20, 30), [1]),  # level with the hen after its move
        ((10, 16, 18, 14), [1]),  # the nearest ahead
        ((10, 16, 16, 14), [1, 2]),  # all on that space
        ((30, 12, 14, 14), [2, 3]),  # nobody ahead: the nearest behind
    ):
        state = hens("feint", "pitstop", "pitstop", "pitstop", places=places)
        step = play(state, Run("feint"), *[Run("pitstop")] * 3)
        assert [event.seat for event in of(Hit, step)] == hit, places
        explained = GAME.explain(GAME.view(state, 0), Run("feint"))
        assert [target.seat for target in explained.hits] == hit


def test_h11_nobody_falls_back_beyond_the_start() -> None:
    state = hens("feint", "pitstop", places=(0, 1))
    state = with_tokens(state, 1, d=9)
    step = play(state, Run("feint"), Run("pitstop"))
    (hit,) = of(Hit, step)
    assert (hit.seat, hit.n) == (1, 1)
    assert step.state.runners[1].at == 1, "back to 0, then one space by its own card"


def test_h15_ranking_is_by_distance_and_equal_distances_share_a_place() -> None:
    state = hens("pitstop", "pitstop", "pitstop", places=(5, 9, 5))
    assert GAME.places(GAME.view(state, None)) == (2, 1, 2)
    gone = replace(state.runners[1], left=True)
    state = replace(state, runners=(state.runners[0], gone, state.runners[2]))
    assert GAME.places(GAME.view(state, None)) == (1, 3, 1)


def test_h14_the_engine_knows_no_time() -> None:
    """The reveal, all runs and the next question are one step: how long a page shows each is its own affair."""
    step = play(hens("rush", "stride"), Run("rush"), Run("stride"))
    kinds = [type(event).__name__ for event in step.events]
    assert kinds[:2] == ["Chosen", "CardsShown"]
    assert "TurnBegan" in kinds
    assert GAME.awaiting(step.state)
