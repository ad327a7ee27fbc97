"""A megabyte of the worst file of each form is read, or refused, in the time that its length asks for.

Processor time is compared, and with that of half the file where it is long enough to be compared at all: what is
quadratic takes four times as long for twice as much.
"""

import gc
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
import pytest

import engine
from engine import henhur, lastcard
from engine.heat import Content, Entrant, Heat, Setup, State, all_tracks, read_track
from engine.heat.cards import CardSet, base_cards, card_faults
from engine.heat.decks import LegendDeck, all_decks, deck_faults
from engine.heat.modules import EventCard, Token, Weather, base_modules, modules_faults
from engine.heat.reading import read_state
from engine.heat.season import (
    SeasonContent,
    SeasonRecord,
    SeasonSetup,
    read_season,
    verify_season,
    verify_season_events,
)
from engine.heat.season.calendar import Stop
from engine.heat.season.run import SeasonRun
from engine.heat.season.setup import Competitor
from engine.heat.tables import SHIPPED
from engine.heat.tracks import Track
from engine.kernel.chance import Seed
from engine.kernel.commands import Answer, End
from engine.kernel.faults import Broken
from engine.kernel.records import Entry, Record
from engine.lastcard.game import MatchRecord
from lobby.views.calls import Keys, Subscription
from races import opened
from races.consumers import messages
from races.consumers.page import _FORMS
from races.heat import boxes
from tests.bounds.worst import MEGABYTE, Bad, filled, worst

SEED = Seed("ab" * 16)
LIMIT = 2.0
"""Seconds of processor time."""
NOTICEABLE = 0.3
"""Below that nothing is compared: it would be chance."""


def seconds(read: Callable[[bytes], object], data: bytes) -> float:
    """Processor time of reading. What seems to be long is read three times: other processes slow this one down, too."""
    taken = _once(read, data)
    return taken if taken < NOTICEABLE else min(taken, _once(read, data), _once(read, data))


def _once(read: Callable[[bytes], object], data: bytes) -> float:
    gc.disable()  # what it looks through are the objects of all tests before
    try:
        before = time.process_time()
        with suppress(Broken, opened.NotOpened, msgspec.DecodeError, RecursionError, UnicodeError):
            read(data)
        return time.process_time() - before
    finally:
        gc.enable()


# The forms


def a_race() -> Record[Any, Any, Any, Any, Any]:
    """The start of a race with everything, one answer, and the end."""
    game = Heat(Content(track=all_tracks()["usa"]))
    setup = Setup((Entrant(), Entrant(), Entrant("easy")), 2, weather=True, roads=True, season=True)
    events = game.start(setup, SEED)
    state = None
    for event in events:
        state = game.evolve(state, event)
    return _with_two_commands(game, setup, events, state)


def a_match(game: Any, setup: Any) -> Record[Any, Any, Any, Any, Any]:
    events = game.start(setup, SEED)
    state = None
    for event in events:
        state = game.evolve(state, event)
    return _with_two_commands(game, setup, events, state)


def _with_two_commands(game: Any, setup: Any, events: Any, state: Any) -> Record[Any, Any, Any, Any, Any]:
    entries = [Entry[Any, Any](None, events)]
    (question, *_) = game.awaiting(state)
    for command in (Answer(question.seat, question, game.legal(state, question.seat)[0], "one"), End("two")):
        step = game.decide(state, command)
        entries.append(Entry(command, step.events))
        state = step.state
    return Record(
        game=game.name,
        engine=engine.__version__,
        content=game.content,
        setup=setup,
        seed=SEED,
        entries=tuple(entries),
    )


def a_season() -> SeasonRecord:
    content = SeasonContent()
    setup = SeasonSetup(calendar=(Stop("usa"), Stop("italia")), competitors=(Competitor(), Competitor("easy")))
    return SeasonRun(content, setup, SEED).record(engine.__version__)


def older(data: bytes) -> bytes:
    """The same record of an earlier version, which is folded and not decided again."""
    return data.replace(b'"engine":"' + engine.__version__.encode(), b'"engine":"0.0.1', 1)


def of_the_site(data: bytes) -> None:
    opened.read(data)


def of_an_older_site(data: bytes) -> None:
    opened.read(older(data))


def with_a_position(data: bytes) -> None:
    """As the position of a record is read."""
    read_state(Heat(Content(track=all_tracks()["usa"])), data)


def season(data: bytes) -> None:
    record = read_season(data)
    verify_season(record)
    verify_season_events(record)


def first_state() -> State:
    game = Heat(Content(track=all_tracks()["usa"]))
    state = None
    for event in game.start(Setup((Entrant(), Entrant()), 1), SEED):
        state = game.evolve(state, event)
    assert state is not None
    return state


def decoded(kind: Any) -> Callable[[bytes], Any]:
    return lambda data: msgspec.json.decode(data, type=kind)


def box(slug: str) -> Callable[[bytes], object]:
    """As the admin reads a box of weather, tokens or events."""
    return lambda data: modules_faults(
        msgspec.structs.replace(base_modules(), **{slug: boxes.read(slug, data.decode())})
    )


def a_lastcard_match() -> Any:
    return a_match(lastcard.LastCard(), lastcard.Setup(3))


def a_henhur_match() -> Any:
    return a_match(henhur.HenHur(), henhur.Setup(3))


HENHUR: Any = Record[henhur.Content, henhur.Setup, henhur.Command, henhur.AnyEvent, henhur.State]

FORMS: Mapping[str, tuple[Any, Callable[[], Any], Callable[[bytes], object]]] = {
    "record of Heat": (SHIPPED.record, a_race, of_the_site),
    "record of Heat, older": (SHIPPED.record, a_race, of_an_older_site),
    "record of Last Card": (MatchRecord, a_lastcard_match, of_the_site),
    "record of Last Card, older": (MatchRecord, a_lastcard_match, of_an_older_site),
    "record of HenHur": (HENHUR, a_henhur_match, of_the_site),
    "record of HenHur, older": (HENHUR, a_henhur_match, of_an_older_site),
    "record of a championship": (SeasonRecord, a_season, season),
    "position": (State, first_state, with_a_position),
    "circuit": (Track, lambda: all_tracks()["usa"], read_track),
    "deck": (LegendDeck, lambda: next(iter(all_decks().values())), lambda data: deck_faults(decoded(LegendDeck)(data))),
    "box of cards": (
        CardSet,
        base_cards,
        lambda data: card_faults(boxes.read("cards", data.decode()), SHIPPED.vocabulary.symbols),
    ),
    "box of weather": (tuple[Weather, ...], lambda: base_modules().weather, box("weather")),
    "box of tokens": (tuple[Token, ...], lambda: base_modules().roads, box("roads")),
    "box of events": (tuple[EventCard, ...], lambda: base_modules().events, box("events")),
    "frame of a page": (_FORMS.type, lambda: {"id": "one", "do": "gear", "card": ["1"]}, _FORMS.decode),
    "message of a program": (messages.FromProgram, lambda: messages.EventsAfter(1), messages.read),
    "command": (SHIPPED.command, lambda: End("one"), SHIPPED.read_command),
    "push address": (Subscription, lambda: Subscription("x", Keys("x", "x")), decoded(Subscription)),
}
"""By its name: the type of a form, a sound value of it, and what reads it."""


@pytest.mark.parametrize("form", FORMS)
def test_the_worst_files_of_a_form_are_read_in_time(form: str) -> None:
    kind, sound, read = FORMS[form]
    seconds(read, msgspec.json.encode(sound()))  # what is bound once is bound
    slow = []
    for bad in worst(kind, sound()):
        taken = seconds(read, bad.data)
        if taken > LIMIT or (taken > NOTICEABLE and not is_linear(kind, sound(), bad, read, taken)):
            slow.append(f"{bad.place} ({bad.how}): {taken:.1f} s")
    assert not slow, "; ".join(slow)


def is_linear(kind: Any, sound: object, bad: Bad, read: Callable[[bytes], object], taken: float) -> bool:
    (half,) = [one for one in worst(kind, sound, MEGABYTE // 2) if (one.place, one.how) == (bad.place, bad.how)]
    return taken < 3 * seconds(read, half.data)


def test_the_worst_files_are_those_of_all_fields() -> None:
    """A sound file of each form is read, and the worst ones differ from it in every field that its types have."""
    for form in ("record of Heat", "record of Last Card", "record of HenHur"):
        kind, sound, read = FORMS[form]
        read(msgspec.json.encode(sound()))
        places = {bad.place.rpartition(".")[2] for bad in worst(kind, sound(), 1000)}
        assert {"seed", "entries", "events", "id", "seat", "pile", "reason", "cards"} <= places
    assert filled(msgspec.inspect.type_info(Token), 3)["id"] == "x3"


def test_a_reader_that_is_quadratic_is_found() -> None:
    def read(data: bytes) -> None:
        ids = [token["id"] for token in msgspec.json.decode(data)]
        assert all(ids.index(one) == place for place, one in enumerate(ids))

    kind, sound = tuple[Token, ...], base_modules().roads
    bad = next(one for one in worst(kind, sound, MEGABYTE) if one.how == "all")
    taken = seconds(read, bad.data)
    half = next(one for one in worst(kind, sound, MEGABYTE // 2) if one.how == "all")
    assert taken > 2.5 * seconds(read, half.data)  # 4 in theory, and 2 for what is linear
