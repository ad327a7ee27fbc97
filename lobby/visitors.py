"""Visitors: there are no accounts, but the name, colour and number that a browser used last are remembered."""

from datetime import datetime

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from lobby import games
from lobby.models import Visitor
from lobby.refused import Refused


class VisitorRequest(HttpRequest):
    """A request with what the middleware adds: the visitor's id, and what htmx says."""

    visitor: str
    device: str
    """Which of the visitor's browsers this is; empty for the first."""
    address: str
    """From where it comes, as a keyed hash; empty for the machine of the site itself."""
    htmx: HtmxDetails


def known(visitor: str) -> Visitor | None:
    """What is remembered of a visitor; None for one who has never joined a room."""
    return Visitor.objects.filter(pk=visitor).first()


def must_not_be_barred(visitor: str) -> None:
    if Visitor.objects.filter(pk=visitor).exclude(barred=None).exists():
        raise Refused("barred")


def why_barred(visitor: str) -> str:
    """Return the refusal of a barred visitor in words, for `races.tokens`; empty for all others."""
    try:
        must_not_be_barred(visitor)
    except Refused as refused:
        return refused.in_full
    return ""


def was_here(visitor: str, moment: datetime) -> bool:
    """Whether a visitor has had a name here since before this moment. New cookies tell no visitors apart."""
    return bool(visitor) and Visitor.objects.filter(pk=visitor, made__lt=moment).exists()


def given_name(visitor: str) -> str:
    """The name that a visitor has typed; empty without one. A race alone starts without asking, under the game's word
    for a player without a name; two of them in one room could not be told apart, so that word is no name here."""
    one = known(visitor)
    nameless = {games.offer(game).nameless() for game in games.OFFERS}
    return "" if one is None or one.name in nameless else one.name


def remember(visitor: str, name: str, colour: str = "", car_number: int | None = None) -> Visitor:
    """Store what a visitor used last; what is empty stays as it was."""
    new = {"name": name, **({"colour": colour} if colour else {}), **({"car_number": car_number} if car_number else {})}
    return Visitor.objects.update_or_create(pk=visitor, defaults=new)[0]
