"""The odds of a choice in words, beside what is drawn of them."""

import re

from engine.heat.moves.play import Play
from tests.engine.heat.kit import Table, car, game
from tests.engine.heat.react_kit import reacting
from tests.races.heat.cockpit.scenes import AHEAD, shown
from tests.races.heat.cockpit.test_screens import told


def odds(html: str) -> list[str]:
    found = re.search(r"<ul[^>]* data-odds>(.*?)</ul>", html, re.S)
    assert found
    return re.findall(r"<li>(.*?)</li>", found[1])


def test_each_landing_of_a_set_has_its_words() -> None:
    html = shown(Table(game(), car(at=28, gear=2, hand="1 2 3 4 4", engine=2), *AHEAD).go("cards"))
    known = told(html)
    pairs = zip(known["places"], known["words"], strict=True)
    words = {(at, speed, heat, spin): said for (at, _lane, speed, heat, spin), said in pairs}
    assert words[31, 3, 0, 0] == "#: speed 3 to space 31, no Heat."
    assert words[33, 5, 2, 0] == "#: speed 5 to space 33, 2 Heat."
    assert "#: speed 8, spin-out, back to space 32." in words.values()
    assert odds(html) == []


def test_what_i_have_chosen_can_be_read_while_others_choose() -> None:
    table = Table(game(), car(at=28, gear=2, hand="1 2 3 4 4", engine=2), *AHEAD).go("cards")
    html = shown(table.answer(0, Play(("1", "4"))))
    assert odds(html) == ["100%: speed 5 to space 33, 2 Heat."]


def test_a_lever_that_leads_somewhere_is_described_by_its_odds() -> None:
    flips = "1 1 1 4"
    html = shown(reacting("4 4", *AHEAD[:1], gear=4, at=31, start=23, hand="1 heat", engine=1, draw=flips))
    ids = re.findall(r'aria-describedby="(odds-\d+)"', html)
    assert ids
    for name in ids:
        found = re.search(rf'<span id="{name}" hidden>(.*?)</span>', html)
        assert found
        shares = [int(share) for share in re.findall(r"(\d+)%: speed", found[1])]
        assert 98 <= sum(shares) <= 102


def test_the_drawing_of_the_road_is_silent() -> None:
    html = shown(Table(game(), car(at=28, gear=2, hand="1 2 3 4 4", engine=2), *AHEAD).go("cards"))
    strip = re.search(r'<svg class="strip"[^>]*>', html)
    assert strip
    assert 'aria-hidden="true"' in strip[0]
    assert "role=" not in strip[0]
