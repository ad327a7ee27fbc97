"""Our own strokes: any text becomes a word that can be drawn, and nothing typed becomes markup."""

from xml.etree import ElementTree

import pytest

from races.parts.lettering import GAP, GLYPHS, figure, spell, width, word


@pytest.mark.parametrize(
    ("text", "spelt"),
    [
        ("España", "ESPAÑA"),
        ("Großer Preis", "GROSSER PREIS"),
        ("Île  de Ré", "ILE DE RÉ"),
        ("<b>", "B"),
        ("Ωмега 日本 7", "7"),
        ("", ""),
    ],
)
def test_any_text_is_spelt_with_what_there_is(text: str, spelt: str) -> None:
    assert spell(text) == spelt


def test_a_word_is_as_wide_as_its_characters_and_the_gaps() -> None:
    assert width("") == 0
    assert width("1") == GLYPHS["1"][0]
    assert width("11", tracking=4) == 2 * GLYPHS["1"][0] + GAP + 4


def test_words_and_figures_are_well_formed() -> None:
    everything = "".join(GLYPHS)
    group = ElementTree.fromstring(word(everything, 10, 20, 50, "middle", slant=12))
    assert len(group) == len(everything) - 1  # all but the space
    picture = ElementTree.fromstring(figure("42", "big", label='4 "2" & more'))
    assert picture.get("aria-label") == '4 "2" & more'
    assert ElementTree.fromstring(figure("42")).get("aria-hidden") == "true"
    assert "style=" not in word(everything, 0, 0, 10)
