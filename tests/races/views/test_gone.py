"""Links to a race that is gone: each leads to a page that says so and offers a way on."""

import re
from collections.abc import Iterator

import pytest
from django.urls import URLResolver, get_resolver

from races.models import Race
from tests.races.factories import make_race
from tests.races.views.kit import browser

pytestmark = pytest.mark.django_db
OF_A_RACE = re.compile(r"^races/<code:code>/")


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        route = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from routes(one, route)
        elif OF_A_RACE.match(route):
            yield route


ADDRESSES = sorted(set(routes(get_resolver())))


@pytest.fixture
def gone() -> str:
    race = make_race("ada", "bo")
    Race.objects.all().delete()
    return race.code


def test_all_addresses_of_a_race_are_known() -> None:
    assert len(ADDRESSES) > 20
    assert {"races/<code:code>/", "races/<code:code>/coach/", "races/<code:code>/review/"} <= set(ADDRESSES)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_to_a_race_that_is_gone_says_so(gone: str, method: str) -> None:
    ada = browser("ada")
    for route in ADDRESSES:
        response = getattr(ada, method)("/" + route.replace("<code:code>", gone).replace("<int:token>", "1"))
        assert response.status_code in (404, 405), route
        if response.status_code == 404:
            page = response.content.decode()
            assert 'href="/"' in page, route
            assert "what was here is gone" in page, route


def test_what_pointed_to_it_goes_on_without_it(gone: str) -> None:
    """The first page, my races and the table of the day."""
    ada = browser("ada")
    for address in ("/", "/mine/", "/day/", "/lessons/"):
        response = ada.get(address)
        assert response.status_code == 200, address
        assert gone not in response.content.decode(), address
