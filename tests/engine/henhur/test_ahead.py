"""What who has picked knows of the race turn to come."""

from hypothesis import given
from hypothesis import strategies as st

from engine.henhur import HenHur, Setup
from engine.henhur.ahead import coming, has_picked
from engine.henhur.bots import BOTS
from engine.henhur.views import View
from engine.kernel import Answer, Seed, derive
from engine.kernel.records import fold

GAME = HenHur()
RULES = GAME.content.rules


def walked(seed: int, answers: int) -> list[tuple[View, View]]:
    """A match of hens that choose by chance: what each foresaw last while others picked, and what came."""
    chance = Seed(f"{seed:064x}")
    state = fold(GAME, GAME.start(Setup(3), chance))
    bot = BOTS["random"](GAME)
    foreseen: dict[int, View] = {}
    found = []
    for number in range(answers):
        questions = GAME.awaiting(state)
        if not questions:
            break
        if state.phase == "run":
            found += [(view, GAME.view(state, seat)) for seat, view in foreseen.items()]
            foreseen = {}
        for seat in range(3):
            view = GAME.view(state, seat)
            if has_picked(view):
                foreseen[seat] = coming(RULES, view)
        (question, *_) = questions
        dice = derive(chance, str(number))
        choice = bot.choose(GAME.view(state, question.seat), GAME.legal(state, question.seat), dice)
        step = GAME.decide(state, Answer(question.seat, question, choice))
        assert not hasattr(step, "code"), step
        state = step.state
    return found


def drew_more(view: View, seat: int) -> bool:
    """Whether the bid of a seat was burned for cards."""
    bid = next(bid for bid in view.bids if bid.seat == seat)
    return bid.choice.burn and any(effect.op == "draw" for effect in GAME.cards[bid.choice.card].burn)


@given(st.integers(0, 2**32), st.integers(10, 150))
def test_who_has_picked_foresees_hand_slots_and_deck(seed: int, answers: int) -> None:
    for view, came in walked(seed, answers):
        assert view.mine is not None
        assert came.mine is not None
        seat = view.mine.seat
        own, then = view.runners[seat], came.runners[seat]
        assert (view.round, view.phase) == (came.round, came.phase)
        assert set(view.mine.hand) <= set(came.mine.hand)
        assert own.slots == then.slots
        if not drew_more(view, seat) and len(view.mine.hand) == RULES.hand:
            assert view.mine.hand == came.mine.hand
            assert sorted(own.discard) == sorted(then.discard)
            assert own.top == then.top


def test_matches_come_by_this() -> None:
    assert sum(len(view.mine.hand) == RULES.hand for view, _came in walked(7, 150) if view.mine) > 10
