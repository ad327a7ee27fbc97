"""What every viewer sees of a match: the piles, the seats round the table, the scores, and the hands after a round."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy

from races.lastcard import cards
from races.lastcard.scene import LastCardScene
from races.models import Seat
from races.shell import fragments as shell
from races.shell.rows import Fragment

SHOWN_CARDS = 12
"""So many backs of a hand are drawn at most; the number beside them says the rest."""

TURN: shell.Waiting = (gettext_lazy("%(names)s plays."), gettext_lazy("%(names)s play."))
DRAWN: shell.Waiting = (gettext_lazy("%(names)s looks at a new card."), gettext_lazy("%(names)s look at new cards."))
CHALLENGE: shell.Waiting = (
    gettext_lazy("%(names)s decides whether to challenge."),
    gettext_lazy("%(names)s decide whether to challenge."),
)
CATCH: shell.Waiting = (
    gettext_lazy("A call was forgotten! It is up to %(names)s."),
    gettext_lazy("A call was forgotten! It is up to %(names)s."),
)
SCORES: shell.Waiting = (
    gettext_lazy("The next round begins when %(names)s is ready."),
    gettext_lazy("The next round begins when %(names)s are ready."),
)
WAITING = {"turn": TURN, "drawn": DRAWN, "challenge": CHALLENGE, "catch": CATCH, "scores": SCORES}


class Place(NamedTuple):
    """A seat at the table."""

    seat: Seat
    cards: int
    backs: range
    score: int
    place: int
    turn: bool
    last: bool
    left: bool


def places(scene: LastCardScene) -> list[Place]:
    """The seats in their order."""
    view = scene.view(None)
    ranks = scene.game.places(view)
    return [
        Place(
            seat,
            view.cards[seat.number],
            range(min(SHOWN_CARDS, view.cards[seat.number])),
            view.scores[seat.number],
            ranks[seat.number],
            not view.ended and view.phase != "scores" and seat.number in view.asked,
            view.cards[seat.number] == 1 and not view.hands,
            seat.number in view.left,
        )
        for seat in scene.seats
    ]


def felt(scene: LastCardScene) -> str:
    view = scene.view(None)
    top = view.discard[0]
    context = {
        "view": view,
        "clockwise": view.direction > 0,
        "places": places(scene),
        "count": len(scene.seats),
        "top": cards.picture(top, cards.name(top)),
        "top_face": top,
        "under": [cards.picture(face) for face in reversed(view.discard[1:4])],
        "back": cards.picture(cards.BACK),
        "sign": cards.sign(view.colour),
        "colour": view.colour or "any",
        "colour_name": cards.named(view.colour),
    }
    return render_to_string("races/lastcard/felt.html", context)


def scores(scene: LastCardScene) -> str:
    listed = sorted(places(scene), key=lambda one: (one.place, one.seat.number))
    return render_to_string("races/lastcard/scores.html", {"places": listed, "target": scene.view(None).setup.target})


def ribbon(scene: LastCardScene) -> str:
    view = scene.view(None)
    context = {
        "view": view,
        "clockwise": view.direction > 0,
        "sign": cards.sign(view.colour),
        "colour": view.colour or "any",
        "colour_name": cards.named(view.colour),
    }
    return render_to_string("races/lastcard/ribbon.html", context)


class SheetRow(NamedTuple):
    """A hand after a round."""

    seat: Seat
    hand: list[str]
    points: int
    score: int
    won: bool


def sheet(scene: LastCardScene) -> str:
    """All hands and points between two rounds."""
    view = scene.view(None)
    rows: list[SheetRow] = []
    if view.hands and not view.ended:
        rows = [
            SheetRow(
                seat,
                [cards.picture(face, cards.name(face)) for face in view.hands[seat.number]],
                scene.game.fit.worth(view.hands[seat.number]),
                view.scores[seat.number],
                not view.hands[seat.number] and seat.number not in view.left,
            )
            for seat in scene.seats
        ]
    total = sum(row.points for row in rows)
    return render_to_string(
        "races/lastcard/sheet.html", {"rows": rows, "total": total, "round": view.round, "target": view.setup.target}
    )


def waiting(scene: LastCardScene) -> str:
    view = scene.view(None)
    ready: list[int] = []
    if view.phase in ("scores", "catch"):
        caught = view.turn if view.phase == "catch" else -1
        ready = [seat.number for seat in scene.seats if seat.number not in (*view.asked, *view.left, caught)]
    sentence = None if not view.phase else shell.awaited(scene, WAITING[view.phase])
    return shell.waiting(scene, sentence, ready=ready)


FRAGMENTS: Mapping[str, Callable[[LastCardScene], Fragment]] = {
    "revision": shell.revision,
    "clocks": shell.clocks,
    "waiting": waiting,
    "curtain": shell.curtain,
    "felt": felt,
    "scores": scores,
    "ribbon": ribbon,
    "sheet": sheet,
}
