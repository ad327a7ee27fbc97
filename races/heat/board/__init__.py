"""The board and what stands around it: what all viewers of a race see alike, rendered once for all of them."""

from collections.abc import Callable

from races.heat.board import cars, fragments, shadows
from races.heat.garage import fragments as garage
from races.heat.roadside import fragments as roadside
from races.heat.scene import HeatScene
from races.shell import fragments as shell
from races.shell.rows import Fragment

FRAGMENTS: dict[str, Callable[[HeatScene], Fragment]] = {
    "revision": shell.revision,
    "bar-state": fragments.bar_state,
    "clocks": shell.clocks,
    "weather": roadside.weather,
    "road": fragments.road,
    "shadows": shadows.layer,
    "cars": cars.layer,
    "plaque": fragments.plaque,
    "standings": fragments.standings,
    "ribbon": fragments.ribbon,
    "told": fragments.told,
    "explained": fragments.explained,
    "sky": roadside.sky,
    "conditions": roadside.sheet,
    "draft": garage.standing,
    "market": garage.market,
    "owners": garage.owners,
    "waiting": fragments.waiting,
    "curtain": fragments.curtain,
}
"""By element id, the function that renders it."""
