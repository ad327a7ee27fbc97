"""The pages of a championship: what drivers, spectators and televisions see of it, and when."""

import re

import pytest
from django.test import Client

from engine.heat.season import Season, Stop, read_season, verify_season
from engine.kernel.commands import End, Retire
from races import live
from races.heat.championships import running
from races.models import Championship, Race
from tests.races.heat.championships.kit import begun, cast, raced, restart, terms
from tests.races.views.kit import browser

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = cast("ada", "bo", "cy", legends=1)


def end(race: Race) -> None:
    assert isinstance(live.submit(race.pk, End()), live.Accepted)


def go_on(row: Championship) -> Race:
    return running.go_on(row, FOUR, terms(room="RRRRR"))


@pytest.fixture
def row() -> Championship:
    """Before its second race; the first was driven to the flag."""
    made = begun(FOUR)
    raced(go_on(made))
    made.refresh_from_db()
    return made


def page(row: Championship, visitor: str = "zed", part: str = "") -> str:
    answer = browser(visitor).get(f"{row.get_absolute_url()}{part}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def cells(html: str) -> list[str]:
    """The rows of the table as text."""
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in body.split("</tr>") if "<td" in line]


def test_between_races_everything_is_there(row: Championship) -> None:
    shown = page(row)
    assert "Next: Italia." in shown
    assert "Race 2 of 3" in shown
    assert "Brown Envelopes" in shown
    assert "The first 3 score one point more each." in shown
    assert "Cy won" in shown
    assert "Table after one race" in shown
    grid = shown.partition('<div class="next-grid">')[2].partition("</div>")[0]
    assert re.findall(r"<bdi>(.*?)</bdi>", grid) == ["Legend 0", "Ada", "Bo", "Cy"], "the table turned round"
    assert [line.split()[0] for line in cells(shown)] == ["1", "2", "3", "4"]
    assert ["Cy" in cells(shown)[0], "Legend 0" in cells(shown)[3]] == [True, True]


def test_sponsor_cards_are_shown_to_their_driver_alone(row: Championship) -> None:
    line = running.season_of(row).raced[0].line(0)
    assert line is not None
    assert line.sponsors == ("sp01",)
    mine = page(row, "ada")
    assert "Your sponsor cards" in mine
    assert 'href="#card-sp01"' in mine
    for other in ("zed", "cy"):
        shown = page(row, other)
        assert 'id="card-sp01"' not in shown
    assert "Your sponsor cards" not in page(row, "zed")
    assert "Your sponsor cards" not in page(row, "ada", "tv/"), "a television is seen by all"


def test_neither_seed_nor_coming_events_are_told() -> None:
    made = begun(FOUR, (Stop("usa", laps=1), Stop("italia", laps=1), Stop("gb", laps=1)))
    raced(go_on(made), 3)
    season = running.season_of(made)
    shown = page(made, "ada") + page(made)
    headlines = {card.id: card.headline for card in season.content.modules.events}
    assert headlines[season.events[0]] in shown
    for name in season.events[1:]:
        assert headlines[name] not in shown
    assert shown.count("Its event is still secret.") == 4
    assert made.seed not in shown


def test_a_tie_is_explained_and_places_lost_and_gained(row: Championship) -> None:
    end(go_on(row))
    shown = page(row)
    assert "As many points as Ada, but place 1 in the last race, not 2." in shown
    assert "As many points as Bo, but place 2 in the last race, not 3." in shown
    assert "It was ended early, and counts as it stood." in shown
    assert "3 places gained" in shown
    assert "3 places lost" in shown
    assert "+1" in shown, "of the event"


def test_a_race_that_is_on_is_the_first_thing_to_see(row: Championship) -> None:
    race = go_on(row)
    shown = page(row)
    assert "Italia is on." in shown
    assert f'href="{race.get_absolute_url()}"' in shown
    assert browser("zed").get(f"{row.get_absolute_url()}tv/")["Location"] == f"/races/{race.code}/tv/"


def test_an_open_page_goes_on_to_the_next_race(row: Championship) -> None:
    news = f"{row.get_absolute_url()}news/"
    stage = re.search(r"news/\?known=([\d-]+)", page(row))
    assert stage is not None
    zed = browser("zed")
    assert zed.get(news, {"known": stage[1]}).status_code == 204
    race = go_on(row)
    assert zed.get(news, {"known": stage[1]})["HX-Redirect"] == race.get_absolute_url()
    assert zed.get(news, {"known": stage[1], "television": ""})["HX-Redirect"] == f"/races/{race.code}/tv/"
    end(race)
    assert zed.get(news, {"known": stage[1]})["HX-Refresh"] == "true"


def test_a_race_that_begins_while_the_page_is_made_is_news_to_it(
    row: Championship, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a spectator would stay on that page until the race is over."""
    season_of = running.season_of

    def slowly(asked: Championship) -> Season:
        season = season_of(asked)
        monkeypatch.setattr(running, "season_of", season_of)
        go_on(row)
        return season

    monkeypatch.setattr(running, "season_of", slowly)
    stage = re.search(r"news/\?known=([\d-]+)", page(row))
    assert stage is not None
    answer = browser("zed").get(f"{row.get_absolute_url()}news/", {"known": stage[1]})
    race = Race.objects.get(stop__championship=row, ended=None)
    assert answer["HX-Redirect"] == race.get_absolute_url()


def test_the_end_has_a_champion_and_a_record(row: Championship) -> None:
    record = f"{row.get_absolute_url()}record.json"
    refused = browser("ada").get(record)
    assert refused.status_code == 403
    assert b"Not before the championship is over." in refused.content
    end(go_on(row))
    third = go_on(row)
    for seat in (0, 1, 2):
        live.submit(third.pk, Retire(seat))
    shown = page(row)
    assert "Legend 0 is champion." in shown
    assert "Final table" in shown
    assert "Points, race by race" in shown
    assert "Every driver left it; who left scores nothing." in shown
    assert 'id="poster"' in shown
    told = browser("zed").get(record)
    assert told.status_code == 200
    assert verify_season(read_season(told.content)).over
    television = page(row, "zed", "tv/")
    assert "Legend 0 is champion." in television


def test_a_closed_championship_is_for_those_who_compete(row: Championship) -> None:
    Championship.objects.update(watching=Race.Watching.NOBODY)
    assert browser("ada").get(row.get_absolute_url()).status_code == 200
    for part in ("", "tv/", "news/", "record.json"):
        assert browser("zed").get(f"{row.get_absolute_url()}{part}").status_code == 403


def test_a_code_may_be_typed_in_any_way_and_a_wrong_one_is_not_found(row: Championship) -> None:
    assert Client().get(f"/championships/{row.code.lower()}/").status_code == 200
    assert Client().get("/championships/BBBBBB/").status_code == 404
    assert Client().get("/championships/%F0%9F%8F%8E/").status_code == 404


def test_a_race_that_cannot_be_read_is_told_and_the_table_stands(row: Championship) -> None:
    second = go_on(row)
    end(second)
    Race.objects.filter(pk=second.pk).update(state="{}", engine="0.0.1")
    second.entries.filter(seq=0).update(events="[]")
    restart()
    shown = page(row, "ada")
    assert f"Race {second.code} cannot be read any more" in shown
    assert "Table after one race" in shown


def test_results_of_a_race_have_its_points_and_lead_on(row: Championship) -> None:
    first = Race.objects.get(stop__number=0)
    shown = " ".join(browser("ada").get(f"/races/{first.code}/results/").content.decode().split())
    assert "Race 1 of 3" in shown
    assert "On to the next race" in shown
    assert f'href="{row.get_absolute_url()}"' in shown
    points = shown.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.findall(r'<td class="n">(\d+)</td>', line) for line in points.split("</tr>")[:4]]
    assert [numbers[0] for numbers in rows] == ["8", "6", "4", "2"]


def test_the_page_of_a_race_tells_its_event(row: Championship) -> None:
    race = go_on(row)
    shown = " ".join(browser("ada").get(race.get_absolute_url()).content.decode().split())
    assert "Championship, race 2 of 3" in shown
    assert "Brown Envelopes" in shown


def test_an_admin_reads_and_verifies(row: Championship, admin_client: Client) -> None:
    listed = admin_client.get("/admin/races/championship/").content.decode()
    assert "1/3" in listed
    shown = admin_client.get(f"/admin/races/championship/{row.pk}/change/").content.decode()
    assert "Cy: 8" in shown
    answer = admin_client.post(
        "/admin/races/championship/", {"action": "verify", "_selected_action": [row.pk]}, follow=True
    )
    assert f"{row.code}: the replay is the same." in answer.content.decode()
    Race.objects.filter(stop__number=0).update(seed="ab" * 16)
    answer = admin_client.post(
        "/admin/races/championship/", {"action": "verify", "_selected_action": [row.pk]}, follow=True
    )
    assert f"{row.code} cannot be read" in answer.content.decode()
    assert admin_client.get("/admin/races/championship/add/").status_code == 403
