"""Visitors: nobody signs up, but what they called themselves and drove last time is remembered."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from lobby.models import Visitor


class VisitorRequest(HttpRequest):
    """A request as the middleware hands it on."""

    visitor: str
    htmx: HtmxDetails


def known(visitor: str) -> Visitor | None:
    """What we remember of somebody; a passer-by leaves no trace."""
    return Visitor.objects.filter(pk=visitor).first()


def remember(visitor: str, name: str, colour: str = "", car_number: int | None = None) -> Visitor:
    """What they like from now on; what is not told stays as it was."""
    new = {"name": name, **({"colour": colour} if colour else {}), **({"car_number": car_number} if car_number else {})}
    return Visitor.objects.update_or_create(pk=visitor, defaults=new)[0]
