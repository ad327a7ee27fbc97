"""A race between two decisions in one line: the head, then a section a car, from a state or from a view.

What a viewer may not know is written `?`. The seed is no part of a position; its reader passes one.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.heat import grammar as w
from engine.heat.cards import HEAT
from engine.heat.choices import Choice
from engine.heat.folds import first_upgrades
from engine.heat.game import Heat
from engine.heat.notation.happenings import write_choice
from engine.heat.state import TIERS, Car, Entrant, Setup, State
from engine.heat.views import HIDDEN, CarView, View
from engine.kernel.seats import Seat, by_seat

SECTION = "/"
ANY_ORDER = "~"
SPECTATOR = "spectator"


def write_position(game: Heat, position: State | View) -> str:
    """A state, or what a viewer knows of one, as a line."""
    sections = [_head(position)]
    cars: Sequence[Car | CarView] = position.cars
    for seat, car in by_seat(cars):
        entrant = position.setup.entrants[seat]
        sections.append([str(seat), *_entrant(entrant), *_place(game, car)])
        sections[-1] += _secrets(game, position, seat, car) if not car.legend else _count(gear=(car.gear, 1))
        if car.upgrades != first_upgrades(game.content, position.setup, entrant):
            sections[-1].append(f"owns {w.cards(car.upgrades)}")
        sections[-1] += _turn(game, car)
    return f" {SECTION} ".join(" ".join(section) for section in sections)


def _count(**fields: tuple[int, int]) -> list[str]:
    """The numbers that are not what they are by default."""
    return [f"{key} {value}" for key, (value, default) in fields.items() if value != default]


def _head(position: State | View) -> list[str]:
    setup = position.setup
    found = [f"round {position.round}"]
    if position.phase:
        found.append(f"phase {w.name(position.phase)}")
    cursor = (position.stage, position.turn, position.step)
    if any(cursor):
        found.append("cursor " + ".".join(map(str, cursor)))
    found += [f"order {w.numbers(position.order)}", f"laps {setup.laps}"]
    if setup.grid is not None:
        found.append(f"grid {w.numbers(setup.grid)}")
    found += ["mulligan"] * setup.mulligan + _count(bonus=(setup.legend_bonus, 0)) + ["aggressive"] * setup.aggressive
    found += _options(setup)
    if position.legend_card:
        found.append(f"legend {w.name(position.legend_card)}")
    if position.legend_used:
        found.append(f"used {w.cards(position.legend_used)}")
    if isinstance(position, State):
        found += [f"pile {w.cards(position.legend_pile)}"] if position.legend_pile else []
    found += _table(position)
    if isinstance(position, State):
        found += _count(drawn=(position.drawn, 0))
    if position.ended:
        found.append(f"ended {w.name(position.ended)}")
    if isinstance(position, View):
        found.append(f"as {SPECTATOR if position.mine is None else position.mine.seat}")
    return found


def _options(setup: Setup) -> Iterator[str]:
    """What joins the race."""
    if setup.draft:
        yield f"draft {setup.draft}"
    if setup.tiers != TIERS:
        yield f"tiers {w.cards(setup.tiers)}"
    if setup.expansions:
        yield f"expansions {w.cards(setup.expansions)}"
    yield from ["weather"] * setup.weather + ["roads"] * setup.roads + ["season"] * setup.season
    if setup.event:
        yield f"event {w.name(setup.event)}"


def _table(position: State | View) -> Iterator[str]:
    """The weather, the tokens, and the piles that all share."""
    if position.weather:
        yield f"sky {w.name(position.weather)}"
    piles = {"tokens": position.tokens, "market": position.market, "out": position.upgrades_out}
    piles["spent"] = position.sponsors_used
    if isinstance(position, State):
        piles |= {"upgrades": position.upgrade_pile, "sponsors": position.sponsor_pile}
    for key, cards in piles.items():
        if cards:
            yield f"{key} {w.cards(cards)}"


def _entrant(entrant: Entrant) -> list[str]:
    found = ["driver"] if entrant.legend is None else [f"legend {w.name(entrant.legend)}"]
    if entrant.upgrades is not None:
        found.append(f"upgrades {w.cards(entrant.upgrades)}")
    if entrant.sponsors:
        hidden = set(entrant.sponsors) == {HIDDEN}
        found.append(f"kept {f'{HIDDEN}{len(entrant.sponsors)}' if hidden else w.cards(entrant.sponsors)}")
    return found


def _place(game: Heat, car: Car | CarView) -> list[str]:
    course = game.course
    return [f"lap {course.lap(car.at) + 1}", f"space {course.space(car.at)}", f"lane {car.lane}"]


def _secrets(game: Heat, position: State | View, seat: Seat, car: Any) -> Iterator[str]:
    """Gear, engine and cards of a driver, as far as they are known."""
    yield f"gear {car.gear}"
    yield f"engine {car.engine}"
    chosen: Choice | None
    hidden = False
    if isinstance(position, State):
        hand, draw, chosen = w.cards(car.hand), w.cards(car.draw), car.choice
    elif position.mine is not None and position.mine.seat == seat:
        mine = position.mine
        hand, draw, chosen = w.cards(mine.hand), ANY_ORDER + w.cards(mine.draw), mine.choice
    else:
        hidden = True
        hand, draw, chosen = f"{HIDDEN}{car.hand}", f"{HIDDEN}{car.draw}", None
    yield f"hand {hand}"
    yield f"draw {draw}"
    if car.top:
        yield f"top {w.cards(car.top)}"
    if car.discard:
        yield f"discard {w.cards(car.discard)}"
    if hidden:
        yield from _count(sponsors=(car.sponsors, 0), holds=(car.sponsors_in_hand, 0))
    if hidden or _open(game, position, seat, car) != car.stock:
        yield f"stock {w.cards(car.stock)}"
    if chosen is not None:
        yield "chose " + ":".join(write_choice(chosen, game.tables))
    elif hidden and car.chosen:
        yield f"chose {HIDDEN}"
    if isinstance(position, State):
        yield from _count(drawn=(car.drawn, 0))


def _open(game: Heat, position: State | View, seat: Seat, car: Any) -> tuple[str, ...]:
    """All the cards that lie somewhere, where every one of them is known. A view's stock has no sponsor cards."""
    held: Any = car if isinstance(position, State) else position.mine
    apart = frozenset() if isinstance(position, State) else game.sponsors
    lying = (*held.hand, *held.draw, *car.discard, *car.play, *[HEAT] * car.engine)
    return tuple(sorted([face for face in lying if face not in apart]))


def _turn(game: Heat, car: Car | CarView) -> Iterator[str]:
    """The public facts of a car besides its place and its piles."""
    if car.play:
        yield "play " + w.listed([_played(game, *pair) for pair in zip(car.play, car.worth, strict=False)])
    yield from _count(bonus=(car.bonus, 0), accelerated=(car.accelerated, 0), flips=(car.flips, 0))
    if car.items:
        yield f"items {w.items(car.items)}"
    yield from ["cluttered"] * car.cluttered
    if car.start or car.start_lane:
        yield f"from {w.spot(game.course, car.start, car.start_lane)}"
    if car.slipped_from is not None:
        yield f"slipped {w.place(game.course, car.slipped_from)}"
    if car.weathered:
        yield f"cooled {w.numbers(car.weathered)}"
    yield from ["asked"] * car.asked
    yield from _count(n=(car.n, 0), own=(car.own, 0), idle=(car.idle, 0))
    yield from ["mulliganed"] * car.mulliganed
    if car.laps:
        yield f"done {w.numbers(car.laps)}"
    yield from [car.status] * (car.status != "racing")
    yield from _count(left=(car.left, 0), place=(car.place, 0))


def printed(game: Heat, face: str) -> int:
    """What a card counts of itself; 0 while it is open."""
    card = game.cards.get(face)
    return card.worth[0] if card and len(card.worth) == 1 else 0


def _played(game: Heat, face: str, worth: int) -> str:
    return w.name(face) if worth == printed(game, face) else f"{w.name(face)}={worth}"
