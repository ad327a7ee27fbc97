"""Faces of links, icons, the manifest, the service worker, what may be searched; and nothing of it tells a secret."""

import re

import msgspec
import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django.fixtures import Settings

from lobby.models import Room
from races import scenes
from races.models import Race
from tests.lobby.factories import RoomFactory, browser
from tests.races.factories import make_race
from tests.races.heat.results.kit import finished_race

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _alone(settings: Settings) -> None:
    """Each test starts as a new process would, and draws no track."""
    settings.DRAW_TRACKS = False
    scenes.forget()


PNG = b"\x89PNG\r\n\x1a\n"


def told(html: str) -> dict[str, str]:
    """What a page says of itself where it is passed on."""
    return dict(re.findall(r'<meta (?:property|name)="((?:og:|twitter:|description)[\w:]*)" content="([^"]*)">', html))


def face(path: str, visitor: str = "stranger") -> dict[str, str]:
    return told(browser(visitor).get(path).content.decode())


def picture(found: dict[str, str]) -> bytes:
    path = found["og:image"].removeprefix("http://testserver")
    answer = browser("stranger").get(path)
    assert answer["Content-Type"] == "image/png"
    return bytes(answer.content)


def is_there(client: Client, path: str) -> bool:
    """Whether an address has a page or a file."""
    if path.startswith("/static/"):
        return bool(finders.find(path.removeprefix("/static/")))
    return client.get(path).status_code == 200


def test_the_home_page_has_a_face() -> None:
    found = face("/")
    assert found["og:title"].startswith("Heatsite")
    assert found["description"] == found["og:description"]
    assert picture(found).startswith(PNG)


def test_a_link_to_a_room_says_where_and_how_many_seats_are_free() -> None:
    room = RoomFactory.create(guests=("bo",), most=6)
    found = face(room.get_absolute_url())
    assert found["og:title"] == str(room.track)
    assert found["og:description"] == "4 seats free, the host is waiting."
    Room.objects.filter(pk=room.pk).update(most=3)
    assert face(room.get_absolute_url())["og:description"] == "1 seat free, the host is waiting."
    Room.objects.filter(pk=room.pk).update(most=2)
    assert face(room.get_absolute_url())["og:description"].startswith("Every seat is taken")
    assert picture(found).startswith(PNG)


def test_it_tells_no_name_of_who_is_in_the_room() -> None:
    found = face(RoomFactory.create(guests=("bo",), most=6).get_absolute_url())
    assert not {word for value in found.values() for word in re.findall(r"\w+", value)} & {"Ada", "Bo", "ada", "bo"}


def test_a_race_shows_its_circuit_and_then_its_podium() -> None:
    over = finished_race()
    found = face(make_race("ada", "bo").get_absolute_url())
    assert found["og:title"] == "USA"
    going_on = picture(found)
    results = face(f"/races/{over.code}/results/")
    winner = over.seats.filter(place=1).first()
    assert winner is not None
    assert results["og:description"] == f"Won by {winner.name}."
    podium = picture(results)
    assert going_on.startswith(PNG)
    assert podium.startswith(PNG)
    assert podium != going_on


def test_a_race_of_players_only_shows_strangers_nothing() -> None:
    race = make_race("ada", "bo", watching=Race.Watching.NOBODY)
    assert browser("stranger").get(f"/races/{race.code}/card.png").status_code == 403
    assert not face(race.get_absolute_url())


def test_the_face_of_a_driver_is_that_of_a_stranger() -> None:
    """It is made of what everybody knows, whoever asks."""
    race = make_race("ada", "bo")
    assert face(race.get_absolute_url(), "ada") == face(race.get_absolute_url())
    assert race.seed not in str(face(race.get_absolute_url()))


def test_a_chapter_of_the_rules_has_its_lead() -> None:
    assert "Heat" in face("/rules/heat/corners/")["description"]


def test_names_in_it_are_escaped() -> None:
    race = finished_race()
    race.seats.update(name='"><script>evil')
    assert "<script>evil" not in browser("stranger").get(f"/races/{race.code}/results/").content.decode()


@pytest.mark.parametrize("path", ["/cards/tracks/999999.png", "/races/NOTTHERE/card.png"])
def test_pictures_of_nothing_are_not_found(path: str, client: Client) -> None:
    assert client.get(path).status_code == 404


def test_icons_and_manifest(client: Client) -> None:
    icon = b"".join(client.get("/favicon.ico"))
    assert icon[:4] == b"\x00\x00\x01\x00"
    assert PNG in icon
    manifest = msgspec.json.decode(client.get("/manifest.webmanifest").content)
    assert manifest["display"] == "standalone"
    assert {(one["sizes"], one["purpose"]) for one in manifest["icons"]} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for one in manifest["icons"]:
        assert is_there(client, one["src"])


def test_the_service_worker_keeps_files_and_no_page_but_marked_results(client: Client) -> None:
    script = client.get("/service-worker.js")
    assert script["Content-Type"].startswith("text/javascript")
    text = script.content.decode()
    always = re.findall(r'"(/[^"]*)"', text[text.index("const ALWAYS") : text.index("];")])
    for path in [*always, "/offline/"]:
        assert is_there(client, path), path
    assert "&quot;" not in text
    over = finished_race()
    race = make_race("ada", "bo")
    kept = {
        path: browser("ada").get(path).get("X-Keep", "")
        for path in (
            "/",
            "/mine/",
            race.get_absolute_url(),
            f"/races/{over.code}/results/",
            f"/races/{over.code}/replay/",
        )
    }
    assert [path for path, mark in kept.items() if mark] == [f"/races/{over.code}/results/"]
    assert "X-Keep" not in browser("stranger").get(f"/races/{over.code}/results/")


def test_who_is_forgotten_is_forgotten_by_the_browser_too() -> None:
    answer = browser("ada").post("/mine/forget/", {"sure": "yes"})
    assert answer["Clear-Site-Data"] == '"cache", "storage"'


def test_search_engines_read_the_rules_and_no_race(client: Client) -> None:
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /races/" in text
    assert "Sitemap: http://testserver/sitemap.xml" in text
    sitemap = client.get("/sitemap.xml").content.decode()
    found = re.findall(r"<loc>http://testserver([^<]*)</loc>", sitemap)
    assert {"/", "/rules/", "/rules/heat/corners/", "/games/lastcard/"} <= set(found)
    closed = re.findall(r"Disallow: (\S+)", text)
    assert not [path for path in found if path.startswith(tuple(closed))]
