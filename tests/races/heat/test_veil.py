"""Who has answered in secret is hidden for eight seconds, or until all are in: what others are sent, and when, is the
same whatever the hands are."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from msgspec.structs import replace
from pytest_django.fixtures import DjangoAssertNumQueries

from engine.heat import State
from engine.kernel.commands import Withdraw, command_for
from races import changes, games, live, page_state, scenes, sweeper, veil
from races.consumers import program
from races.models import Race, Seat
from tests.races.factories import heat_scene, make_race
from tests.races.test_live import first_answer
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db(transaction=True)

OTHERS = (None, 1, 2)
"""Who must not notice what Ada does: a spectator and the others."""


@pytest.fixture
def race() -> Race:
    return make_race("ada", "bo", "cleo", clock=0, veiled=True)


@dataclass
class Watcher:
    """One page and one program of a viewer, and what they were sent, at which second."""

    seat: int | None
    page: page_state.PageState
    known: scenes.AnyScene
    heard: list[tuple[float, str]]

    def look(self, scene: scenes.AnyScene, second: float) -> None:
        if text := self.page.next(scene):
            self.heard.append((second, text))
        if not program.is_same(self.known, scene, self.seat):
            self.heard.append((second, bytes(program.shown(scene, self.seat).view).decode()))
        self.known = scene


def watch(race: Race, seat: int | None) -> Watcher:
    scene = scenes.scene_of(race.pk)
    page = page_state.PageState(seat, "en")
    page.first(scene, -1, -1, "")
    return Watcher(seat, page, scene, [])


def answer(race: Race, seat: int) -> None:
    assert isinstance(live.submit(race.pk, first_answer(race, seat, uuid4().hex)), live.Accepted)


def withdraw(race: Race, seat: int) -> None:
    scene = heat_scene(race)
    taken_back = Withdraw(seat, scene.game.question(scene.state, seat), uuid4().hex)
    assert isinstance(live.submit(race.pk, taken_back), live.Accepted)


def test_an_answer_sends_nothing_to_others(race: Race) -> None:
    watchers = [watch(race, seat) for seat in OTHERS]
    answer(race, 0)
    withdraw(race, 0)
    answer(race, 0)
    scene = scenes.scene_of(race.pk)
    for watcher in watchers:
        watcher.look(scene, 0)
        assert watcher.heard == []
    assert scene.revision > scene.shown.revision


def test_what_others_are_shown_asks_no_database(race: Race, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """It is made in the event loop, also when the content of the race has left the memory of the process."""
    answer(race, 0)
    scene = scenes.load(race.pk)
    games.table_game_of.cache_clear()
    with django_assert_num_queries(0):
        assert scene.shown.veiled


def test_the_one_who_answers_sees_it(race: Race) -> None:
    ada = watch(race, 0)
    answer(race, 0)
    ada.look(scenes.scene_of(race.pk), 0)
    assert "You drive in gear" in ada.heard[0][1]
    assert "Everybody is choosing a gear." in ada.heard[0][1]
    assert '<span data-headline aria-live="off">Everybody is choosing</span>' in ada.heard[0][1]


@pytest.mark.parametrize("seat", OTHERS)
def test_a_page_that_is_loaded_meanwhile_shows_nothing_of_it_either(race: Race, seat: int | None) -> None:
    before = page_state.PageState(seat, "en").first(scenes.load(race.pk), -1, -1, "")
    answer(race, 0)
    assert page_state.PageState(seat, "en").first(scenes.load(race.pk), -1, -1, "") == before


@pytest.mark.parametrize("page", ["replay/", "replay/?step=0&every=yes", "replay/?step=1", "log/", "tv/"])
def test_no_page_of_the_race_counts_secret_answers(race: Race, page: str) -> None:
    def seen() -> tuple[int, str]:
        response = browser("stranger").get(address(race, page))
        changing = r'id="now" value="\d+"|name="csrfmiddlewaretoken" value="\w+"'
        return response.status_code, re.sub(changing, "", response.text)

    before = seen()
    answer(race, 0)
    assert seen() == before


def test_after_eight_seconds_the_ready_have_a_tick_and_the_others_are_named(race: Race) -> None:
    watcher = watch(race, None)
    answer(race, 0)
    sweep(race, race.started + timedelta(seconds=veil.SECONDS - 0.5))
    watcher.look(scenes.scene_of(race.pk), 7.5)
    assert watcher.heard == []
    sweep(race, race.started + timedelta(seconds=veil.SECONDS + 0.5))
    watcher.look(scenes.scene_of(race.pk), 8.5)
    (said,) = [text for _second, text in watcher.heard if 'id="waiting"' in text]
    assert "Waiting for Bo and Cleo: choosing a gear." in said
    assert 'data-headline="Waiting for Bo and Cleo"' in said
    assert "Ada is ready" in said
    answer(race, 1)
    watcher.look(scenes.scene_of(race.pk), 9)
    assert "Waiting for Cleo: choosing a gear." in watcher.heard[-2][1]


def test_views_that_are_kept_are_those_that_would_be_made(race: Race) -> None:
    for takes_back in (False, True, False):
        scene = heat_scene(race)
        for viewer in (0, *OTHERS):
            scene.view(viewer)
        if takes_back:
            live.submit(race.pk, Withdraw(0, scene.game.question(scene.state, 0), uuid4().hex))
        else:
            live.submit(race.pk, command_for(scene.questions[0], scene.legal(0)[0], uuid4().hex))
        kept = scenes.known(race.pk, scene.revision + 1)
        assert kept is not None
        assert kept.view(1) is scene.view(1), "it is not made again"
        seen = {viewer: kept.view(viewer) for viewer in (0, *OTHERS)}
        anew = scenes.load(race.pk)
        assert seen == {viewer: anew.view(viewer) for viewer in seen}


def test_who_has_answered_reads_whom_the_race_waits_for_when_the_veil_is_lifted(race: Race) -> None:
    ada = watch(race, 0)
    answer(race, 0)
    ada.look(scenes.scene_of(race.pk), 0)
    sweep(race, race.started + timedelta(seconds=veil.SECONDS + 0.5))
    ada.look(scenes.scene_of(race.pk), 8.5)
    (cockpit,) = [text.partition('id="cockpit"')[2] for second, text in ada.heard if second > 8 and "<section" in text]
    assert '<span data-headline aria-live="off">Waiting for Bo and Cleo</span>' in cockpit
    assert "Everybody is choosing" not in cockpit


def test_when_all_are_in_it_is_over(race: Race) -> None:
    watcher = watch(race, None)
    for seat in (2, 0):
        answer(race, seat)
        watcher.look(scenes.scene_of(race.pk), 0)
        assert watcher.heard == []
    answer(race, 1)
    watcher.look(scenes.scene_of(race.pk), 1)
    assert "shifts" in watcher.heard[0][1] or "stays in gear" in watcher.heard[0][1]
    assert Race.objects.get(pk=race.pk).veil["phase"] == "1.cards"


def test_what_is_public_shows_through(race: Race) -> None:
    answer(race, 0)
    watcher = watch(race, None)
    changes.pause(race.pk)
    watcher.look(scenes.scene_of(race.pk), 1)
    assert "The race is paused" in watcher.heard[0][1]
    assert "is ready" not in watcher.heard[0][1]


def sweep(race: Race, now: datetime) -> None:
    Seat.objects.filter(race=race).update(seen=now)
    sweeper.sweep(now)


# Frames and their times, with a clock of the test's own

NOTHING_TO_THROW = ("heat", "stress")


def before_discard(race: Race) -> None:
    """Drive until the next command leads to the question of what to throw away."""
    while True:
        scene = heat_scene(race)
        question = min(scene.questions.values(), key=lambda one: one.seat)
        choice = scene.game.legal(scene.state, question.seat)[-1 if scene.state.phase == "react" else 0]
        step = scene.game.decide(scene.state, command_for(question, choice))
        assert not isinstance(step, tuple)
        if getattr(step, "state", scene.state).phase == "discard":
            return
        live.submit(race.pk, command_for(question, choice))


def give_hand(race: Race, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> None:
    """Ada holds other cards than before, as many."""
    scene = heat_scene(race)
    ada = scene.state.cars[0]
    state: State = replace(scene.state, cars=(replace(ada, hand=change(ada.hand)), *scene.state.cars[1:]))
    Race.objects.filter(pk=race.pk).update(state=scene.game.encode(state).decode())
    scenes.forget()


Hand = Callable[[tuple[str, ...]], tuple[str, ...]]


def heard_of_discard(hand: Hand, until: float) -> dict[int | None, list[tuple[float, str]]]:
    """What the others hear, second by second, once all are asked what they throw away. Bo and Cleo do not answer."""
    scenes.forget()
    Race.objects.all().delete()
    race = make_race("ada", "bo", "cleo", clock=0)
    Race.objects.update(code="TESTRACE")
    before_discard(race)
    give_hand(race, hand)
    scene = heat_scene(race)
    question = min(scene.questions.values(), key=lambda one: one.seat)
    choice = scene.game.legal(scene.state, question.seat)[-1 if scene.state.phase == "react" else 0]
    start = timezone.now()
    live.submit(race.pk, command_for(question, choice), start)
    assert heat_scene(race).state.phase == "discard"
    watchers = {seat: watch(race, seat) for seat in OTHERS}
    second = 0.0
    while second < until:
        second += 0.5
        sweep(race, start + timedelta(seconds=second))
        for watcher in watchers.values():
            watcher.look(scenes.scene_of(race.pk), second)
    return {seat: watcher.heard for seat, watcher in watchers.items()}


def all_kept(hand: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(NOTHING_TO_THROW[place % 2] for place in range(len(hand)))


def some_go(hand: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("1234"[place % 4] for place in range(len(hand)))


def test_frames_and_their_times_are_the_same_whatever_a_hand_is() -> None:
    """With nothing to throw away Ada's hand is kept by default within the eight seconds; else she thinks on."""
    stuck, free = (heard_of_discard(hand, veil.SECONDS - 0.5) for hand in (all_kept, some_go))
    assert stuck == free == {seat: [] for seat in OTHERS}


def test_afterwards_they_differ_by_who_is_ready() -> None:
    stuck, free = (heard_of_discard(hand, veil.SECONDS + 0.5) for hand in (all_kept, some_go))
    assert stuck[None] != free[None]
    assert "Ada is ready" in stuck[None][0][1]
    assert "Ada is ready" not in free[None][0][1]
