"""One message to one browser: only the browser can read what is sent, and what the service answers is understood."""

import base64
import json
import socket
from urllib.parse import urlsplit

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from pytest_django.fixtures import Settings

from lobby.calls import push
from lobby.calls.push import Delivery
from tests.lobby.calls.kit import Browser, Service

CONTACT = "mailto:pit@heat.example"


def deliver(browser: Browser, endpoint: str = "") -> Delivery:
    given = browser.subscription()["keys"]
    where = endpoint or browser.endpoint
    return push.deliver(where, given["p256dh"], given["auth"], b'{"title": "Turn"}', CONTACT, "ABCDEFGH")


def test_the_browser_reads_what_it_was_sent_and_nobody_else_does(service: Service) -> None:
    browser = Browser(service.address)
    assert deliver(browser) is Delivery.TAKEN
    (taken,) = service.taken
    assert taken.path == "/push/b"
    assert browser.read(taken.body) == {"title": "Turn"}
    assert b"Turn" not in taken.body
    assert taken.headers["Content-Encoding"] == "aes128gcm"
    assert taken.headers["Topic"] == "ABCDEFGH"
    assert int(taken.headers["TTL"]) > 0
    with pytest.raises(http_ece.ECEException):
        Browser(service.address).read(taken.body)


def test_a_message_of_the_standard_is_read() -> None:
    """The example of RFC 8291, section 5: what the tests read with reads what others write."""
    key = int.from_bytes(push.readable("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    plain = http_ece.decrypt(
        push.readable(body),
        private_key=ec.derive_private_key(key, ec.SECP256R1()),
        auth_secret=push.readable("BTBZMqHH6r4Tts7J_aSIgg"),
        version="aes128gcm",
    )
    assert plain == b"When I grow up, I want to be a watermelon"


def test_the_site_signs_for_this_service_alone(service: Service, settings: Settings) -> None:
    settings.SECRET_KEY = "a" * 40
    deliver(Browser(service.address))
    scheme, _, rest = service.taken[0].headers["Authorization"].partition(" ")
    assert scheme == "vapid"
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert given["k"] == push.public_key()
    signed, _, signature = given["t"].rpartition(".")
    head, claims = (json.loads(push.readable(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == service.address
    assert claims["sub"] == CONTACT
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.readable(given["k"]))
    raw = push.readable(signature)
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(numbers, signed.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        key.verify(numbers, signed.encode() + b"x", ec.ECDSA(hashes.SHA256()))


def test_the_site_s_key_follows_from_its_secret(settings: Settings) -> None:
    settings.SECRET_KEY = "one secret of forty characters, or so, and more"
    first = push.public_key()
    assert push.is_key(first)
    assert push.public_key() == first
    settings.SECRET_KEY = "another"
    assert push.public_key() != first


@pytest.mark.parametrize(
    ("status", "delivery"),
    [
        (200, Delivery.TAKEN),
        (201, Delivery.TAKEN),
        (202, Delivery.TAKEN),
        (302, Delivery.FAILED),
        (400, Delivery.FAILED),
        (403, Delivery.FAILED),
        (404, Delivery.GONE),
        (410, Delivery.GONE),
        (413, Delivery.FAILED),
        (429, Delivery.FAILED),
        (500, Delivery.FAILED),
        (503, Delivery.FAILED),
    ],
)
def test_what_a_service_answers(service: Service, status: int, delivery: Delivery) -> None:
    service.status = status
    assert deliver(Browser(service.address)) is delivery
    assert len(service.taken) == 1, "no redirect is followed, and nothing is sent twice"


def test_a_service_that_is_not_there(settings: Settings) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    settings.PUSH_SERVICES = (address,)
    assert deliver(Browser(address)) is Delivery.FAILED


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/1",
        "https://push.example.evil.test/1",
        "https://evilpush.example/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://push.example:8443/1",
        "https://push.example:x/1",
        "https://user@push.example/1",
        "https://push.example@evil.test/1",
        "https://push.example /1",
        "https://push.example/1\r\nX: y",
        "file:///etc/passwd",
        "//push.example/1",
        "",
        "https://",
        "https://[",
        "https://evil.example[v1.push.example]/",
        "https://127.0.0.1:8206[v1.push.example]/",
        "https://.push.example/x",
        "https://push.example./x",
        "https://a..push.example/x",
        "https://-a.push.example/x",
        "https://a_b.push.example/x",
        "https://%61.push.example/x",
        f"https://{'a' * 64}.push.example/x",
        f"https://{'a.' * 121}push.example/x",
        "https://push.example:0443/1",
        "https://push.example:/1",
        "https://push.example\\@evil.test/1",
        "https://pu\u017fh.example/1",
        "https://push.example/" + "a" * 780,
    ],
)
def test_nothing_is_sent_to_other_machines(service: Service, endpoint: str) -> None:
    assert not push.is_service(endpoint)


def test_push_services_of_browsers_are_known(service: Service) -> None:
    assert push.is_service("https://push.example/1")
    assert push.is_service("https://eu.push.example:443/1?x=y")
    assert push.is_service(f"https://{'a' * 63}.EU-1.push.example/" + "a" * 700)
    assert push.is_service(f"https://{'a.' * 120}push.example/x")
    assert push.is_service(f"{service.address}/1")
    assert urlsplit(service.address).hostname == "127.0.0.1"


@pytest.mark.parametrize("stored", [("", ""), ("é", "x"), ("A" * 87, "A" * 22), ("A" * 88, "A" * 3)])
def test_keys_that_are_none_fail_and_raise_nothing(service: Service, stored: tuple[str, str]) -> None:
    where = f"{service.address}/push/b"
    assert push.deliver(where, *stored, b"{}", CONTACT, "ABCDEFGH") is Delivery.FAILED
    assert not service.taken


def test_keys_are_points_and_secrets_have_their_length() -> None:
    browser = Browser("https://push.example")
    assert push.is_key(browser.public)
    assert push.is_secret(push.written(browser.secret))
    for text in ("", "x", "é", browser.public[:-2], push.written(b"\x04" + b"\0" * 64), "A" * 5000):
        assert not push.is_key(text)
        assert not push.is_secret(text)
    assert not push.is_key(browser.public + "=" * 40), "no column has room for it"
    assert not push.is_secret(push.written(browser.secret) + "=" * 40)
    assert base64.b64encode(push.readable("_-8")) == b"/+8="
