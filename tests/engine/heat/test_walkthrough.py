"""One round of the Online rules from the first shift to the last card, and a finish that is taken back."""

from engine.heat import Cool, Discard, Gear, Pass, Play, Slipstream
from engine.heat.events import CornerTaken, Moved, SpunOut
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game


def places(table: Table) -> list[tuple[int, int]]:
    return [(one.at, one.lane) for one in table.cars]


def heat(table: Table) -> list[int]:
    return [one.engine for one in table.cars]


def hands(table: Table) -> list[int]:
    return [len(one.hand) for one in table.cars]


def five_cars() -> Table:
    """Before the corner at 33: two cars fill a space, the first driver's hand is cluttered, three come from behind."""
    return Table(
        game(),
        car(at=32, lane=2, gear=4, engine=2, hand="1 heat heat heat heat heat heat", draw="4 4 3 3 2 2 1"),
        car(at=32, lane=1, gear=1, engine=4, hand="0 1 2 3 4 heat heat", draw="1 2 3 4"),
        car(at=28, lane=1, gear=2, engine=5, hand="1 3 2 2 4 heat stress", draw="3 1 4 2"),
        car(at=27, lane=2, gear=1, engine=2, hand="5 2 1 4 4 3 3", draw="1 1 2"),
        car(at=26, lane=1, gear=2, engine=3, hand="3 stress 0 2 2 1 heat", draw="heat 1 4 2 3"),
    )


def shift_and_drive(table: Table) -> None:
    """Phases 1 to 3."""
    # 1: seat 0 cannot serve 2nd gear, but only free gears are on offer; seat 3 pays for two gears.
    table.go("gears")
    assert table.choices(0)[:2] == [Gear(3), Gear(4)]
    for seat, gear in ((4, 2), (0, 4), (2, 2), (1, 1), (3, 3)):
        table.answer(seat, Gear(gear))
    assert [one.gear for one in table.cars] == [4, 1, 2, 3, 2]
    assert heat(table) == [2, 4, 5, 1, 3]
    assert hands(table) == [7, 7, 7, 7, 7]

    # 2 and 3: seat 0's cards are shown and the car stays; seats 0 and 1 fill space 32, so seat 2 goes on to 33.
    for seat, down in ((4, "3 stress"), (3, "1 2 5"), (2, "1 3"), (1, "0"), (0, "1 heat heat heat")):
        table.answer(seat, Play(tuple(down.split())))
    assert places(table) == [(32, 2), (32, 1), (33, 2), (35, 2), (30, 2)]
    assert table.of(Moved, 2) == [Moved(Seat(2), why="cards", distance=4, at=Distance(33), lane=Lane(2))]
    assert [one.speed for one in table.cars] == [0, 0, 4, 8, 4]
    assert [one.gear for one in table.cars] == [1, 1, 2, 3, 2]
    assert hands(table) == [3, 6, 5, 4, 5]
    assert heat(table) == [2, 4, 5, 1, 3]


def react(table: Table) -> None:
    """Phases 4 and 5."""
    # 4 and 5: adrenaline for the last two of five; seat 0 is passed over.
    assert [bool(one.items) for one in table.cars] == [False, True, False, True, True]
    assert table.asked == {1: "react"}
    table.answer(1, Cool(2))
    assert table.asked == {2: "react"}
    table.answer(2, Pass()).answer(3, Pass())
    assert table.asked == {4: "react"}
    table.answer(4, Cool(1)).answer(4, Pass())
    assert heat(table) == [2, 6, 5, 1, 4]
    assert hands(table) == [3, 4, 5, 4, 4]


def slipstream_and_corners(table: Table) -> None:
    """Phases 6 and 7."""
    # 6: seat 4 reaches the cars two spaces ahead; its target is full, so it goes on over the line.
    table.answer(1, Pass()).answer(2, Pass())
    assert table.asked == {4: "slipstream"}
    table.answer(4, Slipstream(2))

    # 7: seat 2 and seat 4 pay at the corner; seat 3 spins out behind the full space.
    assert table.of(SpunOut) == [
        SpunOut(Seat(3), line=Distance(33), limit=3, speed=8, heat=1, at=Distance(31), lane=Lane(2), stress=2)
    ]
    assert table.of(CornerTaken) == [
        CornerTaken(Seat(2), line=Distance(33), limit=3, speed=4, heat=1),
        CornerTaken(Seat(4), line=Distance(33), limit=3, speed=4, heat=1),
    ]
    assert places(table) == [(32, 2), (32, 1), (33, 2), (31, 2), (33, 1)]
    assert heat(table) == [2, 6, 4, 0, 3]
    assert table.cars[3].gear == 1
    assert table.cars[3].hand == ("3", "3", "4", "4", "stress", "stress")


def test_std_walkthrough_of_a_round() -> None:
    """A cluttered driver, a spin-out, a car pushed ahead over a corner line, a slipstream at reach 2."""
    table = five_cars()
    assert table.state.order == (0, 1, 2, 3, 4)
    shift_and_drive(table)
    react(table)
    slipstream_and_corners(table)

    # 8: all drivers but seat 0 may throw cards away.
    assert table.asked == dict.fromkeys((1, 2, 3, 4), "discard")
    table.answer(4, Discard(("0",))).answer(3, Discard(())).answer(2, Discard(())).answer(1, Discard(("1",)))

    # 9: all drivers draw to seven; the round ends in a new order.
    assert hands(table) == [7, 7, 7, 7, 7]
    assert heat(table) == [2, 6, 4, 0, 3]
    assert table.cars[0].discard == ("1", "heat", "heat", "heat")
    assert table.cars[0].hand == ("3", "3", "4", "4", "heat", "heat", "heat")
    assert (table.state.round, table.state.order) == (3, (2, 4, 0, 1, 3))


def test_std_walkthrough_of_a_finish_taken_back() -> None:
    table = Table(
        game(),
        car(at=56, lane=2, gear=4, engine=3, hand="5 4 4 4 1 2 3"),
        car(at=20, lane=2, gear=3, hand="1 2 3 4 1 2 3"),
        laps=1,
        round=6,
    ).go("gears")
    table.answer(0, Gear(4)).answer(1, Gear(3))

    # 3: over the line, provisionally; the car can boost, and does not.
    table.answer(0, Play(("4", "4", "4", "5"))).answer(1, Play(("1", "1", "2")))
    assert places(table) == [(73, 1), (24, 2)]
    assert (table.cars[0].laps, table.state.ended) == ((6,), "")
    table.answer(0, Pass())

    # 7: the corner before the finish costs 15, and the engine holds 3.
    table.answer(1, Pass())
    assert table.of(SpunOut) == [
        SpunOut(Seat(0), line=Distance(57), limit=2, speed=17, heat=3, at=Distance(56), lane=Lane(2), stress=2)
    ]
    assert (table.cars[0].at, table.cars[0].laps) == (56, ())
    assert heat(table) == [0, 6]

    # 8 and 9: it is not the final round, so both throw away and draw.
    assert table.asked == {0: "discard", 1: "discard"}
    table.answer(0, Discard(())).answer(1, Discard(()))
    assert hands(table) == [7, 7]
    assert (table.state.round, table.state.order, table.state.ended) == (7, (0, 1), "")
