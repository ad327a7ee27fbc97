"""Python's garbage collector in a server process, arranged so that drivers do not wait for it.

A full collection looks through every object that has lived for a while, and nothing else happens meanwhile: with 300
rooms for a quarter of a second every few seconds. So what lives is frozen soon, which takes no time. Reference counts
free it as before, and a collection looks only through what is new. Frozen circles, such as a closed connection leaves
behind, are not found that way: when what is frozen has grown by half, all of it is looked through once.
"""

import gc

EVERY = 5.0
"""Seconds between two times that what lives is frozen."""
GROWTH = 1.5


class Garbage:
    """What this process holds since its last look through everything."""

    def __init__(self) -> None:
        self._held = 0

    async def sort_out(self) -> None:
        """Free what is new and has ended, freeze what is left, and look through everything where that has grown."""
        gc.collect()
        gc.freeze()
        if gc.get_freeze_count() > GROWTH * self._held:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._held = gc.get_freeze_count()


garbage = Garbage()
WORK = ((garbage.sort_out, EVERY),)
