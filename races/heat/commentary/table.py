"""What concerns the whole table: drafts, weather, roads and decks before the race, rounds, stand-ins, the finish."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.heat import events as e
from engine.heat import masking
from races.heat.commentary.line import Teller


def _market_dealt(teller: Teller, event: masking.MarketDealtSeen) -> None:
    teller.say("market", cards=list(event.cards), again=event.again or None)


def _picked(teller: Teller, event: e.Picked) -> None:
    """Cards that are dealt one after the other are one line."""
    if line := teller.last("picked", event.seat):
        line["cards"].append(event.card)
    else:
        teller.say("picked", seat=event.seat, cards=[event.card])


def _gave_up(teller: Teller, event: e.GaveUp) -> None:
    teller.say("gave_up", seat=event.seat, card=event.card)


def _swapped(teller: Teller, event: e.Swapped) -> None:
    teller.say("swapped", seat=event.seat, give=event.give, take=event.take)


def _weather_drawn(teller: Teller, event: masking.WeatherDrawnSeen) -> None:
    teller.say("weather", card=event.card)


def _roads_laid(teller: Teller, event: masking.RoadsLaidSeen) -> None:
    teller.say("roads", tokens=list(event.tokens))


def _sponsors_drawn(teller: Teller, event: masking.SponsorsDrawnSeen) -> None:
    teller.say("sponsors", seat=event.seat, why=event.why, count=event.count)


def _dealt(teller: Teller, event: masking.DealtSeen) -> None:
    """One line for all: weather and event make every deck alike."""
    if not teller.last("dealt"):
        teller.say("dealt", engine=event.engine, discard=len(event.discard) or None)


def _round_began(teller: Teller, event: e.RoundBegan) -> None:
    teller.say("round", round=event.round)


def _stood_in(teller: Teller, event: masking.StoodInSeen) -> None:
    teller.say("stood_in", seat=event.seat, phase=event.phase, reason=event.reason)


def _retired(teller: Teller, event: e.Retired) -> None:
    teller.say("retired", seat=event.seat)


def _heat_lost(teller: Teller, event: e.HeatLost) -> None:
    teller.say("heat_lost", seat=event.seat, place=event.place)


def _sponsors_spent(teller: Teller, event: e.SponsorsSpent) -> None:
    teller.say("sponsors_spent", seat=event.seat, cards=list(event.cards))


def _came_home(teller: Teller, event: e.CameHome) -> None:
    teller.say("home", seat=event.seat, place=event.place)


def _finished(teller: Teller, event: e.Finished) -> None:
    teller.say("finished", reason=event.reason, ranking=list(event.ranking))


TOLD: Mapping[type, Callable[[Teller, Any], None]] = {
    masking.MarketDealtSeen: _market_dealt,
    e.Picked: _picked,
    e.GaveUp: _gave_up,
    e.Swapped: _swapped,
    masking.WeatherDrawnSeen: _weather_drawn,
    masking.RoadsLaidSeen: _roads_laid,
    masking.SponsorsDrawnSeen: _sponsors_drawn,
    masking.DealtSeen: _dealt,
    e.RoundBegan: _round_began,
    masking.StoodInSeen: _stood_in,
    e.Retired: _retired,
    e.HeatLost: _heat_lost,
    e.SponsorsSpent: _sponsors_spent,
    e.CameHome: _came_home,
    e.Finished: _finished,
}
