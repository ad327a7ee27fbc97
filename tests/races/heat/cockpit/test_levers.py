"""Levers of React with many symbols: what is a must, what it takes, what it opens, and what cards do of themselves."""

import re
from html import unescape

from django.utils.html import strip_tags

from engine.heat.moves.play import Play
from races.heat.cockpit import fragment as cockpit
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
from races.heat.cockpit.react import react
from races.heat.cockpit.turn import MANY, TurnScreen
from races.heat.moves import MOVES
from races.heat.tables import SITE
from tests.engine.heat.kit import Table, car, game
from tests.races.heat.cockpit.scenes import laid


def text(html: object) -> str:
    return unescape(re.sub(r"\s+", " ", strip_tags(str(html)))).strip()


def reacting(play: str, **rest: object) -> Table:
    rest = {"hand": "heat stress 1", "gear": 3, **rest}
    return Table(game(), car(at=14, start=11, play=play, **rest), car(at=2)).go("react")  # type: ignore[arg-type]


def screen(table: Table) -> TurnScreen:
    return react(Cockpit(laid(table), 0, SITE.sentences), MOVES)


def lever(table: Table, icon: str) -> Lever:
    return next(one for one in screen(table).levers if one.icon == icon)


def test_musts_are_marked_and_stand_first() -> None:
    levers = screen(reacting("up44 up04 up49 3")).levers
    musts = [one.must for one in levers]
    assert musts == sorted(musts, reverse=True)
    assert [one.icon for one in levers if one.must] == ["heat", "scrap"][: sum(musts)]
    html = cockpit.render(laid(reacting("up44 up04 up49 3")), 0)
    assert html.count('class="must"') == sum(musts) > 0


def test_paying_says_what_it_opens() -> None:
    opens = lever(reacting("up27 3"), "heat").opens
    assert [(one.icon, one.words) for one in opens] == [("direct_play", "direct play"), ("cooldown", "cooldown 1")]
    assert "Opens:" in text(cockpit.render(laid(reacting("up27 3")), 0))
    assert lever(reacting("up46 3"), "heat").opens == [], "what counts of itself is not opened"


def test_scrap_shows_what_it_takes() -> None:
    one = lever(reacting("up25 3", draw="heat 2 stress 1 4", top=("heat",)), "scrap")
    assert one.shows == ["heat", "back"]
    assert one.gives == "The top 2 of your draw pile of 5 are discarded. It holds 1 Heat and 1 Stress."
    one = lever(reacting("up43 3", draw="2 3", engine=6), "heat")
    assert one.must


def test_scrap_of_more_than_there_is_says_so() -> None:
    one = lever(reacting("up28 3", draw="2 3"), "scrap")
    assert one.gives == "All 2 cards of your draw pile are discarded, and more after a shuffle."
    assert one.shows == ["back", "back"]


def test_choosers_show_the_discard_pile() -> None:
    table = reacting("up49 3", discard="heat heat 1 4")
    assert lever(table, "super_cool").shows == ["heat", "heat", "1", "4"]
    assert lever(table, "salvage").cards == ["1", "4", "heat", "heat"]


def test_accelerating_counts_flips() -> None:
    one = lever(reacting("up47 3", flips=2, worth=(3, 3)), "accelerate")
    assert one.gives.startswith("1 for each of your 2 flips of this turn: speed 8")


def test_cards_that_work_of_themselves_are_told() -> None:
    assert screen(reacting("up46 up36 up34 3")).notes == (
        "Corner limits this turn: +2 (Spoiler +3, Treads −1).",
        "At the end of the turn you may put back on your draw pile: Springs 4.",
    )
    assert screen(reacting("1 2 3")).notes == ()


def test_more_levers_than_can_be_read_are_one_line_each() -> None:
    assert not screen(reacting("1 2 3")).many
    table = reacting("4 up27 up40 up47 up49 up52 up57 up36", flips=2, discard="1 heat stress")
    shown = screen(table)
    assert len(shown.levers) > MANY
    assert shown.many
    html = cockpit.render(laid(table), 0)
    assert 'class="react many"' in html
    for one in shown.levers:
        assert unescape(one.gives) in text(html), "all of it is there for readers, and without scripts"


def test_a_plan_says_what_cannot_be_paid_and_what_is_scrapped() -> None:
    table = Table(game(), car(at=5, gear=2, engine=1, hand="up42 up25 1 2 3"), car(at=30)).go("cards")
    html = unescape(cockpit.render(laid(table), 0))
    assert "The cards cost 2 Heat, and the engine holds 1." in html
    assert "They scrap 2 cards." in html
    board = Cockpit(laid(table), 0, SITE.sentences)
    (title, figures) = board.outlook_of_move(Play(("1", "up42"))).warning()
    assert title == "You cannot pay for these cards"
    assert "Without cooldown you lose what you cannot pay for" in figures
