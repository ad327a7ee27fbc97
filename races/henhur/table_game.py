"""HenHur at the tables of this site: what storing, timing and sending a match of it needs."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from engine.henhur import AnyEvent, Choice, Command, HenHur, Setup, State, View, read_command, read_content
from engine.henhur.choices import Pick, Run
from engine.henhur.explain import refuse, why_not
from engine.kernel.bounds import Events
from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal, refusal
from engine.kernel.seats import Seat
from races.games import TableGame
from races.henhur.lines import Line, narrate

SHORT = ("draft",)
"""Phases in which one card is picked from a few: they have half of the clock."""


class HenHurAtTable(TableGame[Setup, State, AnyEvent, Choice, View]):
    game: HenHur
    commands: "msgspec.json.Decoder[Command]" = msgspec.json.Decoder(Command)
    events: "msgspec.json.Decoder[tuple[AnyEvent, ...]]" = msgspec.json.Decoder(Events[AnyEvent])
    setups = msgspec.json.Decoder(Setup)
    head_start = 5
    stand_in = "cautious"
    may_retire = True

    def read(self, data: bytes | str) -> Command | Refusal:
        return read_command(data)

    def lines(self, before: State | None, events: tuple[AnyEvent, ...]) -> tuple[Line, ...]:
        return narrate(self.game, before, events)

    def hides(self, state: State) -> bool:
        return state.phase in {"run", "bid"}

    def unanswered(self, state: State, asked: Mapping[int, int]) -> State:
        runners = [
            replace(runner, choice=None, n=asked[seat]) if seat in asked and not runner.left else runner
            for seat, runner in enumerate(state.runners)
        ]
        return replace(state, runners=tuple(runners))

    def early(self, state: State, seat: int) -> Question | None:
        """Who picks later chooses while the others pick: the card is taken if it is still there. Who has picked chooses
        what to run with next."""
        if seat in state.order[1:]:
            return Question(state.turn, "draft", Seat(seat), 0)
        has_picked = state.phase == "draft" and seat not in state.order and not state.runners[seat].left
        return Question(state.turn + 1, "run", Seat(seat), 0) if has_picked else None

    def early_refused(self, state: State, question: Question, choice: Choice) -> Refusal | None:
        if question != self.early(state, question.seat):
            return refusal("stale", question.seat)
        if question.phase == "run":
            view = self.game.coming(self.game.view(state, question.seat))
            return why_not(self.game.cards, self.game.content.rules, view, choice)
        if not isinstance(choice, Pick):
            return refusal("not_an_answer", question.seat)
        return None if choice.card in state.pool else refuse("not_in_pool", question.seat)

    def rests_on(self, state: State, question: Question, choice: Choice) -> str:
        """A run: on the hand, to which a bid that was burned may have added a card."""
        if not isinstance(choice, Run):
            return ""
        view = self.game.view(state, question.seat)
        view = self.game.coming(view) if self.game.has_picked(view) else view
        assert view.mine is not None
        return " ".join(view.mine.hand)

    def takes_part(self, state: State, seat: int) -> bool:
        return not state.runners[seat].left

    def share(self, question: Question) -> float:
        return 0.5 if question.phase in SHORT else 1


def bind(content: bytes | str) -> HenHurAtTable:
    """HenHur on stored content."""
    return HenHurAtTable(HenHur(read_content(content)))
