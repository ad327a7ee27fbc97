"""A recorded race told again: in both forms, to every viewer, up to any step; and what a broken one says."""

import json
import re
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import engine
from engine.heat import RULEBOOK, Entrant, Gear, Heat, Setup, read_record
from engine.heat.notation import read_position, read_record_text, read_view_position, write_record
from engine.heat.race import Race
from engine.kernel import Answer, End, Seed, StandIn, Step, encode
from tests.engine.cli.terminal import Terminal
from tests.engine.heat.kit import game
from tests.engine.heat.notation_kit import bent
from tests.engine.heat.races import Start, drive


def raced() -> Race:
    """Two drivers and a Legend for three rounds: stand-ins, but for the first gear."""
    race = Race(game(), Setup((Entrant(), Entrant(), Entrant("easy")), 1), Seed("ca11" * 8))
    race.submit(Answer(0, race.game.question(race.state, 0), Gear(3), "first"))
    while race.state.round < 4:
        assert isinstance(race.submit(StandIn(race.game.awaiting(race.state)[0], "away")), Step)
    race.submit(End())
    return race


def raced_with_modules() -> Race:
    """Two random drivers for a few rounds of a championship race with everything."""
    content = replace(game().content, rules=RULEBOOK)
    modules: dict[str, Any] = {
        "draft": "rounds",
        "expansions": ("heavy_rain", "tunnel_vision"),
        "weather": True,
        "roads": True,
    }
    race = Race(
        Heat(content), Setup((Entrant(), Entrant()), 1, season=True, event="title_sponsor", **modules), RACE.seed
    )
    start = Start(content, race.setup, race.seed, 7)
    for move in islice(drive(race.game, start, trouble=0), 1, 60):
        assert move.command is not None
        assert isinstance(race.submit(move.command), Step)
    return race


RACE = raced()
RECORD = RACE.record(engine.__version__)
JSON = encode(RECORD)
TEXT = write_record(RECORD)
FULL = encode(raced_with_modules().record(engine.__version__))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "race.json"
    path.write_bytes(JSON)
    return path


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "race.heat"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_both_forms_are_told_alike(terminal: Terminal, kept: Path, written: Path) -> None:
    said = terminal("replay", kept)
    assert said.code == 0
    assert said == terminal("replay", written)
    assert "    0  — Round 1 —\n" in said.out
    assert "       Car 0 is in gear 3, paying 1 Heat.\n" in said.out.replace("    2  Car 0", "       Car 0")
    assert "The race was ended." in said.out


def test_position_is_what_the_viewer_knows(terminal: Terminal, kept: Path) -> None:
    for viewer, seat in (("spectator", None), ("0", 0), ("1", 1)):
        line = terminal("replay", kept, "--as", viewer).out.splitlines()[-1]
        assert read_view_position(RACE.game, line) == RACE.game.view(RACE.state, seat)
    line = terminal("replay", kept, "--as", "all").out.splitlines()[-1]
    assert read_position(RACE.game, line, RACE.seed) == RACE.state


@pytest.mark.parametrize("viewer", ["spectator", "0", "all"])
def test_race_with_modules_is_told(terminal: Terminal, tmp_path: Path, viewer: str) -> None:
    path = tmp_path / "race.json"
    path.write_bytes(FULL)
    said = terminal("replay", path, "--as", viewer, "--verify")
    assert (said.code, said.err) == (0, "")
    for sentences in (
        "  On the market: up",
        " takes up",
        "  The weather: ",
        "  On the road: ",
        " draws 3 sponsor cards for the race",
    ):
        assert sentences in said.out
    own = re.search(r"Car 0 draws 3 sponsor cards for the race: sp", said.out)
    assert bool(own) == (viewer == "0")
    assert terminal("replay", path, "--text").code == 0


def test_spectator_is_the_default(terminal: Terminal, kept: Path) -> None:
    assert terminal("replay", kept) == terminal("replay", kept, "--as", "spectator")


def test_until_stops_after_a_step(terminal: Terminal, kept: Path) -> None:
    told = json.loads(terminal("replay", kept, "--until", 1, "--as", "all", "--json").out)
    assert [step["step"] for step in told["steps"]] == [0, 1]
    assert "chose gear:3 " in told["position"]
    assert terminal("replay", kept, "--until", 0).code == 0


@pytest.mark.parametrize("step", [-1, len(RECORD.entries)])
def test_until_a_step_that_is_not_there(terminal: Terminal, kept: Path, step: int) -> None:
    said = terminal("replay", kept, "--until", step, "--as", "9")
    assert said.code == 1
    assert f"options: --until: the steps of this race are 0 to {len(RECORD.entries) - 1}, not {step}\n" in said.err
    assert "options: --as: a viewer is a seat (0, 1, 2), spectator or all, not '9'\n" in said.err


def test_as_a_seat_shows_only_what_it_may_know(terminal: Terminal, kept: Path) -> None:
    """Word for word what the engine lets this seat see, and nothing of seed, ids or the answers of others."""
    said = terminal("replay", kept, "--as", "1", "--json", "--verify")
    told = json.loads(said.out)
    expected = [[RACE.game.see(event, 1) for event in entry.events] for entry in RECORD.entries]
    assert [step["seen"] for step in told["steps"]] == json.loads(encode(expected))
    assert RACE.seed not in said.out
    assert '"first"' not in said.out
    others = [seen for step in told["steps"] for seen in step["seen"] if seen["type"] == "drew" and seen["seat"] == 0]
    assert others
    assert not any("cards" in seen for seen in others)


def test_all_holds_every_secret(terminal: Terminal, kept: Path) -> None:
    said = terminal("replay", kept, "--as", "all", "--json")
    assert RACE.seed in said.out


def test_json_says_what_was_raced(terminal: Terminal, kept: Path) -> None:
    told = json.loads(terminal("replay", kept, "--json", "--verify").out)
    assert {key: told[key] for key in ("engine", "track", "rules", "viewer", "verified")} == {
        "engine": engine.__version__,
        "track": "usa",
        "rules": "standard",
        "viewer": "spectator",
        "verified": True,
    }
    assert told["verified_by"] == "commands"
    assert len(told["steps"]) == len(RECORD.entries)


def test_text_turns_one_form_into_the_other(terminal: Terminal, kept: Path) -> None:
    said = terminal("replay", kept, "--text")
    assert said.out == TEXT
    assert read_record_text(said.out) == RECORD == read_record(JSON)
    assert len(read_record_text(terminal("replay", kept, "--text", "--until", 3).out).entries) == 4


def test_text_is_not_for_a_seat(terminal: Terminal, kept: Path) -> None:
    said = terminal("replay", kept, "--text", "--as", "1")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("options: --text: ")


def test_verify_says_so(terminal: Terminal, kept: Path, written: Path) -> None:
    for path in (kept, written):
        assert terminal("replay", path, "--verify").out.endswith("It plays again to the byte.\n")


KEPT = sorted((Path(__file__).parents[1] / "heat" / "fixtures" / "records").glob("0.1.0-*.json"))


def drafts(path: Path) -> bool:
    """Whether upgrades were drafted, which this version deals otherwise from more than 60 cards."""
    return bool(read_record(path.read_bytes()).setup.draft)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_verify_of_a_record_of_another_engine_goes_by_its_stored_events(terminal: Terminal, path: Path) -> None:
    said = terminal("replay", path, "--verify")
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(
        f"It was recorded by engine 0.1.0, and this is {engine.__version__}, which may decide otherwise: its stored "
        "events fit together from start to end, and no command was decided again.\n"
    )
    told = json.loads(terminal("replay", path, "--verify", "--json").out)
    assert (told["engine"], told["verified"], told["verified_by"]) == ("0.1.0", True, "events")


OTHER_ENGINE = (
    f"engine '0.1.0' made this record, and this is {engine.__version__}, which decides otherwise here; a text holds no "
    "events that could be folded, so it takes that engine, or the record in its JSON form\n"
)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_text_of_another_engine_is_written_and_read_unless_this_one_decides_otherwise(
    terminal: Terminal, path: Path, tmp_path: Path
) -> None:
    said = terminal("replay", path, "--text")
    if drafts(path):
        assert (said.code, said.out) == (1, "")
        assert said.err == f"record: step 0.events[0]: {OTHER_ENGINE}"
        return
    written = tmp_path / "race.heat"
    written.write_text(said.out, encoding="utf-8")
    assert terminal("replay", written, "--verify").code == 0


def test_text_of_another_engine_that_comes_out_otherwise_is_not_said_to_differ(
    terminal: Terminal, tmp_path: Path
) -> None:
    written = tmp_path / "race.heat"
    text = TEXT.replace("0 gear 3 pays 1", "0 gear 3 pays 0").replace(f'"{engine.__version__}"', '"0.1.0"')
    written.write_text(text, encoding="utf-8")
    said = terminal("replay", written)
    assert said.code == 1
    assert re.fullmatch(rf"record: line \d+: {re.escape(OTHER_ENGINE)}", said.err)


def test_there_are_records_of_another_engine_with_drafts_and_without() -> None:
    assert {drafts(path) for path in KEPT} == {True, False}


def test_a_broken_record_of_another_engine_names_its_step(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    data = msgspec.json.decode(KEPT[0].read_bytes())
    data["entries"][5]["events"][0]["seat"] = 99
    path.write_bytes(msgspec.json.encode(data))
    said = terminal("replay", path, "--verify")
    assert said.code == 1
    assert said.err.startswith("record: step 5.events: these events do not fit the game so far ")


def test_verify_names_the_step_that_differs(terminal: Terminal, tmp_path: Path) -> None:
    """A card that was drawn is exchanged: it still folds, but it is not what the seed gives."""
    path = tmp_path / "false.json"
    data = msgspec.json.decode(JSON)
    place = next(n for n, entry in enumerate(data["entries"]) if '"drew"' in json.dumps(entry))
    number, event = next((n, e) for n, e in enumerate(data["entries"][place]["events"]) if e["type"] == "drew")
    event["cards"] = ["1"] * len(event["cards"])
    path.write_bytes(msgspec.json.encode(data))
    said = terminal("replay", path, "--verify", "--as", "all")
    assert said.code == 1
    assert said.err.startswith(f"record: step {place}.events[{number}]: played again this is ")
    hidden = terminal("replay", path, "--verify")
    assert hidden.code == 1
    assert hidden.err.startswith(f"record: step {place}.events[{number}]: played again this comes out otherwise")
    assert "cards" not in hidden.err


def test_readable_form_names_the_line_that_differs(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "false.heat"
    path.write_text(TEXT.replace("0 gear 3 pays 1", "0 gear 3 pays 0"), encoding="utf-8")
    said = terminal("replay", path, "--as", "all")
    assert said.code == 1
    assert re.match(r"record: line \d+: played again this is “0 gear 3 pays 1”", said.err)
    assert "“" not in terminal("replay", path, "--as", "1").err


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"{", b"\xff\xfe", b"\x00", b"0. start", b'{"game": 3}', b"[Track", JSON[:-9], JSON[:90]],
)
def test_what_is_no_record_is_refused(terminal: Terminal, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "race"
    path.write_bytes(data)
    said = terminal("replay", path)
    assert said.code == 1
    assert said.err.startswith("record: ")


@pytest.mark.parametrize("name", ["none", ".", "\0"])
def test_file_that_cannot_be_read_is_named(terminal: Terminal, tmp_path: Path, name: str) -> None:
    said = terminal("replay", f"{tmp_path}/{name}")
    assert said.code == 1
    assert said.err.startswith("record: ")


def twisted(value: object, dice: Random) -> object:
    """The value with something inside exchanged for something else of its kind."""
    if isinstance(value, dict) and value:
        key = dice.choice(sorted(value))
        return {**value, key: twisted(value[key], dice)}
    if isinstance(value, list) and value:
        place = dice.randrange(len(value))
        whims = (value[:place], value[:place] + value[place + 1 :], [*value, value[place]])
        inside = [*value[:place], twisted(value[place], dice), *value[place + 1 :]]
        return dice.choice((inside, inside, inside, *whims))
    if isinstance(value, int):
        return dice.choice((value + 1, value - 1, -1, 0, 99))
    return dice.choice(("heat", "", "gears", "react", "flag", "9", None, 7)) if isinstance(value, str) else value


def test_fuzz_any_record_is_told_or_refused(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "race"
    codes = set()
    for number in range(250):
        dice = Random(number)
        data = msgspec.json.decode(JSON if number % 2 else FULL)
        twist = data | {"entries": twisted(data["entries"], dice)} if number % 5 else twisted(data, dice)
        path.write_bytes(msgspec.json.encode(twist) if number % 4 else bent(TEXT, dice).encode())
        for sentences in ([], ["--as", "all", "--json"], ["--verify"], ["--text"]):
            said = terminal("replay", path, *sentences)
            codes.add(said.code)
            assert bool(said.err) == bool(said.code)
    assert codes == {0, 1}
