"""Cards, weather, road tokens and events: versions that never change, the fixture, and their tables in the admin."""

import re
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client
from msgspec.structs import replace

from engine.heat import Content
from engine.heat.cards import base_cards
from engine.heat.modules import base_modules
from engine.kernel.faults import Broken
from lobby.games.heat import championship_page
from lobby.games.heat.extras import fault_of, weather_choices
from races import models
from races.heat import boxes, catalogue
from races.heat.box_tables import TABLES, items_of
from races.heat.extras import Extras
from races.heat.start import RaceTerms, start_race
from races.management.commands import make_fixtures
from races.models import Box, BoxVersion
from tests.races.factories import deck_version, drivers, track_version

pytestmark = pytest.mark.django_db


def content_of(race: models.Race) -> Content:
    return msgspec.json.decode(race.content.data, type=Content)


def start(extras: Extras) -> models.Race:
    terms = RaceTerms(rules="standard", track=track_version(), laps=1, deck=deck_version("level"), extras=extras)
    return start_race(drivers("ada", "bo"), terms)


def test_the_fixture_is_what_the_engine_has() -> None:
    assert make_fixtures.read("boxes") == make_fixtures.shipped_boxes()


def test_without_a_row_there_is_what_ships() -> None:
    assert boxes.cards() == base_cards()
    assert boxes.modules() == base_modules()


def test_what_is_missing_is_loaded_and_loading_again_restores_what_ships() -> None:
    assert "boxes" in catalogue.missing()
    catalogue.restore()
    assert list(catalogue.missing()) == []
    cards = base_cards()
    edited = boxes.save("cards", replace(cards, cards=(*cards.cards[:-1], replace(cards.cards[-1], copies=3))))
    assert boxes.cards() != cards
    call_command("loaddata", "boxes", verbosity=0)
    assert boxes.cards() == cards
    assert BoxVersion.objects.filter(pk=edited.pk).exists(), "an admin's version stays"


def test_the_same_box_saved_again_is_no_new_version() -> None:
    first = boxes.save("weather", base_modules().weather)
    assert boxes.save("weather", base_modules().weather) == first


def test_a_race_keeps_what_it_started_with_and_the_next_one_has_what_was_saved() -> None:
    everything = Extras(garage="rounds", weather="drawn", roads=True, sponsors=True)
    before = start(everything)
    weather = base_modules().weather
    boxes.save("weather", (replace(weather[0], stress=3), *weather[1:]))
    cards = base_cards()
    boxes.save("cards", replace(cards, cards=tuple([replace(one, copies=min(one.copies, 1)) for one in cards.cards])))
    after = start(everything)
    before.refresh_from_db()
    assert content_of(before).modules == base_modules()
    assert content_of(after).modules.weather[0].stress == 3
    assert content_of(after).modules.roads == base_modules().roads
    assert sum(card.copies for card in content_of(after).cards.cards) < sum(card.copies for card in cards.cards)


def test_rooms_reckon_with_what_was_saved() -> None:
    extras = Extras(garage="snake", packs=("basic",))
    assert not fault_of(extras, 8)
    cards = base_cards()
    boxes.save("cards", replace(cards, cards=tuple([replace(one, copies=min(one.copies, 1)) for one in cards.cards])))
    assert "These upgrades last for 4 drivers." in fault_of(extras, 8)
    events = base_modules().events
    boxes.save("events", (replace(events[0], headline="Rain Stopped Play"), *events[1:]))
    assert "Rain Stopped Play" in dict(championship_page.event_choices()).values()


@pytest.mark.parametrize(
    ("slug", "broken"),
    [
        (
            "cards",
            replace(base_cards(), cards=(*base_cards().cards[:-1], replace(base_cards().cards[-1], worth=(99,)))),
        ),
        ("weather", ()),
        ("roads", (replace(base_modules().roads[0], copies=0),)),
        ("events", (replace(base_modules().events[0], sponsors=9),)),
    ],
)
def test_a_broken_box_is_not_saved(slug: str, broken: Any) -> None:
    with pytest.raises(Broken) as found:
        boxes.save(slug, broken)
    assert all(fault.place.startswith(slug) for fault in found.value.faults)
    assert not BoxVersion.objects.exists()


# In the admin


@pytest.fixture
def admin(admin_client: Client) -> Client:
    catalogue.restore(["boxes"])
    return admin_client


def address(slug: str) -> str:
    return f"/admin/races/box/{Box.objects.get(slug=slug).pk}/change/"


def fields_of(page: str) -> dict[str, str]:
    """What a browser would send of the table as it is shown."""
    form = page.split('<div class="deck">')[1].split("</table>")[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        got = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if got["type"] != "checkbox" or " checked" in tag:
            found[got["name"]] = got.get("value", "on" if got["type"] == "checkbox" else "")
    for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    none = {"versions-TOTAL_FORMS": "0", "versions-INITIAL_FORMS": "0"}
    return found | none


@pytest.mark.parametrize("slug", list(TABLES))
def test_a_table_that_is_saved_as_it_is_changes_nothing(admin: Client, slug: str) -> None:
    page = admin.get(address(slug)).content.decode()
    assert len(re.findall('<th scope="row">', page)) == len(items_of(boxes.shipped(slug))) + 1, "with one to add"
    for name in re.findall(r'<use href="#((?:card|i)-[^"]+)"', page):
        assert f'<symbol id="{name}"' in page.split("admin-sprite")[1], "every picture can be drawn"
    assert admin.post(address(slug), fields_of(page)).status_code == 302
    assert BoxVersion.objects.filter(box__slug=slug).count() == 1


@pytest.mark.parametrize(
    ("slug", "cell", "value", "expected"),
    [
        ("cards", "up12.symbols", "cooldown 4, scrap 1", {"cooldown": 4, "scrap": 1}),
        ("cards", "sp01.worth", "2, 4", (2, 4)),
        ("weather", "fog.heat", "2", 2),
        ("roads", "limit_up.limit", "2", 2),
        ("events", "corruption.effects", "points_bonus 3 2 1, no_adrenaline", ((3, 2, 1), True)),
    ],
)
def test_a_cell_is_edited(admin: Client, slug: str, cell: str, value: str, expected: Any) -> None:
    fields = fields_of(admin.get(address(slug)).content.decode())
    assert admin.post(address(slug), fields | {cell: value}).status_code == 302
    name, part = cell.split(".")
    box = boxes.cards() if slug == "cards" else getattr(boxes.modules(), slug)
    item = next(one for one in items_of(box) if one.id == name)
    found = getattr(item, part)
    if part == "effects":
        found = (found.points_bonus, found.no_adrenaline)
    assert found == expected
    assert BoxVersion.objects.filter(box__slug=slug).count() == 2


@pytest.mark.parametrize(
    ("slug", "cell", "value", "says"),
    [
        ("cards", "up12.symbols", "levitate 2", "no symbol “levitate” is known"),
        ("cards", "up12.symbols", "cooldown 12", "a symbol counts 1 to 9"),
        ("cards", "up12.symbols", "cooldown much", "takes a number behind it"),
        ("cards", "up12.worth", "five", "Whole numbers, with commas between them."),
        ("cards", "up12.worth", "5, 1", "values must rise"),
        ("weather", "fog.sector", "frogs 2", "“frogs” is unknown"),
        ("weather", "fog.heat_count", "2", "Heat that starts elsewhere needs a place"),
        ("roads", "limit_up.copies", "99", "there are 1 to 20 copies of a token"),
        ("events", "corruption.effects", "hand_limit 99", "a hand has 4 to 10 cards"),
    ],
)
def test_each_fault_stands_at_its_cell_and_nothing_is_saved(
    admin: Client, slug: str, cell: str, value: str, says: str
) -> None:
    fields = fields_of(admin.get(address(slug)).content.decode())
    page = admin.post(address(slug), fields | {cell: value}).content.decode()
    beside = page.split(f'name="{cell}" value="{value}"')[1].split("</td>")[0]
    assert "errorlist" in beside
    assert says in beside
    assert BoxVersion.objects.filter(box__slug=slug).count() == 1


def box_of(slug: str) -> Any:
    return boxes.cards() if slug == "cards" else getattr(boxes.modules(), slug)


NEW = {
    "cards": {"id": "up99", "pile": "advanced", "family": "Wings", "worth": "7", "symbols": "heat 1", "copies": "2"},
    "weather": {"id": "hail", "sector": "no_slipstream", "stress": "1"},
    "roads": {"id": "oil", "copies": "1", "limit": "-2"},
    "events": {"id": "jubilee", "headline": "Fifty Years", "sponsors": "1", "press": "0, 2", "effects": "heat 1"},
}


def filled(slug: str, **changes: str) -> dict[str, str]:
    return {f"new.{name}": value for name, value in {**NEW[slug], **changes}.items()}


@pytest.mark.parametrize("slug", list(TABLES))
def test_one_is_added_and_the_next_race_has_it(admin: Client, slug: str) -> None:
    everything = Extras(garage="rounds", weather="drawn", roads=True, sponsors=True)
    before = start(everything)
    fields = fields_of(admin.get(address(slug)).content.decode())
    assert admin.post(address(slug), fields | filled(slug)).status_code == 302
    added = items_of(box_of(slug))[-1]
    assert added.id == NEW[slug]["id"]
    assert len(items_of(box_of(slug))) == len(items_of(boxes.shipped(slug))) + 1
    assert BoxVersion.objects.filter(box__slug=slug).count() == 2
    after = start(everything)
    before.refresh_from_db()
    for race, has in ((before, False), (after, True)):
        content = content_of(race)
        of_race = content.cards.cards if slug == "cards" else getattr(content.modules, slug)
        assert (added in of_race) is has
    page = admin.get(address(slug)).content.decode()
    assert f'name="{added.id}.remove"' in page


def test_what_is_added_is_what_its_cells_say(admin: Client) -> None:
    for slug in ("cards", "events"):
        fields = fields_of(admin.get(address(slug)).content.decode())
        admin.post(address(slug), fields | filled(slug))
    card, event = boxes.cards().cards[-1], boxes.modules().events[-1]
    assert (card.kind, card.tier, card.family, card.worth) == ("upgrade", "advanced", "Wings", (7,))
    assert (card.symbols, card.copies, card.expansion) == ({"heat": 1}, 2, "base")
    assert event.number == max(one.number for one in base_modules().events) + 1
    assert (event.headline, event.press, event.effects.heat) == ("Fifty Years", (0, 2), 1)


@pytest.mark.parametrize(("slug", "gone"), [("cards", "up60"), ("weather", "fog"), ("roads", "free_boost")])
def test_one_is_removed_and_a_race_that_began_with_it_keeps_it(admin: Client, slug: str, gone: str) -> None:
    before = start(Extras(garage="rounds", weather="drawn", roads=True))
    fields = fields_of(admin.get(address(slug)).content.decode())
    assert admin.post(address(slug), fields | {f"{gone}.remove": "on"}).status_code == 302
    assert gone not in {item.id for item in items_of(box_of(slug))}
    assert len(items_of(box_of(slug))) == len(items_of(boxes.shipped(slug))) - 1
    before.refresh_from_db()
    content = content_of(before)
    of_race = content.cards.cards if slug == "cards" else getattr(content.modules, slug)
    assert gone in {item.id for item in of_race}
    call_command("loaddata", "boxes", verbosity=0)
    assert gone in {item.id for item in items_of(box_of(slug))}


def test_an_event_that_was_added_can_be_removed(admin: Client) -> None:
    for more in (filled("events"), {"jubilee.remove": "on"}):
        fields = fields_of(admin.get(address("events")).content.decode())
        assert admin.post(address("events"), fields | more).status_code == 302
    assert boxes.modules().events == base_modules().events


@pytest.mark.parametrize(
    ("slug", "cell", "value", "says"),
    [
        ("cards", "id", "up12", "there is another card called “up12”"),
        ("cards", "id", "Big Wing", "an id is made of small letters and digits"),
        ("cards", "id", "", "This is needed."),
        ("cards", "symbols", "levitate 2", "no symbol “levitate” is known"),
        ("cards", "worth", "", "a card counts 0 to"),
        ("cards", "pile", "attic", "Select a valid choice."),
        ("weather", "id", "fog", "every card needs an id of its own, not “fog”"),
        ("weather", "id", "&lt;fog&gt;", "an id is made of small letters, digits and _"),
        ("weather", "heat_count", "2", "Heat that starts elsewhere needs a place"),
        ("roads", "copies", "", "This is needed."),
        ("roads", "id", "limit_up", "every card needs an id of its own"),
        ("events", "headline", "", "This is needed."),
        ("events", "effects", "fireworks 3", "“fireworks” is unknown"),
    ],
)
def test_what_is_wrong_with_one_that_is_added_stands_at_its_cell(
    admin: Client, slug: str, cell: str, value: str, says: str
) -> None:
    fields = fields_of(admin.get(address(slug)).content.decode())
    page = admin.post(address(slug), fields | filled(slug, **{cell: value})).content.decode()
    beside = page.split(f'name="new.{cell}"')[1].split("name=")[0]
    assert "errorlist" in beside
    assert says in beside
    assert BoxVersion.objects.filter(box__slug=slug).count() == 1


@pytest.mark.parametrize(
    ("slug", "gone", "says"),
    [
        ("cards", "tier", "the upgrades of the base game last for 0 drivers; a draft has at least 2"),
        ("cards", "sponsor", "the base game has no sponsor card that the press could pay with"),
        ("weather", "", "there is at least one kind of weather"),
        ("roads", "", "there are 0 tokens; a circuit has up to 9 corners"),
        ("events", "strike", "the championship of 1961 has a race under “strike”"),
    ],
)
def test_what_others_rest_on_is_not_removed(admin: Client, slug: str, gone: str, says: str) -> None:
    """A market that serves nobody, a press without cards, corners without tokens, a season without its event."""
    removed = {
        f"{item.id}.remove": "on"
        for item in items_of(boxes.shipped(slug))
        if gone in ("", item.id, getattr(item, "kind", "")) or (gone == "tier" and item.tier)
    }
    fields = fields_of(admin.get(address(slug)).content.decode())
    page = admin.post(address(slug), fields | removed).content.decode()
    assert says in page
    assert page.count('<th scope="row">') == len(items_of(boxes.shipped(slug))) + 1, "all rows are there still"
    assert BoxVersion.objects.filter(box__slug=slug).count() == 1


def test_a_room_whose_weather_was_removed_says_so_and_offers_what_is_there() -> None:
    boxes.save("weather", (*base_modules().weather[1:], replace(base_modules().weather[0], id="hail")))
    gone = base_modules().weather[0].id
    assert "That weather is no longer in the game." in fault_of(Extras(weather=gone), 2)
    assert not fault_of(Extras(weather="hail"), 2)
    assert "hail" in dict(weather_choices())
    assert gone not in dict(weather_choices())
