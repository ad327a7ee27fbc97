"""Invitations to those with whom one has played: who can be asked, who is shown it, and what nobody learns."""

from datetime import timedelta

import pytest
from django.utils import timezone

from lobby import asking, forgetting, holding, limits, rooms
from lobby.models import Attempt, Block, Invitation, Mute, Room, Visitor
from lobby.refused import Refused
from races.models import Race, Seat
from tests.lobby.factories import RoomFactory, browser, offered_track, sentences
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Race:
    """A race that is over, of Ada in seat 0 and Bo in seat 1, who both have a name here."""
    race = make_race()
    Race.objects.filter(pk=race.pk).update(ended=timezone.now())
    for visitor in ("ada", "bo"):
        Visitor.objects.get_or_create(pk=visitor, defaults={"name": visitor.title()})
    assert Seat.objects.get(race=race, number=1).visitor == "bo"
    return race


@pytest.fixture
def waiting(played: Race) -> Room:
    """Ada's room, in which she is alone."""
    room: Room = RoomFactory()
    return room


def asks(race: Race, seat: int = 1, visitor: str = "ada") -> str:
    """Ask by the button; returns what the page says."""
    response = browser(visitor).post("/mine/ask/", {"race": race.code, "seat": seat, "once": "x"})
    assert response.status_code == 302
    return sentences(response)


def test_opponents_are_people_of_races_that_are_over_each_once(played: Race) -> None:
    again = make_race()
    Race.objects.filter(pk=again.pk).update(ended=timezone.now() + timedelta(hours=1))
    make_race()  # goes on
    assert [(one.seat.name, one.seat.race_id) for one in asking.opponents("ada")] == [("Bo", again.pk)]
    assert asking.opponents("zed") == []
    assert asking.opponents("") == []


def test_one_click_asks_to_the_room_in_which_one_waits(played: Race, waiting: Room) -> None:
    assert "Bo is asked" in asks(played)
    (shown,) = asking.invitations("bo")
    assert (shown.name, shown.room) == ("Ada", waiting)
    for page in ("/", "/mine/"):
        assert "Ada asks you to a room" in browser("bo").get(page).content.decode()
        assert "asks you to a room" not in browser("zed").get(page).content.decode()


def test_without_a_room_one_is_opened_and_a_second_press_opens_no_other(played: Race) -> None:
    offered_track()
    assert "Bo is asked" in asks(played)
    asks(played)
    assert [room.host for room in Room.objects.all()] == ["ada"]
    assert len(asking.invitations("bo")) == 1


def test_joining_takes_a_seat_and_the_invitation_is_gone(played: Race, waiting: Room) -> None:
    asks(played)
    response = browser("bo").post("/join/", {"code": waiting.code})
    assert response.headers["Location"] == waiting.get_absolute_url()
    assert waiting.members.filter(visitor="bo").exists()
    assert not asking.invitations("bo")


@pytest.mark.parametrize("how", ["the host left", "a race began", "time passed", "kept out", "the room closed"])
def test_an_invitation_that_leads_nowhere_is_not_shown(played: Race, waiting: Room, how: str) -> None:
    rooms.join(waiting.code, "cy", "Cy")
    asks(played)
    assert len(asking.invitations("bo")) == 1
    if how == "the host left":
        rooms.leave(waiting.code, "ada")
    elif how == "a race began":
        Room.objects.filter(pk=waiting.pk).update(race=make_race())
    elif how == "time passed":
        Invitation.objects.update(made=timezone.now() - asking.LIFETIME)
    elif how == "kept out":
        Block.objects.create(room=waiting, visitor="bo")
    else:
        waiting.delete()
    assert not asking.invitations("bo")


def test_who_declines_is_not_asked_to_that_room_again(played: Race, waiting: Room) -> None:
    asks(played)
    (shown,) = asking.invitations("bo")
    browser("bo").post("/mine/decline/", {"invitation": shown.invitation.pk})
    assert "Bo is asked" in asks(played)
    assert not asking.invitations("bo")
    waiting.delete()
    asks(played)
    assert len(asking.invitations("bo")) == 1, "to another room they can be asked"


def test_who_is_muted_reads_the_same_and_reaches_nobody(played: Race, waiting: Room) -> None:
    told = asks(played)
    (shown,) = asking.invitations("bo")
    browser("bo").post("/mine/decline/", {"invitation": shown.invitation.pk, "mute": "yes"})
    waiting.delete()
    assert asks(played) == told
    assert not Invitation.objects.exists()
    assert [one.name for one in asking.mutes("bo")] == ["Ada"]
    browser("bo").post("/mine/hear/", {"mute": asking.mutes("bo")[0].pk})
    asks(played)
    assert len(asking.invitations("bo")) == 1


def test_a_past_opponent_can_be_muted_before_they_ask(played: Race, waiting: Room) -> None:
    browser("bo").post("/mine/mute/", {"race": played.code, "seat": 0})
    asks(played)
    assert not Invitation.objects.exists()
    page = browser("bo").get("/mine/").content.decode()
    assert "Ask Ada to a room" not in page
    assert "Let Ada ask me again" in page


def test_who_wants_nobody_to_ask_is_left_alone(played: Race, waiting: Room) -> None:
    told = asks(played)
    browser("bo").post("/mine/asked/", {})
    assert not asking.invitations("bo"), "open ones are gone, too"
    waiting.delete()
    assert asks(played) == told
    assert not asking.invitations("bo")
    browser("bo").post("/mine/asked/", {"wanted": "yes"})
    waiting = RoomFactory(code="AGANE")
    asks(played)
    assert [one.room for one in asking.invitations("bo")] == [waiting]


def test_a_later_invitation_of_the_same_two_takes_the_place_of_the_first(played: Race, waiting: Room) -> None:
    asks(played)
    rooms.leave(waiting.code, "ada")
    asks(played)
    assert Invitation.objects.filter(visitor="bo", by="ada").count() == 1


def test_nobody_is_flooded(played: Race) -> None:
    for number in range(asking.OPEN_AT_ONCE + 2):
        visitor = f"v{number}"
        room = RoomFactory(host=visitor)
        asking.ask(visitor, "bo", room)
    assert len(asking.invitations("bo")) == Invitation.objects.count() == asking.OPEN_AT_ONCE


def test_one_visitor_asks_so_many_an_hour(played: Race, waiting: Room) -> None:
    for _ in range(limits.INVITATIONS_OF_ONE):
        assert "Bo is asked" in asks(played)
    assert "asked a lot of players" in asks(played)
    Attempt.objects.update(at=timezone.now() - limits.WITHIN)
    assert "Bo is asked" in asks(played)


@pytest.mark.parametrize(
    ("visitor", "form"),
    [
        ("zed", {"seat": 1}),
        ("ada", {"seat": 0}),
        ("ada", {"seat": 2}),
        ("ada", {"seat": 77}),
        ("ada", {"seat": "x"}),
        ("ada", {"race": "NOTTHERE", "seat": 1}),
        ("ada", {"race": "\0", "seat": 1}),
        ("ada", {}),
    ],
)
def test_nobody_else_can_be_asked(played: Race, waiting: Room, visitor: str, form: dict[str, str | int]) -> None:
    """A stranger to the race, oneself, a bot, a seat or a race that is none, and what no page sends."""
    for path in ("/mine/ask/", "/mine/mute/"):
        response = browser(visitor).post(path, {"race": played.code, **form})
        assert response.status_code == 302
        assert "reload the page" in sentences(response).lower()
    assert not Invitation.objects.exists()
    assert not Mute.objects.exists()


def test_players_of_a_race_that_goes_on_cannot_be_asked_by_it(waiting: Room) -> None:
    race = make_race()
    assert "cannot tell whom you mean" in asks(race)


def test_an_invitation_is_its_own_visitor_s(played: Race, waiting: Room) -> None:
    asks(played)
    (shown,) = asking.invitations("bo")
    for visitor in ("ada", "zed"):
        response = browser(visitor).post("/mine/decline/", {"invitation": shown.invitation.pk, "mute": "yes"})
        assert "no longer open" in sentences(response)
    assert len(asking.invitations("bo")) == 1
    asking.silence("bo", "zed", "Zed")
    browser("ada").post("/mine/hear/", {"mute": asking.mutes("bo")[0].pk})
    assert asking.mutes("bo").exists()


def test_who_is_barred_asks_nobody(played: Race, waiting: Room) -> None:
    Visitor.objects.filter(pk="ada").update(barred=timezone.now())
    browser("ada").post("/mine/ask/", {"race": played.code, "seat": 1})
    assert not Invitation.objects.exists()


def test_who_is_not_in_a_room_asks_nobody_to_it(played: Race, waiting: Room) -> None:
    with pytest.raises(Refused, match="not_a_member"):
        asking.ask("zed", "bo", waiting)


def test_a_visitor_without_a_name_has_nothing_to_switch(played: Race) -> None:
    assert "no name here yet" in sentences(browser("zed").post("/mine/asked/", {}))


def test_pages_hold_no_visitor_s_id(played: Race, waiting: Room) -> None:
    Seat.objects.filter(race=played, number=1).update(visitor="secretid")
    Visitor.objects.create(pk="secretid", name="Bo")
    asks(played)
    rooms.join(waiting.code, "cy", "Cy")
    for page in ("/mine/", f"/lobby/{waiting.code}/"):
        assert "secretid" not in browser("ada").get(page).content.decode()


def test_what_is_kept_can_be_seen_and_is_forgotten(played: Race, waiting: Room) -> None:
    asks(played)
    asking.silence("bo", "zed", "Zed")
    told = holding.export("bo")
    assert [one["room"] for one in told["invitations"]] == [waiting.code]
    assert [one["name"] for one in told["no_invitations_from"]] == ["Zed"]
    assert holding.export("ada")["invitations"] == [], "who was asked, and whether it came to anything, is theirs"
    assert f"invitation to room {waiting.code}" in browser("bo").get("/mine/data/").content.decode()
    forgetting.forget("bo")
    assert not Invitation.objects.exists()
    assert not Mute.objects.exists()
    asking.silence("cy", "ada", "Ada")
    forgetting.forget("ada")
    assert not Mute.objects.exists()
