"""A match of HenHur as its pages know it."""

from typing import TypeAlias

from engine.henhur import HenHur, State, View
from races.scenes import Scene

HenHurScene: TypeAlias = Scene[HenHur, State, View]
