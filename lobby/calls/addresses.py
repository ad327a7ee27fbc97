"""Where a visitor wants to be called: browsers and one e-mail address, given, confirmed and taken back."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from lobby import visitors
from lobby.calls import push
from lobby.calls.models import Call, MailAddress, PushAddress, Question, Unwanted
from lobby.refused import Refused

BROWSERS = 8
"""Of one visitor; a further one takes the place of the oldest."""
AT_ONCE = 10
"""Questions that go out in one look."""
CONFIRMED_WITHIN = timedelta(days=2)
MOST_FAILURES = 20
"""After so many in a row, at least a quarter of an hour apart, an address is no good."""
STOP, CONFIRM = "calls.stop", "calls.confirm"


@dataclass(frozen=True)
class Origin:
    """From where an address was given: what the site is called there, in which language, and by which device."""

    site: str
    language: str
    device: str = ""
    name: str = ""
    """What to call the device."""


def browsers(visitor: str) -> QuerySet[PushAddress]:
    return PushAddress.objects.filter(visitor=visitor).exclude(visitor="")


def mail_of(visitor: str) -> MailAddress | None:
    return MailAddress.objects.filter(visitor=visitor).exclude(visitor="").first()


def add_browser(visitor: str, endpoint: str, key: str, secret: str, origin: Origin) -> PushAddress:
    """Call this browser from now on. One that was another visitor's is this one's now: it is the same browser."""
    if visitors.known(visitor) is None:
        raise Refused("nobody_to_call")
    visitors.must_not_be_barred(visitor)
    if not (push.is_service(endpoint) and push.is_key(key) and push.is_secret(secret)):
        raise Refused("no_push_address")
    with transaction.atomic():
        values = {"visitor": visitor, "key": key, "secret": secret, "failures": 0, **asdict(origin)}
        address, _new = PushAddress.objects.update_or_create(endpoint=endpoint, defaults=values)
        newest = browsers(visitor).order_by("-made").values_list("pk", flat=True)[:BROWSERS]
        browsers(visitor).exclude(pk__in=[address.pk, *newest]).delete()
    return address


def remove_browser(visitor: str, endpoint: str) -> None:
    browsers(visitor).filter(endpoint=endpoint).delete()


def sign_out(visitor: str, devices: Collection[str] | None = None) -> None:
    """Call these devices of a visitor no more, or none of them."""
    found = browsers(visitor)
    (found if devices is None else found.filter(device__in=devices)).delete()


def set_mail(visitor: str, address: str, origin: Origin) -> MailAddress:
    """Send mail to this address, once its owner has said yes. The question goes out beside requests. To an address
    whose owner wants none it does not go, and the answer is the same."""
    if not settings.MAIL:
        raise Refused("no_mail_here")
    if visitors.known(visitor) is None:
        raise Refused("nobody_to_call")
    visitors.must_not_be_barred(visitor)
    known = mail_of(visitor)
    if known is not None and known.address == address and known.confirmed:
        return known
    asked = timezone.now() if _is_asked_already(visitor, address) else None
    values = {"address": address, "site": origin.site, "language": origin.language, "asked": asked, "confirmed": None}
    return MailAddress.objects.update_or_create(visitor=visitor, defaults={**values, "made": timezone.now()})[0]


def _is_asked_already(visitor: str, address: str) -> bool:
    """Whether no question is to go to this address: another visitor's goes there, or its owner wants none."""
    others = MailAddress.objects.filter(address__iexact=address, confirmed=None).exclude(visitor=visitor)
    return others.exists() or Unwanted.objects.filter(hash=hash_of(address)).exists()


def remove_mail(visitor: str) -> None:
    MailAddress.objects.filter(visitor=visitor).delete()


def hash_of(address: str) -> str:
    return salted_hmac("lobby.calls", address.casefold()).hexdigest()


def to_ask() -> Sequence[MailAddress]:
    """The addresses whose owners are to be asked whether they are theirs."""
    return list(MailAddress.objects.filter(asked=None, confirmed=None)[:AT_ONCE])


def ask(address: MailAddress, now: datetime) -> bool:
    """Take a question on; of several processes one does. Whoever gives an address, however often, its owner is asked
    once for as long as the link is good, and never again once they have said that it was not them."""
    hashed = hash_of(address.address)
    with transaction.atomic():
        mine = MailAddress.objects.filter(pk=address.pk, asked=None).update(asked=now)
        if not mine or Unwanted.objects.filter(hash=hashed).exists():
            return False
        return Question.objects.get_or_create(hash=hashed, defaults={"asked": now})[1]


def ask_later(address: MailAddress) -> None:
    """The question was not taken: it goes out once the mail server is back."""
    Question.objects.filter(hash=hash_of(address.address)).delete()
    MailAddress.objects.filter(pk=address.pk, confirmed=None).update(asked=None)


def confirm_token(address: MailAddress) -> str:
    return signing.dumps([hash_of(address.visitor), address.address], salt=CONFIRM)


def to_confirm(token: str) -> MailAddress:
    """The address that a link confirms, also if its visitor took it away and gave it again meanwhile."""
    try:
        visitor, address = signing.loads(token, salt=CONFIRM, max_age=CONFIRMED_WITHIN)
    except (signing.BadSignature, ValueError, TypeError):
        raise Refused("bad_call_link") from None
    given = MailAddress.objects.filter(address=address)
    found = next((one for one in given if hash_of(one.visitor) == visitor), None)
    if found is None:
        raise Refused("bad_call_link")
    return found


def confirm(token: str) -> MailAddress:
    found = to_confirm(token)
    MailAddress.objects.filter(pk=found.pk, confirmed=None).update(confirmed=timezone.now())
    Question.objects.filter(hash=hash_of(found.address)).delete()
    return found


def stop_token(address: PushAddress | MailAddress) -> str:
    if isinstance(address, PushAddress):
        about: tuple[str, int, str] = ("push", address.pk, hash_of(address.endpoint))
    else:
        about = ("mail" if address.confirmed else "question", address.pk, hash_of(address.address))
    return signing.dumps(about, salt=STOP, compress=True)


@dataclass(frozen=True)
class Stopping:
    """What a link to stop is about. It works for as long as there are messages, and says the same afterwards. One in
    the question whether an address is its owner's works also when that address was taken away again."""

    kind: Literal["push", "mail", "question"]
    key: int
    hash: str


def to_stop(token: str) -> Stopping:
    try:
        kind, key, hashed = signing.loads(token, salt=STOP)
    except (signing.BadSignature, ValueError, TypeError):
        raise Refused("bad_call_link") from None
    return Stopping(kind, key, hashed)


def stop(token: str) -> None:
    """No message goes to this address any more. Where it never was confirmed, no question does either."""
    what = to_stop(token)
    if what.kind == "push":
        browser = PushAddress.objects.filter(pk=what.key).first()
        if browser is not None and hash_of(browser.endpoint) == what.hash:
            browser.delete()
        return
    found = MailAddress.objects.filter(pk=what.key).first()
    if found is not None and hash_of(found.address) != what.hash:
        found = None
    if what.kind == "question" and (found is None or not found.confirmed):
        Unwanted.objects.get_or_create(hash=what.hash)
    if found is not None:
        found.delete()


def took(address: int) -> None:
    PushAddress.objects.filter(pk=address).exclude(failures=0).update(failures=0)


def failed(address: int) -> None:
    """A push service took nothing for an address; where that goes on for long, the address is no good."""
    PushAddress.objects.filter(pk=address).update(failures=F("failures") + 1)
    PushAddress.objects.filter(pk=address, failures__gte=MOST_FAILURES).delete()


def gone(address: int) -> None:
    PushAddress.objects.filter(pk=address).delete()


def forget(visitor: str) -> None:
    """Nothing of this visitor's calls is kept."""
    for model in (PushAddress, MailAddress, Call):
        model.objects.filter(visitor=visitor).delete()


def clean(now: datetime) -> None:
    """Remove addresses that were never confirmed, and what holds back another question to them."""
    Question.objects.filter(asked__lt=now - CONFIRMED_WITHIN).delete()
    MailAddress.objects.filter(confirmed=None, made__lt=now - CONFIRMED_WITHIN).delete()
