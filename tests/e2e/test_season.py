"""A season of three races in the browser, with all that happens in one over an evening: a bot drives for a player who
went away and comes back, a seat is left to a bot between races and taken by a newcomer, the server dies inside a race
and again between two; one race goes to the flag, an admin ends one, and all drivers retire from one.

What the tables say is compared with what they must say, worked out here by hand."""

from typing import Any

from django.test import Client
from playwright.sync_api import Page, expect

from lobby import starting
from lobby.games.heat import legends
from lobby.models import Room
from races.models import Championship, Race, Seat
from tests.e2e.conftest import Faults, Visit, killed
from tests.e2e.driving import Driver, race
from tests.e2e.site import Site
from tests.e2e.tables import pass_over_the_middle
from tests.e2e.test_championship import restart, see_the_record
from tests.e2e.test_draft import driver
from tests.gallery.seasons import unheard
from tests.lobby.factories import RoomFactory, browser

POINTS = (8, 6, 4, 2)
"""Online rules, four cars: two points for each car that is not ahead."""
CALENDAR = {"track_1": "usa", "event_1": "inauguration", "track_2": "italia", "event_2": "corruption", "track_3": "gb"}
"""The second race gives a point more to each of the first three."""
ROWS = """rows => rows.map(row => {
  const number = (cell, what) => parseInt(cell.querySelector(what)?.textContent ?? "0");
  const place = (cell) => Number(cell.querySelector("small:not([class])").textContent.match(/[0-9]+/)[0]);
  const cells = [...row.querySelectorAll("td.n ~ td")].map((cell) => cell.querySelector("b")
    ? [place(cell), number(cell, "b"), number(cell, ".bonus"), number(cell, ".press [aria-hidden]:not(svg)")]
    : cell.textContent.trim());
  return [row.querySelector("bdi").textContent, number(row, "td.n"), cells];
})"""
"""Each row: name, points, and of each race the place, its points, those of the event, and the sponsor cards earned."""


def evening() -> Room:
    """Ada's room with Bo, Cy and a Legend; the first of three short races has just begun."""
    with unheard():
        room: Room = RoomFactory(guests=("bo", "cy"), laps=1, clock=0)
        legends.add(room.code, "ada", "easy")
        fields = {"kind": "own", "races": "3", "events": "on", "laps_1": "1", "laps_2": "1", "laps_3": "1", **CALENDAR}
        assert browser("ada").post(f"/lobby/{room.code}/championship/", fields).status_code == 302
        starting.start(room.code, "ada")
    return room


def table(page: Page, row: Championship) -> list[list[Any]]:
    page.goto(row.get_absolute_url())
    rows = page.locator(".standings-table tbody tr").evaluate_all(ROWS)
    return [
        [name, points, [cell if cell == "retired" else tuple(cell) for cell in cells]] for name, points, cells in rows
    ]


def ranking(page: Page) -> list[str]:
    """The names on a page of results, from the winner down."""
    return page.locator("table.results tbody th[scope=row] bdi").all_inner_texts()


def sponsor_cards(page: Page, race: Race, name: str) -> int:
    """Those that a driver earned, as the log tells it. What the event deals before the race is not earned."""
    page.goto(f"{race.get_absolute_url()}log/")
    lines = page.locator("li").filter(has_text="sponsor card").filter(has_not_text="for the event").all_inner_texts()
    return sum(f"{name} draws" in line for line in lines)


def a_bot_drives_for_a_while(ada: Driver, bo: Driver, cy: Driver, site: Site, faults: Faults) -> None:
    """Bo goes away and the host lets a bot drive; after the server has died Bo comes back."""
    race_page = ada.page.url
    bo.page.close()
    expect(ada.page.locator("#standings")).to_contain_text("Away")
    ada.page.goto(f"{race_page}host/")
    ada.press(ada.page.get_by_role("button", name="Let a bot play for Bo"))
    ada.page.goto(race_page)
    with killed(site, faults, [ada, cy]):
        assert Race.objects.get().bots == {1: "racer"}
    bo.page = bo.context.new_page()
    bo.page.goto("/")
    bo.press(bo.page.get_by_role("link", name="Back to the race"))
    bo.arrive()
    bo.press(bo.page.get_by_role("button", name="Take the wheel back"))
    expect(bo.page.get_by_role("button", name="Take the wheel back")).to_have_count(0)
    assert not Race.objects.get().bots


def to_the_room(*drivers: Driver) -> None:
    for one in drivers:
        one.to_the_podium()
        one.press(one.page.get_by_role("button", name="On to the next race"))
        one.page.wait_for_url("**/lobby/*/*")
        one.live()


def start(host: Driver, *guests: Driver) -> Race:
    for guest in guests:
        guest.be_ready()
    host.start()
    for guest in guests:
        guest.arrive()
    return Race.objects.get(ended=None)


def admin_ends(visit: Visit, site: Site, session: Client, race: Race) -> None:
    admin = visit("Admin")
    admin.context.add_cookies([{"name": "sessionid", "value": session.cookies["sessionid"].value, "url": site.address}])
    admin.page.goto("/admin/races/race/")
    admin.page.get_by_role("row", name=race.code).get_by_role("checkbox").check()
    admin.page.get_by_label("Action:").select_option("end")
    admin.press(admin.page.get_by_role("button", name="Go", exact=True))
    expect(admin.page.get_by_text(f"{race.code}: done")).to_be_visible()


def retire(one: Driver) -> None:
    one.asked()
    one.press(one.page.locator("header summary[aria-label=Menu]"))
    one.press(one.page.get_by_role("button", name="Retire from the race"))
    one.press(one.page.get_by_role("button", name="Do it all the same"))


def test_a_season(visit: Visit, site: Site, faults: Faults, admin_client: Client) -> None:
    room = evening()
    legend = room.members.exclude(legend="").get().name
    row = Championship.objects.get()
    ada, bo, cy = drivers = [driver(visit, site, name) for name in ("Ada", "Bo", "Cy")]

    # To the flag. The places are those of the results, the sponsor cards those of the log; the points follow.
    race_one = Race.objects.get()
    for one in drivers:
        one.page.goto(race_one.get_absolute_url())
        one.arrive()
    race(drivers, until=lambda: Race.objects.get().version > 1)
    a_bot_drives_for_a_while(ada, bo, cy, site, faults)
    pass_over_the_middle(drivers)
    race(drivers)
    zed = visit("Zed")
    zed.page.goto(f"{race_one.get_absolute_url()}results/")
    a, b, c, d = order = ranking(zed.page)
    assert sorted(order) == sorted(["Ada", "Bo", "Cy", legend])
    paid = [sponsor_cards(zed.page, race_one, name) for name in order]
    assert sum(paid) > 0, "the event pays those who are early"
    usa = dict(zip(order, zip((1, 2, 3, 4), POINTS, (0, 0, 0, 0), paid, strict=True), strict=True))
    assert table(zed.page, row) == [[a, 8, [usa[a]]], [b, 6, [usa[b]]], [c, 4, [usa[c]]], [d, 2, [usa[d]]]]

    # Bo leaves the room, and a bot drives. An admin ends the race on its grid, which is the table turned round.
    restart(site, faults)
    to_the_room(bo)
    bo.press(bo.page.get_by_role("button", name="Leave the room"))
    to_the_room(ada, cy)
    race_two = start(ada, cy)
    assert Seat.objects.get(race=race_two, number=1).kind == Seat.Kind.BOT
    admin_ends(visit, site, admin_client, race_two)
    italia = {d: (1, 8, 1, 0), c: (2, 6, 1, 0), b: (3, 4, 1, 0), a: (4, 2, 0, 0)}
    assert table(zed.page, row) == [
        [d, 11, [usa[d], italia[d]]],
        [c, 11, [usa[c], italia[c]]],
        [b, 11, [usa[b], italia[b]]],
        [a, 10, [usa[a], italia[a]]],
    ]
    for ahead, behind, place in ((d, c, 1), (c, b, 2)):
        tie = f"As many points as {behind}, but place {place} in the last race, not {place + 1}."
        expect(zed.page.get_by_role("row").filter(has_text=tie)).to_contain_text(ahead)

    # Dee takes the seat that was Bo's, with its points. All drivers retire where they started: they score nothing and
    # stay in the order of the grid, which is the table turned round again.
    to_the_room(ada, cy)
    dee = visit("Dee")
    dee.join(room.code)
    start(ada, cy, dee)
    for one in (cy, ada, dee):
        retire(one)
    ada.to_the_podium()
    points = {a: 10, b: 11, c: 11, d: 11}
    others = [name for name in (b, c, d, a) if name != legend]
    assert table(zed.page, row) == [
        [legend, points[legend] + 8, [usa[legend], italia[legend], (1, 8, 0, 0)]],
        *(["Dee" if name == "Bo" else name, points[name], [usa[name], italia[name], "retired"]] for name in others),
    ]
    expect(zed.page.get_by_role("heading", level=1)).to_have_text(f"{legend} is champion.")
    for sentence in ("It was ended early, and counts as it stood.", "Every driver left it; who left scores nothing."):
        expect(zed.page.get_by_text(sentence)).to_be_visible()
    see_the_record(zed)
