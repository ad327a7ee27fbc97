"""In which order the tests are handed to the workers of pytest-xdist, and which of them stay together.

Tests with browsers and server processes wait for half of their time, all others keep a core busy. One kind after the
other would leave cores idle first, and have workers in each other's way later. So of four workers one begins with the
tests that keep a core busy and three with those that wait; who comes to the end of the own ones helps with the rest.
"""

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

WAITING = ("tests/services/", "tests/chaos/", "tests/locks/", "tests/e2e/", "tests/gallery/")
"""The folders of tests that wait, in the order in which they begin: nothing that takes long begins last."""
TOGETHER = "tests/services/"
"""They share one Redis, one PostgreSQL and one cluster."""


class HandingOut(LoadScopeScheduling):  # type: ignore[misc]
    """Tests that wait go one by one. Those of any other file stay together, and what a file shares is made once."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(TOGETHER):
            return TOGETHER
        return nodeid if nodeid.startswith(WAITING) else nodeid.partition("::")[0]

    def _assign_work_unit(self, node: WorkerController) -> None:
        """The first in the queue is the next; let it be the right one for this worker."""
        turn = busy_first if self.nodes.index(node) % 4 == 0 else waiting_first
        self.workqueue.move_to_end(min(self.workqueue, key=turn), last=False)
        super()._assign_work_unit(node)


def waiting_first(scope: str) -> int:
    return next((place for place, folder in enumerate(WAITING) if scope.startswith(folder)), len(WAITING))


def busy_first(scope: str) -> int:
    return (waiting_first(scope) + 1) % (len(WAITING) + 1)
