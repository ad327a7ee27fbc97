"""A draft of upgrades, pick by pick, and the cards that there are in it."""

from collections import Counter
from typing import Any

import pytest

from engine.heat import RULEBOOK, STANDARD, Entrant, Heat, Ruleset, Setup, State
from engine.heat.content import Content
from engine.heat.decks import deck_for
from engine.heat.events import Event
from engine.kernel import Answer, Refusal, Seed, StandIn, Step, fold
from tests.engine.heat.kit import SEED, track

BOTH = pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=["standard", "rulebook"])
VIEWERS = (0, 1, None)
BASIC, ADVANCED = ("basic",), ("advanced",)


class Drafting:
    """A race from its start on. Every event is checked to fold; `events` are all so far."""

    def __init__(
        self,
        draft: Any,
        drivers: int = 3,
        *,
        legends: int = 0,
        rules: Ruleset = STANDARD,
        seed: Seed = SEED,
        **rest: Any,
    ) -> None:
        content = Content(track=track(), rules=rules, legends=deck_for(rules.legend_rows))
        self.game = Heat(content)
        entrants = rest.pop("entrants", (Entrant(),) * drivers + (Entrant(content.legends.rows[0]),) * legends)
        rest.setdefault("grid", tuple(range(len(entrants))))
        self.setup = Setup(entrants, 2, draft=draft, **rest)
        self.events: list[Event] = list(self.game.start(self.setup, seed))
        self.state: State = fold(self.game, self.events)

    @property
    def asked(self) -> dict[int, str]:
        return {question.seat: question.phase for question in self.game.awaiting(self.state)}

    @property
    def market(self) -> tuple[str, ...]:
        return self.state.market

    def question(self, seat: int) -> Any:
        return self.game.question(self.state, seat)

    def choices(self, seat: int) -> list[Any]:
        return list(self.game.legal(self.state, seat))

    def do(self, command: Any) -> "Drafting":
        step = self.game.decide(self.state, command)
        assert isinstance(step, Step), step
        assert fold(self.game, step.events, self.state) == step.state
        self.events += step.events
        self.state = step.state
        assert self.game.problems(self.state) == ()
        return self

    def answer(self, seat: int, choice: Any) -> "Drafting":
        return self.do(Answer(seat, self.question(seat), choice))

    def stand_in(self, seat: int) -> "Drafting":
        return self.do(StandIn(self.question(seat)))

    def refused(self, seat: int, choice: Any) -> str:
        refusal = self.game.decide(self.state, Answer(seat, self.question(seat), choice))
        assert isinstance(refusal, Refusal), "this was accepted"
        return refusal.code

    def turns(self, count: int = 1000) -> list[int]:
        """Let so many picks be made, the first card each time; who made them."""
        seats: list[int] = []
        while len(seats) < count and set(self.asked.values()) & {"draft", "snake_draft"}:
            (seat,) = self.asked
            self.answer(seat, self.choices(seat)[0])
            seats.append(seat)
        return seats

    def to_the_race(self) -> "Drafting":
        while self.state.round == 0:
            for seat in self.asked:
                self.answer(seat, self.choices(seat)[0])
        return self

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def pool(tiers: tuple[str, ...], *expansions: str) -> Counter[str]:
    """The shared pile by the numbers of the cards: 17 basic, 31 advanced, 6 for each expansion, two copies each."""
    numbers = [*range(1, 18)] * ("basic" in tiers) + [*range(18, 49)] * ("advanced" in tiers)
    numbers += [*range(49, 55)] * ("heavy_rain" in expansions and "advanced" in tiers)
    numbers += [*range(55, 61)] * ("tunnel_vision" in expansions and "advanced" in tiers)
    return Counter({f"up{number:02}": 2 for number in numbers})


def everything(state: State) -> Counter[str]:
    """Every upgrade of a race, wherever it is."""
    owned = [card for car in state.cars for card in car.upgrades]
    return Counter((*state.upgrade_pile, *state.upgrades_out, *state.market, *owned))
