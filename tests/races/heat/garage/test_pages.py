"""The page of a draft as browsers without scripts have it: read, choose, send."""

import re
from collections import Counter

import pytest
from django.test import Client

from engine.heat.moves.pick import Pick
from engine.kernel.commands import command_for
from engine.kernel.seats import Seat as SeatNumber
from races import live
from races.models import Entry, Race
from tests.races.factories import heat_scene
from tests.races.heat.garage.kit import stored
from tests.races.heat.test_early import sweep
from tests.races.heat.test_plan import pages
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
    assert 'data-asked="true"' not in ada.get(address(race)).content.decode()
    question = str(heat_scene(race).game.awaiting(heat_scene(race).state)[0])
    fields = {"question": question, "do": "pick", "card": market(race)[0]}
    assert said(ada.post(address(race, "answer/"), fields)) != []
    assert not Entry.objects.filter(race=race, seat__gte=0).exists()


def choose_ahead(client: Client, race: Race, card: str) -> list[str]:
    """A driver waits for the pick of another, and sends the form as it is: a first wish, or a further one."""
    html = client.get(address(race)).content.decode()
    early = re.search(r'name="early" value="(\w+)"', html)
    question = re.search(r'name="question" value="([\w.]+)"', html)
    assert early
    assert question
    fields = {"question": question[1], "early": early[1], "do": "pick", "card": card}
    return said(client.post(address(race, "answer/"), fields))


def test_who_waits_chooses_ahead_and_gets_the_card_a_second_after_the_question(race: Race, bo: Client) -> None:
    ada, (first, second, *_rest) = browser("ada"), dict.fromkeys(market(race))
    assert choose_ahead(ada, race, first) == []
    assert "Your list" in ada.get(address(race)).content.decode()
    assert first not in str(heat_scene(race).view(SeatNumber(1)).cars[0]), "nobody else hears of it"
    send(bo, race, do="pick", card=second)
    page = ada.get(address(race)).content.decode()
    assert "You get what you have chosen ahead." in page
    sweep(race, 0.5)
    assert heat_scene(race).view(None).cars[0].upgrades == ()
    sweep(race, 2)
    assert heat_scene(race).view(None).cars[0].upgrades == (first,)


def test_a_card_that_was_taken_is_chosen_anew(race: Race, bo: Client) -> None:
    copies = Counter(market(race))
    wanted = next(card for card in copies if copies[card] == 1)
    ada = browser("ada")
    assert choose_ahead(ada, race, wanted) == []
    send(bo, race, do="pick", card=wanted)
    assert "What you wanted is taken." in ada.get(address(race)).content.decode()
    sweep(race, 5)
    assert heat_scene(race).view(None).cars[0].upgrades == (), "she is asked as if she had chosen nothing"


def test_a_choice_ahead_is_shown_as_lost_before_the_turn(db: None) -> None:
    race = stored("ada", "bo", "cy")
    card = market(race)[0]
    assert choose_ahead(browser("ada"), race, card) == []
    while card in market(race):
        scene = heat_scene(race)
        asked = scene.game.awaiting(scene.state)[0]
        assert asked.seat != 0, "the card goes before Ada's turn"
        assert isinstance(live.submit(race.pk, command_for(asked, Pick(card))), live.Accepted)
    page = browser("ada").get(address(race)).content.decode()
    assert "What you wanted is taken." in page
    assert 'name="early"' in page, "she may choose ahead again"


def listed(client: Client, race: Race) -> list[str]:
    return re.findall(r'data-wish="(\w+)"', client.get(address(race)).content.decode())


def pick_of_another(race: Race, card: str) -> None:
    scene = heat_scene(race)
    asked = scene.game.awaiting(scene.state)[0]
    assert asked.seat != 0, "the card goes before Ada's turn"
    assert isinstance(live.submit(race.pk, command_for(asked, Pick(card))), live.Accepted)


def single(race: Race) -> list[str]:
    """The cards of which one lies on the market, so that one pick takes them away."""
    copies = Counter(market(race))
    return [card for card in copies if copies[card] == 1]


def test_the_first_card_of_a_list_that_is_still_there_is_taken(db: None) -> None:
    race, ada = stored("ada", "bo", "cy"), browser("ada")
    first, second, third, *_rest = single(race)
    for card in (first, second, third):
        assert choose_ahead(ada, race, card) == []
    assert listed(ada, race) == [first, second, third]
    pick_of_another(race, first)
    page = ada.get(address(race)).content.decode()
    assert listed(ada, race) == [first, second, third], "the list says what is gone"
    assert page.count('class="gone"') == 1
    assert f'id="take-{second}"' not in page, "what is on the list cannot be added again"
    pick_of_another(race, next(card for card in single(race) if card not in (second, third)))
    assert "You get what you have chosen ahead." in ada.get(address(race)).content.decode()
    sweep(race, 2)
    assert heat_scene(race).view(None).cars[0].upgrades == (second,)
    assert 0 not in Race.objects.get(pk=race.pk).held, "the rest of the list goes with its pick"


def test_a_list_of_which_all_is_taken_is_begun_anew(db: None) -> None:
    race, ada = stored("ada", "bo", "cy", "di"), browser("ada")
    first, second, third, *_rest = single(race)
    for card in (first, second):
        choose_ahead(ada, race, card)
    for card in (first, second):
        pick_of_another(race, card)
    assert "What you wanted is taken." in ada.get(address(race)).content.decode()
    assert choose_ahead(ada, race, third) == []
    assert listed(ada, race) == [third]


def test_a_wish_is_listed_once_and_must_lie_on_the_market(db: None) -> None:
    race, ada = stored("ada", "bo", "cy"), browser("ada")
    first, second, *_rest = single(race)
    choose_ahead(ada, race, first)
    choose_ahead(ada, race, second)
    assert choose_ahead(ada, race, "up99") != []
    assert choose_ahead(ada, race, first) == []
    assert listed(ada, race) == [first, second]


def test_nobody_else_sees_or_hears_of_a_list(db: None) -> None:
    race = stored("ada", "bo", "cy")
    others = [browser(name) for name in ("bo", "cy", "stranger")]
    first, second, *_rest = single(race)
    choose_ahead(browser("ada"), race, first)
    revision, before = Race.objects.get(pk=race.pk).revision, pages(race, *others)
    choose_ahead(browser("ada"), race, second)
    assert pages(race, *others) == before
    assert Race.objects.get(pk=race.pk).revision == revision, "a revision would tell the others"


def test_what_is_chosen_ahead_can_be_taken_back_and_must_lie_on_the_market(race: Race) -> None:
    ada = browser("ada")
    assert choose_ahead(ada, race, "up99") != []
    assert choose_ahead(ada, race, market(race)[0]) == []
    question = re.search(r'name="question" value="([\w.]+)"', ada.get(address(race)).content.decode())
    assert question
    ada.post(address(race, "answer/"), {"question": question[1], "early": "yes", "do": "withdraw"})
    assert "Your list" not in ada.get(address(race)).content.decode()
    assert Race.objects.get(pk=race.pk).held == {}


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
