"""What fits, what may be chosen, and why not: the same from a state and from what one seat sees of it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel.refusals import SENTENCES as KERNEL_SENTENCES
from engine.kernel.refusals import Refusal
from engine.lastcard.choices import Accept, Catch, Challenge, Choice, Draw, Keep, LetGo, Next, Pass, Play
from engine.lastcard.content import COLOURS, DRAW_FOUR, WILD, Content
from engine.lastcard.state import Hand, Setup

SENTENCES = {
    "not_in_hand": "You do not hold that card.",
    "not_drawn": "Now only the card that you have just drawn can be played.",
    "does_not_fit": "That card has neither the colour nor the symbol.",
    "draw_four_held": "A Wild Draw Four can only be played with no card of the active colour in hand.",
    "colour_missing": "Name the colour that follows the Wild card.",
    "no_colour": "Only Wild cards name a colour.",
    "nothing_to_call": "There is nothing to call now.",
    "nothing_to_draw": "There is no card left to draw.",
    "must_play": "You can only pass with no card that fits and none to draw.",
    "retired": "That player has left the game.",
}
"""The game's own refusals."""

PHASES: dict[str, tuple[Choice, ...]] = {
    "challenge": (Accept(), Challenge()),
    "catch": (LetGo(), Catch()),
    "scores": (Next(),),
}
"""Phases that always have the same choices."""
_DRAW, _PASS, _KEEP = Draw(), Pass(), Keep()


def refuse(code: str, seat: int | None) -> Refusal:
    """A refusal with one of the game's codes, or of the kernel's that needs no words."""
    return Refusal(code, SENTENCES.get(code) or KERNEL_SENTENCES[code], seat)


class Moment(Struct, frozen=True):
    """All that a choice is judged by: what the seat that is asked knows."""

    setup: Setup
    phase: str
    hand: Hand
    drawn: str
    top: str
    colour: str
    drawable: bool
    """Whether there is a card to draw: in the pile, or below the top of the discard pile."""


class Fit:
    """Which card fits on which, worked out once for a deck."""

    def __init__(self, content: Content) -> None:
        self.kinds = {kind.face: kind for kind in content.deck}
        self.points = {kind.face: kind.points for kind in content.deck}
        tops = list(self.kinds.values())
        self._fitting = {
            (top.face, colour): frozenset(
                kind.face
                for kind in tops
                if not kind.colour or not colour or kind.colour == colour or kind.symbol == top.symbol
            )
            for top in tops
            for colour in (*COLOURS, "")
        }
        self._plays = {
            (face, call): tuple(Play(face, colour, call) for colour in ((kind.colour and ("",)) or COLOURS))
            for face, kind in self.kinds.items()
            for call in (False, True)
        }

    def worth(self, hand: Hand) -> int:
        """The points of a hand."""
        points = self.points
        return sum([points[face] for face in hand])

    def fitting(self, moment: Moment) -> list[str]:
        """The faces that can be played, in order."""
        fits = self._fitting[moment.top, moment.colour]
        if moment.phase == "drawn":
            faces = [moment.drawn] if moment.drawn in fits else []
        else:
            faces = [face for face in dict.fromkeys(moment.hand) if face in fits]
        if DRAW_FOUR in faces and self.held(moment):
            faces.remove(DRAW_FOUR)
        return faces

    def held(self, moment: Moment) -> bool:
        """Whether a card of the active colour forbids a Wild Draw Four."""
        return moment.setup.draw_four == "restricted" and self.has(moment.hand, moment.colour)

    @staticmethod
    def has(hand: Hand, colour: str) -> bool:
        """Whether a hand has a card of a colour."""
        return bool(colour) and any(face[0] == colour for face in hand)

    def legal(self, moment: Moment) -> Sequence[Choice]:
        """All that may be chosen: cards by face, Wilds by colour, a call before its silence; then the rest."""
        if (always := PHASES.get(moment.phase)) is not None:
            return always
        plays = self._plays
        choices: list[Choice] = []
        calls = moment.setup.calls == "by_hand" and len(moment.hand) == 2
        for face in self.fitting(moment):
            if calls:
                choices += plays[face, True]
            choices += plays[face, False]
        if moment.phase == "drawn":
            choices.append(_KEEP)
        elif moment.drawable:
            choices.append(_DRAW)
        elif not choices:
            choices.append(_PASS)
        return choices

    def why_not(self, moment: Moment, choice: Choice) -> str:
        """The code of the refusal; empty for what may be chosen."""
        if moment.phase in PHASES:
            return "" if choice in PHASES[moment.phase] else "not_an_answer"
        if isinstance(choice, Play):
            return self._why_not_play(moment, choice)
        if moment.phase == "drawn":
            return "" if isinstance(choice, Keep) else "not_an_answer"
        if isinstance(choice, Draw):
            return "" if moment.drawable else "nothing_to_draw"
        if isinstance(choice, Pass):
            return "must_play" if moment.drawable or self.fitting(moment) else ""
        return "not_an_answer"

    def why_not_ahead(self, moment: Moment, choice: Choice) -> str:
        """The same for a turn to come, of which nobody knows yet what will lie on top."""
        return self.why_not(replace(moment, phase="turn", drawn="", colour="", drawable=True), choice)

    def _why_not_play(self, moment: Moment, play: Play) -> str:
        card = play.card
        if card not in moment.hand:
            return "not_in_hand"
        if moment.phase == "drawn" and card != moment.drawn:
            return "not_drawn"
        if card not in self._fitting[moment.top, moment.colour]:
            return "does_not_fit"
        if card == DRAW_FOUR and self.held(moment):
            return "draw_four_held"
        if card in (WILD, DRAW_FOUR):
            if play.colour not in COLOURS:
                return "colour_missing"
        elif play.colour:
            return "no_colour"
        if play.call and (moment.setup.calls != "by_hand" or len(moment.hand) != 2):
            return "nothing_to_call"
        return ""

    def stand_in(self, moment: Moment) -> Choice:
        """What the table chooses for a seat: a card that is no Wild, else a Wild in the commonest colour."""
        choices = self.legal(moment)
        plays = [choice for choice in choices if isinstance(choice, Play)]
        if not plays:
            return choices[0]
        if first := next((play for play in plays if not play.colour), None):
            return first
        colour = commonest(moment.hand)
        return next(play for play in plays if play.colour == colour)


def commonest(hand: Hand) -> str:
    """The colour that a hand has most cards of; of several the first."""
    counts = [sum(face[0] == colour for face in hand) for colour in COLOURS]
    return COLOURS[counts.index(max(counts))]
