"""The shell of the pages, the errors, and the style guide that lays out every part."""

import re
from collections import Counter

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template.loader import render_to_string
from django.test import RequestFactory

from races.heat.parts.specimens import specimens

ERRORS = ("400.html", "403.html", "403_csrf.html", "404.html", "500.html")


def guide() -> str:
    return render_to_string("styleguide.html", specimens(), RequestFactory().get("/"))


def test_the_guide_keeps_to_the_policy() -> None:
    html = guide()
    assert not re.search(r"<[^>]+\sstyle=", html)
    assert not re.search(r"<[^>]+\son\w+=", html)
    assert "<style" not in html
    assert all(" src=" in script for script in re.findall(r"<script[^>]*>", html))


def test_no_id_stands_twice() -> None:
    ids = Counter(re.findall(r'\sid="([^"]*)"', guide()))
    assert [name for name, count in ids.items() if count > 1] == []


def test_every_reference_leads_somewhere() -> None:
    html = guide()
    assert set(re.findall(r'<use href="#([\w-]+)"', html)) <= set(re.findall(r'\sid="([\w-]+)"', html))


def test_every_control_has_a_name() -> None:
    for button in re.findall(r"<button[^>]*>.*?</button>", guide(), re.DOTALL):
        words = re.sub(r"<[^>]*>", "", button).strip()
        assert words or "aria-label" in button, button


@pytest.mark.parametrize("template", ERRORS)
def test_an_error_shows_the_way_home_and_needs_nothing(template: str) -> None:
    html = render_to_string(template)
    assert '<a class="btn go big" href="/">' in html
    assert html.count("<h1>") == 1


def test_the_shell_says_what_happened() -> None:
    messages = [Message(constants.ERROR, "No room has <that> code.")]
    html = render_to_string("base.html", {"messages": messages}, RequestFactory().get("/"))
    assert re.search(r'class="toast error" role="alert">.*No room has &lt;that&gt; code\.', html)
    assert 'id="messages"' in html
    assert "aria-live" in html


def test_the_shell_keeps_hands_out_of_the_history() -> None:
    html = render_to_string("base.html")
    assert '"attributesToSettle":["class","width","height"]' in html, "htmx may write no style: the policy forbids it"
    assert '"allowEval":false,"includeIndicatorStyles":false,"historyCacheSize":0,"timeout":20000' in html
    assert html.rindex('rel="stylesheet"') < html.index("theme.js") < html.index("<body")
    assert '<a class="skip vh" href="#content">' in html
