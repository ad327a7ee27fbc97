"""Limits by the hour and the day, for each visitor and each network address: without them a script could fill the disk
with rooms, or find rooms and passwords by trying. Attempts are counted in the database, for all processes together."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from lobby import links, visitors
from lobby.models import Attempt, Member
from lobby.refused import Refused
from lobby.visitors import VisitorRequest

WITHIN = timedelta(hours=1)
A_DAY = timedelta(days=1)
OPENINGS_OF_ONE = 30
"""Rooms and races that one visitor may open. What an address may is a setting, because classes and clubs share one."""
INVITATIONS_OF_ONE = 12
"""Players whom one visitor may ask to a room."""
MAILS_OF_ONE = 5
"""Mail addresses that one visitor may give."""
MAILS_OF_ADDRESS = 30
WRONG_CODES = 60
"""Wrong codes of one address in an hour, over all its visitors, because names and cookies cost nothing. After them no
code from there is looked up, except in a link with its key and for a visitor who is in the room."""
WRONG_CODES_A_DAY = 400
"""Wrong codes of one address in a day. docs/OPERATING.md says how likely a script then finds a room."""
WRONG_PASSWORDS = 20
"""Wrong passwords for the admin from one address, after which none that comes from there is compared."""

UNKNOWN = "unknown"
"""Stands for all addresses that a public site is not told: they share one limit."""


def may_open(request: VisitorRequest) -> None:
    """Refuse a room or race above the limit, and to who is barred. Requests from the machine of the site itself are not
    limited."""
    visitors.must_not_be_barred(request.visitor)
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


def may_ask(visitor: str) -> None:
    """Refuse more invitations than a visitor has friends for."""
    if _within_the_hour(Attempt.Kind.ASKING).filter(visitor=visitor).count() >= INVITATIONS_OF_ONE:
        raise Refused("too_many_invitations")


def asked(visitor: str) -> None:
    """Another player was asked to a room, whether or not they are shown it."""
    Attempt.objects.create(kind=Attempt.Kind.ASKING, visitor=visitor)


def may_give_mail(request: VisitorRequest) -> None:
    """Refuse addresses beyond what one person has: a question goes to each of them."""
    given = _within_the_hour(Attempt.Kind.MAIL)
    address = address_of(request)
    if given.filter(visitor=request.visitor).count() >= MAILS_OF_ONE or (
        address and given.filter(address=address).count() >= MAILS_OF_ADDRESS
    ):
        raise Refused("too_many_mails")


def gave_mail(request: VisitorRequest) -> None:
    Attempt.objects.create(kind=Attempt.Kind.MAIL, visitor=request.visitor, address=address_of(request))


@contextmanager
def looking_up(request: HttpRequest, code: str) -> Iterator[None]:
    """Let the body look for what has a code. A code that nothing has counts for the address of the request; after too
    many the code is refused, right or wrong, and the body does not run.

    Members of the room and visitors with the key of a link have not guessed: they are not limited.
    """
    address = address_of(request)
    if not address or links.has_key(request, code) or is_in(code, getattr(request, "visitor", "")):
        yield
        return
    if _wrong_codes_left(address) <= 0:
        raise Refused("too_many_codes")
    try:
        yield
    except Refused as refused:
        if refused.code != "no_room":
            raise
        Attempt.objects.create(kind=Attempt.Kind.WRONG_CODE, address=address)
        if _wrong_codes_left(address) < 0:  # others came from there at the same moment
            raise Refused("too_many_codes") from None
        raise


def is_in(code: str, visitor: str) -> bool:
    """Tell whether a visitor has a seat in the room of a code."""
    return bool(visitor) and Member.objects.filter(room__code=code, visitor=visitor).exists()


def _wrong_codes_left(address: str) -> int:
    """Return how many more wrong codes an address may give now. Less than none: so many were counted too many."""
    now = timezone.now()
    of_day = Attempt.objects.filter(kind=Attempt.Kind.WRONG_CODE, address=address, at__gt=now - A_DAY)
    counted = of_day.aggregate(day=Count("pk"), hour=Count("pk", filter=Q(at__gt=now - WITHIN)))
    left: int = min(WRONG_CODES - counted["hour"], WRONG_CODES_A_DAY - counted["day"])
    return left


def may_log_in(request: HttpRequest) -> bool:
    """Whether an address may still try a password of the admin."""
    wrong = _within_the_hour(Attempt.Kind.LOGIN).filter(address=address_of(request)).count()
    return wrong < WRONG_PASSWORDS


def gave_wrong_password(request: HttpRequest) -> None:
    """Count a wrong password, at the machine of the site itself, too: other people may work there."""
    Attempt.objects.create(kind=Attempt.Kind.LOGIN, address=address_of(request))


def forget(now: datetime) -> None:
    """Delete attempts that count no more: wrong codes after a day, all others after an hour. Also delete attempts of a
    time to come: the machine was set back, and they would count for hours."""
    Attempt.objects.filter(Q(at__lte=now - A_DAY) | Q(at__gt=now)).delete()
    Attempt.objects.exclude(kind=Attempt.Kind.WRONG_CODE).filter(at__lte=now - WITHIN).delete()


def address_of(request: HttpRequest) -> str:
    """The network address of a request as a keyed hash; empty for the machine of the site itself.

    A public site stands behind a proxy, which appends the address that it saw to the forwarded ones. Only the last of
    them counts, because clients can forge the others. Where the proxy forwards none, or something that is no address,
    the request counts as one from `UNKNOWN`: if it counted as one of this machine, no limit would hold.
    """
    told = request.META.get("REMOTE_ADDR", "")
    if settings.PUBLIC:
        told = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2]
    network = _network(told.strip())
    if network.is_loopback if network else not settings.PUBLIC:
        return ""
    return salted_hmac("lobby.limits", str(network or UNKNOWN)).hexdigest()


def _network(told: str) -> IPv4Network | IPv6Network | None:
    """What counts as one address: an IPv6 customer owns a /64 network. Some proxies add the port."""
    bare = told[1:].partition("]")[0] if told.startswith("[") else told
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.is_loopback or address.ipv4_mapped is None:
            return IPv6Network((int(address), 128 if address.is_loopback else 64), strict=False)
        address = address.ipv4_mapped
    return IPv4Network(address)


def _within_the_hour(kind: Attempt.Kind) -> QuerySet[Attempt]:
    return Attempt.objects.filter(kind=kind, at__gt=timezone.now() - WITHIN)
