"""Reviews are computed once, by one process at a time, beside the work of the site; what is lost is begun again."""

from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from engine.heat.review import read_review
from lobby import forgetting
from lobby.cleaning import clean_rooms
from lobby.models import Visitor
from races import openings, reviewers, reviews, turns
from races.models import Race, Review
from races.reviewing import Progress, begin, more, open_record
from tests.races.heat.pitwall.kit import ended_soon, stored, whole_race
from tests.races.lastcard import kit as lastcard

pytestmark = pytest.mark.django_db


def row(review: Review) -> Review:
    return Review.objects.get(pk=review.pk)


def test_it_is_asked_for_once() -> None:
    race = whole_race()
    first = reviews.ask(race, 0, "ada")
    assert reviews.ask(race, 0, "bo") == first
    assert reviews.ask(race, 1, "bo") != first
    assert row(first).visitor == "ada"


def test_only_games_with_reviews_offer_them() -> None:
    assert reviews.offered("heat")
    assert not reviews.offered("lastcard")
    assert not reviews.offered("henhur")
    assert not reviews.offered("chess")


def test_the_one_that_waits_longest_is_taken_and_by_one_process() -> None:
    race = whole_race()
    first, second = reviews.ask(race, 0, "ada"), reviews.ask(race, 1, "bo")
    taken = [reviews.claim(), reviews.claim(), reviews.claim()]
    assert taken == [first, second, None]
    package, record = reviews.to_compute(first)
    assert package == "races.heat"
    assert b'"entries"' in record


def test_what_a_process_has_dropped_is_begun_again_but_not_for_ever() -> None:
    review, now = reviews.ask(whole_race(), 0, "ada"), timezone.now()
    for _ in range(turns.TRIES):
        assert reviews.claim(now=now) is not None
        assert reviews.claim(now=now + turns.LEASE) is None
        now += turns.LEASE + timedelta(seconds=1)
    assert reviews.claim(now=now) is None
    assert row(review).failed == turns.LOST
    again = reviews.ask(review.race, 0, "ada")
    assert (again.failed, again.tries) == ("", 0)


def test_a_server_that_ends_gives_its_review_back() -> None:
    review = reviews.ask(whole_race(), 0, "ada")
    assert reviews.claim() is not None
    turns.give_back(row(review))
    assert row(review).tries == 0
    assert reviews.claim() is not None
    turns.give_back(row(review), at_fault=True)
    assert row(review).tries == 1


def test_what_another_process_has_taken_is_left_to_it() -> None:
    """A process that was away for so long that its lease ran out must not write over what came since."""
    review, now = reviews.ask(whole_race(), 0, "ada"), timezone.now()
    slow, quick = reviews.claim(now=now), reviews.claim(now=now + turns.LEASE + timedelta(seconds=1))
    assert slow is not None
    assert quick is not None
    assert not reviews.note(slow, Progress(3, 40))
    turns.give_back(slow)
    assert (row(review).done, row(review).tries) == (0, 2)
    assert reviews.note(quick, Progress(1, 40))


def test_what_is_at_work_is_held_for_longer() -> None:
    review, now = reviews.ask(whole_race(), 0, "ada"), timezone.now()
    mine = reviews.claim(now=now)
    assert mine is not None
    turns.renew([mine], now + turns.LEASE)
    assert reviews.claim(now=now + turns.LEASE + timedelta(seconds=30)) is None
    assert row(review).is_in_hand


def test_progress_is_kept_and_what_is_whole_is_taken_by_nobody() -> None:
    race = whole_race()
    review = reviews.ask(race, 0, "ada")
    mine = reviews.claim()
    assert mine is not None
    assert reviews.note(mine, Progress(3, 40))
    assert (row(review).done, row(review).total, row(review).is_open) == (3, 40, True)
    assert not reviews.note(mine, Progress(40, 40, data=stored(race)))
    assert not row(review).is_open
    assert reviews.claim(now=timezone.now() + timedelta(days=1)) is None


def test_one_visitor_asks_for_so_many_an_hour() -> None:
    race = whole_race()
    long_ago = timezone.now() - timedelta(hours=2)
    for seat in range(10, 10 + reviews.MOST_OF_ONE):
        Review.objects.create(race=race, seat=seat, visitor="ada", failed="did_not_drive")
    with pytest.raises(reviews.TooMany) as fault:
        reviews.ask(race, 0, "ada")
    assert fault.value.code == "too_many_reviews"
    assert reviews.ask(race, 10, "ada").seat == 10, "what is there may be looked at"
    reviews.ask(race, 0, "bo")
    Review.objects.filter(seat=10).update(asked=long_ago)
    reviews.ask(race, 1, "ada")


def test_new_cookies_do_not_fill_the_queue() -> None:
    race = whole_race()
    for seat in range(10, 10 + reviews.MOST_WAITING_OF_ADDRESS):
        reviews.ask(race, seat, f"new{seat}", "there")
    with pytest.raises(reviews.TooMany) as fault:
        reviews.ask(race, 0, "another", "there")
    assert fault.value.code == "reviews_busy"
    reviews.ask(race, 1, "bo", "elsewhere")
    reviews.ask(race, 2, "cy")


def test_an_address_asks_for_so_many_an_hour() -> None:
    race = whole_race()
    for seat in range(10, 10 + reviews.MOST_OF_ADDRESS):
        Review.objects.create(race=race, seat=seat, visitor=f"v{seat}", address="there", failed="did_not_drive")
    with pytest.raises(reviews.TooMany) as fault:
        reviews.ask(race, 0, "another", "there")
    assert fault.value.code == "too_many_reviews"
    later = timezone.now() + timedelta(hours=1, minutes=1)
    reviews.ask(race, 0, "another", "there", later)
    clean_rooms(later)
    assert not Review.objects.exclude(address="").exists(), "no address is kept for longer than it counts"


def test_nobody_waits_behind_all_of_one_address() -> None:
    race = whole_race()
    for seat in range(3):
        reviews.ask(race, seat, "ada", "there")
    last = reviews.ask(race, 3, "bo", "elsewhere")
    turns = []
    while found := reviews.claim():
        turns.append(found.seat)
    assert turns == [0, last.seat, 1, 2]


def test_nobody_waits_behind_all_of_another_visitor_of_their_address() -> None:
    race = whole_race()
    for seat in range(3):
        reviews.ask(race, seat, "ada", "there")
    last = reviews.ask(race, 3, "bo", "there")
    order = []
    while found := reviews.claim():
        order.append(found.seat)
    assert order == [0, last.seat, 1, 2]


def test_so_many_wait_on_the_whole_site() -> None:
    race = whole_race()
    for seat in range(10, 10 + reviews.MOST_WAITING):
        Review.objects.create(race=race, seat=seat, visitor=f"v{seat}")
    with pytest.raises(reviews.TooMany) as fault:
        reviews.ask(race, 0, "ada")
    assert fault.value.code == "reviews_busy"


def test_a_game_that_has_none_any_more_fails_its_own() -> None:
    match = lastcard.dealt()
    review = Review.objects.create(race=match, seat=0, visitor="ada")
    assert reviews.claim() is None
    assert row(review).failed == "no_reviews"


def test_it_goes_with_its_race_and_forgets_who_asked() -> None:
    race = whole_race()
    reviews.ask(race, 0, "ada")
    Visitor.objects.create(id="ada", name="Ada")
    forgetting.forget("ada")
    assert not Review.objects.filter(visitor="ada").exists()
    Race.objects.filter(pk=race.pk).delete()
    assert not Review.objects.exists()


def test_the_process_grows_a_review_decision_by_decision() -> None:
    race = ended_soon()
    reviews.ask(race, 0, "ada")
    package, record = reviews.to_compute(Review.objects.get())
    progress = [begin(7, package, record, 0, 300)]
    while not progress[-1].is_last:
        progress.append(more(7))
    assert [one.done for one in progress] == list(range(1, progress[-1].total + 1))
    assert read_review(progress[-1].data).is_whole


@pytest.mark.parametrize(("seat", "code"), [(2, "legend"), (9, "no_such_seat")])
def test_the_process_says_why_there_is_none(seat: int, code: str) -> None:
    race = ended_soon()
    reviews.ask(race, 0, "ada")
    package, record = reviews.to_compute(Review.objects.get())
    assert begin(7, package, record, seat, 300).failed == code
    assert begin(7, package, b"{}", 0, 300).failed == "malformed"
    assert begin(7, package, record, 0, 0).failed == "too_long"


@pytest.mark.django_db(transaction=True)
async def test_what_waits_is_computed_in_a_process_of_its_own() -> None:
    race = await database_sync_to_async(ended_soon)()
    review = await database_sync_to_async(reviews.ask)(race, 0, "ada")
    process = reviewers.Reviewers()
    try:
        await process.work()
    finally:
        process.close()
    found = await Review.objects.aget(pk=review.pk)
    assert found.failed == ""
    assert read_review(found.data).done == found.total == found.done > 0


@pytest.mark.django_db(transaction=True)
async def test_a_process_that_dies_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    race = await database_sync_to_async(ended_soon)()
    review = await database_sync_to_async(reviews.ask)(race, 0, "ada")
    process = reviewers.Reviewers()
    monkeypatch.setattr(reviewers, "begin", _dies)
    try:
        await process.work()
        assert (await Review.objects.aget(pk=review.pk)).failed == turns.LOST
        monkeypatch.setattr(reviewers, "begin", begin)
        again = await database_sync_to_async(reviews.ask)(race, 0, "ada")
        await process.work()
    finally:
        process.close()
    assert (await Review.objects.aget(pk=again.pk)).data


def _dies(key: int, package: str, record: bytes, seat: int, most: int) -> Progress:
    import os

    os._exit(1)


@pytest.mark.django_db(transaction=True)
async def test_addresses_take_turns_with_each_decision() -> None:
    """A second visitor does not wait until the whole race of the first one is looked back at."""
    race = await database_sync_to_async(ended_soon)()
    first = await database_sync_to_async(reviews.ask)(race, 0, "ada", "there")
    second = await database_sync_to_async(reviews.ask)(race, 1, "bo", "elsewhere")
    process = reviewers.Reviewers()
    done: list[tuple[int, int]] = []
    try:
        while await process.turn():
            done.append(await _done(first, second))
            if all(done[-1]):
                break
    finally:
        process.close()
    assert done[-1] == (1, 1), "the second has a decision before the first has its second one"


async def _done(*all_of: Review) -> Any:
    return tuple([(await Review.objects.aget(pk=one.pk)).done for one in all_of])


@pytest.mark.django_db(transaction=True)
async def test_files_and_decisions_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many files come, a review goes on."""
    race = await database_sync_to_async(ended_soon)()
    await database_sync_to_async(reviews.ask)(race, 0, "ada")
    for number in range(3):
        await database_sync_to_async(openings.ask)(b"what", f"visitor {number}")
    process, kinds = reviewers.Reviewers(), []

    async def asked(row: Any, work: Any, *arguments: Any) -> Any:
        kinds.append(type(row).__name__)
        return b'"broken"' if work is open_record else Progress(len(kinds), 100)

    monkeypatch.setattr(process, "_ask", asked)
    for _ in range(6):
        await process.turn()
    assert sorted(kinds) == ["Opening"] * 3 + ["Review"] * 3


@pytest.mark.django_db(transaction=True)
async def test_a_server_that_ends_keeps_nothing_in_hand() -> None:
    race = await database_sync_to_async(ended_soon)()
    review = await database_sync_to_async(reviews.ask)(race, 0, "ada")
    process = reviewers.Reviewers()
    await process.turn()
    assert (await Review.objects.aget(pk=review.pk)).is_in_hand
    process.end()
    await process.work()
    found = await Review.objects.aget(pk=review.pk)
    assert (found.lease, found.tries) == (None, 0)
