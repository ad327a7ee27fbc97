"""The site as `make play` and public sites run it: with collected files, whose names come from what is in them."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from races import scenes
from tests.lobby.factories import RoomFactory, browser
from tests.races.factories import make_race
from tests.races.heat.results.kit import finished_race

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def collected(settings: Settings, tmp_path: Path) -> Path:
    settings.DRAW_TRACKS = False
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "heatsite.static_files.CollectedFiles"}}
    settings.WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["css", "js", "svg", "json", "txt", "html"]  # it takes the longest
    call_command("collectstatic", interactive=False, verbosity=0)
    scenes.forget()
    return tmp_path


def test_every_page_is_there_and_every_file_that_it_names(client: Client, collected: Path) -> None:
    addresses = re.findall(r"<loc>[a-z]+://[^/]+([^<]*)</loc>", client.get("/sitemap.xml").content.decode())
    addresses += re.findall(r'href="(/(?!static/)[^"#]*)"', client.get("/").content.decode())
    addresses += ["/service-worker.js", "/manifest.webmanifest", "/offline/", "/robots.txt", "/mine/", "/lesson/"]
    over = finished_race()
    addresses += [f"/races/{over.code}/{page}" for page in ("", "results/", "replay/")]
    addresses += [RoomFactory().get_absolute_url(), make_race("ada", "bo").get_absolute_url()]
    assert len(addresses) > 30
    files = set()
    for address in addresses:
        answer = browser("ada").get(address, follow=True)
        assert answer.status_code == 200, address
        if answer["Content-Type"].startswith("text/"):
            files |= set(re.findall(r'"/static/([^"?#]+)["?#]', answer.content.decode()))
    assert len(files) > 30
    assert {name for name in files if not (collected / name).is_file()} == set()
