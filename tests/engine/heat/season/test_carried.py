"""What goes from race to race: upgrades as the rule set has it, and sponsor cards that were not played."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.heat import RULEBOOK, STANDARD, Ruleset
from engine.heat.cards import base_cards
from engine.heat.moves.pick import Pick
from engine.heat.moves.swap import Swap
from engine.heat.season import Placing, SeasonRun, after, begin, let_bots_race, next_race, result_of
from engine.kernel import Answer, End, Retire, Step, derive
from tests.engine.heat.kit import Table, car, game, ready
from tests.engine.heat.season.kit import SEED, THREE, content, race_setup, raced, result, season, setup, short, started


def drafted(rules: Ruleset, **changes: Any) -> SeasonRun:
    """A season of one-lap races, driven to its end by random drivers."""
    run = SeasonRun(content(rules), short(setup(**changes)), SEED)
    let_bots_race(run, ["random"] * len(run.season.setup.competitors))
    return run


def line(text: str = "", gear: int = 1, **rest: Any) -> Placing:
    """The line of a car whose race is ended with these cards in hand."""
    table = Table(game(), car(at=10, hand=f"1 2 {text}", gear=gear, **rest), car(at=20), season=True).do(End())
    return result_of(table.game, table.state).lines[0]


# Upgrades


def test_std_a_full_draft_before_each_race_replaces_the_upgrades() -> None:
    one = raced(season(), (0, 1, 2))
    for moment in (season(), one):
        assert race_setup(moment).draft == "rounds"
        assert [entrant.upgrades for entrant in race_setup(moment).entrants] == [(), (), ()]
    for line in (line for race in drafted(STANDARD).season.raced for line in race.result.lines):
        assert len(line.upgrades) == 3


def test_rb_14_one_upgrade_is_drafted_before_each_race_and_kept() -> None:
    season_run = drafted(RULEBOOK, drivers=4)
    for number, race in enumerate(season_run.season.raced, start=1):
        assert [len(line.upgrades) for line in race.result.lines] == [number] * 4
    for number, driven in enumerate(season_run.races):
        assert driven.setup.draft == "one"
        owned = [entrant.upgrades for entrant in driven.setup.entrants]
        before = season_run.season.raced[number - 1].result.lines if number else ()
        assert owned == ([line.upgrades for line in before] if number else [()] * 4)


def test_rb_14_no_starting_upgrades_with_garage() -> None:
    race = drafted(RULEBOOK).races[0]
    assert all(len(one.upgrades) == 1 for one in race.state.cars)


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK])
def test_std_without_garage_everybody_has_the_starting_upgrades(rules: Ruleset) -> None:
    run = drafted(rules, garage=False)
    for race in run.races:
        assert race.setup.draft == ""
        assert [one.upgrades for one in race.state.cars] == [base_cards().trio] * 3


def test_rb_14_last_in_the_table_drafts_first_and_may_swap() -> None:
    """Seat 1 is last; it picks first, and after the draft it alone may swap, any upgrade that it owns."""
    one = season(RULEBOOK)
    one = after(one, result(one, (2, 0, 1), upgrades={seat: (f"up0{seat + 1}",) for seat in range(3)}))
    race = started(one)
    picks = []
    while (asked := race.game.awaiting(race.state)) and asked[0].phase == "draft":
        picks.append(asked[0].seat)
        choice = race.game.legal(race.state, asked[0].seat)[0]
        assert isinstance(choice, Pick)
        race.submit(Answer(asked[0].seat, asked[0], choice))
    assert picks == [1, 0, 2]
    assert [(question.phase, question.seat) for question in asked] == [("swap", 1)]
    swaps = [choice for choice in race.game.legal(race.state, 1) if isinstance(choice, Swap)]
    assert {swap.give for swap in swaps} == set(race.state.cars[1].upgrades)
    owned = [*race.state.cars[1].upgrades, swaps[0].take]
    owned.remove(swaps[0].give)
    assert isinstance(race.submit(Answer(1, asked[0], swaps[0])), Step)
    assert sorted(race.state.cars[1].upgrades) == sorted(owned)


def test_rb_14_upgrades_that_somebody_owns_are_not_in_the_pile() -> None:
    one = season(RULEBOOK)
    owned = {0: ("up01",), 1: ("up01",), 2: ("up02",)}
    race = started(after(one, result(one, (0, 1, 2), upgrades=owned)))
    state = race.state
    everywhere = [*state.market, *state.upgrade_pile, *(card for one in state.cars for card in one.upgrades)]
    assert sorted(everywhere) == sorted(base_cards().upgrade_pile(("basic", "advanced"), ()))


def test_reading_when_the_upgrades_run_out_who_drafts_last_goes_without() -> None:
    """Basic upgrades are 34; twelve drivers take 24 in two races, and ten are left for the third."""
    run = drafted(RULEBOOK, drivers=12, tiers=("basic",), weather=False, roads=False)
    assert sorted(len(line.upgrades) for line in run.season.raced[-1].result.lines) == [2, 2, *[3] * 10]


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK])
def test_reading_8_heat_upgrades_left_in_the_engine_return_to_the_deck(rules: Ruleset) -> None:
    """Without Garage one starting upgrade is a Heat card. Wherever it ended, it starts in the next deck."""
    one = season(rules, drivers=2, garage=False)
    for _ in range(2):
        race = started(one)
        car = race.state.cars[0]
        assert car.stock.count("heat") == race.game.content.track.heat + _weather_heat(race) + 1
        assert [*car.hand, *car.draw, *car.discard].count("heat") >= 1
        race.submit(End())
        one = after(one, result_of(race.game, race.state))


def _weather_heat(race: Any) -> int:
    weather = race.game.weather.get(race.state.weather)
    changes: int = race.game.effects(race.setup).heat
    return changes + (weather.heat if weather else 0)


def test_reading_8_drafted_heat_upgrades_are_kept_as_what_they_are() -> None:
    """An upgrade that is a Heat card is owned under its own name, and is Heat in the deck of each race."""
    (name, *_) = [card.id for card in base_cards().cards if card.kind == "heat" and card.tier]
    one = season(RULEBOOK)
    one = after(one, result(one, (0, 1, 2), upgrades={0: (name,)}))
    assert race_setup(one).entrants[0].upgrades == (name,)


# Sponsor cards


def test_rb_14_sponsors_that_were_not_played_are_carried_wherever_they_are() -> None:
    assert line("sp02", draw="1 sp03", discard="2 sp01").sponsors == ("sp01", "sp02", "sp03")


def test_rb_17_sponsors_never_played_carry_over_to_the_next_race() -> None:
    one = season()
    one = after(one, result(one, (0, 1, 2), sponsors={1: ("sp01", "sp05")}))
    assert [entrant.sponsors for entrant in race_setup(one).entrants] == [(), ("sp01", "sp05"), ()]


def test_rb_14_carried_sponsors_are_shuffled_into_the_deck() -> None:
    """They start in deck or hand, and not in the pile of sponsors; the event's come on top of them."""
    one = season(drivers=2)
    kept = ("sp01",) * 7
    one = after(one, result(one, (0, 1), sponsors={0: kept}))
    race = started(one)
    while race.state.round == 0:
        question = race.game.awaiting(race.state)[0]
        choice: Any = race.game.legal(race.state, question.seat)[0]
        race.submit(Answer(question.seat, question, choice))
    assert race.state.cars[0].stock.count("sp01") == 7
    assert "sp01" not in race.state.sponsor_pile
    assert race.state.cars[1].stock.count("sp01") == 0


def test_rb_17_sponsors_in_play_when_the_race_is_ended_are_spent() -> None:
    assert line(play="sp01 2", gear=2).sponsors == ()


def test_rb_17_sponsors_played_on_the_final_turn_leave_the_game() -> None:
    """USA has 69 spaces: the car plays one and is home."""
    table = Table(game(), ready("sp01 4", at=137, hand="sp02 1 1"), ready("1", at=20), season=True)
    table.go("reveal")
    while table.asked:
        table.stand_in(next(iter(table.asked)))
    assert table.state.ended == "flag"
    assert result_of(table.game, table.state).lines[0].sponsors == ("sp02",)


def test_a_driver_who_retires_keeps_the_sponsor_cards() -> None:
    table = Table(game(), car(at=10, hand="1 2 3 sp01"), car(at=20), season=True).go("gears").do(Retire(0)).do(End())
    assert result_of(table.game, table.state).lines[0].sponsors == ("sp01",)


@given(st.integers(0, 2**32), st.sampled_from([STANDARD, RULEBOOK]))
def test_no_sponsor_card_and_no_upgrade_is_in_two_places(number: int, rules: Ruleset) -> None:
    """Those of one race that are owned, and the piles of the next, are together what there is."""
    plan = short(setup(4, calendar=THREE[:2]))
    run = SeasonRun(content(rules), plan, derive(SEED, str(number)))
    let_bots_race(run, ["random"] * 4)
    for race in run.races:
        state, cards = race.state, race.game.content.cards
        held = [card for one in state.cars for card in (*one.hand, *one.draw, *one.discard)]
        sponsors = [card for card in held if card in race.game.sponsors]
        assert sorted([*sponsors, *state.sponsor_pile, *state.sponsors_used]) == sorted(cards.sponsor_pile(()))
        upgrades = [card for one in state.cars for card in one.upgrades]
        everywhere = [*upgrades, *state.upgrade_pile, *state.upgrades_out]
        assert sorted(everywhere) == sorted(cards.upgrade_pile(("basic", "advanced"), ()))


# Everything else of a race


def test_each_race_has_the_seasons_options() -> None:
    one = begin(content(), replace(setup(3), mulligan=True, legend_bonus=2, aggressive=True, roads=False), SEED)
    race = race_setup(one)
    assert (race.mulligan, race.legend_bonus, race.aggressive) == (True, 2, True)
    assert (race.weather, race.roads, race.season) == (True, False, True)
    assert race.tiers == ("basic", "advanced")


def test_std_weather_and_roads_are_drawn_anew_for_each_race() -> None:
    run = drafted(STANDARD)
    assert all(race.state.weather and race.state.tokens for race in run.races)
    assert not any(
        race.state.weather or race.state.tokens for race in drafted(STANDARD, weather=False, roads=False).races
    )


def test_every_race_has_a_seed_of_its_own() -> None:
    seeds = []
    one = season()
    for _ in range(3):
        seeds.append(next_race(one)[2])
        one = raced(one, (0, 1, 2))
    assert len({*seeds, SEED}) == 4
    assert next_race(season())[2] == seeds[0]
