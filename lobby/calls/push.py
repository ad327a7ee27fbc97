"""Web Push: a message is encrypted for one browser (RFC 8291), signed by the site (VAPID, RFC 8292), and given to the
browser's push service by HTTP."""

import base64
import json
import re
import time
from enum import Enum
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from http_ece import ECEException

from lobby.calls.models import LONGEST_ENDPOINT, LONGEST_KEY, LONGEST_SECRET

TIMEOUT = 4
"""Seconds that a push service may take for a connection or an answer: less than a process has to end in."""
KEPT_FOR = 12 * 3600
"""Seconds for which a push service keeps a message while its browser is off."""
SIGNED_FOR = 12 * 3600
KEY_BYTES = 65
SECRET_BYTES = 16
LONGEST_HOST = 253
LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
HOST = re.compile(rf"({LABEL}(?:\.{LABEL})+)(?::443)?", re.ASCII | re.IGNORECASE)
"""A host name as DNS has it, perhaps with the port 443. Libraries read anything else in more than one way."""
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: private keys are numbers below it."""


class Delivery(Enum):
    """What came of a message."""

    TAKEN = "taken"
    GONE = "gone"
    """The address is none any more: the browser took it back."""
    FAILED = "failed"


def readable(text: str) -> bytes:
    """Bytes of base64 for addresses, with or without its padding. Raises ValueError."""
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)


def written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@cache
def _private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """The key by which push services know the site. It follows from the site's secret, so all processes have it."""
    drawn = HKDF(hashes.SHA256(), 48, None, b"heatsite push").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(drawn, "big") % (ORDER - 1) + 1, ec.SECP256R1())


def public_key() -> str:
    """The key that browsers are given when they ask their service for an address."""
    return written(_point(_private_key(settings.SECRET_KEY).public_key()))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def is_service(endpoint: str) -> bool:
    """Whether an endpoint is one of the push services of browsers. The site would otherwise send requests to any
    machine that a stranger names, those behind its own firewall, too."""
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return False
    try:
        parts = urlsplit(endpoint)
    except ValueError:
        return False
    if f"{parts.scheme}://{parts.netloc}" in settings.PUSH_SERVICES:
        return True
    found = HOST.fullmatch(parts.netloc)
    if parts.scheme != "https" or found is None or len(found[1]) > LONGEST_HOST:
        return False
    host = found[1].lower()
    return any(host == one or host.endswith(f".{one}") for one in settings.PUSH_SERVICES)


def is_key(text: str) -> bool:
    """Whether this is a public key of a browser: a point of the curve."""
    if len(text) > LONGEST_KEY:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data := readable(text))
    except ValueError:
        return False
    return len(data) == KEY_BYTES


def is_secret(text: str) -> bool:
    try:
        return len(text) <= LONGEST_SECRET and len(readable(text)) == SECRET_BYTES
    except ValueError:
        return False


def authorization(endpoint: SplitResult, contact: str, now: float) -> str:
    """Shows a push service who sends: a token for its address alone, signed by the site."""
    claims = {"aud": f"{endpoint.scheme}://{endpoint.netloc}", "exp": int(now) + SIGNED_FOR, "sub": contact}
    parts = [{"typ": "JWT", "alg": "ES256"}, claims]
    token = ".".join(written(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    key = _private_key(settings.SECRET_KEY)
    r, s = decode_dss_signature(key.sign(token.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={token}.{written(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={public_key()}"


def encrypted(message: bytes, key: str, secret: str) -> bytes:
    """A message that only the browser with this key and secret can read."""
    body: bytes = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=readable(key),
        auth_secret=readable(secret),
        version="aes128gcm",
    )
    return body


def deliver(endpoint: str, key: str, secret: str, message: bytes, contact: str, topic: str) -> Delivery:
    """Give a message to the push service. A later one of the same topic takes the place of one that still waits there.
    No redirect is followed. An address that is no good, however it came to be stored, raises nothing."""
    if not is_service(endpoint):
        return Delivery.GONE
    parts = urlsplit(endpoint)
    connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = connect(parts.netloc, timeout=TIMEOUT)
    try:
        headers = {
            "Authorization": authorization(parts, contact, time.time()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Topic": topic,
        }
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path or "/", encrypted(message, key, secret), headers)
        status = connection.getresponse().status
    except (OSError, HTTPException, ECEException, ValueError):  # the last two where a key or a host is none
        return Delivery.FAILED
    finally:
        connection.close()
    if 200 <= status < 300:
        return Delivery.TAKEN
    return Delivery.GONE if status in {404, 410} else Delivery.FAILED
