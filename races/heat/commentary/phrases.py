"""How sentences of the log are put together: each is a whole text in one language, with marks and values in it."""

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

MARKS = {
    "cost": SafeString('<span class="cost">'),
    "gain": SafeString('<span class="gain">'),
    "end": SafeString("</span>"),
}
"""What stands around the part of a sentence that says what something costs or gives: {cost}pays 2 Heat{end}."""


def phrase(text: str, **values: object) -> SafeString:
    """A translated text with its values, as HTML: values are escaped, marks are not."""
    escaped = {name: conditional_escape(str(value)) for name, value in values.items()}
    return SafeString(text.format(**MARKS, **escaped))


def joined(*sentences: str) -> SafeString:
    """Whole sentences one after the other; what is empty is left out."""
    found = [sentence for sentence in sentences if sentence]
    return SafeString(" ".join([conditional_escape(sentence) for sentence in found]))
