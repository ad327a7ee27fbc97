"""The turn clock, the logo and QR codes."""

import re

import pytest
import segno

from races.parts.instruments import clock, logo, qr


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
