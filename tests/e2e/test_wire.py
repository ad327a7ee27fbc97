"""The wire test: everything that six drivers and a spectator receive in whole races is searched for secrets."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from websockets.sync.client import ClientConnection

from engine.heat import State
from engine.heat.bots import BOTS
from engine.heat.events import SponsorsDrawn
from engine.heat.moves.gear import Gear
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.play import Play
from engine.kernel.chance import Seed
from engine.kernel.commands import Question, command_for
from races import live, scenes
from races.heat import board
from races.heat.ahead import imagined, shifted
from races.heat.cockpit import fragment as cockpit
from races.heat.extras import DRAWN, PACKS
from races.heat.scene import HeatScene
from races.heat.table_game import heat_of
from races.models import Entry, Race, Seat
from tests.e2e.secrecy import History, found, lasting
from tests.e2e.site import Site
from tests.e2e.warm import Warm, WarmSite
from tests.e2e.wire import PATIENCE, Line, Listener, Page, form
from tests.races.factories import make_race
from tests.races.heat.garage.kit import stored

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")
PAGES = ("", "tv/", "log/", "piles/")
"""Pages of a race that anybody may see, and that show what it stands at."""
OTHER_PAGES = ("tokens/", "host/", "results/", "replay/", "record.json")
AFTERWARDS = ("results/", "replay/", "log/")
EVERYTHING = {"garage": "snake", "packs": PACKS, "weather": DRAWN, "roads": "on", "sponsors": "on"}
"""What a form says of a race with all that can join it, and of what is given back in secret in its draft."""


@dataclass
class Heard:
    """One connection, whose it was, and from which revision to which it was open."""

    line: Line
    listener: Listener
    viewer: int | None
    connected: int
    until: int = 0


class Recording:
    """A whole race, with everything that each viewer was sent."""

    def __init__(self, site: Site, rules: str, extras: Mapping[str, object]) -> None:
        self.site = site
        self.dice = Random(rules)
        self.extras = extras
        self.decided = 0
        self.drivers = [Listener(site, name) for name in NAMES]
        self.spectator = Listener(site, "Gus")
        self.heard: list[Heard] = []
        self.rows: list[Race] = []
        self.programs: list[tuple[int | None, Listener, ClientConnection, list[dict[str, Any]]]] = []
        self.path = self.start(rules)
        self.seat_of = {seat.visitor: seat.number for seat in Seat.objects.exclude(visitor="")}
        bo = next(driver for driver in self.drivers if self.viewer(driver) == 1)
        bo.post(f"{self.path}presets/", preset="slip")  # no revision tells of it
        self.look()
        for listener in self.everybody:
            self.connect(listener, self.load(listener, ""))
        self.let_programs_watch()
        table_game = heat_of(self.rows[0].content_id)
        self.game, self.bot = table_game.game, BOTS["cautious"](table_game.game)
        self.drive()
        self.history = History(self.rows, self.dice)

    @property
    def everybody(self) -> list[Listener]:
        return [*self.drivers, self.spectator]

    @property
    def revision(self) -> int:
        return self.rows[-1].revision

    def viewer(self, listener: Listener) -> int | None:
        return self.seat_of.get(listener.visitor)

    # Before the race

    def start(self, rules: str) -> str:
        """A room with six drivers and a Legend, and then the race; its path."""
        host, *guests = self.drivers
        for listener in self.everybody:
            listener.get("/")
        host.get("/open/")
        terms: dict[str, Any] = {
            "track": "italia",
            "laps": 1,
            "least": 1,
            "most": 6,
            "clock": 0,
            "grace": 60,
            "watching": "anybody",
            **self.extras,
        }
        room = host.follow(host.post("/open/", name=host.name, rules=rules, mulligan="on", listed="on", **terms))
        code = room.split("/")[2]
        host.wait_in(code)
        for guest in guests:
            guest.post("/join/", code=code, name=guest.name)
            guest.get(room)
            guest.wait_in(code)
        self.spectator.get(room)
        self.spectator.wait_in(code)
        for guest in guests:
            guest.post(f"/lobby/{code}/ready/", ready="yes")
        host.post(f"/lobby/{code}/legend/", level="medium" if rules == "standard" else "")
        race = host.follow(host.post(f"/lobby/{code}/start/"))
        for listener in self.everybody:
            listener.get("/")
            listener.leave_lobby()
        return race

    def let_programs_watch(self) -> None:
        ada = self.drivers[0]
        ada.get(f"{self.path}tokens/")
        shown = re.search(r'id="new-token"[^>]*value="([^"]+)"', ada.post(f"{self.path}tokens/make/").body)
        assert shown
        ada.secrets.add(shown[1])
        for viewer, listener, token in ((self.viewer(ada), ada, shown[1]), (None, self.spectator, "")):
            socket = listener.program(self.path, token)
            hello, update = str(socket.recv(PATIENCE)), str(socket.recv(PATIENCE))
            listener.heard_by_program += [hello, update]
            self.programs.append((viewer, listener, socket, [json.loads(update)]))

    # During the race

    def connect(self, listener: Listener, page: Page, *, stale: bool = False) -> None:
        line = listener.sit_down(page, stale=stale)
        self.heard.append(Heard(line, listener, self.viewer(listener), self.revision))

    def load(self, listener: Listener, which: str) -> Page:
        return listener.get(self.path + which, self.revision)

    def look(self) -> None:
        """All viewers have heard of the newest revision; the truth is kept to compare with."""
        row = Race.objects.get()
        if not self.rows or row.revision > self.revision:
            assert not self.rows or row.revision == self.revision + 1
            self.rows.append(row)
        told = row.revision - row.veil.get("hidden", 0)
        for listener in self.everybody:
            for line in listener.lines[-1:]:
                line.hear_revision(told)
        for _viewer, listener, socket, updates in self.programs:
            while updates[-1]["revision"] != told:
                listener.heard_by_program.append(str(socket.recv(PATIENCE)))
                message = json.loads(listener.heard_by_program[-1])
                if message["type"] == "update":
                    updates.append(message)

    def drive(self) -> None:
        by_seat = {self.viewer(driver): driver for driver in self.drivers}
        steps = 0
        while self.rows[-1].ended is None:
            steps += 1
            state = self.game.decode(self.rows[-1].state)
            question = self.dice.choice(self.game.awaiting(state))
            driver = by_seat[question.seat]
            choices = self.game.legal(state, question.seat)
            choice = self.bot.choose(self.game.view(state, question.seat), choices, Seed(self.dice.randbytes(32).hex()))
            fields = {"question": str(question), **form(choice), **self.plan(state, choice, question)}
            self.decide_early(state)
            self.tell(driver, fields)
            if steps % 9 == 0 and self.still_open(question):
                self.tell(driver, {"question": str(question), "do": "withdraw"})
            if steps % 15 == 0 and self.rows[-1].ended is None:  # afterwards the record is open to all viewers
                self.load_pages(OTHER_PAGES)
            if steps % 40 == 0:
                self.come_back(self.dice.choice(self.everybody))
        self.load_pages(AFTERWARDS)

    def plan(self, state: State, choice: object, question: Question) -> dict[str, object]:
        """The cards that are sent with a gear, now and then."""
        if not isinstance(choice, Gear) or self.dice.random() < 0.5:
            return {}
        cards = self.game.legal(shifted(self.game, state, question.seat, choice.gear), question.seat)[0]
        return {"then": "gear:play", "cards": list(cards.cards)} if isinstance(cards, Play) else {}

    def decide_early(self, state: State) -> None:
        """Now and then a driver who waits answers a question to come; no revision tells of it."""
        table_game = heat_of(self.rows[0].content_id)
        for driver in self.drivers:
            seat = self.viewer(driver)
            assert seat is not None
            question = table_game.early(state, seat)
            if question is None or seat in self.rows[-1].held or self.dice.random() < 0.7:
                continue
            found = imagined(self.game, state, question.seat)
            assert found is not None
            fields = form(self.dice.choice(self.game.legal(found, question.seat)))
            driver.post(f"{self.path}answer/", -1, question=str(question), early="yes", **fields)
            self.decided += 1

    def still_open(self, question: Question) -> bool:
        """Whether an answer is still a secret that can be taken back."""
        state = self.game.decode(self.rows[-1].state)
        return state.cars[question.seat].choice is not None and (state.round, state.phase) == (
            question.round,
            question.phase,
        )

    def tell(self, driver: Listener, fields: dict[str, object]) -> None:
        said = driver.say(fields)
        assert "data-refused" not in said, said
        self.look()

    def load_pages(self, others: Sequence[str]) -> None:
        for listener in self.everybody:
            self.load(listener, self.dice.choice(PAGES))
            listener.get(self.path + self.dice.choice(others))

    def come_back(self, listener: Listener) -> None:
        """Another page first, so that no driver is away for a moment."""
        heard = next(heard for heard in self.heard if heard.line is listener.lines[-1])
        heard.until = self.revision
        self.connect(listener, self.load(listener, ""), stale=True)
        heard.line.socket.close()
        listener.lines[-1].hear_revision(self.revision - self.rows[-1].veil.get("hidden", 0))

    def hidden_from(self, listener: Listener) -> set[str]:
        """What stands for the others: ids, cookies, tokens."""
        others = [other for other in self.everybody if other is not listener]
        words: set[str] = set()
        for other in others:
            words |= {other.visitor, *other.cookies.values(), *other.secrets}
        return words

    def close(self) -> None:
        for listener in self.everybody:
            listener.close()


@pytest.fixture(
    params=[
        pytest.param(("standard", EVERYTHING), id="standard-everything"),
        pytest.param(("rulebook", {}), id="rulebook", marks=pytest.mark.soak),
        pytest.param(("rulebook", EVERYTHING), id="rulebook-everything", marks=pytest.mark.soak),
        pytest.param(("standard", {}), id="standard", marks=pytest.mark.soak),
    ]
)
def recording(
    request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path, warm: Warm
) -> Iterator[Recording]:
    call_command("loaddata", "tracks", "legend_decks", verbosity=0)
    site = WarmSite(tmp_path, "tests.e2e.timeless:application", warm)
    site.start()
    recorded = Recording(site, *request.param)
    yield recorded
    recorded.close()
    site.stop()
    assert not site.errors()


def test_nobody_receives_what_they_must_not_know(recording: Recording) -> None:
    """One race is long, so all of it is looked at in one test."""
    history = recording.history
    check_that_much_was_hidden(history)
    if recording.extras:
        check_that_everything_joined(history)
    assert recording.decided > 2
    for heard in recording.heard:
        revisions = range(heard.connected, (heard.until or history.last) + 1)
        assert history.unexplained(heard.viewer, revisions, heard.line.shows, heard.line.shown) == ""
    for listener in recording.everybody:
        for page in listener.pages:
            if page.revision >= 0:
                assert lasting(page.body) == lasting(history.page(page, listener, recording.viewer(listener)))
    for viewer, _listener, _socket, updates in recording.programs:
        each = iter(history.updates(viewer, history.rows, all_of_them=True))
        assert all(update in each for update in updates)  # in this order; of two at one moment it may hear one
        assert updates[-1] == history.updates(viewer, history.rows)[-1]
    assert list(history.log_anew()) == history.log
    for listener in recording.everybody:
        hidden = recording.hidden_from(listener)
        assert found(listener.received(), {*hidden, recording.rows[0].seed}) == []
        record = listener.get(f"{recording.path}record.json")
        assert record.status == 200
        assert found({"the record": record.body}, hidden) == [], "only the seed is open once the race is over"


def check_that_much_was_hidden(history: History) -> None:
    """The imagined races are others than the true one, or nothing would be tested."""
    hands = drawn = chosen = dealt = 0
    for revision in history.rows:
        truth, imagined = history.truth(revision).state, history.imagined(revision, 0).state
        dealt += bool(truth.cars[1].hand)  # a draft comes before
        hands += truth.cars[1].hand != imagined.cars[1].hand
        drawn += truth.cars[0].draw != imagined.cars[0].draw
        chosen += any(one.choice != other.choice for one, other in zip(truth.cars, imagined.cars, strict=True))
    assert dealt > len(history.rows) / 4
    assert hands > dealt / 2
    assert drawn > dealt / 4  # near the end of a race piles are empty
    assert chosen > dealt / 10


def check_that_everything_joined(history: History) -> None:
    """Cards were given back in secret, sponsors paid, and the road was not the plain one."""
    states = [history.truth(revision).state for revision in history.rows]
    assert {"snake_draft", "give_up", "react"} <= {state.phase for state in states}
    assert any(isinstance(car.choice, GiveUp) for state in states for car in state.cars)
    assert any(isinstance(event, SponsorsDrawn) for entry in history.entries for event in events_of(history, entry))
    assert states[-1].weather
    assert states[-1].tokens


def events_of(history: History, entry: Entry) -> Sequence[object]:
    return heat_of(history.rows[history.last].content_id).read_events(entry.events)


# Whether a leak would be found


@pytest.fixture
def short(transactional_db: None) -> History:
    """The first rounds of a race of three, without a server."""
    call_command("loaddata", "tracks", "legend_decks", verbosity=0)
    race = make_race("ada", "bo", "cleo")
    Race.objects.update(presets={1: ["slip"]})
    rows = first_rows(race, lambda state: state.round > 3)
    return History(rows, Random(1))


def first_rows(race: Race, is_enough: Callable[[State], bool]) -> list[Race]:
    """A race at each of its revisions until something has come about, with bots at the wheel."""
    table_game = heat_of(race.content_id)
    game, bot, dice = table_game.game, BOTS["cautious"](table_game.game), Random(1)
    rows = [Race.objects.get()]
    while not is_enough(state := game.decode(rows[-1].state)):
        question = dice.choice(game.awaiting(state))
        choices = game.legal(state, question.seat)
        choice = bot.choose(game.view(state, question.seat), choices, Seed(dice.randbytes(32).hex()))
        assert isinstance(live.submit(race.pk, command_for(question, choice)), live.Accepted)
        Race.objects.update(veil={})  # as after eight seconds
        scenes.forget()
        rows.append(Race.objects.get())
    return rows


LEAKS: dict[str, Callable[[HeatScene], object]] = {
    "a hand": lambda scene: scene.state.cars[1].hand,
    "how many Heat cards a hand holds": lambda scene: scene.state.cars[1].hand.count("heat"),
    "the order of a draw pile": lambda scene: scene.state.cars[1].draw,
    "a choice that is not open": lambda scene: [str(car.choice) for car in scene.state.cars],
    "the seed": lambda scene: scene.race.seed,
    "the seed in the state": lambda scene: scene.state.seed,
    "an id": lambda scene: scene.seats[1].visitor,
    "the host": lambda scene: scene.race.host,
    "an answer in advance": lambda scene: scene.race.presets.get(1),
    "a plan": lambda scene: scene.race.held.get(1),
}


def differs(history: History, viewer: int | None) -> bool:
    """Whether the frames of a whole connection tell the true race from the imagined one."""
    revisions = range(min(history.rows), history.last + 1)
    return history.frames(viewer, revisions) != history.frames(viewer, revisions, truly=True)


LEAKS_OF_A_DRAFT: dict[str, Callable[[HeatScene], object]] = {
    "the next cards of the market": lambda scene: scene.state.upgrade_pile[:3],
    "the card that is given back": lambda scene: [str(car.choice) for car in scene.state.cars],
    "the next sponsor card": lambda scene: scene.state.sponsor_pile[:3],
}


@pytest.fixture
def drafted(transactional_db: None) -> History:
    """A draft until one driver has given a card back, without a server."""
    call_command("loaddata", "tracks", "legend_decks", verbosity=0)
    race = stored("ada", "bo", "cleo", draft="snake", season=True, event="title_sponsor")
    return History(first_rows(race, lambda state: any(car.choice for car in state.cars)), Random(1))


@pytest.mark.parametrize("recorded", ["short", "drafted"])
def test_without_a_leak_nothing_differs(request: pytest.FixtureRequest, recorded: str) -> None:
    history: History = request.getfixturevalue(recorded)
    for viewer in (None, 0, 1, 2):
        assert not differs(history, viewer)


@pytest.mark.parametrize("leak", LEAKS_OF_A_DRAFT)
def test_a_leak_of_a_draft_is_found(drafted: History, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    told = LEAKS_OF_A_DRAFT[leak]
    monkeypatch.setitem(board.FRAGMENTS, "plaque", lambda scene: f'<div id="plaque">{told(scene)}</div>')
    assert differs(drafted, None)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_to_everybody_is_found(short: History, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setitem(board.FRAGMENTS, "plaque", lambda scene: f'<div id="plaque">{LEAKS[leak](scene)}</div>')
    assert differs(short, None)
    assert differs(short, 0)


def test_a_cockpit_of_somebody_else_is_found(short: History, monkeypatch: pytest.MonkeyPatch) -> None:
    render = cockpit.render
    monkeypatch.setattr(cockpit, "render", lambda scene, seat, request: render(scene, (seat + 1) % 3))
    assert differs(short, 0)


def test_a_cockpit_that_shows_the_next_card_is_found(short: History, monkeypatch: pytest.MonkeyPatch) -> None:
    render = cockpit.render

    def leaking(scene: HeatScene, seat: int, request: object) -> str:
        return render(scene, seat) + scene.state.cars[seat].draw[-1]

    monkeypatch.setattr(cockpit, "render", leaking)
    assert differs(short, 0)


def test_a_word_in_a_page_is_found() -> None:
    assert found({"1 /": "<p>5eed</p>", "2 /": "none"}, ["5eed", "", "7ab"]) == ["5eed in 1 /"]
