"""After the race: the podium with the hens, and what each has done."""

from collections.abc import Iterable
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from races.henhur import hens, words
from races.henhur.board import in_order
from races.henhur.scene import HenHurScene
from races.shell import chips

STEPS = 3
"""So many places stand on the podium."""


def context_of(scene: HenHurScene) -> dict[str, Any]:
    """What results.html shows."""
    view = scene.view(None)
    rows: list[dict[str, Any]] = []
    for place, runner in in_order(scene):
        bought = len(runner.stock) - len(scene.game.content.listed((scene.game.content.deck,)))
        rows.append(
            {
                "place": place,
                "seat": runner.seat,
                "name": scene.seats[runner.seat].name,
                "at": runner.at,
                "where": _("left the race") if runner.left else words.place(scene.game.content.rules, runner.at),
                "bought": bought,
                "burned": ", ".join(words.title(scene.game.cards[card]) for card in runner.slots) or "–",
                "tokens": runner.tokens.count(),
            }
        )
    return {
        "title": title(scene, (row["name"] for row in rows if row["place"] == 1)),
        "finish": why(view.ended, view.round),
        "rows": rows,
        "podium": [row for row in rows if row["place"] <= STEPS][:STEPS],
        "symbols": chips.symbols(scene) + hens.symbols(scene.seats),
    }


def title(scene: HenHurScene, first: Iterable[str]) -> str:
    """Who has won; or who is ahead, where it ended as it stood."""
    names = list(first)
    if scene.view(None).ended in {"ended", "deserted"}:
        if len(names) == len(scene.seats):
            return _("Nobody is ahead")
        text = ngettext("%(names)s is ahead", "%(names)s are ahead", len(names))
    else:
        text = ngettext("%(names)s wins", "%(names)s share the win", len(names))
    return text % {"names": get_text_list(names, _("and"))}


def why(ended: str, turns: int) -> str:
    """Why it is over, and how long it took."""
    reasons = {
        "won": ngettext("Over the line after %(n)s turn.", "Over the line after %(n)s turns.", turns),
        "left": _("All others have left the race."),
        "deserted": _("Nobody has chosen for three rounds, so it ended as it stood."),
        "ended": _("The host has ended it as it stood."),
    }
    return reasons.get(ended, "") % {"n": turns}
