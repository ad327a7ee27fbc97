"""What the site is measured against: Channels and Django with nothing of ours but the tables.

A message is kept with one INSERT, the race's row gets one UPDATE, and the six who look at the race are sent its state,
as many bytes as an update in JSON has.
"""

import json
import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
pages = get_asgi_application()

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.db import transaction  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils import timezone  # noqa: E402

from races.models import Entry, Race  # noqa: E402


def find(code: str) -> Race:
    return Race.objects.get(code=code)


def keep(race: int, seq: int, text: str, state: str) -> None:
    now = timezone.now()
    with transaction.atomic():
        Entry.objects.create(race_id=race, seq=seq, command_id=f"bare{seq}", command=text, events=text, accepted=now)
        Race.objects.filter(pk=race).update(version=seq, revision=seq, state=state, touched=now)


class Bare(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One connection to one race."""

    versions: dict[int, int] = {}  # noqa: RUF012, shared by all connections

    async def connect(self) -> None:
        self.race = await database_sync_to_async(find)(self.scope["url_route"]["kwargs"]["code"])
        await self.channel_layer.group_add(f"race.{self.race.pk}", self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(f"race.{self.race.pk}", self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        command = json.loads(text_data or "{}")
        seq = self.versions[self.race.pk] = self.versions.get(self.race.pk, 0) + 1
        await database_sync_to_async(keep)(self.race.pk, seq, json.dumps(command), self.race.state)
        update = json.dumps({"type": "update", "version": seq, "view": self.race.state})
        await self.channel_layer.group_send(f"race.{self.race.pk}", {"type": "moved", "text": update})

    async def moved(self, message: dict[str, Any]) -> None:
        await self.send(text_data=message["text"])


application = ProtocolTypeRouter(
    {"http": pages, "websocket": URLRouter([path("ws/races/<str:code>/", Bare.as_asgi())])}
)
