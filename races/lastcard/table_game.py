"""Last Card at the tables of this site: what storing, timing and sending a match of it needs."""

import random
from collections.abc import Mapping

import msgspec

from engine.kernel.bounds import Events
from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal, refusal
from engine.kernel.seats import Seat
from engine.lastcard import (
    Choice,
    Command,
    Draw,
    Keep,
    LastCard,
    Next,
    Play,
    Setup,
    State,
    View,
    read_command,
    read_content,
)
from engine.lastcard.events import Event
from engine.lastcard.game import moment
from engine.lastcard.judging import refuse
from engine.lastcard.views import play_explained
from races.games import ByPreset, TableGame
from races.lastcard.lines import Line, lines_of

DRAW, PLAY_DRAWN, KEEP_DRAWN, CALL, NEXT = "draw", "play_drawn", "keep_drawn", "call", "next"
"""The presets: what is done where nothing fits, with a drawn card that fits, and with one that does not; calls; the
next round."""
LOOKS: Mapping[str, tuple[float, float]] = {"turn": (2.0, 5.0), "drawn": (1.0, 3.0)}
"""Seconds in which a player looks at the hand, or at a drawn card: at least, and at most."""


BEFORE_A_TURN = ("turn", "drawn", "challenge", "catch")
"""Phases in which others may choose for their next turn."""


class LastCardAtTable(TableGame[Setup, State, Event, Choice, View]):
    game: LastCard
    commands: "msgspec.json.Decoder[Command]" = msgspec.json.Decoder(Command)
    events: "msgspec.json.Decoder[tuple[Event, ...]]" = msgspec.json.Decoder(Events[Event])
    setups = msgspec.json.Decoder(Setup)
    head_start = 2
    stand_in = "cautious"
    may_retire = True

    def read(self, data: bytes | str) -> Command | Refusal:
        return read_command(data)

    def lines(self, before: State | None, events: tuple[Event, ...]) -> tuple[Line, ...]:
        return lines_of(before, events)

    def preset_answer(self, state: State, question: Question, chosen: list[str]) -> ByPreset | None:
        """What is done with a hand or a drawn card comes as late as a person's answer would: at once it would tell
        whether a card fits."""
        if question.phase == "scores":
            return ByPreset(Next(), self.open_pause) if NEXT in chosen else None
        if question.phase not in LOOKS:
            return None
        later = random.uniform(*LOOKS[question.phase])  # noqa: S311, no secret: it is seen as soon as it is over
        legal = self.game.legal(state, question.seat)
        if question.phase == "turn":
            return ByPreset(Draw(), later) if DRAW in chosen and legal == [Draw()] else None
        plays = [choice for choice in legal if isinstance(choice, Play)]
        if not plays:
            return ByPreset(Keep(), later) if KEEP_DRAWN in chosen else None
        wanted = [play for play in plays if not play.colour and (play.call or CALL not in chosen or len(plays) == 1)]
        return ByPreset(wanted[0], later) if PLAY_DRAWN in chosen and wanted else None

    def early(self, state: State, seat: int) -> Question | None:
        """Who waits for the next turn chooses for it: a card is played if it fits then."""
        waits = state.phase in BEFORE_A_TURN and seat not in (*state.asked, *state.left)
        return Question(state.round, "turn", Seat(seat), 0) if waits else None

    def early_refused(self, state: State, question: Question, choice: Choice) -> Refusal | None:
        if question != self.early(state, question.seat):
            return refusal("stale", question.seat)
        code = self.game.fit.why_not_ahead(moment(state, question.seat), choice)
        return refuse(code, question.seat) if code else None

    def rests_on(self, state: State, question: Question, choice: Choice) -> str:
        """A card that hits: whom, for play may turn round. A draw: that nothing fits when the turn has come."""
        if isinstance(choice, Play):
            hits = play_explained(self.game.fit, self.game.view(state, question.seat), choice.card).hits
            return "" if hits is None else str(hits)
        return "fits" if question.n and self.game.fit.fitting(moment(state, question.seat)) else ""

    def takes_part(self, state: State, seat: int) -> bool:
        return seat not in state.left

    def share(self, question: Question) -> float:
        """A third of the clock for what is quickly said."""
        return 1 / 3 if question.phase in ("challenge", "catch") else 1


def bind(content: bytes | str) -> LastCardAtTable:
    """Last Card on stored content."""
    return LastCardAtTable(LastCard(read_content(content)))
