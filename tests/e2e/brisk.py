"""The site for whole races: it hides who is ready, and waits before it answers for a driver, for a small part of the
usual time. What these times hide and leave open is proved elsewhere, where time is passed in; in a race of six the
machine would stand idle for minutes."""

from heatsite.asgi import application
from races import background, veil
from races.heat import presets
from races.heat.table_game import HeatAtTable

__all__ = ["application"]

background.SWEEP = 0.1
veil.SECONDS = 1
presets.LEAST, presets.MOST = 0.3, 0.6
HeatAtTable.open_pause = 0.2
