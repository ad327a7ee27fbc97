"""Legends in a room: how many, which row they follow, and the colour that they get."""

import pytest

from engine.heat.decks import deck_for
from lobby import rooms
from lobby.games.heat import legends
from lobby.models import Room
from lobby.refused import Refused

pytestmark = pytest.mark.django_db


def test_five_legends_are_the_most(room: Room) -> None:
    for _ in range(5):
        legends.add(room.code, "ada", "hard")
    with pytest.raises(Refused, match=r"^legends_full$"):
        legends.add(room.code, "ada", "hard")


def test_legends_drive_at_a_level_that_there_is(room: Room) -> None:
    with pytest.raises(Refused, match=r"^no_such_level$"):
        legends.add(room.code, "ada", "black")


def test_legends_read_the_deck_of_the_rules(room: Room) -> None:
    legends.add(room.code, "ada", "hard")
    legends.add(room.code, "ada")
    rooms.change(room.code, "ada", {"rules": "rulebook"})
    legends.add(room.code, "ada")
    rows = list(room.members.exclude(legend="").values_list("legend", flat=True))
    assert len(set(rows)) == 3
    assert set(rows) < set(deck_for("helmet").rows)


def painted(room: Room) -> list[tuple[str, str]]:
    """The paint and the row of each Legend."""
    return list(room.members.exclude(legend="").values_list("colour", "legend"))


def test_a_legend_with_a_row_of_its_own_has_its_colour(room: Room) -> None:
    rooms.paint(room.code, "bo", "black")
    rooms.paint(room.code, "cy", "blue")
    rooms.change(room.code, "ada", {"rules": "rulebook"})
    for _ in range(5):
        legends.add(room.code, "ada")
    own = {("green", "green"), ("grey", "gray"), ("yellow", "yellow")}
    assert set(painted(room)[:3]) == own
    assert not {row for _, row in painted(room)[3:]} & {row for _, row in own}  # nobody reads another's row


def test_a_legend_is_painted_anew_when_its_row_changes(room: Room) -> None:
    legends.add(room.code, "ada", "hard")
    legends.add(room.code, "ada", "easy")
    rooms.change(room.code, "ada", {"rules": "rulebook"})
    assert painted(room) == [("black", "black"), ("brown", "blue")]  # blue is Bo's
