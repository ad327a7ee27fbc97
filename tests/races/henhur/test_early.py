"""Who picks later chooses while the others pick: the card is taken if it is still there. Who has picked chooses what to
run with next. Before, nobody hears of either."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from msgspec.structs import replace

from engine.henhur import Pick, Run
from engine.kernel import Answer, Question, Refusal, Seat, Withdraw
from races import automatic, changes, leaving, live, sweeper
from races.henhur.pages import PAGES
from races.models import Race
from races.models import Seat as SeatRow
from tests.races.henhur.kit import GAME, browser, get, match, scene_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def race() -> Race:
    """The first auction, in which everybody has bid and the first seat of the order is to pick."""
    race = match()
    scene = scene_of(race)
    while scene.state.phase != "draft":
        question = next(iter(scene.questions.values()))
        legal: Any = GAME.legal(scene.state, question.seat)
        live.submit(race.pk, Answer(question.seat, question, legal[0], str(question)))
        scene = scene_of(race)
    return race


def seats(race: Race) -> tuple[int, ...]:
    return scene_of(race).state.order


def name_of(seat: int) -> str:
    return ("ada", "bo", "cy")[seat]


def choose(race: Race, seat: int, card: str) -> None:
    said = {"question": str(Question(2, "draft", Seat(seat), 0)), "early": "yes", "do": f"pick:{card}"}
    assert browser(name_of(seat)).post(f"/races/{race.code}/answer/", said).status_code == 302


def pick(race: Race, card: str) -> None:
    """Whoever is asked takes a card."""
    (question,) = scene_of(race).questions.values()
    done = live.submit(race.pk, Answer(question.seat, question, Pick(card), f"own.{question}"))
    assert isinstance(done, live.Accepted)


def a_second_later(race: Race) -> None:
    later = timezone.now() + timedelta(seconds=automatic.EARLY_FOR + 0.1)
    SeatRow.objects.filter(race=race).update(seen=later)
    sweeper.sweep(later)


def test_a_card_that_is_still_there_is_taken_when_the_turn_comes(race: Race) -> None:
    _first, second, third = seats(race)
    pool = scene_of(race).state.pool
    assert "Take if still there" in get(name_of(second), race)
    revision, other = scene_of(race).revision, get(name_of(third), race).count("is-chosen")
    choose(race, second, pool[1])
    assert "if it is still there." in get(name_of(second), race)
    assert scene_of(race).revision == revision
    assert get(name_of(third), race).count("is-chosen") == other
    pick(race, pool[0])
    assert set(scene_of(race).questions) == {second}
    a_second_later(race)
    assert set(scene_of(race).questions) == {third}
    assert pool[1] in scene_of(race).state.runners[second].stock


def test_a_card_that_is_gone_is_said_and_the_player_is_asked(race: Race) -> None:
    _first, second, _third = seats(race)
    pool = scene_of(race).state.pool
    card = next(one for one in pool if pool.count(one) == 1)
    choose(race, second, card)
    pick(race, card)
    a_second_later(race)
    assert set(scene_of(race).questions) == {second}, "what is gone is not taken"


def test_the_third_reads_that_the_card_is_gone_before_the_turn_comes(race: Race) -> None:
    _first, _second, third = seats(race)
    pool = scene_of(race).state.pool
    card = next(one for one in pool if pool.count(one) == 1)
    choose(race, third, card)
    pick(race, card)
    page = get(name_of(third), race)
    assert "is gone. Choose another card." in page
    assert "Take if still there" in page


def test_it_can_be_taken_back(race: Race) -> None:
    _first, second, _third = seats(race)
    choose(race, second, scene_of(race).state.pool[0])
    question = Question(2, "draft", Seat(second), 0)
    assert changes.decide_early(race.pk, Withdraw(second, question)) is None
    assert not Race.objects.get(pk=race.pk).held


@pytest.mark.parametrize(
    ("place", "choice", "code"),
    [(1, Pick("jackpot"), "not_in_pool"), (0, None, "stale")],
    ids=["not in the pool", "whose turn it is"],
)
def test_what_cannot_be_chosen_early(race: Race, place: int, choice: Pick | None, code: str) -> None:
    seat = seats(race)[place]
    wanted = choice or Pick(scene_of(race).state.pool[0])
    refused = changes.decide_early(race.pk, Answer(seat, Question(2, "draft", Seat(seat), 0), wanted))
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_who_has_left_chooses_nothing_early(race: Race) -> None:
    _first, second, _third = seats(race)
    early = Answer(second, Question(2, "draft", Seat(second), 0), Pick(scene_of(race).state.pool[0]))
    assert changes.decide_early(race.pk, early) is None
    leaving.leave(race.pk, second)
    for command in (early, Withdraw(second, early.question)):
        refused = changes.decide_early(race.pk, command)
        assert isinstance(refused, Refusal)
        assert refused.code == "stale"
    assert not Race.objects.get(pk=race.pk).held


def test_there_is_nothing_to_choose_early_in_a_race() -> None:
    scene = scene_of(match())
    assert all(scene.table_game.early(scene.state, seat) is None for seat in range(3))


def run_next(race: Race, seat: int, do: str, **tokens: str) -> str:
    """Who has picked says what to run with; their page afterwards."""
    said = {"question": str(Question(3, "run", Seat(seat), 0)), "early": "yes", "do": do}
    said |= dict.fromkeys(("p", "p3", "r", "w_priority", "w_race"), "0") | tokens
    player = browser(name_of(seat))
    assert player.post(f"/races/{race.code}/answer/", said).status_code == 302
    return html.unescape(player.get(f"/races/{race.code}/").content.decode())


def test_who_has_picked_chooses_the_next_run_and_it_is_given_when_the_race_comes(race: Race) -> None:
    first, second, third = seats(race)
    state = scene_of(race).state
    card = state.pool[0]
    pick(race, card)
    page = get(name_of(first), race)
    hand = set(state.runners[first].hand) | {card}
    assert set(re.findall(r'value="run:(\w+):false"', page)) == hand, "the picked card comes to the hand first"
    revision, others = scene_of(race).revision, get(name_of(third), race)
    page = run_next(race, first, f"run:{card}:false")
    assert "You are ready for the race." in page
    assert "Take it back" in page
    assert scene_of(race).revision == revision
    assert body(get(name_of(third), race)) == body(others)
    pick(race, scene_of(race).state.pool[0])
    pick(race, scene_of(race).state.pool[0])
    assert set(scene_of(race).questions) == {first, second, third}
    a_second_later(race)
    changes.lift_veil(race.pk)
    assert set(scene_of(race).questions) == {second, third}
    assert scene_of(race).state.runners[first].choice == Run(card)


def body(page: str) -> str:
    return re.sub(r'csrfmiddlewaretoken" value="\w+"|<data id="now"[^>]*>', "", page)


def test_what_others_pick_does_not_take_the_form_of_the_next_run_away(race: Race) -> None:
    first, _second, _third = seats(race)
    pick(race, scene_of(race).state.pool[0])
    before = PAGES.key(scene_of(race), first)
    pick(race, scene_of(race).state.pool[0])
    assert PAGES.key(scene_of(race), first) == before


def test_the_next_run_can_be_taken_back(race: Race) -> None:
    first, _second, _third = seats(race)
    pick(race, scene_of(race).state.pool[0])
    card = scene_of(race).state.runners[first].hand[0]
    run_next(race, first, f"run:{card}:false")
    page = run_next(race, first, "withdraw")
    assert f"run:{card}:false" in page
    assert not Race.objects.get(pk=race.pk).held


@pytest.mark.parametrize(
    ("do", "tokens", "said"),
    [
        ("run:jackpot:false", {}, "You do not hold that card."),
        ("run:{card}:false", {"p": "3"}, "You do not have that many tokens."),
        ("pick:{card}", {}, "does not answer"),
    ],
)
def test_what_cannot_be_run_with_next_is_said(race: Race, do: str, tokens: dict[str, str], said: str) -> None:
    first, _second, _third = seats(race)
    pick(race, scene_of(race).state.pool[0])
    card = scene_of(race).state.runners[first].hand[0]
    assert said in run_next(race, first, do.format(card=card), **tokens)
    assert not Race.objects.get(pk=race.pk).held


def test_a_run_chosen_early_rests_on_the_hand_to_which_a_burned_bid_may_add(race: Race) -> None:
    first, _second, _third = seats(race)
    pick(race, scene_of(race).state.pool[0])
    scene = scene_of(race)
    run, question = Run(scene.state.runners[first].hand[0]), Question(3, "run", Seat(first), 0)
    rests_on = scene.table_game.rests_on(scene.state, question, run)
    pick(race, scene.state.pool[0])
    assert scene_of(race).table_game.rests_on(scene_of(race).state, question, run) == rests_on
    pick(race, scene_of(race).state.pool[0])
    scene = scene_of(race)
    assert scene.table_game.rests_on(scene.state, scene.questions[first], run) == rests_on
    drew = replace(scene.state.runners[first], hand=(*scene.state.runners[first].hand, "stride"))
    state = replace(scene.state, runners=(*scene.state.runners[:first], drew, *scene.state.runners[first + 1 :]))
    assert scene.table_game.rests_on(state, scene.questions[first], run) != rests_on
