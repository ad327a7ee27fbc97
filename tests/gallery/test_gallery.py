"""That the measuring of the gallery sees what is wrong, and that a driver's page is in order where it is tightest."""

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser
from pytest_django.fixtures import Settings

from tests.gallery.pictures import forget, pictures
from tests.gallery.studio import Sitter

STYLE = """
body { margin: 0; block-size: 568px; overflow: hidden; position: relative; font: 16px/20px sans-serif; }
main > * { position: absolute; margin: 0; white-space: nowrap; }
"""
FAULTY = {
    "cut: “All of these words” by p.cut": (
        '<p class="cut" style="inline-size: 40px; overflow: hidden">All of these words</p>'
    ),
    "off the screen: “Far out” in p": '<p style="inset: 10px auto auto 310px">Far out</p>',
    "sticks out of button.btn: “Press this long label”": (
        '<button class="btn" style="inline-size: 60px; inset: 60px auto auto 9px">Press this long label</button>'
    ),
    "covered: “Below” by div.over": '<p style="inset: 100px auto auto 9px">Below</p>'
    '<div class="over" style="inset: 90px auto auto 0; inline-size: 90px; block-size: 40px"></div>',
    "on each other: “One word” and “Another”": '<p style="inset: 200px auto auto 9px">One word</p>'
    '<p style="inset: 206px auto auto 20px">Another</p>',
    "below the fold: “Twolines”": (
        '<div id="cockpit" style="inset: 540px auto auto 0"><button>Two<br>lines</button></div>'
    ),
    "a picture higher than its line: “Played”": (
        '<ol class="log"><li>Played<svg viewBox="0 0 9 9" width="90" height="90"><path d="M0 0h9v9z"/></svg></li></ol>'
    ),
    "without paint: a circuit in span.thumb": (
        '<span class="thumb"><svg viewBox="0 0 9 9" width="40" height="40"><path d="M0 0h9v9z"/></svg></span>'
    ),
    "the page is 400 wide": '<p style="inline-size: 400px; block-size: 1px">&nbsp;</p>',
}


@pytest.mark.parametrize("fault", FAULTY)
def test_what_is_wrong_is_seen(browser: Browser, fault: str) -> None:
    page = f"<!doctype html><html><style>{STYLE}</style><body><main>{FAULTY[fault]}</main></body></html>"
    assert fault in look_at(browser, page)


def test_a_page_that_is_in_order_has_no_faults(browser: Browser) -> None:
    assert look_at(browser, f"<!doctype html><style>{STYLE}</style><main><p>One word</p></main>") == []


def look_at(browser: Browser, html: str) -> list[str]:
    sitter = Sitter(browser, "anybody")
    sitter.extra["/"] = lambda: html
    sitter.go("/", "320x568")
    found = sitter.look()
    sitter.close()
    return found


TIGHT = ("1180x820", "768x1024", "844x390", "390x844", "320x568")
"""Where levers ran below the screen, words out of their boxes, and hands behind the buttons."""
FULL = ("shift", "cards-chosen", "react-12", "slipstream-spin", "twelve-standings", "henhur-run", "henhur-eight")
"""The positions with the most to show."""


@pytest.mark.django_db(transaction=True)  # the browser’s requests have a connection of their own
@pytest.mark.parametrize("name", FULL)
def test_all_that_a_decision_needs_is_in_sight(browser: Browser, settings: Settings, name: str) -> None:
    settings.DRAW_TRACKS = False
    call_command("loaddata", "tracks", "lesson_tracks", "legend_decks", verbosity=0)
    forget()
    (picture,) = (one for one in pictures(name) if one.name == name)
    sitter = picture.sit(browser)
    found = {}
    for size in TIGHT:
        if size in picture.sizes:
            sitter.resize(size)
            sitter.settle()
            found[size] = [fault for fault in sitter.look() if not fault.startswith("a mark lies on")]
    sitter.close()
    assert found
    assert not any(found.values()), found
    assert not sitter.faults


HIDDEN = """() => {
  const boxes = (selector) => Array.from(document.querySelectorAll(selector), (one) => one.getBoundingClientRect());
  const [[stage], floats] = [boxes("#stage"), boxes("#stage :is(.tools, .plaque)")];
  const parts = { me: ".car[data-seat='0']", corner: ".sign.next .head", leader: ".tag.first .head" };
  return Object.keys(parts).filter((name) => {
    const [box] = boxes(`#sheet ${parts[name]}`);
    if (!box?.width) return true;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isIn = (frame) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    return !isIn(stage) || floats.some(isIn);
  });
}"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["midrace-shift", "midrace-wait", "midrace-react"])
def test_my_car_my_next_corner_and_the_leader_are_in_the_picture(
    browser: Browser, settings: Settings, name: str
) -> None:
    settings.DRAW_TRACKS = False
    call_command("loaddata", "tracks", "lesson_tracks", "legend_decks", verbosity=0)
    forget()
    (picture,) = (one for one in pictures(name) if one.name == name)
    sitter = picture.sit(browser)
    found = {}
    for size in ("1440x900", "768x1024", "844x390", "390x844"):
        sitter.resize(size)
        sitter.settle()
        found[size] = sitter.page.evaluate(HIDDEN)
    sitter.close()
    assert not any(found.values()), found


@pytest.mark.django_db(transaction=True)
def test_the_board_shows_where_a_gear_may_lead(browser: Browser, settings: Settings) -> None:
    settings.DRAW_TRACKS = False
    call_command("loaddata", "tracks", "lesson_tracks", "legend_decks", verbosity=0)
    forget()
    (picture,) = pictures("midrace-shift")
    sitter = picture.sit(browser)
    page = sitter.page
    least, most, dear = str(page.locator("#cockpit tr.on").get_attribute("data-reach")).split()
    assert page.locator("#ghosts .cell").all_text_contents() == [str(n) for n in range(int(least), int(most) + 1)]
    assert page.locator("#ghosts .cell.pay").first.text_content() == dear
    page.locator("#cockpit .hand .card:not(.dead)").first.click()
    assert page.locator("#ghosts .cell").count() == 0, "once cards are chosen they say where they lead"
    sitter.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["results", "results-12"])
def test_the_podium_is_one_screen(browser: Browser, settings: Settings, name: str) -> None:
    """Poster, order, key figures and what comes next: nobody has to scroll for the end of a race."""
    settings.DRAW_TRACKS = False
    call_command("loaddata", "tracks", "lesson_tracks", "legend_decks", verbosity=0)
    forget()
    (picture,) = (one for one in pictures(name) if one.name == name)
    sitter = picture.sit(browser)
    sitter.resize("1440x900")
    sitter.settle()
    high = sitter.page.evaluate("() => document.documentElement.scrollHeight")
    faults = sitter.look()
    sitter.close()
    assert high == 900
    assert faults == []


BROADCAST = """() => {
  const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
  const stage = document.querySelector("#stage").getBoundingClientRect();
  const isIn = ({ left, right, top, bottom }) =>
    left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom;
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  return {
    drives: [".call-row .who", "#spotlight .driver-plate text", "[data-copy=standings] .moving .who"].map(
      (one) => text(one).split(" (")[0]),
    rows: all(".call-row").length,
    out: all("#cars .car, #signs .sign .head").filter((one) => !isIn(one.getBoundingClientRect())).length,
    sign: document.querySelector("#signs .sign.next")?.dataset.line ?? "",
    corner: text("#coming b"),
    then: text("#coming .then"),
    says: text("#playback p"),
  };
}"""


AFTER = """(line) => {
  const { corners } = JSON.parse(document.querySelector("#lanes").textContent);
  const lines = corners.map(([at]) => at).sort((a, b) => a - b);
  return { ...document.querySelector(`#explained-${lines[(lines.indexOf(Number(line)) + 1) % lines.length]}`).dataset };
}"""
"""The corner after this one."""


@pytest.mark.django_db(transaction=True)
def test_a_television_names_who_drives_and_the_corner_before_the_car(browser: Browser, settings: Settings) -> None:
    """While a car drives without paying: one name in three places, all of the track, the next two corners."""
    settings.DRAW_TRACKS = False
    call_command("loaddata", "tracks", "lesson_tracks", "legend_decks", verbosity=0)
    forget()
    (picture,) = (one for one in pictures("midrace-television"))
    sitter = picture.sit(browser)
    seen = sitter.page.evaluate(BROADCAST)
    title = sitter.page.locator(f"#explained-{seen['sign']}-title").text_content()
    after = sitter.page.evaluate(AFTER, seen["sign"])
    sitter.close()
    assert seen["rows"] == 1
    assert set(seen["drives"]) == {seen["drives"][0]} != {""}
    assert seen["says"].startswith(f"{seen['drives'][0]} drives ")
    assert seen["out"] == 0
    assert seen["corner"] == title
    assert seen["then"] == f"then corner {after['letter']}, limit {after['limit']}"
    assert not sitter.faults


ROAD = """() => [
  document.querySelectorAll(".landings .ghostbox").length,
  document.querySelectorAll(".landings :is(.bar-ok, .bar-pay)").length,
  document.querySelector("[data-chances]").checkVisibility(),
]"""


@pytest.mark.django_db(transaction=True)
def test_the_road_ahead_speaks_of_chances_where_there_are_some(browser: Browser, settings: Settings) -> None:
    settings.DRAW_TRACKS = False
    call_command("loaddata", "tracks", "lesson_tracks", "legend_decks", verbosity=0)
    forget()
    seen = {}
    for name in ("midrace-cards", "cards-chosen"):
        (picture,) = (one for one in pictures(name) if one.name == name)
        sitter = picture.sit(browser)
        seen[name] = sitter.page.evaluate(ROAD)
        sitter.close()
    assert seen["midrace-cards"] == [1, 0, False]
    landings, bars, says = seen["cards-chosen"]
    assert landings == bars > 1
    assert says
