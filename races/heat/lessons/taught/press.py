"""Sponsors and the press: a race of a championship with its event, a sponsor card to play, and one to earn."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat import STANDARD, Content, Setup
from engine.heat.decks import deck_for
from engine.heat.events import SponsorsDrawn, SponsorsSpent
from engine.heat.press import OVER_LIMIT
from engine.heat.race import Race
from engine.heat.season.result import place_points
from races.heat.championships.events import effects, event_of
from races.heat.cockpit import labels
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import GRID, Lesson, Numbers, Topic, against, is_shown_by, own_events
from races.heat.lessons.tracks import lesson_tracks

EVENT = "hold_tight"
FIELD = 6
"""The cars of the example."""


def _event(learner: Learner) -> Numbers:
    event = event_of(learner.game, learner.view.setup.event)
    card = learner.game.event(learner.view.setup)
    assert event is not None, "the topic is due"
    assert card is not None, "the topic is due"
    return {"headline": event.headline, "effects": " ".join(effects(card))}


def _sponsors(learner: Learner) -> list[str]:
    return [face for face in learner.mine.hand if learner.game.cards[face].kind == "sponsor"]


def _held(learner: Learner) -> Numbers:
    held = _sponsors(learner)
    card = learner.game.cards[held[0]]
    return {"held": len(held), "card": labels.short(card)}


def _earned(learner: Learner) -> int:
    """Sponsor cards that came after the start: those owned and those played, without those of the event."""
    event = learner.game.event(learner.view.setup)
    return learner.car.sponsors + len(learner.view.sponsors_used) - (event.sponsors if event else 0)


def _is_press_ahead(learner: Learner) -> bool:
    is_there = learner.corner.line in learner.game.press(learner.view.setup.event)
    return learner.view.setup.season and learner.corner_asks and is_there


def _ahead(learner: Learner) -> Numbers:
    line, letter, limit, _far = learner.corner
    return {"line": line, "letter": letter, "limit": limit, "speed": limit + OVER_LIMIT, "owed": OVER_LIMIT}


def _points(learner: Learner) -> Numbers:
    scoring = learner.game.content.rules.points
    scores = [place_points(scoring, place, FIELD) for place in range(1, FIELD + 1)]
    return {"cars": FIELD, "first": scores[0], "second": scores[1], "last": scores[-1]}


TOPICS = (
    Topic(
        name="event",
        title=gettext_lazy("The event of the race"),
        sentences=lambda numbers: _(
            "This is a race of a championship, and each has an event: “%(headline)s”. %(effects)s"
        ),
        target="event",
        phases=("gears",),
        due=lambda learner: learner.game.event(learner.view.setup) is not None,
        numbers=_event,
        is_rule=False,
    ),
    Topic(
        name="sponsor",
        title=gettext_lazy("A sponsor card"),
        sentences=lambda numbers: ngettext(
            "You hold a sponsor card, %(card)s. It is played like any other card, but only once: then it leaves your "
            "deck. What you do not play goes with you into the next race.",
            "You hold %(held)s sponsor cards, such as %(card)s. They are played like any other card, but only once: "
            "then they leave your deck. What you do not play goes with you into the next race.",
            int(numbers["held"]),
        ),
        target="hand",
        phases=("gears",),
        due=lambda learner: bool(_sponsors(learner)),
        numbers=_held,
    ),
    Topic(
        name="press",
        title=gettext_lazy("The press at the corner"),
        sentences=lambda numbers: _(
            "The press waits at corner %(letter)s, limit %(limit)s. Drive through it at %(speed)s or faster, and a "
            "sponsor card is yours; those points over the limit cost %(owed)s Heat or more. A slipstream over the line "
            "pays at any speed."
        ),
        target="sign",
        phases=("gears",),
        due=_is_press_ahead,
        numbers=_ahead,
    ),
    Topic(
        name="earned",
        title=gettext_lazy("The press has seen you"),
        sentences=lambda numbers: ngettext(
            "You were fast enough, and have earned a sponsor card. It is in your hand already, even above the hand "
            "limit.",
            "You were fast enough, and have earned %(earned)s sponsor cards. They are in your hand already, even above "
            "the hand limit.",
            int(numbers["earned"]),
        ),
        target="hand",
        phases=("discard", "gears"),
        due=lambda learner: learner.view.setup.season and _earned(learner) > 0,
        after=("press",),
        numbers=lambda learner: {"earned": _earned(learner)},
        is_rule=False,
    ),
    Topic(
        name="effect",
        title=gettext_lazy("The event holds"),
        sentences=lambda numbers: ngettext(
            "Under this event you may throw away %(most)s card at most when your turn ends, whatever you hold. Other "
            "events change engine, hand, laps or points.",
            "Under this event you may throw away %(most)s cards at most when your turn ends, whatever you hold. Other "
            "events change engine, hand, laps or points.",
            int(numbers["most"]),
        ),
        target="hand",
        phases=("discard",),
        due=lambda learner: learner.game.effects(learner.view.setup).discard_max is not None,
        after=("event",),
        numbers=lambda learner: {"most": learner.game.effects(learner.view.setup).discard_max or 0},
    ),
    Topic(
        name="points",
        title=gettext_lazy("Points"),
        sentences=lambda numbers: _(
            "Each race scores by its places: of %(cars)s cars the first has %(first)s points, the second %(second)s, "
            "the last %(last)s. After the last race of the championship the most points win."
        ),
        target="standings",
        phases=("gears",),
        due=lambda learner: learner.view.round > 1,
        after=("effect",),
        numbers=_points,
        is_rule=False,
    ),
    Topic(
        name="free",
        title=gettext_lazy("You drive"),
        sentences=lambda numbers: _(
            "So a corner that is too fast may pay for itself. Drive to the line as you like; I still say what I would "
            "do."
        ),
        target="",
        phases=("gears",),
        after=("points", "earned"),
        is_rule=False,
    ),
)


def _shows(race: Race) -> bool:
    """Home without a spin-out, a sponsor card played, and one earned from the press."""
    own = list(own_events(race))
    earned = any(isinstance(event, SponsorsDrawn) and event.why == "press" for event in own)
    return is_shown_by(race) and earned and any(isinstance(event, SponsorsSpent) for event in own)


LESSON = Lesson(
    name="press",
    title=gettext_lazy("Sponsors and the press"),
    lead=gettext_lazy("An event, a sponsor card to play and one to earn, and the points of a championship."),
    minutes=2,
    chapter="press",
    joins="sponsors",
    content=lambda: Content(track=lesson_tracks()["piccola"], rules=STANDARD, legends=deck_for(STANDARD.legend_rows)),
    setup=Setup(entrants=against("easy"), laps=1, grid=GRID, season=True, event=EVENT),
    topics=TOPICS,
    number=0,
    rounds=3,
    in_order=("event", "sponsor", "press", "earned", "points", "free"),
    shows=_shows,
)
