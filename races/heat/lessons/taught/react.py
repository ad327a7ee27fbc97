"""React with many symbols: three upgrades of the advanced cards, what each symbol does, in which order, and what must
be done. The mulligan comes first."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec.structs import replace

from engine.heat import STANDARD, Content, Setup
from engine.heat.cards import CardSet, base_cards
from engine.heat.decks import deck_for
from engine.heat.moves.direct_play import DirectlyPlayed, DirectPlay
from engine.heat.moves.discard import Discard, Refreshed
from engine.heat.moves.mulligan import Mulligan
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.pay_heat import PaidHeat, PayHeat
from engine.heat.moves.scrap import Scrap
from engine.heat.race import Race
from races.heat.cockpit import labels
from races.heat.counts import names
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import GRID, Lesson, Numbers, Topic, against, is_shown_by, own_events
from races.heat.lessons.tracks import lesson_tracks

DEALT = ("up19", "up27", "up34")
"""The upgrades of the lesson: between them they reduce Stress, cool, scrap, are played directly, cost Heat and "
"refresh."""


def _only(upgrades: tuple[str, ...]) -> CardSet:
    """The cards with these upgrades in the pile, one of each; and fewer Speed cards, so that they come up soon."""
    box = base_cards()
    cards = (
        replace(card, copies=1) if card.id in upgrades else card
        for card in box.cards
        if not card.tier or card.id in upgrades
    )
    return replace(box, cards=tuple(cards), speed_copies=2)


def _dealt(learner: Learner) -> Numbers:
    cards = [learner.game.cards[face] for face in learner.car.upgrades]
    return {"cards": names([labels.short(card) for card in cards]), "upgrades": len(cards)}


def _ways(learner: Learner) -> int:
    """How many kinds of things can be done in this moment, beside going on."""
    return len(learner.kinds - {Pass})


def _scrap(learner: Learner) -> Numbers:
    items = [item for item in learner.car.items if item.kind == "scrap"]
    return {"card": learner.in_play("scrap"), "amount": items[0].amount, "draw": learner.car.draw}


def _price(learner: Learner) -> Numbers:
    items = [item for item in learner.car.items if item.kind == "heat"]
    return {"card": learner.in_play("heat"), "heat": items[0].amount, "engine": learner.car.engine}


def _direct(learner: Learner) -> Numbers:
    found = next(choice for choice in learner.offered.others if isinstance(choice, DirectPlay))
    return {"card": labels.short(learner.game.cards[found.card]), "speed": learner.car.speed, "worth": found.worth}


def _refresh(learner: Learner) -> Numbers:
    cards = (learner.game.cards[face] for face in learner.car.play)
    return {"card": labels.short(next(card for card in cards if "refresh" in card.symbols))}


TOPICS = (
    Topic(
        name="mulligan",
        title=gettext_lazy("Mulligan"),
        sentences=lambda numbers: _(
            "Before the first gear, and only there, you may change your whole hand: it costs 1 of your %(engine)s "
            "Heat, and it works once. It helps where the hand is slow or full of Stress; you hold %(stress)s Stress."
        ),
        target="hand",
        phases=("gears",),
        due=lambda learner: learner.offers(Mulligan),
        numbers=lambda learner: {"engine": learner.car.engine, "stress": learner.held("stress")},
    ),
    Topic(
        name="dealt",
        title=gettext_lazy("Cards with several symbols"),
        sentences=lambda numbers: _(
            "You were dealt %(upgrades)s advanced upgrades: %(cards)s. Most symbols are used in React, after the move "
            "and before the corner is checked."
        ),
        target="hand",
        phases=("gears",),
        due=lambda learner: bool(learner.car.upgrades),
        numbers=_dealt,
        is_rule=False,
    ),
    Topic(
        name="order",
        title=gettext_lazy("Several levers"),
        sentences=lambda numbers: _(
            "%(ways)s levers can be used now, one after the other, in any order that you like. Each says what it gives "
            "and costs. When you go on, what is left is lost."
        ),
        target="levers",
        phases=("react",),
        due=lambda learner: _ways(learner) > 1,
        numbers=lambda learner: {"ways": _ways(learner)},
        is_rule=False,
    ),
    Topic(
        name="direct_play",
        title=gettext_lazy("Direct play"),
        sentences=lambda numbers: _(
            "%(card)s can be played from your hand now, on top of the cards of your gear. The car drives %(worth)s "
            "spaces on, and your speed of %(speed)s rises by as much: look at the next corner first."
        ),
        target="levers",
        phases=("react",),
        due=lambda learner: learner.offers(DirectPlay),
        numbers=_direct,
    ),
    Topic(
        name="price",
        title=gettext_lazy("A price that must be paid"),
        sentences=lambda numbers: _(
            "%(card)s costs %(heat)s Heat, and your engine holds %(engine)s. A red symbol is a must: your turn goes on "
            "only when it is paid."
        ),
        target="levers",
        phases=("react",),
        due=lambda learner: learner.offers(PayHeat) and bool(learner.in_play("heat")),
        numbers=_price,
    ),
    Topic(
        name="scrap",
        title=gettext_lazy("Scrap"),
        sentences=lambda numbers: _(
            "%(card)s scraps: the top %(amount)s of the %(draw)s cards in your draw pile go to the discard pile "
            "unused. That is a must, too. It may throw away a good card, or bring the next shuffle nearer."
        ),
        target="levers",
        phases=("react",),
        due=lambda learner: learner.offers(Scrap) and bool(learner.in_play("scrap")),
        numbers=_scrap,
    ),
    Topic(
        name="refresh",
        title=gettext_lazy("Refresh"),
        sentences=lambda numbers: _(
            "%(card)s refreshes: instead of the discard pile it may go on top of your draw pile. Then you draw it "
            "again at once, and hold it in the next round."
        ),
        target="hand",
        phases=("discard",),
        due=lambda learner: (
            learner.offers(Discard) and any("refresh" in learner.game.cards[face].symbols for face in learner.car.play)
        ),
        numbers=_refresh,
    ),
    Topic(
        name="free",
        title=gettext_lazy("You drive"),
        sentences=lambda numbers: _(
            "First what must be, then what helps, and the move onto the corner last: that order is seldom wrong. Drive "
            "to the line as you like; I still say what I would do."
        ),
        target="",
        phases=("gears", "react", "discard"),
        after=("order", "direct_play", "price", "scrap", "refresh"),
        is_rule=False,
    ),
)


def _shows(race: Race) -> bool:
    """Home without a spin-out, and a card was played directly, its price paid, and another put back."""
    own = {type(event) for event in own_events(race)}
    return is_shown_by(race) and own >= {DirectlyPlayed, PaidHeat, Refreshed}


LESSON = Lesson(
    name="react",
    title=gettext_lazy("React with many symbols"),
    lead=gettext_lazy("A mulligan, and three advanced cards: what must be done, what may be done, and in which order."),
    minutes=3,
    chapter="symbols",
    joins="mulligan",
    content=lambda: Content(
        track=lesson_tracks()["piccola"],
        rules=STANDARD,
        legends=deck_for(STANDARD.legend_rows),
        cards=_only(DEALT),
    ),
    setup=Setup(entrants=against("easy"), laps=1, grid=GRID, draft="random", mulligan=True),
    topics=TOPICS,
    number=2727,
    rounds=4,
    in_order=("mulligan", "dealt", "order", "free"),
    shows=_shows,
)
