"""What one player sees and chooses with: the hand as buttons, and what a card would do."""

from collections import Counter
from collections.abc import Hashable
from typing import NamedTuple

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.lastcard import Draw, Pass, Play, View
from engine.lastcard.content import COLOURS
from races import automatic
from races.lastcard import cards
from races.lastcard.scene import LastCardScene
from races.lastcard.table_game import CALL
from races.pages import open_question

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


def key(scene: LastCardScene, seat: int) -> Hashable:
    question = open_question(scene, seat)
    if question:
        return question
    view = scene.view(seat)
    bot = seat in scene.race.bots
    return bot, view.round, view.phase, view.turn, view.hand, view.ended, view.left, seat in view.asked


def render(scene: LastCardScene, seat: int, request: HttpRequest | None = None) -> str:
    view = scene.view(seat)
    question = open_question(scene, seat)
    legal = scene.game.legal(scene.state, seat) if question else ()
    calls = any(isinstance(choice, Play) and choice.call for choice in legal)
    context = {
        "view": view,
        "race": scene.race,
        "question": question,
        "token": "" if request is None else get_token(request),
        "hand": hand(scene, view, tuple(choice for choice in legal if isinstance(choice, Play)), calls),
        "may_draw": Draw() in legal,
        "may_pass": Pass() in legal,
        "calls": calls,
        "called": CALL in automatic.presets_of(scene.race, scene.table_game, seat),
        "player": scene.seats[view.turn].name,
        "unseen": unseen(scene, view),
        "points": scene.game.fit.worth(view.hand),
        "left": seat in view.left,
        "bot": seat in scene.race.bots and not view.ended and seat not in view.left,
    }
    return render_to_string("races/lastcard/cockpit.html", context)


def hand(scene: LastCardScene, view: View, plays: tuple[Play, ...], calls: bool) -> list[Card]:
    """The cards by colour, Wilds last; each card in hand once, and the drawn one marked."""
    found = []
    new = view.drawn
    for face in sorted(view.hand, key=lambda face: (ORDER.get(face[0], len(ORDER)), face)):
        ways = tuple(_way(play, calls) for play in plays if play.card == face and not play.call)
        name = cards.name(face)
        found.append(
            Card(face, name, cards.picture(face), ways, effect(scene, view, face) if ways else "", face == new)
        )
        if face == new:
            new = ""
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


def unseen(scene: LastCardScene, view: View) -> str:
    """What may still hit this player: the cards that make others draw, as far as they were not seen."""
    if view.ended or view.phase == "scores":
        return ""
    left = Counter(scene.game.cards) - Counter(view.hand) - Counter(view.discard)
    twos = sum(count for face, count in left.items() if face[1:] == "D")
    return _("Still unseen: %(twos)s Draw Two, %(fours)s Wild Draw Four.") % {"twos": twos, "fours": left["W4"]}
