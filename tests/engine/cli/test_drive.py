"""A race driven at the terminal, as a person types: menus, cards, previews, nonsense, leaving; and its record."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.cli.drive import Dialogue
from engine.heat import Entrant, Heat, Setup, read_record
from engine.heat.moves.cool import Cooled
from engine.heat.moves.discard import Discarded, Refreshed
from engine.heat.moves.salvage import Salvaged
from engine.heat.race import Race
from engine.kernel import Seed, fold
from engine.kernel.seats import Seat
from tests.engine.cli.terminal import Terminal
from tests.engine.heat.kit import Table, car, game
from tests.environment import bare

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
    assert said.out.startswith("USA, 1 lap, standard rules. You are Ada. “help” explains;")
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
    assert "  1         gear 1\n" in said.out
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


# With modules


MODULES = ("--garage", "rounds", "--weather", "--roads")


@pytest.mark.parametrize("garage", ["rounds", "snake", "random"])
@pytest.mark.parametrize("rules", ["standard", "rulebook"])
@pytest.mark.parametrize("driver", [enter, first_choice])
def test_whole_race_with_modules(
    terminal: Terminal, tmp_path: Path, garage: str, rules: str, driver: Callable[[], Iterator[str]]
) -> None:
    path = tmp_path / "race.json"
    sentences = (*SHORT, "--rules", rules, "--garage", garage, "--weather", "--roads", "--record", path)
    said = terminal(*sentences, typed=driver())
    assert (said.code, said.err) == (0, "")
    assert "\nThe result\n" in said.out
    assert read_record(path.read_bytes()).setup.draft == garage
    assert terminal("replay", path, "--verify", "--as", "0").code == 0


def test_draft_shows_the_market_with_numbers_and_symbols(terminal: Terminal) -> None:
    said = terminal(*SHORT, *MODULES, typed=["2", "1", "nine", "quit"]).out
    assert "\nChoose an upgrade\nYour upgrades: none\n" in said
    first = re.search(r"^  2  take (up\d\d) \(", said, re.MULTILINE)
    assert first
    assert f"  Ada takes {first[1]}.\n" in said
    assert f"\nYour upgrades: {first[1]} (" in said
    assert "Type one of: " in said


def test_weather_and_roads_are_told_and_shown(terminal: Terminal) -> None:
    said = terminal(*SHORT, "--weather", "--roads").out
    weather = re.search(r"^  The weather: (\w+)\.$", said, re.MULTILINE)
    assert weather
    assert "\n  On the road: " in said
    assert f"     weather {weather[1]} · 12: " in said


def test_no_modules_unless_they_are_asked_for(terminal: Terminal) -> None:
    said = terminal(*SHORT, typed=[""]).out
    assert not re.search("weather|road|upgrade|market", said)


@pytest.mark.parametrize("garage", ["slow", "one", ""])
def test_unknown_garage_is_told(terminal: Terminal, garage: str) -> None:
    said = terminal(*SHORT, "--garage", garage)
    assert said.code == 2
    assert "--garage" in said.err


Asked = Callable[..., tuple[Table, str]]


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Asks the driver of a laid-out table, who types some lines; what the table comes to, and what was printed."""

    def ask(table: Table, *typed: str) -> tuple[Table, str]:
        race = Race(table.game, Setup((Entrant(), Entrant()), 2), Seed("0" * 32))
        race.state = table.state
        lines = iter(typed)
        monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
        Dialogue(race, 0, ("Ada", "Otto"), (None, None)).ask(table.question(0))
        table.state, table.events = race.state, race.events
        return table, capsys.readouterr().out

    return ask


def discarding() -> Table:
    one = car(at=20, gear=3, play="up32 up34 1", worth=(2, 4, 1), hand="1 2 heat")
    return Table(game(), one).go("discard")


def test_cards_go_back_on_the_pile_behind_a_sign(asked: Asked) -> None:
    """The last one is on top; a card that is not in play is refused with a sentence."""
    table, said = asked(discarding(), "1 ^ 3", "1 ^ up34, up32")
    assert "Throw away any of: 1 2   (“-” for none)\n  ^  put back on the draw pile any of: up32 up34\n" in said
    assert "These cards cannot go back on top of your draw pile." in said
    assert table.of(Refreshed) == [Refreshed(Seat(0), cards=("up34", "up32"))]
    assert table.of(Discarded)[0].cards == ("1",)


@pytest.mark.parametrize(("line", "gone"), [("2", ("2",)), ("-", ()), ("- ^ -", ()), ("1, 2 ^", ("1", "2"))])
def test_nothing_need_go_back_on_the_pile(asked: Asked, line: str, gone: tuple[str, ...]) -> None:
    table, _ = asked(discarding(), line)
    assert table.of(Refreshed) == []
    assert table.of(Discarded)[0].cards == gone


def reacting(**rest: Any) -> Table:
    one = car(at=20, gear=2, start=16, play="up22 up23", worth=(2, 0), discard="1 4 4 heat", hand="1 heat up24", **rest)
    return Table(game(), one, car(at=9)).go("react")


def test_menu_and_typed_cards_stand_side_by_side(asked: Asked) -> None:
    table, said = asked(reacting(), "up22: 4 4 4", "up99: 4", "up22: 4, heat")
    assert "  up22:  take back up to 2 of: 1 4 4 heat\n  up23:  take back up to 2 of: 1 4 4 heat\n" in said
    assert "  1  cool 1 Heat\n" in said
    assert "  You can take 2 cards back at most.\n" in said
    assert "  There is nothing of up99 to use for that.\n" in said
    assert [event.cards for event in table.of(Salvaged)] == [("4", "heat")]


def test_number_is_still_a_number_beside_typed_cards(asked: Asked) -> None:
    table, said = asked(reacting(), "?up22: 4", "4 4", "1")
    assert "  Type one of: " in said
    assert [event.heat for event in table.of(Cooled)] == [1]


def test_card_for_direct_play_is_told_with_its_symbols(asked: Asked) -> None:
    _, said = asked(reacting(), "1")
    assert " play up24 (1, can be played in React, scraps 1) now, for 1\n" in said


def test_free_boost_is_told_as_such(asked: Asked) -> None:
    one = car(at=14, gear=4, play="1 1 1 1", engine=0, start=13)
    table = Table(game(), one, car(at=9))
    table.state = replace(table.state, tokens=("free_boost",))
    _, said = asked(table.go("react"), "1")
    assert "  1  boost: free here, flip for speed\n" in said


def test_hand_is_told_with_what_its_upgrades_do(asked: Asked) -> None:
    table = Table(game(), car(at=20, gear=1, hand="1 up07 heat sp02", choice=None), car(at=9)).go("cards")
    _, said = asked(table, "1")
    assert "           sp02 (4, cooldown 2), up07 (1 or 2 or 3 or 4, costs 1 Heat)\n" in said


@pytest.mark.parametrize("word", ["help", "h"])
def test_help_says_what_can_be_typed(terminal: Terminal, word: str) -> None:
    assert "“quit” leaves the table" in terminal(*SHORT, typed=[word]).out


@pytest.mark.parametrize("nonsense", ["nine", "0", "99", "-1", "1.5", "é", "²", "1 1", "; drop", "\x00", "?", "??"])
def test_nonsense_is_answered_with_advice(terminal: Terminal, nonsense: str) -> None:
    said = terminal(*SHORT, typed=[nonsense, "quit"])
    assert said.code == 0
    if nonsense != "?":
        assert "Type one of: " in said.out


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
    sentences = [sys.executable, "-m", "engine", *SHORT]
    typed = b"help\n1\n\xff\xfe\n\n?\n" + b"\n" * 20
    environment = bare() | {"PYTHONIOENCODING": f"{coding}:strict"}
    told = subprocess.run(sentences, input=typed, env=environment, capture_output=True, check=False)
    assert (told.returncode, told.stderr) == (0, b"")
    assert "You leave the table." in told.stdout.decode(coding)
