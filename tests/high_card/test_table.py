"""High Card at the site's own table: opened in a room, played to its end on pages and sockets, stored and shown."""

import asyncio
import re
from datetime import timedelta
from typing import Any, cast

import msgspec
import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.utils import timezone

from engine.kernel.chance import Seed
from engine.kernel.commands import Answer, End, Retire
from engine.kernel.records import Record, verify
from engine.kernel.refusals import Refusal
from lobby import games, rooms
from lobby.models import Room
from races import bots, changes, clocks, live, records, registry, scenes, sweeper, tokens
from races.games import table_game_of
from races.models import Content, Race, Seat
from races.start import Start, Terms, open_table
from races.thinking import think
from tests.engine.kernel import high_card
from tests.engine.kernel.high_card import NAME, Play, Setup
from tests.high_card.players import browser, form_of, play_by_forms, play_by_page, play_by_protocol
from tests.waiting import LIMIT

ROUNDS = 3
SETTINGS = {
    "name": "Ada",
    "rounds": str(ROUNDS),
    "least": "2",
    "most": "4",
    "clock": "60",
    "grace": "60",
    "watching": "anybody",
    "once": "press",
}
GUESTS = ("bo", "cy", "di")


def started_in_a_room() -> Race:
    """Ada opens a room for four, three others come in, and she starts the game."""
    ada = browser("ada")
    ada.post(f"/open/?game={NAME}", SETTINGS)
    room = Room.objects.get()
    for guest in GUESTS:
        browser(guest).post("/join/", {"code": room.code, "name": guest.title()})
        rooms.set_ready(room.code, guest, True)
    ada.post(f"/lobby/{room.code}/start/")
    return Race.objects.get()


def dealt(**terms: Any) -> Race:
    """A game of two visitors, without a room."""
    starters = [
        Start(name=name, colour=colour, number=1, visitor=name.lower())
        for name, colour in (("Ada", "red"), ("Bo", "blue"))
    ]
    terms = {"host": "ada", "seed": Seed("5eed" * 16), **terms}
    return open_table(NAME, high_card.Content(), Setup(2, 2), starters, Terms(**terms))


def reread(race: Race) -> Race:
    return Race.objects.get(pk=race.pk)


def token_of(race: Race, seat: int) -> str:
    return tokens.make(Seat.objects.get(race=race, number=seat))


def get(visitor: str, race: Race, page: str, status: int = 200) -> str:
    response = browser(visitor).get(f"/races/{race.code}/{page}")
    assert response.status_code == status, f"{page}: {response.status_code}"
    return response.content.decode()


async def test_a_whole_game_by_visitors_and_programs() -> None:
    race = await sync_to_async(started_in_a_room)()
    offered = [await sync_to_async(token_of)(race, seat) for seat in (2, 3)]
    async with asyncio.timeout(LIMIT):
        posted, answered, *told = await asyncio.gather(
            play_by_forms(race, "ada"),
            play_by_page(race, "bo"),
            *(play_by_protocol(race, token) for token in offered),
        )
    assert (posted, answered) == (ROUNDS, ROUNDS)
    for seat, one in enumerate(told, start=2):
        assert one["hello"]["game"] == NAME
        assert one["hello"]["race"]["laps"] == 0
        assert one["hello"]["seat"] == one["update"]["view"]["seat"] == seat
        assert one["update"]["view"]["ended"] == "played"
    await sync_to_async(is_kept_and_shown)(race)


def state_of(race: Race) -> high_card.State:
    return cast("high_card.State", scenes.load(race.pk).state)


def states_of(race: Race) -> list[high_card.State]:
    return cast("list[high_card.State]", records.states(race))


def is_kept_and_shown(played: Race) -> None:
    """The record is whole and comes out the same when it is played again; every page shows the game."""
    race = reread(played)
    assert race.ended is not None
    assert (race.game, race.content.game, race.track, race.laps) == (NAME, NAME, None, 0)
    assert race.version == 4 * ROUNDS
    records.check(race)
    call_command("verify_races", race.code)
    states = states_of(race)
    final = states[-1]
    record = msgspec.json.decode(
        get("zed", race, "record.json"),
        type=Record[high_card.Content, Setup, high_card.Command, high_card.Event, high_card.State],
    )
    assert verify(high_card.HighCard(record.content), record) == final
    best = max(final.points)
    winners = [seat.name for seat in race.seats.order_by("number") if final.points[seat.number] == best]
    assert f"{' and '.join(winners)} won" in get("zed", race, "results/")
    log = get("zed", race, "log/")
    assert log.count("takes a point") == ROUNDS
    assert f"Round {ROUNDS}" in log
    assert f"Round {ROUNDS + 1}" not in log
    for step in range(race.version + 1):
        hand = (
            get("zed", race, f"replay/?step={step}&seat=1").partition('id="replay-hands"')[2].partition("</section>")[0]
        )
        assert [int(card) for card in re.findall(r"<b>(\d+)</b>", hand)] == list(states[step].hands[1])
    assert "puts a card down." in get("zed", race, "replay/?step=1")
    assert "The game is over." in get("ada", race, "")
    assert 'id="points"' in get("zed", race, "tv/")


@pytest.mark.django_db
def test_the_site_itself_does_not_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    race = dealt()
    monkeypatch.undo()
    assert NAME not in registry.GAMES
    assert NAME not in games.OFFERS
    scenes.forget()
    table_game_of.cache_clear()
    with pytest.raises(scenes.Unreadable):
        scenes.load(race.pk)


@pytest.mark.django_db
def test_every_page_of_a_game_that_goes_on_speaks_of_a_game() -> None:
    race = dealt()
    pages = {page: get("ada", race, page) for page in ("", "tv/", "log/", "host/", "tokens/", "replay/")}
    assert form_of(pages[""]) is not None
    assert form_of(get("zed", race, "")) is None
    for page, html in pages.items():
        text = re.sub(r"<[^>]*>", " ", html[html.index("<main") :].partition("<footer")[0])
        assert not re.search(r"\b(race|driver|car|lap|flag|wheel)s?\b", text, re.IGNORECASE), f"{page}: {text}"
    assert get("zed", race, "record.json", 403)


@pytest.mark.django_db
def test_a_hand_is_seen_by_its_own_seat_only() -> None:
    race = dealt()
    state = state_of(race)
    for visitor, own in (("ada", 0), ("bo", 1), ("zed", None)):
        form = form_of(get(visitor, race, ""))
        held = [] if own is None else [f"play:{card}" for card in state.hands[own]]
        assert held == (form.offered if form else [])
    get("bo", race, "replay/?step=0&seat=1")
    get("bo", race, "replay/?step=0&seat=0", 403)


@pytest.mark.django_db
def test_refusals_are_in_the_words_of_the_game_or_of_any() -> None:
    race = dealt()
    ada = browser("ada")
    for do, question, said in (
        ("play:99", "1.play.0.1", "You do not hold that card."),
        ("play:1", "1.play.1.1", "That question is for another player."),
    ):
        ada.post(f"/races/{race.code}/answer/", {"question": question, "do": do})
        assert said in ada.get(f"/races/{race.code}/").content.decode()


@pytest.mark.django_db
def test_a_question_has_the_share_of_the_clock_that_the_game_gives_it() -> None:
    now = clocks.milliseconds(timezone.now())
    for clock, seconds in ((60, 30), (12, 10), (8, 8), (86400, 43200)):
        race = dealt(clock=clock)
        left = race.clocks[0]["left"]
        assert left == 1000 * seconds
    assert now > 0


@pytest.mark.django_db
def test_stand_ins_bots_and_presets_play_too() -> None:
    race = dealt(clock=60)
    browser("bo").post(f"/races/{race.code}/presets/", {"preset": "lowest"})
    state = state_of(race)
    live.submit(race.pk, Answer(0, high_card.HighCard().question(state, 0), Play(state.hands[0][0]), "one"))
    sweeper.sweep(timezone.now() + timedelta(seconds=1))  # Bo's preset answers
    state = state_of(race)
    assert state.round == 2
    assert state.shown[1] == min(states_of(race)[0].hands[1])
    changes.hand_over(race.pk, 0, scenes.load(race.pk).table_game.stand_in)
    asked = bots.open_questions(race.pk)
    assert asked is not None
    ((bot, question),) = asked.questions
    choice = think(registry.GAMES[asked.game], bot, asked.content, asked.state, question, Seed("ab" * 16))
    live.submit(race.pk, Answer(0, question, choice, f"{live.BOT}{question}"))
    sweeper.sweep(timezone.now() + timedelta(seconds=2))
    assert scenes.load(race.pk).is_over


@pytest.mark.django_db
def test_time_runs_out_and_a_stand_in_answers() -> None:
    race = dealt(clock=60)
    late = race.started + timedelta(seconds=31)
    Seat.objects.filter(race=race).update(seen=late)
    assert sweeper.sweep(late) == 2
    assert state_of(race).round == 2
    assert "A stand-in plays for Ada." in get("zed", race, "log/")


@pytest.mark.django_db
def test_the_host_pauses_ends_and_a_seat_retires() -> None:
    race = dealt()
    browser("ada").post(f"/races/{race.code}/host/pause/")
    assert "The game is paused" in get("zed", race, "")
    browser("ada").post(f"/races/{race.code}/host/resume/")
    assert not isinstance(live.submit(race.pk, Retire(1)), Refusal)
    assert reread(race).ended is not None
    other = dealt()
    assert not isinstance(live.submit(other.pk, End()), Refusal)
    assert reread(other).ended is not None
    assert Content.objects.filter(game=NAME).count() == 1
