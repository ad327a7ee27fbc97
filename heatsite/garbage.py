"""Python's garbage collector in a server process, arranged so that drivers do not wait for it.

A full collection looks through every object that has lived for a while, and nothing else happens meanwhile: with 300
rooms for a quarter of a second every few seconds. So what lives is frozen soon, which takes no time. Reference counts
free it as before, and a collection looks only through what is new. Frozen circles, such as a closed connection leaves
behind, are not found that way: when what is frozen has doubled, and by many objects, all of it is looked through once.
"""

import gc

EVERY = 1.0
"""Seconds between two times that what lives is frozen. In five, a flood leaves so much that drivers would notice."""
GROWTH = 2
MANY = 400_000
"""Objects, some 50 MB of them, by which what is frozen must have grown before all of it is looked through."""
COUNTED = 60
"""Times between two counts of what is frozen: Python counts object by object, while drivers wait. Its other way to
count, a list of all objects, holds what another thread is just building, which then fails in that thread."""


class Garbage:
    """What this process holds since its last look through everything."""

    def __init__(self) -> None:
        self._enough = 0
        """So many frozen objects are looked through."""
        self._times = 0

    async def sort_out(self) -> None:
        """Free what is new and has ended, freeze what is left, and look through everything where that has grown."""
        if not self._enough:  # the process has just started: nothing has ended yet, and visitors are waiting
            self._freeze_all()
            return
        gc.collect()
        gc.freeze()
        self._times += 1
        if self._times % COUNTED == 0 and gc.get_freeze_count() > self._enough:
            gc.unfreeze()
            gc.collect()
            self._freeze_all()

    def _freeze_all(self) -> None:
        gc.freeze()
        frozen = gc.get_freeze_count()
        self._enough = max(GROWTH * frozen, frozen + MANY)


garbage = Garbage()
WORK = ((garbage.sort_out, EVERY),)
