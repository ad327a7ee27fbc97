"""Drivers who wait decide what is known already: what to throw away, and the slipstream. It is held in secret, done
when they are asked, and dropped with a sentence where it is no longer possible."""

import random
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from engine.heat import State
from engine.heat.bots import BOTS
from engine.heat.choices import Choice
from engine.heat.moves.discard import Discard
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.slipstream import Slipstream
from engine.kernel.chance import Seed
from engine.kernel.commands import Answer, Question, StandIn, Withdraw, command_for
from engine.kernel.records import encode
from engine.kernel.seats import Seat as SeatNumber
from races import automatic, changes, live, scenes, sweeper
from races.heat import ahead
from races.heat.scene import HeatScene
from races.models import Entry, Race, Seat
from races.page_state import PageState
from races.pages import pages_of
from tests.races.factories import heat_scene, make_race
from tests.races.heat.cockpit.browser import Page
from tests.races.heat.test_plan import pages
from tests.races.views.kit import address, browser, said

pytestmark = pytest.mark.django_db(transaction=True)

VISITORS = ("ada", "bo", "cleo")


def drive_until_early(race: Race, phase: str) -> int:
    """Let a bot answer until a driver who waits can decide something of this phase: the seat."""
    bot = BOTS["cautious"](heat_scene(race).game)
    dice = random.Random(3)
    for _ in range(400):
        scene = heat_scene(race)
        for seat in range(len(scene.seats)):
            question = scene.table_game.early(scene.state, seat)
            if question is not None and question.phase == phase:
                return seat
        asked = scene.game.awaiting(scene.state)[0]
        view, legal = scene.game.view(scene.state, asked.seat), scene.game.legal(scene.state, asked.seat)
        choice = bot.choose(view, legal, Seed(dice.randbytes(32).hex()))
        assert isinstance(live.submit(race.pk, command_for(asked, choice)), live.Accepted)
    raise AssertionError(f"nobody could decide a {phase} early")


def early(race: Race, seat: int) -> Question:
    scene = heat_scene(race)
    question = scene.table_game.early(scene.state, seat)
    assert question is not None
    return question


def decide(client: Client, race: Race, seat: int, do: object, **fields: object) -> list[str]:
    fields = {"question": str(early(race, seat)), "early": "yes", "do": do, **fields}
    return said(client.post(address(race, "answer/"), fields))


def rulebook_race() -> Race:
    """Under Board rules, with nothing preset: bots answer everything."""
    race = make_race(*VISITORS, rules="rulebook", clock=0)
    Race.objects.filter(pk=race.pk).update(presets={seat: [] for seat in range(3)})
    scenes.forget()
    return race


@pytest.fixture
def waiting() -> tuple[Race, int, Client]:
    """A race under Board rules, and a driver who can throw cards away early."""
    race = rulebook_race()
    seat = drive_until_early(race, "discard")
    return race, seat, browser(VISITORS[seat])


def imagined(race: Race, seat: int) -> State:
    """The race as if that driver were asked already."""
    scene = heat_scene(race)
    state = ahead.imagined(scene.game, scene.state, SeatNumber(seat))
    assert state is not None
    return state


def may_go(race: Race, seat: int) -> list[str]:
    return [card for card in imagined(race, seat).cars[seat].hand if card not in ("heat", "stress")]


def go_on(race: Race, seat: int, phase: str) -> Question:
    """Let a bot answer until a seat is asked in a phase."""
    bot = BOTS["cautious"](heat_scene(race).game)
    for turn in range(100):
        scene = heat_scene(race)
        asked = scene.game.awaiting(scene.state)[0]
        if asked.seat == seat and asked.phase == phase:
            return asked
        view, legal = scene.game.view(scene.state, asked.seat), scene.game.legal(scene.state, asked.seat)
        choice = bot.choose(view, legal, Seed(f"{turn:064x}"))
        assert isinstance(live.submit(race.pk, command_for(asked, choice)), live.Accepted)
    raise AssertionError(f"seat {seat} was not asked")


def sweep(race: Race, seconds: float) -> datetime:
    then = timezone.now() + timedelta(seconds=seconds)
    Seat.objects.filter(race=race).update(seen=then)
    sweeper.sweep(then)
    return then


def commands(race: Race, seat: int) -> list[str]:
    found = Entry.objects.filter(race=race, seat=seat, command_id__startswith="plan:")
    return list(found.values_list("command", flat=True))


def test_the_form_stands_there_before_the_turn(waiting: tuple[Race, int, Client]) -> None:
    race, seat, client = waiting
    page = client.get(address(race)).content.decode()
    assert "While others drive" in page
    assert 'name="early"' in page
    assert 'data-asked="true"' not in page, "nobody is called for what can wait"
    offered = sorted(one.value for form in Page(page).forms for one in form.of("checkbox", "cards"))
    assert offered == sorted(imagined(race, seat).cars[seat].hand), "the cards in play are no longer in the hand"


def test_what_is_decided_is_held_and_done_a_second_after_the_question(waiting: tuple[Race, int, Client]) -> None:
    race, seat, client = waiting
    card = may_go(race, seat)[0]
    assert decide(client, race, seat, "discard", cards=[card]) == []
    page = client.get(address(race)).content.decode()
    assert "You throw away" in page
    assert "until then nobody knows" in page
    question = go_on(race, seat, "discard")
    row = Race.objects.get(pk=race.pk)
    assert row.held[seat]["question"] == str(question)
    assert "It is done as you decided." in client.get(address(race)).content.decode()
    sweep(race, automatic.EARLY_FOR - 0.5)
    assert heat_scene(race).questions.get(question.seat) == question
    sweep(race, automatic.EARLY_FOR + 0.5)
    (command,) = commands(race, seat)
    assert f'"cards":["{card}"]' in command
    assert Race.objects.get(pk=race.pk).held == {}


def test_nobody_else_sees_or_hears_of_it(waiting: tuple[Race, int, Client]) -> None:
    race, seat, client = waiting
    others = [browser(name) for name in ("stranger", *VISITORS) if name != VISITORS[seat]]
    revision, before = Race.objects.get(pk=race.pk).revision, pages(race, *others)
    decide(client, race, seat, "discard", cards=may_go(race, seat)[:1])
    assert pages(race, *others) == before
    assert Race.objects.get(pk=race.pk).revision == revision, "a revision would tell the others"


@pytest.mark.parametrize("chained", [False, True])
def test_it_is_given_at_the_same_time_whatever_was_decided(waiting: tuple[Race, int, Client], chained: bool) -> None:
    """Also where the answer before it was given at once: else that would tell how that one was given."""
    race, seat, client = waiting
    state = imagined(race, seat)
    state = replace(state, cars=tuple(replace(car, asked=number == seat) for number, car in enumerate(state.cars)))
    question = heat_scene(race).game.question(state, seat)
    moments = set()
    for cards in ([], may_go(race, seat)[:1], may_go(race, seat)[:2]):
        decide(client, race, seat, "discard", cards=cards)
        row = Race.objects.get(pk=race.pk)
        row.clocks = {seat: {"question": str(question), "left": None, "due": None}}
        automatic.arm(row, heat_scene(race).table_game, state, 1_000_000, chained=chained)
        moments.add(row.clocks[seat]["auto"])
        changes.decide(race.pk, Withdraw(seat, early(race, seat)))
    assert moments == {1_000_000 + 1000 * automatic.EARLY_FOR}


def test_it_can_be_taken_back(waiting: tuple[Race, int, Client]) -> None:
    race, seat, client = waiting
    decide(client, race, seat, "discard", cards=may_go(race, seat)[:1])
    assert decide(client, race, seat, "withdraw") == []
    assert Race.objects.get(pk=race.pk).held == {}
    assert "While others drive" in client.get(address(race)).content.decode()
    assert decide(client, race, seat, "withdraw"), "there is nothing left to take back"


def test_what_is_no_longer_possible_is_dropped_with_a_sentence(waiting: tuple[Race, int, Client]) -> None:
    race, seat, client = waiting
    decide(client, race, seat, "discard", cards=[])
    row = Race.objects.get(pk=race.pk)
    gone = Answer(seat, early(race, seat), Discard(("no card",)))  # as if it had been played from the hand meanwhile
    row.held = {seat: {**row.held[seat], "answer": encode(gone).decode()}}
    row.save(update_fields=["held"])
    go_on(race, seat, "discard")
    assert "What you decided is no longer possible." in client.get(address(race)).content.decode()
    sweep(race, 60)
    assert commands(race, seat) == []


def test_a_stand_in_decides_for_who_is_away(waiting: tuple[Race, int, Client]) -> None:
    race, seat, client = waiting
    decide(client, race, seat, "discard", cards=may_go(race, seat)[:1])
    question = go_on(race, seat, "discard")
    assert isinstance(live.submit(race.pk, StandIn(question, "table", f"table:{question}")), live.Accepted)
    assert Race.objects.get(pk=race.pk).held == {}


def test_in_a_pause_nothing_is_decided(waiting: tuple[Race, int, Client]) -> None:
    race, _seat, client = waiting
    changes.pause(race.pk)
    assert 'name="early"' not in client.get(address(race)).content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"do": "discard", "cards": ["heat"]}, "Your hand does not hold"),
        ({"do": "discard", "cards": ["nonsense"]}, "does not hold"),
        ({"do": "pass"}, ""),
        ({"do": "discard", "question": "9.discard.0.0"}, ""),
        ({"do": "discard", "question": "nonsense"}, ""),
        ({"do": "gear:2"}, ""),
    ],
)
def test_nonsense_is_refused(waiting: tuple[Race, int, Client], fields: dict[str, object], sentence: str) -> None:
    race, seat, client = waiting
    (told,) = decide(client, race, seat, **{"do": "discard", **fields})
    assert sentence in told
    assert Race.objects.get(pk=race.pk).held == {}


def test_nobody_decides_for_another(waiting: tuple[Race, int, Client]) -> None:
    race, seat, _client = waiting
    other = next(number for number in range(3) if number != seat)
    assert decide(browser(VISITORS[other]), race, seat, "discard")
    assert Race.objects.get(pk=race.pk).held == {}


def test_the_form_stays_while_others_act(waiting: tuple[Race, int, Client]) -> None:
    race, seat, _client = waiting
    scene = heat_scene(race)
    before = pages_of(scene).key(scene, seat)
    page = PageState(seat, "en")
    page.first(scene, -1, -1, "")
    asked = scene.game.awaiting(scene.state)[0]
    live.submit(race.pk, StandIn(asked, "table", f"table:{asked}"))
    later = heat_scene(race)
    assert early_or_none(later, seat) is not None, "others act before this driver still"
    assert pages_of(later).key(later, seat) == before
    assert 'id="cockpit"' not in page.next(later)


def early_or_none(scene: HeatScene, seat: int) -> Question | None:
    return scene.table_game.early(scene.state, seat)


def test_the_page_of_the_driver_is_sent_the_new_cockpit(waiting: tuple[Race, int, Client]) -> None:
    race, seat, client = waiting
    page = PageState(seat, "en")
    page.first(heat_scene(race), -1, -1, "")
    decide(client, race, seat, "discard", cards=[])
    sent = page.own(scenes.scene_of(race.pk))
    assert "until then nobody knows" in sent
    assert page.next(scenes.scene_of(race.pk)) == ""


# The slipstream, where every driver in turn is asked for nothing else


@pytest.fixture
def behind() -> tuple[Race, int, Client]:
    """A race under Online rules, and a driver who can decide on a slipstream while another is asked."""
    race = make_race(*VISITORS, clock=0)
    Race.objects.filter(pk=race.pk).update(presets={seat: [] for seat in range(3)})
    scenes.forget()
    seat = drive_until_early(race, "slipstream")
    return race, seat, browser(VISITORS[seat])


@pytest.mark.parametrize(("do", "choice"), [("pass", Pass()), ("slipstream:2", Slipstream(2))])
def test_a_slipstream_is_decided_early(behind: tuple[Race, int, Client], do: str, choice: Choice) -> None:
    race, seat, client = behind
    assert "If you can slipstream when it is your turn" in client.get(address(race)).content.decode()
    assert decide(client, race, seat, do) == []
    words = "You will stay" if do == "pass" else "You will take the slipstream"
    assert words in client.get(address(race)).content.decode()
    asked = heat_scene(race).game.awaiting(heat_scene(race).state)[0]
    assert isinstance(live.submit(race.pk, Answer(asked.seat, asked, Pass(), "x")), live.Accepted)
    assert heat_scene(race).questions.keys() == {seat}
    sweep(race, automatic.EARLY_FOR + 0.5)
    assert len(commands(race, seat)) == 1
    assert seat not in Race.objects.get(pk=race.pk).held


def test_after_the_own_slipstream_the_discard_is_decided(behind: tuple[Race, int, Client]) -> None:
    race, seat, _client = behind
    asked = heat_scene(race).game.awaiting(heat_scene(race).state)[0]
    live.submit(race.pk, Answer(asked.seat, asked, Pass(), "x"))
    question = early_or_none(heat_scene(race), asked.seat)
    assert question is not None
    assert question.phase == "discard"
    first = browser(VISITORS[asked.seat])
    decide(first, race, asked.seat, "discard", cards=may_go(race, asked.seat)[:1])
    decided = Race.objects.get(pk=race.pk).held
    now = heat_scene(race).questions[seat]
    live.submit(race.pk, Answer(seat, now, Pass(), "y"))
    if heat_scene(race).state.phase == "discard":
        assert Race.objects.get(pk=race.pk).held[asked.seat]["answer"] == decided[asked.seat]["answer"]
        sweep(race, automatic.EARLY_FOR + 0.5)
        assert len(commands(race, asked.seat)) == 1
