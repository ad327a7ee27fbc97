import re
import xml.etree.ElementTree as ET

import pytest

from races.heat.parts.controls import dial, gearbox, limit


def wedges(svg: str) -> list[str]:
    return re.findall(r'class="(seg[ a-z]*)"', svg)


def test_a_wedge_for_each_heat() -> None:
    assert wedges(dial(4, 6)) == ["seg on"] * 4 + ["seg"] * 2
    assert 'aria-label="Engine: 4 Heat, 2 among the cards"' in dial(4, 6)


def test_what_a_choice_may_spend_glows() -> None:
    assert wedges(dial(4, 6, 3)) == ["seg on"] + ["seg hot"] * 3 + ["seg"] * 2
    assert "3 at risk" in dial(4, 6, 3)


def test_an_engine_that_holds_more_than_at_the_start() -> None:
    assert wedges(dial(7, 6)) == ["seg on"] * 7


def test_the_lever_is_a_group_of_radios() -> None:
    html = gearbox(2, {3: ("no", "2 <cards>")})
    radios = dict(re.findall(r'<input class="vh" type="radio" name="gear" value="(\d)"([^>]*)>', html))
    assert radios == {"1": "", "2": " checked", "3": " disabled", "4": ""}
    assert "2 &lt;cards&gt;" in html


def test_a_set_lever_has_no_controls() -> None:
    locked = gearbox(3, locked=True)
    assert "<input" not in locked
    assert 'aria-label="3rd gear"' in locked


@pytest.mark.parametrize("number", [-1, 0, 4, 10, 12])
def test_a_limit_says_its_number(number: int) -> None:
    assert f'aria-label="limit {number}"' in limit(number)
    ET.fromstring(limit(number))
