"""What a viewer may be sent follows from what that viewer may know.

A race as it was is dealt anew with everything a viewer cannot know: hands, piles, choices that are not open yet, the
seed, the others' ids and the answers that they give in advance. What is made of that race must be what the viewer was
sent, to the byte; anything else told them something.
"""

import copy
import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from django.test import Client

from engine.heat.moves.play import Play
from engine.kernel.chance import Seed
from engine.kernel.commands import Answer, Question
from engine.kernel.records import encode
from engine.kernel.seats import Seat as SeatNumber
from heatsite.visitors import COOKIE, new_visitor
from races import page_state, scenes
from races.consumers import program
from races.heat import presets
from races.heat.board import ground
from races.heat.commentary.narrate import narrate
from races.heat.commentary.spectator import Spectator
from races.heat.scene import HeatScene
from races.heat.table_game import heat_of
from races.models import Entry, Race, Seat
from races.models.races import StoredHeld
from races.race_log import LogEntry, whole_log
from races.scenes import NEWEST
from tests.e2e.wire import NOTHING, Listener, Page, Shows
from tests.engine.heat.redeal import redrawn

LANGUAGE = "en"
PASSING = (
    (re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]+'), r"\1"),
    (re.compile(r'(<data id="now" value=")\d+'), r"\1"),
)
"""What is another on every page, and tells nothing."""


class History:
    """A race at each of its revisions, as it truly was and as its viewers may imagine it."""

    def __init__(self, rows: Iterable[Race], dice: Random) -> None:
        self.rows = {row.revision: row for row in rows}
        self.dice = dice
        self.last = max(self.rows)
        race = self.rows[self.last]
        self.game = heat_of(race.content_id).game
        self.seats = tuple(Seat.objects.filter(race=race).order_by("number"))
        self.entries = tuple(Entry.objects.filter(race=race).order_by("seq"))
        self.log = whole_log(race)
        self._chance = self.seed()
        """One for the whole race: what has not changed for a driver is imagined as before."""
        self._imagined: dict[tuple[int, int | None], HeatScene] = {}
        ground.prepare(self.truth(self.last))

    def seed(self) -> Seed:
        return Seed(self.dice.randbytes(32).hex())

    def truth(self, revision: int) -> HeatScene:
        row = self.rows[revision]
        return self._scene(row, self.seats, self.game.decode(row.state))

    def _scene(self, row: Race, seats: tuple[Seat, ...], state: Any) -> HeatScene:
        return HeatScene(row, seats, state, self.log[max(0, row.version + 1 - NEWEST) : row.version + 1])

    def imagined(self, revision: int, viewer: int | None) -> HeatScene:
        """The race dealt anew. What all viewers are shown of it is made of a spectator's race, also for drivers."""
        key = revision, viewer
        if key not in self._imagined:
            truth = self.truth(revision)
            state = self.game.imagine(truth.view(viewer), self._chance)
            row, seats = self._stripped(truth.race, viewer)
            row.state = encode(state).decode()
            scene = self._imagined[key] = self._scene(row, seats, state)
            if viewer is not None:
                public = self.imagined(revision, None)
                if scene.race.veil:
                    scene.shown = public.shown
                else:
                    scene.made = public.made
                page_state.public(public.shown, LANGUAGE)
        return self._imagined[key]

    def _stripped(self, race: Race, viewer: int | None) -> tuple[Race, tuple[Seat, ...]]:
        """The rows of a race with other secrets in them."""
        seats = tuple(copy.copy(seat) for seat in self.seats)
        for seat in seats:
            if seat.visitor and seat.number != viewer:
                seat.visitor = new_visitor()
        row = copy.copy(race)
        row.seed = self.seed()
        host = next((seat.number for seat in self.seats if seat.visitor and seat.visitor == race.host), None)
        row.host = new_visitor() if host is None else seats[host].visitor  # which seat it is, all are told
        known = sorted(presets.PRESETS)
        own = {seat: chosen for seat, chosen in race.presets.items() if seat == viewer}
        others = (seat.number for seat in seats if seat.number != viewer)
        row.presets = own | {seat: self.dice.sample(known, 2) for seat in others}
        row.held = {seat: held for seat, held in race.held.items() if seat == viewer}
        row.held |= {seat: self._plan(seat) for seat in row.presets if seat != viewer and self.dice.random() < 0.5}
        if race.veil:  # as if nobody else had answered
            row.revision -= race.veil["hidden"]
            row.version = race.veil["version"]
            row.clocks = dict(race.veil["clocks"]) | {seat: own for seat, own in race.clocks.items() if seat == viewer}
            row.veil = {**race.veil, "hidden": 0}
        return row, seats

    def _plan(self, seat: int) -> StoredHeld:
        """Cards that a driver may hold."""
        question = Question(1, "gears", SeatNumber(seat), 1)
        cards = tuple(self.dice.sample("12345", 2))
        answer = encode(Answer(seat, question, Play(cards))).decode()
        return {"after": str(question), "answer": answer, "question": "", "dropped": False}

    def forget(self) -> None:
        """Imagine anew; what was rendered goes with it."""
        self._imagined.clear()

    # What viewers were sent, and what they should have been

    def frames(self, viewer: int | None, revisions: range, shows: Shows = NOTHING, *, truly: bool = False) -> list[str]:
        """What the socket of a page says that connects at the first of these revisions. `truly`: of the true race."""
        scenes = [self.truth(one) if truly else self.imagined(one, viewer) for one in revisions]
        shown = page_state.PageState(viewer, LANGUAGE)
        said = [shown.first(scenes[0], *shows), *[shown.next(scene) for scene in scenes[1:]]]
        return [frame for frame in said if frame]

    def unexplained(self, viewer: int | None, revisions: Sequence[int], shows: Shows, heard: Sequence[str]) -> str:
        """The first frame that the socket of a page should not have said. Of two revisions at the same moment, such as
        an answer and that of a bot which follows, it may say what both have changed in one frame."""
        first, *later = revisions
        shown, waiting = page_state.PageState(viewer, LANGUAGE), list(heard)
        if said := shown.first(self.imagined(first, viewer), *shows):
            if waiting[:1] != [said]:
                return said
            waiting.pop(0)
        for scene in (self.imagined(revision, viewer) for revision in later):
            after = copy.copy(shown)
            said = after.next(scene)
            if said and waiting[:1] != [said]:
                continue  # told together with the next one
            shown = after
            if said:
                waiting.pop(0)
        newest = copy.copy(shown).next(self.imagined(revisions[-1], viewer))
        return waiting[0] if waiting else newest

    def updates(
        self, viewer: int | None, revisions: Iterable[int], *, all_of_them: bool = False
    ) -> list[dict[str, Any]]:
        """What the socket of a program should have said; `all_of_them` has those that tell it nothing new, too."""
        said, known = [], None
        for scene in (self.imagined(revision, viewer) for revision in revisions):
            if all_of_them or known is None or not program.is_same(known, scene, viewer):
                said.append(msgspec.json.decode(encode(program.update(scene, viewer))))
            known = scene
        return said

    def page(self, page: Page, listener: Listener, viewer: int | None) -> str:
        """What a page of the race should have shown."""
        scene = self.imagined(page.revision, viewer)
        client = Client()
        client.cookies[COOKIE] = listener.cookies[COOKIE]
        with patch.object(scenes, "scene_of", lambda race: scene):
            return client.get(page.path, headers={"host": listener.site.host}).content.decode()

    def log_anew(self) -> Iterator[LogEntry]:
        """The log, made from a race in which all that is not public is guessed."""
        state: Any = None
        table_game = heat_of(self.rows[self.last].content_id)
        for entry in self.entries:
            events = table_game.read_events(entry.events)
            before = None if state is None else self.game.imagine(self.game.view(state, None), self.seed())
            with patch("races.heat.commentary.narrator.Spectator", guesser(state, self)):
                lines = narrate(self.game, before, events)
            for event in events:
                state = self.game.evolve(state, event)
            yield LogEntry(entry.seq, lines)


def guesser(truth: Any, history: History) -> type[Spectator]:
    """A spectator for whom everything hidden is other after each event, and who sees events with other secrets."""

    class Guesser(Spectator):
        def sees(self, event: Any) -> Any:
            seat = getattr(event, "seat", None)
            car = None if seat is None or self._state is None else self._now.cars[seat]
            return super().sees(redrawn(event, None, car, history.dice))

        def goes_on(self, event: Any) -> None:
            nonlocal truth
            truth = self.game.evolve(truth, event)
            self._state = self.game.imagine(self.game.view(truth, None), history.seed())

    return Guesser


def lasting(page: str) -> str:
    """A page without what is another each time."""
    for passing, kept in PASSING:
        page = passing.sub(kept, page)
    return page


def found(received: dict[str, str], secrets: Iterable[str]) -> list[str]:
    """Where a secret stands in what a viewer received."""
    hidden = [secret for secret in secrets if secret]
    return [f"{secret} in {place}" for place, text in received.items() for secret in hidden if secret in text]
