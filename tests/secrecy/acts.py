"""Secret acts of Ada in all her races."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import transaction

from engine.heat.moves.discard import Discard
from engine.heat.moves.gear import Gear
from engine.henhur.choices import Pick
from engine.lastcard import Draw, Play
from races.models import Race
from races.pages import pages_of
from races.scenes import AnyScene
from tests.secrecy.world import ADA, World, forget, give, scene_of, seat_of, send

LATER = 5
"""Seconds after which all others ask; the veil is still drawn then."""
PRIVATE = ("state", "presets", "held")
"""The columns that such an act may change."""


def at_once(world: World) -> None:
    """Set presets, answer ahead, and answer under the veil: in Heat a gear with its cards."""
    for race in reversed([*world.veiled, *world.waiting]):
        _preset(race)
    for race in world.waiting:
        _early(race, 0)
    for race in reversed(world.veiled):
        _answer(race, 0)


def otherwise(world: World) -> None:
    """Answer with other cards, at other times, and under the veil only after taking a first answer back."""
    for race in world.waiting:
        world.clock.move(0.1)
        _early(race, 1)
    world.clock.move(1)
    for race in world.veiled:
        world.clock.move(0.1)
        _answer(race, 0)
        _take_back(race)
        _answer(race, 1)


ACTS: Mapping[str, Callable[[World], None]] = {"at once": at_once, "otherwise": otherwise}


@contextmanager
def later(world: World, act: Callable[[World], None] | None = None) -> Iterator[None]:
    """Let Ada act, and hold the clock some seconds later. All changes are undone at the end."""
    began = world.clock.now
    try:
        with transaction.atomic():
            world.chance.again()
            if act is not None:
                act(world)
            then = began + timedelta(seconds=LATER)
            assert world.clock.now < then
            world.clock.now = then
            forget()
            yield
            transaction.set_rollback(True)
    finally:
        world.clock.now = began
        forget()


def _preset(race: Race) -> None:
    if presets := list(pages_of(scene_of(race)).presets):
        _done(race, lambda: send(race, "presets/", {"preset": presets[:1]}))


def _early(race: Race, which: int) -> None:
    scene, seat = scene_of(race), seat_of(race, ADA)
    question = scene.table_game.early(scene.state, seat)
    assert question is not None
    ahead = AHEAD[race.game](scene, seat)
    choices = [one for one in ahead if not scene.table_game.early_refused(scene.state, question, one)]
    _done(race, lambda: give(race, question, choices[which], early="yes"))


def _answer(race: Race, which: int) -> None:
    scene: Any = scene_of(race)
    seat = seat_of(race, ADA)
    question, choice = scene.questions[seat], scene.legal(seat)[which]
    plan: dict[str, object] = {}
    if isinstance(choice, Gear):
        hand = [card for card in scene.view(seat).mine.hand if card != "heat"]
        plan = {"then": "gear:play", "cards": hand[: choice.gear]}
    _done(race, lambda: give(race, question, choice, **plan))


def _take_back(race: Race) -> None:
    scene = scene_of(race)
    question = scene.table_game.game.question(scene.state, seat_of(race, ADA))
    _done(race, lambda: send(race, "answer/", {"question": str(question), "do": "withdraw"}))


def _done(race: Race, act: Callable[[], None]) -> None:
    """Act, and check that something private changed: else the law would hold of nothing."""
    before = Race.objects.values(*PRIVATE).get(pk=race.pk)
    act()
    assert Race.objects.values(*PRIVATE).get(pk=race.pk) != before


def _thrown_away(scene: Any, seat: int) -> Sequence[object]:
    hand = [card for card in scene.state.cars[seat].hand if card not in ("heat", "stress")]
    return [Discard(()), *(Discard((card,)) for card in hand)]


def _played(scene: Any, seat: int) -> Sequence[object]:
    return [Draw(), *(Play(card) for card in scene.state.hands[seat])]


def _picked(scene: Any, seat: int) -> Sequence[object]:
    return [Pick(card) for card in scene.state.pool]


AHEAD: Mapping[str, Callable[[AnyScene, int], Sequence[object]]] = {
    "heat": _thrown_away,
    "lastcard": _played,
    "henhur": _picked,
}
"""Choices that may be possible ahead, by game."""
