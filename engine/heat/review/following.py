"""A choice followed in one imagined race: bots drive every car on from it, the driver's own, too."""

from msgspec import Struct

from engine.heat.bots.bot import Bot
from engine.heat.choices import Choice
from engine.heat.events import Event, SpunOut
from engine.heat.game import Heat
from engine.heat.state import State
from engine.kernel.commands import Answer, Question
from engine.kernel.game import Step
from engine.kernel.seats import Seat

AFTER_CORNERS = frozenset({"discard"})
"""The phases after the corner check: what is chosen there shows in the next turn."""


class Followed(Struct, frozen=True):
    """What came of it: the state that was driven to, and how the turn of the choice went."""

    state: State
    spun_out: bool
    heat: int
    distance: int
    answers: int
    """How many questions were answered on the way."""


class Follower:
    """Drives imagined races on. The bots answer for all seats, each from its own view."""

    def __init__(self, game: Heat, bot: Bot) -> None:
        self.game = game
        self.bot = bot

    def follow(self, state: State, question: Question, choice: Choice, rounds: int) -> Followed:
        """Make the choice, and drive on until so many rounds are over after that of the question."""
        seat, turn = question.seat, turn_of(question)
        begun = state.cars[seat].at
        spun_out, answers = False, 0
        while True:
            step = self.step(state, question, choice)
            state, answers = step.state, answers + 1
            spun_out = spun_out or any(isinstance(event, SpunOut) and event.seat == seat for event in step.events)
            if state.ended or state.round > turn:
                break
            question, choice = self.next(state)
        car = state.cars[seat]
        end, more = self.drive(state, turn + rounds)
        return Followed(end, spun_out, car.engine, car.at - begun, answers + more)

    def drive(self, state: State, until: int) -> tuple[State, int]:
        """Drive on until this round is over; the state, and how many questions were answered."""
        answers = 0
        while not state.ended and state.round <= until:
            state, answers = self.step(state, *self.next(state)).state, answers + 1
        return state, answers

    def next(self, state: State) -> tuple[Question, Choice]:
        """The next question, and the bot's answer."""
        question = self.game.awaiting(state)[0]
        return question, self.answer(state, question.seat)

    def answer(self, state: State, seat: Seat) -> Choice:
        """What the bot answers for a seat that is asked."""
        return self.bot.choose(self.game.view(state, seat), self.game.legal(state, seat), state.seed)

    def step(self, state: State, question: Question, choice: Choice) -> Step[State, Event]:
        step = self.game.decide(state, Answer(question.seat, question, choice))
        assert isinstance(step, Step), f"{choice} was refused: {step}"
        return step


def turn_of(question: Question) -> int:
    """The round of the turn in which a choice shows; that of a draft shows in the first."""
    return question.round + (question.phase in AFTER_CORNERS or not question.round)
