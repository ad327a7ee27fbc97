"""What a room of High Card can set: how many rounds it plays. It has no rule sets, templates or columns."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from django import forms
from django.utils.functional import Promise

from lobby import games, rooms, starting
from lobby.forms import AloneForm, SettingsForm
from lobby.games import Badge, Listing, Offer, Opponent
from lobby.models import Member, Room
from races.models import Race
from races.scenes import AnyScene
from races.start import Start, Terms, open_table
from tests.engine.kernel import high_card

NAME = high_card.NAME
CAST = (
    Opponent("Max Highman", "random", "Plays at random", "never looks"),
    Opponent("Lou Deuce", "random", "Plays at random", "hopes"),
)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a room."""

    rounds: int = 3


class HighCardSettings(SettingsForm):
    own_fields: ClassVar[tuple[str, ...]] = ("rounds",)

    rounds = forms.IntegerField(label="Rounds", min_value=1, max_value=4)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk:
            self.initial["rounds"] = games.options(self.instance, Settings).rounds

    def settings(self) -> dict[str, Any]:
        return {**super().settings(), "options": msgspec.to_builtins(Settings(self.cleaned_data["rounds"]))}


class HighCardAlone(AloneForm):
    def seat_opponents(self, room: Room) -> None:
        for one in CAST:
            rooms.place(room, name=one.name, bot=one.bot, ready=True)


class HighCardOffer(Offer):
    name = NAME
    label: Promise | str = "High Card"
    slogan: Promise | str = "The highest card takes a point."
    settings_form: type[SettingsForm] = HighCardSettings
    alone_form: type[AloneForm] = HighCardAlone

    def defaults(self, wanted: Mapping[str, str]) -> dict[str, Any]:
        return {"options": msgspec.to_builtins(Settings())}

    def most_seats(self, room: Room) -> int:
        return 6

    def cast(self) -> Sequence[Opponent]:
        return CAST

    def badge(self, member: Member) -> Badge:
        return Badge("bot", "Bot", "Plays at random")

    def start(self, room: Room, starters: Sequence[Start]) -> Race:
        setup = high_card.Setup(len(starters), games.options(room, Settings).rounds)
        return open_table(NAME, high_card.Content(), setup, starters, Terms(**starting.table_terms(room)))

    def rebuild(self, race: Race) -> dict[str, Any]:
        setup = msgspec.json.decode(race.setup, type=high_card.Setup)
        return {"options": msgspec.to_builtins(Settings(setup.rounds))}

    def facts(self, room: Room) -> list[tuple[str, str]]:
        return [("Rounds", str(games.options(room, Settings).rounds))]

    def waiting_line(self, room: Room) -> str:
        return f"You are waiting in room {room.code} for a game of High Card."

    def running_line(self, race: Race) -> str:
        return "Your game of High Card is still on."

    def title(self, race: Race) -> str:
        return "High Card"

    def room_listing(self, room: Room) -> Listing:
        return Listing("High Card", (), f"Join room {room.code}")

    def race_listing(self, race: Race, scene: AnyScene) -> Listing:
        title = f"High Card, round {scene.view(None).round}"
        return Listing(title, (f"{len(scene.seats)} players",), "Watch the game of High Card")


OFFER: Offer = HighCardOffer()
