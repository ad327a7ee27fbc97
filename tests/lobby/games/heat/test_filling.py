"""The grid is filled in one step, and emptied in one."""

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from lobby import rooms
from lobby.games.heat import filling, legends
from lobby.models import Room
from lobby.refused import Refused

LEVELS = ("easy", "medium", "hard")


def kinds(room: Room) -> Counter[str]:
    return Counter(seat.bot or seat.legend for seat in room.members.filter(visitor=""))


def test_a_mixed_field_has_legends_and_bots(room: Room) -> None:
    filling.fill(room.code, "ada", "mixed", 8)
    assert room.members.count() == 8
    assert kinds(room) == {"medium": 2, "racer": 1, "cautious": 1, "champion": 1}


@pytest.mark.parametrize("kind", ["cautious", "racer", "champion"])
def test_one_kind_alone_has_names_for_all(room: Room, kind: str) -> None:
    filling.fill(room.code, "ada", kind, 12)
    assert kinds(room) == {kind: 9}
    assert len(set(room.members.values_list("name", flat=True))) == 12


@pytest.mark.parametrize("level", LEVELS)
def test_legends_of_one_level_and_bots_beyond_five(room: Room, level: str) -> None:
    filling.fill(room.code, "ada", level, 10)
    assert kinds(room) == {level: legends.MOST_LEGENDS, "racer": 2}


def test_where_legends_have_rows_of_their_own_no_level_is_offered(room: Room) -> None:
    rooms.change(room.code, "ada", {"rules": "rulebook"})
    room.refresh_from_db()
    offered = dict(filling.fields(room))
    assert filling.LEGEND in offered
    assert not set(LEVELS) & set(offered)
    filling.fill(room.code, "ada", filling.LEGEND, 6)
    assert len(kinds(room)) == 3, "each follows another row"
    with pytest.raises(Refused, match="no_such_field"):
        filling.fill(room.code, "ada", "hard", 8)


def test_every_field_is_said_in_words(room: Room) -> None:
    for kind, words in filling.fields(room):
        assert words == str(filling.FIELDS[kind])


def test_a_grid_is_never_filled_beyond_the_track(room: Room) -> None:
    filling.fill(room.code, "ada", "racer", 12)
    with pytest.raises(Refused, match="grid_full"):
        filling.fill(room.code, "ada", "racer", 12)
    assert filling.grid_sizes(room, 12) == []
    assert filling.grid_sizes(room, 9) == [10, 11, 12]


def test_only_the_host_fills(room: Room) -> None:
    with pytest.raises(Refused, match="not_the_host"):
        filling.fill(room.code, "bo", "mixed", 6)
    assert room.members.count() == 3


def test_the_buttons(room: Room, ada: Client) -> None:
    fill, clear = (reverse("lobby:of_the_game", args=[room.code, name]) for name in ("fill", "clear"))
    assert ada.post(fill, {"field": "mixed", "cars": "6"}).status_code == 302
    assert room.members.count() == 6
    assert "Take all bots and Legends out" in ada.get(room.get_absolute_url()).content.decode()
    ada.post(clear)
    assert set(room.members.values_list("visitor", flat=True)) == {"ada", "bo", "cy"}
    for nonsense in ({}, {"field": "mixed"}, {"field": "mixed", "cars": "all"}, {"field": "mixed", "cars": "99"}):
        ada.post(fill, nonsense)
    assert room.members.count() == 3
