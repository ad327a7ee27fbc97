"""HenHur on a television: a race is told step by step, nothing says beforehand how it ends, and at the end there is the
podium."""

from typing import Any

from playwright.sync_api import expect

from races.models import Race
from tests.e2e.conftest import Visit, elsewhere
from tests.races.henhur.kit import match, played

WATCH = """() => {
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
  const seen = (name) => [...document.querySelectorAll(`#${name}, [data-copy="${name}"]`)].filter(isSeen);
  const rows = () => seen("standings").flatMap((list) => [...list.children]);
  const look = () => ({
    bar: seen("bar-state").map((bar) => bar.innerText.toLowerCase().replace(/\\s+/g, " ")),
    lists: seen("standings").length,
    order: rows().map((row) => Number(row.dataset.seat)),
    at: Object.fromEntries(rows().map((row) => [row.dataset.seat, Number(row.querySelector(".gap").textContent)])),
    pool: [...document.querySelectorAll("#turn .pool")].some(isSeen),
    log: [...document.querySelectorAll("#log-lines li")].filter(isSeen).length,
    next: document.querySelector("#playback .then").textContent,
    runs: [...document.querySelectorAll("#turn [data-run].acts")].map((row) => Number(row.dataset.seat)),
  });
  window.told = [];
  document.addEventListener("heat:step", ({ detail }) => told.push({ step: detail.step, ...look() }));
  document.addEventListener("heat:played", () => (window.after = look()));
}"""
"""Keeps what is to be seen at the beginning of each step, and when all has been played."""


def play(race: Race, until: int) -> None:
    """Careful hens play to a turn, in another process than the server's."""
    played(race, until)


def test_a_race_of_hens_is_not_told_before_it_is_run(visit: Visit) -> None:
    race = elsewhere(lambda: match(("Ada", "Bo", "Cy")))
    assert race is not None
    page = visit().page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/races/{race.code}/tv/")
    expect(page.locator(".connection")).to_have_attribute("data-state", "connected")
    page.evaluate(WATCH)
    elsewhere(lambda: play(race, 2))
    page.wait_for_function("() => window.after")
    told: list[dict[str, Any]] = page.evaluate("told")
    at = {"0": 0, "1": 0, "2": 0}
    assert told[0]["step"]["look"] == "cards"
    for one in told:
        step = one["step"]
        assert (one["at"], one["lists"], one["pool"], one["log"]) == (at, 1, False, 0)
        assert one["order"] == sorted(one["order"], key=lambda seat: -at[str(seat)])
        assert len(one["bar"]) == 1
        assert "turn 1 of 8" in one["bar"][0]
        assert "lead" not in one["bar"][0]
        assert one["next"] == step.get("then", "")
        if step["look"] == "run":
            assert one["runs"] == [step["seat"]]
            at[str(step["seat"])] = step["to"]
        elif step["look"] == "back":
            at[str(step["seat"])] = step["to"]
    after: dict[str, Any] = page.evaluate("after")
    assert (after["at"], after["lists"], after["pool"]) == (at, 1, True)
    assert "turn 2 of 8" in after["bar"][0]


def test_the_podium_comes_when_the_last_hen_has_run(visit: Visit) -> None:
    race = elsewhere(lambda: match(("Ada", "Bo")))
    assert race is not None
    page = visit().page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/races/{race.code}/tv/")
    expect(page.locator(".connection")).to_have_attribute("data-state", "connected")
    elsewhere(lambda: play(race, 1000))
    expect(page.locator(".hen-podium")).to_be_visible()
    expect(page.locator("#stage")).to_have_count(0)
