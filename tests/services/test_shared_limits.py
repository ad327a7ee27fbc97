"""What one visitor uses counts in all processes together."""

import pytest
from pytest_django.fixtures import Settings

from heatsite import crowd as tallies
from heatsite.crowd import Crowd, Flow
from tests.services.redis import Redis


async def test_two_processes_share_their_tallies(
    redis: Redis, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS = f"redis://127.0.0.1:{redis.port}/0"
    monkeypatch.setattr(tallies, "SOCKETS_OF_VISITOR", 10)
    monkeypatch.setattr(tallies, "VISITOR", {"frames": Flow(50, 0)})
    one, other = Crowd(), Crowd()
    for crowd, sockets in ((one, 6), (other, 4)):
        crowd.visitor("ada").sockets = sockets
    assert one.visitor("ada").may_come()
    for _ in range(2):  # each tells, and hears in its next turn what the other told
        await one.look()
        await other.look()
    assert not one.visitor("ada").may_come()
    assert not other.visitor("ada").may_come()
    assert all(one.visitor("ada").take("frames") for _ in range(30))
    for _ in range(2):
        await one.look()
        await other.look()
    assert other.visitor("ada").take("frames", 20)
    assert not other.visitor("ada").take("frames", 1)
    await one.close()
    await other.close()


async def test_while_redis_is_away_each_keeps_to_the_limits_by_itself(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS = "redis://127.0.0.1:1/0"
    crowd = Crowd()
    crowd.visitor("ada").sockets = tallies.SOCKETS_OF_VISITOR
    for _ in range(3):
        await crowd.look()
    assert not crowd.visitor("ada").may_come()
    assert len(caplog.records) == 1
    await crowd.close()
