"""From a grid of drivers to a race of Heat: what the circuit, the rule set and the deck become."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from engine.heat import RULESETS, Content, Entrant, Heat, Setup, read_track
from engine.heat.decks import LegendDeck
from races.heat import boxes
from races.heat.extras import Extras
from races.models import DeckVersion, Race, TrackVersion
from races.start import Start, Terms, open_table


@dataclass(frozen=True, kw_only=True)
class RaceTerms(Terms):
    """What a race is driven on and under."""

    rules: str
    track: TrackVersion
    laps: int
    deck: DeckVersion
    mulligan: bool = False
    grid: tuple[int, ...] | None = None
    """The seats from pole backwards; None draws the grid."""
    extras: Extras = field(default_factory=Extras)


def start_race(starters: Sequence[Start], terms: RaceTerms) -> Race:
    """Start a race. Raises `engine.kernel.faults.Broken` for a set-up that cannot be driven."""
    content = Content(
        track=read_track(terms.track.data),
        rules=RULESETS[terms.rules],
        legends=msgspec.json.decode(terms.deck.data, type=LegendDeck),
        cards=boxes.cards(),
        modules=terms.extras.modules(boxes.modules()),
    )
    entrants = tuple(Entrant(legend=starter.legend or None) for starter in starters)
    setup = Setup(
        entrants=entrants, laps=terms.laps, grid=terms.grid, mulligan=terms.mulligan, **terms.extras.of_setup()
    )
    return open_table(Heat.name, content, setup, starters, terms)
