"""Water, tunnels and chicanes are explained where they bite: in the cockpit, in a plan and in the log."""

import re
from html import unescape

from django.utils.html import strip_tags

from engine.heat import all_tracks
from engine.heat.events import Cleared, Event
from engine.heat.moves.gear import Gear, Shifted
from races.heat.cockpit import fragment as cockpit
from races.heat.commentary.narrate import narrate
from races.heat.commentary.say import sentence
from tests.engine.heat.kit import Table, car, game
from tests.races.heat.cockpit.scenes import laid


def text(html: object) -> str:
    return unescape(re.sub(r"\s+", " ", strip_tags(str(html)))).strip()


def table(track: str, phase: str, *cars: object, **rest: object) -> Table:
    return Table(game(on=all_tracks()[track]), *cars, **rest).go(phase)  # type: ignore[arg-type]


def told(laid_out: Table, *events: Event) -> list[str]:
    scene = laid(laid_out)
    return [text(sentence(line, scene.seats, scene.game)) for line in narrate(scene.game, laid_out.state, events)]


def test_water_says_what_shifting_down_costs() -> None:
    html = cockpit.render(laid(table("japan", "gears", car(at=5, gear=3), car(at=2))), 0)
    assert "You stand in water: shifting down costs 1 Heat more." in text(html)
    html = cockpit.render(laid(table("japan", "gears", car(at=5, gear=1), car(at=2))), 0)
    assert "no matter in 1st gear" in text(html)


def test_water_and_tunnel_ahead_say_how_far() -> None:
    html = cockpit.render(laid(table("japan", "gears", car(at=2, gear=3), car(at=1))), 0)
    assert "Water 3 spaces ahead: who stops there pays 1 Heat more to shift down." in text(html)
    track = all_tracks()["espana"]
    first = min(spot.space for spot in track.tunnel)
    html = cockpit.render(laid(table("espana", "gears", car(at=first - 2, gear=3), car(at=1))), 0)
    assert "Tunnel 2 spaces ahead: who stops in it throws nothing away." in text(html)
    html = cockpit.render(laid(table("espana", "gears", car(at=first, gear=3), car(at=1))), 0)
    assert re.search(r"In the tunnel, \d+ spaces to its end: nothing can be thrown away", text(html))


def test_a_chicane_ahead_has_two_lines() -> None:
    html = cockpit.render(laid(table("deutschland", "gears", car(at=20, gear=3), car(at=14))), 0)
    assert "Chicane ahead: two lines, 1 space apart, each with its own limit." in text(html)
    assert "Chicane" not in text(cockpit.render(laid(table("deutschland", "gears", car(at=20), car(at=25))), 1))


def test_plain_tracks_say_nothing_of_it() -> None:
    html = cockpit.render(laid(table("usa", "gears", car(at=5, gear=3), car(at=2))), 0)
    assert 'class="line place"' not in html


def test_a_plan_tells_which_landings_are_in_the_water() -> None:
    html = cockpit.render(laid(table("japan", "cards", car(at=3, gear=2, hand="1 2 3 4 1 2 3"), car(at=1))), 0)
    assert "to space 6, no Heat. It is flooded there." in unescape(html)
    assert 'class="wet"' in html


def test_the_log_says_what_the_water_cost() -> None:
    laid_out = table("japan", "gears", car(at=5, gear=3, engine=4), car(at=2))
    (said,) = told(laid_out, Shifted(laid_out.game.awaiting(laid_out.state)[0].seat, gear=2, heat=1))
    assert said == "Driver 0 shifts from gear 3 to 2 and pays 1 Heat; 3 left. 1 of it is for the water."
    (said,) = told(laid_out, Shifted(laid_out.game.awaiting(laid_out.state)[0].seat, gear=1, heat=2))
    assert said.endswith("pays 2 Heat; 2 left. 1 of it is for the water.")


def test_the_price_of_a_gear_is_that_of_the_log() -> None:
    laid_out = table("japan", "gears", car(at=5, gear=3, engine=4), car(at=2))
    laid_out.answer(0, Gear(2))
    laid_out.answer(1, Gear(1))
    assert laid_out.cars[0].engine == 3


def test_the_log_names_who_throws_nothing_away_in_a_tunnel() -> None:
    track = all_tracks()["espana"]
    inside = min(spot.space for spot in track.tunnel) + 1
    laid_out = table("espana", "gears", car(at=inside), car(at=inside + 1), car(at=1))
    seats = tuple(question.seat for question in laid_out.game.awaiting(laid_out.state))
    assert told(laid_out, Cleared(seats=seats)) == ["Driver 0 and Driver 1 are in the tunnel and throw nothing away."]
    assert told(laid_out, Cleared(seats=seats[2:])) == []
