"""The chips of a table, once a page: what stands in lists for a seat refers to them."""

from django.utils.safestring import SafeString

from races.parts.chips import chip
from races.parts.markup import drawn
from races.scenes import AnyScene


def symbols(scene: AnyScene) -> SafeString:
    """For each seat its chip as #s<seat>."""
    return drawn(
        *(
            f'<symbol id="s{seat.number}" viewBox="0 0 40 32">{chip(seat.colour, seat.car_number, label="")}</symbol>'
            for seat in scene.seats
        )
    )
