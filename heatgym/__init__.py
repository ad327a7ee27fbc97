"""Races of Heat for programs that learn: PettingZoo with an agent in every car, Gymnasium with one."""

from gymnasium import register

from heatgym.aec import env, raw_env
from heatgym.races import Contest
from heatgym.solo import Solo

SOLO = "heatgym/Solo-v0"

register(id=SOLO, entry_point="heatgym.solo:Solo")

__all__ = ["SOLO", "Contest", "Solo", "env", "raw_env"]
