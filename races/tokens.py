"""Tokens let programs drive a seat. The seat's driver makes and revokes them; only their hashes are stored.

A token is offered as a sub-protocol of the socket's handshake, because addresses end up in logs.
"""

import hashlib
import secrets
from collections.abc import Iterable

from asgiref.sync import async_to_sync
from django.db import transaction
from django.utils import timezone

from races.channel_layer import broadcast
from races.models import Seat, Token

PREFIX = "token."
"""What the sub-protocol value that holds a token begins with."""

MOST = 5
"""Tokens that a seat may have at a time."""


def make(seat: Seat) -> str:
    """Make a token for a seat. It is shown once, and cannot be read again."""
    secret = secrets.token_hex(32)
    Token.objects.create(seat=seat, hash=hash_of(secret))
    return secret


def revoke(token: Token) -> None:
    """Revoke a token, and close the connections that use it."""
    token.revoked = timezone.now()
    token.save(update_fields=["revoked"])
    transaction.on_commit(lambda: async_to_sync(broadcast)(group(token.hash), {"type": "token.revoked"}))


def seat_of(secret: str, code: str) -> int | None:
    """The number of the seat that a token drives in the race of this code; None if the token is not valid there."""
    tokens = Token.objects.filter(hash=hash_of(secret), revoked=None, seat__race__code=code)
    return tokens.values_list("seat__number", flat=True).first()


def revoked_of(secrets: Iterable[str]) -> set[str]:
    """Those of these tokens that were revoked."""
    by_hash = {hash_of(secret): secret for secret in secrets}
    revoked = Token.objects.filter(hash__in=by_hash).exclude(revoked=None)
    return {by_hash[hash_] for hash_ in revoked.values_list("hash", flat=True)}


def offered(protocols: Iterable[str]) -> str | None:
    """The token among the sub-protocols of a handshake."""
    return next((name.removeprefix(PREFIX) for name in protocols if name.startswith(PREFIX)), None)


def hash_of(secret: str) -> str:
    """A token has 256 random bits: a plain hash of it can be neither guessed nor inverted."""
    return hashlib.sha256(secret.encode()).hexdigest()


def group(hash_: str) -> str:
    """The group of the connections that use a token."""
    return f"token.{hash_}"
