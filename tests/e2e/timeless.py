"""The site for tests in which only what drivers do may change a race: nothing is answered for them, and no veil is
lifted, because of the time."""

from heatsite.asgi import application
from races import background

__all__ = ["application"]

background.SWEEP = 10**6
