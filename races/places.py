"""The places in which a race ended, kept with its seats: lists of many races are made of them without reading each
race."""

from collections.abc import Iterable

from races import scenes
from races.games import AnyTableGame
from races.models import Race, Seat


def keep(race: Race, table_game: AnyTableGame, state: object) -> None:
    """Keep the places of a race that has just ended. To be called under its lock."""
    game = table_game.game
    for number, place in enumerate(game.places(game.view(state, None))):
        Seat.objects.filter(race=race, number=number).update(place=place)


def fill(races: Iterable[Race]) -> None:
    """Keep the places of races that ended before places were kept. Those that cannot be read stay without."""
    for race in races:
        try:
            scene = scenes.load(race.pk)
        except scenes.Unreadable:
            continue
        keep(race, scene.table_game, scene.state)
