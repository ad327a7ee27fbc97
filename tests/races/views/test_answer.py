"""A form of the cockpit as a plain POST."""

import re

import pytest
from django.test import Client

from races import changes, presence
from races.models import Entry, Race, Seat
from tests.races.views.kit import address, browser, said

pytestmark = pytest.mark.django_db(transaction=True)

SHIFT = {"question": "1.gears.0.1", "do": "gear", "gear": "2"}


def test_an_answer_is_carried_out(race: Race, ada: Client) -> None:
    response = ada.post(address(race, "answer/"), SHIFT)
    assert (response.status_code, response["Location"]) == (302, address(race))
    assert Entry.objects.filter(race=race, seat=0).count() == 1
    assert said(response) == []


def test_the_form_of_the_page_answers(race: Race) -> None:
    client = browser("bo", enforce_csrf_checks=True)
    html = client.get(address(race)).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
    assert token is not None
    fields = {"question": "1.gears.1.1", "do": "gear", "gear": "1", "csrfmiddlewaretoken": token[1]}
    assert client.post(address(race, "answer/"), fields).status_code == 302
    assert Entry.objects.filter(race=race, seat=1).count() == 1


def test_without_its_token_a_form_is_refused(race: Race) -> None:
    client = browser("ada", enforce_csrf_checks=True)
    assert client.post(address(race, "answer/"), SHIFT).status_code == 403
    assert not Entry.objects.filter(race=race, seat=0).exists()


def test_a_stale_answer_is_told_kindly(race: Race, ada: Client) -> None:
    ada.post(address(race, "answer/"), SHIFT)
    response = ada.post(address(race, "answer/"), SHIFT)
    assert response.status_code == 302
    assert len(said(response)) == 1
    assert Entry.objects.filter(race=race, seat=0).count() == 1


def test_the_same_command_twice_is_carried_out_once(race: Race, ada: Client) -> None:
    for _ in range(2):
        response = ada.post(address(race, "answer/"), {**SHIFT, "id": "only-once"})
        assert said(response) == []
    assert Entry.objects.filter(race=race, seat=0).count() == 1


def test_nobody_answers_for_another_seat(race: Race, bo: Client) -> None:
    response = bo.post(address(race, "answer/"), SHIFT)
    assert len(said(response)) == 1
    assert not Entry.objects.filter(race=race, seq__gt=0).exists()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"question": "nonsense", "do": "gear"},
        {"question": "1.gears.0.1", "do": "fly"},
        {"question": "1.gears.0.1", "do": "gear", "gear": "99"},
        {"question": "1.gears.0.1\x00", "do": "gear"},
        {"question": "x" * 9000},
    ],
)
def test_what_makes_no_sense_is_told_kindly(race: Race, ada: Client, fields: dict[str, str]) -> None:
    response = ada.post(address(race, "answer/"), fields)
    assert response.status_code == 302
    assert len(said(response)) == 1
    assert not Entry.objects.filter(race=race, seq__gt=0).exists()


def test_while_the_race_is_paused_nothing_is_taken(race: Race, ada: Client) -> None:
    changes.pause(race.pk)
    assert len(said(ada.post(address(race, "answer/"), SHIFT))) == 1
    assert not Entry.objects.filter(race=race, seq__gt=0).exists()


def test_a_stranger_may_not(race: Race, stranger: Client) -> None:
    assert stranger.post(address(race, "answer/"), SHIFT).status_code == 403


def test_it_cannot_be_read(race: Race, ada: Client) -> None:
    assert ada.get(address(race, "answer/")).status_code == 405


def test_an_unknown_race_is_a_404(ada: Client) -> None:
    assert ada.post("/races/BCDFGHJK/answer/", SHIFT).status_code == 404


@pytest.mark.parametrize("command_id", ["preset:2.slipstream.0.4", "bot:1.gears.0.2", "x" * 65, "a\x00b"])
def test_nobody_takes_the_ids_of_the_site(race: Race, ada: Client, command_id: str) -> None:
    response = ada.post(address(race, "answer/"), {**SHIFT, "id": command_id})
    assert response.status_code == 302
    assert len(said(response)) == 1
    assert not Entry.objects.filter(race=race, seat=0).exists()


def test_a_code_that_was_typed_differently_is_not_found(race: Race, ada: Client) -> None:
    assert ada.post(f"/races/{race.code.lower()}/answer/", SHIFT).status_code == 404


def test_without_scripts_answering_shows_that_one_is_there(race: Race, ada: Client) -> None:
    seat = Seat.objects.get(race=race, number=0)
    presence.depart(seat.pk)
    ada.post(address(race, "answer/"), SHIFT)
    assert Race.objects.get(pk=race.pk).absent == {}
    presence.depart(seat.pk)
    ada.get(address(race))
    assert Race.objects.get(pk=race.pk).absent == {}
