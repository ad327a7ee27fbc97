"""What stands around the board: who is where, what they do, whom the race waits for."""

import re

import pytest
from django.utils.translation import override
from msgspec.structs import replace

from engine.heat.units import Distance
from engine.kernel.commands import Answer, End, Retire
from races import changes, live, page_state, presence, scenes
from races.heat import board
from races.heat.board import field
from races.models import Race, Seat
from tests.engine.heat.kit import Table, car, game
from tests.engine.heat.react_kit import reacting
from tests.races.heat.board.kit import drawn_race, scene_of, shift, with_legend
from tests.races.heat.cockpit.scenes import laid

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def race() -> Race:
    return drawn_race("ada", "bo", "cy")


OF_MODULES = {"draft", "market", "owners", "sky", "conditions"}


def made(race: Race, name: str) -> str:
    return str(board.FRAGMENTS[name](scene_of(race)))


def row_of(race: Race, seat: int) -> str:
    rows: list[str] = re.findall(r"<li.*?</li>", made(race, "standings"))
    return str(next(row for row in rows if f'data-seat="{seat}"' in row))


def test_each_is_one_element_with_its_id(race: Race) -> None:
    for name in board.FRAGMENTS.keys() - OF_MODULES:
        html = made(race, name).strip()
        assert re.match(rf'<\w+ [^>]*id="{name}"|<\w+ id="{name}"', html), name
        assert html.endswith(("</ol>", "</svg>", "</div>", "</data>")), name


def test_a_plain_race_has_neither_garage_nor_weather(race: Race) -> None:
    assert {made(race, name) for name in OF_MODULES} == {""}


def test_each_row_has_an_id_of_its_own(race: Race) -> None:
    html = "".join(made(race, name) for name in board.FRAGMENTS)
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_a_seat_that_is_away_and_driven_by_a_bot_is_waited_for_like_any_bot(race: Race) -> None:
    presence.depart(Seat.objects.get(race=race, number=1).pk)
    changes.hand_over(race.pk, 1, "racer")
    for name in board.FRAGMENTS.keys() - OF_MODULES:
        assert made(race, name)
    assert "stand-in" not in made(race, "waiting")


def test_a_pause_tells_when_others_can_go_on_while_the_host_is_away(race: Race) -> None:
    changes.pause(race.pk)
    assert "Only Ada can go on" in made(race, "curtain")
    presence.depart(Seat.objects.get(race=race, number=0).pk)
    told = made(race, "curtain")
    assert "Ada is away" in told
    assert "data-until" in told


def test_they_hold_no_style_and_no_script(race: Race) -> None:
    html = "".join(made(race, name) for name in board.FRAGMENTS)
    assert not re.search(r"<script|style=|\son\w+=", html)


def test_they_are_the_same_for_everybody(race: Race) -> None:
    scene = scene_of(race)
    pages = [page_state.PageState(seat, "en") for seat in (0, 1, None)]
    first = [
        page.first(scene, -1, scene.version, str(scene.game.question(scene.state, page.seat or 0))) for page in pages
    ]
    assert first[0] == first[1] == first[2]


def test_pages_are_told_what_differs_from_what_they_show(race: Race) -> None:
    """In their own language, and from where they were: what is put together once is not given to another."""
    scene = scene_of(race)
    english, other, german, late = (page_state.PageState(None, language) for language in ("en", "en", "de", "en"))
    for page in (english, other, german):
        page.first(scene, -1, scene.version, "")
    changes.pause(race.pk)
    paused = scene_of(race)
    told = english.next(paused)
    assert other.next(paused) == told
    assert "The race is paused" in told
    assert "Das Rennen" in german.next(paused)
    assert 'id="explained"' not in told
    assert 'id="explained"' in late.next(paused)
    changes.resume(race.pk)
    resumed = scene_of(race)
    assert late.next(resumed) == english.next(resumed)


def test_what_is_kept_of_cars_is_that_of_their_places_names_and_language(race: Race) -> None:
    before = made(race, "told")
    assert made(race, "told") == before
    with override("de"):
        assert made(race, "told") != before
    scene = scene_of(race)
    first, *others = scene.state.cars
    moved = scene.as_if(replace(scene.state, cars=(replace(first, at=Distance(9)), *others)))
    assert str(board.FRAGMENTS["told"](moved)) != before
    assert str(board.FRAGMENTS["cars"](moved)) != made(race, "cars")
    Seat.objects.filter(race=race, number=0).update(name="Grace")
    scenes.forget()
    assert "Grace" in made(race, "told")


def test_a_name_is_text() -> None:
    race = drawn_race("ada", "bo")
    Seat.objects.filter(race=race, number=1).update(name="<b onclick=x>")
    html = "".join(made(race, name) for name in board.FRAGMENTS)
    assert "<b onclick" not in html
    assert "&lt;b onclick=x&gt;" in html


def test_who_has_chosen_is_ready_and_what_is_not_told(race: Race) -> None:
    assert "Choosing" in row_of(race, 0)
    before = row_of(race, 0)
    shift(race, 0, gear=2)
    after = row_of(race, 0)
    assert "Ready" in after
    before, after = (re.sub(r'<span class="tag.*<span class="gap', "", row) for row in (before, after))
    assert before == after


def test_an_answer_costs_one_row(race: Race) -> None:
    scene = scene_of(race)
    page = page_state.PageState(None, "en")
    page.first(scene, scene.revision, scene.version, "")
    shift(race, 0)
    sent = page.next(scene_of(race))
    assert sent.count("<li") == 1
    assert len(sent) < 1500


def test_who_is_away_or_has_given_the_wheel_away(race: Race) -> None:
    presence.depart(Seat.objects.get(race=race, number=1).pk)
    assert "Away" in row_of(race, 1)
    changes.hand_over(race.pk, 1, "racer")
    assert "Bot drives" in row_of(race, 1)


def test_legends_bots_and_the_retired_are_told() -> None:
    race = drawn_race(starters=with_legend())
    assert "Legend, hard" in row_of(race, 1)
    live.submit(race.pk, Retire(0))
    assert "Retired" in row_of(race, 0)


def test_the_leader_leads_and_the_others_have_gaps(race: Race) -> None:
    html = made(race, "standings")
    assert html.count('<span class="gap">lead</span>') == 1
    assert html.count('<span class="gap">+') == 2


def test_each_row_tells_its_lap_where_cars_are_on_several() -> None:
    def laps(*places: int) -> list[str]:
        return [row.lap for row in field.standings(laid(Table(game(), *(car(at=at) for at in places))))]

    assert laps(70, 14) == ["lap 2", "lap 1"]
    assert laps(20, 14) == ["", ""]


def test_whom_the_race_waits_for_stands_by_name(race: Race) -> None:
    assert "Waiting for Ada, Bo and Cy: choosing a gear." in made(race, "waiting")
    shift(race, 0)
    shift(race, 2)
    assert "Waiting for Bo: choosing a gear." in made(race, "waiting")


def test_a_headline_has_one_name_and_how_many_more() -> None:
    race = drawn_race("ada", "bo", "cy", "di")
    heads = []
    for seat in (3, 0, 1):
        heads += re.findall('data-headline="(.*?)"', made(race, "waiting"))
        shift(race, seat)
    heads += re.findall('data-headline="(.*?)"', made(race, "waiting"))
    assert heads == [
        "Waiting for Ada and 3 more",
        "Waiting for Ada and 2 more",
        "Waiting for Bo and Cy",
        "Waiting for Cy",
    ]
    changes.pause(race.pk)
    assert "data-headline" not in made(race, "waiting"), "while the race stands still it waits for nobody"


def test_who_is_away_has_a_stand_in_after_the_grace(race: Race) -> None:
    presence.arrive(Seat.objects.get(race=race, number=0).pk)
    assert "stand-in" not in made(race, "waiting")
    presence.depart(Seat.objects.get(race=race, number=1).pk)
    race.refresh_from_db()
    due = race.clocks[1]["due"]
    assert due is not None
    until = min(race.absent[1] + race.grace * 1000, due)
    assert f'Bo is away; a stand-in drives in <time data-until="{until}">60 seconds</time>.' in made(race, "waiting")
    assert f"1:{until}" in made(race, "clocks")


def test_a_row_tells_gear_and_heat(race: Race) -> None:
    assert '<small class="detail">gear 1 · 6 Heat</small>' in row_of(race, 0)


def test_the_curtain_says_who_can_go_on(race: Race) -> None:
    changes.pause(race.pk)
    assert "Only Ada can go on." in made(race, "curtain")
    assert 'data-host="0"' in made(race, "curtain")
    with changes.change(race.pk) as row:
        row.host = "who only watches"
    assert "Only the host can go on." in made(race, "curtain")
    assert "data-host" not in made(race, "curtain")


def test_the_curtain_tells_the_host_something_else(race: Race) -> None:
    changes.pause(race.pk)
    told = re.findall(r'<p class="(host-only|guest-only)">(.*?)</p>', made(race, "curtain"), re.DOTALL)
    assert dict(told)["host-only"].strip() == "No clock runs, and the others wait. You can go on."
    assert dict(told)["guest-only"].strip() == "No clock runs. Only Ada can go on."


def test_a_pause_leaves_what_drivers_do_to_be_read(race: Race) -> None:
    before = row_of(race, 0)
    assert "Choosing" in before
    changes.pause(race.pk)
    assert row_of(race, 0) == before


def test_the_ribbon_shows_the_phase(race: Race) -> None:
    html = made(race, "ribbon")
    assert html.count("<li") == 9
    assert re.search(r'id="ribbon-0" class="now" aria-current="step".*?Shift', html)
    for seat in range(3):
        shift(race, seat)
    html = made(race, "ribbon")
    assert re.search(r'id="ribbon-0" class="past"', html)
    assert re.search(r'id="ribbon-1" class="now"', html)


def test_the_last_driver_of_the_round_is_marked_for_adrenaline_and_a_legend_never(race: Race) -> None:
    def marked(race: Race) -> dict[int, bool]:
        order = scene_of(race).view(None).order
        return {place: "adrenaline" in row_of(race, seat) for place, seat in enumerate(order)}

    assert marked(race) == {0: False, 1: False, 2: True}
    seeds = (f"{number:064x}" for number in range(50))
    races = (drawn_race(starters=with_legend(), seed=seed) for seed in seeds)
    last = next(one for one in races if scene_of(one).view(None).order[-1] == 1)
    assert not any(marked(last).values())


def test_where_cars_act_in_turn_each_row_tells_when(race: Race) -> None:
    race = drawn_race("ada", "bo", "cy", rules="rulebook")
    for seat in range(3):
        shift(race, seat)
    scene = scene_of(race)
    for seat in range(3):
        question = next(one for one in scene.game.awaiting(scene.state) if one.seat == seat)
        card = next(choice for choice in scene.game.legal(scene.state, seat))
        live.submit(race.pk, Answer(seat, question, card, f"play-{seat}"))
    first, second, third = scene_of(race).view(None).order
    assert 'class="now"' in row_of(race, first)
    assert 'aria-current="true"' in row_of(race, first)
    assert "Next" in row_of(race, second)
    assert "Turn 3" in row_of(race, third)


def test_the_plaque_tells_each_driver_their_next_corner() -> None:
    race = drawn_race(starters=with_legend())
    html = made(race, "plaque")
    assert re.findall(r'data-seat="(\d+)"', html) == ["0"]
    assert re.search(r"Corner A, \d+ ahead", html)
    assert "#limit-7" in html
    assert "limit 7 · every point over costs 1 Heat" in html
    assert re.search(r"then corner B, limit 3, \d+ farther", html)


def test_behind_the_finish_the_next_corner_is_named_and_free() -> None:
    table = reacting("2 3", car(at=60 + 69, gear=3), gear=4, start=67 + 69, at=72 + 69, engine=5)
    html = str(board.FRAGMENTS["plaque"](laid(table)))
    assert re.search(r"Corner A, \d+ ahead", html)
    assert "you are over the line: it costs nothing now" in html
    assert "Finish, 9 ahead" in html


def test_the_clocks_are_data() -> None:
    race = drawn_race("ada", "bo", clock=60)
    due = race.clocks[0]["due"]
    assert f'value="0:{due} 1:{due}"' in made(race, "clocks")
    changes.pause(race.pk)
    assert re.search(r'value="0:-\d+ 1:-\d+"', made(race, "clocks"))
    assert 'value=""' in made(drawn_race("ada", "bo", clock=0), "clocks")


def test_a_paused_race_has_a_curtain(race: Race) -> None:
    assert made(race, "curtain").count("<div") == 1
    changes.pause(race.pk)
    assert "paused" in made(race, "curtain")


def test_at_the_end_all_of_it_still_stands(race: Race) -> None:
    live.submit(race.pk, End())
    html = {name: made(race, name) for name in board.FRAGMENTS}
    assert "over" in html["waiting"]
    assert 'class="now"' not in html["ribbon"]
    assert "Choosing" not in html["standings"]
    assert 'value=""' in html["clocks"]
