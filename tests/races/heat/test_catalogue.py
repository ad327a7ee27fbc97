"""Circuits and decks: versions that never change, the fixtures, and what an admin can do to them."""

import re
from io import StringIO

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client

from engine.heat import all_tracks
from engine.heat.decks import all_decks
from engine.heat.tracks import write_track
from engine.kernel.faults import Broken
from races.heat import catalogue
from races.heat.circuit_art import drawing
from races.heat.lessons.tracks import lesson_tracks
from races.management.commands import make_fixtures
from races.models import DeckVersion, LegendDeck, Track, TrackVersion
from tests.races.factories import deck_version, make_race, track_version

pytestmark = pytest.mark.django_db


def changed(slug: str = "usa", **fields: object) -> str:
    return msgspec.json.encode(msgspec.json.decode(write_track(all_tracks()[slug])) | fields).decode()


def test_the_fixtures_are_what_the_engine_has() -> None:
    art = make_fixtures.stored_art()
    assert make_fixtures.read("tracks") == make_fixtures.shipped_tracks(all_tracks(), art)
    assert make_fixtures.read("lesson_tracks") == make_fixtures.shipped_tracks(lesson_tracks(), art, offered=False)
    assert make_fixtures.read("legend_decks") == make_fixtures.shipped_decks()
    for slug, text in art.items():
        assert drawing.is_current(drawing.decode(text), make_fixtures.every_track()[slug]), (
            f"{slug} is to be drawn anew: make fixtures"
        )


def test_the_fixtures_load_and_offer_every_circuit() -> None:
    call_command("loaddata", "tracks", "legend_decks", verbosity=0)
    assert [version.track.slug for version in catalogue.tracks()] == list(all_tracks())
    for deck in all_decks().values():
        assert catalogue.deck(deck.rows_are).data


def test_loading_again_restores_what_an_admin_changed_and_keeps_the_change() -> None:
    catalogue.restore()
    edited = catalogue.save_track("usa", changed(name="Elsewhere"))
    catalogue.keep_art(edited, "{}")
    assert Track.objects.get(slug="usa").current == edited
    catalogue.restore()
    shipped = Track.objects.get(slug="usa").current
    assert shipped is not None
    assert shipped.name == "USA"
    assert TrackVersion.objects.filter(pk=edited.pk).exists()


def test_nothing_is_missing_once_it_was_loaded() -> None:
    assert list(catalogue.missing()) == ["tracks", "lesson_tracks", "legend_decks", "boxes"]
    catalogue.restore()
    assert list(catalogue.missing()) == []


def test_the_same_circuit_saved_again_is_no_new_version() -> None:
    first = track_version()
    assert catalogue.save_track("usa", changed()) == first


def test_a_circuit_without_art_is_not_offered() -> None:
    track_version()
    assert not catalogue.tracks().exists()


def test_a_changed_circuit_is_offered_once_it_is_drawn_and_until_then_the_one_before() -> None:
    catalogue.restore()
    before = Track.objects.get(slug="usa").current
    edited, broken, last = (catalogue.save_track("usa", changed(laps=laps)) for laps in (4, 5, 6))
    assert Track.objects.get(slug="usa").current == before
    catalogue.keep_art(edited, "{}")
    catalogue.keep_art(broken, "", "it cannot be drawn")
    assert Track.objects.get(slug="usa").current == before
    catalogue.keep_art(last, "{}")
    assert Track.objects.get(slug="usa").current == last
    assert catalogue.save_track("usa", changed(laps=4)) == edited
    assert Track.objects.get(slug="usa").current == edited


def test_what_an_older_version_of_the_site_drew_is_drawn_anew_and_nothing_else_becomes_current() -> None:
    call_command("loaddata", "tracks", verbosity=0)
    usa = TrackVersion.objects.get(track__slug="usa")
    shipped = usa.art
    newer = catalogue.save_track("usa", changed(name="Elsewhere"))
    catalogue.keep_art(newer, shipped)
    Track.objects.filter(slug="usa").update(current=usa)  # as `loaddata` leaves it
    TrackVersion.objects.filter(track__slug="usa").update(art=shipped.replace(drawing.HEAD, '{"version":1,'))
    assert {row.pk for row in catalogue.undrawn()} == {usa.pk, newer.pk}
    call_command("draw_tracks", str(usa.pk), stdout=StringIO())
    usa.refresh_from_db()
    assert usa.art == shipped
    assert {row.pk for row in catalogue.undrawn()} == {newer.pk}
    catalogue.keep_art(TrackVersion.objects.get(pk=newer.pk), shipped)
    assert Track.objects.get(slug="usa").current == usa


def test_a_circuit_that_is_saved_again_while_it_is_drawn_is_offered_all_the_same() -> None:
    catalogue.restore()
    edited = catalogue.save_track("usa", changed(laps=4))
    assert catalogue.save_track("usa", changed(laps=4)) == edited
    catalogue.keep_art(edited, "{}")
    assert Track.objects.get(slug="usa").current == edited


def test_a_race_keeps_the_circuit_with_which_it_started() -> None:
    race = make_race()
    catalogue.save_track("usa", changed(laps=5))
    race.refresh_from_db()
    assert race.track is not None
    assert msgspec.json.decode(race.track.data)["laps"] != 5
    assert msgspec.json.decode(race.content.data)["track"]["laps"] != 5


def test_a_broken_circuit_is_not_saved() -> None:
    with pytest.raises(Broken):
        catalogue.save_track("usa", changed(laps=0))
    assert not Track.objects.exists()


@pytest.fixture
def admin(admin_client: Client) -> Client:
    catalogue.restore()
    return admin_client


def track_form(**fields: object) -> dict[str, object]:
    rows = {"versions-TOTAL_FORMS": 0, "versions-INITIAL_FORMS": 0}
    return {"slug": "usa", "offered": "on", "position": 0, "data": changed(), **rows, **fields}


def test_admin_shows_a_circuit_with_its_picture(admin: Client) -> None:
    page = admin.get(f"/admin/races/track/{Track.objects.get(slug='usa').pk}/change/").content.decode()
    assert "admin-board" in page
    assert "&quot;outline&quot;" in page


def test_admin_saves_a_changed_circuit_as_a_new_version(admin: Client) -> None:
    track = Track.objects.get(slug="usa")
    answer = admin.post(f"/admin/races/track/{track.pk}/change/", track_form(data=changed(name="Elsewhere")))
    assert answer.status_code == 302
    assert {version.name for version in track.versions.all()} == {"USA", "Elsewhere"}


def test_admin_names_every_fault_and_saves_nothing(admin: Client) -> None:
    track = Track.objects.get(slug="usa")
    page = admin.post(
        f"/admin/races/track/{track.pk}/change/", track_form(data=changed(laps=0, heat=99))
    ).content.decode()
    assert "laps: " in page
    assert "heat: " in page
    assert track.versions.count() == 1


def test_admin_edits_a_deck_as_a_table(admin: Client) -> None:
    deck = LegendDeck.objects.get(slug="level")
    url = f"/admin/races/legenddeck/{deck.pk}/change/"
    assert "<table>" in admin.get(url).content.decode()
    assert deck.current is not None
    cards = msgspec.json.decode(deck.current.data)["cards"]
    fields = {
        f"{card['id']}.{row}.{part}": values[part]
        for card in cards
        for row, values in card["rows"].items()
        for part in ("number", "slot")
    }
    first = next(iter(fields))
    assert admin.post(url, fields | {first: 33}).status_code == 302
    assert DeckVersion.objects.filter(deck=deck).count() == 2
    wrong = admin.post(url, fields | {first: 99}).content.decode()
    assert re.search(
        rf'name="{re.escape(first)}" value="99"[^>]*aria-invalid="true".{{0,200}}a number is 1 to 40', wrong, re.S
    )
    assert DeckVersion.objects.filter(deck=deck).count() == 2


def test_every_rule_set_finds_its_deck() -> None:
    assert deck_version("level") != deck_version("helmet")
