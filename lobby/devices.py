"""The devices of a visitor: moved to by a link that works once, for ten minutes, after a button on its page; listed,
and signed out. Tokens, push addresses and open sockets belong to a device, and go with it."""

import hashlib
import re
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial

from asgiref.sync import async_to_sync
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from lobby import visitors
from lobby.calls import addresses
from lobby.models import Device, DeviceLink, PushAddress, Visitor
from lobby.refused import Refused
from races import tokens
from races.channel_layer import broadcast
from races.models import Token

LIFETIME = timedelta(minutes=10)
FIRST = ""
"""The key of the browser in which a visitor began."""
MOST = 20
"""Devices that a visitor may have at a time."""
GROUP = "devices"
"""The group of the channel layer in which each server process hears whose sockets it is to close."""
COOKIE_LIFETIME = timedelta(days=400)
"""The longest that browsers keep a cookie. A cookie of a device is not valid for longer."""

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
    visitors.must_not_be_barred(visitor)
    _may_have_another(visitor)
    _listed(visitor, device, agent)
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


def use(secret: str, visitor: str = "", device: str = FIRST, agent: str = "", now: datetime | None = None) -> Device:
    """Use a link up, and return the device that this browser becomes. What the browser was before, this device of this
    visitor, is signed out; one that is the visitor of the link already stays what it is. Of two browsers at once, one
    is refused."""
    now = now or timezone.now()
    coming = look(secret, now)
    with transaction.atomic():
        if not _good(secret, now).update(used=now):
            raise Refused("bad_link")
        # Two links that are used at once count each other; and its visitor may have been forgotten a moment ago.
        if Visitor.objects.select_for_update().filter(pk=coming.pk).first() is None:
            raise Refused("bad_link")
        if coming.pk == visitor and not is_out(visitor, device):
            return _listed(visitor, device, agent)
        _may_have_another(coming.pk)
        Device.objects.filter(visitor=visitor, key=device, out=None).update(out=now)
        _take_back(visitor, [device])
        return Device.objects.create(visitor=coming.pk, key=secrets.token_hex(8), name=name_of(agent), made=now)


def of(visitor: str) -> QuerySet[Device]:
    """The devices that are this visitor, in the order in which they came; none is listed until there is a link."""
    return Device.objects.filter(visitor=visitor, out=None).order_by("made", "pk")


def _listed(visitor: str, key: str, agent: str) -> Device:
    return Device.objects.get_or_create(visitor=visitor, key=key, defaults={"name": name_of(agent)})[0]


def _may_have_another(visitor: str) -> None:
    if of(visitor).count() >= MOST:
        raise Refused("too_many_devices")


def open_links(visitor: str, now: datetime | None = None) -> int:
    """How many links are still good."""
    return DeviceLink.objects.filter(visitor=visitor, used=None, made__gt=(now or timezone.now()) - LIFETIME).count()


def withdraw_links(visitor: str) -> None:
    DeviceLink.objects.filter(visitor=visitor, used=None).delete()


def sign_out(visitor: str, key: int | None, here: str) -> None:
    """Sign a device out, or, without its key, all others than this one. Links that are still good go with them."""
    others = of(visitor).exclude(key=here)
    gone = others if key is None else others.filter(pk=key)
    with transaction.atomic():
        keys = list(gone.values_list("key", flat=True))
        gone.update(out=timezone.now())
        withdraw_links(visitor)
        _take_back(visitor, keys)


def forget(visitor: str) -> None:
    """Delete the devices and links of a visitor, with all that belongs to them. One row stays for as long as a cookie
    may: it holds a keyed hash and nothing else, and by it no cookie names the visitor any more."""
    _take_back(visitor)
    tokens.forget(visitor)
    for model in (Device, DeviceLink):
        model.objects.filter(visitor=visitor).delete()
    Device.objects.update_or_create(visitor=forgotten_as(visitor), defaults={"out": timezone.now()})


def forgotten_as(visitor: str) -> str:
    """Return the keyed hash that replaces the id of a visitor who was forgotten."""
    return salted_hmac("lobby.devices", visitor).hexdigest()


def bar(visitor: str) -> None:
    """Take tokens, push addresses and links from a visitor who is barred. Their pages stay open, because they drive to
    the end what goes on."""
    withdraw_links(visitor)
    tokens.revoke_of(visitor)
    addresses.sign_out(visitor)


def _take_back(visitor: str, keys: Collection[str] | None = None) -> None:
    """Take tokens, push addresses and open sockets from these devices, or from all devices of a visitor."""
    if not visitor or (keys is not None and not keys):
        return
    tokens.revoke_of(visitor, keys)
    addresses.sign_out(visitor, keys)
    notice = {"type": "devices.out", "visitor": visitor, "keys": None if keys is None else list(keys)}
    transaction.on_commit(partial(async_to_sync(broadcast), GROUP, notice))


def is_out(visitor: str, key: str) -> bool:
    """Return whether this device was signed out, or its visitor forgotten: its cookie names no visitor any more."""
    named = Q(visitor=visitor, key=key) | Q(visitor=forgotten_as(visitor))
    return Device.objects.filter(named).exclude(out=None).exists()


def signed_out(since: datetime) -> set[tuple[str, str]]:
    """Return the visitor and key of each device that was signed out since a moment; `is_among` says who else is meant.
    A request that was under way at that moment may have stored a token or a push address since: they are taken back
    here."""
    gone = Device.objects.filter(out__gte=since)
    out = set(gone.values_list("visitor", "key"))
    if out:
        made_there = gone.filter(visitor=OuterRef("seat__visitor"), key=OuterRef("device"))
        for token in Token.objects.filter(Exists(made_there), revoked=None):
            tokens.revoke(token)
        given_there = gone.filter(visitor=OuterRef("visitor"), key=OuterRef("device"))
        given = list(PushAddress.objects.filter(Exists(given_there)).values_list("pk", flat=True))
        if given:  # who writes waits for all who write: on SQLite a DELETE does, also where it finds nothing
            PushAddress.objects.filter(pk__in=given).delete()
    return out


def is_among(out: Collection[tuple[str, str]], visitor: str, key: str) -> bool:
    """Return whether `signed_out` found this device, or its visitor as one who was forgotten."""
    return bool(out) and ((visitor, key) in out or (forgotten_as(visitor), FIRST) in out)


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
