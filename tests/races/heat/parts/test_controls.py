import re
import xml.etree.ElementTree as ET

import pytest
import segno

from races.heat.parts.controls import clock, dial, gearbox, limit, logo, qr


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


@pytest.mark.parametrize(("share", "large"), [(0, 0), (0.4, 0), (0.6, 1), (1, 1), (7, 1)])
def test_the_clock_shows_the_share_that_is_left(share: float, large: int) -> None:
    assert f"A9 9 0 {large} 1" in clock("0:42", share)


def test_the_code_is_the_one_that_segno_makes() -> None:
    text = "http://192.168.1.20:8000/lobby/7F3KQ/"
    rows = segno.make(text, error="m").matrix
    dark = {(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module}
    drawn = set()
    for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)", qr(text)):
        drawn |= {(int(x) + step, int(y)) for step in range(int(run))}
    assert drawn == dark


def test_the_logo_is_named() -> None:
    assert 'aria-label="Heatsite"' in logo()
