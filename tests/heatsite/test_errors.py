"""What a visitor sees who gets no further: a page of ours with a sentence and a way on, whatever went wrong."""

import pytest
from django.template.loader import render_to_string
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "405", "500", "503"])
def test_every_error_has_a_page_that_needs_nothing(name: str) -> None:
    page = render_to_string(f"{name}.html")
    assert "<h1>" in page
    assert 'class="lead"' in page
    assert 'href="/"' in page


@pytest.mark.parametrize("address", ["/lobby/XXXXX/ready/", "/races/XXXXXXXX/answer/", "/again/XXXXXXXX/"])
def test_an_address_for_forms_says_so_to_whoever_loads_it(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    assert "Wrong way." in response.content.decode()
    assert not client.put(address).content


def test_an_unknown_address_offers_the_way_home(client: Client) -> None:
    response = client.get("/nothing/here/")
    assert response.status_code == 404
    assert 'href="/"' in response.content.decode()


def test_a_form_without_its_token_says_that_nothing_was_done() -> None:
    response = Client(enforce_csrf_checks=True).post("/open/", {"name": "Ada"})
    assert response.status_code == 403
    assert "Nothing was changed" in response.content.decode()


@pytest.mark.parametrize("path", ["/alone/", "/admin/login/", "/nothing/here/"])
def test_a_form_in_another_encoding_is_a_bad_request(path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    response = client.generic("POST", path, b"a=1", "application/x-www-form-urlencoded; charset=utf-16")
    assert response.status_code == 400
    assert "<h1>" in response.content.decode()


@pytest.mark.parametrize("charset", ["utf-16", "base64", "idna"])
def test_a_form_with_files_in_another_encoding_is_a_bad_request(charset: str) -> None:
    """Some of those that Python knows are none of text."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "a" * 32
    body = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n--x--\r\n'
    response = client.generic("POST", "/records/", body, f"multipart/form-data; boundary=x; charset={charset}")
    assert response.status_code == 400


def test_a_form_in_another_encoding_is_refused_in_the_language_of_the_browser() -> None:
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    response = Client().generic("POST", "/alone/", b"a=1", kind, headers={"Accept-Language": "de"})
    assert "Dieses Signal ergab keinen Sinn." in response.content.decode()
