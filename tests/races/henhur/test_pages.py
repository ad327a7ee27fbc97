"""The pages of HenHur: what is shown to whom, and what its forms do."""

import html
import json
import re
from itertools import pairwise
from typing import cast

import msgspec
import pytest
from django.core.management import call_command
from msgspec.structs import replace

from engine.henhur import MatchRecord, Run, Tokens
from engine.kernel import Answer, End, Retire, verify
from engine.kernel.refusals import Refusal
from races import changes, live, records, scenes
from races.henhur import words
from races.henhur.lines import Line
from races.henhur.pages import PAGES
from races.henhur.sentences import run_items
from races.henhur.track import point, space_of
from races.models import Race
from races.shell.rows import changed
from tests.races.henhur.kit import GAME, browser, get, match, played, scene_of

FORM = re.compile(r'<form id="([\w.]+)" class="answer".*?</form>', re.DOTALL)
HEADING = re.compile(r'class="round caps">([^<]+)<')
BUTTON = re.compile(r'<button [^>]*name="do" value="([\w:]+)"')


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2, 3, 9, 1000])
def test_every_page_shows_a_match(turn: int) -> None:
    race = match()
    state = played(race, turn)
    if state.ended:
        assert "hen-podium" in get("ada", race, "tv/")
    for page in ("", "replay/", *(() if state.ended else ("tv/",))):
        shown = get("ada", race, page)
        assert 'id="hens"' in shown
        assert shown.count('<use href="#hen-') == 3
        assert 'id="standings"' in shown
    for page in ("log/", "host/", "tokens/"):
        get("ada", race, page)
    if state.ended:
        results = get("zed", race, "results/")
        assert " wins" in results or "share the win" in results
        assert results.count("<tr data-seat") == 3


@pytest.mark.django_db
def test_hen_29_the_hand_shows_title_numbers_text_and_a_sign_where_a_card_burns() -> None:
    race = match()
    state = scene_of(race).state
    shown = get("ada", race)
    cockpit = shown[shown.index('id="cockpit"') :]
    for face in set(state.runners[0].hand):
        card = GAME.cards[face]
        tile = next(part for part in cockpit.split('<li class="hen-card"')[1:] if f"run:{face}:false" in part)
        assert card.title in tile
        assert f"<dd>{card.trick}</dd>" in tile
        assert (f"run:{face}:true" in tile) == bool(card.burn)
        assert ("If burned:" in tile) == bool(card.burn)


@pytest.mark.django_db
def test_hen_12_the_reveal_is_played_as_one_step_of_two_seconds_that_names_all_cards() -> None:
    race = match()
    played(race, 2)
    scene = scene_of(race)
    lines = cast("tuple[Line, ...]", scene.log[-1].lines)
    said = [(line, PAGES.sentence(line, scene)) for line in lines]
    steps = json.loads(html.unescape(re.findall(r'data-steps="([^"]*)"', PAGES.playback(scene, said))[0]))
    assert steps[0]["look"] == "cards"
    assert steps[0]["ms"] == 2000
    best = max(one.priority for one in scene.state.runs)
    first = [scene.seats[one.seat].name for one in scene.state.runs if one.priority == best]
    assert steps[0]["say"].startswith(f"The cards turn over: {first[0]}")
    assert f"with the highest priority, {best}." in steps[0]["say"]
    assert set(steps[0]["seats"]) == {0, 1, 2}
    runs = [step for step in steps if step["look"] == "run"]
    assert {step["seat"] for step in runs} == {0, 1, 2}
    shown = get("zed", race)
    assert shown.count("data-run") == 3, "and the cards stay visible, with their sums"


def steps_of(race: Race) -> list[dict[str, object]]:
    """What pages play of the newest entry."""
    scene = scene_of(race)
    lines = cast("tuple[Line, ...]", scene.log[-1].lines)
    said = [(line, PAGES.sentence(line, scene)) for line in lines]
    found = re.findall(r'data-steps="([^"]*)"', PAGES.playback(scene, said))
    steps: list[dict[str, object]] = json.loads(html.unescape(found[0]))
    return steps


@pytest.mark.django_db
def test_hen_13_each_step_of_a_race_says_who_runs_next_and_why_and_where_a_hen_has_come_to() -> None:
    race = match()
    played(race, 2)
    scene = scene_of(race)
    steps = steps_of(race)
    runs = [step for step in steps if step["look"] == "run"]
    begun = [step for nth, step in enumerate(runs) if step["seat"] not in [one["seat"] for one in runs[:nth]]]
    assert "then" not in steps[0], "who runs first is what it says"
    for step, later in pairwise(begun):
        shown = next(one for one in scene.state.runs if one.seat == later["seat"])
        assert step["then"] == f"Next runs {scene.seats[shown.seat].name}, with priority {shown.priority}."
    assert all("then" not in step for step in steps[steps.index(begun[-1]) :])
    for seat, runner in enumerate(scene.state.runners):
        last = [step for step in steps if step.get("seat") == seat and "to" in step][-1]
        assert last["to"] == runner.at
        assert last["where"] == words.place(GAME.content.rules, runner.at)


@pytest.mark.django_db
def test_a_name_is_text_wherever_a_step_says_it() -> None:
    """Scripts put the sentences of the playback on the page as they are."""
    race = match(("<i>Ada", "<b>Bo"))
    played(race, 2)
    said = [str(step.get(part, "")) for step in steps_of(race) for part in ("say", "then")]
    assert any("&lt;i&gt;Ada" in one for one in said)
    assert not any("<i>" in one or "<b>Bo" in one for one in said)


@pytest.mark.django_db
def test_hen_03_eight_turns_are_a_round_wherever_turns_are_counted() -> None:
    race = match()
    played(race, 10)
    shown = get("ada", race)
    bar = re.sub(r"<[^>]+>", "", shown.partition('id="bar-state"')[2].partition("turn 2 of 8")[0])
    assert bar.endswith("Round 2 ")
    for headings in (HEADING.findall(shown), HEADING.findall(get("ada", race, "log/"))[::-1]):
        assert headings[:3] == ["Round 2, turn 2", "Round 2, turn 1", "Round 1, turn 8"]
    step = Race.objects.get(pk=race.pk).version
    replay = get("ada", race, f"replay/?step={step}")
    assert "<span>Round 2, turn 2</span>" in replay
    assert '<span class="caps" aria-hidden="true">Turn</span>' in replay


@pytest.mark.django_db
def test_hen_14_the_page_has_every_item_of_a_priority() -> None:
    race = match(("Ada", "Bo"))
    scene = scene_of(race)
    hand = scene.state.runners[0].hand
    live.submit(race.pk, Answer(0, GAME.question(scene.state, 0), Run(hand[0]), "a"))
    played(race, 2)
    shown = scene_of(race).view(None).runs
    page = get("zed", race)
    for one in shown:
        rolled = "+".join(map(str, one.rolls))
        assert f"{rolled}</small> <b>{one.priority}</b>" in page
    spent = replace(shown[0], choice=Run(hand[0], p=2, p3=1), damage=1)
    assert run_items(scene_of(race), spent)[1:] == ["+5 by tokens", "−1 damage"]


@pytest.mark.django_db
def test_hen_40_and_06_the_standings_have_slots_tokens_and_places() -> None:
    race = match()
    played(race, 3)
    rows = get("zed", race).partition('id="standings"')[2].partition("</ol>")[0]
    assert rows.count('class="slot"') == 9
    assert rows.count("lap 1, space") == 3


@pytest.mark.django_db
def test_hen_45_the_pool_is_shown_to_all_while_they_bid() -> None:
    race = match()
    state = played(race, 2)
    for visitor in ("ada", "zed"):
        pool = get(visitor, race).partition('class="pool"')[2].partition("</ul>")[0]
        assert pool.count("<li>") == len(state.pool) == 4


@pytest.mark.django_db
def test_hen_47_reloading_shows_the_whole_position_again() -> None:
    race = match()
    played(race, 7)
    first = get("ada", race)
    scenes.forget()
    again = get("ada", race)
    for name in ("hens", "turn", "standings", "cockpit", "log-lines"):
        parts = [page.partition(f'id="{name}"')[2][:1500] for page in (first, again)]
        parts = [re.sub(r'csrfmiddlewaretoken" value="\w+"', "", part) for part in parts]
        assert parts[0] == parts[1]
        assert parts[0]


@pytest.mark.django_db
def test_who_leaves_while_answers_are_secret_is_gone_at_once_and_in_the_log_when_the_veil_lifts() -> None:
    """The log goes on with the answers that are hidden, so its line comes with them; who is ready stays hidden."""
    race = match()
    live.submit(
        race.pk, Answer(0, GAME.question(scene_of(race).state, 0), Run(scene_of(race).state.runners[0].hand[0]), "a")
    )
    assert not isinstance(live.submit(race.pk, Retire(1)), Refusal)
    row = get("cy", race).partition('id="place-1"')[2].partition("</li>")[0]
    assert "left" in row
    assert "You have left the race." in get("bo", race)
    assert "Bo leaves the race." not in get("cy", race)
    assert "is ready" not in get("cy", race).partition('id="waiting"')[2].partition("</div>")[0]
    changes.lift_veil(race.pk)
    assert "Bo leaves the race." in get("cy", race)


@pytest.mark.django_db
def test_forms_without_scripts_play_a_whole_turn() -> None:
    """Each button spells its choice; the answer can be taken back while others are asked."""
    race = match(("Ada", "Bo"))
    for visitor in ("ada", "bo"):
        page = get(visitor, race)
        form = FORM.search(page)
        assert form
        do = BUTTON.findall(form[0])[0]
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0])) | {"do": do}
        response = browser(visitor).post(f"/races/{race.code}/answer/", fields)
        assert response.status_code == 302
        if visitor == "ada":
            page = get("ada", race)
            assert "You are ready." in page
            assert "Take it back" in page
    assert scene_of(race).view(None).round == 2


@pytest.mark.django_db
def test_an_answer_can_be_taken_back_by_its_button() -> None:
    race = match()
    state = scene_of(race).state
    live.submit(race.pk, Answer(0, GAME.question(state, 0), Run(state.runners[0].hand[0]), "a"))
    fields = {"question": str(GAME.question(state, 0)), "do": "withdraw"}
    browser("ada").post(f"/races/{race.code}/answer/", fields)
    assert scene_of(race).state.runners[0].choice is None
    assert FORM.search(get("ada", race))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("do", "said"),
    [
        ("run:nothing:false", "You do not hold that card."),
        ("run:stride:true", "no burn effect"),
        ("pick:stride", "does not answer"),
        ("run:{card}:false", "You do not have that many tokens."),
        ("run", "could not be read"),
        ("jump:1", "could not be read"),
    ],
)
def test_what_is_refused_is_said_in_a_sentence(do: str, said: str) -> None:
    race = match()
    state = scene_of(race).state
    hand = state.runners[0].hand
    if "stride:true" in do and "stride" not in hand:
        face = next((card for card in hand if not GAME.cards[card].burn), "")
        if not face:
            said = "You do not hold that card."
        do = f"run:{face or 'stride'}:true"
    spent = "3" if "{card}" in do else "0"
    fields = {"question": str(GAME.question(state, 0)), "do": do.format(card=hand[0]), "p": spent}
    fields |= dict.fromkeys(("p3", "r", "w_priority", "w_race"), "0")
    ada = browser("ada")
    ada.post(f"/races/{race.code}/answer/", fields)
    assert said in html.unescape(ada.get(f"/races/{race.code}/").content.decode())
    assert scene_of(race).state == state


@pytest.mark.django_db
def test_every_refusal_of_the_game_has_its_words() -> None:
    scene = scene_of(match())
    for code in ("not_in_hand", "no_burn_effect", "slots_full", "too_few_tokens", "not_in_pool", "not_racing"):
        assert PAGES.refusal(Refusal(code, "", 0), scene).endswith(".")


@pytest.mark.django_db
def test_tokens_are_offered_with_what_they_come_to() -> None:
    """Every sum that the script may show was worked out here."""
    race = match(("Ada", "Bo"))
    scene = scene_of(race)
    runner = msgspec.structs.replace(scene.state.runners[0], tokens=Tokens(p=1, p3=1, r=2, w=1))
    state = msgspec.structs.replace(scene.state, runners=(runner, scene.state.runners[1]))
    race.state = GAME.encode(state).decode()
    race.save()
    scenes.forget()
    form = FORM.search(get("ada", race))
    assert form
    assert set(re.findall(r'type="number" name="(\w+)"', form[0])) == {"p", "p3", "r", "w_priority", "w_race"}
    sums = json.loads(html.unescape(re.findall(r'data-sums="([^"]*)"', form[0])[0]))
    assert len(sums["lands"]) == 2 + 1 + 1
    assert len(sums["orders"]) == 1 + 3 + 1 + 1


@pytest.mark.django_db
def test_the_log_tells_who_ran_how_far_and_why_and_who_took_what() -> None:
    race = match()
    played(race, 1000)
    log = html.unescape(re.sub(r"<[^>]+>", "", get("zed", race, "log/")))
    for part in ("Who runs when:", "Who picks when:", " runs ", " with ", " takes ", " for a trick of ", " wins"):
        assert part in log


@pytest.mark.django_db
def test_the_record_is_whole_and_comes_out_the_same() -> None:
    race = match()
    get("ada", race, "record.json", 403)
    final = played(race, 1000)
    records.check(Race.objects.get(pk=race.pk))
    call_command("verify_races", race.code)
    record = msgspec.json.decode(get("zed", race, "record.json"), type=MatchRecord)
    assert verify(GAME, record) == final
    for step in (0, 5, 40):
        shown = get("zed", race, f"replay/?step={step}&seat=1")
        assert "In the hand of Bo" in shown


@pytest.mark.django_db
def test_a_match_that_is_ended_or_left_says_why() -> None:
    race = match()
    live.submit(race.pk, End())
    shown = get("ada", race, "results/")
    assert "The host has ended it" in shown
    assert ">Nobody is ahead<" in shown
    race = match()
    played(race, 4)
    live.submit(race.pk, End())
    assert "is ahead<" in get("ada", race, "results/")
    other = match(("Ada", "Bo"))
    live.submit(other.pk, Retire(1))
    assert "All others have left" in get("ada", other, "results/")
    assert "You have left the race." in get("bo", other) or "It is over." in get("bo", other)


def test_the_track_is_closed_and_every_space_has_a_place_of_its_own() -> None:
    rules = GAME.content.rules
    assert point(180, 0) == pytest.approx(point(180, 30))
    spaces = {tuple(round(value) for value in space_of(rules, at)) for at in range(90)}
    assert len(spaces) == 90


@pytest.mark.django_db
def test_standings_are_sent_in_their_new_order() -> None:
    """The places that a page shows after an update are those of the update."""
    race = match()
    before = scene_of(race)
    played(race, 2)
    after = scene_of(race)
    html_of = PAGES.fragments["standings"]
    sent = changed(html_of(after), html_of(before))
    order = [int(seat) for seat in re.findall(r'<li id="place-(\d)"', sent)]
    places = GAME.places(after.view(None))
    assert order == sorted(range(3), key=lambda seat: (places[seat], seat))
