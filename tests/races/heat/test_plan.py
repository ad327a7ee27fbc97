"""A plan: gear and cards at once. The cards are held in secret, lie in the form when the gears are turned over, and are
played by themselves unless their driver touches them."""

import re
from datetime import datetime, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from engine.heat.moves.gear import Gear
from engine.heat.moves.play import Play
from engine.kernel.commands import Answer, Question
from engine.kernel.records import encode
from engine.kernel.seats import Seat as SeatNumber
from races import automatic, changes, live, scenes, sweeper
from races.models import Entry, Race, Seat
from races.start import Start
from tests.races.factories import heat_scene, make_race
from tests.races.heat.cockpit.browser import Page
from tests.races.views.kit import address, browser, said

pytestmark = pytest.mark.django_db(transaction=True)

GEAR = 2


@pytest.fixture(params=["standard", "rulebook"])
def race(request: pytest.FixtureRequest) -> Race:
    return make_race("ada", "bo", rules=request.param, clock=0)


@pytest.fixture
def ada() -> Client:
    return browser("ada")


@pytest.fixture
def bo() -> Client:
    return browser("bo")


def cards_of(race: Race, seat: int = 0, count: int = GEAR) -> list[str]:
    """Some cards of the hand that can be played."""
    return [card for card in heat_scene(race).state.cars[seat].hand if card != "heat"][:count]


def plan(client: Client, race: Race, cards: list[str], gear: int = GEAR, question: str = "1.gears.0.1") -> list[str]:
    """Send a plan; what is said of it."""
    fields = {"question": question, "do": "gear", "gear": str(gear), "then": "gear:play", "cards": cards}
    return said(client.post(address(race, "answer/"), fields))


def shift(client: Client, race: Race, seat: int) -> None:
    question = heat_scene(race).questions[seat]
    assert not said(client.post(address(race, "answer/"), {"question": str(question), "do": "gear", "gear": "1"}))


def reread(race: Race) -> Race:
    return Race.objects.get(pk=race.pk)


def choice_of(race: Race, seat: int = 0) -> object:
    return heat_scene(race).state.cars[seat].choice


def sweep(race: Race, seconds: float, since: datetime | None = None) -> datetime:
    """What the sweeper does after so many seconds, with everybody there."""
    then = (since or timezone.now()) + timedelta(seconds=seconds)
    Seat.objects.filter(race=race).update(seen=then)
    sweeper.sweep(then)
    return then


def chosen(client: Client, race: Race) -> list[str]:
    """The cards that lie chosen in the form."""
    forms = Page(client.get(address(race)).content.decode()).forms
    return sorted(one.value for form in forms for one in form.of("checkbox", "cards") if one.checked)


def test_the_gear_is_answered_and_the_cards_are_held(race: Race, ada: Client) -> None:
    cards = cards_of(race)
    assert plan(ada, race, cards) == []
    assert choice_of(race) == Gear(GEAR)
    held = reread(race).held[0]
    assert (held["after"], held["question"], held["dropped"]) == ("1.gears.0.1", "", False)
    page = unescape(ada.get(address(race)).content.decode())
    assert f"You drive in gear {GEAR} and play" in page
    assert "2 cards face down" in page


def test_nobody_else_sees_it(race: Race, ada: Client, bo: Client) -> None:
    """Not in the page, nor in any view: whether there are cards beside the gear makes no difference to anybody."""
    plan(ada, race, cards_of(race))
    with_cards = pages(race, bo, browser("stranger"))
    Race.objects.filter(pk=race.pk).update(held={})
    scenes.forget()
    assert pages(race, bo, browser("stranger")) == with_cards


def pages(race: Race, *clients: Client) -> list[str]:
    found = [client.get(address(race)).content.decode() for client in clients]
    return [re.sub(r'(csrfmiddlewaretoken" value=|id="now" value=)"[^"]+"', r"\1", page) for page in found]


def test_when_the_gears_are_turned_over_the_cards_lie_chosen_and_are_played(
    race: Race, ada: Client, bo: Client
) -> None:
    cards = cards_of(race)
    plan(ada, race, cards)
    before = timezone.now()
    shift(bo, race, 1)
    scenes.forget()  # as after a restart
    assert heat_scene(race).state.phase == "cards"
    assert chosen(ada, race) == sorted(cards)
    assert "data-goes-off" in ada.get(address(race)).content.decode()
    assert "data-goes-off" not in bo.get(address(race)).content.decode()
    sweep(race, automatic.HELD_FOR - 1, since=before)
    assert choice_of(race) is None
    sweep(race, automatic.HELD_FOR + 0.5)
    assert choice_of(race) == Play(tuple(sorted(cards)))
    assert reread(race).held == {}
    assert Entry.objects.get(race=race, command_id__startswith="plan:").seat == 0
    sweep(race, 60)
    assert Entry.objects.filter(race=race, command_id__startswith="plan:").count() == 1


def test_where_only_legends_are_driven_against_planned_cards_are_played_at_once(ada: Client) -> None:
    starters = [
        Start(name="Ada", colour="red", number=1, visitor="ada"),
        Start(name="Marta", colour="blue", number=2, legend="easy"),
    ]
    race = make_race(starters=starters, clock=0)
    before = timezone.now()
    plan(ada, race, cards_of(race))
    sweep(race, automatic.EARLY_FOR - 0.5, since=before)
    assert heat_scene(race).state.phase == "cards"
    sweep(race, automatic.EARLY_FOR + 0.5)
    assert heat_scene(race).state.phase != "cards"


def test_whoever_touches_them_plays_them_by_hand(race: Race, ada: Client, bo: Client) -> None:
    cards = cards_of(race)
    plan(ada, race, cards)
    shift(bo, race, 1)
    question = str(heat_scene(race).questions[0])
    before = reread(race).revision
    assert ada.post(address(race, "answer/"), {"do": "touch", "question": question}).status_code == 302
    assert reread(race).revision == before, "a revision would tell the others"
    sweep(race, 60)
    assert choice_of(race) is None
    assert chosen(ada, race) == sorted(cards)
    assert "data-goes-off" not in ada.get(address(race)).content.decode()
    other = [card for card in heat_scene(race).state.cars[0].hand if card != "heat"][-GEAR:]
    ada.post(address(race, "answer/"), {"do": "play", "question": question, "cards": other})
    assert choice_of(race) == Play(tuple(sorted(other)))


@pytest.mark.parametrize("question", ["", "nonsense", "1.gears.0.1", "1.cards.1.2"])
def test_only_the_own_open_question_can_be_touched(race: Race, ada: Client, bo: Client, question: str) -> None:
    plan(ada, race, cards_of(race))
    shift(bo, race, 1)
    answer = ada.post(address(race, "answer/"), {"do": "touch", "question": question}, headers={"Accept": "text/plain"})
    assert answer.status_code == 409
    sweep(race, automatic.HELD_FOR + 0.5)
    assert isinstance(choice_of(race), Play)


def test_a_plan_can_be_taken_back_and_lies_in_the_form_again(race: Race, ada: Client, bo: Client) -> None:
    cards = cards_of(race)
    plan(ada, race, cards)
    ada.post(address(race, "answer/"), {"do": "withdraw", "question": "1.gears.0.1"})
    assert chosen(ada, race) == sorted(cards)
    question = str(heat_scene(race).questions[0])
    ada.post(address(race, "answer/"), {"do": "gear", "gear": "1", "then": "gear:play", "question": question})
    assert reread(race).held == {}, "the gear was sent alone"
    shift(bo, race, 1)
    assert chosen(ada, race) == []


@pytest.mark.parametrize(
    ("gear", "cards", "sentence"),
    [
        (4, ["1", "2", "3", "4"], "A shift goes two gears at most"),
        (9, ["1"], "There are four gears"),
        (2, ["5"], "plays 2 cards"),
        (2, ["heat", "heat"], "Your hand does not hold"),
        (2, ["nonsense", "1"], "Your hand does not hold"),
        (1, ["9"], "Your hand does not hold"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_whole(
    race: Race, ada: Client, gear: int, cards: list[str], sentence: str
) -> None:
    if cards == ["5"]:
        cards = cards_of(race, count=1)
    before = Race.objects.values().get(pk=race.pk)
    (told,) = plan(ada, race, cards, gear)
    assert sentence in told
    assert {**Race.objects.values().get(pk=race.pk), "touched": before["touched"]} == before


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "gear", "gear": "", "then": "gear:play", "cards": ["1"]},
        {"do": "gear", "then": "gear:play"},
        {"do": "gear", "gear": "2", "then": "gear:boost:x", "cards": ["1", "2"]},
        {"do": "gear", "gear": "2", "then": "play", "cards": ["1", "2"]},
        {"do": "gear", "gear": "2", "then": "gear:gear", "cards": ["1", "2"]},
    ],
)
def test_nonsense_is_refused_or_left_out(race: Race, ada: Client, fields: dict[str, object]) -> None:
    assert ada.post(address(race, "answer/"), {"question": "1.gears.0.1", **fields}).status_code == 302
    assert reread(race).held == {}


def test_nothing_is_given_ahead_with_an_answer_that_is_taken_back(race: Race, ada: Client) -> None:
    plan(ada, race, [])
    fields = {"question": "1.gears.0.1", "do": "withdraw", "then": "withdraw:play", "cards": cards_of(race)}
    assert said(ada.post(address(race, "answer/"), fields))
    assert choice_of(race) == Gear(GEAR)
    assert reread(race).held == {}


def test_a_second_tab_comes_too_late(race: Race, ada: Client, bo: Client) -> None:
    first, second = cards_of(race), cards_of(race, count=4)[-GEAR:]
    plan(ada, race, first)
    assert plan(ada, race, second, gear=1)
    assert heat_scene(race).state.cars[0].choice == Gear(GEAR)
    shift(bo, race, 1)
    assert plan(ada, race, second)
    assert chosen(ada, race) == sorted(first)


def test_cards_that_the_hand_lost_are_dropped_with_a_sentence(race: Race, ada: Client, bo: Client) -> None:
    plan(ada, race, cards_of(race))
    row = reread(race)
    lost = Answer(0, Question(1, "gears", SeatNumber(0), 1), Play(("3", "9")))
    row.held = {0: {**row.held[0], "answer": encode(lost).decode()}}
    row.save(update_fields=["held"])
    scenes.forget()
    shift(bo, race, 1)
    page = ada.get(address(race)).content.decode()
    assert "Your plan is no longer possible." in page
    assert chosen(ada, race) == []
    sweep(race, 60)
    assert choice_of(race) is None


def test_in_a_pause_nothing_is_played(race: Race, ada: Client, bo: Client) -> None:
    plan(ada, race, cards_of(race))
    shift(bo, race, 1)
    changes.pause(race.pk)
    sweep(race, 60)
    assert choice_of(race) is None
    left = re.search(r'data-until="(-?\d+)"', ada.get(address(race)).content.decode())
    assert left is not None
    assert -1000 * automatic.HELD_FOR <= int(left[1]) < 0
    then = timezone.now() + timedelta(seconds=100)
    changes.resume(race.pk, then)
    Seat.objects.filter(race=race).update(seen=then + timedelta(seconds=6))
    sweeper.sweep(then + timedelta(seconds=1))
    assert choice_of(race) is None
    sweeper.sweep(then + timedelta(seconds=6))
    assert isinstance(choice_of(race), Play)


def test_nobody_gives_it_for_the_driver_before_its_time(race: Race, ada: Client, bo: Client) -> None:
    """A sweeper that looked at an old scene changes nothing."""
    plan(ada, race, cards_of(race))
    shift(bo, race, 1)
    scene = heat_scene(race)
    early = automatic.answer_of(scene.race, scene.table_game, scene.state, scene.questions[0])
    assert early is not None
    outcome = live.submit(race.pk, early)
    assert getattr(outcome, "code", "") == "stale"


# What a page asks the server about a gear


def test_the_road_for_a_gear_is_told_to_its_driver(race: Race, ada: Client) -> None:
    answer = ada.get(address(race, "ahead/"), {"gear": "2"})
    assert answer.status_code == 200
    assert b'class="plan-road"' in answer.content
    assert b'"best":"' in answer.content


@pytest.mark.parametrize("gear", ["4", "0", "", "x", "²"])
def test_there_is_none_for_a_gear_that_cannot_be(race: Race, ada: Client, gear: str) -> None:
    assert ada.get(address(race, "ahead/"), {"gear": gear}).status_code == 404


def test_others_learn_nothing_there(race: Race, ada: Client, bo: Client) -> None:
    assert browser("stranger").get(address(race, "ahead/"), {"gear": "2"}).status_code == 403
    mine, theirs = (client.get(address(race, "ahead/"), {"gear": "2"}).content for client in (ada, bo))
    assert mine != theirs
    shift(ada, race, 0)
    assert ada.get(address(race, "ahead/"), {"gear": "2"}).status_code == 404


def test_on_the_grid_no_gear_is_chosen(race: Race, ada: Client) -> None:
    gears = [one for form in Page(ada.get(address(race)).content.decode()).forms for one in form.of("radio", "gear")]
    assert gears
    assert not any(one.checked for one in gears)
    (told,) = said(ada.post(address(race, "answer/"), {"do": "gear", "question": "1.gears.0.1"}))
    assert told
    assert choice_of(race) is None
