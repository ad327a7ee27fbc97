"""Who waits chooses for the next turn: a card is played if it fits then, and nobody hears of it before."""

import re
from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace

from engine.kernel import Answer, Question, Refusal, Seat, Withdraw
from engine.lastcard import Draw, Pass, Play, State
from engine.lastcard.game import moment
from races import automatic, changes, live, sweeper
from races.lastcard.pages import PAGES
from races.models import Race
from races.models import Seat as SeatRow
from tests.races.lastcard.kit import browser, dealt, get, scene_of, state_of

pytestmark = pytest.mark.django_db

NAMES = ("ada", "bo", "cy")


def own_part(visitor: str, race: Race) -> str:
    page = get(visitor, race).partition('id="cockpit"')[2].partition("</section>")[0]
    return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page)


def to_come(race: Race, seat: int) -> Question:
    return Question(state_of(race).round, "turn", Seat(seat), 0)


def choose(race: Race, seat: int, do: str) -> None:
    said = {"question": str(to_come(race, seat)), "early": "yes", "do": do}
    assert browser(NAMES[seat]).post(f"/races/{race.code}/answer/", said).status_code == 302


def a_second_later(race: Race) -> None:
    later = timezone.now() + timedelta(seconds=automatic.EARLY_FOR + 0.1)
    SeatRow.objects.filter(race=race).update(seen=later)
    sweeper.sweep(later)


def answered(race: Race, choice: Play | None = None) -> None:
    """Who is asked answers, as a stand-in would where nothing else is said."""
    (question,) = scene_of(race).questions.values()
    wanted = choice or scene_of(race).game.fit.stand_in(moment(state_of(race), question.seat))
    done = live.submit(race.pk, Answer(question.seat, question, wanted, f"own.{question}"))
    assert isinstance(done, live.Accepted)


def fitting(state: State, seat: int) -> list[str]:
    return [face for face in state.hands[seat] if face[0] == state.colour]


def before_bo(race: Race) -> None:
    """Go on until Ada is to play, has a number of the active colour, and Bo has a card of that and one of another."""
    for _ in range(200):
        state = state_of(race)
        if state.phase == "turn" and state.turn == 0 and state.direction > 0:
            numbers = [face for face in fitting(state, 0) if face[1:].isdigit()]
            if numbers and 0 < len(fitting(state, 1)) < len(state.hands[1]) and len(state.hands[0]) > 1:
                return
        answer_all(race)
    pytest.fail("no such moment")


def answer_all(race: Race) -> None:
    for question in list(scene_of(race).questions.values()):
        wanted = scene_of(race).game.fit.stand_in(moment(state_of(race), question.seat))
        live.submit(race.pk, Answer(question.seat, question, wanted, f"own.{question}"))


def plain(race: Race) -> Play:
    """A number of the active colour, so that what fits by its colour goes on fitting."""
    (question,) = scene_of(race).questions.values()
    state = state_of(race)
    hand = state.hands[question.seat]
    return Play(next(face for face in hand if face[0] == state.colour and face[1:].isdigit()))


def test_a_card_that_fits_when_the_turn_comes_is_played() -> None:
    race = dealt(3)
    before_bo(race)
    state = state_of(race)
    card = next(face for face in state.hands[1] if face[0] == state.colour)
    revision, others = scene_of(race).revision, own_part("cy", race)
    choose(race, 1, f"play:{card}::false")
    page = get("bo", race)
    assert "On your turn you play" in page
    assert "is-chosen" in page
    assert scene_of(race).revision == revision, "nobody else hears of it"
    assert own_part("cy", race) == others
    answered(race, plain(race))
    assert "Your turn: you play" in get("bo", race)
    a_second_later(race)
    now = state_of(race)
    assert now.discard[0] == card
    assert Counter(state.hands[1]) - Counter(now.hands[1]) == Counter([card])


def test_a_card_that_does_not_fit_any_more_stays_and_the_player_is_asked() -> None:
    race = dealt(3)
    before_bo(race)
    state = state_of(race)
    top = plain(race).card
    card = next(face for face in state.hands[1] if face[0] not in ("W", top[0]) and face[1:] != top[1:])
    choose(race, 1, f"play:{card}::false")
    answered(race, plain(race))
    a_second_later(race)
    assert state_of(race).asked == (1,)
    assert "stays in your hand. Choose again." in get("bo", race)


def test_a_draw_is_drawn_only_where_nothing_fits() -> None:
    race = dealt(3)
    before_bo(race)
    choose(race, 1, "draw")
    assert "On your turn you draw, if nothing fits then." in get("bo", race)
    answered(race, plain(race))
    a_second_later(race)
    assert state_of(race).phase == "turn"
    assert "Now something fits, so nothing is drawn." in get("bo", race)


def test_a_card_that_would_hit_another_player_than_was_meant_is_not_played() -> None:
    scene = scene_of(dealt(3))
    at_table = scene.table_game
    state = replace(scene.state, hands=(("r1",), ("rD", "y1"), ("b1",)))
    to_come, asked = Question(1, "turn", Seat(1), 0), Question(1, "turn", Seat(1), 1)
    turned = replace(state, turn=1, asked=(1,), direction=-1)
    for card, same in (("rD", False), ("y1", True)):
        before, then = (at_table.rests_on(*one, Play(card)) for one in ((state, to_come), (turned, asked)))
        assert (before == then) == same


def test_the_turns_of_others_change_nothing_of_what_a_player_who_waits_is_shown() -> None:
    """So no page is sent a hand anew, and a press never meets one that is just being replaced."""
    race = dealt(3)
    before_bo(race)
    scene = scene_of(race)
    answered(race, plain(race))
    assert (state_of(race).asked, scene.state.asked) == ((1,), (0,))
    assert PAGES.key(scene_of(race), 2) == PAGES.key(scene, 2)
    assert own_part("cy", race)


def test_it_can_be_taken_back() -> None:
    race = dealt(3)
    choose(race, 1, "draw")
    assert changes.decide_early(race.pk, Withdraw(1, to_come(race, 1))) is None
    assert not Race.objects.get(pk=race.pk).held


@pytest.mark.parametrize(
    ("seat", "choice", "code"),
    [
        (1, Play("nothing"), "not_in_hand"),
        (1, Pass(), "must_play"),
        (0, Draw(), "stale"),
    ],
    ids=["a card of no hand", "to pass", "whose turn it is"],
)
def test_what_cannot_be_chosen_early(seat: int, choice: Play | Draw | Pass, code: str) -> None:
    race = dealt(3)
    (question,) = scene_of(race).questions.values()
    assert question.seat == 0
    refused = changes.decide_early(race.pk, Answer(seat, to_come(race, seat), choice))
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_a_wild_names_its_colour_and_no_other_card_does() -> None:
    race = dealt(3)
    state = state_of(race)
    at_table = scene_of(race).table_game
    card = next(face for face in state.hands[1] if face[0] != "W")
    for choice in (Play(card, "r"), Play(card, call=True)):
        assert at_table.early_refused(state, to_come(race, 1), choice) is not None
    assert at_table.early_refused(state, to_come(race, 1), Play(card)) is None


def test_nothing_is_chosen_early_between_two_rounds() -> None:
    race = dealt(3)
    while state_of(race).phase != "scores":
        answer_all(race)
    at_table = scene_of(race).table_game
    assert all(at_table.early(state_of(race), seat) is None for seat in range(3))
