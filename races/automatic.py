"""Answers that the site gives for a player: one that was given ahead and is held, and those by preset.

But for one preset that follows another, none is given in the moment in which its question comes. A held answer of a
plan lies there for some seconds, and its player can change it; one that was decided early, while others were asked, is
given after one second; an answer by preset comes as late as its game says (`TableGame.preset_answer`), so that nobody
reads from the time what a hand holds. The moment stands with the question's clock, so the sweeper of any process gives
the answer, and a closed tab or a killed server loses none.
"""

from collections.abc import Iterator

from engine.kernel.commands import Answer, Question, StandIn, Withdraw
from engine.kernel.records import encode
from engine.kernel.refusals import Refusal, refusal
from races import clocks
from races.games import AnyTableGame
from races.models import Race
from races.models.races import StoredHeld

HELD_FOR = 5
"""Seconds for which a held answer lies there, once its question is asked and others have shown theirs, before it is
given."""
EARLY_FOR = 1
"""The same where nothing new has been shown, and for one that was decided while others were asked. Always the same
time: so it tells nothing but that."""
PLAN, PRESET = "plan:", "preset:"
"""The ids of these commands begin so, and end with the name of the question."""


def is_automatic(command: object) -> bool:
    return isinstance(command, Answer) and command.id.startswith((PLAN, PRESET))


def presets_of(race: Race, table_game: AnyTableGame, seat: int) -> list[str]:
    """The presets of a seat: those that its player has chosen, or the defaults of the game."""
    return race.presets.get(seat, list(table_game.defaults))


def hold(race: Race, table_game: AnyTableGame, state: object, command: object, then: object | None) -> None:
    """After a command: keep the answer that was given ahead with it, and drop one whose question it has answered.

    Who takes back the answer that a held one follows finds the held one in the form.
    """
    if isinstance(command, Withdraw):
        held = race.held.get(command.seat)
        if held and held["after"] == str(command.question):
            race.held[command.seat] = {**held, "after": str(table_game.game.question(state, command.seat))}
    elif isinstance(command, StandIn):
        race.held.pop(command.question.seat, None)
    elif isinstance(command, Answer):
        if not _is_to_come(race, table_game, command.question):
            race.held.pop(command.seat, None)
        if then is not None:
            ahead = encode(Answer(command.seat, command.question, then)).decode()
            race.held[command.seat] = {
                "after": str(command.question),
                "answer": ahead,
                "question": "",
                "dropped": False,
            }


def arm(race: Race, table_game: AnyTableGame, state: object, now: int, *, chained: bool = False) -> None:
    """Set the moment of each new question that will be answered for its player. `chained`: it follows an answer by
    preset at once, if it need not wait for secrecy."""
    for question in table_game.game.awaiting(state):
        clock = race.clocks.get(question.seat)
        if clock is None or "auto" in clock:
            continue
        is_held = _meet(race, table_game, state, question)
        find = _held_seconds if is_held else _preset_seconds
        seconds = find(race, table_game, state, question)
        if seconds is None:
            clock["auto"] = None
        elif chained and not is_held and seconds <= table_game.open_pause:
            clock["auto"] = now
        else:
            clock["auto"] = now + int(1000 * seconds)
            if not race.running:
                clock["auto"] = -int(1000 * seconds)
    clocks.set_due(race, now)


def _meet(race: Race, table_game: AnyTableGame, state: object, question: Question) -> bool:
    """Whether what a seat has given ahead is for this question, which has come: then it fits, or is dropped,
    also where what it rested on has changed: who spun out meanwhile would throw other cards away."""
    seat = question.seat
    held = race.held.get(seat)
    if held is None or held["after"] == str(question) or _is_to_come(race, table_game, question):
        return False
    if held["question"] not in ("", str(question)) or _is_over(race, table_game, question):
        del race.held[seat]
        return False
    legal = table_game.game.legal(state, seat)
    met: StoredHeld = {**held, "question": str(question), "dropped": True, "instead": []}
    for answer, choice in zip(_answers(held), held_choices(race, table_game, seat), strict=True):
        rests_on = table_game.rests_on(state, question, choice) if choice in legal and "rests_on" in held else ""
        if choice in legal and rests_on == held.get("rests_on", ""):
            met |= {"answer": answer, "dropped": False}
            break
    race.held[seat] = met
    return True


def _answers(held: StoredHeld) -> list[str]:
    return [held["answer"], *held.get("instead", [])]


def _held_seconds(race: Race, table_game: AnyTableGame, state: object, question: Question) -> float | None:
    held = race.held[question.seat]
    if held["dropped"]:
        return None
    return HELD_FOR if held["after"] and table_game.brings_news(state, question.seat) else EARLY_FOR


def _preset_seconds(race: Race, table_game: AnyTableGame, state: object, question: Question) -> float | None:
    by_preset = table_game.preset_answer(state, question, presets_of(race, table_game, question.seat))
    return None if by_preset is None else by_preset.seconds


def is_open(race: Race, table_game: AnyTableGame, state: object, question: Question) -> bool:
    """Whether a question is answered by a preset of which everybody may know. Only such an answer may be followed by
    another at once: after one that came as late as a person's, that would tell that it was none."""
    seconds = _preset_seconds(race, table_game, state, question)
    return seconds is not None and seconds <= table_game.open_pause


# What a player decides while others are asked


def decide_early(
    race: Race, table_game: AnyTableGame, state: object, command: Answer[object], also: bool = False
) -> Refusal | None:
    """Hold the answer to a question to come, or say why it cannot be given. `also`: behind those that are held for this
    question already, for the case that they cannot be given when it comes."""
    if command.seat != command.question.seat:
        return refusal("other_seat", command.seat)
    if refused := table_game.early_refused(state, command.question, command.choice):
        return refused
    answer = encode(Answer(command.seat, command.question, command.choice)).decode()
    if also and decided(race, table_game, command.seat) == command.question:
        held = race.held[command.seat]
        if answer not in _answers(held):
            race.held[command.seat] = {**held, "instead": [*held.get("instead", []), answer]}
        return None
    race.held[command.seat] = {
        "after": "",
        "answer": answer,
        "question": "",
        "rests_on": table_game.rests_on(state, command.question, command.choice),
        "dropped": False,
    }
    return None


def decided(race: Race, table_game: AnyTableGame, seat: int) -> Question | None:
    """The question to come that a seat has answered; None if it has decided nothing, or its question has come."""
    held = race.held.get(seat)
    return _early(race, table_game, seat) if held is not None and not held["question"] else None


def _early(race: Race, table_game: AnyTableGame, seat: int) -> Question | None:
    held = race.held.get(seat)
    if held is None or held["after"]:
        return None
    command = table_game.read_command(held["answer"])
    assert isinstance(command, Answer), "what is held is an answer"
    return command.question


def _is_to_come(race: Race, table_game: AnyTableGame, question: Question) -> bool:
    """Whether a seat has decided a later question of this round."""
    early = _early(race, table_game, question.seat)
    return early is not None and early.round == question.round and early.phase != question.phase


def _is_over(race: Race, table_game: AnyTableGame, question: Question) -> bool:
    """Whether a seat has decided a question that never came."""
    early = _early(race, table_game, question.seat)
    return early is not None and early.round != question.round


def held_choice(race: Race, table_game: AnyTableGame, seat: int) -> object | None:
    """The choice that a seat has given ahead, the first of several."""
    return next(iter(held_choices(race, table_game, seat)), None)


def held_choices(race: Race, table_game: AnyTableGame, seat: int) -> list[object]:
    """All choices that a seat has given ahead for one question, in the order in which they are tried."""
    held = race.held.get(seat)
    found: list[object] = []
    for answer in _answers(held) if held is not None else ():
        command = table_game.read_command(answer)
        assert isinstance(command, Answer), "what is held is an answer"
        found.append(command.choice)
    return found


def answer_of(race: Race, table_game: AnyTableGame, state: object, question: Question) -> Answer[object] | None:
    """The answer that is given for the player of an open question; None if none is any more."""
    seat = question.seat
    held = race.held.get(seat)
    if held is not None and held["question"] == str(question) and not held["dropped"]:
        return Answer(seat, question, held_choice(race, table_game, seat), f"{PLAN}{question}")
    by_preset = table_game.preset_answer(state, question, presets_of(race, table_game, seat))
    return None if by_preset is None else Answer(seat, question, by_preset.choice, f"{PRESET}{question}")


def is_due(race: Race, question: Question, now: int) -> bool:
    """Whether the moment has come at which a question is answered for its player."""
    clock = race.clocks.get(question.seat)
    if clock is None or clock["question"] != str(question) or not race.running or race.paused:
        return False
    return 0 < (clock.get("auto") or 0) <= now


def due(race: Race, table_game: AnyTableGame, state: object, now: int) -> Iterator[Answer[object]]:
    """The answers whose moment has come."""
    for question in table_game.game.awaiting(state):
        if is_due(race, question, now) and (answer := answer_of(race, table_game, state, question)) is not None:
            yield answer


def disarm(race: Race, seat: int, now: int) -> None:
    """The player of a seat answers the open question, whatever is held or preset."""
    if seat in race.clocks:
        race.clocks[seat]["auto"] = None
    clocks.set_due(race, now)
