"""The first page: what it offers to whom, and the pictures of circuits."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from heatsite.visitors import COOKIE, read
from lobby import rooms, starting
from lobby.models import Room, Visitor
from races import scenes
from races.models import Race, TrackVersion
from tests.lobby.factories import browser, offered_track
from tests.races.factories import track_version

pytestmark = pytest.mark.django_db


def test_a_passer_by_gets_a_cookie_and_leaves_no_trace(client: Client) -> None:
    offered_track()
    response = client.get("/")
    assert response.status_code == 200
    cookie = response.cookies[COOKIE]
    assert read(cookie.value)
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not Visitor.objects.exists()


@pytest.mark.parametrize("cookie", ["", "forged", "ada", "ada:1tB2:xxxx", "\u00ff", "x" * 5000])
def test_a_forged_cookie_is_nobodys(client: Client, room: Room, cookie: str) -> None:
    client.cookies[COOKIE] = cookie.encode("ascii", "replace").decode()
    response = client.get("/")
    assert response.status_code == 200
    assert read(response.cookies[COOKIE].value) not in {"ada", "bo", "cy", ""}
    assert "Back to the room" not in response.content.decode()


def test_without_tracks_the_page_still_stands(client: Client) -> None:
    assert client.get("/").status_code == 200


def test_it_leads_back_to_rooms_and_races(ada: Client, stranger: Client, room: Room) -> None:
    assert room.code in ada.get("/").content.decode()
    assert room.code not in stranger.get("/").content.decode()
    race = starting.start(room.code, "ada")
    page = ada.get("/").content.decode()
    assert race.get_absolute_url() in page
    assert room.code not in page
    assert race.get_absolute_url() not in stranger.get("/").content.decode()
    Race.objects.update(ended=race.started)
    assert race.get_absolute_url() not in ada.get("/").content.decode()


def test_listed_rooms_are_offered_to_those_who_may_join(room: Room, stranger: Client, bo: Client) -> None:
    address = f'href="{room.get_absolute_url()}"'
    assert address not in stranger.get("/").content.decode()
    rooms.change(room.code, "ada", {"listed": True})
    assert address in stranger.get("/").content.decode()
    rooms.change(room.code, "ada", {"most": 3})
    assert address not in stranger.get("/").content.decode()
    rooms.change(room.code, "ada", {"most": 6})
    rooms.remove(room.code, "ada", room.members.get(visitor="bo").pk, block=True)
    assert address not in bo.get("/").content.decode()


def test_listed_races_are_offered_to_watch(room: Room, stranger: Client) -> None:
    rooms.change(room.code, "ada", {"listed": True})
    race = starting.start(room.code, "ada")
    assert race.get_absolute_url() in stranger.get("/").content.decode()
    Race.objects.update(watching=Race.Watching.NOBODY)
    assert race.get_absolute_url() not in stranger.get("/").content.decode()


def test_circuits_of_listed_races_have_their_paint_on_the_page_of_another_game(room: Room, stranger: Client) -> None:
    sheet = "css/heat/tracks.css"
    assert sheet not in stranger.get("/games/lastcard/").content.decode()
    rooms.change(room.code, "ada", {"listed": True})
    starting.start(room.code, "ada")
    page = stranger.get("/games/lastcard/").content.decode()
    assert "thumb theme-" in page
    assert page.count(sheet) == 1
    assert stranger.get("/").content.decode().count(sheet) == 1


def test_names_stay_text(room: Room) -> None:
    rooms.rename(room.code, "ada", "<script>x", 7)
    page = browser("bo").get(room.get_absolute_url()).content.decode()
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    assert getattr(client, method)("/").status_code == 405


def test_pages_are_made_for_one(client: Client) -> None:
    assert "no-cache" in client.get("/")["Cache-Control"]


def test_pictures_may_be_kept(client: Client) -> None:
    offered_track()
    response = client.get(f"/pictures/heat/{track_version().pk}/")
    assert 'class="board' in response.content.decode()
    assert "immutable" in response["Cache-Control"]
    assert client.get("/pictures/heat/999999/").status_code == 404
    assert client.get(f"/pictures/moon/{track_version().pk}/").status_code == 404
    assert client.post(f"/pictures/heat/{track_version().pk}/").status_code == 405


def test_no_page_styles_or_scripts_inline(ada: Client, room: Room) -> None:
    for address in ("/", "/open/", "/alone/", "/device/", room.get_absolute_url()):
        page = ada.get(address).content.decode()
        assert " style=" not in page
        assert " onclick=" not in page
        assert "<script>" not in page


def test_what_is_heavy_of_a_circuit_is_read_once(ada: Client, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    race = starting.start(room.code, "ada")
    Race.objects.update(listed=True)
    addresses = ("/", "/open/", "/alone/", room.get_absolute_url())
    for address in addresses:
        ada.get(address)
    read: list[str] = []
    from_db = TrackVersion.from_db.__func__  # type: ignore[attr-defined]

    def noted(model: type[TrackVersion], db: str, names: list[str], values: list[object]) -> TrackVersion:
        read.extend(names)
        version: TrackVersion = from_db(model, db, names, values)
        return version

    monkeypatch.setattr(TrackVersion, "from_db", classmethod(noted))
    assert race.track is not None
    for address in addresses:
        assert race.track.name in ada.get(address).content.decode()
    assert "name" in read
    assert not {"art", "data"} & set(read)


def test_a_newcomer_is_shown_the_way_that_needs_nobody_else(client: Client) -> None:
    """One red button: the race that starts at once."""
    offered_track()
    red = re.findall(
        r'<(?:a|button) class="btn go[^>]*>(.*?)</(?:a|button)>', client.get("/").content.decode(), re.DOTALL
    )
    assert [re.sub("<.*?>", "", words).strip() for words in red] == ["Race the bots"]


def test_nobody_waits_but_a_room_for_everyone_can_be_opened(client: Client) -> None:
    offered_track()
    assert 'href="/open/?listed=yes"' in client.get("/").content.decode()
    listed = re.search(r'<input[^>]*name="listed"[^>]*>', client.get("/open/?listed=yes").content.decode())
    unlisted = re.search(r'<input[^>]*name="listed"[^>]*>', client.get("/open/").content.decode())
    assert listed
    assert unlisted
    assert ("checked" in listed[0], "checked" in unlisted[0]) == (True, False)


def test_a_race_alone_can_be_given_up(ada: Client) -> None:
    offered_track()
    ada.post("/alone/")
    race = Race.objects.get()
    form = f'action="/given-up/{race.code}/"'
    assert form in ada.get("/").content.decode()
    page = ada.post(f"/given-up/{race.code}/", follow=True).content.decode()
    race.refresh_from_db()
    assert race.ended is not None
    assert "You have given it up." in page
    assert race.get_absolute_url() not in page
    assert ada.post(f"/given-up/{race.code}/").status_code == 302, "pressed twice"


def test_a_seat_among_others_has_a_page_on_which_it_is_given_up(ada: Client, stranger: Client, room: Room) -> None:
    race = starting.start(room.code, "ada")
    address = f"/given-up/{race.code}/"
    assert address not in ada.get("/").content.decode()
    assert f'href="/races/{race.code}/leave/"' in ada.get("/").content.decode()
    assert ada.post(address)["Location"] == f"/races/{race.code}/leave/"
    assert stranger.post(address).status_code == 403
    race.refresh_from_db()
    assert race.ended is None


def test_a_race_with_forgotten_players_is_one_alone(ada: Client, room: Room) -> None:
    race = starting.start(room.code, "ada")
    race.seats.exclude(visitor="ada").update(visitor="")
    scenes.forget()
    assert f'action="/given-up/{race.code}/"' in ada.get("/").content.decode()
    assert ada.post(f"/given-up/{race.code}/")["Location"] == "/"
    race.refresh_from_db()
    assert race.ended is not None


def test_a_race_that_cannot_be_read_is_not_given_up(ada: Client) -> None:
    offered_track()
    ada.post("/alone/")
    Race.objects.update(state="{}")
    scenes.forget()
    assert ada.post(f"/given-up/{Race.objects.get().code}/").status_code == 404


def test_a_race_that_stood_still_for_long_is_a_quiet_way_back(ada: Client) -> None:
    offered_track()
    ada.post("/alone/")
    race = Race.objects.get()
    way = f'<a class="btn {{}}" href="{race.get_absolute_url()}">'
    assert way.format("go") in ada.get("/").content.decode()
    Race.objects.update(touched=timezone.now() - timedelta(days=2))
    assert way.format("dark-quiet") in ada.get("/").content.decode()


def test_of_several_ways_back_the_first_stands_open_and_the_others_are_folded(ada: Client, room: Room) -> None:
    page = ada.get("/").content.decode()
    assert "more-ways" not in page
    offered_track()
    ada.post("/alone/")
    race = Race.objects.get()
    way, fold, rest = ada.get("/").content.decode().partition('<details class="more-ways">')
    assert fold
    assert race.get_absolute_url() in way
    assert room.get_absolute_url() in rest
    assert "1 more" in rest
    Race.objects.update(touched=timezone.now() - timedelta(days=2))
    way, _fold, rest = ada.get("/").content.decode().partition('<details class="more-ways">')
    assert room.get_absolute_url() in way, "a race that stood still for long comes after a room"
    assert race.get_absolute_url() in rest


def test_each_game_is_one_click_away(client: Client) -> None:
    offered_track()
    for address, current in (("/", "Heat"), ("/games/lastcard/", "Last Card")):
        nav = re.search(r'<nav class="games".*?</nav>', client.get(address).content.decode(), re.DOTALL)
        assert nav
        assert re.findall(r'aria-current="page"[^>]*>([^<]*)<', nav[0]) == [current]
        assert nav[0].count("<a ") == 3


def test_who_leads_a_listed_race_is_told_and_stands_first(room: Room, stranger: Client) -> None:
    rooms.change(room.code, "ada", {"listed": True})
    starting.start(room.code, "ada")
    line = re.search(r'<ul class="panel room-list">.*?</ul>', stranger.get("/").content.decode(), re.DOTALL)
    assert line
    leader = re.search(r"<span>(\w+) leads", line[0])
    assert leader
    first = Race.objects.get().seats.get(name=leader[1])
    assert re.findall(r"#chip-(\w+)", line[0])[0] == first.colour
