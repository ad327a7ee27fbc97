"""What everybody sees of a race: the board and what stands around it, and the log. The same bytes for all."""

from collections.abc import Callable

from races.heat.board import cars, fragments
from races.scenes import Scene
from races.shell import log
from races.shell.rows import Fragment, changed

FRAGMENTS: dict[str, Callable[[Scene], Fragment]] = {
    "revision": fragments.revision,
    "bar-state": fragments.bar_state,
    "clocks": fragments.clocks,
    "order": fragments.order,
    "road": fragments.road,
    "cars": cars.layer,
    "plaque": fragments.plaque,
    "standings": fragments.standings,
    "ribbon": fragments.ribbon,
    "waiting": fragments.waiting,
    "curtain": fragments.curtain,
}
"""By element id, the function that renders it."""

whole_log = log.whole
news = log.news

__all__ = ["FRAGMENTS", "Fragment", "changed", "news", "whole_log"]
