"""What the log says: one whole sentence for each line."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.lastcard.events import (
    Accepted,
    Caught,
    Challenged,
    DirectionTurned,
    Drew,
    Event,
    Finished,
    Kept,
    Passed,
    PassedOver,
    Played,
    Reshuffled,
    Retired,
    RoundBegan,
    RoundWon,
    StoodIn,
    TurnedAgain,
)
from races.lastcard import cards
from races.lastcard.lines import Line
from races.lastcard.scene import LastCardScene

FITS: Mapping[str, Promise | str] = {
    "colour": gettext_lazy("{name} plays {card}: the colour fits."),
    "symbol": gettext_lazy("{name} plays {card}: the number or sign fits."),
    "any": gettext_lazy("{name} plays {card}: anything fits."),
}
"""By why a card fitted."""
FOLLOWS: Mapping[str, Promise | str] = {
    "r": gettext_lazy("{name} plays {card}. Red follows."),
    "y": gettext_lazy("{name} plays {card}. Yellow follows."),
    "g": gettext_lazy("{name} plays {card}. Green follows."),
    "b": gettext_lazy("{name} plays {card}. Blue follows."),
}
"""By the colour that a Wild names."""
ENDS: Mapping[str, Promise | str] = {
    "target": gettext_lazy("The match is over: the target is reached."),
    "alone": gettext_lazy("The match is over: only one player is left."),
    "unattended": gettext_lazy("The match is over: for three rounds of turns nobody was here."),
    "ended": gettext_lazy("The match was ended by the host."),
}


def sentence(line: Line, scene: LastCardScene) -> SafeString:
    event = line.event
    text = _sentence(line, event)
    if not text:
        return SafeString("")
    seat = getattr(event, "seat", -1)
    player = getattr(event, "player", -1)
    card = getattr(event, "card", "") or getattr(event, "top", "")
    return format_html(
        conditional_escape(text),
        name=_name(scene, seat),
        player=_name(scene, player),
        card=inline(card) if card else "",
        count=getattr(event, "count", 0),
        points=getattr(event, "points", 0),
    )


def _sentence(line: Line, event: Event) -> str:
    match event:
        case RoundBegan():
            return _("A fresh deck is dealt. The first card is {card}.")
        case TurnedAgain():
            return _("That card goes back. The first card is {card}.")
        case Played():
            return _played(line, event)
        case Drew():
            return _drew(event)
        case Reshuffled():
            return _("The discard pile is shuffled: {count} cards to draw from.")
        case PassedOver():
            return _("{name} is passed over.")
        case DirectionTurned():
            return _("Play turns round.")
        case Kept():
            return _("{name} keeps the card.")
        case Passed():
            return _("{name} passes: nothing fits, and nothing is left to draw.")
        case Accepted():
            return _("{name} believes it.")
        case Challenged():
            if event.guilty:
                return _("{name} challenges {player}, and is right: the colour was in hand.")
            return _("{name} challenges {player}, and is wrong.")
        case Caught():
            return _("{name} catches {player}, who has not called the last card.")
        case RoundWon():
            return _won(event)
        case StoodIn():
            return _("A stand-in plays for {name}.")
        case Retired():
            return _("{name} leaves the match.")
        case Finished():
            return str(ENDS[event.reason])
    return ""


def _played(line: Line, event: Played) -> str:
    if line.fits == "wild":
        return str(FOLLOWS[event.colour])
    if event.call:
        return _("{name} plays {card} and calls: last card!")
    return str(FITS[line.fits])


def _drew(event: Drew) -> str:
    count = event.count
    if event.why == "draw":
        return _("{name} draws a card.")
    if event.why == "caught":
        return ngettext(
            "{name} draws {count} card for the missed call.", "{name} draws {count} cards for the missed call.", count
        )
    if event.why == "wrong":
        return ngettext(
            "{name} draws {count} card for the wrong challenge.",
            "{name} draws {count} cards for the wrong challenge.",
            count,
        )
    return ngettext("{name} must draw {count} card.", "{name} must draw {count} cards.", count)


def _won(event: RoundWon) -> str:
    if event.seat < 0:
        return _("Nobody can move, and the lowest hands are level: nobody scores.")
    if event.blocked:
        return ngettext(
            "Nobody can move: {name} has the lowest hand and scores {points} point.",
            "Nobody can move: {name} has the lowest hand and scores {points} points.",
            event.points,
        )
    return ngettext(
        "{name} wins the round with {points} point.", "{name} wins the round with {points} points.", event.points
    )


def inline(card: str) -> SafeString:
    """A card in a line of text: what it is called, and its picture."""
    return format_html('<b class="in-line">{}{}</b>', cards.picture(card), cards.name(card))


def _name(scene: LastCardScene, seat: int) -> str:
    return scene.seats[seat].name if 0 <= seat < len(scene.seats) else ""
