"""The site for tests in which only what drivers do may change a race: nothing is answered for them, and no veil is lifted,
because of the time."""

from races import background

background.SWEEP = 10**6

from heatsite.asgi import application  # noqa: E402, F401
