"""What a race is driven on: the track, the rule set and the cards, bound once. A state holds only the digest."""

import hashlib
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from engine.heat.cards import MOST_OWNED, CardSet, base_cards, card_faults
from engine.heat.decks import LegendDeck, all_decks, deck_faults
from engine.heat.modules import Modules, base_modules, modules_faults
from engine.heat.rules import STANDARD, PhaseName, Ruleset
from engine.heat.state import Setup
from engine.heat.tracks import Track, find_faults
from engine.kernel.faults import Fault
from engine.kernel.records import encode

PHASES_IN_ORDER: tuple[PhaseName, ...] = (
    "gears",
    "cards",
    "reveal",
    "adrenaline",
    "react",
    "slipstream",
    "corners",
    "discard",
    "replenish",
)
"""The nine phases of a round, in their fixed order. A rule set's schedule only groups them into stages."""

MAY_BE_TOGETHER: frozenset[PhaseName] = frozenset({"gears", "cards", "discard", "replenish"})

MOST_LAPS = 9
MOST_LEGEND_BONUS = 6


def _first_deck() -> LegendDeck:
    return next(iter(all_decks().values()))


class Content(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a race as it was at its start."""

    track: Track
    rules: Ruleset = STANDARD
    cards: CardSet = msgspec.field(default_factory=base_cards)
    legends: LegendDeck = msgspec.field(default_factory=_first_deck)
    modules: Modules = msgspec.field(default_factory=base_modules)

    def digest(self) -> str:
        return hashlib.blake2b(encode(self), digest_size=16).hexdigest()


def content_faults(content: Content, symbols: Mapping[str, int]) -> tuple[Fault, ...]:
    """Everything that is wrong with the content, each fault with its place. `symbols` are those that can be used."""
    return (
        *(Fault(f"track.{fault.place}", fault.code, fault.text) for fault in find_faults(content.track)),
        *(Fault(f"rules.{fault.place}", fault.code, fault.text) for fault in rules_faults(content.rules)),
        *(Fault(f"cards.{fault.place}", fault.code, fault.text) for fault in card_faults(content.cards, symbols)),
        *(Fault(f"legends.{fault.place}", fault.code, fault.text) for fault in deck_faults(content.legends)),
        *(Fault(f"modules.{fault.place}", fault.code, fault.text) for fault in modules_faults(content.modules)),
    )


def rules_faults(rules: Ruleset) -> tuple[Fault, ...]:
    """Everything that is wrong with a rule set."""
    faults: list[Fault] = []
    if tuple(phase for stage in rules.schedule for phase in stage.phases) != PHASES_IN_ORDER:
        text = f"the stages must hold each phase once, in this order: {', '.join(PHASES_IN_ORDER)}"
        faults.append(Fault("schedule", "bad_schedule", text))
    for number, stage in enumerate(rules.schedule):
        if stage.together and (len(stage.phases) != 1 or not MAY_BE_TOGETHER.issuperset(stage.phases)):
            text = f"only one of {', '.join(sorted(MAY_BE_TOGETHER))} can be a stage that all do together"
            faults.append(Fault(f"schedule[{number}]", "bad_stage", text))
    if not set(rules.boost_gears) <= {1, 2, 3, 4}:
        faults.append(Fault("boost_gears", "out_of_range", "gears are 1 to 4"))
    if not 1 <= rules.slipstream_reach <= 5:
        faults.append(Fault("slipstream_reach", "out_of_range", "a slipstream reaches 1 to 5 spaces"))
    return tuple(faults)


def setup_faults(content: Content, setup: Setup) -> tuple[Fault, ...]:
    """Everything that is wrong with the set-up of a race on this content."""
    faults: list[Fault] = []
    cars = len(setup.entrants)
    room = len(content.track.grid)
    if not 1 <= cars <= room:
        faults.append(Fault("entrants", "out_of_range", f"1 to {room} cars can start here, not {cars}"))
    if all(entrant.legend is not None for entrant in setup.entrants):
        faults.append(Fault("entrants", "no_driver", "a race needs at least one driver with a deck"))
    if not 1 <= setup.laps <= MOST_LAPS:
        faults.append(Fault("laps", "out_of_range", f"a race has 1 to {MOST_LAPS} laps"))
    if setup.grid is not None and sorted(setup.grid) != list(range(cars)):
        faults.append(Fault("grid", "bad_grid", "the grid must hold every seat once"))
    if not 0 <= setup.legend_bonus <= MOST_LEGEND_BONUS:
        faults.append(Fault("legend_bonus", "out_of_range", f"the bonus of Legends is 0 to {MOST_LEGEND_BONUS}"))
    known, rows = content.cards.named(), content.legends.rows
    for seat, entrant in enumerate(setup.entrants):
        if entrant.legend is not None and entrant.legend not in rows:
            text = f"the Legend cards have no row “{entrant.legend}”, but {', '.join(rows)}"
            faults.append(Fault(f"entrants[{seat}].legend", "unknown_row", text))
        for field, owned in (("upgrades", entrant.upgrades or ()), ("sponsors", entrant.sponsors)):
            if len(owned) > MOST_OWNED:
                text = f"a driver brings at most {MOST_OWNED} of them, not {len(owned)}"
                faults.append(Fault(f"entrants[{seat}].{field}", "too_many", text))
        for number, card in enumerate(entrant.upgrades or ()):
            place = f"entrants[{seat}].upgrades[{number}]"
            if card not in known or known[card].kind in {"speed", "stress", "sponsor"}:
                faults.append(Fault(place, "unknown_card", f"there is no upgrade “{card}”"))
        for number, card in enumerate(entrant.sponsors):
            if card not in known or known[card].kind != "sponsor":
                text = f"there is no sponsor card “{card}”"
                faults.append(Fault(f"entrants[{seat}].sponsors[{number}]", "unknown_card", text))
        if entrant.legend is not None and entrant.sponsors:
            faults.append(Fault(f"entrants[{seat}].sponsors", "legend_cards", "a Legend has no sponsor cards"))
    return (*faults, *_module_faults(content, setup))


def _module_faults(content: Content, setup: Setup) -> Iterator[Fault]:
    """What is wrong with the modules of a set-up."""
    if setup.event and setup.event not in {event.id for event in content.modules.events}:
        yield Fault("event", "unknown_event", f"there is no event “{setup.event[:40]}”")
    if setup.draft and not content.cards.upgrade_pile(setup.tiers, setup.expansions):
        yield Fault("tiers", "no_upgrades", "there are no upgrades to draft in these tiers")
    if not setup.season:
        if setup.event:
            yield Fault("event", "no_season", "an event belongs to a race of a championship")
        for seat, entrant in enumerate(setup.entrants):
            if entrant.sponsors:
                yield Fault(f"entrants[{seat}].sponsors", "no_season", "sponsor cards belong to a championship")
    known = {card.expansion for card in content.cards.cards}
    known |= {event.expansion for event in content.modules.events}
    for number, expansion in enumerate(setup.expansions):
        if expansion not in known:
            text = f"there is no expansion “{expansion[:40]}”"
            yield Fault(f"expansions[{number}]", "unknown_expansion", text)
