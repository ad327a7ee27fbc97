"""Browsers of visitors, and what their pages say."""

import re
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client

from heatsite.visitors import COOKIE, sign
from races.models import Race


def browser(visitor: str, **options: bool) -> Client:
    client = Client(**options)  # type: ignore[arg-type]
    client.cookies[COOKIE] = sign(visitor)
    return client


def address(race: Race, page: str = "") -> str:
    return f"/races/{race.code}/{page}"


def said(response: Any) -> list[str]:
    """The messages that the next page shows."""
    return [str(message) for message in get_messages(response.wsgi_request)]


def without_tokens(html: str) -> str:
    """A page without what is drawn for each form anew."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", html)
