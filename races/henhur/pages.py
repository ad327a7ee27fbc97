"""The pages of HenHur: which parts of this package they ask for what."""

import json
from collections.abc import Hashable, Mapping, Sequence

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.henhur import SENTENCES, State
from engine.henhur import events as e
from engine.kernel.chance import TABLE
from engine.kernel.refusals import Refusal
from races import refusals
from races.henhur import board, cockpit, faces, hens, results, track, words
from races.henhur.lines import Line
from races.henhur.scene import HenHurScene
from races.henhur.sentences import runs_next, sentence, turned_over
from races.pages import Caption, Pages
from races.shell import chips

REFUSED: Mapping[str, Promise | str] = {
    "not_in_hand": gettext_lazy("You do not hold that card."),
    "no_burn_effect": gettext_lazy("That card has no burn effect, so it cannot fill a slot."),
    "slots_full": gettext_lazy("All your slots are filled; nothing more can be burned."),
    "too_few_tokens": gettext_lazy("You do not have that many tokens."),
    "not_in_pool": gettext_lazy("That card is not in the pool."),
    "not_racing": gettext_lazy("That hen has left the race already."),
}
assert REFUSED.keys() == SENTENCES.keys(), "every refusal of the game has its words"


class HenHurPages(Pages[HenHurScene, State, Line]):
    folder = "races/henhur"
    fragments = board.FRAGMENTS
    replayed = ("bar-state", "hens", "turn", "standings")
    choices = cockpit.CHOICES
    presets: Mapping[str, Promise | str] = {}
    retiring: Promise | str = gettext_lazy(
        "Your hen leaves the track and comes last. The others race on. With one hen left, the race ends as it stands."
    )
    counts: Promise | str = gettext_lazy("Turn")
    next_round: Promise | str = gettext_lazy("Next turn")
    jumps: Mapping[str, tuple[str, str, Promise | str]] = {
        "places": ("swap", "o", gettext_lazy("Next overtaking")),
        "race": ("flag", "s", gettext_lazy("Next race")),
    }

    def jump_to(self, line: Line) -> str:
        return "race" if isinstance(line.event, e.CardsShown) else ""

    def round_name(self, scene: HenHurScene, number: int) -> str:
        """The engine counts turns: so many of them are a round."""
        return words.turn(scene.game.content.rules, number)

    def page(self, scene: HenHurScene) -> dict[str, object]:
        rules = scene.game.content.rules
        return {
            "title": "HenHur",
            "symbols": chips.symbols(scene) + hens.symbols(scene.seats),
            "track": track.drawing(rules),
            "box": f"0 0 {track.WIDTH} {track.HEIGHT}",
            "places": json.dumps(track.places(rules), separators=(",", ":")),
            "head_start": scene.table_game.head_start,
            "spaces": rules.goal,
        }

    def key(self, scene: HenHurScene, seat: int) -> Hashable:
        return cockpit.key(scene, seat)

    def render(self, scene: HenHurScene, seat: int, request: HttpRequest | None = None) -> str:
        return cockpit.render(scene, seat, request)

    def sentence(self, line: Line, scene: HenHurScene) -> SafeString:
        return sentence(line, scene)

    def playback(self, scene: HenHurScene, said: Sequence[tuple[Line, SafeString]]) -> SafeString:
        """What play.js plays: cards that turn over, hens that run or are hit, picks, each with its sentence."""
        played = [
            (line, {"say": turned_over(line, scene) or text, **found})
            for line, text in said
            if line.begins_round() is None and (found := shown(line))
        ]
        if not played:
            return SafeString("")
        steps = [
            step | _where(line, scene) | _then([line for line, _step in played], nth, scene)
            for nth, (line, step) in enumerate(played)
        ]
        data = json.dumps(steps, ensure_ascii=False, separators=(",", ":"))
        return format_html(
            '<heat-steps id="steps" data-at="{}" data-steps="{}" hidden></heat-steps>',
            scene.version,
            data,
        )

    def refusal(self, refused: Refusal, scene: HenHurScene) -> str:
        return str(REFUSED[refused.code]) if refused.code in REFUSED else refusals.sentence(refused)

    def caption(self, scene: HenHurScene, before: State | None, seat: int) -> Caption:
        if seat == TABLE:
            return Caption(None, format_html("{}", _("The table's keeper did something.")))
        return Caption(seat, format_html(_("{name} has chosen."), name=scene.seats[seat].name))

    def hand(self, scene: HenHurScene, seat: int) -> dict[str, object]:
        view = scene.view(seat)
        assert view.mine is not None
        choice = view.mine.choice
        return {
            "hand": [faces.face(scene.game.cards[card]) for card in view.mine.hand],
            "hand_name": scene.seats[seat].name,
            "hand_seat": seat,
            "hand_choice": "" if choice is None else words.title(scene.game.cards[choice.card]),
        }

    def results(self, scene: HenHurScene, seat: int | None) -> dict[str, object]:
        return results.context_of(scene)


def _where(line: Line, scene: HenHurScene) -> dict[str, object]:
    """Where a hen has come to with a step, in the words of the standings."""
    rules = scene.game.content.rules
    match line.event:
        case e.Ran(to=to):
            return {"where": words.place(rules, to)}
        case e.Hit(what="back", n=n):
            return {"where": words.place(rules, line.start - n)}
    return {}


def _then(lines: Sequence[Line], nth: int, scene: HenHurScene) -> dict[str, object]:
    """Which hen runs next while a line is played, and why then. All that run in one race run in one entry."""
    cards = [event.cards for line in lines[: nth + 1] if isinstance(event := line.event, e.CardsShown)]
    runs = (event for line in lines[nth + 1 :] if isinstance(event := line.event, e.Ran) and event.begins())
    later = next(runs, None)
    if not cards or later is None or not isinstance(lines[nth].event, e.Ran | e.Hit):
        return {}
    return {"then": runs_next(next(one for one in cards[-1] if one.seat == later.seat), scene)}


def shown(line: Line) -> dict[str, object]:
    """What is to be seen of a line, and for how long; nothing for most."""
    match line.event:
        case e.CardsShown(cards=cards):
            return {"look": "cards", "ms": 2000, "seats": [one.seat for one in cards]}
        case e.BidsShown(bids=bids):
            return {"look": "bids", "ms": 2000, "seats": [one.seat for one in bids]}
        case e.Ran(seat=seat, to=to):
            return {"look": "run", "ms": 300 + 70 * (to - line.start), "seat": seat, "from": line.start, "to": to}
        case e.Hit(seat=seat, what="back", n=n):
            return {"look": "back", "ms": 700, "seat": seat, "from": line.start, "to": line.start - n}
        case e.Hit(seat=seat):
            return {"look": "damage", "ms": 700, "seat": seat}
        case e.Picked(seat=seat):
            return {"look": "pick", "ms": 900, "seat": seat}
        case e.Finished():
            return {"look": "finish", "ms": 1500}
    return {}


PAGES = HenHurPages()
