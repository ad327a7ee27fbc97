"""The garage: three upgrades from three markets, what stands on them, and how they are used on the road."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat import STANDARD, Content, Cool, Setup
from engine.heat.cards import Card
from engine.heat.decks import deck_for
from engine.heat.events import CornerTaken
from engine.heat.moves.pick import Pick
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.phases.draft import DRAFTED
from engine.heat.race import Race
from races.heat.cockpit import labels
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import GRID, Lesson, Numbers, Topic, against, is_shown_by, own_events
from races.heat.lessons.tracks import lesson_tracks
from races.heat.parts import symbols


def _market(learner: Learner) -> Numbers:
    return {"drafted": DRAFTED, "cards": len(learner.view.market)}


def _with_symbol(learner: Learner) -> Card | None:
    """A card on the market with a symbol that does its driver good; that of the hint, if it has one."""
    hint = learner.hint.choice
    first = [hint.card] if isinstance(hint, Pick) else []
    cards = (learner.game.cards[face] for face in (*first, *learner.view.market))
    return next((card for card in cards if _good(card)), None)


def _good(card: Card) -> list[str]:
    return [symbol for symbol in card.symbols if symbol != "plus" and not symbols.costs(symbol)]


def _symbol(learner: Learner) -> Numbers:
    card = _with_symbol(learner)
    assert card is not None, "the topic is due"
    symbol = _good(card)[0]
    return {"card": labels.short(card), "does": symbols.does(symbol, card.symbols[symbol])}


def _taken(learner: Learner) -> Numbers:
    cards = [learner.game.cards[face] for face in learner.car.upgrades]
    return {"card": labels.short(cards[-1]), "left": DRAFTED - len(cards), "cards": len(learner.view.market)}


def _deck(learner: Learner) -> Numbers:
    stock = [learner.game.cards[face].kind for face in learner.car.stock]
    return {
        "speed": stock.count("speed"),
        "stress": stock.count("stress"),
        "upgrades": len(learner.car.upgrades),
        "hand": learner.car.hand,
    }


def _held(learner: Learner) -> Numbers:
    return {"held": len(learner.upgrades), "card": labels.short(learner.upgrades[0])}


def _used(learner: Learner) -> tuple[str, int] | None:
    """A symbol of a card in play that can be used now, and how much of it the driver can use."""
    for choice in learner.offered.others:
        if isinstance(choice, ReduceStress) and learner.in_play("reduce_stress"):
            return "reduce_stress", choice.stress
        if isinstance(choice, Cool) and learner.in_play("cooldown"):
            return "cooldown", choice.heat
    return None


def _use(learner: Learner) -> Numbers:
    used = _used(learner)
    assert used is not None, "the topic is due"
    symbol, _amount = used
    amount = sum(item.amount for item in learner.car.items if item.kind == symbol)
    return {"card": learner.in_play(symbol), "does": symbols.does(symbol, amount)}


TOPICS = (
    Topic(
        name="market",
        title=gettext_lazy("The market"),
        sentences=lambda numbers: _(
            "Before the start you draft %(drafted)s upgrades, one from each market. They take the place of your 0, "
            "your 5 and one Heat. %(cards)s cards lie open now."
        ),
        target="market",
        phases=("draft",),
        numbers=_market,
        is_rule=False,
    ),
    Topic(
        name="symbols",
        title=gettext_lazy("Number and symbols"),
        sentences=lambda numbers: _(
            "The large number is what a card counts as speed. Each symbol is something that it can do once it is "
            "played; a red one is a price that you must pay. Look at %(card)s. %(does)s"
        ),
        target="market",
        phases=("draft",),
        due=lambda learner: _with_symbol(learner) is not None,
        after=("market",),
        numbers=_symbol,
        is_rule=False,
    ),
    Topic(
        name="taken",
        title=gettext_lazy("One taken, two to go"),
        sentences=lambda numbers: _(
            "%(card)s is yours for the whole race. What nobody took is out of the game, and %(cards)s new cards lie "
            "open. Cards to drive fast and cards to cool down go well together."
        ),
        target="market",
        phases=("draft",),
        due=lambda learner: len(learner.car.upgrades) == 1,
        after=("market",),
        numbers=_taken,
        is_rule=False,
    ),
    Topic(
        name="deck",
        title=gettext_lazy("Your deck"),
        sentences=lambda numbers: _(
            "%(speed)s Speed cards, %(stress)s Stress and your %(upgrades)s upgrades were shuffled. You hold %(hand)s "
            "of them; the others come up as you draw."
        ),
        target="hand",
        phases=("gears",),
        numbers=_deck,
        is_rule=False,
    ),
    Topic(
        name="held",
        title=gettext_lazy("An upgrade in your hand"),
        sentences=lambda numbers: ngettext(
            "You hold %(card)s. An upgrade is played like a Speed card: it is one of the cards that your gear asks "
            "for. You may keep it for a better moment, too.",
            "You hold %(held)s upgrades, such as %(card)s. They are played like Speed cards: each is one of the cards "
            "that your gear asks for. You may keep them for a better moment, too.",
            int(numbers["held"]),
        ),
        target="hand",
        phases=("gears",),
        due=lambda learner: bool(learner.upgrades),
        numbers=_held,
    ),
    Topic(
        name="used",
        title=gettext_lazy("A symbol to use"),
        sentences=lambda numbers: _(
            "%(card)s is in play, and its symbol is a lever here. %(does)s It is an offer: what you do not use is gone "
            "when you go on."
        ),
        target="levers",
        phases=("react",),
        due=lambda learner: _used(learner) is not None,
        numbers=_use,
        is_rule=False,
    ),
    Topic(
        name="again",
        title=gettext_lazy("They come back"),
        sentences=lambda numbers: _(
            "An upgrade that you played or threw away lies in your discard pile. When the draw pile runs out, all of "
            "it is shuffled and comes up again. So a small deck of good cards is worth more than one strong card."
        ),
        target="hand",
        phases=("discard",),
        due=lambda learner: any(face in learner.car.upgrades for face in (*learner.car.play, *learner.car.discard)),
        after=("held",),
        is_rule=False,
    ),
    Topic(
        name="free",
        title=gettext_lazy("You drive"),
        sentences=lambda numbers: _(
            "That is the garage: three cards, and symbols to use on the road. Drive to the line as you like; I still "
            "say what I would do."
        ),
        target="",
        phases=("gears",),
        after=("held", "used"),
        is_rule=False,
    ),
)


def _shows(race: Race) -> bool:
    """Home without a spin-out, and a corner was crossed."""
    return is_shown_by(race) and any(isinstance(event, CornerTaken) for event in own_events(race))


LESSON = Lesson(
    name="garage",
    title=gettext_lazy("Garage"),
    lead=gettext_lazy("Draft three upgrades, read their symbols, and use one on the road."),
    minutes=2,
    chapter="garage",
    joins="garage",
    content=lambda: Content(track=lesson_tracks()["piccola"], rules=STANDARD, legends=deck_for(STANDARD.legend_rows)),
    setup=Setup(entrants=against("easy"), laps=1, grid=GRID, draft="rounds", tiers=("basic",)),
    topics=TOPICS,
    number=8,
    rounds=3,
    in_order=("market", "symbols", "taken", "deck", "held", "used", "free"),
    shows=_shows,
)
