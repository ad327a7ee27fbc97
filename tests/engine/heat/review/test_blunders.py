"""A race with three planted blunders: they are the three decisions that mattered most."""

import engine
from engine.heat import STANDARD, Choice, Gear, Heat, Play, RaceRecord, View
from engine.heat.bots.bot import listed
from engine.heat.bots.champion import Champion
from engine.heat.choices import Choices
from engine.heat.content import Content
from engine.heat.race import Race
from engine.heat.review import Review, review
from engine.heat.simulation import bots, entrants, let_bots_drive
from engine.heat.state import Setup
from engine.heat.tracks import all_tracks
from engine.kernel import Seed, derive

DRIVERS = ("champion", *["legend:medium"] * 4, "legend:easy")
TOO_FAST = {3, 8}
"""Rounds in which the fastest cards are played into a corner that the engine cannot pay."""
TOO_SLOW = {12}
"""The round in which the lowest gear is chosen at the beginning of a straight."""
LITTLE = 100


class Blunderer(Champion):
    """Drives as well as any bot, but for three decisions."""

    def __init__(self, game: Heat) -> None:
        super().__init__(game)
        self.planted: list[tuple[int, str]] = []

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        if view.phase == "cards" and view.round in TOO_FAST:
            self.planted.append((view.round, view.phase))
            return max((way for way in choices if isinstance(way, Play)), key=self.worth)
        if view.phase == "gears" and view.round in TOO_SLOW:
            self.planted.append((view.round, view.phase))
            return min((way for way in listed(choices) if isinstance(way, Gear)), key=lambda way: way.gear)
        return super().choose(view, choices, dice)

    def worth(self, way: Play) -> int:
        return sum(max(self.game.cards[card].worth) for card in way.cards)


def raced() -> tuple[RaceRecord, list[tuple[int, str]]]:
    """The race, and the rounds and phases of the blunders."""
    game = Heat(Content(track=all_tracks()["usa"], rules=STANDARD))
    race = Race(game, Setup(entrants(game, DRIVERS), 2), derive(Seed("bb" * 16), "c"))
    blunderer = Blunderer(game)
    let_bots_drive(race, (blunderer, *bots(game, DRIVERS)[1:]))
    return race.record(engine.__version__), blunderer.planted


def whole(record: RaceRecord) -> Review:
    *_, last = review(record, 0, work=LITTLE)
    return last


def test_three_planted_blunders_are_what_mattered_most() -> None:
    record, planted = raced()
    found = whole(record)
    assert found.is_whole
    named = [(decision.question.round, decision.question.phase) for decision in found.mattered]
    assert sorted(named) == sorted(planted)
    reasons = {decision.question.round: decision.reason for decision in found.mattered}
    assert reasons[3] == "spin_out"
    assert reasons[12] == "distance"
    others = [decision.lost for decision in found.decisions if decision not in found.mattered]
    assert max(others) < min(decision.lost for decision in found.mattered) / 2
