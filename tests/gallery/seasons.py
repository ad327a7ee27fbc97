"""Championships where pictures are taken: chosen in a room, between two races, over."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.urls import reverse

from engine.kernel.commands import End
from lobby import games, rooms, starting
from lobby.games.heat import calendar, championship_page, legends
from lobby.models import Room
from races import live
from races.models import Championship, Race
from tests.gallery import positions
from tests.races.heat.championships.kit import raced


@contextmanager
def unheard() -> Iterator[None]:
    """No notice is sent: nobody listens, and the thread of the browser has a loop of its own."""
    with patch("lobby.notices._tell"), patch("races.live.async_to_sync"), patch("races.changes.async_to_sync"):
        yield


def room(rules: str = "standard") -> Room:
    """A room of six cars."""
    settings: dict[str, Any] = {**games.offer("heat").defaults({}), "rules": rules, "laps": 1}
    made = rooms.open_room(positions.ME, "Ada", **settings)
    made.options = {**made.options, "garage": "rounds"}
    made.save()
    rooms.join(made.code, "bo", "Maximiliane")
    legends.fill(made, bots=["cautious", "racer"], legends=2)
    return made


def chosen(year: str = "1963", rules: str = "standard") -> Room:
    made = room(rules)
    championship_page.choose(made.code, positions.ME, calendar.Calendar(year, seed="5ea5" * 16))
    return Room.objects.get(pk=made.pk)


def after(races: int, rules: str = "standard", year: str = "1963") -> Championship:
    """A championship so many races later: driven by a bot but for the last, which was ended on its way."""
    made = chosen(year, rules)
    for number in range(races):
        race = starting.start(made.code, positions.ME)
        raced(race, 120 if number % 2 else 10**6)
        if race.ended is None:
            live.submit(race.pk, End())
    return Championship.objects.latest("pk")


def begun() -> tuple[Championship, Race]:
    """A championship whose first race is on."""
    with unheard():
        race = starting.start(chosen().code, positions.ME)
    return Championship.objects.latest("pk"), race


def unreadable() -> Championship:
    """A championship with a race that no version of the site can read."""
    row, race = begun()
    with unheard():
        live.submit(race.pk, End())
    Race.objects.filter(pk=race.pk).update(state="{}", engine="0.0.1")
    race.entries.filter(seq=0).update(events="[]")
    return row


def results(sitter: object) -> str:
    """The podium of the first race."""
    with unheard():
        row = after(1)
    race = row.stops.get(number=0).race
    assert race is not None
    return f"{race.get_absolute_url()}results/"


def page(races: int, name: str = "championship", **options: str) -> Callable[[object], str]:
    def show(sitter: object) -> str:
        with unheard():
            return reverse(f"championships:{name}", args=[after(races, **options).code])

    return show


def room_page(races: int | None, **options: str) -> Callable[[object], str]:
    """The room of a championship; without a number of races where it is chosen."""

    def show(sitter: object) -> str:
        with unheard():
            if races is None:
                return f"{room().get_absolute_url()}championship/"
            if races == 0:
                return chosen(**options).get_absolute_url()
            return reverse("lobby:room", args=[after(races, **options).room])

    return show
