"""From the grid to the first round: weather and roads, sponsor cards, decks and hands, in the order of the rule set."""

from engine.heat.cards import HEAT
from engine.heat.events import Dealt, MarketClosed, RoadsLaid, RoundBegan, WeatherDrawn
from engine.heat.phases.draft import grid_order
from engine.heat.press import draw_sponsors
from engine.heat.telling import Telling
from engine.kernel.chance import pick, shuffled


def before_draft(telling: Telling) -> None:
    """What is drawn before anybody drafts."""
    if telling.rules.weather_time == "before_draft_in_single_race" and not telling.state.setup.season:
        draw_weather(telling)


def after_draft(telling: Telling) -> None:
    """Sponsor cards, weather and roads as far as they are still to come; then the decks are shuffled and dealt."""
    if telling.state.market:
        telling.tell(MarketClosed(grid_order(telling)))
    setup = telling.state.setup
    if setup.season and (event := telling.game.event(setup)) is not None:
        for seat in grid_order(telling):
            draw_sponsors(telling, seat, "event", event.sponsors)
    if not telling.state.weather and not telling.state.tokens:
        draw_weather(telling)
    for seat in grid_order(telling):
        _deal(telling, seat)
    racing = tuple(seat for seat in range(len(telling.state.cars)) if telling.car(seat).status == "racing")
    telling.tell(RoundBegan(1, tuple(sorted(racing, key=lambda seat: telling.course.rank(telling.car(seat))))))


def draw_weather(telling: Telling) -> None:
    """Draw the weather, and lay a token at each corner."""
    setup, modules = telling.state.setup, telling.game.content.modules
    if setup.weather:
        outcome, n = telling.table_draw()
        telling.tell(WeatherDrawn(modules.weather[pick(outcome, len(modules.weather))].id, n))
    if setup.roads:
        outcome, n = telling.table_draw()
        tokens = shuffled(outcome, [token.id for token in modules.roads for _ in range(token.copies)])
        telling.tell(RoadsLaid(tokens[: len(telling.course.token_lines)], n))


def _deal(telling: Telling, seat: int) -> None:
    """Make a driver's deck as track, weather and event have it, shuffle it, draw the hand."""
    setup, content = telling.state.setup, telling.game.content
    weather = telling.game.weather.get(telling.state.weather)
    effects = telling.game.effects(setup)
    heat = max(0, content.track.heat + effects.heat + (weather.heat if weather else 0))
    stress = max(0, content.track.stress + effects.stress + (weather.stress if weather else 0))
    elsewhere = min(heat, weather.heat_count) if weather else 0
    in_deck = elsewhere if weather and weather.heat_to == "deck" else 0
    in_discard = elsewhere - in_deck
    deck = (
        *content.cards.deck(telling.car(seat).upgrades, stress),
        *setup.entrants[seat].sponsors,
        *(HEAT,) * in_deck,
    )
    outcome, n = telling.seat_draw(seat)
    pile = shuffled(outcome, sorted(deck))
    drawn = max(0, telling.game.hand_limit(setup) - len(telling.car(seat).hand))
    telling.tell(Dealt(seat, pile, min(drawn, len(pile)), heat - elsewhere, n, (HEAT,) * in_discard))
