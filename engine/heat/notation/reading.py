"""A position read back: every field for itself, so that every fault is found, and each with its place."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.cards import HEAT
from engine.heat.choices import Choice
from engine.heat.folds import first_upgrades
from engine.heat.game import Heat
from engine.heat.moves.pass_ import Pass
from engine.heat.notation.happenings import read_choice
from engine.heat.notation.positions import ANY_ORDER, SECTION, SPECTATOR, printed
from engine.heat.phases import NAMES
from engine.heat.rules import DRAFTS, PhaseName
from engine.heat.state import ENDINGS, TIERS, Car, Entrant, Setup, State
from engine.heat.units import Distance, Lane, Space
from engine.heat.validate_state import position_faults
from engine.heat.views import HIDDEN, View
from engine.kernel.chance import Seed
from engine.kernel.faults import Broken, Fault

T = TypeVar("T")
D = TypeVar("D")

SEED = Seed("00" * 16)
"""The chance of a position for which no other seed is named."""

MOST_SIGNS = 100_000

_AS_STARTED = ("",)
"""The upgrades of a car of which nothing is said: those that it has from the start. No card has this name."""

_FLAGS = frozenset(
    {
        *("mulligan", "aggressive", "weather", "roads", "season"),
        *("driver", "asked", "mulliganed", "home", "retired", "cluttered"),
    }
)
_HEAD = frozenset(
    {
        *("round", "phase", "cursor", "order", "laps", "grid", "mulligan", "bonus", "aggressive"),
        *("draft", "tiers", "expansions", "weather", "roads", "season", "event"),
        *("legend", "used", "pile", "sky", "tokens", "market", "out", "spent", "upgrades", "sponsors"),
        *("drawn", "ended", "as"),
    }
)
_CAR = frozenset(
    {
        *("driver", "legend", "upgrades", "kept", "lap", "space", "lane", "gear", "engine"),
        *("hand", "draw", "top", "discard", "sponsors", "holds", "stock", "chose", "drawn", "owns"),
        *("play", "bonus", "accelerated", "flips", "items", "cluttered", "from", "slipped", "cooled", "asked", "n"),
        *("own", "idle", "mulliganed", "done", "home", "retired", "left", "place"),
    }
)


class _Section:
    """The fields of one section. Each is read for itself, so that every fault is found."""

    def __init__(self, place: str, parts: list[str], known: frozenset[str], faults: list[Fault]) -> None:
        self.place = place
        self.faults = faults
        self.raw: dict[str, str] = {}
        left = iter(parts)
        for key in left:
            if key not in known:
                self.fault("", "unknown", f"there is nothing called {w.shown(key)} here")
            elif key in self.raw:
                self.fault(key, "twice", "this is said twice")
            value = "" if key in _FLAGS else next(left, None)
            if value is None:
                self.fault(key, "missing", "the value is missing")
            self.raw.setdefault(key, value or "")

    def fault(self, key: str, code: str, text: str) -> None:
        self.faults.append(Fault(" ".join(part for part in (self.place, key) if part), code, text))

    def flag(self, key: str) -> bool:
        return key in self.raw

    def get(self, key: str, read: Callable[[str], T], default: D) -> T | D:
        if key in self.raw:
            try:
                return read(self.raw[key])
            except w.Unreadable as error:
                self.fault(key, error.code, error.text)
        return default

    def must(self, key: str, read: Callable[[str], T], default: D) -> T | D:
        if key not in self.raw:
            self.fault(key, "missing", "this is missing")
        return self.get(key, read, default)


def read_position(game: Heat, text: str, seed: Seed = SEED) -> State:
    """The state that a line describes, with this seed. Raises `Broken` with every fault and its place."""
    state, viewer, faults = _read(game, text, seed)
    if viewer is not None:
        faults.insert(0, Fault("as", "hidden", "this is what a viewer knows; a whole position hides nothing"))
    if faults:
        raise Broken("position", tuple(faults))
    return state


def read_view_position(game: Heat, text: str) -> View:
    """What a line says that a viewer knows. Raises `Broken` with every fault and its place."""
    state, viewer, faults = _read(game, text, SEED)
    if viewer is None:
        faults.insert(0, Fault("as", "missing", f"whose view is this? A seat, or “{SPECTATOR}”, is missing"))
    if faults:
        raise Broken("position", tuple(faults))
    return game.view(state, None if viewer == SPECTATOR else int(viewer or 0))


def _read(game: Heat, text: str, seed: Seed) -> tuple[State, str | None, list[Fault]]:
    """The state, who looks at it (None: a state, not a view), and what is wrong.

    A view is read as any state that fits it: what is hidden is dealt in card order.
    """
    faults: list[Fault] = []
    if len(text) > MOST_SIGNS:
        raise Broken("position", (Fault("", "too_long", f"a position has at most {MOST_SIGNS} signs"),))
    first, *rest = [w.tokens(section) for section in w.split(text, SECTION)]
    head = _Section("", first, _HEAD, faults)
    viewer = head.raw.get("as")
    cars: list[Car] = []
    entrants: list[Entrant] = []
    for seat, parts in enumerate(rest):
        if parts[:1] != [str(seat)]:
            faults.append(Fault(f"seat {seat}", "bad_seat", f"here the section of seat {seat} begins with its number"))
        section = _Section(f"seat {seat}", parts[1:], _CAR, faults)
        entrants.append(_read_entrant(section, viewer is not None))
        cars.append(_read_car(game, section, viewer is not None))
    if not cars:
        faults.append(Fault("", "no_car", "a position has at least one car"))
    if viewer not in {None, SPECTATOR, *map(str, range(len(cars)))}:
        head.fault("as", "no_such_seat", f"a viewer is a seat or “{SPECTATOR}”, not {w.shown(viewer or '')}")
    state = _read_head(game, head, tuple(entrants), tuple(cars), seed)
    if not faults:
        faults += position_faults(game, game.phases, state)
    return state, viewer, faults


def _read_head(game: Heat, head: _Section, entrants: tuple[Entrant, ...], cars: tuple[Car, ...], seed: Seed) -> State:
    setup = Setup(
        entrants,
        head.must("laps", w.whole(), 1),
        head.get("grid", w.read_numbers, None),
        head.flag("mulligan"),
        head.get("bonus", w.whole(), 0),
        head.flag("aggressive"),
        **_read_options(head),
    )
    cars = tuple(
        replace(car, legend=entrant.legend or "", upgrades=first_upgrades(game.content, setup, entrant))
        if car.upgrades == _AS_STARTED
        else replace(car, legend=entrant.legend or "")
        for car, entrant in zip(cars, entrants, strict=True)
    )
    used = head.get("used", w.read_cards, ())
    hidden = tuple(sorted(game.legend_cards.keys() - set(used))) if head.flag("as") else ()
    stage, turn, step = head.get("cursor", _read_cursor, (0, 0, 0))
    return State(
        content=game.digest,
        setup=setup,
        seed=seed,
        cars=cars,
        order=head.must("order", w.read_seats, ()),
        round=head.must("round", w.whole(), 0),
        phase=head.get("phase", _read_phase, ""),
        stage=stage,
        turn=turn,
        step=step,
        drawn=head.get("drawn", w.whole(), 0),
        legend_pile=head.get("pile", w.read_cards, hidden),
        legend_used=used,
        legend_card=head.get("legend", w.read_name, ""),
        market=head.get("market", w.read_cards, ()),
        upgrade_pile=head.get("upgrades", w.read_cards, ()),
        upgrades_out=head.get("out", w.read_cards, ()),
        sponsor_pile=head.get("sponsors", w.read_cards, ()),
        sponsors_used=head.get("spent", w.read_cards, ()),
        weather=head.get("sky", w.read_name, ""),
        tokens=head.get("tokens", w.read_cards, ()),
        ended=head.get("ended", w.one_of(ENDINGS), ""),
    )


def _read_options(head: _Section) -> dict[str, Any]:
    return {
        "draft": head.get("draft", w.one_of(name for name in DRAFTS if name), ""),
        "tiers": head.get("tiers", w.read_list(w.one_of(TIERS)), TIERS),
        "expansions": head.get("expansions", w.read_cards, ()),
        "weather": head.flag("weather"),
        "roads": head.flag("roads"),
        "season": head.flag("season"),
        "event": head.get("event", w.read_name, ""),
    }


def _read_phase(text: str) -> PhaseName:
    for name in NAMES:
        if name == text:
            return name
    raise w.Unreadable("unknown_phase", f"there is no such phase, but {', '.join(NAMES)}")


def _read_cursor(text: str) -> tuple[int, int, int]:
    parts = [w.whole()(part) for part in text.split(".")]
    if len(parts) != 3:
        raise w.Unreadable("bad_cursor", f"a cursor is stage.turn.step, not {w.shown(text)}")
    return parts[0], parts[1], parts[2]


def _read_entrant(section: _Section, is_view: bool) -> Entrant:
    if section.flag("driver") == section.flag("legend"):
        section.fault("", "no_entrant", "this must be either a driver or a legend")
    kept = section.get("kept", _reader_of_piles(is_view), ())
    return Entrant(
        section.get("legend", w.read_name, None),
        section.get("upgrades", w.read_cards, None),
        (HIDDEN,) * kept if isinstance(kept, int) else kept,
    )


def _read_car(game: Heat, section: _Section, is_view: bool) -> Car:
    course = game.course
    play = section.get("play", w.read_list(_reader_of_played(game)), ())
    start, start_lane = section.get("from", w.read_spot(course), (Distance(0), Lane(0)))
    lap = section.must("lap", w.whole(-9, 99), 0)
    space = section.must("space", w.read_space(course), Space(0))
    known: dict[str, Any] = {
        "engine": section.get("engine", w.whole(0, 999), 0),
        "top": section.get("top", w.read_cards, ()),
        "discard": section.get("discard", w.read_cards, ()),
        "play": tuple([face for face, _ in play]),
    }
    hand, draw, stock = _read_piles(game, section, known, is_view)
    return Car(
        at=w.distance(course, lap, space),
        lane=Lane(section.must("lane", w.whole(), 1)),
        gear=section.get("gear", w.whole(), 1),
        status="home" if section.flag("home") else "retired" if section.flag("retired") else "racing",
        hand=hand,
        draw=draw,
        stock=stock,
        upgrades=section.get("owns", w.read_cards, _AS_STARTED),
        laps=section.get("done", w.read_numbers, ()),
        left=section.get("left", w.whole(), 0),
        place=section.get("place", w.whole(), 0),
        n=section.get("n", w.whole(), 0),
        asked=section.flag("asked"),
        choice=section.get("chose", _reader_of_choices(game, is_view), None),
        drawn=section.get("drawn", w.whole(), 0),
        mulliganed=section.flag("mulliganed"),
        own=section.get("own", w.whole(-9), 0),
        idle=section.get("idle", w.whole(), 0),
        start=start,
        start_lane=start_lane,
        worth=tuple([worth for _, worth in play]),
        bonus=section.get("bonus", w.whole(), 0),
        accelerated=section.get("accelerated", w.whole(), 0),
        slipped_from=section.get("slipped", w.read_place(course), None),
        weathered=section.get("cooled", w.read_sectors, ()),
        flips=section.get("flips", w.whole(), 0),
        items=section.get("items", w.read_items, ()),
        cluttered=section.flag("cluttered"),
        **known,
    )


def _read_piles(
    game: Heat, section: _Section, known: dict[str, Any], is_view: bool
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Hand, draw pile and stock. Of what a viewer cannot see, the stock's other cards are dealt in card order."""
    hand = section.get("hand", _reader_of_piles(is_view), ())
    draw = section.get("draw", _reader_of_piles(is_view), ())
    top: tuple[str, ...] = known["top"]
    open_cards = (*known["discard"], *known["play"], *[HEAT] * known["engine"])
    if isinstance(hand, tuple) and isinstance(draw, tuple):
        if is_view:
            draw = (*top, *_less(draw, top))
        cards = tuple(sorted((*hand, *draw, *open_cards)))
        stock = section.get("stock", w.read_cards, None)
        if is_view and stock is not None:  # a view's stock has no sponsor cards
            stock = tuple(sorted((*stock, *(face for face in cards if face in game.sponsors))))
        return hand, draw, cards if stock is None else stock
    if isinstance(hand, tuple) or isinstance(draw, tuple):
        section.fault("hand", "hidden", "hand and draw pile are either both hidden or both known")
        return (), (), ()
    stock = section.must("stock", w.read_cards, ())
    shown = tuple(face for face in (*open_cards, *top) if face in game.sponsors)
    held = section.get("holds", w.whole(0, 999), 0)
    secret = section.get("sponsors", w.whole(0, 999), 0) - len(shown)
    if not held <= min(secret, hand) or (secret and not game.sponsors):
        section.fault("sponsors", "card_lost", f"{held} of {secret} sponsor cards cannot lie in the hand")
        return (), (), ()
    sponsors = (min(game.sponsors, default=""),) * secret
    unseen = _less(stock, tuple(face for face in (*open_cards, *top) if face not in game.sponsors))
    if len(unseen) + secret + len(top) != hand + draw:
        text = f"the stock has {len(unseen)} cards that lie nowhere else, not {hand} and {draw}"
        section.fault("stock", "card_lost", text)
    plain = hand - held
    return (
        tuple(sorted((*sponsors[:held], *unseen[:plain]))),
        (*top, *sponsors[held:], *unseen[plain:]),
        tuple(sorted((*stock, *shown, *sponsors))),
    )


def _less(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """The cards but for these, as far as they are there."""
    left = list(cards)
    for face in gone:
        if face in left:
            left.remove(face)
    return tuple(left)


def _reader_of_piles(is_view: bool) -> Callable[[str], tuple[str, ...] | int]:
    def read(text: str) -> tuple[str, ...] | int:
        if text[:1] not in {HIDDEN, ANY_ORDER}:
            return w.read_cards(text)
        if not is_view:
            raise w.Unreadable("hidden", f"a whole position hides nothing, but this is {w.shown(text)}")
        return w.whole(0, 999)(text[1:]) if text[0] == HIDDEN else w.read_cards(text[1:])

    return read


def _reader_of_choices(game: Heat, is_view: bool) -> Callable[[str], Choice]:
    """A choice. A hidden one is secret; any choice stands for it."""

    def read(text: str) -> Choice:
        if text != HIDDEN:
            what, colon, value = text.partition(":")
            return read_choice([what, value] if colon else [what], game.tables)
        if not is_view:
            raise w.Unreadable("hidden", "a whole position hides no choice")
        return Pass()

    return read


def _reader_of_played(game: Heat) -> Callable[[str], tuple[str, int]]:
    def read(text: str) -> tuple[str, int]:
        name, *worth = w.split(text, "=")
        if len(worth) > 1:
            raise w.Unreadable("bad_card", f"a card in play is a face, or face=value, not {w.shown(text)}")
        face = w.read_name(name)
        return face, w.whole()(worth[0]) if worth else printed(game, face)

    return read
