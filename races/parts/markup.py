"""What every drawing ends in: markup that we wrote ourselves, with the words of others escaped."""

from html import escape

from django.utils.safestring import SafeString


def drawn(*parts: str) -> SafeString:
    """Drawings are made of our own paths and numbers, so templates need not escape them."""
    return SafeString("".join(parts))


def spoken(label: str) -> str:
    """The attributes by which a picture is read aloud, or left out where the words stand beside it."""
    return f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
