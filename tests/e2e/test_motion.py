"""A race for who wants to see things move: what happens is played to its end while others drive on, and no browser has
anything to complain of."""

from tests.e2e.conftest import Visit
from tests.e2e.driving import on_the_grid, race
from tests.e2e.site import Site

ROUNDS = 1
"""Gears, cards, reactions and the end of the round are played, and the board is replaced under what moves."""


def test_a_race_is_seen_with_all_its_motion(visit: Visit, site: Site) -> None:
    ada, bo = visit("Ada", reduced_motion="no-preference"), visit("Bo")
    ada.watches = True
    on_the_grid(site, ada, bo, track="japan")
    ada.page.evaluate("""() => {
      window.played = 0;
      document.addEventListener("heat:played", () => window.played++);
    }""")
    race([ada, bo], until=lambda: int(bo.look()["question"].partition(".")[0] or 0) > ROUNDS)
    assert ada.page.evaluate("() => window.played") >= ROUNDS
    assert ada.page.evaluate("() => matchMedia('(prefers-reduced-motion: no-preference)').matches")
