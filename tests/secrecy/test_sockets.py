"""The law of secrets for sockets.

A secret act of Ada sends nothing to pages and programs of others, and changes nothing of what a new connection is sent.
`tests/races/test_secrets.py` and `tests/e2e/secrecy.py` listen at real sockets.
"""

from unittest.mock import patch

import pytest

from engine.kernel.records import encode
from lobby import notices
from races import scenes
from races.consumers import program
from races.models import Race
from races.page_state import PageState
from races.pages import pages_of
from tests.races.heat.test_veil import watch
from tests.secrecy.acts import ACTS, later
from tests.secrecy.world import BO, World, seat_of

pytestmark = pytest.mark.django_db


def viewers(race: Race) -> tuple[int | None, int]:
    return None, seat_of(race, BO)


def shown(race: Race, seat: int | None) -> tuple[str, bytes]:
    """Return the first messages to the sockets of a page and a program."""
    scene = scenes.scene_of(race.pk)
    told = program.update(scene, seat)
    return PageState(seat, "en").first(scene, -1, -1, ""), encode(told)


@pytest.mark.parametrize("act", ACTS)
def test_others_are_sent_nothing(world: World, act: str) -> None:
    races = [*world.veiled, *world.waiting]
    with later(world):
        for race in races:
            scene = scenes.scene_of(race.pk)
            pages_of(scene).prepare(scene)  # as each socket does when it begins
        before = {(race.pk, seat): shown(race, seat) for race in races for seat in viewers(race)}
    watchers = [(race, watch(race, seat)) for race in races for seat in viewers(race)]
    with patch.object(notices, "_tell") as told_rooms, later(world, ACTS[act]):
        for race, watcher in watchers:
            watcher.look(scenes.scene_of(race.pk), 0)
            assert watcher.heard == []
        assert {(race.pk, seat): shown(race, seat) for race in races for seat in viewers(race)} == before
    told_rooms.assert_not_called()
