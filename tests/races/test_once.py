"""Parts of a template that are rendered once for the same values."""

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils.translation import override

from races.templatetags import once


class Counted:
    """A value that counts how often it is written."""

    times = 0

    def __str__(self) -> str:
        self.times += 1
        return "<worn>"


def test_it_is_rendered_anew_for_other_values_only() -> None:
    template = Template("{% for n in numbers %}{% once n=n tyre=tyre %}{{ n }}{{ tyre }} {% endonce %}{% endfor %}")
    tyre = Counted()
    html = template.render(Context({"numbers": (1, 2, 1, 1), "tyre": tyre}))
    assert html == "1&lt;worn&gt; 2&lt;worn&gt; 1&lt;worn&gt; 1&lt;worn&gt; "
    assert tyre.times == 2


def test_it_sees_the_named_values_only() -> None:
    template = Template("{% once n=n %}{{ n }}{{ hand }}{% endonce %}")
    assert template.render(Context({"n": 1, "hand": "5 3 stress"})) == "1"


def test_every_language_has_its_own() -> None:
    template = Template("{% once n=n %}{% translate 'Yes' %}{% endonce %}")
    for language, word in (("en", "Yes"), ("de", "Ja"), ("en", "Yes")):
        with override(language):
            assert template.render(Context({"n": 1})) == word


def test_it_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(once, "MOST", 3)
    template = Template("{% once n=n %}{{ n }}{% endonce %}")
    (node,) = template.nodelist
    assert isinstance(node, once.Once)
    for n in range(10):
        assert template.render(Context({"n": n})) == str(n)
        assert len(node.kept) <= 3


@pytest.mark.parametrize("words", ["", "n", "n=1 m"])
def test_values_have_names(words: str) -> None:
    with pytest.raises(TemplateSyntaxError, match="by name"):
        Template(f"{{% once {words} %}}{{% endonce %}}")
