"""What one player sees and chooses with: the hand as buttons, and what a card would do."""

from collections.abc import Hashable
from typing import NamedTuple

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.lastcard import Draw, Pass, Play, View
from engine.lastcard.content import COLOURS
from engine.lastcard.forecast import threat
from races import automatic
from races.lastcard import cards
from races.lastcard.scene import LastCardScene
from races.lastcard.table_game import CALL
from races.pages import early_choice, early_question, open_question
from races.parts.chances import percent

TOGETHER = ("catch", "scores")
"""Phases in which several are asked; who is not asked reads why."""
ORDER = {colour: place for place, colour in enumerate(COLOURS)}


class Way(NamedTuple):
    """A button: what it sends, and for a Wild the colour that it names."""

    do: str
    colour: str = ""
    colour_name: str = ""
    sign: SafeString = SafeString("")


class Card(NamedTuple):
    """A card in hand. It can be played where there is a way to."""

    face: str
    name: str
    picture: SafeString
    ways: tuple[Way, ...]
    effect: str
    new: bool
    chosen: bool


def key(scene: LastCardScene, seat: int) -> Hashable:
    """The open question, or what is shown while there is none: the others' turns change nothing of that."""
    question = open_question(scene, seat)
    if question:
        return question
    view = scene.view(seat)
    bot, early = seat in scene.race.bots, (early_question(scene, seat), early_choice(scene, seat))
    between = view.phase if view.phase in TOGETHER else ""
    return bot, early, between, view.round, view.hand, view.ended, view.left, seat in view.asked


def render(scene: LastCardScene, seat: int, request: HttpRequest | None = None) -> str:
    view = scene.view(seat)
    question, early = open_question(scene, seat), early_question(scene, seat)
    legal = scene.game.legal(scene.state, seat) if question else ahead(view) if early else ()
    plays = tuple(choice for choice in legal if isinstance(choice, Play))
    calls = any(play.call for play in plays)
    chosen = early_choice(scene, seat) or coming(scene, seat)
    context = {
        "view": view,
        "race": scene.race,
        "question": question,
        "early": early,
        "chosen": chosen is not None,
        "told": told(scene, seat),
        "token": "" if request is None else get_token(request),
        "hand": hand(scene, view, plays, chosen),
        "may_draw": Draw() in legal,
        "may_pass": Pass() in legal,
        "calls": calls,
        "called": CALL in automatic.presets_of(scene.race, scene.table_game, seat),
        "player": scene.seats[view.turn].name,
        "forecast": forecast(scene, view) if question else "",
        "points": scene.game.fit.worth(view.hand),
        "left": seat in view.left,
        "bot": seat in scene.race.bots and not view.ended and seat not in view.left,
    }
    return render_to_string("races/lastcard/cockpit.html", context)


def ahead(view: View) -> list[Play | Draw]:
    """What can be chosen for a turn to come: any card, for it may fit by then, or to draw."""
    may_call = view.setup.calls == "by_hand" and len(view.hand) == 2
    calls = (True, False) if may_call else (False,)
    plays = [
        Play(face, colour, call)
        for face in dict.fromkeys(view.hand)
        for colour in (COLOURS if face[0] == "W" else ("",))
        for call in calls
    ]
    return [*plays, Draw()]


def coming(scene: LastCardScene, seat: int, *, dropped: bool = False) -> object | None:
    """What the player has chosen for the turn that has come: what is done in a moment, or what cannot be done."""
    held, question = scene.race.held.get(seat), open_question(scene, seat)
    if not question or held is None or held["question"] != question or held["dropped"] != dropped:
        return None
    return automatic.held_choice(scene.race, scene.table_game, seat)


def told(scene: LastCardScene, seat: int) -> str:
    """What has become of what the player has chosen for the turn."""
    if (choice := early_choice(scene, seat)) is not None:
        played = _("On your turn you play %(card)s, if it fits then.")
        drawn = _("On your turn you draw, if nothing fits then.")
    elif (choice := coming(scene, seat)) is not None:
        played, drawn = _("Your turn: you play %(card)s."), _("Your turn: you draw.")
    elif (choice := coming(scene, seat, dropped=True)) is not None:
        played = _("The table has changed, so %(card)s stays in your hand. Choose again.")
        drawn = _("Now something fits, so nothing is drawn. Choose again.")
    else:
        return ""
    return played % {"card": _card(choice)} if isinstance(choice, Play) else drawn


def _card(play: Play) -> str:
    """A card, and for a Wild the colour that follows."""
    name = cards.name(play.card)
    return f"{name} ({cards.named(play.colour)})" if play.colour else name


def hand(scene: LastCardScene, view: View, plays: tuple[Play, ...], chosen: object | None) -> list[Card]:
    """The cards by colour, Wilds last; each card in hand once, and the drawn one marked."""
    found = []
    new, next_one = view.drawn, chosen.card if isinstance(chosen, Play) else ""
    calls = any(play.call for play in plays)
    for face in sorted(view.hand, key=lambda face: (ORDER.get(face[0], len(ORDER)), face)):
        ways = tuple(_way(play, calls) for play in plays if play.card == face and not play.call)
        name, hits = cards.name(face), effect(scene, view, face) if ways else ""
        found.append(Card(face, name, cards.picture(face), ways, hits, face == new, face == next_one))
        new, next_one = "" if face == new else new, "" if face == next_one else next_one
    return found


def _way(play: Play, calls: bool) -> Way:
    """A button for a card. Where the last card can be called, a field of the form says whether it is."""
    said = "" if calls else ":false"
    return Way(f"play:{play.card}:{play.colour}{said}", play.colour, cards.named(play.colour), cards.sign(play.colour))


def effect(scene: LastCardScene, view: View, face: str) -> str:
    """Who is hit by a card, in a few words."""
    colour = COLOURS[0] if face[0] == "W" else ""
    told = scene.game.explain(view, Play(face, colour))
    if told.refused or told.hits is None:
        return ""
    name = scene.seats[told.hits].name
    if not told.cards:
        return _("%(name)s is passed over") % {"name": name}
    return _("%(name)s draws %(cards)s") % {"name": name, "cards": told.cards}


def forecast(scene: LastCardScene, view: View) -> str:
    """What may hit this player before the next own turn, and at which chance it is there."""
    found = threat(scene.game.fit, scene.game.cards, view)
    if found is None:
        return ""
    text = _("%(name)s plays before you and may hold a Draw Two (%(two)s) or a Wild Draw Four (%(four)s).")
    told = {"name": scene.seats[found.seat].name, "two": percent(found.two), "four": percent(found.four)}
    return text % told
