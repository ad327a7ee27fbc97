import re
import xml.etree.ElementTree as ET

import pytest

from races.heat.parts.cars import car, roundel, symbols
from races.parts.chips import LIVERIES, chip, chip_symbols

COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple", "teal", "pink", "brown", "grey")


def test_twelve_cars_differ_in_colour_and_in_pattern() -> None:
    assert tuple(LIVERIES) == COLOURS
    for what in ("body", "pattern", "hull", "chip", "name"):
        assert len({str(getattr(livery, what)) for livery in LIVERIES.values()}) == 12


def test_the_sprites_hold_every_car_and_chip_and_what_they_refer_to() -> None:
    tree = ET.fromstring(f"<svg>{symbols()}{chip_symbols()}</svg>")
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {f"car-{colour}" for colour in COLOURS} | {f"chip-{colour}" for colour in COLOURS} <= set(ids)
    text = symbols() + chip_symbols()
    assert set(re.findall(r'(?:href="|url\()#([\w-]+)', text)) <= set(ids)


@pytest.mark.parametrize("number", [1, 8, 10, 12])
def test_a_chip_carries_its_number_in_the_middle(number: int) -> None:
    places = [float(x) for x in re.findall(r'href="#n\d" x="([\d.]+)"', chip("teal", number))]
    assert len(places) == len(str(number))
    assert places == sorted(places)
    assert all(9 < x < 25 for x in places)


def test_a_chip_is_read_aloud_unless_a_name_stands_beside_it() -> None:
    assert 'aria-label="red car 8"' in chip("red", 8)
    assert "aria-label" not in chip("red", 8, label="")
    assert len(chip("purple", 12, "sm", label="")) < 180


def test_the_number_stays_upright() -> None:
    assert "rotate(-90.0)" in roundel(7, 58, 90)
    assert "rotate(-90.0)" in car("red", 7, 58, 90)
