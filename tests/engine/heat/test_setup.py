"""Set-up, Online rules: decks, engines, hands, the grid, the mulligan, and everything that can be wrong."""

from collections import Counter
from typing import Any

import pytest

from engine.heat import Entrant, Gear, Heat, Mulligan, Setup, State, all_tracks
from engine.heat.cards import Card
from engine.heat.choices import Choice
from engine.heat.events import Dealt
from engine.heat.moves.mulligan import Mulliganed, MulliganedSeen
from engine.heat.tracks import find_faults
from engine.kernel import Answer, Broken, Refusal, Seed, Step, Withdrawal, fold
from engine.kernel.seats import Seat
from tests.engine.heat.kit import SEED, Table, box, car, game, track

OTHER_SEED = Seed("fedcba9876543210" * 2)


def started(cars: int = 2, on: str = "usa", seed: Seed = SEED, race: Heat | None = None, **setup: Any) -> State:
    race = race or game(on=all_tracks()[on])
    return fold(race, race.start(Setup((Entrant(),) * cars, 2, **setup), seed))


def faults(*entrants: Entrant, race: Heat | None = None, seed: str = SEED, laps: int = 2, **setup: Any) -> set[str]:
    """Every fault of a set-up, as place and code."""
    with pytest.raises(Broken) as broken:
        (race or game()).start(Setup(entrants or (Entrant(),), laps, **setup), Seed(seed))
    return {f"{fault.place} {fault.code}" for fault in broken.value.faults}


@pytest.mark.parametrize("name", all_tracks())
def test_std_setup_the_deck_is_twelve_speed_cards_the_trio_and_the_tracks_stress(name: str) -> None:
    driver = started(on=name).cars[0]
    deck = {"1": 3, "2": 3, "3": 3, "4": 3, "0": 1, "5": 1, "heat": 1, "stress": all_tracks()[name].stress}
    assert Counter(driver.hand + driver.draw) == deck
    assert driver.discard == ()


@pytest.mark.parametrize(
    ("name", "heat", "stress"),
    [("usa", 6, 3), ("japan", 7, 3), ("southafrica", 7, 3), ("deutschland", 5, 3), ("mexico", 6, 2)],
)
def test_std_setup_heat_and_stress_are_the_tracks(name: str, heat: int, stress: int) -> None:
    driver = started(on=name).cars[0]
    assert driver.engine == heat
    assert driver.stock.count("stress") == stress
    assert driver.stock.count("heat") == heat + 1


def test_std_setup_drafted_upgrades_take_the_place_of_the_trio() -> None:
    """An upgrade that is a Heat card is Heat, and starts in the deck."""
    race = game(cards=box(Card("turbo", "upgrade", (6,)), Card("burner", "heat")))
    entrants = (Entrant(upgrades=("turbo", "burner", "turbo")), Entrant())
    state = fold(race, race.start(Setup(entrants, 2), SEED))
    deck = Counter(state.cars[0].hand + state.cars[0].draw)
    assert (deck["turbo"], deck["heat"], deck["0"], deck["5"]) == (2, 1, 0, 0)
    assert Counter(state.cars[1].hand + state.cars[1].draw)["0"] == 1


def test_std_setup_decks_are_shuffled_each_for_itself() -> None:
    def decks(seed: Seed) -> list[tuple[str, ...]]:
        told = game().start(Setup((Entrant(),) * 2, 2, grid=(0, 1)), seed)
        return [event.pile for event in told if isinstance(event, Dealt)]

    first, second = decks(SEED), decks(OTHER_SEED)
    assert first[0] != first[1]
    assert first[0] != second[0]
    assert sorted(first[0]) == sorted(first[1]) == sorted(second[0])


def test_a_deck_of_more_than_sixty_cards_is_dealt_and_shuffled_again() -> None:
    """A driver may bring as many upgrades as the longest season has races, and more sponsor cards."""
    heat = game()
    setup = Setup((Entrant(upgrades=("up01", "up02") * 25, sponsors=("sp01",) * 50),), 2, mulligan=True, season=True)
    state = fold(heat, heat.start(setup, SEED))
    assert len(state.cars[0].stock) > 100
    step = heat.decide(state, Answer(0, heat.question(state, 0), Mulligan()))
    assert isinstance(step, Step)
    assert sorted(step.state.cars[0].hand + step.state.cars[0].draw) == sorted(state.cars[0].hand + state.cars[0].draw)


def test_std_setup_seven_cards_in_hand_and_first_gear() -> None:
    for driver in started(6).cars:
        assert len(driver.hand) == 7
        assert driver.gear == 1


def test_std_setup_everybody_shifts_first() -> None:
    state = started(3)
    assert (state.round, state.phase) == (1, "gears")
    assert [one.asked for one in state.cars] == [True] * 3


def test_std_setup_the_grid_is_drawn_from_the_seed() -> None:
    grids = {started(6, seed=Seed(f"{number:032x}")).order for number in range(20)}
    assert len(grids) > 10
    assert all(sorted(grid) == list(range(6)) for grid in grids)
    assert started(6).order == started(6).order


def test_std_setup_the_grid_may_be_given() -> None:
    state = started(3, grid=(2, 0, 1))
    assert state.order == (2, 0, 1)
    assert [(one.at, one.lane) for one in state.cars] == [(-1, 2), (-2, 1), (-1, 1)]


def test_std_setup_cars_stand_on_the_grid_behind_the_start_line() -> None:
    state = started(4, grid=(0, 1, 2, 3))
    assert [(one.at, one.lane) for one in state.cars] == [(-1, 1), (-1, 2), (-2, 1), (-2, 2)]
    assert game().view(state, None).cars[0].lap == -1


@pytest.mark.parametrize("cars", range(1, 13))
def test_std_setup_one_to_twelve_cars(cars: int) -> None:
    state = started(cars)
    assert len(state.cars) == cars
    assert game().problems(state) == ()


def test_std_setup_as_many_cars_as_the_grid_holds() -> None:
    grid = [{"space": spot.space, "lane": spot.lane} for spot in track().grid[:4]]
    short = game(on=track(grid=grid))
    assert len(started(4, race=short).cars) == 4
    assert faults(*[Entrant()] * 5, race=short) == {"entrants out_of_range"}


def test_std_setup_grid_spots_lie_after_the_last_corner_line() -> None:
    assert not find_faults(track())
    codes = {fault.code for fault in find_faults(track(grid=[{"space": 56, "lane": 1}]))}
    assert codes == {"before_corner"}


def test_std_setup_a_legend_has_no_cards() -> None:
    race = game()
    state = fold(race, race.start(Setup((Entrant(), Entrant("easy")), 2), SEED))
    assert (state.cars[1].stock, state.cars[1].engine) == ((), 0)
    assert not state.cars[1].asked


# What can be wrong


def test_std_setup_a_race_has_at_least_one_driver() -> None:
    assert faults(Entrant("easy"), Entrant("hard")) == {"entrants no_driver"}


@pytest.mark.parametrize("cars", [13, 14, 40])
def test_std_setup_fault_too_many_cars(cars: int) -> None:
    assert faults(*[Entrant()] * cars) == {"entrants out_of_range"}


def test_std_setup_fault_no_cars() -> None:
    with pytest.raises(Broken) as broken:
        game().start(Setup((), 2), SEED)
    assert "out_of_range" in {fault.code for fault in broken.value.faults}


@pytest.mark.parametrize("laps", [0, -1, 10])
def test_std_setup_fault_laps(laps: int) -> None:
    assert faults(laps=laps) == {"laps out_of_range"}


@pytest.mark.parametrize("grid", [(), (0,), (0, 0), (0, 2), (0, 1, 2), (1, -1)])
def test_std_setup_fault_grid(grid: tuple[int, ...]) -> None:
    assert faults(Entrant(), Entrant(), grid=grid) == {"grid bad_grid"}


@pytest.mark.parametrize("bonus", [-1, 7])
def test_std_setup_fault_legend_bonus(bonus: int) -> None:
    assert faults(legend_bonus=bonus) == {"legend_bonus out_of_range"}


def test_std_setup_fault_legend_row() -> None:
    assert faults(Entrant(), Entrant("black")) == {"entrants[1].legend unknown_row"}


@pytest.mark.parametrize("card", ["nothing", "4", "stress"])
def test_std_setup_fault_upgrade(card: str) -> None:
    assert faults(Entrant(), Entrant(upgrades=("0", card))) == {"entrants[1].upgrades[1] unknown_card"}


@pytest.mark.parametrize("card", ["nothing", "4", "heat", "up01"])
def test_std_setup_fault_sponsor(card: str) -> None:
    assert faults(Entrant(sponsors=("sp01", card)), season=True) == {"entrants[0].sponsors[1] unknown_card"}


def test_std_setup_fault_sponsors_of_a_legend() -> None:
    found = faults(Entrant(), Entrant("easy", sponsors=("sp01",)), season=True)
    assert found == {"entrants[1].sponsors legend_cards"}


def test_std_setup_fault_event() -> None:
    assert faults(season=True, event="earthquake") == {"event unknown_event"}


def test_std_setup_fault_modules_of_a_championship_without_one() -> None:
    found = faults(Entrant(sponsors=("sp01",)), event="strike")
    assert found == {"event no_season", "entrants[0].sponsors no_season"}


def test_std_setup_fault_expansion() -> None:
    assert faults(expansions=("heavy_rain", "light_rain")) == {"expansions[1] unknown_expansion"}


@pytest.mark.parametrize("seed", ["", "00" * 15, "zz" * 16, "AB" * 16, "0" * 33, "00" * 65])
def test_std_setup_fault_seed(seed: str) -> None:
    assert faults(seed=seed) == {"seed bad_seed"}


def test_std_setup_every_fault_is_named_at_once() -> None:
    found = faults(Entrant("easy"), Entrant("black"), laps=0, grid=(0,), legend_bonus=9, seed="")
    assert found == {
        "entrants no_driver",
        "entrants[1].legend unknown_row",
        "laps out_of_range",
        "grid bad_grid",
        "legend_bonus out_of_range",
        "seed bad_seed",
    }


# Mulligan


def first_round(round: int = 1, engine: int = 6, mulligan: bool = True) -> Table:
    cars = (car(at=-1, engine=engine, draw="0 5 stress stress 4 4 1 2"), car(at=-1, lane=2))
    return Table(game(), *cars, round=round, mulligan=mulligan).go("gears")


def test_std_setup_mulligan_only_if_allowed() -> None:
    assert Mulligan() in first_round().choices(0)
    table = first_round(mulligan=False)
    assert Mulligan() not in table.choices(0)
    assert table.refused(0, Mulligan()) == "mulligan_off"


def test_std_setup_mulligan_in_round_one_only() -> None:
    table = first_round(round=2)
    assert Mulligan() not in table.choices(0)
    assert table.refused(0, Mulligan()) == "mulligan_late"


def test_std_setup_mulligan_costs_one_heat_for_a_new_hand() -> None:
    table = first_round().answer(0, Mulligan())
    driver, before = table.cars[0], first_round().cars[0]
    assert (driver.engine, driver.discard) == (5, ("heat",))
    assert len(driver.hand) == 7
    assert sorted(driver.hand + driver.draw) == sorted(before.hand + before.draw)
    assert driver.hand != before.hand


def test_std_setup_mulligan_once() -> None:
    table = first_round().answer(0, Mulligan())
    assert table.asked[0] == "gears"
    assert table.refused(0, Mulligan()) == "mulligan_used"


def test_std_setup_mulligan_needs_heat_in_the_engine() -> None:
    assert first_round(engine=0).refused(0, Mulligan()) == "engine_empty"


def test_std_setup_mulligan_is_visible_to_all() -> None:
    table = first_round().answer(0, Mulligan())
    (event,) = table.of(Mulliganed)
    assert table.game.see(event, 1) == table.game.see(event, None) == MulliganedSeen(Seat(0))
    seen = table.game.view(table.state, 1).cars[0]
    assert (seen.mulliganed, seen.engine, seen.discard) == (True, 5, ("heat",))


def test_std_setup_no_mulligan_while_a_gear_stands() -> None:
    table = first_round()
    question = table.question(0)
    table.answer(0, Gear(2))
    assert table.choices(0) == [Withdrawal()]
    refused = table.game.decide(table.state, Answer(0, question, Mulligan()))
    assert isinstance(refused, Refusal)
    assert refused.code == "stale"


def test_std_setup_mulligan_after_a_withdrawn_gear() -> None:
    table = first_round().answer(0, Gear(2)).withdraw(0).answer(0, Mulligan())
    assert table.cars[0].mulliganed
    assert table.cars[0].choice is None


def test_std_setup_mulligan_closes_the_old_question() -> None:
    table = first_round()
    late: Answer[Choice] = Answer(0, table.question(0), Gear(2))
    table.answer(0, Mulligan())
    refused = table.game.decide(table.state, late)
    assert isinstance(refused, Refusal)
    assert refused.code == "stale"


def test_std_setup_mulligan_is_allowed_again_in_the_next_race() -> None:
    first_round().answer(0, Mulligan())
    state = started(2, mulligan=True)
    assert not any(one.mulliganed for one in state.cars)
    assert Mulligan() in game().legal(state, 0)
