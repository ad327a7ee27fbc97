"""Moving a visitor to another device: a link that works once, for ten minutes, after a button on its page."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from lobby import visitors
from lobby.models import DeviceLink, Visitor
from lobby.refused import Refused

LIFETIME = timedelta(minutes=10)


def make_link(visitor: str, now: datetime | None = None) -> str:
    """A new link's secret. It is shown once; only its hash is stored."""
    if visitors.known(visitor) is None:
        raise Refused("nobody_yet")
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


def use(secret: str, now: datetime | None = None) -> str:
    """Use a link up; returns the visitor that this browser becomes. Of two browsers at once, one is refused."""
    now = now or timezone.now()
    visitor = look(secret, now)
    if not _good(secret, now).update(used=now):
        raise Refused("bad_link")
    return visitor.pk


def _good(secret: str, now: datetime) -> QuerySet[DeviceLink]:
    return DeviceLink.objects.filter(hash=_hash(secret), used=None, made__gt=now - LIFETIME)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
