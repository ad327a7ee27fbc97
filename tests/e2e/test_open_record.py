"""A record that was downloaded is opened again in a browser."""

import re

import pytest
from playwright.sync_api import expect

from races.models import Race
from races.views.after import exported
from tests.e2e.conftest import Visit, elsewhere
from tests.races.heat.results.kit import finished_race


@pytest.fixture
def record(transactional_db: None) -> bytes:
    """The download of a race that is over, and that this site has forgotten since."""

    def made() -> bytes:
        race = finished_race()
        data = exported(race, tuple(race.seats.order_by("number")))
        Race.objects.all().delete()
        return data

    return elsewhere(made)


@pytest.mark.parametrize(("spoilt", "there"), [(False, r"/races/\w{8}/replay/"), (True, r"/records/")])
def test_the_page_moves_on_by_itself_when_the_file_was_read(
    record: bytes, visit: Visit, spoilt: bool, there: str
) -> None:
    page = visit("Ada").page
    page.goto("/finished/")
    data = record[:-9] if spoilt else record
    file = {"name": "race.json", "mimeType": "application/json", "buffer": data}
    page.get_by_label("File").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Open", exact=True).click()
    if spoilt:
        expect(page.get_by_role("alert")).to_contain_text("no record that can be played again")
    expect(page).to_have_url(re.compile(there))
