"""Python's garbage collector in a server process, arranged so that drivers do not wait for it.

A full collection looks through every object that has lived for a while, and nothing else happens meanwhile: with 300
rooms for a quarter of a second every few seconds. So what lives is frozen soon, which takes no time. Reference counts
free it as before, and a collection looks only through what is new. Frozen circles, such as a closed connection leaves
behind, are not found that way: when the process needs twice the memory, and much more, all of it is looked through
once. Python's own ways to count objects are no measure for that. One goes through all that is frozen, as slow as what
is to be spared; the other, a list of all objects, holds what another thread is just building, which then fails there.
"""

import gc
import resource
import sys

EVERY = 1.0
"""Seconds between two times that what lives is frozen. In five, a flood leaves so much that drivers would notice."""
GROWTH = 2
MANY = 200 * 2**20
"""Bytes by which the memory of the process must have grown before all of it is looked through."""
UNIT = 1 if sys.platform == "darwin" else 1024
"""The bytes of one unit in which the system tells the memory of a process."""


def most_memory() -> int:
    """The bytes that this process has needed at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT


class Garbage:
    """What this process holds since its last look through everything."""

    def __init__(self) -> None:
        self._enough = 0
        """So many bytes are looked through."""

    async def sort_out(self) -> None:
        """Free what is new and has ended, freeze what is left, and look through everything where that has grown."""
        if not self._enough:  # the process has just started: nothing has ended yet, and visitors are waiting
            self._freeze_all()
            return
        gc.collect()
        gc.freeze()
        if most_memory() > self._enough:
            gc.unfreeze()
            gc.collect()
            self._freeze_all()

    def _freeze_all(self) -> None:
        gc.freeze()
        most = most_memory()
        self._enough = max(GROWTH * most, most + MANY)


garbage = Garbage()
WORK = ((garbage.sort_out, EVERY),)
