"""After the race: podium, record and replay, for host, driver, spectator and stranger, before and after the flag."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from engine.heat import read_record
from engine.kernel.records import verify
from races import records, scenes
from races.film import film_of
from races.heat.results.ranking import finish
from races.heat.table_game import heat_of
from races.models import Race, Seat
from tests.races.factories import heat_states
from tests.races.heat.board.kit import drawn_race, shift
from tests.races.heat.results.kit import finished_race, running_race
from tests.races.views.kit import address, browser, without_tokens

pytestmark = pytest.mark.django_db

PAGES = ("results/", "record.json", "replay/")
PUBLIC = ("ada", "bo", "stranger")
"""The host, who drives too; a driver; a spectator."""


@pytest.fixture
def over() -> Race:
    return finished_race()


@pytest.fixture
def running() -> Race:
    return running_race()


# Who may


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("visitor", PUBLIC)
def test_everybody_who_may_watch_sees_a_race_that_is_over(over: Race, visitor: str, page: str) -> None:
    assert browser(visitor).get(address(over, page)).status_code == 200
    assert Client().get(address(over, page)).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_private_race_is_for_its_drivers(over: Race, page: str) -> None:
    Race.objects.filter(pk=over.pk).update(watching=Race.Watching.NOBODY)
    Seat.objects.filter(race=over, number=0).update(visitor="")  # the host keeps the table without driving
    scenes.forget()
    assert browser("ada").get(address(over, page)).status_code == 200
    assert browser("bo").get(address(over, page)).status_code == 200
    assert browser("stranger").get(address(over, page)).status_code == 403


@pytest.mark.parametrize("page", PAGES)
def test_an_unknown_code_is_not_found(over: Race, page: str) -> None:
    assert browser("ada").get(f"/races/NOSUCH22/{page}").status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_code_typed_in_small_letters_leads_to_the_page(over: Race, page: str) -> None:
    answer = browser("ada").get(f"/races/{over.code.lower()}/{page}")
    assert (answer.status_code, answer["Location"]) == (302, address(over, page))


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_nothing_can_be_sent_here(over: Race, page: str, method: str) -> None:
    assert getattr(browser("ada"), method)(address(over, page)).status_code == 405


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_kept_by_nobody_and_style_nothing_inline(over: Race, page: str) -> None:
    answer = browser("ada").get(address(over, page))
    assert "no-store" in answer["Cache-Control"]
    assert not re.search(r"<[^>]+\sstyle=", answer.text)
    assert not re.search(r"<[^>]+\son\w+=", answer.text)


# Not over yet


@pytest.mark.parametrize("visitor", PUBLIC)
def test_there_is_no_podium_before_the_flag(running: Race, visitor: str) -> None:
    answer = browser(visitor).get(address(running, "results/"))
    assert (answer.status_code, answer["Location"]) == (302, address(running))


@pytest.mark.parametrize("visitor", PUBLIC)
def test_the_record_is_closed_before_the_flag(running: Race, visitor: str) -> None:
    answer = browser(visitor).get(address(running, "record.json"))
    assert answer.status_code == 403
    assert "kept closed until the game is over" in answer.text
    assert running.seed not in answer.text


# Podium


def test_the_podium_tells_ranking_figures_and_the_ways_on(over: Race) -> None:
    html = browser("ada").get(address(over, "results/")).text
    for seat in over.seats.all():
        assert seat.name in html
    for words in ("Rounds led", "Heat paid", "Spin-outs", "Top speed", "Slipstream", "Average gear", "decisive round"):
        assert words in html
    for page in ("record.json", "replay/"):
        assert f'href="{address(over, page)}"' in html
    assert 'href="/"' in html
    assert f'value="http://testserver{address(over, "results/")}"' in html
    assert 'data-me="0"' in html


def test_only_drivers_are_offered_a_rematch(over: Race) -> None:
    again = f'action="/again/{over.code}/"'
    form = browser("bo").get(address(over, "results/")).text
    assert again in form
    assert "csrfmiddlewaretoken" in form
    assert again not in browser("stranger").get(address(over, "results/")).text


def test_names_are_text_everywhere(over: Race) -> None:
    Seat.objects.filter(race=over).update(name="<script>x</script>")
    scenes.forget()
    for page in ("results/", "replay/", f"replay/?step={over.version}&seat=0"):
        html = browser("ada").get(address(over, page)).text
        assert "<script>x" not in html
        assert "&lt;script&gt;x" in html


def test_no_id_stands_twice_and_references_lead_somewhere(over: Race) -> None:
    for page in ("results/", f"replay/?step={over.version // 2}&seat=1"):
        html = browser("ada").get(address(over, page)).text
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids)), [name for name in ids if ids.count(name) > 1]
        assert set(re.findall(r'<use [^>]*?href="#([\w-]+)"', html)) <= set(ids)


# Record


def test_the_record_is_whole_and_can_be_played_again(over: Race) -> None:
    answer = browser("stranger").get(address(over, "record.json"))
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="heatsite-{over.code}.json"'
    record = read_record(answer.content)
    assert record == records.record_of(over)
    game: Any = heat_of(over.content_id).game
    assert game.encode(verify(game, record)).decode() == over.state


def test_the_record_says_who_sat_where_and_no_more_of_them(over: Race) -> None:
    told = json.loads(browser("stranger").get(address(over, "record.json")).content)
    assert told["code"] == over.code
    assert told["seats"][0] == {"seat": 0, "name": "Ada", "colour": "red", "number": 8, "kind": "driver"}
    assert "visitor" not in json.dumps(told["seats"])


# Replay


def test_every_step_has_an_address(over: Race) -> None:
    client = browser("stranger")
    for step in (0, 1, over.version // 2, over.version):
        html = client.get(address(over, f"replay/?step={step}&every=yes")).text
        assert f"step {step} of {over.version}" in html
        assert f'data-step="{step}"' in html
        assert (f'href="?step={step - 1}&amp;every=yes"' in html) == (step > 0)
        assert (f'href="?step={step + 1}&amp;every=yes"' in html) == (step < over.version)
    assert client.get(address(over, "replay/")).text.count('data-step="0"') == 1


def test_the_cars_stand_where_they_stood(over: Race) -> None:
    client, states = browser("stranger"), heat_states(over)
    assert over.track is not None
    art = json.loads(over.track.art)
    for step in (0, 7, over.version // 2):
        html = client.get(address(over, f"replay/?step={step}")).text
        for seat, car in enumerate(states[step].cars):
            space = car.at % len(art["car_lengths"][0])
            x, y, _heading = art["lanes"][car.lane - 1][6 * space + 3 : 6 * space + 6]
            assert f'data-seat="{seat}" transform="translate({x:g} {y:g})' in html


@pytest.mark.parametrize("query", ["step=-1", "step=x", "step=99999", "step=1.5", "step=٣", "step=1&seat=9", "seat=a"])
def test_a_step_or_seat_that_is_none_is_not_found(over: Race, query: str) -> None:
    answer = browser("ada").get(address(over, f"replay/?{query}"))
    assert answer.status_code == 404
    assert address(over, "replay/") in answer.text


def test_a_legend_holds_nothing(over: Race) -> None:
    assert browser("ada").get(address(over, "replay/?step=3&seat=2")).status_code == 404


def test_with_htmx_only_what_changes_is_sent(over: Race) -> None:
    client, here = browser("stranger"), address(over, "replay/?step=9")
    page, part = client.get(here).text, client.get(here, headers={"HX-Request": "true"}).text
    wanted = re.search(r'hx-select-oob="([^"]+)"', page)
    assert wanted
    for name in wanted[1].split(","):
        assert page.count(f'id="{name[1:]}"') == 1, name
        assert part.count(f'id="{name[1:]}"') == 1, name
    assert "<html" not in part
    assert len(part) < len(page) / 4


def test_every_eye_is_open_once_the_race_is_over(over: Race) -> None:
    states, client = heat_states(over), browser("stranger")
    for seat in (0, 1, 3):
        answer = client.get(address(over, f"replay/?step=10&seat={seat}&every=yes"))
        assert answer.status_code == 200
        assert answer.text.count('<span class="held') == len(states[10].cars[seat].hand)
        assert f'href="?step=11&amp;seat={seat}&amp;every=yes"' in answer.text


def test_before_the_flag_everybody_has_only_their_own_eyes(running: Race) -> None:
    for visitor, mine in (("ada", 0), ("bo", 1), ("stranger", None)):
        for seat in (0, 1, 3):
            answer = browser(visitor).get(address(running, f"replay/?step=5&seat={seat}"))
            assert answer.status_code == (200 if seat == mine else 403)
            assert seat == mine or "your own hand" in answer.text


def test_the_public_replay_of_a_running_race_holds_no_secret(running: Race) -> None:
    """Whatever the hands are, a spectator reads the same: no hand, no choice, no seed, no draw pile."""
    client = browser("stranger")
    for step in range(scenes.scene_of(running.pk).shown.version + 1):
        html = client.get(address(running, f"replay/?step={step}")).text
        assert '<div id="replay-hands" class="replay-hands" hidden></div>' in html
        assert '<span class="held' not in html
        assert "Has chosen" not in html
        assert running.seed not in html


def test_two_races_that_differ_in_secrets_only_look_the_same() -> None:
    """Ada chooses first or second gear in secret: until Bo has chosen too, the pages are alike."""
    pages = []
    for gear in (1, 2):
        race = drawn_race("ada", "bo")
        shift(race, 0, gear=gear)
        html = browser("stranger").get(address(race, "replay/?step=1")).text
        pages.append(without_tokens(html.replace(race.code, "CODE")))
    assert pages[0] == pages[1]


# For whom it is


@pytest.mark.parametrize(("visitor", "seat"), [("ada", 0), ("bo", 1)])
def test_the_results_begin_with_the_own_car(over: Race, visitor: str, seat: int) -> None:
    page = browser(visitor).get(address(over, "results/")).content.decode()
    columns = re.findall(r'<th scope="col" data-seat="(\d+)"', page)
    assert columns[0] == str(seat)
    assert sorted(columns) == ["0", "1", "2", "3"]
    first_cells = re.findall(r'</th>\s*<td data-seat="(\d+)"', page.partition('class="figures sheet"')[2])
    assert set(first_cells) == {str(seat)}


def test_drivers_are_told_their_place_in_words(over: Race) -> None:
    scene = scenes.load(over.pk)
    places = {"ada": 0, "bo": 1}
    ranking = scene.view(None).ranking  # type: ignore[attr-defined]
    for visitor, seat in places.items():
        page = browser(visitor).get(address(over, "results/")).content.decode()
        assert finish(ranking.index(seat) + 1) in page
    assert 'class="finish"' not in Client().get(address(over, "results/")).content.decode()


def test_every_place_has_its_sentence() -> None:
    assert [finish(place) for place in (1, 2, 3, 6, 11, 12)] == [
        "You win.",
        "You finish 2nd.",
        "You finish 3rd.",
        "You finish 6th.",
        "You finish 11th.",
        "You finish 12th.",
    ]


# The replay's ways


def test_steps_of_which_nothing_could_be_seen_are_passed_over_unless_all_are_wanted(over: Race) -> None:
    secret = next(step for step in range(1, over.version) if "has chosen" in told(over, f"step={step}&every=yes"))
    shown = browser("ada").get(address(over, f"replay/?step={secret - 1}")).text
    on = re.search(r'id="replay-on" href="\?step=(\d+)"', shown)
    assert on
    assert int(on[1]) > secret
    assert "has chosen" not in told(over, f"step={on[1]}")
    every = browser("ada").get(address(over, f"replay/?step={secret - 1}&every=yes")).text
    assert f'id="replay-on" href="?step={secret}&amp;every=yes"' in every


def told(race: Race, query: str) -> str:
    html = browser("ada").get(address(race, f"replay/?{query}")).text
    return html.partition('id="replay-told"')[2].partition("</div>")[0]


def test_the_replay_jumps_to_spin_outs_overtakings_and_rounds(over: Race) -> None:
    html = browser("ada").get(address(over, "replay/?step=0")).text
    jumps = dict(re.findall(r'<a id="jump-(\w+)"[^>]* href="\?step=(\d+)', html))
    film = film_of(over)
    assert int(jumps["round"]) == min(step for step in film.rounds.values() if step)
    assert int(jumps["places"]) == film.index.jumps["places"][0]
    for step in film.index.jumps.get("spin", ()):
        assert "spins out" in told(over, f"step={step}")
    last = browser("ada").get(address(over, f"replay/?step={over.version}")).text
    assert 'id="jump-round"' not in last


def test_all_hands_are_shown_once_the_race_is_over(over: Race, running: Race) -> None:
    html = browser("stranger").get(address(over, "replay/?step=10&seat=all")).text
    assert html.count("In the hand of") == 3
    assert browser("ada").get(address(running, "replay/?step=5&seat=all")).status_code == 403
    assert "seat=all" not in browser("ada").get(address(running, "replay/?step=5")).text
