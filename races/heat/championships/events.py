"""The event of a race in words: what it changes, what it gives, and where the press waits. Every sentence follows from
the data of the card."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat import Heat
from engine.heat.modules import NO_EFFECTS, EventCard
from engine.heat.press import OVER_LIMIT
from races.heat.circuit_art.letters import corner_letters
from races.heat.counts import names


@dataclass(frozen=True)
class Event:
    """An event as players read it before its race."""

    headline: str
    effects: Sequence[str]
    press: str
    pays: str = ""
    """For what the press pays at its corners, unless an effect says it."""


def event_of(game: Heat, name: str) -> Event | None:
    """The event of a race; None for a race without one."""
    card = next((card for card in game.content.modules.events if card.id == name), None)
    if card is None:
        return None
    pays = "" if card.effects.press_only_below_limit else _pays(game, card.id)
    return Event(_(card.headline), tuple(effects(card)), press(game, card.id), pays)


def sponsors_alone(game: Heat) -> Event:
    """What stands in place of an event where a race has none, but sponsors."""
    return Event(_("Sponsors"), (), press(game, ""), _pays(game, ""))


def effects(card: EventCard) -> Iterator[str]:
    """What the event changes, each in a sentence."""
    if card.sponsors:
        yield ngettext(
            "Every driver starts with a sponsor card.", "Every driver starts with %(n)s sponsor cards.", card.sponsors
        ) % {"n": card.sponsors}
    for name, words in EFFECTS.items():
        value = getattr(card.effects, name)
        if value != getattr(NO_EFFECTS, name):
            yield words(value)


def press(game: Heat, event: str) -> str:
    """Where the press waits in a race."""
    where, marks = game.press(event), corner_letters(game.content.track)
    if where == frozenset(game.content.track.press_lines()):
        return _("The press waits at every corner.")
    if not where:
        return _("The press stays at home.")
    named = [letter for line, letter in marks.items() if line in where]
    text = ngettext("The press waits at corner %(corners)s.", "The press waits at corners %(corners)s.", len(named))
    return text % {"corners": names(named)}


def _pays(game: Heat, event: str) -> str:
    if not game.press(event):
        return ""
    text = _("The press pays a sponsor card for %(n)s over the limit or more, and for a slipstream over the line.")
    return text % {"n": OVER_LIMIT}


def reward(game: Heat, event: str, limit: int) -> str:
    """For what the press at a corner pays."""
    if next(
        (card.effects for card in game.content.modules.events if card.id == event), NO_EFFECTS
    ).press_only_below_limit:
        return _("The press waits here: it pays a sponsor card for staying below the limit.")
    text = _(
        "The press waits here: it pays a sponsor card from speed %(speed)s on, and for a slipstream over the line."
    )
    return text % {"speed": limit + OVER_LIMIT}


def _laps(n: int) -> str:
    if n < 0:
        return ngettext("The race is one lap shorter.", "The race is %(n)s laps shorter.", -n) % {"n": -n}
    return ngettext("The race is one lap longer.", "The race is %(n)s laps longer.", n) % {"n": n}


def _heat(n: int) -> str:
    if n < 0:
        return ngettext("Every engine starts with one Heat less.", "Every engine starts with %(n)s Heat less.", -n) % {
            "n": -n
        }
    return ngettext("Every engine starts with one Heat more.", "Every engine starts with %(n)s Heat more.", n) % {
        "n": n
    }


def _stress(n: int) -> str:
    if n < 0:
        return ngettext("Every deck has one Stress less.", "Every deck has %(n)s Stress less.", -n) % {"n": -n}
    return ngettext("Every deck has one Stress more.", "Every deck has %(n)s Stress more.", n) % {"n": n}


def _points_bonus(bonus: Sequence[int]) -> str:
    if len(bonus) == 1:
        return ngettext("The winner scores one point more.", "The winner scores %(n)s points more.", bonus[0]) % {
            "n": bonus[0]
        }
    if len(set(bonus)) == 1:
        words = {"places": len(bonus), "n": bonus[0]}
        return (
            ngettext(
                "The first %(places)s score one point more each.",
                "The first %(places)s score %(n)s points more each.",
                bonus[0],
            )
            % words
        )
    return _("The first places score %(points)s points more.") % {"points": ", ".join(map(str, bonus))}


def _first_lap(n: int) -> str:
    return ngettext(
        "The first car to complete a lap earns a sponsor card.",
        "The first %(n)s cars to complete a lap earn a sponsor card each.",
        n,
    ) % {"n": n}


def _overtaking(n: int) -> str:
    return ngettext(
        "Passing a car in one turn earns a sponsor card.",
        "Passing %(n)s cars in one turn earns a sponsor card.",
        n,
    ) % {"n": n}


def _discard_max(n: int) -> str:
    return ngettext("At most one card may be discarded a turn.", "At most %(n)s cards may be discarded a turn.", n) % {
        "n": n
    }


EFFECTS: dict[str, Callable[[Any], str]] = {
    "laps": _laps,
    "heat": _heat,
    "stress": _stress,
    "hand_limit": lambda n: _("Hands are filled up to %(n)s cards.") % {"n": n},
    "points_bonus": _points_bonus,
    "first_lap_sponsor": _first_lap,
    "speed_sponsor_at": lambda n: _("A turn at speed %(n)s or more earns a sponsor card.") % {"n": n},
    "overtake_sponsor_at": _overtaking,
    "sponsors_per_gain": lambda n: _("Whoever earns a sponsor card draws %(n)s of them.") % {"n": n},
    "spin_out_eliminates": lambda _on: _("Whoever spins out is out of the race, and scores nothing."),
    "slipstream_min_gear": lambda n: _("A slipstream needs gear %(n)s or higher.") % {"n": n},
    "discard_heat": lambda _on: _("Heat cards may be discarded, too."),
    "discard_stress": lambda _on: _("Stress cards may be discarded, too."),
    "discard_max": _discard_max,
    "no_adrenaline": lambda _on: _("Nobody gets adrenaline."),
    "press_only_below_limit": lambda _on: _("The press pays drivers who stay below the limit, not above."),
    "lose_heat_per_lap": lambda _on: _("Every lap that is completed takes a Heat out of the game."),
}
"""By field of the engine's `Effects`: what a value other than the usual one means."""
