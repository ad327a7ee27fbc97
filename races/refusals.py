"""Why something was not done, in the player's language: the codes of the kernel and of the site. A game may have
sentences of its own for them, and has those for its own codes; see `races.pages.Pages.refusal`."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.kernel.refusals import Refusal

SENTENCES: Mapping[str, Promise | str] = {
    # the kernel
    "malformed": _("That could not be read. Load the page again and choose once more."),
    "unknown": _("This page is older than the game. Load it again."),
    "no_such_seat": _("There is no such seat at this table."),
    "other_seat": _("That question is for another player."),
    "not_asked": _("It is not your turn to answer. Your controls come up here when it is."),
    "stale": _("Too late: that question is closed and the game has moved on. What is asked now stands here."),
    "over": _("The game is over; nothing more can be chosen."),
    "nothing_to_withdraw": _("There is nothing to take back: everybody has chosen, and the game has moved on."),
    "not_an_answer": _("That does not answer the question. Choose one of what is offered."),
    # the site
    "paused": _("The game is paused. Choose again when it goes on."),
    "id_used": _("That was not carried out: this page sent something else before under the same mark. Choose again."),
    "bad_id": _("This page is out of step. Load it again."),
    "no_retiring": _("You can leave this game for good only when it offers you to."),
    "unavailable": _("The site cannot store anything right now. Your race is safe; try again in a moment."),
    "no_seat": _("You watch this game. Only its players choose."),
}
"""By code. Names in brackets are the refusal's own parameters."""


class Params(dict[str, Any]):
    """The parameters of a refusal; one that is not there leaves a dash, for a sentence is better than a fault."""

    def __missing__(self, name: str) -> str:
        return "–"


def sentence(refused: Refusal) -> str:
    """A refusal for the player: what, why, and the way out. Unknown codes keep the sentence that they brought."""
    if refused.code not in SENTENCES:
        return refused.sentence or str(SENTENCES["not_an_answer"])
    return str(SENTENCES[refused.code]) % Params(refused.params)
