"""Messages in a browser: switched on and off on their page, shown by the service worker, and opened by a click."""

import json
import os
from pathlib import Path
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, expect

from heatsite.visitors import COOKIE, sign
from lobby import asking
from lobby.calls.models import PushAddress
from lobby.models import Visitor
from races.models import Race, Seat
from tests.e2e.conftest import Visit
from tests.e2e.site import Site
from tests.e2e.test_axe import faults as axe_faults
from tests.gallery import positions
from tests.lobby.calls.kit import Browser as Pushed
from tests.waiting import wait_until

SERVICE = """keys => {
  let given = null;
  const make = (key) => ({
    endpoint: keys.endpoint,
    options: { applicationServerKey: key.buffer ?? key },
    toJSON: () => keys,
    unsubscribe: async () => { given = null; sessionStorage.removeItem("given"); return true; },
  });
  const bytes = (text) => Uint8Array.from(JSON.parse(text));
  const kept = sessionStorage.getItem("given");
  if (kept) given = make(bytes(kept));
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
    sessionStorage.setItem("given", JSON.stringify([...key]));
    return (given = make(key));
  };
  PushManager.prototype.getSubscription = async () => given;
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
}"""
"""A push service in the browser, and leave to show messages: a browser without windows has neither."""

LISTEN = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, more) => self.shown.push({ title, ...more });
}"""
"""In the service worker: keeps what it would show, for a browser without windows shows nothing."""


def picture(page: Page, name: str) -> None:
    """Keep a picture of a page where one is wanted."""
    if folder := os.environ.get("HEATSITE_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def push(page: Page, site: Site, message: dict[str, Any]) -> None:
    """Give the service worker a message, as the browser does when its push service has one."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    wait_until(lambda: page.evaluate("1") and found, "the service worker is known")
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.address, "registrationId": found[0], "data": json.dumps(message)},
    )


def test_messages_are_switched_on_shown_and_switched_off(visit: Visit, site: Site) -> None:
    Visitor.objects.create(pk="ada", name="Ada")
    keys = Pushed("https://updates.push.services.mozilla.com").subscription()
    ada = visit("Ada", service_workers="allow", permissions=["notifications"])
    ada.context.add_cookies([{"name": COOKIE, "value": sign("ada"), "url": site.address}])
    ada.context.add_init_script(f"({SERVICE})({json.dumps(keys)})")
    page = ada.page
    page.goto("/mine/calls/")
    page.get_by_role("button", name="Show messages in this browser").click()
    expect(page.get_by_text("This browser shows messages.")).to_be_visible()
    assert PushAddress.objects.get().visitor == "ada"
    picture(page, "calls")
    assert not axe_faults(page)

    (worker,) = page.context.service_workers
    worker.evaluate(LISTEN)
    said = {"title": "It is your turn: USA", "body": "Go.", "url": "/mine/", "tag": "ABC"}
    push(page, site, {**said, "stop": "/", "stop_label": "No more"})
    wait_until(lambda: worker.evaluate("() => self.shown"), "the message is shown")
    (shown,) = worker.evaluate("() => self.shown")
    assert (shown["title"], shown["tag"], shown["data"]["url"]) == ("It is your turn: USA", "ABC", "/mine/")
    assert [one["action"] for one in shown["actions"]] == ["stop"]

    page.get_by_role("button", name="Not in this browser any more").click()
    expect(page.get_by_role("button", name="Show messages in this browser")).to_be_visible()
    assert not PushAddress.objects.exists()


def test_people_are_asked_to_a_room_and_join_it(visit: Visit, site: Site) -> None:
    race = positions.ended()
    for number, (visitor, name) in enumerate((("ada", "Ada"), ("zoe", "Zoe"))):
        Visitor.objects.create(pk=visitor, name=name)
        Seat.objects.filter(race=race, number=number).update(visitor=visitor, name=name, kind=Seat.Kind.DRIVER)
    Race.objects.filter(pk=race.pk).update(ended=timezone.now())
    people = {}
    for visitor, name in (("ada", "Ada"), ("zoe", "Zoe")):
        people[visitor] = visit(name)
        people[visitor].context.add_cookies([{"name": COOKIE, "value": sign(visitor), "url": site.address}])
    page = people["ada"].page
    page.goto("/mine/")
    picture(page, "mine")
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, "mine-390")
    assert not axe_faults(page)
    page.get_by_role("button", name="Ask Zoe to a room").click()
    page.wait_for_url("**/lobby/*/*")
    expect(page.get_by_text("Zoe is asked to this room")).to_be_visible()
    other = people["zoe"].page
    other.goto("/")
    invitation = other.get_by_role("region", name="You are asked to a room")
    expect(invitation).to_contain_text("Ada asks you to a room")
    picture(other, "invited")
    other.set_viewport_size({"width": 390, "height": 844})
    picture(other, "invited-390")
    assert not axe_faults(other)
    invitation.get_by_role("button", name="Join them").click()
    other.wait_for_url(page.url)
    assert not asking.invitations("zoe")
