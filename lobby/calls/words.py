"""What a call says, in the language of the address that it goes to. It tells where, and nothing of what happened."""

import json
from dataclasses import dataclass
from urllib.parse import urljoin

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from lobby.calls import addresses
from lobby.calls.due import Due
from lobby.calls.models import MailAddress, PushAddress


@dataclass(frozen=True)
class Letter:
    """A mail: its subject, its text, and the address of the button with which mail programs stop further ones."""

    subject: str
    text: str
    stop: str


def headline(one: Due) -> str:
    if one.kind == "turn":
        return _("It is your turn: %(title)s") % {"title": one.title()}
    return _("%(name)s asks you to a room: %(title)s") % {"name": one.name, "title": one.title()}


def what_to_do(one: Due) -> str:
    if one.kind == "turn":
        return _("The others wait for your choice. If the time runs out, a stand-in chooses for you.")
    return _("Open the site to join them, or to say that it does not suit you.")


def pushed(one: Due, address: PushAddress) -> bytes:
    """The message for a browser, as the service worker reads it."""
    with translation.override(address.language):
        message = {
            "title": headline(one),
            "body": what_to_do(one),
            "url": one.path,
            "tag": one.about,
            "stop": reverse("lobby:stop_calls", args=[addresses.stop_token(address)]),
            "stop_label": _("No more messages"),
        }
    return json.dumps(message, ensure_ascii=False).encode()


def mailed(one: Due, address: MailAddress) -> Letter:
    with translation.override(address.language):
        stop = _stop(address)
        lines = [what_to_do(one), urljoin(address.site, one.path), _unwanted(stop)]
        return Letter(headline(one), "\n\n".join(lines) + "\n", stop)


def question(address: MailAddress) -> Letter:
    """Asks the owner of an address whether it is theirs."""
    with translation.override(address.language):
        stop = _stop(address)
        here = urljoin(address.site, reverse("lobby:confirm_mail", args=[addresses.confirm_token(address)]))
        lines = [
            _("Somebody wants messages from %(site)s to come to this address, such as when it is their turn.")
            % {"site": address.site},
            _("If that is you, say so within two days:"),
            here,
            _("If it is not, no further mail comes. With one click nobody can ask you again:"),
            stop,
        ]
        return Letter(_("Messages to this address?"), "\n\n".join(lines) + "\n", stop)


def _stop(address: MailAddress) -> str:
    return urljoin(address.site, reverse("lobby:stop_calls", args=[addresses.stop_token(address)]))


def _unwanted(stop: str) -> str:
    return "\n".join([_("You get this because you asked for it. To get no more of it:"), stop])
