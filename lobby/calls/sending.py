"""Makes the calls that are due, beside requests: what talks to push services and mail servers has threads of its own,
so that one which does not answer holds up neither commands nor pages."""

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from concurrent.futures import ThreadPoolExecutor
from smtplib import SMTPException, SMTPRecipientsRefused

from channels.db import database_sync_to_async
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone

from lobby.calls import addresses, due, push, words
from lobby.calls.due import Due
from lobby.calls.models import MailAddress, PushAddress
from lobby.calls.push import Delivery
from lobby.calls.words import Letter

logger = logging.getLogger(__name__)

LOOK = 20
"""Seconds between two looks at who is to be called."""
AT_ONCE = 40
THREADS = 4

_threads = ThreadPoolExecutor(THREADS, "calls")


async def make_calls() -> None:
    """Call all who are to be called now, and ask the owners of new mail addresses. One that fails ends no other: these
    are claimed already, and would not be made."""
    await asyncio.gather(*(_safely(_make(one)) for one in await database_sync_to_async(_claimed)()))
    for address in await database_sync_to_async(_questions)():
        await _safely(_ask(address))


async def _safely(call: Awaitable[None]) -> None:
    try:
        await call
    except Exception as fault:  # noqa: BLE001, and its text may hold the address
        logger.error("A call could not be made: %s", type(fault).__name__)


def _claimed() -> list[Due]:
    """The calls of one look. Where many are due, the others are those of the next one."""
    now = timezone.now()
    return [one for one in due.due(now)[:AT_ONCE] if due.claim(one, now)]


def _questions() -> list[MailAddress]:
    now = timezone.now()
    return [address for address in addresses.to_ask() if settings.MAIL and addresses.ask(address, now)]


async def _ask(address: MailAddress) -> None:
    if not await _mail(address, words.question(address)):
        await database_sync_to_async(addresses.ask_later)(address)


async def _make(one: Due) -> None:
    found = await database_sync_to_async(_addresses)(one.visitor)
    arrived = await asyncio.gather(*(_call(one, address) for address in found))
    await database_sync_to_async(due.made)(one, any(arrived))


def _addresses(visitor: str) -> Sequence[PushAddress | MailAddress]:
    mail = addresses.mail_of(visitor)
    wants_mail = [mail] if mail and mail.confirmed and settings.MAIL else []
    return [*addresses.browsers(visitor), *wants_mail]


async def _call(one: Due, address: PushAddress | MailAddress) -> bool:
    """Whether the call was taken."""
    if isinstance(address, MailAddress):
        return await _mail(address, await database_sync_to_async(words.mailed)(one, address))
    message = await database_sync_to_async(words.pushed)(one, address)
    contact = settings.CONTACT or address.site
    where = (address.endpoint, address.key, address.secret)
    loop = asyncio.get_running_loop()
    try:
        delivery = await loop.run_in_executor(_threads, push.deliver, *where, message, contact, one.about)
    except Exception as fault:  # noqa: BLE001, any fault counts as a failure of the address
        logger.error("A push address could not be used: %s", type(fault).__name__)
        delivery = Delivery.FAILED
    note = {Delivery.TAKEN: addresses.took, Delivery.GONE: addresses.gone, Delivery.FAILED: addresses.failed}[delivery]
    await database_sync_to_async(note)(address.pk)
    return delivery is Delivery.TAKEN


async def _mail(address: MailAddress, letter: Letter) -> bool:
    """Whether a letter is done with. Mail programs show a button of their own that stops further ones (RFC 8058)."""
    headers = {
        "List-Unsubscribe": f"<{letter.stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    mail = EmailMessage(letter.subject, letter.text, to=[address.address], headers=headers)
    try:
        await asyncio.get_running_loop().run_in_executor(_threads, mail.send)
    except (SMTPRecipientsRefused, ValueError):  # the second where a domain has more letters than DNS can spell
        logger.info("The mail server does not take mail for an address")
    except (OSError, SMTPException) as fault:  # the fault's text may hold the address
        logger.warning("The mail server took no mail: %s", type(fault).__name__)
        return False
    return True
