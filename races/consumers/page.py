"""The socket of a page: fragments out, forms in."""

from collections.abc import Mapping
from typing import Any

import msgspec
from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override

from engine.kernel.bounds import Sentence, Some, Table, Word
from engine.kernel.commands import Answer, Withdraw
from engine.kernel.refusals import Refusal
from races import changes, clocks, database, live, meters, page_state, scenes, signals
from races.consumers.socket import RaceSocket
from races.forms import ALSO, EARLY, first, read_form
from races.pages import pages_of
from races.scenes import AnyScene
from races.sockets import FAULT, query_of

_FORMS: "msgspec.json.Decoder[dict[str, str | list[str]]]" = msgspec.json.Decoder(
    Table[Word, Sentence | Some[Sentence]]
)
"""Reads the fields of a form, by their names."""
UNAVAILABLE = Refusal("unavailable", "The site cannot store anything right now.")


class RacePage(RaceSocket):
    """Sends a page what changes in its race. An open question's form is not sent again, or a driver would lose what is
    chosen in it already."""

    async def find_seat(self, scene: AnyScene) -> int | None:
        """None for a page without a cockpit, as on a television: its socket shows no hand and makes no driver
        present."""
        return None if query_of(self.scope).get("as") == "spectator" else await super().find_seat(scene)

    async def begin(self, scene: AnyScene) -> None:
        self.language = page_state.language_of(self.scope)
        self.scene = scene
        await database_sync_to_async(pages_of(scene).prepare)(scene)
        await self.join(signals.group(self.watched))
        page = query_of(self.scope)
        self.page_state = page_state.PageState(self.seat, self.language)
        if text := self.page_state.first(
            scene, number(page, "revision"), number(page, "version"), page.get("question", "")
        ):
            await self.send(text_data=text)

    async def go_on(self, scene: AnyScene) -> None:
        self.scene = scene
        if text := self.page_state.next(scene):
            await self.send(text_data=text)

    async def lose_seat(self, scene: AnyScene) -> None:
        with override(self.language):
            left = render_to_string("races/shell/left.html", {"race": scene.race})
        self.page_state.leave()
        await self.send(text_data=left)
        await super().lose_seat(scene)

    async def race_signal(self, message: dict[str, Any]) -> None:
        """A driver has sent a quick signal. The page shows it for a moment; it is not stored."""
        with override(self.language):
            await self.send(text_data=signals.fragment(self.scene.seats[message["seat"]], message["signal"]))

    async def machine_time(self, message: dict[str, Any]) -> None:
        """The page counts down by the time of this machine, which was set."""
        now = clocks.milliseconds(timezone.now())
        await self.send(text_data=f'<data id="now" value="{now}" hidden></data>')

    async def handle_text(self, text: str) -> None:
        try:
            fields = _FORMS.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            await self.acknowledge("", Refusal("malformed", "That message could not be read."))
            return
        command_id = fields.get("id")
        if not isinstance(command_id, str) or not live.is_command_id(command_id):
            await self.acknowledge("", Refusal("bad_id", live.SENTENCES["bad_id"]))
            return
        if self.seat is None:
            await self.acknowledge(command_id, Refusal("no_seat", "Only drivers choose."))
            return
        found = read_form(pages_of(self.scene).choices, fields, self.seat)
        if isinstance(found, Refusal):
            await self.acknowledge(command_id, found)
        elif first(fields, EARLY):
            await self.decide_early(command_id, found[0], first(fields, EARLY) == ALSO)
        else:
            await self.submit(command_id, *found)

    async def submit(self, command_id: str, command: Answer[object] | Withdraw, then: object | None) -> None:
        try:
            outcome = await live.submit_async(self.watched, command, then)
        except database.FAULTS as fault:
            database.health.failed(fault)
            try:
                outcome = await database_sync_to_async(live.first_reply)(self.watched, command) or UNAVAILABLE
            except database.FAULTS:  # nobody knows whether it is stored: the page comes back, and asks by the same id
                await self.close(FAULT)
                return
        await self.acknowledge(command_id, outcome if isinstance(outcome, Refusal) else None)

    async def decide_early(self, command_id: str, command: Answer[object] | Withdraw, also: bool) -> None:
        """Nobody hears of what a player decides while others are asked, so no notice brings the new cockpit."""
        try:
            refused = await database_sync_to_async(changes.decide_early)(self.watched, command, also)
        except database.FAULTS as fault:
            database.health.failed(fault)
            refused = UNAVAILABLE  # it may be held all the same: the page is shown what is
        await self.acknowledge(command_id, refused)
        if refused is None or refused is UNAVAILABLE:
            scene = await database_sync_to_async(scenes.scene_of)(self.watched)
            await self.send(text_data=self.page_state.own(scene))

    async def acknowledge(self, command_id: str, refused: Refusal | None) -> None:
        if refused is not None:
            meters.refused(refused.code)
        with override(self.language):
            await self.send(text_data=page_state.acknowledgement(self.scene, command_id, refused))


def number(page: Mapping[str, str], name: str) -> int:
    """A number of the query, by which a page says what it shows already; -1 if it is missing or no number."""
    value = page.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else -1
