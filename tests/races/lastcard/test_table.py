"""Last Card at the site's table: its pages, forms and records, and what they may not tell."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.core.management import call_command

from engine.kernel.chance import Seed
from engine.kernel.commands import Answer, End, Retire
from engine.kernel.records import encode, verify
from engine.kernel.refusals import Refusal
from engine.lastcard import LastCard, Next, Play, Setup, State, View, read_record
from engine.lastcard.events import Drew, TurnedAgain
from races import live, records, scenes, sweeper
from races.lastcard import board, cockpit
from races.lastcard.lines import Line, lines_of
from races.lastcard.pages import PAGES
from races.lastcard.scene import LastCardScene
from races.models import Race, Seat
from races.race_log import whole_log
from races.scenes import Scene
from tests.engine.lastcard.kit import LastCardSubject, laid
from tests.engine.random_play import drive
from tests.races.lastcard.kit import browser, dealt, get, scene_of, state_of

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form id="([\w.]+)" class="answer" method="post" action="/races/\w+/answer/".*?</form>', re.DOTALL)
OFFERED = re.compile(r'name="do" value="([^"]+)"')


def form_of(html: str) -> tuple[str, list[str]] | None:
    found = FORM.search(html)
    return None if found is None else (found[1], OFFERED.findall(found[0]))


def answer_at_random(race: Race, dice: Random) -> None:
    """The first seat that is asked answers with any of its choices; of a match that is over nothing is asked."""
    scene = scene_of(race)
    if not scene.is_over:
        seat = scene.state.asked[0]
        choice = dice.choice(list(scene.game.legal(scene.state, seat)))
        live.submit(race.pk, Answer(seat, scene.game.question(scene.state, seat), choice))


def play_by_forms(race: Race, visitors: tuple[str, ...], most: int = 900) -> int:
    """Browsers without scripts press the first button that there is; how often they posted."""
    for posted in range(most):
        if scene_of(race).is_over:
            return posted
        seat = min(scene_of(race).questions)
        visitor = visitors[seat]
        asked = form_of(get(visitor, race))
        assert asked is not None, "who is asked has a form"
        question, offered = asked
        said = {"question": question, "do": offered[0], "call": "true"}
        answer = browser(visitor).post(f"/races/{race.code}/answer/", said)
        assert answer.status_code == 302
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("setup", [{}, {"draw_four": "challenge", "calls": "by_hand"}])
def test_a_whole_match_by_plain_forms(setup: dict[str, str]) -> None:
    race = dealt(2, setup={"target": 0, "hand": 4, **setup}, rules="standard")
    assert play_by_forms(race, ("ada", "bo")) > 3
    race.refresh_from_db()
    assert race.ended is not None
    records.check(race)
    call_command("verify_races", race.code)
    record = read_record(get("zed", race, "record.json"))
    assert encode(verify(LastCard(record.content), record)).decode() == race.state
    results = get("zed", race, "results/")
    assert "wins" in results
    assert "Round by round" in results
    assert "Round 1" in get("zed", race, "log/")
    for step in range(0, race.version + 1, 7):
        assert 'id="felt"' in get("zed", race, f"replay/?step={step}&seat=1")


def test_every_page_of_a_match_that_goes_on() -> None:
    race = dealt(3)
    for page in ("", "tv/", "log/", "replay/"):
        html = get("zed", race, page)
        text = re.sub(r"<[^>]*>", " ", html[html.index("<main") :].partition("<footer")[0])
        assert not re.search(r"\b(driver|car|lap|flag|wheel)s?\b", text, re.IGNORECASE), page
    for page in ("host/", "tokens/"):
        get("ada", race, page)
    get("zed", race, "record.json", 403)


def test_cards_in_the_whole_log_are_drawn() -> None:
    race = dealt()
    page = get("ada", race, "log/")
    faces = set(re.findall(r'<use href="#(c-[^"]+)"', page))
    assert faces
    assert all(f'id="{face}"' in page for face in faces)
    assert "css/lastcard/table.css" in page


def test_the_forms_offer_what_is_legal_and_nothing_else() -> None:
    """Each button is carried out, and what stands in the hand without one is refused."""
    race = dealt(2)
    for _ in range(30):
        scene = scene_of(race)
        state = scene.state
        seat = state.asked[0]
        asked = form_of(get(("ada", "bo")[seat], race))
        assert asked is not None
        offered = asked[1]
        legal = scene.game.legal(state, seat)
        played = {f"play:{one.card}:{one.colour}:false" for one in legal if isinstance(one, Play)}
        assert {one for one in offered if one.startswith("play")} == played
        assert len([one for one in offered if not one.startswith("play")]) == len(legal) - len(played)
        live.submit(race.pk, Answer(seat, scene.game.question(state, seat), legal[0]))
        if scene_of(race).is_over:
            break


def test_a_call_is_a_field_of_the_form() -> None:
    race = dealt(2, setup={"hand": 2, "calls": "by_hand"}, seed=Seed("01" * 32))
    state = state_of(race)
    seat = state.asked[0]
    visitor = ("ada", "bo")[seat]
    assert any(isinstance(one, Play) and one.call for one in LastCard().legal(state, seat))
    asked = form_of(get(visitor, race))
    assert asked is not None
    question, offered = asked
    card = next(one for one in offered if one.startswith("play"))
    silent = browser(visitor).post(f"/races/{race.code}/answer/", {"question": question, "do": card, "call": "false"})
    assert silent.status_code == 302
    after = state_of(race)
    assert after.discard[0] == card.split(":")[1]
    assert (after.called, after.phase) == (False, "catch")


def test_refusals_are_in_the_players_words() -> None:
    race = dealt(2)
    state = state_of(race)
    seat = state.asked[0]
    visitor = ("ada", "bo")[seat]
    fitting = {one.card for one in LastCard().legal(state, seat) if isinstance(one, Play)}
    held = [face for face in state.hands[seat] if face not in fitting and face[0] != "W"]
    for do, said in (
        ("play:x7::false", "You do not hold that card."),
        (f"play:{held[0]}::false", "That card has neither the colour"),
        ("keep", "That does not answer the question."),
        ("pass", "You can pass only when nothing fits"),
        ("nonsense", "That could not be read."),
        ("play:r1::perhaps", "That could not be read."),
    ):
        said_by = {"question": str(LastCard().question(state, seat)), "do": do}
        client = browser(visitor)
        client.post(f"/races/{race.code}/answer/", said_by)
        assert said in client.get(f"/races/{race.code}/").content.decode(), do
    assert state_of(race) == state


def shown_to(scene: LastCardScene, viewer: int | None) -> list[str]:
    """All that a page of this viewer is made of."""
    parts = [str(make(scene)) for make in board.FRAGMENTS.values()]
    if viewer is not None:
        parts += [cockpit.render(scene, viewer), repr(cockpit.key(scene, viewer))]
    return parts


@pytest.mark.parametrize("setup", [{}, {"draw_four": "challenge", "calls": "by_hand"}])
def test_pages_are_the_same_when_the_unknown_is_dealt_anew(setup: dict[str, str]) -> None:
    """Hands of others, the pile and its order, the drawn card, the seed: a viewer is sent nothing of them."""
    race = dealt(3, setup=setup)
    dice = Random(5)
    subject = LastCardSubject(Setup(3), 1)
    looked = 0
    for number in range(160):
        scene = scene_of(race)
        if scene.is_over:
            break
        if number % 3 == 0:
            for viewer in (None, 0, 1, 2):
                anew = subject.redealt(scene.state, viewer, dice)
                other = Scene[LastCard, State, View](scene.race, scene.seats, anew, scene.log)
                assert shown_to(other, viewer) == shown_to(scene, viewer)
                looked += 1
        answer_at_random(race, dice)
    assert looked > 100


def test_log_and_playback_hold_no_drawn_card() -> None:
    """The lines are those of a spectator: what was drawn is a number."""
    race = dealt(3)
    dice = Random(3)
    for _ in range(80):
        answer_at_random(race, dice)
    lines = [line for entry in whole_log(scene_of(race).race) for line in entry.lines]
    for line in lines:
        assert isinstance(line, Line)
        assert not getattr(line.event, "cards", ())
        assert not getattr(line.event, "pile", ())
    assert any(isinstance(line, Line) and isinstance(line.event, Drew) for line in lines)


def test_every_kind_of_line_has_a_sentence() -> None:
    """Of a long match with everything in it; headings of rounds stand for themselves."""
    race = dealt(3)
    scene = scene_of(race)
    kinds: set[str] = set()
    for number in range(30):
        subject = LastCardSubject(Setup(3, 3, 200, "challenge", "by_hand"), number)
        for move in drive(subject, 400, 0.04):
            for line in lines_of(None if move.command is None else move.before, move.events):
                said = PAGES.sentence(line, scene)
                assert said
                assert "{" not in said
                kinds.add(type(line.event).__name__)
    assert "That card goes back." in PAGES.sentence(Line(TurnedAgain((), "r7")), scene)
    assert kinds >= {
        *("RoundBegan", "Played", "Drew", "Reshuffled", "PassedOver", "DirectionTurned", "Kept"),
        *("Accepted", "Challenged", "Caught", "RoundWon", "StoodIn", "Retired", "Finished"),
    }


def test_between_rounds_all_hands_lie_open() -> None:
    race = dealt(2, setup={"hand": 1})
    dice = Random(2)
    while (state := state_of(race)).phase != "scores":
        answer_at_random(race, dice)
    html = get("zed", race)
    assert f"After round {state.round}" in html
    assert "Next round" in get("ada", race)
    live.submit(race.pk, Answer(0, LastCard().question(state, 0), Next()))
    assert "You are ready." in get("ada", race)


def test_presets_answer_drawn_cards_and_the_next_round() -> None:
    race = dealt(2, clock=60)
    table = scene_of(race).table_game
    drawn = laid("g1 r1|b1 b2", "g5", pile="g9")
    step = LastCard().decide(drawn, Answer(0, LastCard().question(drawn, 0), LastCard().legal(drawn, 0)[-1]))
    assert not isinstance(step, Refusal)
    question = LastCard().question(step.state, 0)
    answer = table.preset_answer(step.state, question, ["play_drawn", "keep_drawn"])
    assert answer is not None
    assert answer.choice == Play("g9")
    assert 1 < answer.seconds < 5
    assert table.preset_answer(step.state, question, ["keep_drawn"]) is None
    assert table.preset_answer(drawn, LastCard().question(drawn, 0), ["play_drawn", "keep_drawn", "next"]) is None
    browser("ada").post(f"/races/{race.code}/presets/", {"preset": ["next", "call"]})
    race.refresh_from_db()
    assert race.presets


def test_a_challenge_has_a_third_of_the_clock() -> None:
    race = dealt(2, clock=60, setup={"draw_four": "challenge"})
    table = scene_of(race).table_game
    state = laid("W4 g1 r1|b1 b2", "g5", draw_four="challenge")
    step = LastCard().decide(state, Answer(0, LastCard().question(state, 0), Play("W4", "r")))
    assert not isinstance(step, Refusal)
    assert table.share(LastCard().question(step.state, 1)) == pytest.approx(1 / 3)
    assert table.share(LastCard().question(state, 0)) == 1


def test_time_runs_out_and_a_stand_in_plays() -> None:
    race = dealt(2, clock=60)
    before = state_of(race).n
    late = race.started + timedelta(seconds=61)
    Seat.objects.filter(race=race).update(seen=late)
    sweeper.sweep(late)
    scenes.forget()
    assert state_of(race).n != before
    assert "A stand-in plays for" in get("zed", race, "log/")


def test_a_seat_leaves_and_the_host_ends() -> None:
    race = dealt(3)
    assert not isinstance(live.submit(race.pk, Retire(2)), Refusal)
    assert "leaves the match" in get("zed", race, "log/")
    assert "gone" in get("zed", race)
    assert not isinstance(live.submit(race.pk, End()), Refusal)
    race.refresh_from_db()
    assert race.ended is not None
    shown = get("ada", race, "results/")
    assert "left the match" in shown
    assert "The match was ended by the host." in shown
    title = shown.partition('<h1 class="display">')[2].partition("</h1>")[0]
    assert "ahead" in title
    assert "win" not in title


def test_a_state_of_another_deck_is_not_shown() -> None:
    race = dealt(2)
    Race.objects.filter(pk=race.pk).update(state=race.state.replace('"content":"', '"content":"0'))
    scenes.forget()
    assert browser("ada").get(f"/races/{race.code}/").status_code in (404, 409, 410, 503)
