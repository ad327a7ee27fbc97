"""Which games this site has, and where the parts of each are found.

A game is a package with modules of fixed names. They are imported when they are first used, so that no other module of
`races` names a game:

table_game   what storing, timing and sending a game needs: `bind`, see `races.games.TableGame`
pages        what its pages show: `PAGES`, see `races.pages.Pages`
minds        its bots, for processes without Django: `bind` and `BOTS`, see `races.thinking`
tags         template tags, which its templates load by the name of the game; only where there are some
link_cards   the pictures that links show: `track` and `podium`; only where a game has circuits
rulebook     its rules as players read them: `BOOK`, see `races.rulebook.book`; only where there is such a book
reviews      looking back at a race decision by decision, for a process without Django: `review`, see `races.reviewing`;
             only where a game has a pit wall
series       what spans several of its races: `SERIES`, see `races.series`; only where there is such a thing
urls         addresses of its own, whole from the root of the site; only where it has some
admin        what an admin looks after beside races; only where there is such a thing
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

GAMES: dict[str, str] = {
    "heat": "races.heat",
    "lastcard": "races.lastcard",
    "henhur": "races.henhur",
}
"""By the name of a game: its package."""


def part(game: str, name: str) -> ModuleType:
    """A module of a game. Raises `KeyError` for a game that this site does not have."""
    return part_of(GAMES[game], name)


@cache
def part_of(package: str, name: str) -> ModuleType:
    """The same by the game's package: another process gets that with its work, and asks no list."""
    return import_module(f"{package}.{name}")


PARTS = ("table_game", "pages", "minds", "tags", "link_cards", "rulebook", "reviews", "series", "urls", "admin")


def import_all() -> None:
    """Import every part of every game now."""
    for name in PARTS:
        for module in named(name).values():
            import_module(module)


def named(name: str) -> dict[str, str]:
    """By game, where one has a module of this name: the module's full name."""
    modules = {game: f"{package}.{name}" for game, package in GAMES.items()}
    return {game: module for game, module in modules.items() if _is_there(module)}


@cache
def _is_there(module: str) -> bool:
    return find_spec(module) is not None
