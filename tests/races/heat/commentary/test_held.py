"""What is held back in a browser until its step was played: standings, ribbon, the next question, the end."""

from tests.races.heat.commentary.playing import Opened, at_rest, drive, finish, go_on_until, is_covered, update


def test_what_is_played_is_told_over_the_board_only_above_a_question_of_mine(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 5)], (5, 1), (3, 2))
    assert page.locator("#cockpit > #playback").is_visible()
    assert not is_covered(page)
    page.keyboard.press("Escape")
    update(page, 5, [], (5, 1), (3, 2), form="1.react.0.2")
    update(page, 6, [drive(1, 3, 4, lane=2)], (5, 1), (4, 2))
    assert page.locator("#stage > #playback").is_visible()
    assert not is_covered(page)


def test_standings_and_ribbon_wait_for_what_led_to_them(opened: Opened) -> None:
    """As they were, with the car that moves and the phase in which it does; also when more comes meanwhile."""
    page = opened()
    update(page, 4, [drive(0, 2, 5, phase=3)], (5, 1), (3, 2))
    shown = page.locator("ol").filter(visible=True)
    assert shown.locator("li.moving").all_inner_texts() == ["4th gear"]
    assert shown.locator("li.now").all_inner_texts() == ["3"]
    assert shown.locator("li.past").all_inner_texts() == ["1", "2"]
    update(page, 5, [drive(1, 3, 6, lane=2, phase=5)], (5, 1), (6, 2))
    assert "4th gear" in shown.first.inner_text()
    go_on_until(page, "() => document.querySelector('#playback p').textContent === 'Car 1'")
    assert shown.locator("li.moving").all_inner_texts() == ["Bo"]
    assert shown.locator("li.now").all_inner_texts() == ["5"]
    finish(page)
    assert shown.first.inner_text().split() == ["at", "5", "Bo"]
    at_rest(page, 5, 6)


def test_my_next_question_waits_for_what_led_to_it(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 4)], (4, 1), (3, 2), form="2.cards.0.2")
    assert is_covered(page)
    page.evaluate("document.querySelector('#cockpit-say').focus()")
    assert page.evaluate("document.activeElement.id") == "cockpit-say"
    assert page.title() == "Race"
    assert page.locator("[data-copy=cockpit] > #playback p").inner_text() == "Car 0"
    assert page.locator("[data-copy=cockpit] button:not([data-skip])").is_visible(), "what I had stays in sight"
    finish(page)
    at_rest(page, 4, 3)
    assert page.locator("#stage > #playback").count() == 1
    assert page.title() == "● Your move · Race"
    assert page.locator("#favicon").get_attribute("href") == "b.svg"


def test_who_skips_by_key_goes_on_at_the_sentence(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(0, 2, 4)], (4, 1), (3, 2), form="2.cards.0.2")
    page.locator("[data-skip]").focus()
    page.keyboard.press("Enter")
    at_rest(page, 4, 3)
    assert page.evaluate("document.activeElement.id") == "cockpit-say"


def test_no_key_answers_a_question_that_is_still_covered(opened: Opened) -> None:
    page = opened()
    page.add_script_tag(url="/static/js/heat/cockpit.js", type="module")
    update(page, 4, [drive(0, 2, 4)], (4, 1), (3, 2), form="2.cards.0.2")
    page.evaluate("""() => {
        const button = document.querySelector("#cockpit form button");
        button.dataset.main = "";
        button.addEventListener("click", (event) => { event.preventDefault(); button.dataset.pressed = ""; });
    }""")
    page.keyboard.press("Enter")
    assert page.locator("[data-pressed]").count() == 0
    finish(page)
    page.keyboard.press("Enter")
    assert page.locator("[data-pressed]").count() == 1


def test_the_end_of_the_race_waits_too(opened: Opened) -> None:
    page = opened()
    page.evaluate("""() => document.querySelector("#race").addEventListener("htmx:wsBeforeMessage", () => {
        document.querySelector("#cockpit").outerHTML =
            `<section id="cockpit" data-over><p id="cockpit-say">You are number 1.</p><a href="/">Podium</a></section>`;
    })""")
    update(page, 4, [drive(0, 2, 4)], (4, 1), (3, 2))
    assert page.locator("#cockpit a").evaluate("link => link.inert")
    finish(page)
    assert not page.locator("#cockpit a").evaluate("link => link.inert")


def test_a_form_that_was_open_before_is_never_covered(opened: Opened) -> None:
    page = opened()
    update(page, 4, [drive(1, 3, 6, lane=2)], (2, 1), (6, 2))
    assert page.evaluate("document.body.classList.contains('playing')")
    assert not is_covered(page)
    finish(page)


def test_the_ribbon_shows_the_farthest_phase_of_what_is_played_at_once(opened: Opened) -> None:
    """Who gets adrenaline is told while the first cars cool down: then the phase is React."""
    page = opened()
    together = [drive(0, 2, 3, phase=5, beat="5"), drive(1, 3, 4, lane=2, phase=4, beat="5")]
    update(page, 4, together, (3, 1), (4, 2))
    assert page.locator("#ribbon, [data-copy=ribbon]").filter(visible=True).locator("li.now").all_inner_texts() == ["5"]
    finish(page)
