"""A race driven at the terminal, as a person types: menus, cards, previews, nonsense, leaving; and its record."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.heat import Heat, read_record
from engine.kernel import fold
from tests.engine.cli.terminal import Terminal

SHORT = ("drive", "--opponents", "stand_in", "--laps", "1", "--seed", "a short race")


def enter() -> Iterator[str]:
    """A driver who does what is proposed."""
    while True:
        yield ""


def first_choice() -> Iterator[str]:
    """A driver who always takes the first number, and where cards are asked for throws none away."""
    while True:
        yield "1"
        yield "-"
        yield ""


def test_whole_race_with_enter_alone(terminal: Terminal) -> None:
    said = terminal(*SHORT, typed=enter())
    assert said.code == 0
    assert said.out.startswith("USA, 1 laps, standard rules. You are Ada.\n")
    assert "\nThe result\n" in said.out
    assert said.out.count("lap 1 in round") >= 1


@pytest.mark.parametrize("rules", ["standard", "rulebook"])
def test_whole_race_by_numbers(terminal: Terminal, rules: str) -> None:
    said = terminal(*SHORT, "--rules", rules, typed=first_choice())
    assert said.code == 0
    assert "\nThe result\n" in said.out


def test_same_seed_gives_the_same_race(terminal: Terminal) -> None:
    assert terminal(*SHORT, typed=enter()) == terminal(*SHORT, typed=enter())
    assert terminal(*SHORT[:-1], "another", typed=enter()).out != terminal(*SHORT, typed=enter()).out


def test_end_of_input_leaves_the_table(terminal: Terminal) -> None:
    said = terminal(*SHORT)
    assert said.code == 0
    assert said.out.endswith("You leave the table. Until the next race!\n")


@pytest.mark.parametrize("word", ["quit", "exit", "q", " QUIT "])
def test_quit_leaves_the_table(terminal: Terminal, word: str) -> None:
    said = terminal(*SHORT, typed=["1", word, "1"])
    assert said.out.endswith("You leave the table. Until the next race!\n")


def test_menu_and_typed_cards(terminal: Terminal) -> None:
    """The first gear is the first of the menu; then a card that the hand holds, then one that it does not."""
    said = terminal(*SHORT, typed=["1"])
    hand = said.out.rpartition("Your hand: ")[2].split("   ")[0].split()
    card = next(card for card in hand if card not in {"heat", "stress"})
    missing = next(face for face in "12345" if face not in hand) if len(set(hand)) < 6 else "9"
    said = terminal(*SHORT, typed=["1", missing, card])
    assert "  1  gear 1\n" in said.out
    assert f"Your hand does not hold {missing}, or not so many of it." in said.out
    assert f"Ada plays {card}." in said.out


def test_cards_can_be_typed_with_commas_and_in_any_order(terminal: Terminal) -> None:
    said = terminal(*SHORT, typed=["2"])
    hand = [card for card in said.out.rpartition("Your hand: ")[2].split("   ")[0].split() if card.isdigit()]
    typed = f"{hand[-1]}, {hand[0]}"
    said = terminal(*SHORT, typed=["2", typed])
    assert f"Ada plays {hand[0]} {hand[-1]}." in said.out


def test_question_mark_previews_and_changes_nothing(terminal: Terminal) -> None:
    asked = terminal(*SHORT, typed=["?3", "? 1", "?9"]).out
    assert "  costs 1 Heat (two gears 1)\n" in asked
    assert "  costs nothing, moves nothing\n" in asked
    said = terminal(*SHORT, typed=["1", "?1 2", "?99"]).out
    assert "Gear 1 plays 1 cards, not 2." in said or "Your hand does not hold" in said
    assert "Ada plays" not in said


def test_preview_of_cards_tells_speed_and_place(terminal: Terminal) -> None:
    hand = terminal(*SHORT, typed=["1"]).out.rpartition("Your hand: ")[2].split("   ")[0].split()
    card = next(card for card in hand if card.isdigit() and card != "0")
    said = terminal(*SHORT, typed=["1", f"?{card}"]).out
    assert f"  speed {card}, to space " in said


@pytest.mark.parametrize("word", ["help", "h"])
def test_help_says_what_can_be_typed(terminal: Terminal, word: str) -> None:
    assert "“quit” leaves the table." in terminal(*SHORT, typed=[word]).out


@pytest.mark.parametrize("nonsense", ["nine", "0", "99", "-1", "1.5", "é", "²", "1 1", "; drop", "\x00", "?", "??"])
def test_nonsense_is_answered_with_advice(terminal: Terminal, nonsense: str) -> None:
    said = terminal(*SHORT, typed=[nonsense, "quit"])
    assert said.code == 0
    if nonsense != "?":
        assert "Type a number from 1 to " in said.out


def test_nonsense_for_cards_is_refused(terminal: Terminal) -> None:
    for nonsense in ("nine", "heat", "1 2 3 4 1 2 3", "-", "é,,", "?x"):
        said = terminal(*SHORT, typed=["1", nonsense, "quit"])
        assert said.code == 0
        assert "Ada plays" not in said.out


def test_record_of_the_race_replays(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    said = terminal(*SHORT, "--record", path, typed=first_choice())
    assert said.out.endswith(f"The record is in {path}.\n")
    record = read_record(path.read_bytes())
    game = Heat(record.content)
    assert fold(game, [event for entry in record.entries for event in entry.events]).ended
    assert terminal("replay", path, "--verify").code == 0


def test_record_of_a_race_that_was_left_replays(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    terminal(*SHORT, "--record", path, typed=["1", "quit"])
    assert terminal("replay", path, "--verify").code == 0


def test_record_that_cannot_be_written_is_named(terminal: Terminal, tmp_path: Path) -> None:
    said = terminal(*SHORT, "--record", tmp_path / "no" / "race.json")
    assert said.code == 1
    assert said.err.startswith("record: ")


@pytest.mark.parametrize("opponents", ["", "stand_in", "random,legend:easy", ",".join(["stand_in"] * 11)])
def test_as_many_opponents_as_asked_for(terminal: Terminal, opponents: str) -> None:
    said = terminal("drive", "--laps", "1", "--opponents", opponents, typed=[""])
    cars = 1 + len([word for word in opponents.split(",") if word])
    assert said.code == 0
    assert f"\n{cars:>4} " in said.out
    assert f"\n{cars + 1:>4} " not in said.out


@pytest.mark.parametrize("opponents", ["ghost", "legend:wild", ",".join(["stand_in"] * 12)])
def test_opponents_that_there_are_not_are_named(terminal: Terminal, opponents: str) -> None:
    said = terminal("drive", "--opponents", opponents)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(("options: ", "setup: "))


@pytest.mark.parametrize("coding", ["utf-8", "ascii"])
def test_it_reads_what_is_piped_to_it(coding: str) -> None:
    """In a process of its own, with bytes that are no text, under codings that cannot write every sign."""
    words = [sys.executable, "-m", "engine", *SHORT]
    typed = b"help\n1\n\xff\xfe\n\n?\n" + b"\n" * 20
    environment = os.environ | {"PYTHONIOENCODING": f"{coding}:strict"}
    told = subprocess.run(words, input=typed, env=environment, capture_output=True, check=False)
    assert (told.returncode, told.stderr) == (0, b"")
    assert "You leave the table." in told.stdout.decode(coding)
