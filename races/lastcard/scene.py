"""A match of Last Card as a process holds it for all viewers."""

from typing import TypeAlias

from engine.lastcard import LastCard, State, View
from races.scenes import Scene

LastCardScene: TypeAlias = Scene[LastCard, State, View]
