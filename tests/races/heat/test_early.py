"""Drivers who wait decide what is known already: what to throw away, and the slipstream. It is held in secret, done
when they are asked, and dropped with a sentence where it is no longer possible, or what it rested on has changed."""

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
from engine.heat.moves.play import Play
from engine.heat.moves.slipstream import Slipstream
from engine.heat.state import Car
from engine.heat.units import Distance, Lane
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
from tests.races.heat.test_veil import watch
from tests.races.views.kit import address, browser, said

pytestmark = pytest.mark.django_db(transaction=True)

VISITORS = ("ada", "bo", "cleo")


def reacts_after(state: State, seat: int) -> bool:
    """Whether a driver later in the order has something to react with."""
    later = state.order[state.order.index(SeatNumber(seat)) + 1 :]
    return any(state.cars[other].items for other in later)


def drive_until_early(race: Race, phase: str, followed: bool = False) -> int:
    """Let a bot answer until a driver who waits can decide something of this phase: the seat. If they are to be
    followed, a driver reacts after them."""
    bot = BOTS["cautious"](heat_scene(race).game)
    dice = random.Random(3)
    for _ in range(400):
        scene = heat_scene(race)
        for seat in range(len(scene.seats)):
            question = scene.table_game.early(scene.state, seat)
            if question is not None and question.phase == phase and (not followed or reacts_after(scene.state, seat)):
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
        changes.decide_early(race.pk, Withdraw(seat, early(race, seat)))
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
    assert "Things have changed since you decided." in client.get(address(race)).content.decode()
    sweep(race, 60)
    assert commands(race, seat) == []


def about_to_spin_out(race: Race, seat: int) -> None:
    """The car stands a space before the tightest corner: with the cards that it is about to play, and an empty engine,
    it spins out, which its driver did not foresee."""
    scene = heat_scene(race)
    course = scene.game.course
    limits = scene.game.roads(scene.view(None).weather, scene.view(None).tokens)
    line = min(
        (course.to_line[at] + at for at in range(course.length)), key=lambda at: limits.limit(at % course.length)
    )
    car = scene.state.cars[seat]
    heat = car.discard + ("heat",) * car.engine
    car = replace(car, at=Distance(line % course.length - 1), engine=0, discard=heat)
    cars = tuple(car if number == seat else one for number, one in enumerate(scene.state.cars))
    state = scene.game.encode(replace(scene.state, cars=cars)).decode()
    Race.objects.filter(pk=race.pk).update(state=state)
    scenes.forget()


def test_what_a_spin_out_has_overtaken_is_dropped_with_a_sentence(waiting: tuple[Race, int, Client]) -> None:
    """Who decided with five cards in second gear stands before the corner with Stress in the hand and in first."""
    race, seat, client = waiting
    decide(client, race, seat, "discard", cards=may_go(race, seat)[:1])
    about_to_spin_out(race, seat)
    go_on(race, seat, "discard")
    assert Race.objects.get(pk=race.pk).held[seat]["dropped"]
    assert heat_scene(race).state.cars[seat].gear == 1
    assert "Things have changed since you decided." in client.get(address(race)).content.decode()
    sweep(race, 60)
    assert commands(race, seat) == []


def test_heat_that_left_the_hand_overtakes_nothing(waiting: tuple[Race, int, Client]) -> None:
    """Cooling down is the driver's own doing, and Heat is not thrown away."""
    race, seat, client = waiting
    decide(client, race, seat, "discard", cards=may_go(race, seat)[:1])
    game, state = heat_scene(race).game, heat_scene(race).state
    question, choice = early(race, seat), Discard(tuple(may_go(race, seat)[:1]))
    car = imagined(race, seat).cars[seat]
    cooled = replace(car, hand=tuple(card for card in car.hand if card != "heat"))
    spun = replace(car, hand=(*car.hand, "stress"), gear=1)

    def rests_on(changed: Car) -> str:
        cars = tuple(replace(changed, asked=True) if at == seat else one for at, one in enumerate(state.cars))
        return ahead.rests_on(game, replace(state, cars=cars), question, choice)

    before = ahead.rests_on(game, state, question, choice)
    assert rests_on(cooled) == rests_on(car) == before
    assert rests_on(spun) != before


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


def test_it_is_shown_and_can_be_taken_back_until_the_question_comes() -> None:
    """Under Online rules also once the own reaction is over, when nothing could be decided anew."""
    names = (*VISITORS, "dora", "emil", "finn")
    race = make_race(*names, clock=0)
    Race.objects.filter(pk=race.pk).update(presets={seat: [] for seat in range(len(names))})
    scenes.forget()
    seat = drive_until_early(race, "discard", followed=True)
    assert heat_scene(race).state.phase == "react"
    client = browser(names[seat])
    decide(client, race, seat, "discard", cards=[])
    question = automatic.decided(heat_scene(race).race, heat_scene(race).table_game, seat)
    asked = go_on(race, seat, "react")
    live.submit(race.pk, Answer(seat, asked, Pass(), "x"))
    assert heat_scene(race).state.phase == "react", "others still react"
    assert early_or_none(heat_scene(race), seat) is None, "nothing could be decided now"
    assert "until then nobody knows" in client.get(address(race)).content.decode()
    fields = {"question": str(question), "early": "yes", "do": "withdraw"}
    assert said(client.post(address(race, "answer/"), fields)) == []
    assert Race.objects.get(pk=race.pk).held == {}
    assert "until then nobody knows" not in client.get(address(race)).content.decode()


# The slipstream, where every driver in turn is asked for nothing else


def test_a_slipstream_that_would_lead_elsewhere_now_is_dropped(behind: tuple[Race, int, Client]) -> None:
    """Cars ahead that drive on, or into the place, change where it ends and what it costs."""
    race, seat, client = behind
    decide(client, race, seat, "slipstream:2")
    scene = heat_scene(race)
    before = ahead.rests_on(scene.game, scene.state, early(race, seat), Slipstream(2))
    others = [at for at in range(len(scene.state.cars)) if at != seat]
    cars = list(scene.state.cars)
    for lane, other in enumerate(others, start=1):  # both lanes of the place are taken
        cars[other] = replace(cars[other], at=Distance(cars[seat].at + 2), lane=Lane(lane))
    full = replace(scene.state, cars=tuple(cars))
    assert ahead.rests_on(scene.game, full, early(race, seat), Slipstream(2)) != before


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


# Frames and their times, with a clock of the test's own


def heard_of_early(rest: tuple[str, ...], throws: int) -> dict[int | None, list[tuple[float, str]]]:
    """What the others hear, half a second by half a second, once a driver is asked who holds these cards beside those
    that are played, and who has decided early to throw away so many of them."""
    scenes.forget()
    Race.objects.all().delete()
    race = rulebook_race()
    Race.objects.update(code="TESTRACE")
    race.refresh_from_db()
    scenes.forget()
    seat = drive_until_early(race, "discard")
    scene = heat_scene(race)
    car = scene.state.cars[seat]
    played = car.choice.cards if isinstance(car.choice, Play) else ()
    held = [rest[place % len(rest)] for place in range(len(car.hand) - len(played))]
    cars = list(scene.state.cars)
    cars[seat] = replace(car, hand=tuple(sorted([*played, *held])))
    state = scene.game.encode(replace(scene.state, cars=tuple(cars))).decode()
    Race.objects.filter(pk=race.pk).update(state=state)
    scenes.forget()
    watchers = {at: watch(race, at) for at in (None, *(other for other in range(3) if other != seat))}
    decided = decide(browser(VISITORS[seat]), race, seat, "discard", cards=may_go(race, seat)[:throws])
    assert decided == []
    for watcher in watchers.values():
        watcher.look(scenes.scene_of(race.pk), 0)
    go_on(race, seat, "discard")
    for watcher in watchers.values():
        watcher.look(scenes.scene_of(race.pk), 0)
    for half in range(1, 2 * automatic.EARLY_FOR + 2):
        sweep(race, half / 2)
        for watcher in watchers.values():
            watcher.look(scenes.scene_of(race.pk), half / 2)
    assert len(commands(race, seat)) == 1
    return {at: watcher.heard for at, watcher in watchers.items()}


def test_frames_and_their_times_are_the_same_whatever_is_held_and_decided() -> None:
    """Until the answer is given nothing differs; then it is given at the same time, and shows what all may see."""
    stuck = heard_of_early(("stress",), 0)
    for other in (heard_of_early(("1", "2"), 0), heard_of_early(("1", "2"), 1), heard_of_early(("1", "2"), 2)):
        for viewer, heard in stuck.items():
            assert [second for second, _ in other[viewer]] == [second for second, _ in heard]
            before = [(second, text) for second, text in heard if second < automatic.EARLY_FOR]
            assert [(second, text) for second, text in other[viewer] if second < automatic.EARLY_FOR] == before
            assert before
            assert heard[-1][0] >= automatic.EARLY_FOR
