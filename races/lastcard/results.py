"""The page of a match that is over: the places, and the score sheet over all rounds."""

from typing import NamedTuple, cast

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.lastcard import State
from races import records
from races.lastcard import cards, sentences
from races.lastcard.scene import LastCardScene
from races.models import Seat
from races.shell import chips

AS_IT_STOOD = ("ended", "unattended")
"""How a match ends that nobody has won."""


class Ranked(NamedTuple):
    """A seat at the end."""

    place: int
    seat: Seat
    score: int
    left: bool


class SheetRow(NamedTuple):
    """A round: what each seat scored in it, and its sum since the start."""

    round: int
    cells: list[tuple[int, int]]


def context_of(scene: LastCardScene, seat: int | None) -> dict[str, object]:
    view = scene.view(None)
    places = scene.game.places(view)
    ranked = sorted(
        (Ranked(places[one.number], one, view.scores[one.number], one.number in view.left) for one in scene.seats),
        key=lambda one: (one.place, one.seat.number),
    )
    return {
        "title": headline(ranked, stands=view.ended in AS_IT_STOOD),
        "finish": sentences.ENDS[view.ended],
        "symbols": chips.symbols(scene) + cards.sprite(),
        "ranked": ranked,
        "seats": scene.seats,
        "rows": sheet(scene),
        "target": view.setup.target,
        "winning_hand": cards.picture(view.discard[0], cards.name(view.discard[0])),
    }


def headline(ranked: list[Ranked], *, stands: bool) -> str:
    """Who has won; or who is ahead, where the match ended as it stood."""
    winners = [one.seat.name for one in ranked if one.place == 1]
    if len(winners) == len(ranked) or not winners:
        return _("Nobody is ahead")
    names = get_text_list(winners, _("and"))
    if stands:
        return ngettext("%(names)s is ahead", "%(names)s are ahead", len(winners)) % {"names": names}
    return ngettext("%(names)s wins", "%(names)s share the win", len(winners)) % {"names": names}


def sheet(scene: LastCardScene) -> list[SheetRow]:
    """Round by round, from the stored events."""
    rows: list[SheetRow] = []
    before = (0,) * len(scene.seats)
    for state in cast("list[State]", records.states(scene.race)):
        if state.open and (not rows or rows[-1].round != state.round):
            cells = [(now - then, now) for now, then in zip(state.scores, before, strict=True)]
            rows.append(SheetRow(state.round, cells))
            before = state.scores
    return rows
