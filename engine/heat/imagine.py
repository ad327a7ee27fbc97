"""A whole race that fits a view, with everything that its viewer cannot know drawn anew."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from engine.heat.bound import Bound
from engine.heat.cards import HEAT
from engine.heat.choices import Choice
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.moves.mulligan import Mulligan
from engine.heat.phases.phase import Phases
from engine.heat.state import Car, Entrant, State
from engine.heat.views import PUBLIC, CarView, View, public_fields
from engine.kernel.chance import TABLE, Seed, derive, draw, pick, shuffle
from engine.kernel.commands import Withdrawal
from engine.kernel.seats import Seat, all_seats


def imagine(bound: Bound, phases: Phases, view: View, chance: Seed) -> State:
    """Deal what is hidden by `chance`: hands, piles, choices that are not yet open, the seed."""
    sponsors = _Sponsors(bound, view, chance)
    cars = tuple([_car(view, car, chance, sponsors) for car in view.cars])
    setup = view.setup
    if any(entrant.sponsors for entrant in setup.entrants):
        setup = replace(setup, entrants=tuple([_entrant(view, seat, sponsors) for seat in all_seats(len(cars))]))
    state = State(
        content=view.content,
        setup=setup,
        seed=derive(chance, "imagined"),
        cars=cars,
        order=view.order,
        round=view.round,
        phase=view.phase,
        stage=view.stage,
        turn=view.turn,
        step=view.step,
        legend_pile=shuffle(chance, TABLE, 0, sorted(bound.legend_cards.keys() - set(view.legend_used))),
        legend_used=view.legend_used,
        legend_card=view.legend_card,
        market=view.market,
        upgrades_out=view.upgrades_out,
        upgrade_pile=_upgrade_pile(bound, view, chance),
        sponsor_pile=sponsors.pile,
        sponsors_used=view.sponsors_used,
        weather=view.weather,
        tokens=view.tokens,
        ended=view.ended,
    )
    chosen = tuple([_chosen(bound, phases, view, state, seat, chance) for seat in all_seats(len(cars))])
    return replace(state, cars=tuple([replace(car, choice=choice) for car, choice in zip(cars, chosen, strict=True)]))


class _Sponsors:
    """The sponsor cards that lie nowhere in sight: some are in other hands and decks, the rest are the pile."""

    def __init__(self, bound: Bound, view: View, chance: Seed) -> None:
        self.faces = bound.sponsors
        unseen: Counter[str] = Counter()
        if view.setup.season:
            unseen.update(bound.content.cards.sponsor_pile(view.setup.expansions))
        unseen.subtract(view.sponsors_used)
        for car in view.cars:
            unseen.subtract(card for card in _seen(car) if card in self.faces)
        if view.mine is not None:
            rest = Counter(card for card in (*view.mine.hand, *view.mine.draw) if card in self.faces)
            unseen.subtract((rest - Counter(view.cars[view.mine.seat].top)).elements())
            if not _is_dealt(view, view.mine.seat):
                unseen.subtract(view.setup.entrants[view.mine.seat].sponsors)
        self.pile = shuffle(chance, TABLE, 1, sorted(unseen.elements()))

    def take(self, count: int) -> tuple[str, ...]:
        taken, self.pile = self.pile[:count], self.pile[count:]
        return taken

    def any(self, count: int) -> tuple[str, ...]:
        """Some faces, for cards that are counted elsewhere already."""
        return tuple(sorted(self.faces))[:1] * count


def _is_dealt(view: View, seat: Seat) -> bool:
    """Whether a driver's cards have left the set-up for the deck; who retires in the draft never has one."""
    return bool(view.cars[seat].stock)


def _entrant(view: View, seat: Seat, sponsors: _Sponsors) -> Entrant:
    """Who starts. Sponsor cards kept from an earlier race are drawn while only the set-up holds them."""
    entrant = view.setup.entrants[seat]
    if view.mine is not None and view.mine.seat == seat:
        return entrant
    take = sponsors.any if _is_dealt(view, seat) else sponsors.take
    return replace(entrant, sponsors=take(len(entrant.sponsors)))


def _upgrade_pile(bound: Bound, view: View, chance: Seed) -> tuple[str, ...]:
    if not view.setup.draft:
        return ()
    unseen = Counter(bound.content.cards.upgrade_pile(view.setup.tiers, view.setup.expansions))
    for seen in (view.market, view.upgrades_out, *(car.upgrades for car in view.cars)):
        unseen -= Counter(seen)
    return shuffle(chance, TABLE, 2, sorted(unseen.elements()))


def _car(view: View, car: CarView, chance: Seed, sponsors: _Sponsors) -> Car:
    stock = car.stock
    if view.mine is not None and view.mine.seat == car.seat:
        hand = view.mine.hand
        rest = sorted((Counter(view.mine.draw) - Counter(car.top)).elements())
        pile = (*car.top, *shuffle(chance, car.seat, 0, rest))
        own = (*hand, *pile, *_open(car))
        stock = tuple(sorted((*stock, *(card for card in own if card in sponsors.faces))))
    else:
        unseen = Counter(stock)
        unseen.subtract(card for card in _seen(car) if card not in sponsors.faces)
        shown = tuple(card for card in _seen(car) if card in sponsors.faces)
        hidden = sponsors.take(car.sponsors - len(shown))
        stock = tuple(sorted((*stock, *shown, *hidden)))
        cards = shuffle(chance, car.seat, 0, sorted(unseen.elements()))
        plain = car.hand - car.sponsors_in_hand
        hand = tuple(sorted((*hidden[: car.sponsors_in_hand], *cards[:plain])))
        pile = (*car.top, *shuffle(chance, car.seat, 0, (*hidden[car.sponsors_in_hand :], *cards[plain:])))
    return Car(hand=hand, draw=pile, stock=stock, **dict(zip(PUBLIC, public_fields(car), strict=True)))


def _open(car: CarView) -> Iterable[str]:
    """The cards of a driver that lie open beside the draw pile."""
    return (*car.discard, *car.play, *[HEAT] * car.engine)


def _seen(car: CarView) -> Iterable[str]:
    """The cards of a driver whose place is public: all but hand and draw pile, and what is on top of it."""
    return (*_open(car), *car.top)


def _chosen(bound: Bound, phases: Phases, view: View, state: State, seat: Seat, chance: Seed) -> Choice | None:
    """A choice that the seat may have made. Face-down cards stay hidden until the driver's own turn."""
    if not view.cars[seat].chosen:
        return None
    if view.mine is not None and view.mine.seat == seat:
        return view.mine.choice
    together = bound.schedule(state)[view.stage].together
    phase = phases[view.phase if together else "cards"]
    choices = [
        choice
        for choice in phase.choices(bound, state, seat)
        if not isinstance(choice, Withdrawal | Mulligan | LeaveRace)
    ]
    return choices[pick(draw(chance, seat, 1), len(choices))]
