"""Codes that can be read aloud: no letter that looks or sounds like another, no vowels to make words with."""

import secrets
from typing import Any

from django.db.models import Manager
from django.urls import register_converter
from django.urls.converters import StringConverter

ALPHABET = "BCDFGHJKLMNPQRSTVWXYZ2346789"
LOOKALIKES = str.maketrans({"0": "Q", "O": "Q", "1": "L", "I": "L", "5": "S", "U": "V", "A": "4", "E": "3"})


def unused(rows: Manager[Any], length: int) -> str:
    """A code that none of these rows has."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(length))
        if not rows.filter(code=code).exists():
            return code


def cleaned(typed: str) -> str:
    """A code that a visitor typed: any case, with spaces or dashes, and with signs that look like ours."""
    return "".join(sign for sign in typed.upper() if sign.isalnum()).translate(LOOKALIKES)[:16]


class Typed(StringConverter):
    """A code in an address that a visitor typed. Almost any sign is let through to the page that says that nothing was
    found; not NUL, which PostgreSQL refuses in a query."""

    regex = r"[^/\x00]{1,40}"


register_converter(Typed, "code")
