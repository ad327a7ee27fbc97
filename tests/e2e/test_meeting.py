"""The time of the next race, typed in one time zone and read in another."""

from datetime import UTC, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from playwright.sync_api import expect

from engine.kernel.commands import End
from heatsite.visitors import COOKIE, sign
from lobby import starting
from lobby.models import Room
from races import live
from races.models import Championship
from tests.e2e.conftest import Visit
from tests.e2e.driving import Driver
from tests.e2e.site import Site
from tests.e2e.test_axe import faults as axe_faults
from tests.e2e.test_calls import picture
from tests.gallery.seasons import unheard
from tests.lobby.factories import RoomFactory, browser

NEW_YORK, TOKYO = "America/New_York", "Asia/Tokyo"


def between_two_races() -> Room:
    """Ada's and Bo's room, in which a championship goes on."""
    with unheard():
        room: Room = RoomFactory(guests=("bo",), laps=1)
        browser("ada").post(f"/lobby/{room.code}/championship/", {"kind": "1962", "races": "3"})
        live.submit(starting.start(room.code, "ada").pk, End())
    return room


def test_a_time_is_typed_and_read_in_everybody_s_own_zone(visit: Visit, site: Site) -> None:
    room = between_two_races()

    def at_home(visitor: str, zone: str) -> Driver:
        driver = visit(visitor.title(), timezone_id=zone, locale="en-GB")
        driver.context.add_cookies([{"name": COOKIE, "value": sign(visitor), "url": site.address}])
        return driver

    there = (timezone.now() + timedelta(days=3)).astimezone(ZoneInfo(NEW_YORK)).replace(hour=20, minute=30)
    ada, bo = at_home("ada", NEW_YORK).page, at_home("bo", TOKYO).page
    ada.goto(room.get_absolute_url())
    ada.get_by_role("link", name="Agree on a time for the next race").click()
    expect(ada.get_by_text(f"Your time zone: {NEW_YORK}")).to_be_visible()
    ada.get_by_label("Day and time").fill(there.strftime("%Y-%m-%dT%H:%M"))
    picture(ada, "meeting")
    assert not axe_faults(ada)
    ada.get_by_role("button", name="Agree on it").click()
    expect(ada.locator("time[data-moment]")).to_contain_text("20:30")
    agreed = Championship.objects.get().meeting
    assert agreed == there.replace(second=0, microsecond=0).astimezone(UTC)

    local = there.astimezone(ZoneInfo(TOKYO)).strftime("%H:%M")
    for path in (room.get_absolute_url(), Championship.objects.get().get_absolute_url()):
        bo.goto(path)
        expect(bo.locator("time[data-moment]").first).to_contain_text(local)
    picture(bo, "meeting-room")
    ada.goto(f"/lobby/{room.code}/meeting/")
    expect(ada.get_by_label("Day and time")).to_have_value(there.strftime("%Y-%m-%dT%H:%M"))
