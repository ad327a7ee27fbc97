"""Links to rooms. A link that the site makes, and a QR code, hold a key beside the room's code.

The key proves that the link was passed on and the code not guessed, so wrong codes from the same address do not shut
it out (`lobby.limits`). It follows from the code and the secret of the site; nothing is stored.
"""

from base64 import b32encode
from typing import Literal

from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from races import codes

FIELD = "key"
"""The name of the key in queries and in forms."""
SIGNS = 8
"""The length of a key in base 32: 40 bits. A script that tries keys needs the right code, too."""


def key_of(code: str) -> str:
    """Return the key of a room's code."""
    digest = salted_hmac("lobby.links", code, algorithm="sha256").digest()
    return b32encode(digest).decode().lower()[:SIGNS]


def path(code: str, view: Literal["room", "television", "couch"] = "room") -> str:
    """Return the path of a room's page with its key."""
    return f"{reverse(f'lobby:{view}', args=[code])}?{FIELD}={key_of(code)}"


def has_key(request: HttpRequest, code: str) -> bool:
    """Tell whether a request holds the key of this code."""
    given = request.GET.get(FIELD) or request.POST.get(FIELD, "")
    return constant_time_compare(given, key_of(codes.cleaned(code)))
