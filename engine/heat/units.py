"""Numbers that are not each other's: no lane is a distance, a space or a gear. At run time all are plain ints."""

from typing import NewType

from engine.kernel.bounds import Number

Distance = NewType("Distance", Number)
"""How far a car or a line is from the start line of the first lap: whole laps, and the space."""

Space = NewType("Space", Number)
"""A space of the track, from 0, the first past the start line: what is left of a distance without its laps."""

Lane = NewType("Lane", Number)
"""A lane of a space, from 1; 0 where there is none."""
