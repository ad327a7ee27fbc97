"""Tokens let programs drive a seat. The seat's driver makes and revokes them; only their hashes are stored. A token
belongs to the device that made it, and is revoked when that device is signed out.

A token is offered as a sub-protocol of the socket's handshake, because addresses end up in logs.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterable

from asgiref.sync import async_to_sync
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from races.channel_layer import broadcast
from races.models import Seat, Token

PREFIX = "token."
"""What the sub-protocol value that holds a token begins with."""

MOST = 5
"""Tokens that a seat may have at a time."""

bars: list[Callable[[str], str]] = []
"""Functions that return why a visitor may make no token, in a sentence; empty if they may. `lobby.apps` adds one."""


def make(seat: Seat, device: str = "") -> str:
    """Make a token for a seat, on a device of its driver. It is shown once, and cannot be read again."""
    secret = secrets.token_hex(32)
    Token.objects.create(seat=seat, hash=hash_of(secret), device=device)
    return secret


def why_none(visitor: str) -> str:
    """Return why a visitor may make no token; empty for all who may."""
    return next((why for bar in bars if (why := bar(visitor))), "")


def revoke(token: Token) -> None:
    """Revoke a token, and close the connections that use it."""
    token.revoked = timezone.now()
    token.save(update_fields=["revoked"])
    transaction.on_commit(lambda: async_to_sync(broadcast)(group(token.hash), {"type": "token.revoked"}))


def revoke_at(seat: Seat) -> None:
    """Revoke the tokens of a seat, which its player leaves."""
    for token in seat.tokens.filter(revoked=None):
        revoke(token)


def revoke_of(visitor: str, devices: Collection[str] | None = None) -> None:
    """Revoke the tokens that these devices of a visitor made, or all tokens of the visitor. A token whose device is not
    known is among them: the device that is signed out may have made it."""
    mine = Token.objects.filter(seat__visitor=visitor, revoked=None).exclude(seat__visitor="")
    if devices is not None:
        mine = mine.filter(Q(device__in=devices) | Q(device=None))
    for token in mine:
        revoke(token)


def forget(visitor: str) -> None:
    """Revoke all tokens of a visitor and delete them."""
    revoke_of(visitor)
    Token.objects.filter(seat__visitor=visitor).exclude(seat__visitor="").delete()


def seat_of(secret: str, code: str) -> int | None:
    """The number of the seat that a token drives in the race of this code; None if the token is not valid there."""
    tokens = _valid().filter(hash=hash_of(secret), seat__race__code=code)
    return tokens.values_list("seat__number", flat=True).first()


def invalid_of(secrets: Iterable[str]) -> set[str]:
    """Return the tokens among these that were revoked or deleted, or whose seat a bot has taken."""
    by_hash = {hash_of(secret): secret for secret in secrets}
    valid = _valid().filter(hash__in=by_hash).values_list("hash", flat=True)
    return {by_hash[hash_] for hash_ in by_hash.keys() - set(valid)}


def _valid() -> QuerySet[Token]:
    """The tokens that drive a seat. A request that was under way when the player left may have made one since. Tokens
    stay valid when the race ends: a program that connects again hears that it is over."""
    return Token.objects.filter(revoked=None, seat__kind=Seat.Kind.DRIVER)


def offered(protocols: Iterable[str]) -> str | None:
    """The token among the sub-protocols of a handshake."""
    return next((name.removeprefix(PREFIX) for name in protocols if name.startswith(PREFIX)), None)


def hash_of(secret: str) -> str:
    """A token has 256 random bits: a plain hash of it can be neither guessed nor inverted."""
    return hashlib.sha256(secret.encode()).hexdigest()


def group(hash_: str) -> str:
    """The group of the connections that use a token."""
    return f"token.{hash_}"
