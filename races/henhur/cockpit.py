"""What one player sees and chooses with: the hand with what each card comes to, the pool, what was chosen."""

from collections.abc import Hashable, Sequence
from typing import Any

import msgspec
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from engine.henhur import Bid, Pick, Run, Token, Tokens, View
from engine.henhur.forecast import Rival
from engine.henhur.tokens import P3_WORTH
from races.henhur import faces, words
from races.henhur.scene import HenHurScene
from races.pages import early_choice, early_question, open_question
from races.parts.chances import percent


def key(scene: HenHurScene, seat: int) -> Hashable:
    """The open question, or what is shown while there is none. What others pick changes nothing of the form in which
    the player chooses the next run already."""
    if question := open_question(scene, seat):
        return question
    view = scene.view(seat)
    bot, left = seat in scene.race.bots, view.runners[seat].left
    if early := _early_run(scene, seat):
        return early, early_choice(scene, seat), bot, left
    early = early_question(scene, seat)
    return (
        early,
        early_choice(scene, seat),
        view.pool,
        bot,
        view.mine,
        view.phase,
        view.ended,
        left,
        view.runners[seat].at,
    )


def render(scene: HenHurScene, seat: int, request: HttpRequest | None = None) -> str:
    view, early = scene.view(seat), early_question(scene, seat)
    question = open_question(scene, seat)
    say = _say(scene, view, seat, bool(question))
    if _early_run(scene, seat):
        view = scene.game.coming(view)
    chosen = _chosen(scene, view, seat)
    if chosen and early:
        early = ""
    asked = bool(question or early)
    context: dict[str, Any] = {
        "race": scene.race,
        "seat": seat,
        "question": question,
        "early": early,
        "decided": decided_of(scene, seat),
        "phase": view.phase,
        "ended": view.ended,
        "left": view.runners[seat].left,
        "bot": seat in scene.race.bots and not view.ended and not view.runners[seat].left,
        "token": "" if request is None else get_token(request),
        "say": say,
        "tokens": _steppers(view, seat) if asked else [],
        "cards": _cards(scene, view) if asked else [],
        "hand": [] if asked else _hand(scene, view),
        "chosen": chosen,
    }
    return render_to_string("races/henhur/cockpit.html", context)


def _early_run(scene: HenHurScene, seat: int) -> str:
    """The question of the run to come, while a player who has picked waits for the others."""
    early = early_question(scene, seat)
    return early if early and scene.game.has_picked(scene.view(seat)) else ""


def _say(scene: HenHurScene, view: View, seat: int, asked: bool) -> str:
    """What the player is asked, or what is going on."""
    if view.ended:
        return _("It is over.")
    if view.runners[seat].left:
        return _("You have left the race.")
    if seat in scene.race.bots:
        return _("A bot plays for you.")
    if asked:
        return {
            "run": _("Run: which card?"),
            "bid": _("Bid: which card, and how much?"),
            "draft": _("Your pick: it comes on top of your deck."),
        }[view.phase]
    if view.mine is not None and view.mine.choice is not None:
        return _("You are ready. The cards turn over when all are.")
    if view.phase == "draft":
        return _picking(scene, seat)
    return _("The others are choosing.")


def _picking(scene: HenHurScene, seat: int) -> str:
    """What is said to a player who picks later, or has picked, while another does."""
    if seat not in scene.view(seat).order:
        if early_choice(scene, seat) is not None:
            return _("You are ready for the race. The others are still picking.")
        return _("You have picked. The others are still picking; you can choose already with which card you run.")
    if not (card := decided_of(scene, seat)):
        return _("The others pick first. You can choose already: it is yours if it is still there.")
    if card in scene.view(seat).pool:
        return _("You take %(card)s, if it is still there.") % {"card": words.title(scene.game.cards[card])}
    return _("%(card)s is gone. Choose another card.") % {"card": words.title(scene.game.cards[card])}


def decided_of(scene: HenHurScene, seat: int) -> str:
    """The card that a player who picks later has chosen already."""
    choice = early_choice(scene, seat)
    return choice.card if isinstance(choice, Pick) else ""


def _hand(scene: HenHurScene, view: View) -> list[dict[str, Any]]:
    assert view.mine is not None
    return [faces.face(scene.game.cards[card]) for card in view.mine.hand]


def _chosen(scene: HenHurScene, view: View, seat: int) -> dict[str, Any] | None:
    """The choice that stands, which can be taken back while others are asked: that of a turn, or of the run to come."""
    assert view.mine is not None
    early = early_choice(scene, seat)
    choice = early if isinstance(early, Run) else view.mine.choice
    if choice is None or view.phase not in {"run", "bid"}:
        return None
    kinds: tuple[Token, ...] = ("P+", "P+3", "R+", "A+", "W+")
    spent = [words.gain(n, words.TOKEN_WORDS[kind]) for kind, n in zip(kinds, choice.spent(), strict=True) if n]
    question = early_question(scene, seat) if choice is early else scene.game.question(scene.state, view.mine.seat)
    return {
        "title": words.title(scene.game.cards[choice.card]),
        "card": choice.card,
        "burn": choice.burn,
        "spent": ", ".join(spent),
        "question": str(question),
        "early": choice is early,
    }


def _steppers(view: View, seat: int) -> list[dict[str, Any]]:
    """The number fields of the tokens that can be spent now. A kind of which there are none is a hidden zero."""
    tokens = view.runners[seat].tokens
    if view.phase == "run":
        kinds: tuple[tuple[str, int, str], ...] = (
            ("p", tokens.p, _("Priority +1")),
            ("p3", tokens.p3, _("Priority +3")),
            ("r", tokens.r, _("One space more")),
            ("w_priority", tokens.w, _("Wild as priority")),
            ("w_race", tokens.w, _("Wild as a space")),
        )
    elif view.phase == "bid":
        kinds = (("a", tokens.a, _("Trick +1")), ("w", tokens.w, _("Wild as trick")))
    else:
        return []
    return [{"name": name, "most": most, "label": label} for name, most, label in kinds]


def _cards(scene: HenHurScene, view: View) -> list[dict[str, Any]]:
    """What can be chosen, card by card, each with what it comes to for every amount of tokens."""
    assert view.mine is not None
    if view.phase == "draft":
        return _picks(scene, view)
    runner = view.runners[view.mine.seat]
    room = len(runner.slots) < scene.game.content.rules.slots
    make = _run if view.phase == "run" else _bid
    found = []
    for card in dict.fromkeys(view.mine.hand):
        shown = faces.face(scene.game.cards[card]) | {"copies": view.mine.hand.count(card)}
        found.append(shown | make(scene, view, card, runner.tokens) | {"burns": room and bool(shown["burn"])})
    return found


def _picks(scene: HenHurScene, view: View) -> list[dict[str, Any]]:
    return [_pick(scene, card) for card in dict.fromkeys(view.pool)]


def _pick(scene: HenHurScene, card: str) -> dict[str, Any]:
    return faces.face(scene.game.cards[card]) | {"do": f"pick:{card}"}


def _run(scene: HenHurScene, view: View, card: str, tokens: Tokens) -> dict[str, Any]:
    """Where a run lands, and who runs before it, by spaces and priority that tokens add."""
    plain = scene.game.explain(view, Run(card))
    rules = scene.game.content.rules
    spaces = sum(n for _, n in plain.terms)
    lands = [words.landing(rules, spaces + more, plain.to + more) for more in range(tokens.r + tokens.w + 1)]
    orders = [_before(scene, plain.before, run=True)]
    for more in range(1, tokens.p + P3_WORTH * tokens.p3 + tokens.w + 1):
        p, p3, w = _priority(tokens, more)
        explained = scene.game.explain(view, Run(card, p=p, p3=p3, w_priority=w))
        orders.append(_before(scene, explained.before, run=True))
    hits = [
        _("hits %(name)s") % {"name": scene.seats[seat].name} for seat in dict.fromkeys(hit.seat for hit in plain.hits)
    ]
    return {"do": "run", "lands": lands, "orders": orders, "hits": hits, "data": _data(lands, orders)}


def _priority(tokens: Tokens, more: int) -> tuple[int, int, int]:
    """Tokens that add so much priority: P+, P+3, W+. Every sum can be made of some, or the next one below it."""
    for p3 in range(min(tokens.p3, more // P3_WORTH), -1, -1):
        rest = more - P3_WORTH * p3
        if rest <= tokens.p + tokens.w:
            p = min(tokens.p, rest)
            return p, p3, rest - p
    return _priority(tokens, more - 1)


def _bid(scene: HenHurScene, view: View, card: str, tokens: Tokens) -> dict[str, Any]:
    """What a trick comes to, and who picks before it, by what tokens add."""
    lands, orders = [], []
    for more in range(tokens.a + tokens.w + 1):
        a = min(tokens.a, more)
        explained = scene.game.explain(view, Bid(card, a=a, w=more - a))
        lands.append(_("trick %(trick)s") % {"trick": explained.most})
        orders.append(_before(scene, explained.before, run=False))
    return {"do": "bid", "lands": lands, "orders": orders, "hits": [], "data": _data(lands, orders)}


def _data(lands: Sequence[str], orders: Sequence[str]) -> str:
    return msgspec.json.encode({"lands": lands, "orders": orders}).decode()


UNLIKELY = 0.005
NAMED = 3
"""So many rivals are told by name."""


def _before(scene: HenHurScene, rivals: Sequence[Rival], *, run: bool) -> str:
    """Who works before, at which chance: by name while they are few, else how likely it is to be the first."""
    likely = [one for one in rivals if one.before > UNLIKELY]
    if not likely:
        return _("nobody runs before you") if run else _("nobody picks before you")
    if len(likely) <= NAMED:
        told = ", ".join(f"{scene.seats[one.seat].name} {percent(one.before)}" for one in likely)
        return (_("before you run: %(list)s") if run else _("before you pick: %(list)s")) % {"list": told}
    first = 1.0
    for one in rivals:
        first *= 1 - one.before
    return (_("the first to run: %(chance)s") if run else _("the first to pick: %(chance)s")) % {
        "chance": percent(first)
    }


CHOICES = Run | Bid | Pick
"""Everything that can be chosen."""
