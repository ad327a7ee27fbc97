"""A table laid out by hand: cars where a test wants them, then the race goes on by its own rules.

table = Table(game(), car(at=10, gear=4, hand="1 2 3 4 heat"), car(at=12))
table.go("slipstream")              # walk from the start of a phase until a driver is asked
table.answer(0, Slipstream(2))
assert table.cars[0].at == 12
"""

import zlib
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine.heat import RULEBOOK, STANDARD, Content, Entrant, Heat, Ruleset, Setup, State, Track, all_tracks
from engine.heat.cards import HEAT, Card, CardSet, base_cards
from engine.heat.choices import Choice
from engine.heat.decks import LegendCard, LegendDeck, LegendRow
from engine.heat.events import Event
from engine.heat.folds import first_upgrades
from engine.heat.moves.discard import Discard
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.play import Play
from engine.heat.state import Car
from engine.heat.transaction import Transaction
from engine.heat.units import Distance, Lane
from engine.kernel import Answer, Question, Refusal, Seed, StandIn, Step, Withdraw, fold
from engine.kernel.seats import Seat, by_seat

SEED = Seed("0123456789abcdef" * 2)

Wanted = TypeVar("Wanted", bound=Event)


def track(**changes: Any) -> Track:
    """USA (69 spaces; corners 12:7, 33:3, 49:3, 57:2), with other numbers where a test wants them."""
    data = msgspec.to_builtins(all_tracks()["usa"])
    return msgspec.convert({**data, **changes}, Track)


def game(rules: Ruleset = STANDARD, on: Track | None = None, **content: Any) -> Heat:
    """Heat on a track (USA if none is named) under a rule set."""
    return Heat(Content(track=on or track(), rules=rules, **content))


def cards(text: str) -> tuple[str, ...]:
    """Faces from words: "1 2 heat stress"."""
    return tuple(text.split())


def car(*, at: int, lane: int = 1, hand: str = "1 2 3 4 1 2 3", draw: str = "", discard: str = "", **rest: Any) -> Car:
    """A driver's car. Piles are words, top first; a plain draw pile is dealt if none is given."""
    play: tuple[str, ...] = cards(rest.pop("play", ""))
    rest.setdefault("worth", tuple(int(face) if face.isdigit() else 0 for face in play))
    rest.setdefault("engine", 6)
    rest.setdefault("start", at)
    rest.setdefault("start_lane", lane)
    rest.setdefault("n", 1)
    made = Car(
        at=Distance(at),
        lane=Lane(lane),
        hand=tuple(sorted(cards(hand))),
        draw=cards(draw or "4 3 2 1 4 3 2 1"),
        discard=cards(discard),
        play=play,
        **rest,
    )
    return replace(
        made, stock=tuple(sorted([*made.hand, *made.draw, *made.discard, *made.play, *[HEAT] * made.engine]))
    )


def ready(down: str, *, at: int, hand: str = "1 2 3", **rest: Any) -> Car:
    """A car whose driver has put these cards face down, in the gear that they make."""
    rest.setdefault("gear", len(cards(down)))
    return car(at=at, hand=f"{down} {hand}", choice=Play(tuple(sorted(cards(down)))), **rest)


def box(*more: Card) -> CardSet:
    """The cards of the game and a few more, for a test that needs symbols or values."""
    base = base_cards()
    return replace(base, cards=tuple(sorted((*base.cards, *more), key=lambda card: card.id)))


def legend(*, at: int, lane: int = 1) -> Car:
    """A Legend's car; name its row in `Table(..., rows={seat: "medium"})`."""
    return Car(at=Distance(at), lane=Lane(lane))


def levels() -> LegendDeck:
    """Two Legend cards with numbers that stay, whatever the decks that ship are tuned to."""
    rows = ({"easy": (5, 0), "medium": (13, 1), "hard": (16, 2)}, {"easy": (6, 0), "medium": (16, 2), "hard": (23, 4)})
    return LegendDeck(
        "test",
        "Test",
        "level",
        tuple(
            LegendCard(f"s0{number}", {name: LegendRow(*values) for name, values in row.items()})
            for number, row in enumerate(rows, start=1)
        ),
    )


def seats(*numbers: int) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number in numbers)


class Table:
    """A race that a test lays out and drives. `events` are those since the last call."""

    def __init__(
        self,
        game: Heat,
        *cars: Car,
        order: tuple[int, ...] | None = None,
        rows: dict[int, str] | None = None,
        laps: int = 2,
        round: int = 2,
        legends: str = "",
        **setup: Any,
    ) -> None:
        self.game = game
        entrants = tuple(
            Entrant() if one.stock else Entrant((rows or {}).get(seat, game.content.legends.rows[0]))
            for seat, one in enumerate(cars)
        )
        cars = tuple(
            replace(
                one,
                legend=entrant.legend or "",
                upgrades=one.upgrades or first_upgrades(game.content, Setup(entrants, laps, **setup), entrant),
            )
            for one, entrant in zip(cars, entrants, strict=True)
        )
        laid = tuple(replace(one, laps=(1,) * game.course.laps_done(one.at)) if not one.laps else one for one in cars)
        if order is None:
            racing = [seat for seat, one in by_seat(laid) if one.status == "racing"]
            order = tuple(sorted(racing, key=lambda seat: game.course.rank(laid[seat])))
        pile = cards(legends) + tuple(sorted(set(game.legend_cards) - set(cards(legends))))
        self.state = State(
            content=game.digest,
            setup=Setup(entrants, laps, **setup),
            seed=SEED,
            cars=laid,
            order=seats(*order),
            round=round,
            legend_pile=pile,
        )
        self.events: tuple[Event, ...] = ()
        assert not self.problems, self.problems

    @property
    def cars(self) -> tuple[Car, ...]:
        return self.state.cars

    @property
    def problems(self) -> tuple[str, ...]:
        return self.game.problems(self.state)

    @property
    def asked(self) -> dict[int, str]:
        """Who is asked now, and in which phase."""
        return {question.seat: question.phase for question in self.game.awaiting(self.state)}

    def go(self, phase: str) -> "Table":
        """Walk on from the start of the stage that a phase is in, until a driver is asked or the race is over."""
        stages = self.game.content.rules.schedule
        (stage,) = (number for number, one in enumerate(stages) if phase in one.phases)
        transaction = Transaction(self.game, self.state)
        self.game.walk.walk(transaction, stage, 0, stages[stage].phases.index(phase))
        return self._after(tuple(transaction.events), transaction.state)

    def question(self, seat: int) -> Question:
        return self.game.question(self.state, seat)

    def choices(self, seat: int) -> list[Any]:
        return list(self.game.legal(self.state, seat))

    def answer(self, seat: int, choice: Choice) -> "Table":
        """Answer the seat's open question; a refusal fails the test."""
        return self.do(Answer(seat, self.question(seat), choice))

    def stand_in(self, seat: int) -> "Table":
        return self.do(StandIn(self.question(seat)))

    def withdraw(self, seat: int) -> "Table":
        return self.do(Withdraw(seat, self.question(seat)))

    def do(self, command: Any) -> "Table":
        step = self.game.decide(self.state, command)
        assert isinstance(step, Step), step
        return self._after(step.events, step.state)

    def refused(self, seat: int, choice: Choice) -> str:
        """The code with which an answer is refused; the state must stay as it was."""
        before = self.game.encode(self.state)
        answer = self.game.decide(self.state, Answer(seat, self.question(seat), choice))
        assert isinstance(answer, Refusal), "this was accepted"
        assert self.game.encode(self.state) == before
        return answer.code

    def pass_on(self, *phases: str) -> "Table":
        """All drivers pass (or throw nothing away) until one of these phases asks, or the round is over."""
        events: tuple[Event, ...] = ()
        round = self.state.round
        until = {"gears", "cards", *phases}
        while self.asked and self.state.round == round and not until.intersection(self.asked.values()):
            seat, phase = next(iter(self.asked.items()))
            self.answer(seat, Discard(()) if phase == "discard" else Pass())
            events += self.events
        self.events = events
        return self

    def of(self, kind: type[Wanted], seat: int | None = None) -> list[Wanted]:
        """The events of a kind since the last call, of one seat or of all."""
        return [
            event
            for event in self.events
            if isinstance(event, kind) and (seat is None or getattr(event, "seat", None) == seat)
        ]

    def _after(self, events: tuple[Event, ...], state: State) -> "Table":
        assert fold(self.game, events, self.state) == state
        self.events, self.state = events, state
        assert not self.problems, self.problems
        return self


__all__ = ["RULEBOOK", "SEED", "STANDARD", "Table", "box", "car", "cards", "game", "legend", "levels", "track"]


def short(value: object) -> str:
    """A name for a test, of whatever it is given."""
    return f"{ascii(value)[:24]}…{zlib.crc32(repr(value).encode('utf-8', 'surrogatepass')):x}"
