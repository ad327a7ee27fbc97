"""The bots: what they choose is legal, the same for the same view and dice, and as their style says."""

import pytest

from engine.cli.games.henhur import PLAYED
from engine.cli.games.matches import play as play_match
from engine.cli.games.matches import rotated, seated
from engine.henhur import Bid, HenHur, Pick, Run, Setup, State
from engine.henhur.bots import BOTS
from engine.henhur.bots.cast import cast
from engine.kernel import Seed, Step, command_for, derive, fold
from tests.engine.henhur.kit import GAME, SEED, begun, dealt, stand_ins, with_tokens

DICE = Seed("d1ce" * 8)


def chosen(name: str, state: State, seat: int = 0) -> object:
    return BOTS[name](GAME).choose(GAME.view(state, seat), GAME.legal(state, seat), DICE)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("seats", [2, 5])
def test_what_bots_choose_is_legal_and_comes_again(name: str, seats: int) -> None:
    game = HenHur()
    bot, again = BOTS[name](game), BOTS[name](HenHur())
    state = fold(game, game.start(Setup(seats), derive(SEED, name)))
    asked = 0
    while waiting := game.awaiting(state):
        question = waiting[0]
        view, choices = game.view(state, question.seat), game.legal(state, question.seat)
        choice = bot.choose(view, choices, derive(DICE, str(question)))
        assert choice in choices
        if asked % 10 == 0:
            assert again.choose(view, choices, derive(DICE, str(question))) == choice
        step = game.decide(state, command_for(question, choice))
        assert isinstance(step, Step)
        state, asked = step.state, asked + 1
        if name == "good" and state.turn > 6:
            break


def test_random_plays_everything_there_is() -> None:
    """Burned and kept, with tokens and without, each card of the hand."""
    state = with_tokens(dealt(begun(2), 0, "rush", "lowbid", "canter"), 0, p=2, r=1, w=2)
    bot = BOTS["random"](GAME)
    seen = [bot.choose(GAME.view(state, 0), GAME.legal(state, 0), derive(DICE, str(number))) for number in range(300)]
    runs = [choice for choice in seen if isinstance(choice, Run)]
    assert len(runs) == 300
    assert {choice.card for choice in runs} == {"rush", "lowbid", "canter"}
    assert {choice.burn for choice in runs} == {True, False}
    assert {choice.p for choice in runs} == {0, 1, 2}
    assert {choice.w_priority + choice.w_race for choice in runs} == {0, 1, 2}


def test_cautious_runs_far_and_saves_its_spaces_for_the_finish() -> None:
    state = with_tokens(dealt(begun(2), 0, "rush", "stride", "highbid"), 0, r=2)
    assert chosen("cautious", state) == Run("rush")
    state = with_tokens(dealt(begun(2), 0, "rush", "stride", "highbid", at=79), 0, r=2)
    assert chosen("cautious", state) == Run("rush", r=2)
    state = with_tokens(dealt(begun(2), 0, "rush", "stride", "highbid", at=70), 0, r=2)
    assert chosen("cautious", state) == Run("rush"), "it would not finish"


def test_cautious_bids_what_runs_least_and_picks_what_runs_most() -> None:
    state = dealt(stand_ins(begun(2), until=2), 0, "rush", "highbid", "lowbid", discard=())
    assert chosen("cautious", state) == Bid("highbid")
    drafting = stand_ins(begun(2), until=2)
    for seat in (0, 1):
        step = GAME.decide(drafting, command_for(GAME.question(drafting, seat), Bid(drafting.runners[seat].hand[0])))
        assert isinstance(step, Step)
        drafting = step.state
    seat = drafting.order[0]
    best = max(drafting.pool, key=lambda face: GAME.cards[face].spaces())
    assert chosen("cautious", drafting, seat) == Pick(best)


def test_good_takes_the_win_that_it_has() -> None:
    """Its Feint is before both Elbows for certain; its Rush runs farther, and is often too late."""
    state = dealt(begun(2), 0, "feint", "stride", "rush", at=85, deck=("lowbid",))
    state = dealt(state, 1, "elbow", "elbow", "elbow", at=88, deck=("lowbid",))
    assert chosen("good", state) == Run("feint")


def test_good_burns_what_is_slow_while_it_has_room() -> None:
    state = dealt(stand_ins(begun(2), until=2), 0, "rush", "highbid", "stride", discard=())
    assert chosen("good", state) == Bid("highbid", burn=True)
    full = dealt(state, 0, "rush", "highbid", "stride", slots=("lowbid", "lowbid", "canter"), discard=())
    assert chosen("good", full) == Bid("highbid")


def test_good_looks_at_its_own_view_alone() -> None:
    """Rivals' hands dealt otherwise change nothing."""
    state = dealt(begun(2), 1, "rush", "stride", "punch", deck=("highbid", "lowbid", "lowbid", "pitstop"))
    other = dealt(begun(2), 1, "pitstop", "lowbid", "highbid", deck=("lowbid", "rush", "stride", "punch"))
    assert GAME.view(state, 0) == GAME.view(other, 0)
    assert chosen("good", state) == chosen("good", other)


def test_the_stronger_wins_more_matches() -> None:
    """Far fewer than docs/BOTS.md rests on, but the same on every run."""
    table = PLAYED.table(None, 2)  # type: ignore[arg-type]  # it has no options
    for names, matches, least in ((("cautious", "random"), 40, 36), (("good", "cautious"), 12, 7)):
        wins = 0.0
        for number in range(matches):
            seats = rotated(names, number)
            match = play_match(table, seated(PLAYED, table, seats), derive(SEED, str(number // 2)))
            mine = match.places[(0 - number) % 2]
            wins += (mine == 1) / match.places.count(1)
        assert wins >= least, names


def test_the_cast_has_names_styles_and_every_bot() -> None:
    assert len({one.name for one in cast()}) == len(cast()) >= 9
    assert {one.bot for one in cast()} == set(BOTS)
    assert all(one.style for one in cast())
