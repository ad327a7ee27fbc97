"""What each driver did: a short race counted by hand, and whole races against the sums over their events."""

from collections import Counter
from typing import Any

import pytest

from engine.heat import Setup, State
from engine.heat import events as e
from engine.heat.choices import Choice
from engine.heat.moves.boost import Boost, Boosted
from engine.heat.moves.cool import Cool
from engine.heat.moves.discard import Discard
from engine.heat.moves.gear import Gear, Shifted
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.pay_heat import PaidHeat
from engine.heat.moves.play import Play, Revealed
from engine.heat.moves.slipstream import Slipstream
from engine.heat.race import Race as EngineRace
from engine.heat.simulation import bots, entrants, let_bots_drive
from engine.kernel.chance import Seed
from races.heat.results import figures
from races.heat.results.counts import Figures
from races.heat.results.figures import Story, count, follow, quickest, story_of
from tests.engine.heat.kit import RULEBOOK, STANDARD, Table, car, cards, game
from tests.races.heat.results.kit import finished_race, running_race


class Driven:
    """A race that is driven by hand; its events are kept from the first one on."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.start: State = table.state
        self.events: list[e.Event] = []

    def answer(self, *answers: tuple[int, Choice]) -> None:
        for seat, choice in answers:
            self.table.answer(seat, choice)
            self.events += self.table.events

    def story(self) -> Story:
        return follow(self.table.game, self.start, self.events)


def test_a_short_race_counted_by_hand() -> None:
    """USA, one lap of 69 spaces, its corners at 49 (limit 3) and 57 (limit 2); two cars, two rounds from the flag."""
    table = Table(
        game(STANDARD),
        car(at=50, gear=3, engine=8, hand="1 3 4 4 2 heat heat", draw="4 4 3 1 2 2 1"),
        car(at=48, gear=4, engine=6, hand="4 4 3 2 1 1 heat", draw="1 2 3 4 1 2"),
        laps=1,
    ).go("gears")
    race = Driven(table)

    # Round 2. Seat 1 shifts down by two gears: 1 Heat. Seat 0 drives 1 + 3 + 4 = 8, from 50 to 58.
    race.answer((0, Gear(3)), (1, Gear(2)))
    race.answer((0, Play(cards("1 3 4"))), (1, Play(cards("4 4"))))
    # Seat 1 drives 8 to 56, cools 1, and slips up beside seat 0: two spaces that are no speed.
    race.answer((1, Cool(1)), (1, Pass()), (1, Slipstream(2)))
    # Seat 0 is 6 over at the second corner and pays 6. Seat 1 is 5 over at the first and pays 5 of 6;
    # at the second it is 6 over with 1 Heat left: that is gone too, and it spins out.
    assert [one.at for one in table.cars] == [58, 56]
    assert [one.engine for one in table.cars] == [2, 0]
    race.answer((0, Discard(())), (1, Discard(())))

    # Round 3. Seat 0 drives 4 + 4 + 4 + 3 = 15 in 4th, boosts for 1 Heat and flips a 1: over the line with 16.
    # Seat 1 creeps over the line of the corner with 1.
    race.answer((0, Gear(4)), (1, Gear(1)))
    race.answer((0, Play(cards("3 4 4 4"))), (1, Play(cards("1"))))
    race.answer((0, Boost()), (1, Pass()))
    assert table.state.ended == "flag"
    assert table.cars[0].at == 74

    story = race.story()
    assert story.figures == (
        Figures(rounds_led=2, corners=6, boosted=1, over_limit=1, boosts=1, turns=2, geared=7, top_speed=16),
        Figures(corners=6, gears=1, cooled=1, spin_outs=1, over_limit=1, slipstream=2, turns=2, geared=3, top_speed=8),
    )
    assert [one.heat_paid for one in story.figures] == [7, 7]
    assert [one.average_gear for one in story.figures] == [3.5, 1.5]
    assert story.places == [(0, 1), (0, 1)]


def test_the_quickest_lap_is_told_in_rounds() -> None:
    assert quickest(()) is None
    assert quickest((9,)) == (9, 1)
    assert quickest((9, 15, 23)) == (6, 2)
    assert quickest((8, 16)) == (8, 1)  # of two alike the first


DRIVERS = ["racer", "random", "cautious", "legend", "random", "legend"]


def simulated(rules: Any, **modules: Any) -> EngineRace:
    heat = game(rules)
    race = EngineRace(heat, Setup(entrants(heat, DRIVERS), 2, **modules), Seed("ab" * 32))
    let_bots_drive(race, bots(heat, DRIVERS))
    return race


@pytest.fixture(scope="module", params=["standard", "rulebook", "garage"])
def race(request: pytest.FixtureRequest) -> EngineRace:
    if request.param == "garage":
        return simulated(STANDARD, draft="random", weather=True, roads=True)
    return simulated({"standard": STANDARD, "rulebook": RULEBOOK}[request.param])


def told(race: EngineRace) -> list[Any]:
    return [event for entry in race.entries for event in entry.events]


def test_heat_adds_up_to_what_the_engines_hold(race: EngineRace) -> None:
    """What an engine held at first, less what was paid, and what came back, is what it holds at the end."""
    story = count(race.game, race.entries)
    first = {event.seat: event.engine for event in told(race) if isinstance(event, e.Dealt)}
    lost = Counter(event.seat for event in told(race) if isinstance(event, e.HeatLost) and event.place == "engine")
    for seat, engine in first.items():
        one = story.figures[seat]
        assert engine - one.heat_paid + one.cooled - lost[seat] == race.state.cars[seat].engine


def test_figures_are_sums_over_events(race: EngineRace) -> None:
    events, story = told(race), count(race.game, race.entries)
    for seat, one in enumerate(story.figures):
        mine = [event for event in events if getattr(event, "seat", None) == seat]
        assert one.spin_outs == sum(isinstance(event, e.SpunOut) for event in mine)
        assert one.boosts == sum(isinstance(event, Boosted) for event in mine)
        assert one.over_limit == sum(isinstance(event, e.CornerTaken) and event.heat > 0 for event in mine)
        assert one.turns == sum(isinstance(event, Revealed) for event in mine)
        assert one.heat_paid == sum(
            getattr(event, "heat", 0)
            for event in mine
            if isinstance(event, Shifted | PaidHeat | Boosted | e.CornerTaken | e.SpunOut)
        )
        assert one.top_speed >= max((e_.speed for e_ in mine if isinstance(e_, e.CornerTaken | e.SpunOut)), default=0)


def test_every_round_until_the_first_is_home_has_one_leader(race: EngineRace) -> None:
    story = count(race.game, race.entries)
    home = [car.left for car in race.state.cars if car.status == "home"]
    assert sum(one.rounds_led for one in story.figures) == min(home, default=race.state.round)
    assert len(story.places) == race.state.round + 1
    assert story.places[-1] == race.game.view(race.state, None).ranking


def test_legends_have_no_figures_of_their_own(race: EngineRace) -> None:
    story = count(race.game, race.entries)
    for seat, driver in enumerate(DRIVERS):
        if driver == "legend":
            one = story.figures[seat]
            assert (one.heat_paid, one.cooled, one.turns, one.top_speed, one.average_gear) == (0, 0, 0, 0, 0.0)


@pytest.mark.django_db
def test_a_story_is_counted_once_a_race(monkeypatch: pytest.MonkeyPatch) -> None:
    race = finished_race()
    story = story_of(race)
    monkeypatch.setattr(figures, "count", None)  # counting again would fail
    assert story_of(race) is story


@pytest.mark.django_db
def test_a_race_that_goes_on_has_no_story() -> None:
    with pytest.raises(AssertionError):
        story_of(running_race())
