"""The two texts: what is written reads back, a broken text names its faults and their places, the page is true."""

import re
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from engine.heat import Choice, Content, Entrant, Gear, Heat, Play, RaceRecord, Setup, State, all_tracks
from engine.heat import events as e
from engine.heat import grammar as w
from engine.heat.cards import Card, base_cards
from engine.heat.decks import LegendCard, LegendRow, all_decks
from engine.heat.folds import FOLDS
from engine.heat.masking import MASKED, ChosenSeen
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.discard import Discard
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.mulligan import Mulligan
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.pick import Pick
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.super_cool import SuperCool
from engine.heat.moves.swap import Swap
from engine.heat.notation import (
    happening,
    happenings,
    read_position,
    read_record_text,
    read_view_position,
    write_position,
    write_record,
)
from engine.heat.notation.happenings import _WRITTEN, read_choice, write_choice
from engine.heat.notation.reading import _CAR, _HEAD
from engine.heat.notation.tags import KNOWN
from engine.heat.phases import NAMES
from engine.heat.race import Race
from engine.heat.state import Car, Item
from engine.heat.tables import SHIPPED
from engine.kernel import Answer, Broken, End, Retire, StandIn, Step, Withdraw, encode
from tests.engine.heat import races
from tests.engine.heat.kit import SEED, Table, car, game, ready

PAGE = (Path(__file__).parents[3] / "docs" / "NOTATION.md").read_text(encoding="utf-8")

ODD_CARDS = replace(
    base_cards(),
    cards=(
        *base_cards().cards,
        Card("choice", "upgrade", (1, 2, 4)),
        Card("cooler", "upgrade", (3,), {"cooldown": 2, "plus": 1}),
        Card("turbo6", "upgrade", (6,)),
    ),
)
ODD_DECK = replace(
    next(iter(all_decks().values())),
    id="odd; deck",
    cards=tuple(LegendCard(f'"{n}", no / name', {"a: row*2": LegendRow(9 + n, n)}) for n in range(3)),
)


def odd(start: races.Start) -> races.Start:
    """The same race with cards, a circuit, a deck and a rule set that no shipped content has."""
    content = replace(
        start.content,
        cards=ODD_CARDS,
        legends=ODD_DECK,
        track=replace(start.content.track, id="mine", name='“My” track; "really"'),
        rules=replace(start.content.rules, name="house [rules]"),
    )
    decks: list[tuple[str, ...] | None] = [None, (), ("choice", "cooler", "turbo6"), ("turbo6", "heat", "choice")]
    entrants = tuple(
        Entrant("a: row*2") if entrant.legend else Entrant(upgrades=decks[seat % len(decks)])
        for seat, entrant in enumerate(start.setup.entrants)
    )
    return replace(start, content=content, setup=replace(start.setup, entrants=entrants))


def part(share: float) -> settings:
    """More or fewer examples than the profile says, for tests that are cheap or dear."""
    return settings(max_examples=int(settings.default.max_examples * share))  # type: ignore[union-attr]


PLAIN = races.starts(most_cars=6, most_laps=1)
FULL = races.starts(most_cars=5, most_laps=1, modules=races.modules())
STARTS = PLAIN | FULL
ANY_START = STARTS | PLAIN.map(odd)


def faults(broken: pytest.ExceptionInfo[Broken]) -> set[tuple[str, str]]:
    return {(fault.place, fault.code) for fault in broken.value.faults}


# Positions


def check_position(game: Heat, state: State) -> None:
    """A state and what each viewer knows of it, there and back."""
    line = write_position(game, state)
    assert read_position(game, line, state.seed) == state, line
    assert "\n" not in line
    for seat in (None, *range(len(state.cars))):
        view = game.view(state, seat)
        seen = write_position(game, view)
        assert read_view_position(game, seen) == view, seen
        assert write_position(game, read_view_position(game, seen)) == seen


@part(0.5)
@given(ANY_START)
def test_position_reads_back_between_decisions(start: races.Start) -> None:
    game = Heat(start.content)
    for number, move in enumerate(races.drive(game, start, steps=120, trouble=0.15)):
        if number % 7 == start.dice % 7:
            check_position(game, move.state)
    check_position(game, move.state)


def test_position_of_a_table_laid_by_hand() -> None:
    table = Table(game(), ready("1 4", at=10), car(at=12, gear=3, discard="heat 5", engine=2), order=(1, 0))
    check_position(table.game, table.state)
    check_position(table.game, table.go("gears").state)


def test_position_says_what_a_player_says() -> None:
    table = Table(game(), car(at=80, lane=2, gear=3, engine=5, hand="1 2 2 heat", draw="4 3 3", laps=(4,)), round=5)
    line = write_position(table.game, table.go("gears").state)
    assert line.startswith("round 5 phase gears order 0 laps 2 pile ")
    assert " / 0 driver lap 2 space 11 lane 2 gear 3 engine 5 hand 1,2*2,heat draw 4,3*2 from 2.11.2 asked " in line


def test_position_of_a_table_with_modules() -> None:
    """Every field that modules add, in one table, and what each viewer makes of it."""
    one = car(
        at=14, gear=2, play="up11 up32", worth=(6, 2), draw="up34 sp01 1 2", top=("up34",), hand="1 heat sp02 stress",
        discard="sp03 2", accelerated=2, slipped_from=0, weathered=(-1, 12), bonus=1, flips=2, upgrades=("up11",),
        items=(Item("heat", 1, "up11"), Item("cooldown", 1, "up11")),
    )  # fmt: skip
    table = Table(
        game(), one, car(at=20), round=3, season=True, event="new_record", weather=True, roads=True, draft="snake",
        tiers=("basic",), expansions=("heavy_rain",),
    )  # fmt: skip
    shared = {
        "weather": "rain", "tokens": ("overheat", "weather", "limit_up", "free_boost"), "market": ("up01",),
        "upgrades_out": ("up02",), "upgrade_pile": ("up03", "up03"), "sponsor_pile": ("sp01",),
        "sponsors_used": ("sp05",),
    }  # fmt: skip
    kept = (Entrant(sponsors=("sp01", "sp02")), Entrant())
    state = replace(table.state, setup=replace(table.state.setup, entrants=kept), **shared)
    check_position(table.game, state)
    assert " accelerated 2 " in write_position(table.game, state)
    seen = write_position(table.game, table.game.view(state, 1))
    assert " kept ?2 " in seen
    assert " hand ?4 draw ?4 top up34 discard sp03,2 sponsors 3 holds 1 stock " in seen
    assert not re.search("sp0[124]|upgrades|up03", seen)


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("laps 2 ", "laps 2 draft quickly ", "draft", "unknown"),
        ("laps 2 ", "laps 2 tiers basic,best ", "tiers", "unknown"),
        ("laps 2 ", "laps 2 expansions moon ", "expansions[0]", "unknown_expansion"),
        ("laps 2 ", "laps 2 season event picnic ", "event", "unknown_event"),
        ("laps 2 ", "laps 2 sky hail ", "sky", "unknown"),
        ("laps 2 ", "laps 2 tokens overheat,ice ", "tokens", "unknown"),
        ("laps 2 ", "laps 2 market up99 ", "market", "unknown_card"),
        ("laps 2 ", "laps 2 spent sp99 ", "spent", "unknown_card"),
        ("/ 1 driver ", "/ 1 driver kept ?2 ", "seat 1 kept", "hidden"),
        ("/ 1 driver ", "/ 1 driver kept up01 ", "entrants[1].sponsors[0]", "unknown_card"),
        ("n 1 /", "n 1 owns up99 /", "seat 0 owns", "unknown_card"),
        ("n 1 /", "n 1 top 3 /", "seat 0", "top_not_on_top"),
        ("n 1 /", "n 1 slipped 1 /", "seat 0 slipped", "bad_place"),
        ("n 1 /", "n 1 cooled x /", "seat 0 cooled", "no_number"),
        ("chose play:1,4", "chose discard:1^up32", "seat 0 chose", "no_refresh"),
        ("chose play:1,4", "chose giveup:up01", "seat 0 chose", "not_owned"),
    ],
)
def test_broken_modules_in_a_position_name_the_place(old: str, new: str, place: str, code: str) -> None:
    assert old in TWO_CARS
    with pytest.raises(Broken) as broken:
        read_position(game(), TWO_CARS.replace(old, new, 1))
    assert (place, code) in faults(broken)


def test_position_of_a_draft_asks_whom_the_draft_asks() -> None:
    race = Race(game(), Setup((Entrant(), Entrant()), 1, draft="snake"), SEED)
    line = write_position(race.game, race.state)
    assert " phase snake_draft order " in line
    check_position(race.game, race.state)
    for old, new in (("phase snake_draft", "phase draft"), ("draft snake", "draft one"), ("draft snake ", "")):
        with pytest.raises(Broken) as broken:
            read_position(race.game, line.replace(old, new))
        assert ("cursor", "bad_cursor") in faults(broken)


def test_view_hides_hands_piles_and_choices() -> None:
    table = Table(game(), car(at=10, gear=2), car(at=12)).go("gears").answer(0, Gear(1))
    seen = write_position(table.game, table.game.view(table.state, 1))
    first, second = seen.split(" / ")[1:]
    assert "hand ?7 draw ?8 " in first
    assert "chose ? " in first
    assert "hand 1*2,2*2,3*2,4 draw ~1*2,2*2,3*2,4*2 " in second
    assert "pile" not in seen
    with pytest.raises(Broken, match="hides nothing"):
        read_position(table.game, seen)


def test_position_fields_cover_the_state() -> None:
    """A new field of a state needs a word of its own; `at` and `worth` go by others."""
    named = {"at": "lap", "start": "from", "start_lane": "from", "laps": "done", "choice": "chose", "worth": "play"}
    named |= {"status": "home", "slipped_from": "slipped", "weathered": "cooled"}
    assert {named.get(field, field) for field in Car.__struct_fields__ if field != "upgrades"} <= _CAR
    assert {"owns", "upgrades", "kept"} <= _CAR
    named = {"legend_pile": "pile", "legend_used": "used", "legend_card": "legend", "legend_bonus": "bonus"}
    named |= dict.fromkeys(("stage", "turn", "step"), "cursor")
    named |= {"upgrade_pile": "upgrades", "sponsor_pile": "sponsors", "upgrades_out": "out", "sponsors_used": "spent"}
    elsewhere = {"content", "seed", "cars", "setup", "entrants"}
    fields = {*State.__struct_fields__, *Setup.__struct_fields__} - elsewhere
    assert {named.get(field, field) for field in fields} | {"sky"} <= _HEAD
    assert {"kept" if field == "sponsors" else field for field in Entrant.__struct_fields__} <= _CAR


TWO_CARS = write_position(game(), Table(game(), ready("1 4", at=10), car(at=12, n=0)).state)


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("round 2 ", "round two ", "round", "no_number"),
        ("round 2 ", "", "round", "missing"),
        ("round 2 ", "round 2 speed 4 ", "", "unknown"),
        ("round 2 ", "round 2 round 3 ", "round", "twice"),
        ("round 2 ", "round 2 phase lunch ", "phase", "unknown_phase"),
        ("round 2 ", "round 2 cursor 1.2 ", "cursor", "bad_cursor"),
        ("order 1,0", "order 1,7", "order", "no_such_seat"),
        ("order 1,0", "order 1", "seat 0", "not_in_order"),
        ("laps 2", "laps 77", "laps", "out_of_range"),
        ("/ 1 driver", "/ 1", "seat 1", "no_entrant"),
        ("/ 1 driver", "/ 2 driver", "seat 1", "bad_seat"),
        ("/ 1 driver", "/ 1 legend ferocious", "entrants[1].legend", "unknown_row"),
        ("/ 1 driver", "/ 1 legend easy", "seat 1", "legend_with_cards"),
        ("space 10", "space 70", "seat 0 space", "out_of_range"),
        ("space 10 ", "", "seat 0 space", "missing"),
        ("space 10 lane 1", "space 12 lane 1", "space 12 lane 1", "two_cars_in_one_spot"),
        ("lane 1 gear 2", "lane 3 gear 2", "seat 0", "off_track"),
        ("lane 1 gear 2", "lane 1 gear 5", "seat 0", "no_such_gear"),
        ("engine 6", "engine -1", "seat 0 engine", "out_of_range"),
        ("chose play:1,4", "chose play:1,5", "seat 0 chose", "not_in_hand"),
        ("chose play:1,4", "chose dance:1,5", "seat 0 chose", "unknown_choice"),
        ("chose play:1,4", "chose play", "seat 0 chose", "bad_choice"),
        ("chose play:1,4", "chose ?", "seat 0 chose", "hidden"),
        ("hand 1*2,", "hand ace,1*2,", "seat 0 hand", "unknown_card"),
        ("hand 1*2,", "hand 1*2*3,", "seat 0 hand", "bad_list"),
        ("hand 1*2,", "hand 1*0,", "seat 0 hand", "out_of_range"),
        ("hand 1*2,", "hand 4,1*2,", "seat 0", "hand_out_of_order"),
        ("n 1 /", "n 1 asked /", "cursor", "bad_cursor"),
        ("n 1 /", "n 1 chose gear:3 /", "seat 0 chose", "twice"),
        ("n 1 /", "n 1 items speed:1:gear /", "seat 0 items", "unknown_item"),
        ("n 1 /", "n 1 items speed /", "seat 0 items", "bad_item"),
        ("n 1 /", "n 1 done 3 /", "seat 0", "laps_miscounted"),
        ("n 1 /", "n 1 play 4=2=3 /", "seat 0 play", "bad_card"),
        ("from 1.10.1", "from 3", "seat 0 from", "bad_place"),
        ("n 1 /", "n 1 stock 1*4 /", "seat 0", "card_lost"),
        ("n 1 /", "n /", "seat 0 n", "missing"),
    ],
)
def test_broken_position_names_the_place(old: str, new: str, place: str, code: str) -> None:
    assert old in TWO_CARS
    with pytest.raises(Broken) as broken:
        read_position(game(), TWO_CARS.replace(old, new, 1))
    assert (place, code) in faults(broken)


def test_position_needs_the_cards_that_lie_face_down() -> None:
    table = Table(game(), ready("1 4", at=10), ready("2 3", at=12)).go("reveal")
    line = write_position(table.game, table.state).replace("chose play:1,4 ", "")
    assert table.asked == {1: "react"}
    assert read_position(table.game, line).cars[0].choice is None
    line = re.sub(r"phase react cursor 4.0.0", "phase cards cursor 1.0.0", line)
    with pytest.raises(Broken) as broken:
        read_position(table.game, line)
    assert ("seat 0 chose", "no_cards") in faults(broken)


def test_broken_position_names_every_fault() -> None:
    text = TWO_CARS.replace("round 2", "round x").replace("space 10", "space z").replace("lane 1", "lane y")
    with pytest.raises(Broken) as broken:
        read_position(game(), text)
    assert {"round", "seat 0 space", "seat 0 lane", "seat 1 lane"} <= {place for place, _ in faults(broken)}


@pytest.mark.parametrize("viewer", ["7", "red", "-1", ""])
def test_view_position_needs_a_viewer(viewer: str) -> None:
    seen = write_position(game(), game().view(Table(game(), car(at=1)).state, None))
    with pytest.raises(Broken):
        read_view_position(game(), seen.replace("as spectator", f"as {viewer}".strip()))
    with pytest.raises(Broken, match="as: "):
        read_view_position(game(), seen.replace(" as spectator", ""))


def bent(text: str, dice: Random) -> str:
    """The text with a few places changed as a careless hand would."""
    words = text.split(" ")
    for _ in range(dice.randint(1, 4)):
        place = dice.randrange(len(words))
        match dice.randrange(5):
            case 0:
                del words[place]
            case 1:
                words.insert(place, dice.choice(words))
            case 2:
                words[place] = dice.choice(words)
            case 3:
                words[place] = dice.choice(["-", "?", "~", "/", '"', "*", "99999", "-1", "1*99", "\n", ";", "[", "0#9"])
            case _:
                at = dice.randrange(len(words[place]) + 1)
                words[place] = words[place][:at] + dice.choice('0,*/?~"\n9é#.:=') + words[place][at:]
        words = words or [""]
    return " ".join(words)


@part(3)
@given(st.integers(0, 2**32), STARTS)
def test_fuzz_position_is_read_or_refused(dice: int, start: races.Start) -> None:
    game = Heat(start.content)
    *_, move = races.drive(game, start, steps=dice % 40 + 1)
    for position in (move.state, game.view(move.state, None)):
        text = bent(write_position(game, position), Random(dice))
        for read in (read_position, read_view_position):
            try:
                found = cast(Any, read)(game, text)
            except Broken:
                pass
            else:
                again = write_position(game, found)
                assert write_position(game, cast(Any, read)(game, again)) == again


@given(st.text())
def test_fuzz_any_text_is_read_or_refused(text: str) -> None:
    for read in (lambda: read_position(game(), text), lambda: read_record_text(text)):
        with pytest.raises(Broken):
            read()


# Records


def race_of(start: races.Start, trouble: float = 0.15, steps: int = 150) -> RaceRecord:
    game = Heat(start.content)
    moves = []
    for number, move in enumerate(races.drive(game, start, steps=steps, trouble=trouble)):
        command = move.command
        if command is not None and number % 3 == 0:  # ids are any text
            command = replace(command, id=f'{number}"; x -> / id ü\n')
        if isinstance(command, StandIn) and number % 2:
            command = replace(command, reason="-> away; id 7")
        if isinstance(command, Answer) and isinstance(command.choice, Play):  # in any order
            command = replace(command, choice=Play(tuple(reversed(command.choice.cards))))
        if command is not None and command is not move.command:
            step = game.decide(move.before, command)
            assert isinstance(step, Step)
            move = replace(move, command=command, events=step.events)
        moves.append(move)
    return cast(RaceRecord, races.record_of(start, moves))


@part(0.8)
@given(ANY_START)
def test_record_reads_back_and_rewriting_changes_nothing(start: races.Start) -> None:
    record = race_of(start)
    text = write_record(record)
    again = read_record_text(text)
    assert again == record
    assert encode(again) == encode(record)
    assert write_record(again) == text


def small_race() -> Race:
    """Every kind of command once."""
    race = Race(game(), Setup((Entrant(), Entrant(), Entrant("easy")), 1, grid=(0, 1, 2), mulligan=True), SEED)

    def do(command: Any) -> None:
        assert isinstance(race.submit(command), Step)

    def question(seat: int) -> Any:
        return race.game.question(race.state, seat)

    do(Answer[Choice](0, question(0), Mulligan(), "m"))
    do(Answer[Choice](0, question(0), Gear(2)))
    do(Withdraw(0, question(0), "w"))
    do(StandIn(question(0), "clock", "s"))
    do(Answer[Choice](1, question(1), Gear(3)))
    do(StandIn(question(0), "away"))
    do(Retire(1, "r"))
    do(End("e"))
    return race


SMALL = small_race()
TEXT = write_record(SMALL.record("0.1.0"))


def line_of(words: str) -> int:
    return next(number for number, line in enumerate(TEXT.split("\n"), 1) if words in line)


def test_record_writes_every_command() -> None:
    steps = re.findall(r"^(\d+)\. (.*?) ->", TEXT, re.MULTILINE)
    assert [command for _, command in steps] == [
        "start",
        "1 gears 0#1 mulligan id m",
        "1 gears 0#2 gear 2",
        "1 gears 0#2 withdraw id w",
        "1 gears 0#3 stand-in clock id s",
        "1 gears 1#1 gear 3",
        "1 cards 0#4 stand-in away",
        "retire 1 id r",
        "end id e",
    ]
    assert re.search(r"\nresult ended \d,\d,\d\n$", TEXT)


def test_record_may_tell_less_and_say_more() -> None:
    """Comments, spare spaces and what is not told make no difference."""
    bare = re.sub(r" -> .*", " ; nothing told", TEXT).replace(" gears ", "   gears\t").replace("\n", "  \r\n")
    assert read_record_text("; a race\n" + bare) == SMALL.record("0.1.0")
    without_result = TEXT[: TEXT.index("result")].replace("[Game", "[Game ")
    assert read_record_text(without_result) == SMALL.record("0.1.0")


def test_record_names_the_line_that_differs() -> None:
    with pytest.raises(Broken) as broken:
        read_record_text(TEXT.replace("1 gear 3 pays 1", "1 gear 3 pays 2"))
    (fault,) = broken.value.faults
    assert fault.place == f"line {line_of('1 gear 3 pays 1')}"
    assert "“1 gear 3 pays 1”, not '1 gear 3 pays 2'" in fault.text


def test_record_checks_how_much_is_told() -> None:
    with pytest.raises(Broken, match="1 things happen here, not 2"):
        read_record_text(TEXT.replace("0 chose gear 2", "0 chose gear 2 / 0 chose gear 2", 1))


def test_record_checks_the_result() -> None:
    with pytest.raises(Broken, match=f"line {line_of('result')}: played again the result is “ended "):
        read_record_text(re.sub(r"result .*", "result open", TEXT))


def test_record_names_the_line_that_is_refused() -> None:
    with pytest.raises(Broken) as broken:
        read_record_text(TEXT.replace("1#1 gear 3 ->", "1#1 gear 4 ->"))
    assert faults(broken) == {(f"line {line_of('1#1 gear 3')}", "shift_too_far")}


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('[Track "usa"]', '[Track "moon"]', "unknown"),
        ('[Track "usa"]', "[Track usa]", "malformed"),
        ('[Track "usa"]', "[Track 7]", "malformed"),
        ('[Track "usa"]', '[Trak "usa"]', "unknown_tag"),
        ('[Track "usa"]', "[Track", "bad_tag"),
        ('[Track "usa"]', '[Track "usa"]\n[Track "usa"]', "twice"),
        ('[Track "usa"]', '[Track "usa"]\n[TrackData {"id": "usa"}]', "missing"),
        ('[Rules "standard"]', '[Rules "standard"]\n[RulesData {}]', "malformed"),
        ('[Rules "standard"]', "", "missing"),
        ('[Laps "1"]', '[Laps "many"]', "no_number"),
        ('[Laps "1"]', '[Laps "10"]', "out_of_range"),
        ('[Cars "driver driver legend:easy"]', '[Cars "driver robot"]', "bad_car"),
        ('[Cars "driver driver legend:easy"]', '[Cars ""]', "out_of_range"),
        ('[Cars "driver driver legend:easy"]', '[Cars "driver driver:ace legend:easy"]', "unknown_card"),
        ('[Mulligan "yes"]', '[Mulligan "maybe"]', "bad_flag"),
        ('[Grid "0,1,2"]', '[Grid "0,1"]', "bad_grid"),
        ('[Mulligan "yes"]', '[Draft "slowly"]', "unknown"),
        ('[Mulligan "yes"]', '[Tiers "basic,best"]', "unknown"),
        ('[Mulligan "yes"]', '[Expansions "moon"]', "unknown_expansion"),
        ('[Mulligan "yes"]', '[Weather "rain"]', "bad_flag"),
        ('[Mulligan "yes"]', '[Event "strike"]', "no_season"),
        ('[Mulligan "yes"]', '[Season "yes"]\n[Event "picnic"]', "unknown_event"),
        ('[Mulligan "yes"]', "[ModulesData {}]", "malformed"),
        ('[Cars "driver driver legend:easy"]', '[Cars "driver driver::up01 legend:easy"]', "unknown_card"),
        ('[Cars "driver driver legend:easy"]', '[Cars "driver driver:::sp01 legend:easy"]', "bad_car"),
        (f'[Seed "{SEED}"]', '[Seed "secret"]', "bad_seed"),
        ('[Engine "0.1.0"]', "", "missing"),
        ('[Game "heat"]', '[Game "chess"]', "other_game"),
        ('[Digest "', '[Digest "0', "other_content"),
        ("\n3. 1 gears", "\n4. 1 gears", "bad_number"),
        ("\n3. 1 gears 0#2 withdraw", "\n3. 1 gears 0#2 regret", "unknown_choice"),
        ("\n3. 1 gears 0#2 withdraw", "\n3. 1 gears withdraw", "bad_step"),
        ("\n3. 1 gears 0#2 withdraw", "\n3. withdraw", "bad_step"),
        ("\n3. 1 gears 0#2 withdraw id w", '\n3. 1 gears 0#2 withdraw id "w', "bad_name"),
        ("\n0. start", "\n0. end", "no_start"),
        ("\n3. 1 gears 0#2 withdraw id w", "\n3. start", "no_start"),
        ("result ended", "result open\nresult ended", "after_result"),
        ("\nresult", '\n[Laps "1"]\nresult', "twice"),
    ],
)
def test_broken_record_names_the_line(old: str, new: str, code: str) -> None:
    assert old in TEXT
    with pytest.raises(Broken) as broken:
        read_record_text(TEXT.replace(old, new, 1))
    assert code in {code for _, code in faults(broken)}


def test_broken_record_names_every_fault() -> None:
    text = TEXT.replace('"usa"', '"moon"').replace('Laps "1"', 'Laps "x"').replace("0#1 mulligan", "0#1 hope")
    with pytest.raises(Broken) as broken:
        read_record_text(text.replace("retire 1", "retire"))
    lines = [line_of(words) for words in ('"usa"', "[Laps", "mulligan id", "retire")]
    assert {f"line {line}" for line in lines} == {place for place, _ in faults(broken)}


def test_empty_record_is_refused() -> None:
    with pytest.raises(Broken) as broken:
        read_record_text("")
    assert ("", "no_start") in faults(broken)
    assert ("Track", "missing") in faults(broken)


def test_race_that_does_not_play_again_is_not_written() -> None:
    record = SMALL.record("0.1.0")
    entries = (*record.entries[:2], record.entries[3])
    with pytest.raises(Broken):
        write_record(replace(record, entries=entries))
    with pytest.raises(Broken):
        write_record(replace(record, entries=()))


def test_race_that_goes_on_is_open() -> None:
    record = SMALL.record("0.1.0")
    text = write_record(replace(record, entries=record.entries[:4]))
    assert text.endswith("\nresult open\n")
    assert len(read_record_text(text).entries) == 4


@part(2)
@given(st.integers(0, 2**32))
def test_fuzz_record_is_read_or_refused(dice: int) -> None:
    text = bent(TEXT, Random(dice))
    try:
        record = read_record_text(text)
    except Broken:
        pass
    else:
        assert read_record_text(write_record(record)) == record


# The words


def test_every_event_and_every_seen_form_has_words() -> None:
    own: set[type] = {e.Chosen, ChosenSeen}
    assert {e.Started, *FOLDS} <= {*_WRITTEN, *own}
    forms = {kind.__name__ for kind in {*_WRITTEN, *own}}
    assert {f"{kind.__name__}Seen" for kind in MASKED} <= forms


def filled(kind: Any) -> Any:
    """A value of a type, any will do."""
    if get_origin(kind) is tuple:
        return tuple(filled(part) for part in get_args(kind) if part is not Ellipsis)
    if get_origin(kind) is Literal or isinstance(kind, UnionType) or get_origin(kind) is Union:
        first = get_args(kind)[0]
        return first if get_origin(kind) is Literal else filled(first)
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind)
        return kind(**{name: filled(hints[name]) for name in kind.__struct_fields__})
    return {int: 1, str: "1", bool: True}[getattr(kind, "__supertype__", kind)]


@pytest.mark.parametrize(
    "kind",
    [*SHIPPED.happenings, *[form for form in SHIPPED.forms if form not in SHIPPED.happenings]],
    ids=lambda kind: kind.__name__,
)
def test_the_page_has_the_word_of_every_event_of_an_action(kind: type[Any]) -> None:
    words = re.findall(r"[a-z]+", happening(filled(kind), SMALL.game.course))
    told = " ".join(re.findall(r"`([^`\n]+)`", PAGE.partition("| told | what happened |")[2]))
    assert words[0] in re.findall(r"[a-z]+", told), "docs/NOTATION.md says of each event how it is told"


def test_the_page_has_every_refusal_with_its_sentence() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE.partition("## Refusals")[2], re.MULTILINE)
    assert dict(rows) == {**SHIPPED.sentences}
    assert len(rows) == len(SHIPPED.sentences)


def test_every_choice_has_words() -> None:
    assert len(SHIPPED.words) == len(SHIPPED.choices)


def test_secrets_are_not_told_to_a_spectator() -> None:
    game = SMALL.game
    events = [game.see(cast(Any, event), None) for entry in SMALL.entries for event in entry.events]
    text = happenings(tuple(events), game.course)
    assert "chose ?" in text
    assert not re.search(r"chose [a-z]|\{(shuffle|draw|deal \d of) [^?]|legends \{shuffle [^?]|by \d+\}|\{hand", text)


def told_of(record: RaceRecord) -> list[tuple[Any, str]]:
    course = Heat(record.content).course
    return [(event, happening(event, course)) for entry in record.entries for event in entry.events]


@part(0.6)
@given(FULL)
def test_what_is_told_holds_every_fact(start: races.Start) -> None:
    """Two events that differ are never told in the same words (but for the lap of a corner, and what the tags say)."""
    told: dict[str, Any] = {}
    length = start.content.track.length
    for event, words in told_of(race_of(start)):
        if hasattr(event, "line"):
            event = replace(event, line=event.line % length)
        assert told.setdefault(words, event) == event


@part(0.6)
@given(FULL)
def test_secrets_of_modules_are_not_told_to_a_spectator(start: races.Start) -> None:
    record = race_of(start)
    game = Heat(record.content)
    events = [game.see(cast(Any, event), None) for entry in record.entries for event in entry.events]
    text = happenings(tuple(events), game.course)
    assert not re.search(r"chose [a-z]|\{(shuffle|draw|deal \d+ of) [^?]|by \d+\}|\{hand|\{(upgrades|sponsors)", text)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Discard(("1", "2"), ("up32", "up34")), "discard 1,2^up32,up34"),
        (Discard((), ("up32",)), "discard -^up32"),
        (PayHeat("up11"), "pay up11"),
        (Forgo(()), "forgo -"),
        (Forgo(("up11", "up11")), "forgo up11*2"),
        (Scrap("up19"), "scrap up19"),
        (ReduceStress(2), "reduce 2"),
        (SuperCool(2), "supercool 2"),
        (Salvage("up22", ("1", "heat")), "salvage up22=1,heat"),
        (Salvage("a = b", ()), 'salvage "a = b"=-'),
        (DirectPlay("up24", 1), "direct up24=1"),
        (Accelerate("up28"), "accelerate up28"),
        (DraftMove(3), "draft 3"),
        (Pick("up01"), "pick up01"),
        (GiveUp("up01"), "giveup up01"),
        (Swap("up01", "up02"), "swap up01=up02"),
    ],
)
def test_choices_of_modules_in_words(choice: Choice, words: str) -> None:
    assert " ".join(write_choice(choice)) == words
    assert read_choice(w.tokens(words)) == choice


@pytest.mark.parametrize(
    "words", ["swap up01", "swap a=b=c", "discard 1^2^3", "salvage up22", "direct up24", "pay a,b"]
)
def test_broken_choices_are_named(words: str) -> None:
    with pytest.raises(w.Unreadable):
        read_choice(w.tokens(words))


# The page


def examples(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_page_has_every_example() -> None:
    assert {"position", "view", "record", "ebnf"} == set(re.findall(r"```(\w+)", PAGE))


@pytest.mark.parametrize("line", "".join(examples("position")).splitlines())
def test_page_positions_read_back(line: str) -> None:
    game = Heat(Content(track=all_tracks()["usa"]))
    assert write_position(game, read_position(game, line)) == line


@pytest.mark.parametrize("line", "".join(examples("view")).splitlines())
def test_page_views_read_back(line: str) -> None:
    game = Heat(Content(track=all_tracks()["usa"]))
    assert write_position(game, read_view_position(game, line)) == line


def test_page_views_are_of_the_position() -> None:
    game = Heat(Content(track=all_tracks()["usa"]))
    state = read_position(game, examples("position")[0].strip())
    seen = [write_position(game, game.view(state, seat)) for seat in (0, None)]
    assert seen == "".join(examples("view")).splitlines()


@pytest.mark.parametrize("text", examples("record"))
def test_page_records_play_again(text: str) -> None:
    record = read_record_text(text)
    assert read_record_text(write_record(record)) == record


def test_page_names_every_field_tag_choice_and_phase() -> None:
    phases = {name for name in NAMES if name not in {"adrenaline", "corners", "replenish"}}  # these ask nothing
    for word in (*(_HEAD | _CAR) - {"driver"}, *KNOWN, *SHIPPED.words, *phases):
        assert re.search(rf"[`\"]{word}[`\" ]", PAGE), word
