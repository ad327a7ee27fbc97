"""Who may know what of a draft: the pile and what others give up are secret, the market is open."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from engine.heat import State
from engine.heat import events as e
from engine.heat.masking import MarketDealtSeen, StartedSeen
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.pick import Picked
from engine.heat.state import with_car
from engine.kernel import Withdrawal, derive, encode
from engine.kernel.seats import Seat
from tests.engine.heat.drafting import BASIC, VIEWERS, Drafting, everything
from tests.engine.heat.kit import SEED


def redealt(state: State, viewer: int | None, n: int) -> State:
    """The race with other values where this viewer may not look: the pile, the seed, what others gave up."""
    pile = tuple(Random(n).sample(state.upgrade_pile, len(state.upgrade_pile)))
    state = replace(state, upgrade_pile=pile, seed=derive(state.seed, str(n)), drawn=state.drawn + n)
    for seat, car in enumerate(state.cars):
        if isinstance(car.choice, GiveUp) and seat != viewer:
            state = with_car(state, Seat(seat), replace(car, choice=GiveUp(car.upgrades[n % 4])))
    return state


@pytest.mark.parametrize("draft", ["rounds", "snake", "one"])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_std_secrets_nobody_sees_the_pile_of_upgrades(draft: str, viewer: int | None) -> None:
    table = Drafting(draft, 3)
    while table.state.round == 0:
        shown = table.game.view(table.state, viewer)
        for n in (1, 2):
            other = redealt(table.state, viewer, n)
            assert table.game.view(other, viewer) == shown
            if viewer is not None:
                assert list(table.game.legal(other, viewer)) == table.choices(viewer)
        assert shown.market == table.market
        seat = max(table.asked)
        table.answer(seat, table.choices(seat)[0])


@pytest.mark.parametrize("viewer", VIEWERS)
def test_std_secrets_everybody_sees_markets_picks_and_owned_upgrades(viewer: int | None) -> None:
    table = Drafting("rounds", 3)
    table.turns(4)
    seen = table.game.view(table.state, viewer)
    assert (seen.market, seen.upgrades_out) == (table.market, table.state.upgrades_out)
    assert [car.upgrades for car in seen.cars] == [car.upgrades for car in table.state.cars]
    for event in (*table.of(Picked), *table.of(e.MarketClosed)):
        assert table.game.see(event, viewer) == event


@pytest.mark.parametrize("viewer", VIEWERS)
def test_std_secrets_events_of_a_draft_do_not_show_the_pile(viewer: int | None) -> None:
    table = Drafting("rounds", 10, tiers=BASIC)
    opening = table.game.see(table.of(e.Started)[0], viewer)
    assert isinstance(opening, StartedSeen)
    assert not re.search(r"up\d\d", encode(opening).decode())
    table.turns(20)
    dealt = table.of(e.MarketDealt)[2]
    assert table.game.see(dealt, viewer) == MarketDealtSeen(order=dealt.order, cards=dealt.cards, again=True)


@pytest.mark.parametrize("draft", ["rounds", "snake", "one"])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_draft_goes_on_from_what_was_imagined(draft: str, viewer: int | None) -> None:
    table = Drafting(draft, 3)
    for _ in range(40):
        if table.state.round:
            break
        view = table.game.view(table.state, viewer)
        other = table.game.imagine(view, derive(SEED, "other"))
        assert table.game.problems(other) == ()
        assert table.game.view(other, viewer) == view
        assert everything(other) == everything(table.state)
        if viewer is not None:
            assert list(table.game.legal(other, viewer)) == table.choices(viewer)
            for choice in table.choices(viewer):
                if not isinstance(choice, Withdrawal):
                    assert table.game.explain(view, choice).refused is None
        seat = max(table.asked)
        table.answer(seat, table.choices(seat)[-1])
    assert table.state.round == 1


def test_rb_g_a_draft_is_recorded_and_the_state_can_be_read_back() -> None:
    table = Drafting("snake", 2)
    for _ in range(8):
        assert table.game.decode(table.game.encode(table.state)) == table.state
        table.turns(1)
    assert {question.round for question in table.game.awaiting(table.state)} == {0}
