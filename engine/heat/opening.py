"""From the grid to the first round: weather and roads, sponsor cards, decks and hands, in the order of the rule set."""

from engine.heat.cards import HEAT
from engine.heat.events import Dealt, MarketClosed, RoadsLaid, RoundBegan, WeatherDrawn
from engine.heat.phases.draft import grid_order
from engine.heat.press import draw_sponsors
from engine.heat.transaction import Transaction
from engine.kernel.chance import TABLE, pick, shuffle
from engine.kernel.seats import Seat, by_seat


def before_draft(transaction: Transaction) -> None:
    """What is drawn before the draft."""
    if transaction.rules.weather_time == "before_draft_in_single_race" and not transaction.state.setup.season:
        draw_weather(transaction)


def after_draft(transaction: Transaction) -> None:
    """Sponsor cards, weather and roads as far as they are still to come; then the decks are shuffled and dealt."""
    if transaction.state.market:
        transaction.emit(MarketClosed(order=grid_order(transaction)))
    setup = transaction.state.setup
    if setup.season and (event := transaction.bound.event(setup)) is not None:
        for seat in grid_order(transaction):
            draw_sponsors(transaction, seat, "event", event.sponsors)
    if not transaction.state.weather and not transaction.state.tokens:
        draw_weather(transaction)
    for seat in grid_order(transaction):
        _deal(transaction, seat)
    racing = tuple(seat for seat, car in by_seat(transaction.state.cars) if car.status == "racing")
    transaction.emit(
        RoundBegan(
            round=1, order=tuple(sorted(racing, key=lambda seat: transaction.course.rank(transaction.car(seat))))
        )
    )


def draw_weather(transaction: Transaction) -> None:
    """Draw the weather, and lay a token at each corner."""
    setup, modules = transaction.state.setup, transaction.bound.content.modules
    if setup.weather:
        outcome, n = transaction.table_draw()
        transaction.emit(WeatherDrawn(card=modules.weather[pick(outcome, len(modules.weather))].id, n=n))
    if setup.roads:
        n = transaction.state.drawn
        bag = [token.id for token in modules.roads for _ in range(token.copies)]
        tokens = shuffle(transaction.state.seed, TABLE, n, bag)
        transaction.emit(RoadsLaid(tokens=tokens[: len(transaction.course.token_lines)], n=n))


def _deal(transaction: Transaction, seat: Seat) -> None:
    """Make a driver's deck as track, weather and event have it, shuffle it, draw the hand."""
    setup, content = transaction.state.setup, transaction.bound.content
    weather = transaction.bound.weather.get(transaction.state.weather)
    effects = transaction.bound.effects(setup)
    heat = max(0, content.track.heat + effects.heat + (weather.heat if weather else 0))
    stress = max(0, content.track.stress + effects.stress + (weather.stress if weather else 0))
    elsewhere = min(heat, weather.heat_count) if weather else 0
    in_deck = elsewhere if weather and weather.heat_to == "deck" else 0
    in_discard = elsewhere - in_deck
    deck = (
        *content.cards.deck(transaction.car(seat).upgrades, stress),
        *setup.entrants[seat].sponsors,
        *(HEAT,) * in_deck,
    )
    pile, n = transaction.seat_shuffle(seat, deck)
    drawn = max(0, transaction.bound.hand_limit(setup) - len(transaction.car(seat).hand))
    transaction.emit(
        Dealt(seat, pile=pile, drawn=min(drawn, len(pile)), engine=heat - elsewhere, n=n, discard=(HEAT,) * in_discard)
    )
