"""From players at a table to a game that has begun: content and set-up are bound together and kept, and the first
entry is written."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from django.db import transaction
from django.utils import timezone

import engine
from engine.kernel.chance import Seed
from engine.kernel.records import encode, fold
from races import automatic, clocks, codes, contents, operator_log, veil, waiting
from races.games import table_game_of
from races.models import Position, Race, Seat, TrackVersion


@dataclass(frozen=True, kw_only=True)
class Start:
    """Who takes a seat: a visitor, a bot, or a Legend of Heat that reads the named row of its cards."""

    name: str
    colour: str
    number: int
    visitor: str = ""
    bot: str = ""
    legend: str = ""
    here: bool = True
    """Whether a visitor was connected when the game began; who was not is away from the first moment."""

    @property
    def kind(self) -> Seat.Kind:
        return Seat.Kind.LEGEND if self.legend else Seat.Kind.BOT if self.bot else Seat.Kind.DRIVER


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What was agreed on, whichever the game. Lists and the admin show track and laps; only Heat has them."""

    rules: str = ""
    track: TrackVersion | None = None
    laps: int = 0
    clock: int = 60
    grace: int = 60
    absence: str = Race.Absence.STAND_IN
    watching: str = Race.Watching.ANYBODY
    listed: bool = False
    room: str = ""
    host: str = ""
    seed: Seed = field(default_factory=lambda: Seed(secrets.token_hex(32)))


class Content(Protocol):
    """What a game is played with, as its engine has it."""

    def digest(self) -> str:
        """Tells it from every other content of this site."""


@dataclass(frozen=True, kw_only=True)
class GoesOn:
    """Where a game goes on that does not begin with its set-up."""

    state: object
    origin: Race
    step: int
    seat: int
    seats_open: bool = False
    """Whether visitors who have the code may take seats that bots drive."""


def open_table(
    game: str,
    content: Content,
    setup: object,
    starters: Sequence[Start],
    terms: Terms,
    goes_on: GoesOn | None = None,
) -> Race:
    """Start a game by its name. Content and set-up are its own. Raises `engine.kernel.faults.Broken` for a set-up that
    cannot be played."""
    with transaction.atomic():
        digest = contents.store(content.digest(), game, encode(content).decode())
        now = timezone.now()
        table_game = table_game_of(digest)
        events = table_game.game.start(setup, terms.seed) if goes_on is None else ()
        state = fold(table_game.game, events, None if goes_on is None else goes_on.state)
        race = _race(terms, starters, now)
        race.game, race.content_id = game, digest
        race.setup, race.state = encode(setup).decode(), table_game.game.encode(state).decode()
        moment = clocks.milliseconds(now)
        clocks.ask(race, table_game.game.awaiting(state), table_game, moment)
        automatic.arm(race, table_game, state, moment)
        veil.draw(race, table_game, state, moment)
        clocks.set_due(race, moment)
        waiting.look(race, table_game, state, moment)
        race.save()
        if goes_on is not None:
            Position.objects.create(
                race=race,
                state=race.state,
                origin=_still_there(goes_on.origin),
                step=goes_on.step,
                seat=goes_on.seat,
                seats_open=goes_on.seats_open,
            )
        Seat.objects.bulk_create(_seat(race, number, starter, now) for number, starter in enumerate(starters))
        race.entries.create(
            seq=0,
            command_id="start",
            events=encode(events).decode(),
            accepted=now,
        )
    operator_log.started(race, [starter.kind for starter in starters])
    return race


def _still_there(origin: Race) -> Race | None:
    """Lock the race that another one goes on from; None where retention has just deleted it."""
    return Race.objects.select_for_update(no_key=True).only("pk").filter(pk=origin.pk).first()


def _race(terms: Terms, starters: Sequence[Start], now: datetime) -> Race:
    """The row of a race as far as the terms and the starters say; nothing of it is stored yet."""
    return Race(
        code=codes.unused(Race.objects, 8),
        room=terms.room,
        host=terms.host,
        track=terms.track,
        engine=engine.__version__,
        seed=terms.seed,
        laps=terms.laps,
        rules=terms.rules,
        listed=terms.listed,
        watching=terms.watching,
        clock=terms.clock,
        grace=terms.grace,
        absence=terms.absence,
        bots={number: starter.bot for number, starter in enumerate(starters) if starter.bot},
        absent={
            number: clocks.milliseconds(now)
            for number, starter in enumerate(starters)
            if starter.kind == Seat.Kind.DRIVER and not starter.here
        },
    )


def _seat(race: Race, number: int, starter: Start, now: datetime) -> Seat:
    """A starter's seat; a visitor who was connected at the start was last seen then."""
    return Seat(
        race=race,
        number=number,
        kind=starter.kind,
        visitor=starter.visitor,
        name=starter.name,
        colour=starter.colour,
        car_number=starter.number,
        bot=starter.bot,
        legend=starter.legend,
        seen=now if starter.kind == Seat.Kind.DRIVER and starter.here else None,
    )
