"""Races with a garage, weather and road tokens that stand where a picture is taken: driven by bots until then."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.heat import Content, Entrant, Heat, Setup, State, all_tracks
from engine.heat.bots import BOTS
from engine.heat.decks import deck_for
from engine.heat.modules import base_modules
from engine.heat.moves.pick import Pick
from engine.heat.race import Race
from engine.heat.rules import RULESETS
from engine.heat.simulation import answer
from engine.kernel.chance import Seed
from engine.kernel.commands import Answer
from engine.kernel.seats import Seat
from races import changes, models
from races.heat import ahead
from races.start import Start, Terms, open_table
from tests.gallery import positions
from tests.races.factories import heat_scene, track_version


@dataclass(frozen=True)
class Staged:
    """A position by the set-up of its race and by what is true there."""

    met: positions.Sought
    setup: Mapping[str, Any] = field(default_factory=dict)
    cars: int = 6
    legends: int = 0
    """So many of the cars are Legends, the last ones."""
    track: str = "usa"
    rules: str = "standard"
    weather: str = ""
    """The only weather that can be drawn."""

    def content(self) -> Content:
        modules = base_modules()
        if self.weather:
            only = tuple(one for one in modules.weather if one.id == self.weather)
            modules = msgspec.structs.replace(modules, weather=only)
        rules = RULESETS[self.rules]
        return Content(
            track=all_tracks()[self.track], rules=rules, legends=deck_for(rules.legend_rows), modules=modules
        )

    def stand(self) -> models.Race:
        """The first race in which it is met, in the rows that the site keeps."""
        for seed in positions.SEEDS:
            race = Race(Heat(self.content()), self._whole_setup(), Seed(seed * 16))
            seats = [BOTS[positions.DRIVERS[seat % 6]](race.game) for seat in range(self.cars)]
            states = [race.state]
            while not self.met(race.game, states[-1]):
                waiting = race.game.awaiting(race.state)
                if not waiting:
                    break
                answer(race, seats[waiting[0].seat], waiting[0])
                states.append(race.state)
            else:
                return self._keep(race, tuple(states))
        raise LookupError("no race comes by this position")

    def _whole_setup(self) -> Setup:
        row = "medium" if RULESETS[self.rules].legend_rows == "level" else "black"
        drivers = self.cars - self.legends
        entrants = tuple(Entrant(legend=None if seat < drivers else row) for seat in range(self.cars))
        return Setup(entrants, 1, **self.setup)

    def _keep(self, race: Race, states: tuple[State, ...]) -> models.Race:
        terms = Terms(
            rules=self.rules, track=track_version(self.track), laps=1, seed=race.seed, host=positions.ME, clock=0
        )
        row = open_table(Heat.name, race.game.content, race.setup, self._starters(race.setup), terms)
        positions.write(row, race, 1, len(states) - 1)
        return positions.stands(row, race.game, states[-1], len(states) - 1)

    def _starters(self, setup: Setup) -> list[Start]:
        found = []
        for start, entrant in zip(positions.starters(self.cars), setup.entrants, strict=True):
            if entrant.legend:
                start = Start(name=start.name, colour=start.colour, number=start.number, legend=entrant.legend)
            found.append(start)
        return found


def _picks(phase: str, stage: int = 0) -> positions.Sought:
    """The first seat is asked in this phase of a draft."""

    def is_met(heat: Heat, state: State) -> bool:
        asked = any(question.seat == 0 and question.phase == phase for question in heat.awaiting(state))
        return asked and state.stage == stage

    return is_met


def _others_pick(heat: Heat, state: State) -> bool:
    asked = [question.seat for question in heat.awaiting(state)]
    return state.stage == 1 and asked != [0] and bool(state.cars[0].upgrades)


def _choosing_ahead(heat: Heat, state: State) -> bool:
    to_come = ahead.early(heat, state, Seat(0))
    return state.stage == 1 and to_come is not None and to_come.phase in ahead.PICKS


def _first_round(heat: Heat, state: State) -> bool:
    return state.round == 1 and any(question.seat == 0 for question in heat.awaiting(state))


def _mid_race(heat: Heat, state: State) -> bool:
    asked = any(question.seat == 0 and question.phase == "cards" for question in heat.awaiting(state))
    return state.round >= 3 and asked and state.cars[0].gear >= 3


def _in(phase: str, kind: str) -> positions.Sought:
    """The first seat is asked in this phase, and its car stands in water or in a tunnel."""

    def is_met(heat: Heat, state: State) -> bool:
        car, asked = state.cars[0], [one for one in heat.awaiting(state) if one.seat == 0 and one.phase == phase]
        here = {"water": heat.course.is_flooded, "tunnel": heat.course.is_tunnel}[kind](car.at, car.lane)
        return bool(asked) and here and state.round >= 2 and (kind == "tunnel" or car.gear > 1)

    return is_met


def _before_the_chicane(heat: Heat, state: State) -> bool:
    asked = any(question.seat == 0 and question.phase == "cards" for question in heat.awaiting(state))
    line = (state.cars[0].at + heat.course.to_line[heat.course.space(state.cars[0].at)]) % heat.course.length
    return asked and any(one.chicane_of == line for one in heat.course.corners.values())


def listed() -> models.Race:
    """The first driver waits for a pick, with three cards on the list."""
    row = STAGED["draft-ahead"].stand()
    scene = heat_scene(row)
    question = ahead.early(scene.game, scene.state, Seat(0))
    assert question is not None, "the first driver waits for a pick"
    market = scene.state.market
    for card in sorted(set(market))[:3]:
        assert changes.decide_early(row.pk, Answer(0, question, Pick(card)), also=True) is None
    return row


ROUNDS = {"draft": "rounds"}
SNAKE = {"draft": "snake", "grid": (0, 1, 2, 3, 4, 5)}

STAGED: dict[str, Staged] = {
    "draft": Staged(_picks("draft"), {**ROUNDS, "grid": (5, 4, 0, 1, 2, 3), "expansions": ("heavy_rain",)}),
    "draft-late": Staged(_picks("draft", 2), ROUNDS, legends=2),
    "draft-12": Staged(_picks("draft", 1), {**ROUNDS, "expansions": ("heavy_rain", "tunnel_vision")}, cars=12),
    "draft-15": Staged(_picks("snake_draft", 1), {**SNAKE, "expansions": ("heavy_rain", "tunnel_vision")}),
    "draft-wait": Staged(_others_pick, ROUNDS),
    "draft-ahead": Staged(_choosing_ahead, {**ROUNDS, "grid": (5, 4, 3, 0, 1, 2)}),
    "draft-give-up": Staged(_picks("give_up", 2), SNAKE),
    "draft-swap": Staged(_picks("swap", 1), {"draft": "one", "grid": (1, 2, 3, 4, 5, 0)}),
    "garage": Staged(_mid_race, {**ROUNDS, "weather": True, "roads": True}),
    "water": Staged(_in("gears", "water"), track="japan"),
    "tunnel": Staged(_in("cards", "tunnel"), track="espana"),
    "chicane": Staged(_before_the_chicane, track="deutschland"),
    "roads": Staged(_first_round, {"weather": True, "roads": True}, rules="rulebook", weather="rain"),
    **{
        f"weather-{name}": Staged(_first_round, {"weather": True}, weather=name)
        for name in ("cloud", "fog", "storm", "snow", "rain", "sun")
    },
}
"""Positions by name."""
