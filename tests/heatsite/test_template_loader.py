"""Templates lose their indentation when they are loaded, and nothing that can be seen."""

import pytest
from django.template.loader import get_template

from heatsite.template_loader import without_layout


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<ol>\n  <li>One</li>\n  <li>Two</li>\n</ol>", "<ol><li>One</li><li>Two</li>\n</ol>"),
        ("{% if a %}\n  <b>{{ a }}</b>\n  {% endif %}", "{% if a %}<b>{{ a }}</b>{% endif %}"),
        ("<p>One\n  two {{ three }}\n  <b>four</b></p>", "<p>One\ntwo {{ three }}\n<b>four</b></p>"),
        ('<a class="one"\n   href="two">', '<a class="one"\nhref="two">'),
        ("<b>One</b>\n<b>Two</b>", "<b>One</b>\n<b>Two</b>"),
        (
            "<p>\n  {% blocktranslate %}One\n  two{% endblocktranslate %}\n  <br></p>",
            "<p>{% blocktranslate %}One\n  two{% endblocktranslate %}<br></p>",
        ),
    ],
)
def test_only_layout_goes(source: str, sent: str) -> None:
    assert without_layout(source) == sent


def test_the_site_loads_its_templates_so() -> None:
    template = get_template("races/heat/cockpit/lever.html").template  # type: ignore[attr-defined]
    assert template.origin.loader.__module__ == "heatsite.template_loader"
    assert "\n " not in template.source
