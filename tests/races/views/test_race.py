"""The page of a race: who may see it, what is in it, and what is not."""

import gzip
import re

import pytest
from django.test import Client

from engine.heat.cards import base_cards
from races import scenes
from races.heat.board import ground
from races.models import Race
from tests.races.factories import heat_scene, make_race
from tests.races.heat.board.kit import drawn_race
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db


def page(client: Client, race: Race) -> str:
    response = client.get(address(race))
    assert response.status_code == 200
    return response.content.decode()


def test_a_driver_sees_their_own_cockpit(race: Race, bo: Client) -> None:
    html = page(bo, race)
    assert '<main id="race" tabindex="-1" data-me="1"' in html
    assert 'id="1.gears.1.1"' in html


def test_a_stranger_watches(race: Race, stranger: Client) -> None:
    html = page(stranger, race)
    assert 'data-me=""' in html
    assert "You are watching this race." in html
    assert 'name="question"' not in html


def test_who_has_no_cookie_watches_too(race: Race) -> None:
    assert "You are watching this race." in page(Client(), race)


def test_a_forged_cookie_opens_no_cockpit(race: Race) -> None:
    client = browser("ada")
    client.cookies["heatsite_visitor"] = "ada:forged:forged"
    assert 'data-me=""' in page(client, race)


def test_where_nobody_may_watch_only_drivers_and_the_host_come_in(db: None) -> None:
    race = make_race("ada", "bo", watching=Race.Watching.NOBODY, host="gil")
    assert browser("stranger").get(address(race)).status_code == 403
    assert browser("bo").get(address(race)).status_code == 200
    assert browser("gil").get(address(race)).status_code == 200


def test_an_unknown_code_is_a_friendly_404(db: None) -> None:
    response = Client().get("/races/BCDFGHJK/")
    assert response.status_code == 404
    assert b"This road leads nowhere." in response.content


def test_a_code_that_was_typed_by_hand_leads_to_the_race(race: Race, ada: Client) -> None:
    typed = f"{race.code[:4].lower()}-{race.code[4:].lower()}"
    response = ada.get(f"/races/{typed}/")
    assert (response.status_code, response["Location"]) == (302, address(race))


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_it_can_only_be_read(race: Race, method: str) -> None:
    assert getattr(browser("ada"), method)(address(race)).status_code == 405


def test_it_holds_nobody_else_s_hand(db: None) -> None:
    """Ada's page is the same, whatever Bo has in his hand."""
    race = drawn_race("ada", "bo")
    ada = browser("ada")
    before = page(ada, race)
    scene = heat_scene(race)
    ours, theirs = scene.state.cars
    other = type(theirs)(**{**{f: getattr(theirs, f) for f in theirs.__struct_fields__}, "hand": theirs.draw[:7]})
    scene._state = type(scene.state)(
        **{**{f: getattr(scene.state, f) for f in scene.state.__struct_fields__}, "cars": (ours, other)}
    )
    race.state = scene.game.encode(scene.state).decode()
    race.save()
    scenes.forget()
    assert without_tokens(page(ada, race)) == without_tokens(before)


def without_tokens(html: str) -> str:
    return re.sub(r'csrfmiddlewaretoken" value="\w+"|id="now" value="\d+"', "", html)


def test_it_holds_no_seed(race: Race, ada: Client) -> None:
    assert race.seed not in page(ada, race)


def test_it_carries_the_cards_that_may_come_up(race: Race, ada: Client) -> None:
    drawn = set(re.findall(r'id="card-(\w+)"', page(ada, race)))
    assert {"heat", "stress", "back"} <= drawn
    assert len(drawn) < len(base_cards().named())


def test_what_it_refers_to_is_in_it(race: Race, ada: Client) -> None:
    html = page(ada, race)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert set(re.findall(r'<use[^>]* href="#([^"]+)"', html)) <= set(ids)
    assert len(ids) == len(set(ids))


def test_it_keeps_to_the_strict_policy(race: Race, ada: Client) -> None:
    response = ada.get(address(race))
    assert "default-src 'self'" in response["Content-Security-Policy"]
    html = response.content.decode()
    assert not re.search(r"\sstyle=|\son[a-z]+=|javascript:", html)
    inline = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", html)
    assert all('type="application/json"' in attributes for attributes in inline)


def test_it_is_small_and_never_kept(race: Race, ada: Client) -> None:
    response = ada.get(address(race), headers={"accept-encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert "no-store" in response["Cache-Control"]
    assert len(response.content) < 60_000
    assert b'id="board"' in gzip.decompress(response.content)


def test_only_the_host_has_a_host_s_menu(race: Race, ada: Client, bo: Client) -> None:
    """All drivers have it on their page, for the host's part may come to them; only the present host is shown it."""
    assert '<body class="racing hosting">' in page(ada, race)
    assert f'<form class="host-only" method="post" action="{address(race)}host/pause/"' in page(bo, race)
    assert '<body class="racing">' in page(bo, race)
    assert f"{address(race)}host/" not in page(browser("zoe"), race)


@pytest.mark.parametrize(("rules", "name"), [("standard", "Online rules"), ("rulebook", "Board rules")])
def test_it_names_its_rules_and_how_the_others_differ(rules: str, name: str) -> None:
    race = make_race("ada", "bo", rules=rules)
    html = page(browser("ada"), race)
    chip = re.search(r'<button type="button" class="tag rules-chip" popovertarget="rules">([^<]*)<', html)
    assert chip
    assert chip[1] == name
    card = browser("ada").get(f"{address(race)}rules/").content.decode()
    assert re.findall(r'<th scope="col" class="on">(.*?)</th>', card) == [name]
    for said in ("everyone at once, phase by phase", "one car at a time"):
        assert said in card


def test_signals_settings_and_the_host_s_tools_are_apart(race: Race, ada: Client) -> None:
    html = page(ada, race)
    bar = html[html.index('<header class="bar">') : html.index("</header>")]
    settings = bar[bar.index('<details class="settings">') :]
    settings = settings[: settings.index("</details>")]
    assert "races/" + race.code + "/signal/" in bar.replace(settings, "")
    assert "Answer for me" in settings
    assert html.count("Answer for me") == 1
    assert "host/pause" not in settings
    assert 'href="/device/"' in bar


def test_board_and_cockpit_have_the_whole_window(race: Race, ada: Client) -> None:
    """A footer would take room from the board, since the page is as high as the window."""
    assert "<footer" not in page(ada, race)
    assert b"<footer" in Client().get("/").content


def test_without_a_picture_it_can_still_be_driven(db: None) -> None:
    ground.forget()
    race = make_race("ada", "bo", track="mexico")
    html = page(browser("ada"), race)
    assert "still being drawn" in html
    assert 'name="question"' in html


def test_it_says_where_it_stands(race: Race, ada: Client) -> None:
    assert f'<data id="revision" value="{race.revision}" data-version="{race.version}" hidden>' in page(ada, race)
