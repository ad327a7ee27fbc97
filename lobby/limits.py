"""Limits by the hour, for each visitor and each network address: without them a script could fill the disk with rooms,
or find rooms by trying codes. Attempts are counted in the database, for all processes together."""

from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from lobby.models import Attempt
from lobby.refused import Refused
from lobby.visitors import VisitorRequest

WITHIN = timedelta(hours=1)
OPENINGS_OF_ONE = 30
"""Rooms and races that one visitor may open. What an address may is a setting, because classes and clubs share one."""
WRONG_CODES = 120
"""Wrong codes from one address, after which no code that comes from there is looked up: out of 17 million a script
would find none in a lifetime, while a class may mistype for an hour."""


def may_open(request: VisitorRequest) -> None:
    """Refuse a room or race above the limit. Requests from the machine of the site itself are not limited."""
    if not settings.PUBLIC and not address_of(request):
        return
    openings = _within_the_hour(Attempt.Kind.OPENING)
    if openings.filter(visitor=request.visitor).count() >= OPENINGS_OF_ONE:
        raise Refused("too_many_openings")
    address = address_of(request)
    if address and openings.filter(address=address).count() >= settings.OPENINGS_OF_ADDRESS:
        raise Refused("too_many_openings_here")


def opened(request: VisitorRequest) -> None:
    """A room or a race has been opened."""
    Attempt.objects.create(kind=Attempt.Kind.OPENING, visitor=request.visitor, address=address_of(request))


def may_guess(request: HttpRequest) -> None:
    """Refuse to look up any code, right or wrong, for an address that has guessed too often."""
    address = address_of(request)
    if address and _within_the_hour(Attempt.Kind.WRONG_CODE).filter(address=address).count() >= WRONG_CODES:
        raise Refused("too_many_codes")


def guessed_wrong(request: HttpRequest) -> None:
    """Count a code that no room has."""
    if address := address_of(request):
        Attempt.objects.create(kind=Attempt.Kind.WRONG_CODE, address=address)


def forget(now: datetime) -> None:
    """Delete attempts that are older than an hour: they do not count any more."""
    Attempt.objects.filter(at__lte=now - WITHIN).delete()


def address_of(request: HttpRequest) -> str:
    """The network address of a request as a keyed hash; empty for the machine of the site itself.

    A public site stands behind a proxy, which appends the address that it saw to the forwarded ones. Only the last of
    them counts, because clients can forge the others. An IPv6 customer owns a /64 network, so it counts as one address.
    """
    told = request.META.get("REMOTE_ADDR", "")
    if settings.PUBLIC:
        told = request.META.get("HTTP_X_FORWARDED_FOR", told).rpartition(",")[2]
    try:
        address: IPv4Address | IPv6Address = ip_address(told.strip())
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return ""
    whom = IPv6Network((int(address), 64), strict=False) if isinstance(address, IPv6Address) else address
    return salted_hmac("lobby.limits", str(whom)).hexdigest()


def _within_the_hour(kind: Attempt.Kind) -> QuerySet[Attempt]:
    return Attempt.objects.filter(kind=kind, at__gt=timezone.now() - WITHIN)
