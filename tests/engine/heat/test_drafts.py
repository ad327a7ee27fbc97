"""Before the first round: the drafts of the Garage, and the weather before or after them."""

from collections import Counter
from typing import Any

import pytest

from engine.heat import RULEBOOK, STANDARD, Entrant, Gear, Heat, Pass, Ruleset, Setup
from engine.heat import events as e
from engine.heat.content import Content
from engine.heat.masking import ChosenSeen
from engine.heat.moves.give_up import GaveUp, GiveUp
from engine.heat.moves.pick import Pick, Picked
from engine.heat.moves.swap import Swap, Swapped
from engine.kernel import Answer, Refusal, Retire, Withdraw, Withdrawal, derive
from engine.kernel.seats import Seat
from tests.engine.heat.drafting import ADVANCED, BASIC, BOTH, Drafting, everything, pool
from tests.engine.heat.kit import SEED, track

# Rounds


@BOTH
@pytest.mark.parametrize("drivers", [1, 2, 3, 6, 8])
def test_rb_g_three_rounds_back_front_back(rules: Ruleset, drivers: int) -> None:
    table = Drafting("rounds", drivers, rules=rules)
    there, back = list(range(drivers)), list(range(drivers))[::-1]
    assert table.turns() == back + there + back
    assert [len(car.upgrades) for car in table.state.cars] == [3] * drivers
    assert table.state.round == 1


def test_rb_g_the_order_is_that_of_the_grid_not_of_the_seats() -> None:
    assert Drafting("rounds", 3, grid=(1, 2, 0)).turns() == [0, 2, 1, 1, 2, 0, 0, 2, 1]


@pytest.mark.parametrize("drivers", [1, 2, 5])
def test_rb_g_a_market_holds_three_more_than_there_are_drivers_and_is_new_each_round(drivers: int) -> None:
    table = Drafting("rounds", drivers)
    table.turns()
    markets = [event.cards for event in table.of(e.MarketDealt)]
    assert [len(market) for market in markets] == [drivers + 3] * 3
    (opening,) = table.of(e.Started)
    assert sum(markets, ()) == opening.upgrade_pile[: 3 * (drivers + 3)]


def test_rb_g_a_pick_takes_the_card_from_the_market_for_all() -> None:
    table = Drafting("rounds", 3)
    assert table.asked == {2: "draft"}
    market = table.market
    assert table.choices(2) == [Pick(card) for card in sorted(set(market))]
    table.answer(2, Pick(market[3]))
    assert Counter(table.market) == Counter(market) - Counter([market[3]])
    assert table.state.cars[2].upgrades == (market[3],)
    assert table.asked == {1: "draft"}


def test_rb_g_what_nobody_took_leaves() -> None:
    table = Drafting("rounds", 2)
    left = Counter(table.market)
    table.turns(2)
    left -= Counter(card for car in table.state.cars for card in car.upgrades)
    assert Counter(table.state.upgrades_out) == left
    table.turns()
    assert table.market == ()
    assert len(table.state.upgrades_out) == 9


def test_rb_g_only_what_lies_in_the_market_can_be_taken() -> None:
    table = Drafting("rounds", 2)
    hidden = next(card for card in table.state.upgrade_pile if card not in table.market)
    assert table.refused(1, Pick(hidden)) == "not_in_market"
    assert table.refused(1, Pick("nonsense")) == "not_in_market"
    for wrong in (Pass(), Gear(1), GiveUp("up01"), Swap("up01", "up02")):
        assert table.refused(1, wrong) == "not_an_answer"


def test_rb_g_nobody_picks_out_of_turn_and_nothing_is_undone() -> None:
    table = Drafting("rounds", 2)
    question = table.question(1)
    assert isinstance(table.game.decide(table.state, Answer(0, table.question(0), Pick(table.market[0]))), Refusal)
    table.answer(1, Pick(table.market[0]))
    assert isinstance(table.game.decide(table.state, Answer(1, question, Pick(table.market[0]))), Refusal)
    assert isinstance(table.game.decide(table.state, Withdraw(1, table.question(1))), Refusal)


@BOTH
@pytest.mark.parametrize("draft", ["rounds", "snake", "random", "one"])
def test_rb_g_legends_take_no_part(rules: Ruleset, draft: str) -> None:
    table = Drafting(draft, 2, legends=2, rules=rules, grid=(2, 0, 3, 1))
    size = {"rounds": 5, "snake": 7, "random": 6, "one": 5}[draft]
    assert len(table.of(e.MarketDealt)[0].cards) == size
    table.to_the_race()
    assert {event.seat for event in table.of(Picked)} == {0, 1}
    assert [car.upgrades for car in table.state.cars[2:]] == [(), ()]
    assert table.state.order == (2, 0, 3, 1)


@pytest.mark.parametrize("draft", ["rounds", "snake", "random", "one"])
def test_rb_g_drafted_upgrades_take_the_place_of_the_trio(draft: str) -> None:
    table = Drafting(draft, 3).to_the_race()
    for car in table.state.cars:
        deck = Counter(car.hand + car.draw)
        heats = sum(card in ("up17", "up48") for card in car.upgrades)
        assert (deck["0"], deck["5"], deck["heat"]) == (0, 0, heats)
        assert deck - Counter(["1", "2", "3", "4"] * 3 + ["stress"] * 3 + ["heat"] * heats) == Counter(
            card for card in car.upgrades if card not in ("up17", "up48")
        )


def test_rb_g_without_a_draft_the_trio_is_used() -> None:
    table = Drafting("", 2)
    assert table.state.round == 1
    assert [car.upgrades for car in table.state.cars] == [("0", "5", "heat")] * 2
    assert table.state.upgrade_pile == ()


# Tiers and expansions


@pytest.mark.parametrize("tiers", [BASIC, ADVANCED, (*BASIC, *ADVANCED)])
@pytest.mark.parametrize("expansions", [(), ("heavy_rain",), ("tunnel_vision",), ("heavy_rain", "tunnel_vision")])
def test_rb_g_the_pile_holds_two_copies_of_each_card_of_the_tiers(tiers: Any, expansions: Any) -> None:
    table = Drafting("rounds", 2, tiers=tiers, expansions=expansions)
    assert everything(table.state) == pool(tiers, *expansions)
    assert everything(table.to_the_race().state) == pool(tiers, *expansions)


def test_rb_g_the_pile_is_shuffled_by_the_seed() -> None:
    piles = {Drafting("rounds", 2, seed=derive(SEED, str(n))).of(e.Started)[0].upgrade_pile for n in range(5)}
    assert len(piles) == 5


def test_rb_g_a_pile_of_120_is_shuffled_fairly() -> None:
    """Both copies of a card lie one on the other as rarely as any two: 1 in 119. Once it was 1 in 18."""
    heat = Heat(Content(track=track(), rules=STANDARD))
    setup = Setup((Entrant(), Entrant()), 1, draft="rounds", expansions=("heavy_rain", "tunnel_vision"))
    together = 0
    for number in range(400):
        opening = heat.start(setup, derive(SEED, str(number)))[0]
        assert isinstance(opening, e.Started)
        pile = opening.upgrade_pile
        assert len(pile) == 120
        together += sum(pile[place] == pile[place + 1] for place in range(20))
    fair = 400 * 20 / 119
    assert abs(together - fair) < 4 * fair**0.5


def test_rb_g_upgrades_that_are_owned_already_are_not_in_the_pile() -> None:
    table = Drafting("one", entrants=(Entrant(upgrades=("up01", "up01")), Entrant(upgrades=("up02",))))
    pile = Counter((*table.state.upgrade_pile, *table.market))
    assert (pile["up01"], pile["up02"], pile["up03"]) == (0, 1, 2)


# When the pile runs out


def test_rb_g_when_the_pile_runs_out_what_left_is_shuffled_in() -> None:
    """34 basic cards, ten drivers: 13 in each market, so the third is 8 and the six that no driver took."""
    table = Drafting("rounds", 10, tiers=BASIC)
    table.turns(20)
    third = table.of(e.MarketDealt)[2]
    assert third.n is not None
    assert (len(third.pile), len(third.cards)) == (14, 13)
    assert third.pile[:8] == table.of(e.Started)[0].upgrade_pile[26:]
    assert table.state.upgrades_out == ()
    assert everything(table.state) == pool(BASIC)
    table.turns()
    assert [len(car.upgrades) for car in table.state.cars] == [3] * 10


@BOTH
@pytest.mark.parametrize("draft", ["rounds", "snake", "random", "one"])
def test_rb_g_twelve_drivers_can_draft(rules: Ruleset, draft: str) -> None:
    table = Drafting(draft, 12, rules=rules).to_the_race()
    assert [len(car.upgrades) for car in table.state.cars] == [1 if draft == "one" else 3] * 12
    assert everything(table.state) == pool((*BASIC, *ADVANCED))


@pytest.mark.parametrize("draft", ["rounds", "snake", "random"])
def test_rb_g_where_not_even_that_is_enough_the_last_go_without(draft: str) -> None:
    """34 cards for twelve drivers who want three each."""
    table = Drafting(draft, 12, tiers=BASIC).to_the_race()
    picked = Counter(event.seat for event in table.of(Picked))
    assert sum(picked.values()) == 34
    assert min(picked.values()) < 3
    assert [event.seat for event in table.of(GaveUp)] == sorted(seat for seat in picked if picked[seat] > 3)
    assert [len(car.upgrades) for car in table.state.cars] == [min(3, picked[seat]) for seat in range(12)]
    assert everything(table.state) == pool(BASIC)
    assert table.state.round == 1


# Snake


@BOTH
@pytest.mark.parametrize("drivers", [1, 2, 4])
def test_rb_g_snake_goes_there_and_back_twice(rules: Ruleset, drivers: int) -> None:
    table = Drafting("snake", drivers, rules=rules)
    there, back = list(range(drivers)), list(range(drivers))[::-1]
    assert table.turns() == back + there + there + back
    assert [len(event.cards) for event in table.of(e.MarketDealt)] == [2 * drivers + 3] * 2
    assert [len(car.upgrades) for car in table.state.cars] == [4] * drivers


def snaked(drivers: int = 2, **setup: Any) -> Drafting:
    table = Drafting("snake", drivers, **setup)
    table.turns()
    return table


def test_rb_g_snake_ends_with_giving_one_of_four_up_all_at_once() -> None:
    table = snaked(3)
    assert table.asked == {0: "give_up", 1: "give_up", 2: "give_up"}
    owned = table.state.cars[0].upgrades
    assert table.choices(0) == [GiveUp(card) for card in sorted(set(owned))]
    foreign = next(card for card in pool(BASIC + ADVANCED) if card not in owned)
    assert table.refused(0, GiveUp(foreign)) == "not_owned"
    assert table.refused(0, GiveUp("nonsense")) == "not_owned"
    table.answer(0, GiveUp(owned[2]))
    assert table.state.cars[0].upgrades == owned, "not before all have"


def test_rb_g_what_was_given_up_leaves_once_all_are_in() -> None:
    table = snaked()
    gone = [car.upgrades[1] for car in table.state.cars]
    kept = [Counter(car.upgrades) - Counter([car.upgrades[1]]) for car in table.state.cars]
    table.answer(1, GiveUp(gone[1])).answer(0, GiveUp(gone[0]))
    assert table.of(GaveUp) == [GaveUp(Seat(0), card=gone[0]), GaveUp(Seat(1), card=gone[1])], (
        "in grid order, not as they came"
    )
    assert [Counter(car.upgrades) for car in table.state.cars] == kept
    assert set(gone) <= set(table.state.upgrades_out)
    assert table.state.round == 1


def test_rb_g_giving_up_may_be_taken_back_while_others_choose() -> None:
    table = snaked()
    first, second = table.state.cars[0].upgrades[:2]
    late = table.question(0)
    table.answer(0, GiveUp(first))
    assert table.choices(0) == [Withdrawal()]
    table.do(Withdraw(0, table.question(0)))
    assert table.asked == {0: "give_up", 1: "give_up"}
    assert isinstance(table.game.decide(table.state, Answer(0, late, GiveUp(first))), Refusal)
    table.answer(0, GiveUp(second)).answer(1, table.choices(1)[0])
    assert table.of(GaveUp)[0] == GaveUp(Seat(0), card=second)
    assert isinstance(table.game.decide(table.state, Withdraw(0, table.question(0))), Refusal)


def test_std_secrets_only_the_driver_knows_what_will_be_given_up() -> None:
    one, two = snaked(), snaked()
    first, second = one.state.cars[0].upgrades[:2]
    assert first != second
    one.answer(0, GiveUp(first))
    two.answer(0, GiveUp(second))
    for viewer in (1, None):
        assert one.game.view(one.state, viewer) == two.game.view(two.state, viewer)
        assert one.game.see(one.events[-1], viewer) == ChosenSeen(Seat(0))
    mine = one.game.view(one.state, 0).mine
    assert mine is not None
    assert mine.choice == GiveUp(first)
    assert one.game.see(one.events[-1], 0) == ChosenSeen(Seat(0), choice=GiveUp(first))
    assert one.game.view(one.state, 1).cars[0].chosen


# Random


@BOTH
def test_rb_g_random_gives_three_to_each_and_asks_nobody(rules: Ruleset) -> None:
    table = Drafting("random", 4, rules=rules)
    assert table.state.round == 1
    (opening,) = table.of(e.Started)
    given = sum((car.upgrades for car in table.state.cars), ())
    assert given == opening.upgrade_pile[:12]
    assert table.of(e.StoodIn) == []


# One and a swap


@BOTH
def test_rb_g_one_for_each_from_the_back_and_a_swap_for_the_first_of_them(rules: Ruleset) -> None:
    table = Drafting("one", 3, rules=rules)
    assert table.turns() == [2, 1, 0]
    assert [len(car.upgrades) for car in table.state.cars] == [1, 1, 1]
    assert table.asked == {2: "swap"}
    (owned,) = table.state.cars[2].upgrades
    left = sorted(set(table.market))
    assert table.choices(2) == [*(Swap(owned, take) for take in left if take != owned), Pass()]
    table.answer(2, Swap(owned, left[0] if left[0] != owned else left[1]))
    assert table.of(Swapped)[0].give == owned
    assert table.state.cars[2].upgrades == (table.of(Swapped)[0].take,)
    assert owned in table.state.upgrades_out
    assert everything(table.state) == pool(BASIC + ADVANCED)


def test_rb_g_an_upgrade_of_an_earlier_race_may_be_swapped_too() -> None:
    entrants = (Entrant(upgrades=("up60", "up17")), Entrant(upgrades=("up59",)))
    table = Drafting("one", entrants=entrants)
    table.turns()
    assert len(table.market) == 3
    take = next(card for card in table.market if card != "up17")
    assert {choice.give for choice in table.choices(1) if isinstance(choice, Swap)} == set(table.state.cars[1].upgrades)
    table.answer(1, Swap("up59", take))
    assert set(table.state.cars[1].upgrades) > {take}
    assert table.state.cars[0].upgrades[:2] == ("up60", "up17")
    assert len(table.state.cars[0].upgrades) == 3


def test_rb_g_a_swap_is_for_owned_cards_and_what_is_left() -> None:
    table = Drafting("one", 2)
    table.turns()
    (owned,) = table.state.cars[1].upgrades
    (foreign,) = table.state.cars[0].upgrades
    if foreign not in (owned, *table.market):
        assert table.refused(1, Swap(foreign, table.market[0])) == "not_owned"
        assert table.refused(1, Swap(owned, foreign)) == "not_in_market"
    assert table.refused(1, Swap("nonsense", table.market[0])) == "not_owned"
    assert table.refused(1, Swap(owned, "nonsense")) == "not_in_market"


def test_rb_g_a_card_is_not_swapped_for_its_twin() -> None:
    for n in range(200):
        table = Drafting("one", 1, tiers=BASIC, seed=derive(SEED, str(n)))
        table.turns()
        (owned,) = table.state.cars[0].upgrades
        if owned in table.market:
            assert Swap(owned, owned) not in table.choices(0)
            assert table.refused(0, Swap(owned, owned)) == "swap_same"
            return
    pytest.fail("no market had two of a kind")


def test_rb_g_the_swap_may_be_left() -> None:
    table = Drafting("one", 2)
    table.turns()
    owned = table.state.cars[1].upgrades
    table.answer(1, Pass())
    assert table.state.cars[1].upgrades == owned
    assert table.of(Swapped) == []
    assert table.state.round == 1


# Stand-ins, retiring


@pytest.mark.parametrize("draft", ["rounds", "snake", "one"])
def test_std_standin_takes_the_first_card_of_a_draft(draft: str) -> None:
    table = Drafting(draft, 2)
    first = min(table.market)
    table.stand_in(1)
    assert table.state.cars[1].upgrades == (first,)


def test_std_standin_gives_the_last_card_up_and_swaps_nothing() -> None:
    table = snaked()
    last = max(table.state.cars[0].upgrades)
    table.stand_in(0).stand_in(1)
    assert table.of(GaveUp)[0] == GaveUp(Seat(0), card=last)
    one = Drafting("one", 2)
    one.turns()
    one.stand_in(1)
    assert one.of(Swapped) == []
    assert one.state.round == 1


@pytest.mark.parametrize("draft", ["rounds", "snake", "one"])
@pytest.mark.parametrize("after", range(9))
@pytest.mark.parametrize("gone", [0, 1, 2])
def test_rb_g_a_draft_goes_on_without_a_driver_who_leaves(draft: str, after: int, gone: int) -> None:
    table = Drafting(draft, 3)
    table.turns(after)
    table.do(Retire(gone)).to_the_race()
    assert table.state.cars[gone].status == "retired"
    assert gone not in table.state.order
    others = [car for seat, car in enumerate(table.state.cars) if seat != gone]
    assert [len(car.upgrades) for car in others] == [1 if draft == "one" else 3] * 2
    assert [len(car.hand) for car in others] == [7, 7]


def test_rb_g_who_leaves_while_giving_up_holds_nobody_up() -> None:
    table = snaked(3)
    for seat in (0, 1):
        table.answer(seat, table.choices(seat)[0])
    table.do(Retire(2))
    assert [event.seat for event in table.of(GaveUp)] == [0, 1]
    assert table.state.round == 1
    other = snaked(3)
    other.answer(0, other.choices(0)[0]).do(Retire(0)).to_the_race()
    assert [event.seat for event in other.of(GaveUp)] == [1, 2]


def test_rb_g_who_leaves_instead_of_swapping_holds_nobody_up() -> None:
    table = Drafting("one", 3)
    table.turns()
    assert table.do(Retire(2)).state.round == 1


def test_rb_g_a_draft_that_everybody_leaves_ends_the_race() -> None:
    table = Drafting("rounds", 2).do(Retire(0)).do(Retire(1))
    assert table.state.ended == "no_driver"


# Weather before or after


def order_of(table: Drafting) -> list[str]:
    names = {e.WeatherDrawn: "weather", e.RoadsLaid: "roads", Picked: "picked", e.Dealt: "dealt"}
    found = [names[type(event)] for event in table.events if type(event) in names]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(
    ("rules", "season", "order"),
    [
        (STANDARD, False, ["picked", "weather", "roads", "dealt"]),
        (STANDARD, True, ["picked", "weather", "roads", "dealt"]),
        (RULEBOOK, False, ["weather", "roads", "picked", "dealt"]),
        (RULEBOOK, True, ["picked", "weather", "roads", "dealt"]),
    ],
)
@pytest.mark.parametrize("draft", ["rounds", "snake", "random", "one"])
def test_rb_2_weather_comes_before_or_after_the_draft(
    rules: Ruleset, season: bool, order: list[str], draft: str
) -> None:
    table = Drafting(draft, 2, rules=rules, season=season, weather=True, roads=True).to_the_race()
    assert order_of(table) == order
    assert len(table.of(e.WeatherDrawn)) == len(table.of(e.RoadsLaid)) == 1
