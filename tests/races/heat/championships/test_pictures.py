"""The chart of a championship."""

from races.heat.championships.pictures import columns_of


def test_chips_that_would_cover_each_other_stand_beside_each_other() -> None:
    assert columns_of([10, 60, 110]) == [0, 0, 0]
    assert columns_of([10, 10, 10, 60]) == [0, 1, 2, 0]
    assert columns_of([10, 25, 40]) == [0, 1, 0]
