"""A race of Heat as its pages know it."""

from typing import TypeAlias

from engine.heat import Heat, State, View
from races.scenes import Scene

HeatScene: TypeAlias = Scene[Heat, State, View]
