"""The pages of Last Card: which parts of this package they ask for what."""

import json
from collections.abc import Hashable, Mapping, Sequence

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.kernel.refusals import Refusal
from engine.lastcard import Choice, State
from engine.lastcard.content import COLOURS
from engine.lastcard.events import Caught, Drew, PassedOver, Played, RoundWon
from races.lastcard import board, cards, cockpit, refusals, results, rulesets
from races.lastcard.lines import Line
from races.lastcard.scene import LastCardScene
from races.lastcard.sentences import sentence
from races.lastcard.table_game import CALL, DRAW, KEEP_DRAWN, NEXT, PLAY_DRAWN
from races.pages import Caption, Pages
from races.shell import chips

PRESETS: Mapping[str, Promise | str] = {
    DRAW: gettext_lazy("Draw when nothing fits"),
    PLAY_DRAWN: gettext_lazy("Play a drawn card that fits"),
    KEEP_DRAWN: gettext_lazy("Keep a drawn card that does not fit"),
    CALL: gettext_lazy("Always call my last card"),
    NEXT: gettext_lazy("Always go on to the next round"),
}


class LastCardPages(Pages[LastCardScene, State, Line]):
    folder = "races/lastcard"
    fragments = board.FRAGMENTS
    replayed = ("felt", "scores", "ribbon", "sheet")
    choices = Choice
    presets = PRESETS
    retiring: Promise | str = gettext_lazy(
        "You lay your hand aside, and it counts for whoever wins the round. The others play on, and you come last. "
        "With one player left, the match ends as it stands."
    )
    jumps: Mapping[str, tuple[str, str, Promise | str]] = {
        "won": ("trophy", "o", gettext_lazy("Next end of a round")),
        "four": ("signal", "s", gettext_lazy("Next Wild Draw Four")),
    }

    def jump_to(self, line: Line) -> str:
        if isinstance(line.event, RoundWon):
            return "won"
        return "four" if isinstance(line.event, Played) and line.event.card == "W4" else ""

    def page(self, scene: LastCardScene) -> dict[str, object]:
        return {
            "title": _("Last Card"),
            "symbols": chips.symbols(scene) + cards.sprite(),
            "rules_name": rulesets.name(scene.race.rules),
            "rule_sets": rulesets.rule_sets_in_words(),
            "differences": rulesets.differences(),
            "head_start": scene.table_game.head_start,
        }

    def key(self, scene: LastCardScene, seat: int) -> Hashable:
        return cockpit.key(scene, seat)

    def render(self, scene: LastCardScene, seat: int, request: HttpRequest | None = None) -> str:
        return cockpit.render(scene, seat, request)

    def sentence(self, line: Line, scene: LastCardScene) -> SafeString:
        return sentence(line, scene)

    def playback(self, scene: LastCardScene, said: Sequence[tuple[Line, SafeString]]) -> SafeString:
        """The cards that move, in their order: play.js lets them fly. What stands on the page is true at once."""
        steps = [step for line, _said in said if (step := shown(line)) is not None]
        return format_html(
            '<heat-steps id="steps" hidden data-at="{}" data-steps="{}"></heat-steps>', scene.version, json.dumps(steps)
        )

    def refusal(self, refused: Refusal, scene: LastCardScene) -> str:
        return refusals.sentence(refused)

    def caption(self, scene: LastCardScene, before: State | None, seat: int) -> Caption:
        """A seat has said that it is ready, or lets the other go."""
        if not 0 <= seat < len(scene.seats):
            return Caption(seat, SafeString(_("The table has gone on.")))
        name = scene.seats[seat].name
        if before is not None and before.phase == "catch":
            return Caption(seat, format_html(_("{name} lets it go."), name=name))
        return Caption(seat, format_html(_("{name} is ready for the next round."), name=name))

    def hand(self, scene: LastCardScene, seat: int) -> dict[str, object]:
        order = {colour: place for place, colour in enumerate(COLOURS)}
        held = sorted(scene.view(seat).hand, key=lambda face: (order.get(face[0], len(order)), face))
        return {"owner": scene.seats[seat], "cards": [cards.picture(face, cards.name(face)) for face in held]}

    def results(self, scene: LastCardScene, seat: int | None) -> dict[str, object]:
        return results.context_of(scene, seat)


def shown(line: Line) -> dict[str, object] | None:
    """What a page plays of a line; nothing of most."""
    match line.event:
        case Played():
            return {"look": "play", "seat": line.event.seat, "card": line.event.card}
        case Drew():
            return {"look": "draw", "seat": line.event.seat, "count": line.event.count}
        case PassedOver() | Caught():
            return {"look": "hit", "seat": line.event.player if isinstance(line.event, Caught) else line.event.seat}
    return None


PAGES = LastCardPages()
