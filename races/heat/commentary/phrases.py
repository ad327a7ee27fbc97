"""How sentences of the log are put together: each is a whole text in one language, with marks and values in it."""

from django.utils.html import format_html
from django.utils.safestring import SafeString

MARKS = {
    "cost": SafeString('<span class="cost">'),
    "gain": SafeString('<span class="gain">'),
    "end": SafeString("</span>"),
}
"""What stands around the part of a sentence that says what something costs or gives: {cost}pays 2 Heat{end}."""


def phrase(text: str, **values: object) -> SafeString:
    """A translated text with its values, as HTML: values are escaped, marks are not."""
    return format_html(text, **MARKS, **values)


def joined(*sentences: str) -> SafeString:
    """Whole sentences one after the other; what is empty is left out."""
    found = [sentence for sentence in sentences if sentence]
    return format_html(" ".join(["{}"] * len(found)), *found) if found else SafeString("")
