"""What users stumbled over once, measured in a browser at the sizes where it went wrong."""

from collections.abc import Callable, Iterator

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, Page
from pytest_django.fixtures import Settings

from tests.gallery.pictures import forget, pictures
from tests.gallery.studio import Sitter

pytestmark = pytest.mark.django_db(transaction=True)

Sit = Callable[[str], Sitter]


@pytest.fixture
def sit(browser: Browser, settings: Settings) -> Iterator[Sit]:
    """A visitor in front of a picture of the gallery."""
    settings.DRAW_TRACKS = False
    call_command("loaddata", "tracks", "lesson_tracks", "legend_decks", verbosity=0)
    sitters = []

    def show(name: str) -> Sitter:
        forget()
        (picture,) = (one for one in pictures(name) if one.name == name)
        sitters.append(picture.sit(browser))
        return sitters[-1]

    yield show
    for sitter in sitters:
        sitter.close()
    assert not any(sitter.faults for sitter in sitters)


def at(sitter: Sitter, size: str) -> Page:
    sitter.resize(size)
    sitter.settle()
    return sitter.page


def test_a_spin_out_on_the_board_looks_like_no_price(sit: Sit) -> None:
    page = at(sit("cards-spin"), "1440x900")
    pins = page.locator("#pins .pin-ink, #tags .pin-ink").all_text_contents()
    assert pins == ["↻ spin-out"]
    assert page.locator(".pin-box.spin").count() == 1
    assert page.locator(".pin-box.pay").count() == 0
    assert page.locator("#ghosts .ghost").count() == 1


LINE = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].find((one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    return width && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && one.checkVisibility();
  });
  const words = shown("#cockpit .say .line, .plaque[data-seat='0']")?.innerText ?? "";
  return { words: words.replace(/\\s+/g, " "), engine: shown("#cockpit .dial") !== undefined };
}"""


@pytest.mark.parametrize("name", ["shift", "cards-3", "react", "slipstream", "discard"])
def test_at_every_question_on_every_size_corner_limit_distance_and_engine_are_in_sight(sit: Sit, name: str) -> None:
    sitter = sit(name)
    for size in (
        "1440x900",
        "1280x720",
        "1180x820",
        "1024x768",
        "768x1024",
        "844x390",
        "720x450",
        "390x844",
        "320x568",
    ):
        found = at(sitter, size).evaluate(LINE)
        assert "Corner" in found["words"], size
        assert "limit" in found["words"] or size in ("1180x820", "1024x768"), (size, found)
        assert found["engine"], size


HAND = """() => [...document.querySelectorAll("#cockpit :is(.hand, .minihand) .face")].filter((face) => {
  const { left, right, top, bottom, width } = face.getBoundingClientRect();
  return width > 16 && left >= -1 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
}).length"""


@pytest.mark.parametrize("name", ["react", "slipstream"])
def test_the_hand_is_in_sight_where_one_decides_about_it(sit: Sit, name: str) -> None:
    sitter = sit(name)
    for size in ("1440x900", "1024x768", "768x1024", "844x390", "390x844", "320x568"):
        page = at(sitter, size)
        held = page.evaluate("() => document.querySelectorAll('#cockpit :is(.hand, .minihand) .face').length")
        assert held
        assert page.evaluate(HAND) == held, size


MARKED = """() => [...document.querySelectorAll("#cockpit .hand .card:has(:checked) .tick")].map((tick) => {
  const [mark, card] = [tick, tick.closest(".card")].map((one) => one.getBoundingClientRect());
  const top = document.elementFromPoint(mark.left + mark.width / 2, mark.top + mark.height / 2);
  const seen = tick.closest(".card").contains(top) && mark.bottom <= innerHeight;
  return { low: mark.top > card.top + card.height / 2, seen };
})"""


def test_the_number_of_a_chosen_card_covers_no_figure_and_is_whole(sit: Sit) -> None:
    sitter = sit("cards-chosen")
    for size in ("1440x900", "390x844", "320x568"):
        marks = at(sitter, size).evaluate(MARKED)
        assert len(marks) == 4
        assert all(all(mark.values()) for mark in marks), (size, marks)


def test_of_twelve_cars_all_have_a_row_and_the_log_its_height(sit: Sit) -> None:
    sitter = sit("twelve-cars")
    page = at(sitter, "1440x900")
    last = page.evaluate("""() => {
      const [row, list] = ["#standings li:last-child", ".rail .standings"].map((one) => document.querySelector(one));
      return list.getBoundingClientRect().bottom - row.getBoundingClientRect().bottom;
    }""")
    assert last > -1
    for size in ("1440x900", "1280x720"):
        page = at(sitter, size)
        assert page.evaluate("() => document.querySelector('.rail .log').getBoundingClientRect().height") >= 80, size


NUMBERS = """() => {
  const plates = [...document.querySelectorAll(".space-numbers .head rect")].filter((one) => one.checkVisibility());
  return plates.map((one) => {
    const { b, a } = one.getScreenCTM();
    return { turned: Math.abs(Math.atan2(b, a)), height: one.getBoundingClientRect().height };
  });
}"""


def test_every_fifth_space_has_a_number_upright_and_large_enough_to_be_read(sit: Sit) -> None:
    sitter = sit("watching")
    page = at(sitter, "1440x900")
    page.locator("[data-tool=numbers]").click()
    sitter.settle()
    numbers = page.evaluate(NUMBERS)
    assert len(numbers) == 69 // 5 + 1
    assert all(one["turned"] < 0.01 and one["height"] >= 18 for one in numbers)


@pytest.mark.parametrize("size", ["1440x900", "768x1024", "390x844"])
def test_what_shares_a_result_opens_inside_of_the_window(sit: Sit, size: str) -> None:
    page = at(sit("results"), size)
    page.locator(".share summary, [data-share] summary, details:has([data-copy-link]) summary").first.click()
    box = page.locator(".share[open] > :not(summary), details[open]:has([data-copy-link]) > :not(summary)").first
    seen = box.bounding_box()
    assert seen is not None
    assert seen["x"] >= 0
    assert seen["x"] + seen["width"] <= page.evaluate("innerWidth")


@pytest.mark.parametrize("name", ["open", "alone", "room"])
def test_no_caption_is_cut_on_a_desk_of_1280(sit: Sit, name: str) -> None:
    sitter = sit(name)
    at(sitter, "1280x720")
    assert [fault for fault in sitter.look() if fault.startswith(("cut", "the page is"))] == []


TRY = """(times) => {
  const said = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  for (let n = 0; n < times; n += 1) {
    said("htmx:wsConnecting", {});
    said("htmx:wsClose", { event: { code: 1006 } });
  }
}"""


def test_while_the_page_tries_to_connect_nobody_is_told_to_load_it_again(sit: Sit) -> None:
    page = at(sit("shift"), "1440x900")
    for times, state, words in ((2, "reconnecting", "Reconnecting"), (9, "offline", "No connection. Still trying.")):
        page.evaluate(TRY, times)
        badge = page.locator("#connection")
        assert badge.get_attribute("data-state") == state
        assert badge.inner_text() == words


FAINT = """() => {
  const words = [...document.querySelectorAll("#cockpit :is(svg text, .pile span, .total span)")];
  const shown = words.filter((one) => one.checkVisibility() && !one.closest(".face, .gearbox"));
  return shown.filter((one) => {
    const { opacity, fill, color } = getComputedStyle(one);
    const ink = one instanceof SVGElement ? fill : color;
    return Number(opacity) < 1 || /^rgba?\\(0, 0, 0\\b/.test(ink);
  }).map((one) => one.textContent);
}"""
"""In forced colours of a dark theme: what is faint, or as dark as the ground."""


def test_in_forced_colours_prices_and_counts_can_be_read(sit: Sit) -> None:
    sitter = sit("cards-chosen")
    page = at(sitter, "1440x900")
    page.emulate_media(forced_colors="active", color_scheme="dark", reduced_motion="reduce")
    assert page.evaluate(FAINT) == []
