"""Records that were thought out to cost a reader time, memory or a page: each is refused at once."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine import henhur, lastcard
from engine.heat import Content, Entrant, Heat, Setup, State, all_tracks, read_track
from engine.heat.reading import read_record, read_state
from engine.heat.tracks import Track, write_track
from engine.kernel.bounds import PILE
from engine.kernel.chance import Seed
from engine.kernel.faults import Broken
from engine.kernel.records import Record, encode, verify_events
from races import opened
from tests.bounds.test_worst import LIMIT, a_henhur_match, a_lastcard_match, a_race, first_state, seconds

SEED = Seed("ab" * 16)
CARS = 40
LONG = 6_000
"""So many entries a file may have on a site."""


def plain(record: Any, version: str = "0.0.1") -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(encode(record))
    return {**found, "engine": version}


def refused(record: dict[str, Any]) -> str:
    """Why the site does not open a record, which it must say in time."""
    data = json.dumps(record, separators=(",", ":")).encode()
    assert seconds(opened.read, data) < LIMIT
    with pytest.raises(opened.NotOpened) as why:
        opened.read(data)
    return why.value.code


def wide() -> Track:
    """A circuit with as many cars, spaces and lanes as there can be."""
    raw = json.loads(write_track(all_tracks()["usa"]))
    inside = raw["corners"][-1]["race_lane"]
    lanes = [inside, *(lane for lane in range(1, 7) if lane != inside)]
    raw |= {"length": 400, "lanes": 6, "press_corners": None, "grid": []}
    raw |= {name: [] for name in ("flooded", "tunnel", "gravel", "bridge_under", "outline", "press_order")}
    raw["grid"] = [{"space": 399 - place // 6, "lane": lanes[place % 6]} for place in range(CARS)]
    return read_track(json.dumps(raw))


def full(events: list[dict[str, Any]]) -> dict[str, Any]:
    """A record of as many cars with as many cards as there can be, and one entry after the other with these events."""
    game = Heat(Content(track=wide()))
    owned = Entrant(upgrades=("up01",) * 50, sponsors=("sp01",) * 50)
    setup = Setup((owned,) * CARS, 1, season=True)
    record = plain(
        Record[Any, Any, Any, Any, Any](
            game="heat", engine="0.0.1", content=game.content, setup=setup, seed=SEED, entries=()
        )
    )
    start = json.loads(encode(game.start(setup, SEED)))
    after = [{"command": None, "events": events}] * LONG
    return {**record, "entries": [{"command": None, "events": start}, *after]}


EVENTS: dict[str, list[dict[str, Any]]] = {
    "nothing": [],
    "all cars": [{"type": "cleared", "seats": list(range(CARS))}],
    "one car": [{"type": "drew", "seat": 0, "cards": []}],
    "a round": [{"type": "round_began", "round": 1, "order": list(range(CARS))}],
    "more and more cards": [
        {"type": "spun_out", "seat": 0, "line": 0, "limit": 0, "speed": 0, "heat": 0, "at": 0, "lane": 1, "stress": 100}
    ],
    "a car that is dealt to again": [{"type": "dealt", "seat": 0, "pile": [], "drawn": 0, "engine": 100, "n": 0}] * 50,
}


def folded(data: bytes) -> None:
    record = read_record(data)
    verify_events(Heat(record.content), record)


@pytest.mark.parametrize("what", EVENTS)
def test_m3_forty_cars_and_six_thousand_entries_are_judged_in_time(what: str) -> None:
    """After each entry the invariants are looked at, of the cars that it has touched."""
    data = json.dumps(full(EVENTS[what]), separators=(",", ":")).encode()
    assert seconds(folded, data) < LIMIT
    if what in ("more and more cards", "a car that is dealt to again"):
        with pytest.raises(Broken, match=r"not sound|do not fit"):
            folded(data)
    else:
        folded(data)


def test_m3_a_driver_never_gets_more_cards_than_a_state_may_have() -> None:
    state = first_state()
    heat = Heat(Content(track=all_tracks()["usa"]))
    heap = ("stress",) * (PILE.most + 1)
    car = msgspec.structs.replace(state.cars[0], discard=heap, stock=tuple(sorted((*state.cars[0].stock, *heap))))
    worse = msgspec.structs.replace(state, cars=(car, *state.cars[1:]))
    assert heat.problems(worse) == ("too_many_cards: seat 0",)
    assert heat.problems(worse, state) == ("too_many_cards: seat 0",)


def test_m3_what_an_event_has_touched_is_judged_and_what_it_has_not_is_not() -> None:
    state = first_state()
    heat = Heat(Content(track=all_tracks()["usa"]))
    lost = msgspec.structs.replace(state.cars[0], draw=state.cars[0].draw[1:])
    assert heat.problems(msgspec.structs.replace(state, cars=(lost, state.cars[1])), state) == ("card_lost: seat 0",)
    assert heat.problems(state, state) == ()


def test_h1_a_driver_brings_no_more_than_fifty_of_a_kind() -> None:
    record = plain(a_race())
    record["setup"]["entrants"][0]["upgrades"] = ["up01"] * 51
    assert refused(record) == "broken"
    with pytest.raises(Broken, match=r"entrants\[0\].upgrades: a driver brings at most 50 of them, not 51"):
        read_record(json.dumps(record))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("modules", "events", 0, "effects"), {"stress": 41}),
        (("modules", "events", 0, "effects"), {"points_bonus": [41]}),
        (("modules", "weather", 0, "stress"), 999_999),
        (("modules", "weather", 0, "sector"), {"cooldown": -41}),
        (("modules", "roads", 0, "sector"), {"slipstream": 41}),
        (("cards", "cards", 5, "copies"), 999_999),
        (("cards", "trio"), ["up01"] * 51),
        (("cards", "speed_copies"), 999_999),
    ],
)
def test_h1_numbers_that_would_make_endless_decks_are_faults(path: tuple[str | int, ...], value: object) -> None:
    record = plain(a_race())
    inner: Any = record["content"]
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert refused(record) == "broken"
    with pytest.raises(Broken):
        read_record(json.dumps(record))


def test_h1_all_cards_of_a_box_make_no_endless_pile() -> None:
    record = plain(a_race())
    card = {"id": "", "kind": "upgrade", "copies": 20}
    record["content"]["cards"]["cards"] += [{**card, "id": f"x{number}"} for number in range(26)]
    with pytest.raises(Broken, match="at most 500 upgrades in all"):
        read_record(json.dumps(record))


def test_m3_a_list_of_henhur_with_endless_copies_is_not_written_out() -> None:
    record = plain(a_henhur_match())
    for card in record["content"]["cards"]:
        card["copies"] = dict.fromkeys(("starter", "market1", *card["copies"]), 999999)
    assert refused(record) == "broken"


@pytest.mark.parametrize("match", [a_lastcard_match, a_henhur_match])
def test_m3_a_match_for_a_thousand_seats_begins_neither_at_first_nor_later(match: Callable[[], Any]) -> None:
    record = plain(match())
    start = {**record["entries"][0]["events"][0], "setup": {**record["setup"], "seats": 999}}
    again = [{"command": None, "events": [start] * 50}] * 100
    assert refused(record | {"entries": record["entries"] + again}) == "broken"
    assert refused(record | {"entries": [{"command": None, "events": [start]}]}) == "broken"


def test_m3_a_position_has_no_endless_hand() -> None:
    game = Heat(Content(track=all_tracks()["usa"]))
    state: State = first_state()
    heap = ("up01",) * 41
    car = msgspec.structs.replace(
        state.cars[0],
        hand=tuple(sorted((*state.cars[0].hand, *heap))),
        stock=tuple(sorted((*state.cars[0].stock, *heap))),
    )
    with pytest.raises(Broken, match="no hand grows to more than 40 cards"):
        read_state(game, game.encode(msgspec.structs.replace(state, cars=(car, *state.cars[1:]))))


def test_h1_a_position_is_no_larger_than_what_bots_go_on_with() -> None:
    record = plain(a_race())
    state = json.loads(encode(first_state()))
    record |= {"setup": state["setup"], "seed": state["seed"], "position": state}
    record["entries"] = [{"command": None, "events": []}]
    read_record(json.dumps(record | {"content": json.loads(encode(Content(track=all_tracks()["usa"])))}))
    state["upgrade_pile"] = ["up01"] * 4_000
    state["sponsor_pile"] = state["sponsors_used"] = state["upgrades_out"] = ["sp01"] * 4_000
    with pytest.raises(Broken, match="position: a state from which a race goes on has at most 65536 bytes"):
        read_record(json.dumps(record | {"content": json.loads(encode(Content(track=all_tracks()["usa"])))}))


@pytest.mark.parametrize("laps", [10, 40_000])
def test_l2_an_old_record_of_more_laps_than_a_column_holds_is_refused(laps: int) -> None:
    record = plain(a_race())
    record["setup"]["laps"] = laps
    assert refused(record) == "broken"


def test_l2_an_old_record_with_commands_of_seats_that_no_column_holds_is_refused() -> None:
    record = plain(a_race())
    record["entries"][1]["command"]["seat"] = 40_000
    assert refused(record) == "broken"


def test_the_records_that_these_are_made_of_are_opened() -> None:
    for record in (a_race(), a_lastcard_match(), a_henhur_match()):
        for version in ("0.0.1", record.engine):
            assert opened.read(json.dumps(plain(record, version)).encode()).game == record.game
    assert lastcard.LastCard().name == "lastcard"
    assert henhur.HenHur().name == "henhur"
