"""What a race says of the press: at its corners, in the playback, and only where there is something to win."""

import pytest

from engine.kernel.seats import Seat
from races.heat.board.explained import corners
from races.heat.board.fragments import press_lines
from races.heat.championships import running
from races.heat.commentary.reader import Reader
from races.heat.events.sponsors import SponsorsLine
from races.heat.extras import Extras
from races.heat.scene import HeatScene
from tests.engine.heat.kit import game
from tests.races.factories import heat_scene, make_race
from tests.races.heat.championships.kit import begun, cast, terms
from tests.races.views.kit import browser

pytestmark = pytest.mark.django_db(transaction=True)

PRESS = "The press waits here"


def lines_with_press(scene: HeatScene) -> list[int]:
    return [line for line, said in corners(scene).items() if any(PRESS in fact for fact in said.facts)]


def test_every_press_corner_tells_what_it_pays_for() -> None:
    race = running.go_on(begun(cast()), cast(), terms())
    scene = heat_scene(race)
    assert lines_with_press(scene) == list(scene.game.content.track.press_lines())
    first = scene.game.content.track.corners[0]
    facts = " ".join(corners(scene)[first.line].facts)
    assert f"from speed {first.limit + 2} on" in facts


def test_board_rules_name_the_corners_of_the_event() -> None:
    race = running.go_on(begun(cast(), rules="rulebook"), cast(), terms())
    scene = heat_scene(race)
    assert lines_with_press(scene) == [scene.game.content.track.press_lines()[0]], "the event names corner A"


def test_a_single_race_has_no_press() -> None:
    assert lines_with_press(heat_scene(make_race())) == []


def test_the_event_is_a_press_away_in_the_bar_and_in_the_menu() -> None:
    race = running.go_on(begun(cast()), cast(), terms())
    shown = browser("ada").get(race.get_absolute_url()).content.decode()
    assert shown.count('popovertarget="season-card">') == 2
    assert "The press pays a sponsor card for 2 over the limit or more" in shown
    assert press_lines(heat_scene(race)) == set(lines_with_press(heat_scene(race)))


def test_a_single_race_with_sponsors_tells_what_the_press_pays() -> None:
    race = make_race(extras=Extras(sponsors=True))
    shown = browser("ada").get(race.get_absolute_url()).content.decode()
    assert shown.count('popovertarget="season-card">') == 2
    assert "The press waits at every corner." in shown
    assert "The press pays a sponsor card for 2 over the limit or more" in shown


def test_a_card_that_is_earned_is_played_back_and_one_that_is_dealt_is_not() -> None:
    earned, dealt = (SponsorsLine(seat=Seat(0), why=why, count=2) for why in ("press", "event"))
    assert earned.plays()
    assert earned.shows(Reader((), game()))["earned"] == 2
    assert not dealt.plays()
