"""The service worker in a browser: what it says and keeps while the line is down, and that it forgets."""

from playwright.sync_api import Page, expect

from races.models import Race, Seat
from tests.e2e.conftest import Faults, Visit
from tests.e2e.driving import Driver
from tests.gallery import positions

READY = "() => navigator.serviceWorker.ready.then((worker) => worker.active.state === 'activated')"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  }
  return found;
}"""


def kept(page: Page) -> list[str]:
    found: list[str] = page.evaluate(KEPT)
    return found


def cut(driver: Driver, faults: Faults, off: bool) -> None:
    faults.down = off
    driver.page.context.set_offline(off)


def test_offline_says_so_and_keeps_my_results_and_no_hand(visit: Visit, faults: Faults) -> None:
    ada = visit("Ada", service_workers="allow")
    page = ada.page
    page.goto("/")
    page.wait_for_function(READY)
    ada.race_alone(bots=1, legends=0)
    ada.asked()
    going_on = page.url
    over = positions.ended()
    mine = Race.objects.exclude(pk=over.pk).get().seats.exclude(visitor="").get().visitor
    Seat.objects.filter(race=over, number=0).update(visitor=mine)
    results = f"/races/{over.code}/results/"
    page.goto(results)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/mine/")
    page.wait_for_function("(path) => caches.match(path).then(Boolean)", arg=results)

    cut(ada, faults, off=True)
    page.goto("/finished/")
    expect(page.get_by_role("heading", name="You are offline.")).to_be_visible()
    page.goto(going_on)
    expect(page.get_by_role("heading", name="You are offline.")).to_be_visible()
    page.goto(results)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("You are offline.")
    found = kept(page)
    pages = [path for path in found if not path.startswith(("/static/", "/pictures/", "/cards/"))]
    assert sorted(pages) == sorted(["/offline/", results])

    cut(ada, faults, off=False)
    page.goto(going_on)
    ada.live()
    Race.objects.filter(ended=None).update(ended=over.ended)
    page.goto("/mine/")
    page.locator("summary", has_text="Forget me").click()
    page.get_by_role("checkbox", name="Yes, forget me").check()
    page.get_by_role("button", name="Forget me").click()
    page.wait_for_url("**/")
    assert results not in kept(page)
