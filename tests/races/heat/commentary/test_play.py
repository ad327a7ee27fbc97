"""Playback in a browser: whatever happens while it plays, every car ends where the server has it."""

from typing import Any

import pytest

from tests.races.heat.commentary.playing import (
    Opened,
    at_rest,
    drive,
    finish,
    go_on,
    go_on_until,
    update,
    where,
    x,
)


def test_what_stood_on_the_page_before_is_not_played(opened: Opened) -> None:
    page = opened()
    assert not page.evaluate("document.body.classList.contains('playing')")
    at_rest(page, 2, 3)


def test_a_car_off_the_track_is_seen_until_its_last_step_has_been_played(opened: Opened) -> None:
    """Home, and the race closes with it: what it did last is still to be seen."""
    page = opened()
    home = {"look": "note", "say": "Car 0 is home", "seat": 0}
    update(page, 4, [drive(0, 2, 6), home, drive(1, 3, 7, lane=2)], None, (7, 2))
    assert where(page, 0) == x(2)
    go_on_until(page, "() => document.querySelector('#playback p').textContent === 'Car 0 is home'")
    assert where(page, 0) == x(6)
    update(page, 5, [], None, (7, 2))
    assert where(page, 0) == x(6), "a new picture does not take it away either"
    go_on_until(page, "() => document.querySelector('#playback p').textContent === 'Car 1'")
    assert page.locator("#cars [data-seat='0']").count() == 0
    finish(page)
    update(page, 6, [drive(1, 7, 8)], None, (8, 2))
    page.keyboard.press("Escape")
    assert page.locator("#cars .car").count() == 1


def test_the_card_that_a_boost_flips_turns_over(opened: Opened) -> None:
    page = opened()
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<svg><symbol id=\"card-3\"></symbol></svg>')")
    boost = drive(0, 2, 5, look="boost", flips=[["heat", 0], ["3", 3]], before=4, speed=7)
    update(page, 4, [boost, drive(1, 3, 4, lane=2)], (5, 1), (4, 2))
    row = page.locator(".call-row")
    assert row.locator(".speed").inner_text() == "4"
    go_on_until(page, "() => document.querySelector('.call-row .speed').textContent === '7'")
    faces = [use.get_attribute("href") for use in row.locator(".flipped .to use").all()]
    assert faces == ["#card-heat", "#card-3"]
    assert row.locator(".vain").count() == 1, "what was flipped in vain slides off"
    go_on_until(page, "() => document.querySelector('#playback p').textContent === 'Car 1'")
    assert page.locator("#playback .flipped").count() == 0


def test_cars_of_one_beat_drive_at_the_same_time_and_those_of_one_car_one_after_the_other(opened: Opened) -> None:
    page = opened()
    steps = [drive(0, 2, 5, beat="3.0"), drive(1, 3, 7, lane=2, beat="3.0"), drive(0, 5, 6, beat="3.0")]
    update(page, 4, steps, (6, 1), (7, 2))
    assert page.locator(".call-row .who").all_inner_texts() == ["Ada", "Bo"]
    assert page.locator("#playback .count").inner_text() == ""
    go_on(page, 600)
    assert x(2) < where(page, 0) < x(5)
    assert x(3) < where(page, 1) < x(7)
    go_on(page, 500)
    assert where(page, 0) == x(5)
    assert where(page, 1) == x(7)
    finish(page)
    at_rest(page, 6, 7)


def test_what_comes_for_a_beat_that_still_waits_joins_it(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 3), drive(0, 3, 4, beat="5")], (4, 1), (3, 2))
    update(page, 5, [drive(1, 3, 6, lane=2, beat="5")], (4, 1), (6, 2))
    assert page.locator("#playback .count").inner_text() == "1 / 2"
    go_on_until(page, "() => document.querySelectorAll('.call-row').length === 2")
    finish(page)
    at_rest(page, 4, 6)


def test_heat_leaves_beside_the_limit_and_nothing_of_it_turns_with_the_car(opened: Opened) -> None:
    page = opened()
    spin = {"look": "spin", "say": "Spin", "seat": 0, "path": [[6, 1], [4, 1]], "heat": -2, "stress": 2}
    corner = {"line": 5, "limit": 3, "speed": 9, "verdict": "9 at limit 3: spin-out", "gears": [4, 1]}
    update(page, 4, [{**spin, **corner}], (4, 1), (3, 2))
    row = page.locator(".call-row")
    assert row.locator(".verdict").inner_text() == "9 at limit 3: spin-out"
    assert row.locator(".heat .i").count() == 2
    assert row.locator(".flipped").count() == 2
    assert page.locator("#cars .call-pin").count() == 0
    assert page.locator("#calls .call-pin use[href='#limit-3']").count() == 1
    assert page.locator("#traces path").count() == 2, "skid marks"
    go_on_until(page, "() => document.querySelector('.to-gear')?.textContent === '1'")
    finish(page)
    at_rest(page, 4, 3)


def test_the_flag_shows_the_order(opened: Opened) -> None:
    page = opened()
    update(page, 4, [{"look": "finish", "say": "Over", "ranking": [1, 0], "ms": 2000}], (2, 1), (3, 2))
    assert page.locator(".flagged .who").all_inner_texts() == ["Bo", "Ada"]
    finish(page)
    assert page.locator(".flagged").count() == 0


def test_cars_start_where_they_were_and_end_where_they_are(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 5), drive(1, 3, 7, lane=2)], (5, 1), (7, 2))
    assert [where(page, 0), where(page, 1)] == [x(2), x(3)]
    assert page.locator("#playback p").inner_text() == "Car 0"
    assert page.locator("#playback p").get_attribute("aria-live") == "off"
    go_on_until(page, "() => document.querySelector('#playback p').textContent === 'Car 1'")
    assert [where(page, 0), where(page, 1)] == [x(5), x(3)]
    finish(page)
    at_rest(page, 5, 7)


@pytest.mark.parametrize("way", ["button", "escape", "hidden tab"])
def test_skipped_cars_are_at_their_end_at_once(opened: Opened, way: str) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 9), drive(1, 3, 10, lane=2)], (9, 1), (10, 2), form="2.cards.0.2")
    go_on_until(page, "() => document.getAnimations().length > 0")
    if way == "button":
        page.click("[data-skip]")
    elif way == "escape":
        page.keyboard.press("Escape")
    else:
        page.evaluate("""() => {
            Object.defineProperty(document, "hidden", {value: true});
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
    assert not page.evaluate("document.body.classList.contains('playing')")
    at_rest(page, 9, 10)


def test_a_hidden_tab_plays_nothing(opened: Opened) -> None:
    page = opened()
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    update(page, 4, [drive(0, 2, 5)], (5, 1), (3, 2))
    at_rest(page, 5, 3)


def test_what_comes_while_it_plays_waits_its_turn(opened: Opened) -> None:
    """The layer of cars is a new one by then; the car on its way goes on from where it is."""
    page = opened()
    update(page, 4, [drive(0, 2, 8)], (8, 1), (3, 2))
    go_on(page, 600)
    on_its_way = where(page, 0)
    assert x(2) < on_its_way < x(8)
    update(page, 5, [drive(1, 3, 6, lane=2), drive(0, 8, 9)], (9, 1), (6, 2))
    assert where(page, 0) == on_its_way
    assert where(page, 1) == x(3)
    finish(page)
    at_rest(page, 9, 6)


def test_playing_on_after_a_skip_is_one_playback(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 8)], (8, 1), (3, 2))
    page.evaluate("document.querySelector('[data-skip]').click()")
    update(page, 5, [drive(0, 8, 9), drive(1, 3, 4, lane=2)], (9, 1), (4, 2))
    assert where(page, 0) == x(8)
    assert page.locator("#playback .count").inner_text() == "1 / 2"
    finish(page)
    at_rest(page, 9, 4)


def test_a_spin_out_slides_back_and_a_lap_goes_on_round(opened: Opened) -> None:
    page = opened()
    spin = {"look": "spin", "say": "Spin", "seat": 0, "path": [[6, 1], [4, 2]], "heat": -2, "gears": [3, 1]}
    update(page, 4, [spin, drive(1, 18, 22, lane=2, full=True)], (4, 2), (2, 2))
    assert where(page, 0) == x(6)
    finish(page)
    at_rest(page, 4, 2)


def test_a_car_that_left_the_track_and_steps_without_motion_do_no_harm(opened: Opened) -> None:
    page = opened()
    steps = [drive(7, 2, 5), {"look": "cool", "say": "Cool", "seat": 0, "heat": 2}, {"look": "note", "say": "Over"}]
    update(page, 4, steps, (2, 1), (3, 2))
    finish(page)
    at_rest(page, 2, 3)


@pytest.mark.parametrize("many", [False, True])
def test_reduced_motion_goes_step_by_step_or_at_once(opened: Opened, many: bool) -> None:
    page = opened(reduced_motion="reduce")
    steps = [drive(0, 2, 5), drive(1, 3, 7, lane=2)] + [{"look": "note", "say": "more"}] * (12 if many else 0)
    update(page, 4, steps, (5, 1), (7, 2))
    if not many:
        assert page.evaluate("document.getAnimations().length") == 0
        assert [where(page, 0), where(page, 1)] == [x(5), x(3)]
        assert page.locator("#calls circle").count() == 1
        finish(page)
    at_rest(page, 5, 7)


def test_a_long_update_ends_within_six_seconds(opened: Opened) -> None:
    page = opened()
    steps = [drive(0, space, space + 1) for space in range(2, 18)] + [{"look": "spin", "say": "Spin"}] * 20
    begun = page.evaluate("performance.now()")
    update(page, 4, steps, (18, 1), (3, 2))
    finish(page)
    assert page.evaluate("performance.now()") - begun < 6800
    at_rest(page, 18, 3)


def test_speed_and_sound_are_remembered(opened: Opened) -> None:
    page = opened()
    fast, sound = page.locator("[value=fast]"), page.locator("[data-sound-toggle]")
    assert page.locator("[value=normal]").is_checked()
    fast.check()
    sound.click()
    page.reload()
    assert fast.is_checked()
    assert sound.get_attribute("aria-pressed") == "true"
    assert page.locator("[data-notify-toggle]").is_hidden()  # plain http is no place for notifications


APART = """() => {
  const places = [...document.querySelectorAll("#cars .car")].map((car) => getComputedStyle(car).transform);
  const [a, b] = places.map((place) => new DOMMatrix(place));
  return Math.abs(a.e - b.e) >= 50 || Math.abs(a.f - b.f) >= 20;
}"""
"""On a straight road: whether the hulls of two cars are apart, by their inner parts."""


@pytest.mark.parametrize(
    ("steps", "ends"),
    [
        ([drive(0, 2, 7)], ((7, 1), (4, 1))),
        ([drive(0, 2, 9, beat="3.0"), drive(1, 3, 5, lane=2, beat="3.0")], ((9, 2), (5, 1))),
    ],
    ids=["one stands", "they change lanes"],
)
def test_a_car_that_overtakes_drives_around_the_other(
    opened: Opened, steps: list[dict[str, Any]], ends: tuple[tuple[int, int], ...]
) -> None:
    page = opened()
    for step in steps:
        step["path"][-1] = list(ends[step["seat"]])
    update(page, 4, steps, *ends)
    while page.evaluate("document.body.classList.contains('playing')"):
        assert page.evaluate(APART)
        go_on(page, 25)
    at_rest(page, 7 if len(steps) == 1 else 9, ends[1][0])
