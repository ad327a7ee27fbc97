"""A review as a page gets it: it grows decision by decision, can be read again, and is refused where there is none."""

from itertools import islice

import pytest

from engine.heat.review import Review, read_review, review
from engine.kernel import Broken, encode
from tests.engine.heat.review.kit import raced, unfinished

RECORD = raced("cautious,racer,legend:easy")
FEW = 3
LITTLE = 500


@pytest.fixture(scope="module")
def begun() -> list[Review]:
    return list(islice(review(RECORD, 0, work=LITTLE), FEW))


def test_it_grows_decision_by_decision(begun: list[Review]) -> None:
    assert [found.done for found in begun] == [1, 2, 3]
    assert begun[-1].total > FEW
    assert not begun[-1].is_whole
    steps = [decision.step for decision in begun[-1].decisions]
    assert steps == sorted(set(steps))
    assert [point.step for point in begun[-1].chart] == steps


def test_every_number_is_one_of_its_kind(begun: list[Review]) -> None:
    for decision in begun[-1].decisions:
        assert decision.alternatives
        for prospect in (decision.chosen, *decision.alternatives):
            assert sum(prospect.places) == pytest.approx(1)
            assert prospect.win == prospect.places[0]
            assert 1 <= prospect.place <= begun[-1].cars
            assert 0 <= prospect.spin_out <= 1
            assert prospect.heat >= 0


def test_the_same_record_seat_and_seed_give_the_same_bytes(begun: list[Review]) -> None:
    again = next(review(RECORD, 0, work=LITTLE))
    assert encode(again) == encode(begun[0])
    assert read_review(encode(again)) == begun[0]


@pytest.mark.parametrize(("seat", "code"), [(2, "legend"), (3, "no_such_seat"), (-1, "no_such_seat")])
def test_a_seat_without_a_driver_is_refused(seat: int, code: str) -> None:
    with pytest.raises(Broken) as refused:
        next(review(RECORD, seat))
    assert [fault.code for fault in refused.value.faults] == [code]


def test_a_seat_that_only_stand_ins_drove_is_refused() -> None:
    with pytest.raises(Broken) as refused:
        next(review(raced("stand_in,cautious"), 0))
    assert [fault.code for fault in refused.value.faults] == ["did_not_drive"]


def test_a_race_that_is_not_over_is_refused() -> None:
    with pytest.raises(Broken) as refused:
        next(review(unfinished(), 0))
    assert [fault.code for fault in refused.value.faults] == ["not_over"]
