"""Before the first round: the drafts of the Garage, who may see what of them, and the weather before or after."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.heat import RULEBOOK, STANDARD, Entrant, Gear, Heat, Pass, Ruleset, Setup, State
from engine.heat import events as e
from engine.heat.content import Content
from engine.heat.decks import deck_for
from engine.heat.events import Event
from engine.heat.masking import ChosenSeen, MarketDealtSeen, StartedSeen
from engine.heat.moves.give_up import GaveUp, GiveUp
from engine.heat.moves.pick import Pick, Picked
from engine.heat.moves.swap import Swap, Swapped
from engine.heat.state import with_car
from engine.kernel import Answer, Refusal, Retire, Seed, StandIn, Step, Withdraw, Withdrawal, derive, encode, fold
from engine.kernel.seats import Seat
from tests.engine.heat.kit import SEED, track

BOTH = pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=["standard", "rulebook"])
VIEWERS = (0, 1, None)
BASIC, ADVANCED = ("basic",), ("advanced",)


class Drafting:
    """A race from its start on. Every event is checked to fold; `events` are all so far."""

    def __init__(
        self,
        draft: Any,
        drivers: int = 3,
        *,
        legends: int = 0,
        rules: Ruleset = STANDARD,
        seed: Seed = SEED,
        **rest: Any,
    ) -> None:
        content = Content(track=track(), rules=rules, legends=deck_for(rules.legend_rows))
        self.game = Heat(content)
        entrants = rest.pop("entrants", (Entrant(),) * drivers + (Entrant(content.legends.rows[0]),) * legends)
        rest.setdefault("grid", tuple(range(len(entrants))))
        self.setup = Setup(entrants, 2, draft=draft, **rest)
        self.events: list[Event] = list(self.game.start(self.setup, seed))
        self.state: State = fold(self.game, self.events)

    @property
    def asked(self) -> dict[int, str]:
        return {question.seat: question.phase for question in self.game.awaiting(self.state)}

    @property
    def market(self) -> tuple[str, ...]:
        return self.state.market

    def question(self, seat: int) -> Any:
        return self.game.question(self.state, seat)

    def choices(self, seat: int) -> list[Any]:
        return list(self.game.legal(self.state, seat))

    def do(self, command: Any) -> "Drafting":
        step = self.game.decide(self.state, command)
        assert isinstance(step, Step), step
        assert fold(self.game, step.events, self.state) == step.state
        self.events += step.events
        self.state = step.state
        assert self.game.problems(self.state) == ()
        return self

    def answer(self, seat: int, choice: Any) -> "Drafting":
        return self.do(Answer(seat, self.question(seat), choice))

    def stand_in(self, seat: int) -> "Drafting":
        return self.do(StandIn(self.question(seat)))

    def refused(self, seat: int, choice: Any) -> str:
        refusal = self.game.decide(self.state, Answer(seat, self.question(seat), choice))
        assert isinstance(refusal, Refusal), "this was accepted"
        return refusal.code

    def turns(self, count: int = 1000) -> list[int]:
        """Let so many picks be made, the first card each time; who made them."""
        seats: list[int] = []
        while len(seats) < count and set(self.asked.values()) & {"draft", "snake_draft"}:
            (seat,) = self.asked
            self.answer(seat, self.choices(seat)[0])
            seats.append(seat)
        return seats

    def to_the_race(self) -> "Drafting":
        while self.state.round == 0:
            for seat in self.asked:
                self.answer(seat, self.choices(seat)[0])
        return self

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def pool(tiers: tuple[str, ...], *expansions: str) -> Counter[str]:
    """The shared pile by the numbers of the cards: 17 basic, 31 advanced, 6 for each expansion, two copies each."""
    numbers = [*range(1, 18)] * ("basic" in tiers) + [*range(18, 49)] * ("advanced" in tiers)
    numbers += [*range(49, 55)] * ("heavy_rain" in expansions and "advanced" in tiers)
    numbers += [*range(55, 61)] * ("tunnel_vision" in expansions and "advanced" in tiers)
    return Counter({f"up{number:02}": 2 for number in numbers})


def everything(state: State) -> Counter[str]:
    """Every upgrade of a race, wherever it is."""
    owned = [card for car in state.cars for card in car.upgrades]
    return Counter((*state.upgrade_pile, *state.upgrades_out, *state.market, *owned))


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
    """34 basic cards, ten drivers: 13 in each market, so the third is 8 and the six that nobody took."""
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


# Who may know what


def redealt(state: State, viewer: int | None, n: int) -> State:
    """Everything else where nobody may look: the pile, the seed, what others gave up."""
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
