"""The devices of a visitor: moved to by a link that works once, for ten minutes, after a button on its page; listed,
and signed out."""

import hashlib
import re
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from lobby import visitors
from lobby.calls import addresses
from lobby.models import Device, DeviceLink, Visitor
from lobby.refused import Refused

LIFETIME = timedelta(minutes=10)
FIRST = ""
"""The key of the browser in which a visitor began."""

BROWSERS = {"Firefox": r"Firefox/|FxiOS/", "Edge": r"Edg\w*/", "Chrome": r"Chrome/|CriOS/", "Safari": r"Safari/"}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac": "Mac OS X",
    "Linux": "Linux",
}


def make_link(visitor: str, now: datetime | None = None, device: str = FIRST, agent: str = "") -> str:
    """A new link's secret. It is shown once; only its hash is stored. From now on the device that made it is listed."""
    if visitors.known(visitor) is None:
        raise Refused("nobody_yet")
    Device.objects.get_or_create(visitor=visitor, key=device, defaults={"name": name_of(agent)})
    secret = secrets.token_urlsafe(24)
    DeviceLink.objects.create(hash=_hash(secret), visitor=visitor, made=now or timezone.now())
    return secret


def look(secret: str, now: datetime | None = None) -> Visitor:
    """The visitor that a link would move here. This does not use the link up: messengers open links for a preview."""
    link = _good(secret, now or timezone.now()).first()
    visitor = visitors.known(link.visitor) if link else None
    if visitor is None:
        raise Refused("bad_link")
    return visitor


def use(secret: str, now: datetime | None = None, agent: str = "") -> Device:
    """Use a link up; returns the device that this browser becomes. Of two browsers at once, one is refused."""
    now = now or timezone.now()
    visitor = look(secret, now)
    if not _good(secret, now).update(used=now):
        raise Refused("bad_link")
    return Device.objects.create(visitor=visitor.pk, key=secrets.token_hex(8), name=name_of(agent), made=now)


def of(visitor: str) -> QuerySet[Device]:
    """The devices that are this visitor, in the order in which they came; none is listed until there is a link."""
    return Device.objects.filter(visitor=visitor, out=None).order_by("made", "pk")


def open_links(visitor: str, now: datetime | None = None) -> int:
    """How many links are still good."""
    return DeviceLink.objects.filter(visitor=visitor, used=None, made__gt=(now or timezone.now()) - LIFETIME).count()


def withdraw_links(visitor: str) -> None:
    DeviceLink.objects.filter(visitor=visitor, used=None).delete()


def sign_out(visitor: str, key: int | None, here: str) -> None:
    """Sign a device out, or, without its key, all but this one. Links that are still good go with them."""
    others = of(visitor).exclude(key=here)
    gone = others if key is None else others.filter(pk=key)
    addresses.sign_out(visitor, gone.values_list("key", flat=True))
    gone.update(out=timezone.now())
    withdraw_links(visitor)


def is_out(visitor: str, key: str) -> bool:
    """Whether this device was signed out: its cookie names no visitor any more."""
    return Device.objects.filter(visitor=visitor, key=key).exclude(out=None).exists()


def signed_out(since: datetime) -> Iterable[tuple[str, str]]:
    """The visitors and keys of those that were signed out since a moment."""
    return Device.objects.filter(out__gte=since).values_list("visitor", "key")


def name_of(agent: str) -> str:
    """What to call a browser, by what it says of itself; only that is kept."""
    browser = next((name for name, sign in BROWSERS.items() if re.search(sign, agent)), "")
    system = next((name for name, sign in SYSTEMS.items() if sign in agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system


def _good(secret: str, now: datetime) -> QuerySet[DeviceLink]:
    return DeviceLink.objects.filter(hash=_hash(secret), used=None, made__gt=now - LIFETIME)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
