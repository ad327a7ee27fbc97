"""Taking oneself to another device: a link that works once, for ten minutes, after a button on its page."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from lobby import visitors
from lobby.models import DeviceLink, Visitor
from lobby.refusals import Refused

LIFETIME = timedelta(minutes=10)


def make_link(visitor: str, now: datetime | None = None) -> str:
    """What the link says. It is shown once; what is kept tells nobody."""
    if visitors.known(visitor) is None:
        raise Refused("nobody_yet")
    secret = secrets.token_urlsafe(24)
    DeviceLink.objects.create(hash=_hash(secret), visitor=visitor, made=now or timezone.now())
    return secret


def look(secret: str, now: datetime | None = None) -> Visitor:
    """Whom a link would move here. Looking does not use it up: messengers look at links before people do."""
    link = _good(secret, now or timezone.now()).first()
    visitor = visitors.known(link.visitor) if link else None
    if visitor is None:
        raise Refused("bad_link")
    return visitor


def use(secret: str, now: datetime | None = None) -> str:
    """The visitor whom this browser becomes; of two who press at once, one."""
    now = now or timezone.now()
    visitor = look(secret, now)
    if not _good(secret, now).update(used=now):
        raise Refused("bad_link")
    return visitor.pk


def _good(secret: str, now: datetime) -> QuerySet[DeviceLink]:
    return DeviceLink.objects.filter(hash=_hash(secret), used=None, made__gt=now - LIFETIME)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
