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
NEARLY = 0.9
"""The share of the growth that is enough when it is counted: else it would soon be counted again."""


class Garbage:
    """What this process holds since its last look through everything."""

    def __init__(self) -> None:
        self._enough = 0.0
        """So many frozen objects are looked through."""
        self._frozen = 0
        """No more than so many are frozen. Python counts them one by one, while drivers wait; so they are counted only
        when this sum has grown enough, of which much was freed meanwhile."""

    async def sort_out(self) -> None:
        """Free what is new and has ended, freeze what is left, and look through everything where that has grown."""
        if not self._frozen:  # the process has just started: nothing has ended yet, and visitors are waiting
            gc.freeze()
            self._expect_growth()
            return
        gc.collect()
        self._frozen += len(gc.get_objects())
        gc.freeze()
        if self._frozen > self._enough:
            self._frozen = gc.get_freeze_count()
            if self._frozen > NEARLY * self._enough:
                gc.unfreeze()
                gc.collect()
                gc.freeze()
                self._expect_growth()

    def _expect_growth(self) -> None:
        self._frozen = gc.get_freeze_count()
        self._enough = max(GROWTH * self._frozen, self._frozen + MANY)


garbage = Garbage()
WORK = ((garbage.sort_out, EVERY),)
