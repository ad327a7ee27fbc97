"""The text of a race: what is written reads back, and a broken text names its faults and their lines."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.heat.notation import (
    read_record_text,
    write_record,
)
from engine.kernel import Broken, encode
from tests.engine.heat import races
from tests.engine.heat.kit import SEED
from tests.engine.heat.notation_kit import ANY_START, SMALL, bent, faults, part, race_of


@part(0.8)
@given(ANY_START)
def test_record_reads_back_and_rewriting_changes_nothing(start: races.Start) -> None:
    record = race_of(start)
    text = write_record(record)
    again = read_record_text(text)
    assert again == record
    assert encode(again) == encode(record)
    assert write_record(again) == text


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
