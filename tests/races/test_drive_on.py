"""Driving on from a step of a replay: the race begins with that position, plays again to the byte, and gives nothing
away that its driver did not know."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

import engine
from engine.heat import read_record
from engine.heat.notation import read_record_text, write_record
from engine.kernel.chance import Seed
from engine.kernel.faults import Broken
from engine.kernel.records import encode
from races import drive_on, opened, records
from races.film import film_of
from races.heat.extras import Extras
from races.models import Position, Race, Seat
from races.scenes import load
from races.views.after import exported
from tests.races.factories import drivers, heat_states
from tests.races.heat.results.kit import drive, finished_race, running_race
from tests.races.lastcard import kit as lastcard
from tests.races.opening import open_record

pytestmark = pytest.mark.django_db


def at(race: Race, step: int, seats: tuple[int, ...] = (0, 1, 3), own: int | None = 0) -> drive_on.From:
    return drive_on.found(load(race.pk), step, seats, own)


def driven_on(race: Race, step: int, seat: int = 0, **more: Any) -> Race:
    return drive_on.drive_on(at(race, step), seat, "zoe", "Zoe", "Driver", **more)


def downloaded(race: Race) -> bytes:
    return exported(race, tuple(race.seats.order_by("number")))


def test_it_plays_again_to_the_byte_in_every_form_from_the_start_to_the_last_rounds() -> None:
    first = finished_race()
    for step in range(0, film_of(first).last - 1, 23):
        race = drive(driven_on(first, step))
        assert race.ended is not None
        assert records.check(race)
        record: Any = records.record_of(race)
        assert read_record(encode(record)) == record
        text = write_record(record, engine.__version__)
        assert encode(read_record_text(text, engine.__version__)) == encode(record)
        assert open_record(downloaded(race), "zoe").state == race.state
    call_command("verify_races")


PEOPLE = drivers("ada", "bo", "cy")


@pytest.mark.parametrize(
    "terms",
    [
        {"rules": "rulebook", "starters": PEOPLE},
        {"extras": Extras(garage="random", weather="drawn", roads=True)},
        {"extras": Extras(garage="rounds"), "rules": "rulebook", "starters": PEOPLE},
    ],
    ids=["rulebook", "weather and roads", "a draft"],
)
def test_under_any_rules(terms: dict[str, Any]) -> None:
    first = finished_race(**terms)
    for step in (0, 5, 31):
        race = drive(driven_on(first, step))
        assert records.check(race)
        assert read_record(encode(records.record_of(race))) == records.record_of(race)


def test_the_driver_goes_on_with_what_the_seat_knew_and_nothing_else() -> None:
    first = finished_race()
    step = 30
    was = heat_states(first)[step]
    piles, hands = set(), set()
    for _ in range(8):
        now = heat_states(driven_on(first, step))[0]
        mine, others = now.cars[0], now.cars[1]
        assert (mine.hand, mine.at, mine.gear, mine.engine) == (
            was.cars[0].hand,
            was.cars[0].at,
            was.cars[0].gear,
            was.cars[0].engine,
        )
        assert [car.at for car in now.cars] == [car.at for car in was.cars]
        assert (now.round, now.seed != was.seed) == (was.round, True)
        piles.add(mine.draw)
        hands.add(others.hand)
    assert len(piles) > 1
    assert len(hands) > 1


def test_answers_that_were_given_in_secret_are_asked_for_again() -> None:
    """Bots would go on with cards that were drawn for them instead of cards that they chose."""
    first = finished_race()
    states = heat_states(first)
    step = next(number for number, one in enumerate(states) if any(car.choice is not None for car in one.cars))
    assert any(car.asked for car in states[step].cars)
    now = heat_states(driven_on(first, step))[0]
    assert all(car.asked and car.choice is None for car in now.cars if not car.legend)


def test_bots_drive_the_others_and_people_lend_no_name() -> None:
    race = driven_on(finished_race(), 20, seat=1)
    mine, others = race.seats.get(number=1), race.seats.exclude(number=1).order_by("number")
    assert (mine.name, mine.visitor, mine.kind) == ("Zoe", "zoe", Seat.Kind.DRIVER)
    assert [(one.name, one.kind) for one in others] == [
        ("Driver 8", "bot"),
        ("Legend Black", "legend"),
        ("Marta", "bot"),
    ]
    assert set(race.bots) == {0, 3}
    assert (race.watching, race.listed, race.clock) == (Race.Watching.NOBODY, False, 0)


def test_a_race_that_was_driven_on_can_be_driven_on() -> None:
    second = drive(driven_on(finished_race(), 20))
    third = drive(driven_on(second, 10))
    assert records.check(third)
    second.delete()
    assert Position.objects.get(race=third).origin is None
    assert records.check(third)


def test_a_record_that_was_opened_can_be_driven_on() -> None:
    again = open_record(downloaded(finished_race()), "zoe")
    assert records.check(drive(driven_on(again, 12)))


REFUSED: dict[str, tuple[Callable[[Race], object], str]] = {
    "beyond the end": (lambda race: at(race, race.version + 1), "no_such_step"),
    "before the start": (lambda race: at(race, -1), "no_such_step"),
    "after the flag": (lambda race: at(race, race.version), "nothing_left"),
    "no hand of mine": (lambda race: at(race, 3, ()), "not_yours"),
    "a Legend": (lambda race: driven_on(race, 3, seat=2), "no_such_seat"),
    "no seat": (lambda race: driven_on(race, 3, seat=99), "no_such_seat"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused(name: str) -> None:
    race = finished_race()
    do, code = REFUSED[name]
    with pytest.raises(drive_on.NotFromHere) as fault:
        do(race)
    assert fault.value.code == code
    assert Race.objects.count() == 1


def test_not_while_it_goes_on_and_not_in_other_games() -> None:
    with pytest.raises(drive_on.NotFromHere) as fault:
        at(running_race(), 2)
    assert fault.value.code == "not_over"
    match = lastcard.dealt()
    Race.objects.filter(pk=match.pk).update(ended=match.started)
    with pytest.raises(drive_on.NotFromHere) as fault:
        at(match, 0)
    assert fault.value.code == "nothing_left"


def _of_another_seed(record: dict[str, Any]) -> None:
    record["seed"] = "ab" * 32


def _with_one_card_more(record: dict[str, Any]) -> None:
    record["position"]["cars"][0]["hand"].append("heat")


def _with_a_car_far_away(record: dict[str, Any]) -> None:
    record["position"]["cars"][0]["at"] = 10**9


def _of_other_content(record: dict[str, Any]) -> None:
    record["position"]["content"] = "0" * 64


def _with_other_laps(record: dict[str, Any]) -> None:
    record["setup"]["laps"] = 3


def _with_no_state(record: dict[str, Any]) -> None:
    record["position"] = [1, 2, 3]


def _without_a_position(record: dict[str, Any]) -> None:
    del record["position"]


@pytest.mark.parametrize(
    "spoil",
    [
        _of_another_seed,
        _with_one_card_more,
        _with_a_car_far_away,
        _of_other_content,
        _with_other_laps,
        _with_no_state,
        _without_a_position,
    ],
)
def test_a_position_from_outside_is_judged(spoil: Callable[[dict[str, Any]], None]) -> None:
    race = drive(driven_on(finished_race(), 25))
    record = msgspec.json.decode(downloaded(race))
    spoil(record)
    data = msgspec.json.encode(record)
    before = Race.objects.count()
    with pytest.raises(opened.NotOpened) as fault:
        open_record(data, "zoe")
    assert fault.value.code == "broken"
    assert Race.objects.count() == before
    if spoil is not _without_a_position:  # to read one without is no fault; it does not play again
        for name in ("code", "seats"):
            record.pop(name)
        with pytest.raises(Broken):
            read_record(msgspec.json.encode(record))


def test_no_other_game_reads_a_position() -> None:
    match = lastcard.dealt()
    with pytest.raises(Broken):
        load(match.pk).table_game.read_position(b"{}", None, Seed(match.seed))
