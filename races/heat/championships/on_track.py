"""What the page of a race says of its championship: which race it is, and under which event."""

from races.heat.championships import running
from races.heat.championships.events import event_of, sponsors_alone
from races.heat.scene import HeatScene


def in_championship(scene: HeatScene) -> dict[str, object]:
    """`event`: that of a race with sponsors, or what stands in its place; `stop`: which race of a championship it is,
    and of how many."""
    setup = scene.view(None).setup
    if not setup.season:
        return {}
    stop = running.stop_of(scene.race)
    found: dict[str, object] = {"event": event_of(scene.game, setup.event) or sponsors_alone(scene.game)}
    if stop is not None:
        found |= {"championship": stop.championship, "stop": stop.number + 1, "stops": stop.championship.stops.count()}
    return found
