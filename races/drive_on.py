"""Driving on from a step of a replay: a race of one's own from there, against bots in the seats of the others.

What the chosen seat did not know at that step is dealt anew, so that nobody drives on with a hand or a pile that only
the record tells. The race has a record like any other, which begins with that position.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from engine.kernel.chance import Seed
from engine.kernel.faults import Broken
from races import changes
from races.film import film_of
from races.games import GoingOn
from races.models import Position, Race, Seat
from races.scenes import AnyScene
from races.start import Content, GoesOn, Start, Terms, open_table


class NotFromHere(Exception):
    """Why nobody drives on from there, by a code: `not_over`, `no_such_step`, `no_such_seat`, `not_yours`,
    `nothing_left`."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True)
class From:
    """A step of a race that is over, and the seats from which this viewer can drive on there."""

    scene: AnyScene
    state: object
    step: int
    last: int
    """The last step of the race."""
    seats: Sequence[Seat]
    own: int | None
    """The viewer's own seat in that race."""
    mine: int
    """The seat that is chosen first: the own one, where it can be driven on."""

    @property
    def race(self) -> Race:
        return self.scene.race


def found(scene: AnyScene, step: int, may_see: Collection[int], own: int | None) -> From:
    """What can be driven on from at a step, by a viewer who may see these hands. Raises `NotFromHere`."""
    if scene.race.ended is None:
        raise NotFromHere("not_over")
    film = film_of(scene.shown.race)
    if not 0 <= step <= film.last:
        raise NotFromHere("no_such_step")
    if not may_see:
        raise NotFromHere("not_yours")
    state = film.frame(step).state
    left = [seat for seat in scene.seats if seat.number in may_see and _goes_on(scene, state, seat.number)]
    if not left:
        raise NotFromHere("nothing_left")
    people = [seat.number for seat in left if seat.kind == Seat.Kind.DRIVER]
    numbers = [seat.number for seat in left]
    return From(
        scene, state, step, film.last, left, own, own if own is not None and own in numbers else (people or numbers)[0]
    )


def _goes_on(scene: AnyScene, state: object, seat: int) -> bool:
    return scene.table_game.going_on(state, seat, _seed()) is not None


def _seed() -> Seed:
    return Seed(secrets.token_hex(32))


def drive_on(at: From, seat: int, visitor: str, name: str, nameless: str, friends: bool = False) -> Race:
    """Start the race. Bots drive the other seats; those that people drove have no names of theirs. With friends it
    begins with a pause, and friends may take seats from bots (`take_seat`). Raises `NotFromHere`."""
    if seat not in {one.number for one in at.seats}:
        raise NotFromHere("no_such_seat")
    seed = _seed()
    going_on = at.scene.table_game.going_on(at.state, seat, seed)
    assert going_on is not None, "the seats of `found` can be driven on"
    if at.race.opened:
        _must_be_sound(at.scene, going_on, seed)
    starters = [_starter(at.scene, one, seat, visitor, name, nameless) for one in at.scene.seats]
    terms = Terms(
        rules=at.race.rules,
        track=at.race.track,
        laps=at.race.laps,
        clock=0,
        watching=Race.Watching.ANYBODY if friends else Race.Watching.NOBODY,
        host=visitor,
        seed=seed,
    )
    goes_on = GoesOn(state=going_on.state, origin=at.race, step=at.step, seat=seat, seats_open=friends)
    content = cast("Content", at.scene.table_game.game.content)
    race = open_table(at.race.game, content, going_on.setup, starters, terms, goes_on)
    if friends:
        changes.pause(race.pk)
    return race


def _must_be_sound(scene: AnyScene, going_on: GoingOn, seed: Seed) -> None:
    """A file may claim any state; a race that bots and clocks go on with must be one that can be played."""
    state = scene.table_game.game.encode(going_on.state)
    try:
        scene.table_game.read_position(state, going_on.setup, seed)
    except Broken:
        raise NotFromHere("nothing_left") from None


def open_seats(scene: AnyScene) -> list[Seat]:
    """The seats that visitors who have the code may take: those that bots drive, in a race that was begun so."""
    race = scene.race
    if race.ended is not None or not Position.objects.filter(race=race, seats_open=True).exists():
        return []
    game, state = scene.table_game, scene.state
    return [seat for seat in scene.seats if seat.kind == Seat.Kind.BOT and game.takes_part(state, seat.number)]


def _starter(scene: AnyScene, one: Seat, mine: int, visitor: str, name: str, nameless: str) -> Start:
    start = partial(Start, colour=one.colour, number=one.car_number)
    if one.number == mine:
        return start(name=name, visitor=visitor)
    if one.kind == Seat.Kind.LEGEND:
        return start(name=one.name, legend=one.legend)
    if one.kind == Seat.Kind.BOT:
        return start(name=one.name, bot=one.bot or scene.table_game.stand_in)
    return start(name=f"{nameless} {one.car_number}", bot=scene.table_game.stand_in)
