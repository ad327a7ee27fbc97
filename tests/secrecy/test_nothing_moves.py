"""The law of secrets for pages: two sites that differ in secrets of Ada, or in the times of her secret acts, answer all
other visitors alike, to the byte.

The resolver brings a new route in by itself. A test fails if the route has a parameter of a new name, or answers no
viewer: then `world.py` needs a value, or an object that the route can show.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from tests.secrecy.acts import ACTS, later
from tests.secrecy.asking import Answer, Request, Site, difference
from tests.secrecy.routes import names, routes
from tests.secrecy.world import World

pytestmark = pytest.mark.django_db

MOVED, MISSING = range(300, 400), 404

ANSWERS_NOBODY: Mapping[str, str] = {
    "join/": "takes a form; a reload leads home",
    "lesson/": "takes a form; a reload leads home",
    "language/": "sets a cookie, and leads back",
    "rules/<str:game>/clause/<str:clause>/": "leads to the page that tells the clause",
    "lobby/<code:code>/couch/": "sets a cookie, and leads to the race or into the room",
}
"""Routes that show no viewer anything of their own, each with the reason."""


@dataclass(frozen=True)
class Asked:
    """A world in which Ada has no secrets yet, and its answers to all others."""

    site: Site
    world: World = field(repr=False)
    answers: Mapping[Request, Answer] = field(repr=False)


@pytest.fixture(scope="module")
def asked(world: World) -> Asked:
    """Ask once for all tests of this module."""
    site = Site()
    with later(world):
        return Asked(site, world, site.ask_all(world))


def test_the_names_of_all_parameters_are_known(asked: Asked) -> None:
    assert names(routes()) == set(asked.world.values)


@pytest.mark.parametrize("act", ACTS)
def test_nothing_public_moves_with_something_secret(asked: Asked, act: str) -> None:
    with later(asked.world, ACTS[act]):
        moved = [
            f"{one}: {difference(asked.answers[one].told, now.told)}"
            for one in worth_asking(asked.answers)
            if (now := asked.site.ask(one, asked.world)) != asked.answers[one]
        ]
    assert not moved, "\n".join(moved)


def worth_asking(answers: Mapping[Request, Answer]) -> list[Request]:
    """Return all requests, but of several viewers with the same refusal only one."""
    refused = {(one.path, one.method, answer.status): one for one, answer in answers.items() if answer.is_refusal}
    return [
        one
        for one, answer in answers.items()
        if not answer.is_refusal or refused[one.path, one.method, answer.status] is one
    ]


def test_each_route_answers_somebody(asked: Asked) -> None:
    """A route that takes only forms may redirect, as forms do."""
    silent = []
    for route in routes():
        answers = [(one.method, answer.status) for one, answer in asked.answers.items() if one.route == route.pattern]
        takes_forms_only = {method for method, _status in answers} == {"POST"}
        told = [status for _method, status in answers if status != MISSING]
        if not takes_forms_only:
            told = [status for method, status in answers if method != "POST" and status not in (*MOVED, MISSING)]
        if not told:
            silent.append(route.pattern)
    assert sorted(silent) == sorted(ANSWERS_NOBODY)
