"""The press in the log: which corner pays, and for what."""

from django.utils.translation import override

from engine.heat import Slipstream
from engine.kernel.seats import Seat as Place
from races.heat.commentary.narrate import narrate
from races.heat.events.sponsors import SponsorsLine, SponsorsSpentLine
from tests.engine.heat.kit import Table, car
from tests.engine.heat.test_press import season, through
from tests.races.heat.commentary.kit import Seat, plain

SEATS = [Seat("Ada"), Seat("Bo")]


def told(table: Table, phase: str) -> list[str]:
    """The sentences about sponsor cards of what comes when a phase is walked."""
    before = table.state
    table.go(phase)
    lines = narrate(table.game, before, table.events)
    with override("en"):
        return [plain(line, SEATS, table.game) for line in lines if isinstance(line, SponsorsLine | SponsorsSpentLine)]


def test_speed_at_a_press_corner_is_told_with_the_limit() -> None:
    assert told(season(through(12, "4 5"), car(at=3)), "corners") == [
        "Ada draws 1 sponsor card at corner A: the press pays for 9 at limit 7."
    ]


def test_each_corner_of_a_turn_is_named() -> None:
    both = car(at=58, start=48, play="4 4", gear=4, engine=12)
    assert [said.partition(": ")[0] for said in told(season(both, car(at=3)), "corners")] == [
        "Ada draws 1 sponsor card at corner C",
        "Ada draws 1 sponsor card at corner D",
    ]


def test_a_slipstream_over_a_press_corner_is_told_as_one() -> None:
    table = season(car(at=11, start=10, play="1"), car(at=12)).go("slipstream")
    before = table.state
    table.answer(0, Slipstream(2))
    with override("en"):
        said = [plain(line, SEATS, table.game) for line in narrate(table.game, before, table.events)]
    assert "Ada draws 1 sponsor card at corner A: the press pays for the slipstream." in said


def test_a_sponsor_card_that_was_played_leaves_the_deck_and_not_its_driver_the_race() -> None:
    spent = SponsorsSpentLine(seat=Place(0), cards=("sp05",))
    with override("en"):
        assert plain(spent, SEATS, season(car(at=3)).game) == "Spoiler 3 is used up and leaves the deck of Ada."
