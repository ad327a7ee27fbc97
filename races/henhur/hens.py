"""Running hens in the colours of the seats, as #hen-<seat>, looking along +x in a box of 76 × 64 about the origin."""

from collections.abc import Iterable

from django.utils.safestring import SafeString

from races.models import Seat
from races.parts.chips import LIVERIES
from races.parts.markup import drawn

BOX = "-38 -36 76 64"
BODY = (
    "M-22 -2C-22 -15 -9 -17 1 -13C7 -15 8 -22 10 -26C13 -32 25 -31 25 -21C25 -12 23 -6 22 -1C20 9 9 14 -4 14"
    "C-16 14 -22 8 -22 -2Z"
)
TAIL = "M-17 -9L-30 -21L-28 -12L-36 -11L-30 -4L-35 1L-20 6Z"
COMB = "M10 -26C7 -33 12 -34 14 -30C14 -36 19 -36 20 -31C23 -35 27 -32 24 -26Z"
WING = "M-13 -5C-5 -10 6 -6 8 0C2 9 -10 7 -15 1Z"


def _hen(number: int, colour: str) -> str:
    paint = LIVERIES[colour]
    return (
        f'<symbol id="hen-{number}" viewBox="{BOX}">'
        f'<path d="{BODY}{TAIL}" fill="none" stroke="#FFF6E3" stroke-width="6" stroke-linejoin="round"/>'
        '<path d="M-5 13L-11 21L-17 21M-11 21L-13 25M5 12L12 18L19 15M12 18L17 21" fill="none" stroke="#D98A12"'
        ' stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>'
        f'<g stroke="#182229" stroke-width="1.8" stroke-linejoin="round">'
        f'<path d="{TAIL}" fill="{paint.second}"/><path d="{COMB}" fill="#C5281C"/>'
        '<path d="M24 -14C29 -11 28 -5 24 -6C21 -8 22 -12 24 -14Z" fill="#C5281C"/>'
        f'<path d="{BODY}" fill="{paint.body}"/><path d="M24 -24L35 -19L24 -16Z" fill="#F0BB3C"/>'
        f'<path d="{WING}" fill="{paint.second}"/></g>'
        '<circle cx="18" cy="-22" r="3.4" fill="#FFFBEF"/><circle cx="19" cy="-22" r="1.7" fill="#182229"/></symbol>'
    )


def symbols(seats: Iterable[Seat]) -> SafeString:
    """The hen of each seat."""
    return drawings((seat.number, seat.colour) for seat in seats)


def drawings(hens: Iterable[tuple[int, str]]) -> SafeString:
    """Hens by their numbers and colours."""
    return drawn(*(_hen(number, colour) for number, colour in hens))
