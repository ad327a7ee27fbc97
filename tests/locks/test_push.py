"""Push addresses lead to the push services of browsers and nowhere else, and one that is no good keeps nobody back."""

from collections.abc import Callable

from tests.locks.conftest import Site
from tests.locks.test_devices import KEY
from tests.players.by_form import Visitor

BAD = (
    "https://.fcm.googleapis.com/x",
    f"https://{'a' * 64}.fcm.googleapis.com/x",
    "https://evil.example[v1.fcm.googleapis.com]/",
    "https://127.0.0.1:8206[v1.push.apple.com]/",
)

LOOK = """
import asyncio
from django.conf import settings
from lobby.calls import addresses, sending
from lobby.calls.models import PushAddress
from tests.lobby.calls.kit import ORIGIN, Browser, push_service, race_of_days

settings.MAIL = True
settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
with push_service() as service:
    settings.PUSH_SERVICES = (*settings.PUSH_SERVICES, service.address)
    browser = Browser(service.address)
    browser.given("ada")
    for endpoint in {bad}:
        values = {{"key": browser.public, "secret": "A" * 22, "site": "https://heat.example/"}}
        PushAddress.objects.get_or_create(endpoint=endpoint, defaults={{"visitor": "ada", **values}})
    addresses.set_mail("ada", "ada@mail.example", ORIGIN)
    race_of_days()
    asyncio.run(sending.make_calls())
    print("taken:", len(service.taken))
    print("left:", PushAddress.objects.exclude(endpoint=browser.endpoint).count())
"""


def wanted(visitor: Visitor, endpoint: str) -> int:
    """How the site answers a browser that wants messages by this address."""
    address = {"endpoint": endpoint, "keys": {"p256dh": KEY, "auth": "A" * 22}}
    return visitor.post_json("/mine/calls/browser/", address).status


def test_l1_an_address_whose_host_is_none_is_refused(start_site: Callable[..., Site]) -> None:
    ada = start_site().visitor()
    ada.post("/alone/", {"name": "Ada"})
    assert [wanted(ada, endpoint) for endpoint in BAD] == [422] * len(BAD)
    assert wanted(ada, "https://fcm.googleapis.com/x") == 201


def test_l1_a_bad_address_that_is_stored_keeps_nobody_from_being_called(start_site: Callable[..., Site]) -> None:
    told = start_site().run(LOOK.format(bad=BAD))
    assert "taken: 1" in told
    assert "left: 0" in told
    assert "To: ada@mail.example" in told
