"""What must hold of every game: the contract of `engine.kernel.game`, as laws over games of random seats.

A game is given to the laws as a `Subject`. `drive` plays one at random, with trouble on the way; each of `LAWS` then
looks at the moves. A law draws what it samples from the subject's own dice, so that the same subject fails again in the
same place. `tests/engine/<game>/test_contract.py` runs them all.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from engine.kernel import (
    Answer,
    Broken,
    Command,
    End,
    Entry,
    Question,
    Record,
    Refusal,
    Retire,
    StandIn,
    Step,
    Withdraw,
    Withdrawal,
    derive,
    encode,
    verify,
    verify_events,
)
from tests.engine.random_play import STEPS, AnySubject, Moves, drive, sampled, viewers

HUGE = 2**63 - 1

MOST_PROBES = 8
MOST_EXPLAINED = 12
MOST_AHEAD = 12


def events_fold_to_the_state_and_keep_it_healthy(subject: AnySubject, moves: Moves) -> None:
    """After every single event, and the game comes to its end."""
    game = subject.game
    for move in moves:
        state = None if move.command is None else move.before
        for event in move.events:
            state = game.evolve(state, event)
            assert game.problems(state) == (), event
        assert state == move.state
    assert not game.awaiting(moves[-1].state)


def seats_that_must_act_have_choices_and_no_other_seat_has(subject: AnySubject, moves: Moves) -> None:
    """Until the end there is an open question; a seat that is not asked can at most take its answer back."""
    game = subject.game
    for move in moves:
        state = move.state
        questions = game.awaiting(state)
        asked = [question.seat for question in questions]
        assert len(asked) == len(set(asked))
        assert bool(asked) == (game.view(state, None).ended == "")
        assert all(question == game.question(state, question.seat) for question in questions)
        for seat in range(-1, subject.seats + 1):
            choices = game.legal(state, seat)
            if seat in asked:
                assert len(choices)
                assert Withdrawal() not in choices
            else:
                assert list(choices) in ([], [Withdrawal()])
                assert not choices or asked, "after the end nothing is taken back"


def check_choices(choices: Sequence[object]) -> None:
    """Each choice once, in a fixed order; and count, index, slice, reverse and `in` say the same."""
    listed = list(choices)
    assert len(listed) == len(choices) == len(set(listed))
    assert [choices[place] for place in range(len(choices))] == listed
    assert [choices[place - len(listed)] for place in range(len(choices))] == listed
    assert list(choices[:]) == listed
    assert list(reversed(choices)) == listed[::-1]
    assert all(choice in choices for choice in listed)
    for place in (len(choices), -len(choices) - 1):
        with pytest.raises(IndexError):
            choices[place]


def choices_are_unique_and_in_a_fixed_order(subject: AnySubject, moves: Moves) -> None:
    another = subject.another()
    for move in sampled(subject, moves, 5):
        for question in subject.game.awaiting(move.state):
            choices = subject.game.legal(move.state, question.seat)
            check_choices(choices)
            assert list(another.legal(move.state, question.seat)) == list(choices)


def values_survive_their_bytes(subject: AnySubject, moves: Moves) -> None:
    """State, command, events and every view; and the same value has the same bytes."""
    game = subject.game
    for move in sampled(subject, moves, 5):
        data = game.encode(move.state)
        assert game.decode(data) == move.state
        assert game.encode(game.decode(data)) == data
        assert subject.read_events(encode(move.events)) == move.events
        if move.command is not None:
            assert subject.read_command(encode(move.command)) == move.command
        for seat in viewers(subject):
            view = game.view(move.state, seat)
            assert subject.read_view(encode(view)) == view


def views_tell_how_far_the_game_is(subject: AnySubject, moves: Moves) -> None:
    """Round, phase, end and places are no secret, and rounds never go back."""
    game = subject.game
    before = 0
    for move in sampled(subject, moves, 10):
        shown = [game.view(move.state, seat) for seat in viewers(subject)]
        (told,) = {(view.round, view.phase, view.ended, game.places(view)) for view in shown}
        assert told[0] >= before
        assert told[1] or told[2], "while a game is on, its phase has a name"
        places = told[3]
        assert len(places) == subject.seats
        assert all(place == 1 + sum(other < place for other in places) for place in places)
        assert all(q.round == told[0] and q.phase == told[1] for q in game.awaiting(move.state))
        before = told[0]


def questions_about_a_state_change_nothing(subject: AnySubject, moves: Moves) -> None:
    """Nor does deciding: asked twice, a game answers the same."""
    game = subject.game
    for move in sampled(subject, moves, 20):
        before = game.encode(move.before)
        for seat in viewers(subject):
            view = game.view(move.before, seat)
            assert view == game.view(move.before, seat)
            assert game.places(view) == game.places(view)
            if seat is not None:
                assert list(game.legal(move.before, seat)) == list(game.legal(move.before, seat))
                assert game.question(move.before, seat) == game.question(move.before, seat)
        assert game.awaiting(move.before) == game.awaiting(move.before)
        if move.command is not None:
            assert game.decide(move.before, move.command) == game.decide(move.before, move.command)
        assert game.encode(move.before) == before


def check_refused(subject: AnySubject, state: Any, command: Command[Any]) -> Refusal:
    """A refusal has a code and a sentence, comes again the same, and leaves the state as it was, to the byte."""
    before = subject.game.encode(state)
    refused = subject.game.decide(state, command)
    assert isinstance(refused, Refusal), f"{command} was accepted"
    assert subject.game.encode(state) == before
    assert subject.game.decide(state, command) == refused
    assert refused.code
    assert refused.sentence
    assert len(encode(refused)) < 2000
    return refused


def _closed(question: Question) -> tuple[Question, ...]:
    """Questions like this one that were never asked, or are no longer."""
    others: list[dict[str, Any]] = [{"n": question.n + 1}, {"n": question.n - 1}, {"n": HUGE}, {"n": -HUGE}]
    others += [{"round": question.round + 1}, {"round": -1}, {"round": 10**40}, {"phase": ""}, {"phase": "👑" * 500}]
    return tuple(replace(question, **changes) for changes in others)


def stale_repeated_and_foreign_commands_are_refused(subject: AnySubject, moves: Moves) -> None:
    game = subject.game
    for move in sampled(subject, moves, 15):
        if move.command is not None:
            check_refused(subject, move.state, move.command)
        for question in game.awaiting(move.state)[:2]:
            choice = game.legal(move.state, question.seat)[0]
            for closed in _closed(question):
                check_refused(subject, move.state, Answer(question.seat, closed, choice))
                check_refused(subject, move.state, StandIn(closed))
                check_refused(subject, move.state, Withdraw(question.seat, closed))
            for seat in (-1, subject.seats, HUGE, 10**40, *range(subject.seats)):
                if seat != question.seat:
                    check_refused(subject, move.state, Answer(seat, question, choice))
                    check_refused(subject, move.state, Withdraw(seat, question))
            for seat in (-1, subject.seats, HUGE, -HUGE, 10**40):
                check_refused(subject, move.state, Answer(seat, replace(question, seat=seat), choice))
                check_refused(subject, move.state, StandIn(replace(question, seat=seat)))
                check_refused(subject, move.state, Retire(seat))
        if not game.awaiting(move.state):
            for seat in range(subject.seats):
                check_refused(subject, move.state, StandIn(game.question(move.state, seat)))
                check_refused(subject, move.state, Retire(seat))
            check_refused(subject, move.state, End())


def _refused(explanation: object) -> Refusal | None:
    refused = getattr(explanation, "refused", None)
    assert refused is None or isinstance(refused, Refusal)
    return refused


def choices_are_judged_by_what_is_legal(subject: AnySubject, moves: Moves) -> None:
    """What is legal is carried out, everything else refused; and the explanation from the view says the same."""
    game = subject.game
    dice = Random(subject.dice)
    for move in sampled(subject, moves, 50):
        for question in game.awaiting(move.state):
            seat = question.seat
            legal = game.legal(move.state, seat)
            view = game.view(move.state, seat)
            picked = [legal[dice.randrange(len(legal))] for _ in range(2)]
            for choice in [*picked, *dice.sample(subject.probes, min(MOST_PROBES, len(subject.probes)))]:
                command = Answer(seat, question, choice)
                refused = _refused(game.explain(view, choice))
                assert (refused is None) == isinstance(game.decide(move.state, command), Step)
                if refused is not None:
                    check_refused(subject, move.state, command)
                    assert choice not in legal


JUNK = (b"", b"{", b"[]", b"null", b"{}", b'{"type":"nix"}', b'{"type":3}', b"\xff\xfe", b"[" * 5000, b'"answer"')


def junk_is_no_command_and_no_state(subject: AnySubject, moves: Moves) -> None:
    """Cut short, exchanged or of another kind: a refusal or `Broken`, and nothing else is raised."""
    game = subject.game
    commands = [encode(move.command) for move in moves[1:5]]
    for data in (*JUNK, *[one[:-2] for one in commands], *[one.replace(b":", b";", 1) for one in commands]):
        assert isinstance(subject.read_command(data), Refusal)
    state = game.encode(moves[-1].state)
    for data in (*JUNK, state[:-2], state.replace(b":", b";", 1), *commands):
        with pytest.raises(Broken):
            game.decode(data)


def record_of(subject: AnySubject, moves: Moves) -> Record[Any, Any, Any, Any, Any]:
    """The record that these moves leave."""
    return Record(
        game=subject.game.name,
        engine="0",
        content=None,
        setup=subject.setup,
        seed=subject.seed,
        entries=tuple(Entry(move.command, move.events) for move in moves),
    )


def a_record_plays_again_to_the_same_bytes(subject: AnySubject, moves: Moves) -> None:
    """From set-up, seed and commands, on another instance of the game; and its events alone fold to the same state."""
    record = record_of(subject, moves)
    last = subject.game.encode(moves[-1].state)
    assert subject.game.encode(verify(subject.another(), record)) == last
    assert subject.game.encode(verify_events(subject.another(), record)) == last


def nobody_is_shown_the_seed(subject: AnySubject, moves: Moves) -> None:
    """Not in a view, not in an event: drawn cards are seen, and the seed tells all that are still to come."""
    game = subject.game
    seed = subject.seed.encode()
    for move in sampled(subject, moves, 20):
        for seat in viewers(subject):
            assert seed not in encode(game.view(move.state, seat))
            assert not any(seed in encode(game.see(event, seat)) for event in move.events)


def check_shown(subject: AnySubject, state: Any, other: Any, viewer: int | None, probes: Sequence[Any]) -> None:
    """All that a viewer is shown of one game, it is shown of the other: view, open questions, choices, refusals."""
    game = subject.game
    view = game.view(state, viewer)
    assert game.problems(other) == ()
    assert game.view(other, viewer) == view
    assert game.awaiting(other) == game.awaiting(state)
    if viewer is None:
        return
    legal = list(game.legal(state, viewer))
    assert list(game.legal(other, viewer)) == legal
    question = game.question(state, viewer)
    for choice in probes:
        command = Answer(viewer, question, choice)
        one, two = game.decide(state, command), game.decide(other, command)
        assert (
            isinstance(one, Refusal) == isinstance(two, Refusal) == (_refused(game.explain(view, choice)) is not None)
        )
        if isinstance(one, Refusal):
            assert one == two
    for foreign in range(subject.seats):
        if foreign != viewer:
            asked = game.question(state, foreign)
            blunders: list[Command[Any]] = [Withdraw(viewer, asked), Withdraw(foreign, question)]
            blunders += [Answer(viewer, asked, probe) for probe in probes[:1]]
            for blunder in blunders:
                assert game.decide(state, blunder) == game.decide(other, blunder)


def what_is_shown_stays_when_the_unknown_is_dealt_anew(subject: AnySubject, moves: Moves) -> None:
    """Views, open questions, choices, and refusals with their sentences, to every seat and to spectators."""
    dice = Random(subject.dice)
    for move in sampled(subject, moves, 30):
        for viewer in viewers(subject):
            probes = dice.sample(subject.probes, min(MOST_PROBES, len(subject.probes)))
            check_shown(subject, move.state, subject.redealt(move.state, viewer, dice), viewer, probes)


def whether_a_seat_is_asked_follows_from_what_everybody_knows(subject: AnySubject, moves: Moves) -> None:
    """Dealt anew for a spectator, the same seats are asked; which of them have chosen stays, too.

    Then the same command is given in both games, by a seat that knows the same in both. Where a spectator sees the same
    come of it, the same seats are asked afterwards.
    """
    game = subject.game
    dice = Random(subject.dice)
    for move in sampled(subject, moves, 5):
        assert game.awaiting(subject.redealt(move.state, None, dice)) == game.awaiting(move.state)
        if isinstance(move.command, Answer):
            other = game.decide(subject.redealt(move.before, move.command.seat, dice), move.command)
            assert isinstance(other, Step)
            if [game.see(event, None) for event in other.events] == [game.see(event, None) for event in move.events]:
                assert game.awaiting(other.state) == game.awaiting(move.state)


def an_explanation_comes_from_the_view_alone(subject: AnySubject, moves: Moves) -> None:
    """Of everything that is offered, with all its numbers."""
    game = subject.game
    dice = Random(subject.dice)
    for move in sampled(subject, moves, 40):
        for question in game.awaiting(move.state):
            seat = question.seat
            other = subject.redealt(move.state, seat, dice)
            for choice in list(game.legal(move.state, seat))[:MOST_EXPLAINED]:
                explained = game.explain(game.view(move.state, seat), choice)
                assert _refused(explained) is None
                assert game.explain(game.view(other, seat), choice) == explained


def what_is_imagined_fits_the_view(subject: AnySubject, moves: Moves) -> None:
    """It shows what the view shows, comes from the chance alone, and can be stored."""
    game = subject.game
    for move in sampled(subject, moves, 40):
        for viewer in viewers(subject):
            view = game.view(move.state, viewer)
            for number in range(2):
                chance = derive(subject.seed, f"other {number}")
                other = game.imagine(view, chance)
                check_shown(subject, move.state, other, viewer, subject.probes[number : number + 2])
                assert game.imagine(view, chance) == other
                assert game.decode(game.encode(other)) == other
                assert subject.seed.encode() not in game.encode(other)


def a_game_goes_on_from_what_was_imagined(subject: AnySubject, moves: Moves) -> None:
    """An imagined game is a whole one: it can be played, and stays healthy."""
    game = subject.game
    dice = Random(subject.dice)
    for move in sampled(subject, moves, 25):
        now = game.imagine(game.view(move.state, dice.choice(viewers(subject))), derive(subject.seed, "other"))
        for _ in range(MOST_AHEAD):
            if not (asked := game.awaiting(now)):
                break
            step = game.decide(now, StandIn(asked[0]))
            assert isinstance(step, Step)
            now = step.state
            assert game.problems(now) == ()


Law: TypeAlias = Callable[[AnySubject, Moves], None]

PLAYING: tuple[Law, ...] = (
    events_fold_to_the_state_and_keep_it_healthy,
    seats_that_must_act_have_choices_and_no_other_seat_has,
    choices_are_unique_and_in_a_fixed_order,
    values_survive_their_bytes,
    views_tell_how_far_the_game_is,
)
REPLAYING: tuple[Law, ...] = (questions_about_a_state_change_nothing, a_record_plays_again_to_the_same_bytes)
REFUSING: tuple[Law, ...] = (
    stale_repeated_and_foreign_commands_are_refused,
    choices_are_judged_by_what_is_legal,
    junk_is_no_command_and_no_state,
)
SECRETS: tuple[Law, ...] = (
    nobody_is_shown_the_seed,
    what_is_shown_stays_when_the_unknown_is_dealt_anew,
    whether_a_seat_is_asked_follows_from_what_everybody_knows,
    an_explanation_comes_from_the_view_alone,
)
IMAGINING: tuple[Law, ...] = (what_is_imagined_fits_the_view, a_game_goes_on_from_what_was_imagined)

LAWS: tuple[Law, ...] = (*PLAYING, *REPLAYING, *REFUSING, *SECRETS, *IMAGINING)
"""All that must hold."""


def hold(subject: AnySubject, *laws: Law, steps: int = STEPS, trouble: float = 0.05, thrift: int = 1) -> None:
    """Play the subject, and look at the moves under each of these laws. `thrift` makes the samples so much smaller."""
    subject.thrift = thrift
    moves = list(drive(subject, steps, trouble))
    for law in laws:
        law(subject, moves)
