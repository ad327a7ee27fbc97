"""Races and circuits in the admin: who may only look gives no commands, and lists read no more than they show."""

from http.client import OK
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.heat import all_tracks
from engine.heat.tracks import write_track
from engine.kernel.commands import End
from races import live, records, scenes
from races.heat.championships import running
from races.models import Entry, Race, Track
from races.shell.log import whole as whole_log
from tests.lobby.factories import offered_track
from tests.races.factories import make_race
from tests.races.heat.board.kit import drawn_race
from tests.races.heat.championships.kit import begun, cast, terms
from tests.races.henhur.kit import match
from tests.races.lastcard.kit import dealt

pytestmark = pytest.mark.django_db

RACES = "/admin/races/race/"
COMMANDS = ("end", "pause", "resume", "stand_in")


def member_of_staff(*rights: str) -> Client:
    somebody = User.objects.create_user("somebody", is_staff=True)
    somebody.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client = Client()
    client.force_login(somebody)
    return client


def act(client: Client, race: Race, action: str) -> Any:
    return client.post(RACES, {"action": action, "_selected_action": race.pk}, follow=True)


@pytest.mark.parametrize("action", COMMANDS)
def test_who_may_only_look_gives_no_commands(action: str) -> None:
    race, client = make_race(), member_of_staff("view_race")
    before = Race.objects.values().get()
    assert act(client, race, action).status_code == 200
    assert Race.objects.values().get() == before
    offered = client.get(RACES).content.decode()
    assert f'value="{action}"' not in offered
    assert 'value="verify"' in offered


@pytest.mark.parametrize("action", COMMANDS)
def test_who_may_change_races_does(action: str) -> None:
    race, client = make_race(), member_of_staff("view_race", "change_race")
    if action == "resume":
        act(client, race, "pause")
    before = Race.objects.values().get()
    act(client, race, action)
    assert Race.objects.values().get() != before


@pytest.mark.parametrize("action", ["verify", *COMMANDS])
@pytest.mark.parametrize("game", ["lastcard", "henhur"])
def test_a_match_of_another_game_is_repaired_by_the_same_commands(admin_client: Client, game: str, action: str) -> None:
    race = dealt() if game == "lastcard" else match()
    if action == "resume":
        act(admin_client, race, "pause")
    before = Race.objects.values().get()
    said = act(admin_client, race, action).content.decode()
    assert race.code in said
    assert (Race.objects.values().get() != before) == (action != "verify")
    assert admin_client.get(f"{RACES}{race.pk}/change/").status_code == 200
    assert records.check(Race.objects.get())


def test_the_list_tells_games_apart(admin_client: Client) -> None:
    codes = {"heat": make_race().code, "lastcard": dealt().code, "henhur": match().code}
    for game in codes:
        shown = admin_client.get(f"{RACES}?game={game}").content.decode()
        assert [other for other, code in codes.items() if code in shown] == [game]
    whole = admin_client.get(RACES).content.decode()
    assert all(f"?game={game}" in whole and code in whole for game, code in codes.items())


def test_a_stand_in_of_an_admin_is_told_as_one(admin_client: Client) -> None:
    race = drawn_race("ada", "bo")
    act(admin_client, race, "stand_in")
    log = str(whole_log(scenes.load(race.pk)))
    assert "Race control answers for" in log
    assert "is away" not in log


def read_by(client: Client, address: str) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return [query["sql"] for query in queries]


@pytest.mark.parametrize(
    ("address", "heavy"),
    [
        (RACES, ('"races_race"."state"', '"races_content"."data"', '"races_trackversion"."art"')),
        ("/admin/races/entry/", ('"races_race"."state"', '"races_entry"."events"')),
    ],
)
def test_a_list_reads_what_it_shows(admin_client: Client, address: str, heavy: tuple[str, ...]) -> None:
    make_race()
    admin_client.get(address)  # from now on this browser is known
    few = read_by(admin_client, address)
    for _ in range(3):
        make_race()
    assert len(read_by(admin_client, address)) == len(few)
    assert not [column for column in heavy if any(column in query for query in few)]


def test_the_list_of_circuits_tells_what_is_drawn_and_reads_no_picture(admin_client: Client) -> None:
    offered_track()
    queries = read_by(admin_client, "/admin/races/track/")
    assert not [query for query in queries if '"art",' in query or '"art" FROM' in query]
    assert "icon-no.svg" not in admin_client.get("/admin/races/track/").content.decode()
    Track.objects.create(slug="elsewhere")
    page = admin_client.get("/admin/races/track/").content.decode()
    assert (page.count("icon-yes.svg"), page.count("icon-no.svg")) == (1, 1)


def ended(race: Race) -> Race:
    assert isinstance(live.submit(race.pk, End()), live.Accepted)
    return race


def test_state_and_entries_are_shown_once_the_record_is_open(admin_client: Client) -> None:
    """An admin who plays reads no hand of the others. A race of a championship stays sealed until that is over."""
    going_on = make_race()
    sealed = ended(running.go_on(begun(cast()), cast(), terms()))
    over = ended(make_race())
    listed = admin_client.get("/admin/races/entry/").content.decode()
    for race, is_there, is_open in ((going_on, False, False), (sealed, True, False), (over, True, True)):
        first = Entry.objects.filter(race=race).earliest("seq")
        page = admin_client.get(f"{RACES}{race.pk}/change/").content.decode()
        assert ("&quot;hand&quot;" in page) is is_open
        assert (race.code in listed) is is_there
        entry = admin_client.get(f"/admin/races/entry/{first.pk}/change/")
        assert (entry.status_code == OK) is is_there
        assert ("&quot;type&quot;" in entry.content.decode()) is is_open


def test_an_answer_that_stands_ready_shows_in_no_clock(admin_client: Client) -> None:
    race = make_race(clock=60)
    row = Race.objects.get(pk=race.pk)
    row.clocks[0]["auto"] = 12345
    row.save()
    page = admin_client.get(f"{RACES}{race.pk}/change/").content.decode()
    assert "&quot;left&quot;" in page
    assert "auto&quot;" not in page


def test_entries_are_found_by_the_code_of_their_race(admin_client: Client) -> None:
    mine, other = ended(make_race()), ended(make_race())
    page = admin_client.get(f"{RACES}{mine.pk}/change/").content.decode()
    assert f"entry/?q={mine.code}" in page
    found = admin_client.get("/admin/races/entry/", {"q": mine.code}).content.decode()
    assert f"/admin/races/entry/{Entry.objects.get(race=mine, seq=0).pk}/" in found
    assert f"/admin/races/entry/{Entry.objects.get(race=other, seq=0).pk}/" not in found


def test_a_circuit_under_another_id_is_not_saved(admin_client: Client) -> None:
    rows = {"versions-TOTAL_FORMS": 0, "versions-INITIAL_FORMS": 0}
    fields = {"slug": "elsewhere", "position": 0, "data": write_track(all_tracks()["usa"]).decode(), **rows}
    page = admin_client.post("/admin/races/track/add/", fields).content.decode()
    assert "id: must be “elsewhere”" in page
    assert not Track.objects.exists()
