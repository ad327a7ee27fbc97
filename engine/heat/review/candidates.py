"""The choices that are worth following: all of a few, and of many cards the most promising ones."""

from engine.heat.bots.bot import listed
from engine.heat.bots.outlook import Outlook
from engine.heat.bots.racer import Racer
from engine.heat.bots.symbols import refreshing
from engine.heat.choices import WRITTEN_OUT, CardSets, Choice
from engine.heat.moves.discard import Discard
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.moves.play import Play
from engine.heat.review.decisions import Made

PLAYS = 6
"""How many ways to play cards are followed."""


def candidates(racer: Racer, made: Made) -> tuple[Choice, ...]:
    """The choice that was made, then others; alone if there is no real alternative."""
    found = [choice for choice in listed(made.choices) if not isinstance(choice, LeaveRace)]
    for group in made.choices.sets:
        found += _of_cards(racer, made, group)
    return tuple(dict.fromkeys((made.choice, *found)))


def _of_cards(racer: Racer, made: Made, group: CardSets) -> list[Choice]:
    """The ways with the cards that promise most, and those that a bot takes."""
    ways = [group[place] for place in range(min(len(group.ways), WRITTEN_OUT))]
    if isinstance(ways[0], Play):
        outlook = Outlook(racer.game, made.view)
        gear, engine = outlook.car.gear, outlook.car.engine
        plays = [way for way in ways if isinstance(way, Play)]
        plays.sort(key=lambda way: racer.rounds_to_go(outlook, way.cards, gear, engine))
        return list(plays[:PLAYS])
    none = group.make(())
    found = [none] if none in group else []
    if isinstance(ways[0], Discard):
        hand = made.view.mine.hand if made.view.mine is not None else ()
        found += [refreshing(made.choices, (card,)) for card in dict.fromkeys(hand)]
        found.append(racer.discard(Outlook(racer.game, made.view), made.choices))
    elif len(ways) <= PLAYS:
        found += ways
    else:
        found.append(ways[-1])
    return found
