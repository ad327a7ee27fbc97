"""Templates are laid out for reading, and sent without their layout: indentation goes when a template is loaded.

A line break with indentation after it is no more than layout. Between tags it is taken away, before text it stays as a
line break. A line that begins at the margin keeps the line break before it, for where a space is meant. Texts inside
`blocktranslate` stay as they are, since translations find them by every character.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

LAYOUT = re.compile(
    r"(?P<text>\{% blocktranslate\b.*?\{% endblocktranslate %\})"
    r"|(?P<between_tags>(?:(?<=>)|(?<=[%#]\}))\n[ \t]+(?=<|\{[%#]))"
    r"|\n[ \t]+",
    re.DOTALL,
)


def without_layout(source: str) -> str:
    return LAYOUT.sub(lambda found: found["text"] or ("" if found["between_tags"] else "\n"), source)


class Loader(filesystem.Loader):
    """Loads the site's own templates; those of other packages come as they are."""

    def get_contents(self, origin: Origin) -> str:
        return without_layout(super().get_contents(origin))
