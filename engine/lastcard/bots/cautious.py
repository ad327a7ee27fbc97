"""A player who sheds points, and keeps Wilds to the last."""

from collections.abc import Sequence

from engine.kernel.chance import Seed
from engine.lastcard.choices import Accept, Catch, Choice, Draw, Play
from engine.lastcard.content import DRAW_FOUR, DRAW_TWO, REVERSE, SKIP
from engine.lastcard.game import LastCard
from engine.lastcard.judging import Fit, commonest
from engine.lastcard.playing import after
from engine.lastcard.state import Hand
from engine.lastcard.views import View

DANGER = 2
"""With so many cards left, the next seat is about to go out."""
HITTING = {DRAW_TWO: 3, SKIP: 2, REVERSE: 1}
"""Action cards, the harder the hit the higher."""


class Cautious:
    """Its choice follows from its hand, the choices, and how many cards the next seat holds."""

    name = "cautious"

    def __init__(self, game: LastCard) -> None:
        self.game = game

    def choose(self, view: View, choices: Sequence[Choice], dice: Seed) -> Choice:
        assert view.seat is not None
        following = after(len(view.cards), view.left, view.direction, view.seat)
        return pick(self.game.fit, view.hand, choices, view.cards[following])


def pick(fit: Fit, hand: Hand, choices: Sequence[Choice], following: int) -> Choice:
    """The choice of a cautious player, while the next seat holds `following` cards."""
    best, highest = choices[0], -1
    wild: Play | None = None
    for choice in choices:
        if type(choice) is not Play:
            if type(choice) is Catch:
                return choice
        elif choice.colour:
            wild = wild or choice
        else:
            worth = _worth(fit, choice, following)
            if worth > highest:
                best, highest = choice, worth
    if highest >= 0:
        return best
    if wild is not None:
        return _wild(hand, choices, following)
    return best if type(best) in (Draw, Accept) or len(choices) == 1 else choices[0]


def _worth(fit: Fit, play: Play, following: int) -> int:
    """How much a player likes to be rid of a card: its points; a card that hits, when the next seat is nearly out."""
    kind = fit.kinds[play.card]
    danger = 100 * HITTING.get(kind.symbol, 0) if following <= DANGER else 0
    return 2 * (kind.points + danger) + play.call


def _wild(hand: Hand, choices: Sequence[Choice], following: int) -> Play:
    """A Wild in the commonest colour: Draw Four when the next seat is nearly out, else the plain one."""
    colour = commonest(hand)
    plays = [choice for choice in choices if isinstance(choice, Play) and choice.colour == colour]
    wanted = following <= DANGER
    return max(plays, key=lambda play: ((play.card == DRAW_FOUR) == wanted, play.call))
