import xml.etree.ElementTree as ET

import pytest

from races.parts.icons import FILLED, ICONS, icon, sprite


def test_every_symbol_is_in_the_sprite() -> None:
    tree = ET.fromstring(f"<svg>{sprite()}</svg>")
    assert [symbol.get("id") for symbol in tree] == [f"i-{name}" for name in ICONS]
    assert set(ICONS) >= FILLED


def test_a_symbol_without_words_is_decoration() -> None:
    assert icon("boost", "s") == '<svg class="i s" aria-hidden="true"><use href="#i-boost"/></svg>'


def test_words_of_a_symbol_are_escaped() -> None:
    assert 'role="img" aria-label="&lt;b&gt;"' in icon("boost", label="<b>")


def test_a_symbol_that_there_is_not() -> None:
    with pytest.raises(KeyError, match="unicorn"):
        icon("unicorn")
