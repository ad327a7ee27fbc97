"""The page on which a driver lets programs drive: made once, kept as a hash, taken back; only for the own seat."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from heatsite.visitors import COOKIE, sign
from races import changes, leaving, tokens
from races.models import DailyTry, Race, Seat, Token
from tests.races.factories import make_race

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:No directory at"),  # whitenoise, where nothing was collected
]


@pytest.fixture
def race() -> Race:
    return make_race("ada", "bo")


def browser(visitor: str) -> Client:
    client = Client()
    client.cookies[COOKIE] = sign(visitor)
    return client


def good_token(race: Race, seat: int = 0) -> Token:
    tokens.make(Seat.objects.get(race=race, number=seat))
    return Token.objects.latest("pk")


def addresses(race: Race) -> dict[str, str]:
    return {
        "tokens": reverse("races:tokens", args=[race.code]),
        "make": reverse("races:make_token", args=[race.code]),
        "revoke": reverse("races:revoke_token", args=[race.code, good_token(race).pk]),
    }


def test_a_driver_makes_a_token_and_sees_it_once(race: Race) -> None:
    client, there = browser("ada"), addresses(race)
    answer = client.post(there["make"])
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    found = re.search(r'value="([0-9a-f]{64})"', answer.text)
    assert found
    assert tokens.seat_of(found[1], race.code) == 0
    assert found[1] not in client.get(there["tokens"]).text


def test_only_the_hash_is_kept(race: Race) -> None:
    secret = tokens.make(Seat.objects.get(race=race, number=0))
    kept = Token.objects.values().get()
    assert secret not in str(kept)
    assert kept["hash"] == tokens.hash_of(secret)


def test_a_driver_takes_a_token_back(race: Race) -> None:
    secret = tokens.make(Seat.objects.get(race=race, number=0))
    token = Token.objects.get()
    answer = browser("ada").post(reverse("races:revoke_token", args=[race.code, token.pk]))
    assert (answer.status_code, answer["Location"]) == (302, reverse("races:tokens", args=[race.code]))
    assert tokens.seat_of(secret, race.code) is None


def test_a_token_is_taken_back_once(race: Race) -> None:
    address = reverse("races:revoke_token", args=[race.code, good_token(race).pk])
    client = browser("ada")
    assert client.post(address).status_code == 302
    assert client.post(address).status_code == 404


def test_nobody_takes_anothers_token_back(race: Race) -> None:
    address = reverse("races:revoke_token", args=[race.code, good_token(race, seat=1).pk])
    assert browser("ada").post(address).status_code == 404
    assert Token.objects.get().revoked is None


def test_a_driver_sees_own_tokens_only(race: Race) -> None:
    good_token(race, seat=1)
    there = addresses(race)
    text = browser("ada").get(there["tokens"]).text
    assert text.count("/revoke/") == 1
    assert there["revoke"] in text


def test_the_page_says_which_tokens_another_device_made(race: Race) -> None:
    for device in ("", "phone", None):
        Token.objects.create(seat=race.seats.get(number=0), hash=f"{device}", device=device)
    text = browser("ada").get(addresses(race)["tokens"]).text
    assert text.count("on this device") == 2, "the one of the addresses is of this device, too"
    assert text.count("on another device") == 1
    assert text.count("/revoke/") == 4


def test_tokens_of_a_visitor_who_is_forgotten_are_deleted(race: Race) -> None:
    secret = tokens.make(race.seats.get(number=0))
    other = tokens.make(race.seats.get(number=1))
    tokens.forget("")
    tokens.forget("ada")
    assert tokens.invalid_of({secret, other}) == {secret}
    assert Token.objects.get().seat.visitor == "bo"


def test_a_token_is_of_a_players_seat(race: Race) -> None:
    """One that was made while the player was leaving drives nothing, nor does it for who sits down next."""
    leaving.leave(make_race("ada", "bo", "cy").pk, 1)
    left = Seat.objects.get(kind=Seat.Kind.BOT)
    secret, mine = tokens.make(left), tokens.make(race.seats.get(number=0))
    assert tokens.seat_of(secret, left.race.code) is None
    assert tokens.invalid_of({secret, mine}) == {secret}
    assert changes.take_seat(left.race_id, 1, "eve", "Eve", "Driver")
    assert tokens.seat_of(secret, left.race.code) is None
    assert tokens.invalid_of({secret, mine}) == {secret}


def test_a_seat_has_so_many_tokens_and_no_more(race: Race) -> None:
    seat = Seat.objects.get(race=race, number=0)
    for _ in range(tokens.MOST):
        tokens.make(seat)
    answer = browser("ada").post(reverse("races:make_token", args=[race.code]))
    assert answer.status_code == 409
    assert "Take one back first" in answer.text
    assert Token.objects.count() == tokens.MOST


def test_a_race_that_is_over_needs_none(race: Race) -> None:
    Race.objects.update(ended=timezone.now())
    answer = browser("ada").post(reverse("races:make_token", args=[race.code]))
    assert answer.status_code == 409
    assert not Token.objects.exists()


@pytest.mark.parametrize("place", ["tokens", "make", "revoke"])
@pytest.mark.parametrize("visitor", ["eve", ""], ids=["stranger", "no cookie"])
def test_nobody_else_gets_in(race: Race, place: str, visitor: str) -> None:
    address = addresses(race)[place]
    client = browser(visitor) if visitor else Client()
    answer = client.get(address) if place == "tokens" else client.post(address)
    assert answer.status_code == 403
    assert Token.objects.get().revoked is None


@pytest.mark.parametrize("place", ["tokens", "make", "revoke"])
def test_the_wrong_method_is_refused(race: Race, place: str) -> None:
    address, client = addresses(race)[place], browser("ada")
    answer = client.post(address) if place == "tokens" else client.get(address)
    assert answer.status_code == 405


def test_a_form_of_another_site_is_refused(race: Race) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies[COOKIE] = sign("ada")
    assert client.post(reverse("races:make_token", args=[race.code])).status_code == 403
    assert not Token.objects.exists()


def test_there_is_no_such_race(race: Race) -> None:
    assert browser("ada").get(reverse("races:tokens", args=["NOWHERE2"])).status_code == 404


def test_in_a_race_for_people_none_is_made(race: Race) -> None:
    DailyTry.objects.create(race=race, key="2026-11-20", visitor="ada")
    client = browser("ada")
    for answer in (
        client.get(reverse("races:tokens", args=[race.code])),
        client.post(reverse("races:make_token", args=[race.code])),
    ):
        assert answer.status_code == 403
        assert "Only people play in this game" in answer.text
    assert not Token.objects.exists()
    race.refresh_from_db()
    assert race.presets == {}, "answers are still given for its driver"
    assert "/tokens/" not in client.get(reverse("races:race", args=[race.code])).text
