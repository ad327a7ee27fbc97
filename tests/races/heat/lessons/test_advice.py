"""The coach's advice is good: a driver who follows it is at least third of six among careful bots, on average."""

from tests.load.coach_line import THIRD, places

RACES = 12


def test_who_follows_the_coach_keeps_up_with_careful_bots() -> None:
    found = list(places("italia", "cautious", RACES, laps=0, seed="7"))
    assert len(found) == RACES
    assert sum(found) / RACES <= THIRD
