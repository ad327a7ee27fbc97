"""Races between bots and Legends, without people: who starts, who drives, and what is told of it."""

import pytest
from msgspec.structs import replace

from engine.heat import RULEBOOK, Entrant, Heat, Setup
from engine.heat.bots import BOTS
from engine.heat.choices import Choice, Choices
from engine.heat.decks import all_decks
from engine.heat.moves.gear import Gear
from engine.heat.race import Race
from engine.heat.simulation import Driven, answer, bots, entrant, entrants, let_bots_drive, simulate
from engine.heat.views import View
from engine.kernel import Broken, Seed
from tests.engine.heat.kit import SEED, Table, car, game


def helmets() -> Heat:
    return game(RULEBOOK, legends=all_decks()["helmets"])


def test_a_word_is_a_driver_with_a_deck_or_a_legend_with_its_row() -> None:
    words = ["racer", "stand_in", "legend:hard", "legend"]
    assert entrants(game(), words) == (Entrant(), Entrant(), Entrant("hard"), Entrant("medium"))


def test_legends_without_a_row_take_the_helmets_in_turn() -> None:
    heat = helmets()
    rows = heat.content.legends.rows
    assert entrants(heat, ["legend", "racer", "legend"]) == (Entrant(rows[0]), Entrant(), Entrant(rows[1]))


def test_an_unknown_driver_is_named_with_those_that_there_are() -> None:
    with pytest.raises(Broken) as broken:
        entrant(game(), "bob", 0)
    (fault,) = broken.value.faults
    assert (fault.place, fault.code) == ("--drivers", "unknown")
    assert all(name in fault.text for name in ("bob", *BOTS, "stand_in", "legend:easy"))


def test_only_bots_think() -> None:
    seats = bots(game(), ["champion", "legend:easy", "stand_in", "random"])
    assert [seat and seat.name for seat in seats] == ["champion", None, None, "random"]


def test_the_same_seed_gives_the_same_race_and_another_seed_another() -> None:
    def races(seed: str) -> list[Driven]:
        return [simulate(game(), ["racer", "random"], 1, Seed(f"{seed}{n}" * 16), (0, 1)) for n in range(3)]

    assert races("1") == races("1")
    assert races("1") != races("2")


def test_every_seat_is_ranked_once_and_the_race_ends_at_the_flag() -> None:
    driven = simulate(game(), ["racer", "legend:hard", "random", "stand_in"], 1, SEED, (3, 2, 1, 0))
    assert sorted(driven.ranking) == [0, 1, 2, 3]
    assert driven.ended == "flag"
    assert driven.decisions > driven.rounds > 5


def test_the_grid_is_as_given() -> None:
    front, back = (simulate(game(), ["random", "random"], 1, SEED, grid) for grid in ((0, 1), (1, 0)))
    assert front != back


def test_spin_outs_are_counted_by_seat() -> None:
    """A random driver flies off sooner or later; a Legend never does."""
    driven = [simulate(game(), ["legend:easy", "random"], 1, Seed(f"{n:032x}"), (0, 1)) for n in range(5)]
    assert {race.spin_outs[0] for race in driven} == {0}
    assert sum(race.spin_outs[1] for race in driven) > 0


class Watched:
    """A bot that keeps what it was given."""

    name = "watched"

    def __init__(self) -> None:
        self.views: list[View] = []
        self.dice: list[Seed] = []

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        self.views.append(view)
        self.dice.append(dice)
        choice = choices[0]
        assert isinstance(choice, Choice)
        return choice


def test_a_bot_is_given_its_own_view_and_dice_of_its_own_for_each_decision() -> None:
    heat, bot = game(), Watched()
    race = Race(heat, Setup((Entrant(), Entrant()), 1), SEED)
    let_bots_drive(race, [BOTS["cautious"](heat), bot])
    assert {view.mine.seat for view in bot.views if view.mine} == {1}
    assert len(set(bot.dice)) == len(bot.dice)
    assert SEED not in bot.dice


def test_without_a_bot_a_stand_in_answers() -> None:
    race = Race(game(), Setup((Entrant(),), 1), SEED)
    answer(race, None, race.game.awaiting(race.state)[0])
    assert type(race.events[0]).__name__ == "StoodIn"


def test_what_a_bot_may_not_choose_is_an_error_of_the_bot() -> None:
    class Cheat(Watched):
        def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
            return Gear(4)

    race = Race(game(), Setup((Entrant(),), 1), SEED)
    with pytest.raises(AssertionError, match="chose what is refused"):
        answer(race, Cheat(), race.game.awaiting(race.state)[0])


def test_bots_can_take_over_a_race_that_is_under_way() -> None:
    table = Table(game(), car(at=60), laps=1).go("gears")
    race = Race(table.game, Setup((Entrant(),), 1), SEED)
    race.state = replace(table.state, setup=race.setup)
    let_bots_drive(race, bots(table.game, ["racer"]))
    assert race.state.ended == "flag"
