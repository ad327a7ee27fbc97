"""What every viewer sees of a match of HenHur: the hens on the track, the turn, the standings."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from engine.henhur import RunnerView
from engine.henhur.state import ShownBid, ShownRun
from engine.kernel.seats import by_seat
from races.henhur import faces, places, track, words
from races.henhur.scene import HenHurScene
from races.henhur.sentences import bid_items, run_items
from races.parts.markup import drawn
from races.shell import fragments as shell
from races.shell.rows import Fragment

WAITS: Mapping[str, shell.Waiting] = {
    "run": (
        gettext_lazy("%(names)s chooses a card to run with."),
        gettext_lazy("%(names)s choose a card to run with."),
    ),
    "bid": (gettext_lazy("%(names)s chooses a bid."), gettext_lazy("%(names)s choose a bid.")),
    "draft": (gettext_lazy("%(names)s takes a card."), gettext_lazy("%(names)s take a card.")),
}
"""Whom a match waits for, and for what, for one name and for several."""

EVERYBODY = {
    "run": gettext_lazy("Everybody chooses a card to run with."),
    "bid": gettext_lazy("Everybody chooses a bid."),
}

PHASES = {
    "run": gettext_lazy("Race"),
    "bid": gettext_lazy("Auction"),
    "draft": gettext_lazy("Picking"),
    "": gettext_lazy("Over"),
}

MANY = 5
"""Of more hens than this the lists of a turn are written smaller."""
HEN = (62, 52)
"""The size of a hen on the track."""


def in_order(scene: HenHurScene) -> list[tuple[int, RunnerView]]:
    """Place and runner, the first first."""
    view = scene.view(None)
    ranks = scene.game.places(view)
    return sorted(
        ((ranks[seat], runner) for seat, runner in by_seat(view.runners)), key=lambda one: (one[0], one[1].seat)
    )


def bar_state(scene: HenHurScene) -> str:
    view, rules = scene.view(None), scene.game.content.rules
    return render_to_string(
        "races/henhur/bar_state.html",
        {
            "round": (view.round - 1) // rules.turns + 1,
            "turn": (view.round - 1) % rules.turns + 1,
            "of": rules.turns,
            "phase": PHASES[view.phase],
            "leader": leader(scene),
        },
    )


def leader(scene: HenHurScene) -> str:
    """Who leads; nobody while all stand level."""
    rows = in_order(scene)
    first = [runner for place, runner in rows if place == 1 and not runner.left]
    if len(first) == len([runner for _, runner in rows if not runner.left]) > 1:
        return ""
    names = get_text_list([scene.seats[runner.seat].name for runner in first], _("and"))
    if not names:
        return ""
    words_of = ngettext_lazy("%(names)s leads", "%(names)s lead", len(first))
    return str(words_of) % {"names": names}


def hens(scene: HenHurScene) -> str:
    """The hens on the track, those behind first, so that the leader is never covered."""
    rules = scene.game.content.rules
    view = scene.view(None)
    standing = [runner for _, runner in reversed(in_order(scene)) if not runner.left]
    names = [seat.name for seat in scene.seats]
    first = max((runner.at for runner in standing), default=0)
    parts = [
        _hen(scene, runner, spot, leads=runner.at == first > 0)
        for runner, spot in zip(standing, places.spots(rules, standing, names), strict=True)
    ]
    label = _("The hens on the track")
    box = f"0 0 {track.WIDTH} {track.HEIGHT}"
    return drawn(
        f'<svg id="hens" class="hens" viewBox="{box}" role="img" aria-label="{label}" data-turn="{view.round}">',
        *parts,
        "</svg>",
    )


def _hen(scene: HenHurScene, runner: RunnerView, spot: places.Spot, *, leads: bool) -> SafeString:
    turned = ' class="turned"' if spot.y < track.MIDDLE[1] else ""
    width, height = HEN
    context = {
        "seat": runner.seat,
        "at": runner.at,
        "x": f"{spot.x:.0f}",
        "y": f"{spot.y:.0f}",
        "turned": SafeString(turned),
        "name": scene.seats[runner.seat].name,
        "below": spot.name,
        "number": scene.seats[runner.seat].car_number,
        "leads": leads,
        "box": (-width // 2, -height + 16, width, height),
    }
    return render_to_string("races/henhur/hen.html", context)


def run_rows(scene: HenHurScene) -> list[dict[str, Any]]:
    """The cards of the latest race in the order in which they worked."""
    return [_row(scene, one, one.priority, run_items(scene, one)) for one in scene.view(None).runs]


def bid_rows(scene: HenHurScene) -> list[dict[str, Any]]:
    """The bids of the latest auction in the order of picking; while it goes on, equal tricks with the
    priority that parts them."""
    view = scene.view(None)
    tricks = Counter(one.trick for one in view.bids)
    return [
        _row(scene, one, one.trick, bid_items(scene, one))
        | {
            "picks": one.seat in view.order,
            "now": view.order[:1] == (one.seat,),
            "parted": one.priority if tricks[one.trick] > 1 and view.phase == "draft" else None,
        }
        for one in view.bids
    ]


def _row(scene: HenHurScene, shown: ShownRun | ShownBid, number: int, items: Sequence[str]) -> dict[str, Any]:
    card = scene.game.cards[shown.choice.card]
    return {
        "seat": shown.seat,
        "name": scene.seats[shown.seat].name,
        "number": number,
        "items": items,
        "card": words.title(card),
        "burned": shown.choice.burn,
    }


def turn(scene: HenHurScene) -> str:
    """The cards of the latest race with their sums, and the auction: pool, tricks, who picks."""
    view = scene.view(None)
    auction = view.phase in {"bid", "draft"}
    context = {
        "phase": view.phase,
        "runs": [] if view.phase == "draft" else run_rows(scene),
        "bids": [] if view.phase == "bid" else bid_rows(scene),
        "pool": [faces.face(scene.game.cards[card]) for card in view.pool] if auction else [],
        "ended": bool(view.ended),
        "many": len(scene.seats) > MANY,
        "begins": not view.runs,
        "rules": scene.game.content.rules,
    }
    return render_to_string("races/henhur/turn.html", context)


def standings(scene: HenHurScene) -> str:
    """The hens by distance: where they are, what they carry, what they burned, how many cards they have."""
    view, rules = scene.view(None), scene.game.content.rules
    rows = []
    for place, runner in in_order(scene):
        context = {
            "place": place,
            "runner": runner,
            "name": scene.seats[runner.seat].name,
            "tokens": [(token, n, words.TOKEN_WORDS[token]) for token, n in runner.tokens.each() if n],
            "slots": [words.title(scene.game.cards[card]) for card in runner.slots],
            "free": range(rules.slots - len(runner.slots)),
            "discard": len(runner.discard),
            "is_now": view.order[:1] == (runner.seat,),
            "where": words.place(rules, runner.at),
        }
        rows.append(render_to_string("races/henhur/standings_row.html", context))
    return drawn('<ol id="standings" class="standings hen-standings">', *rows, "</ol>")


def waiting(scene: HenHurScene) -> str:
    """Whom the match waits for, and who is ready."""
    view = scene.view(None)
    sentence = ""
    if view.phase:
        sentence = shell.awaited(scene, WAITS[view.phase], EVERYBODY.get(view.phase, shell.EVERYBODY))
    ready = [] if scene.veiled else [runner.seat for runner in view.runners if runner.chosen]
    return shell.waiting(scene, sentence, ready=ready)


FRAGMENTS: Mapping[str, Callable[[HenHurScene], Fragment]] = {
    "revision": shell.revision,
    "clocks": shell.clocks,
    "bar-state": bar_state,
    "hens": hens,
    "turn": turn,
    "standings": standings,
    "waiting": waiting,
    "curtain": shell.curtain,
}
"""By element id."""
