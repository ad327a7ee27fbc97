"""The page of a draft as browsers without scripts have it: read, choose, send."""

import re

import pytest
from django.test import Client

from races.models import Entry, Race
from tests.races.factories import heat_scene
from tests.races.heat.garage.kit import stored
from tests.races.views.kit import address, browser, said

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def race(db: None) -> Race:
    return stored()


@pytest.fixture
def bo(race: Race) -> Client:
    """Bo starts last, so Bo picks first."""
    return browser("bo")


def market(race: Race) -> tuple[str, ...]:
    return heat_scene(race).view(None).market


def send(client: Client, race: Race, **fields: str) -> list[str]:
    html = client.get(address(race)).content.decode()
    question = re.search(r'name="question" value="([\w.]+)"', html)
    assert question
    return said(client.post(address(race, "answer/"), {"question": question[1], **fields}))


def test_a_card_is_taken_by_a_plain_form(race: Race, bo: Client) -> None:
    html = bo.get(address(race)).content.decode()
    card = re.findall(r'name="card" value="(\w+)"', html)[1]
    assert f'for="take-{card}"' in html, "the market chooses in the form"
    assert send(bo, race, do="pick", card=card) == []
    assert heat_scene(race).view(None).cars[1].upgrades == (card,)
    assert 'aria-label="Compare' in bo.get(address(race)).content.decode()


def test_without_a_card_the_form_is_refused_kindly(race: Race, bo: Client) -> None:
    assert send(bo, race, do="pick") != []
    assert send(bo, race, do="pick", card="up99") != []
    assert send(bo, race, do="pick", card="1") != []
    assert not Entry.objects.filter(race=race, seat=1).exists()


def test_nobody_picks_for_another(race: Race) -> None:
    ada = browser("ada")
    html = ada.get(address(race)).content.decode()
    assert 'name="card"' not in html
    question = str(heat_scene(race).game.awaiting(heat_scene(race).state)[0])
    fields = {"question": question, "do": "pick", "card": market(race)[0]}
    assert said(ada.post(address(race, "answer/"), fields)) != []
    assert not Entry.objects.filter(race=race, seat__gte=0).exists()


def test_a_spectator_sees_the_market_and_can_take_nothing(race: Race) -> None:
    for page in ("", "tv/"):
        html = browser("gus").get(address(race, page)).content.decode()
        assert html.count('class="upgrade"') == len(market(race))
        assert 'name="card"' not in html


def test_upgrades_open_from_the_standings_of_a_race(race: Race, bo: Client) -> None:
    assert 'popovertarget="garage"' in bo.get(address(race)).content.decode()
    plain = browser("ada").get(address(stored(draft=""))).content.decode()
    assert "garage" not in plain


def test_the_replay_shows_the_market_of_a_draft(race: Race, bo: Client) -> None:
    card = market(race)[0]
    send(bo, race, do="pick", card=card)
    client = browser("zed")

    def shown(step: int) -> tuple[int, int]:
        html = client.get(address(race, f"replay/?step={step}")).content.decode()
        assert 'class="draft" data-on' in html
        assert "data-compare" in html, "which its style sheet hides"
        assert "data-market-sort" not in html
        assert f'data-face="{card}"' in html
        return html.count('class="upgrade"'), html.count('class="upgrade taken"')

    whole = len(market(race)) + 1
    assert shown(0) == (whole, 0)
    assert shown(1) == (whole - 1, 1)
    step = client.get(address(race, "replay/?step=1"), headers={"hx-request": "true"}).content.decode()
    for part in ("draft", "market", "owners"):
        assert f'id="{part}"' in step
