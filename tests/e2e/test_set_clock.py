"""The time of the machine is set by hours while a race goes on: no driver loses time by it, and no answer is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone

from engine.kernel.chance import TABLE
from heatsite.visitors import COOKIE, sign
from races import clocks
from races.models import Entry, Race
from races.scenes import load
from tests.e2e.site import Site
from tests.e2e.wire import Listener, form
from tests.races.factories import make_race
from tests.waiting import wait_until

HOUR = 3600
CLOCK = 120


class Machine:
    """A machine whose time can be set, with a race of two drivers."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "seconds"
        self.set_time(0)
        self.race = make_race("ada", "bo", clock=CLOCK)
        self.site = Site(folder, "tests.e2e.set_clock:application", HEATSITE_TEST_SECONDS=str(folder / "seconds"))
        self.site.start()
        self.drivers = [Listener(self.site, name) for name in ("ada", "bo")]
        self.accepted = 0
        for driver in self.drivers:
            driver.cookies[COOKIE] = sign(driver.name)
            driver.sit_down(driver.get(f"/races/{self.race.code}/"))

    def set_time(self, seconds: float) -> None:
        """So many seconds beside the true time."""
        self.file.write_text(str(seconds))

    @property
    def row(self) -> Race:
        return Race.objects.get(pk=self.race.pk)

    def left(self) -> list[float]:
        """The seconds that are left of each clock that runs, by the time of the machine."""
        now = clocks.milliseconds(timezone.now()) + 1000 * float(self.file.read_text())
        return [(clock["due"] - now) / 1000 for clock in self.row.clocks.values() if clock["due"] is not None]

    def wait_for_clocks(self) -> None:
        wait_until(lambda: self.row.running and self.left(), "the clocks run")

    def answer(self, seat: int) -> None:
        scene = load(self.race.pk)
        question = scene.questions[seat]
        said = self.drivers[seat].say({"question": str(question), **form(scene.legal(seat)[0])})
        assert "data-refused" not in said, said
        self.accepted += 1

    def wait_for_log(self, words: str) -> None:
        wait_until(lambda: words in self.site.log.read_text(), words)

    def answered(self) -> tuple[int, int]:
        """The answers in the record: of the drivers, and in their place."""
        entries = Entry.objects.filter(race=self.race).exclude(command="")
        return entries.exclude(seat=TABLE).count(), entries.filter(seat=TABLE).count()


@pytest.fixture
def machine(transactional_db: None, tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    for driver in made.drivers:
        driver.close()
    made.site.stop()
    assert not made.site.errors()


def test_hours_forward_and_back_take_no_time_from_any_driver(machine: Machine) -> None:
    machine.wait_for_clocks()
    machine.answer(0)
    machine.set_time(3 * HOUR)
    machine.wait_for_log("was set forward by 3:00:00")
    wait_until(lambda: all(left > CLOCK / 2 for left in machine.left()), "the clocks were moved forward")
    machine.drivers[1].lines[0].hear('<data id="now"')
    machine.answer(1)

    machine.set_time(-3 * HOUR)
    machine.wait_for_log("was set backward by 6:00:00")
    wait_until(lambda: all(0 < left <= CLOCK + 5 for left in machine.left()), "the clocks were moved back")
    for question in list(load(machine.race.pk).questions.values()):
        machine.answer(question.seat)

    assert machine.row.running
    assert machine.answered() == (machine.accepted, 0), "what was accepted is in the record, and no stand-in answered"
