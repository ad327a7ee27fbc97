"""Legends: how they read their cards, where they brake, and what is wrong with a deck."""

import pytest

from engine.heat import RULEBOOK, STANDARD, Content, Entrant, Heat, Pass, Ruleset, Setup, Slipstream, Track, all_tracks
from engine.heat.content import setup_faults
from engine.heat.decks import LegendCard, LegendDeck, LegendRow, all_decks, deck_faults
from engine.heat.events import (
    AdrenalineGiven,
    Asked,
    CornerTaken,
    Drew,
    LegendCardTurned,
    Moved,
    RoundBegan,
    SpunOut,
)
from engine.heat.state import Car
from engine.kernel import Broken
from tests.engine.heat.kit import SEED, Table, game, legend, ready, track

NEDERLAND = all_tracks()["nederland"]
ESPANA = all_tracks()["espana"]
BOTH = pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=lambda rules: rules.name)


def deck(number: int = 5, slot: int = 0) -> LegendDeck:
    """A deck of one card, with one row."""
    return LegendDeck("test", "Test", "level", (LegendCard("c1", {"row": LegendRow(number, slot)}),))


def drive(
    at: int,
    number: int = 5,
    slot: int = 0,
    *others: Car,
    on: Track | None = None,
    rules: Ruleset = STANDARD,
    lane: int = 1,
    laps: int = 2,
    aggressive: bool = False,
    bonus: int = 0,
) -> Car:
    """Where a Legend comes to stand that moves before all others."""
    table = Table(
        game(rules, on, legends=deck(number, slot)),
        legend(at=at, lane=lane),
        *others,
        order=tuple(range(len(others) + 1)),
        laps=laps,
        aggressive=aggressive,
        legend_bonus=bonus,
    )
    return table.go("reveal").cars[0]


def full(*spaces: int) -> tuple[Car, ...]:
    """Two cars side by side on each of these spaces; they stay."""
    return tuple(ready("0", at=at, lane=lane) for at in spaces for lane in (1, 2))


# Where the zone begins. USA: lines 12 (limit 7, zone from 2), 33, 49, 57 (limit 2, zone from 52); 69 spaces.


def test_rb_15_on_the_legend_line_a_legend_is_in_the_zone() -> None:
    """There it drives the limit and the slot; right before it, the number."""
    assert drive(2, 1, 1).at == 2 + 7 + 1
    assert drive(1, 1, 1).at == 1 + 1


def test_rb_15_the_last_space_before_the_line_is_in_the_zone() -> None:
    assert drive(11, 1, 1).at == 11 + 7 + 1
    assert drive(12, 1, 1).at == 12 + 1


def test_rb_15_past_the_last_corner_the_next_one_is_the_first() -> None:
    assert drive(57, 11).at == 68
    assert drive(60, 20).at == 80
    assert drive(60, 21, 2).at == 80 - 2
    assert drive(69 + 2, 1, 1).at == 69 + 2 + 8


def test_rb_15_a_corner_may_have_its_zone_right_behind_the_one_before() -> None:
    """Espana's line at 32 has its zone from 22 on, across the line at 29; before 29 it is not the next line."""
    assert drive(28, 1, 0, on=ESPANA, aggressive=True).at == 28 + 4
    assert drive(30, 1, 3, on=ESPANA).at == 30 + 4 + 3


def test_rb_15_a_legend_starts_from_the_grid() -> None:
    assert drive(-1, 5).at == 4
    assert drive(-1, 13, 2).at == 9


# Approaching


def test_rb_15_approaching_a_legend_drives_its_number_if_it_is_less_than_the_way_to_the_line() -> None:
    assert [drive(20, number).at for number in (1, 12)] == [21, 32]


@pytest.mark.parametrize(("slot", "at"), [(0, 32), (1, 31), (2, 30), (3, 29)])
@pytest.mark.parametrize("number", [13, 14, 40])
def test_rb_15_else_it_goes_to_the_place_of_its_slot(number: int, slot: int, at: int) -> None:
    assert drive(20, number, slot).at == at


def test_std_legend_the_place_of_the_slot_is_looked_for_backwards() -> None:
    others = full(31, 30)
    assert drive(20, 13, 1, *others).at == 29
    assert drive(20, 13, 1, *others, rules=RULEBOOK).at == 29


@BOTH
def test_std_legend_never_behind_where_it_stood(rules: Ruleset) -> None:
    """The place of its slot is behind it, or everything up to there is full: it keeps spot and lane."""
    stayed = drive(26, 7, 9, rules=rules, lane=1)
    assert (stayed.at, stayed.lane) == (26, 1)
    stayed = drive(26, 7, 4, *full(27, 28), rules=rules, lane=1)
    assert (stayed.at, stayed.lane) == (26, 1)


def test_std_legend_pushed_over_a_line_it_goes_to_the_place_of_its_slot() -> None:
    """32 is full: ahead of it lies the line. The Board rules send it back in the first place."""
    assert drive(20, 12, 2, *full(32)).at == 30
    assert drive(20, 12, 2, *full(32), rules=RULEBOOK).at == 31


def test_std_legend_pushed_ahead_short_of_the_line_it_moves_on() -> None:
    assert drive(20, 10, 2, *full(30)).at == 31
    assert drive(20, 10, 2, *full(30), rules=RULEBOOK).at == 29


def test_rb_15_on_the_final_lap_it_drives_over_the_finish_whatever_it_crosses() -> None:
    assert drive(60, 25, laps=1).at == 85
    assert drive(60, 25, laps=2).at == 80
    assert drive(129, 25, laps=2).at == 154


def test_rb_15_the_final_lap_does_not_matter_while_the_finish_is_beyond_the_corner() -> None:
    assert drive(34, 40, laps=1).at == 48


def test_std_legend_the_final_lap_is_exempt_from_the_push() -> None:
    """Pushed ahead over the line of the first corner, it has finished all the same."""
    assert drive(60, 20, 3, *full(80), laps=1).at == 81
    assert drive(60, 20, 3, *full(80), laps=2).at == 77


def test_rb_15_on_space_0_the_finish_is_a_lap_away() -> None:
    """The way to the finish is not 0, so that the Legend brakes for the first corner."""
    assert drive(0, 15, laps=1).at == 11
    assert drive(69, 15, laps=2).at == 69 + 11


@pytest.mark.parametrize("bonus", [1, 2, 3, 4, 5, 6])
def test_rb_15_the_bonus_adds_to_every_number(bonus: int) -> None:
    assert drive(60, 5, bonus=bonus).at == 65 + bonus
    assert drive(60, 14, 3, bonus=bonus).at == 74 + bonus


def test_rb_15_the_bonus_counts_against_the_way_to_the_line() -> None:
    assert drive(60, 15, 3, bonus=5).at == 80
    assert drive(60, 15, 3, bonus=6).at == 77


def test_rb_15_the_bonus_is_nothing_in_the_zone() -> None:
    assert drive(2, 1, 1, bonus=6).at == 10


# In the zone. Nederland: 9 (limit 5, chevrons on 6 to 8, a double one on 8), 13 (limit 5, 10 to 12), 16, 26, 34.


@BOTH
@pytest.mark.parametrize(
    ("at", "slot", "calm", "aggressive"),
    [
        (8, 0, 12, 13),  # two lines: one is allowed; before the line two with a chevron
        (8, 4, 12, 17),  # three lines: all of them with a double chevron
        (7, 4, 12, 15),  # three lines: a chevron allows two, so it stops before the third
        (6, 4, 12, 15),  # two lines
        (5, 4, 12, 12),  # two lines: no chevron here
        (4, 0, 9, 9),  # one line
        (12, 3, 15, 20),  # two lines from the chevrons of 13
        (12, 9, 15, 25),  # three lines: 13 has no double chevron
        (9, 7, 15, 15),  # two lines, from behind the chevrons of 13
    ],
)
def test_rb_15_so_many_lines_and_no_more(rules: Ruleset, at: int, slot: int, calm: int, aggressive: int) -> None:
    """Nederland. In both rule sets a Legend never crosses more lines than it may."""
    assert drive(at, 1, slot, on=NEDERLAND, rules=rules).at == calm
    assert drive(at, 1, slot, on=NEDERLAND, rules=rules, aggressive=True).at == aggressive


@pytest.mark.parametrize(
    ("at", "slot", "calm", "aggressive"),
    [
        (10, 0, 14, 15),
        (7, 3, 14, 14),
        (28, 0, 31, 32),
        (25, 3, 31, 31),
        (94, 0, 97, 98),
        (97, 2, 102, 103),
        (96, 3, 102, 102),
    ],
)
def test_rb_15_chevrons_of_espana(at: int, slot: int, calm: int, aggressive: int) -> None:
    assert drive(at, 1, slot, on=ESPANA).at == calm
    assert drive(at, 1, slot, on=ESPANA, aggressive=True).at == aggressive


def test_reading_5_a_legend_stops_before_the_line_that_is_one_too_many() -> None:
    """It may cross two lines and would cross three: it stops before the third, not before the second."""
    assert drive(7, 1, 4, on=NEDERLAND, aggressive=True).at == 15


@BOTH
def test_std_legend_the_stop_is_looked_for_backwards(rules: Ruleset) -> None:
    assert drive(8, 1, 4, *full(12), on=NEDERLAND, rules=rules).at == 11
    stayed = drive(8, 1, 4, *full(9, 10, 11, 12), on=NEDERLAND, rules=rules, lane=1)
    assert (stayed.at, stayed.lane) == (8, 1)


def test_rb_15_lines_are_counted_where_the_move_comes_to_rest() -> None:
    """From 7 the limit leads to 12, which is full: pushed ahead it would cross two lines, sent back it crosses one."""
    assert drive(7, 1, 0, *full(12), on=NEDERLAND).at == 11
    assert drive(7, 1, 1, *full(13), on=NEDERLAND, rules=RULEBOOK).at == 12
    assert drive(7, 1, 0, *full(12), on=NEDERLAND, aggressive=True).at == 13


def test_reading_6_lines_are_counted_by_distance() -> None:
    """A move in the zone that crosses the start line as well: one corner line, not two."""
    ring = track(corners=[{"line": 60, "limit": 9, "legend_line": 50, "race_lane": 1}], press_order=[])
    assert drive(59, 1, 4, on=ring).at == 59 + 13
    assert drive(59, 1, 4, on=ring).laps == (2,)


def test_rb_15_a_line_beyond_the_last_finish_is_none_too_many() -> None:
    """Two corner lines and the finish between them: on the final lap the second is not counted."""
    corners = [
        {"line": 2, "limit": 3, "legend_line": 0, "race_lane": 1},
        {"line": 62, "limit": 9, "legend_line": 56, "race_lane": 1},
    ]
    ring = track(corners=corners, press_order=[])
    assert drive(61, 1, 3, on=ring, laps=1).at == 73
    assert drive(61, 1, 3, on=ring, laps=2).at == 70


# Cards


def test_rb_15_one_card_a_round_for_all() -> None:
    """The first Legend of the order turns it; each reads its own row."""
    cars = (legend(at=60), legend(at=58), ready("1", at=30))
    table = Table(game(), *cars, rows={0: "easy", 1: "hard"}, legends="s05 s02").go("reveal")
    assert table.of(LegendCardTurned) == [LegendCardTurned(card="s05")]
    rows = table.game.legend_cards["s05"].rows
    assert [event.distance for event in table.of(Moved)][:2] == [rows["easy"].number, rows["hard"].number]


def test_rb_15_the_next_round_turns_the_next_card() -> None:
    table = Table(game(), legend(at=0), ready("1 1", at=30), legends="s01 s02").go("reveal")
    table.pass_on()
    assert (table.state.round, table.state.legend_card, table.state.legend_used) == (3, "", ("s01",))
    table.stand_in(1).stand_in(1)
    assert table.of(LegendCardTurned) == [LegendCardTurned(card="s02")]


def test_rb_15_when_all_cards_are_used_they_are_shuffled() -> None:
    table = Table(game(legends=deck()), legend(at=0), ready("1 1", at=30)).go("reveal")
    assert table.of(LegendCardTurned) == [LegendCardTurned(card="c1")]
    table.pass_on()
    table.stand_in(1).stand_in(1)
    (turned,) = table.of(LegendCardTurned)
    assert (turned.card, turned.pile, turned.n is not None) == ("c1", ("c1",), True)
    assert (table.state.legend_pile, table.state.legend_used) == ((), ("c1",))


def test_rb_15_no_card_is_turned_without_legends() -> None:
    assert Table(game(), ready("1 1", at=30)).go("reveal").of(LegendCardTurned) == []


def test_std_legend_levels_are_rows() -> None:
    """One card, three levels."""
    rows = {0: "easy", 1: "medium", 2: "hard"}
    table = Table(game(), *(legend(at=60 - seat) for seat in range(3)), rows=rows, legends="s08").go("reveal")
    card = table.game.legend_cards["s08"].rows
    assert [event.distance for event in table.of(Moved)] == [card[row].number for row in rows.values()]


def test_rb_15_helmets_are_rows() -> None:
    colours = ("black", "blue", "green", "red", "gray", "yellow")
    helmets = game(RULEBOOK, legends=all_decks()["helmets"])
    table = Table(helmets, *(legend(at=63 - n) for n in range(6)), rows=dict(enumerate(colours)), legends="lg03")
    assert [event.distance for event in table.go("reveal").of(Moved)] == [17, 14, 10, 11, 13, 15]


# What a Legend is and is not


@BOTH
def test_rb_15_a_legend_takes_no_part_in_anything_but_the_move(rules: Ruleset) -> None:
    """Far over every limit, beside another car, last in the order: it moves once and that is all."""
    table = Table(game(rules, legends=deck(30)), ready("1", at=66), legend(at=60), laps=1).go("reveal")
    events = table.events + table.pass_on().events
    mine = [event for event in events if getattr(event, "seat", None) == 1]
    assert [type(event).__name__ for event in mine if isinstance(event, Moved)] == ["Moved"]
    assert not any(isinstance(event, CornerTaken | SpunOut | AdrenalineGiven | Drew) for event in mine)
    assert not any(1 in event.seats for event in events if isinstance(event, Asked))


def test_std_legend_moves_in_its_place_in_the_order() -> None:
    table = Table(game(), ready("1", at=66), legend(at=60), ready("1", at=30)).go("reveal")
    assert [event.seat for event in table.of(Moved)] == [0, 1, 2]


def test_std_legend_occupies_a_place_of_adrenaline_but_gains_nothing() -> None:
    table = Table(game(), *(ready("1", at=60 - n) for n in range(3)), legend(at=30)).go("reveal")
    assert table.of(AdrenalineGiven) == []


@BOTH
def test_rb_15_a_legend_blocks(rules: Ruleset) -> None:
    others = (legend(at=63, lane=1), legend(at=63, lane=2))
    table = Table(game(rules), ready("3", at=60), *others, order=(0, 1, 2)).go("reveal")
    assert table.of(Moved)[0].at == (64 if rules is STANDARD else 62)


@BOTH
def test_rb_15_a_legend_gives_slipstream(rules: Ruleset) -> None:
    """It has come to stand right ahead of the driver."""
    table = Table(game(rules, legends=deck(5)), legend(at=60), ready("1 1 1", at=61), order=(0, 1)).go("reveal")
    table.pass_on("slipstream")
    assert table.choices(1) == [Slipstream(2), Pass()]


def test_rb_15_a_legend_has_no_view_of_its_own_and_no_choices() -> None:
    heat = game()
    table = Table(heat, legend(at=60), ready("1", at=30)).go("reveal")
    assert (heat.view(table.state, 0).mine, table.choices(0)) == (None, [])


def test_rb_15_legends_are_ranked_in_the_next_order() -> None:
    table = Table(game(legends=deck(9)), legend(at=60), ready("1 1", at=64)).go("reveal").pass_on()
    assert table.of(RoundBegan)[0].order == (0, 1)


@pytest.mark.parametrize("name", ["southafrica", "deutschland"])
def test_reading_13_rocky_roads_tracks_are_raced_like_any_other(name: str) -> None:
    """Their gravel has no rule; a Legend and a driver cross the line of their first corner at 11 as usual."""
    on = all_tracks()[name]
    assert drive(10, 1, 0, on=on).at == 10 + on.corners[0].limit
    table = Table(game(on=on), ready("4 3 3", at=10), laps=1).go("reveal")
    assert table.of(CornerTaken)[0].limit == on.corners[0].limit


# Decks and set-ups


def row(number: int = 5, slot: int = 0, name: str = "row") -> dict[str, LegendRow]:
    return {name: LegendRow(number, slot)}


@pytest.mark.parametrize(
    ("cards", "place", "code"),
    [
        ((), "cards", "empty"),
        ((LegendCard("a", {}),), "cards[0].rows", "empty"),
        ((LegendCard("", row()),), "cards[0].id", "bad_id"),
        ((LegendCard("a", row()), LegendCard("a", row())), "cards[1].id", "bad_id"),
        ((LegendCard("a", row()), LegendCard("b", {})), "cards[1].rows.row", "missing"),
        ((LegendCard("a", row()), LegendCard("b", row() | row(name="odd"))), "cards[1].rows.odd", "unknown"),
        ((LegendCard("a", row(number=0)),), "cards[0].rows.row.number", "out_of_range"),
        ((LegendCard("a", row(number=41)),), "cards[0].rows.row.number", "out_of_range"),
        ((LegendCard("a", row(slot=-1)),), "cards[0].rows.row.slot", "out_of_range"),
        ((LegendCard("a", row(slot=10)),), "cards[0].rows.row.slot", "out_of_range"),
    ],
)
def test_legend_deck_faults_are_named_with_their_place(cards: tuple[LegendCard, ...], place: str, code: str) -> None:
    (fault,) = deck_faults(LegendDeck("test", "Test", "level", cards))
    assert (fault.place, fault.code) == (place, code)


def test_legend_decks_that_ship_are_sound() -> None:
    assert {name: (len(one.cards), one.rows) for name, one in all_decks().items()} == {
        "levels": (10, ("easy", "medium", "hard")),
        "helmets": (10, ("black", "blue", "green", "red", "gray", "yellow")),
    }
    assert not any(deck_faults(one) for one in all_decks().values())


def test_legend_deck_all_faults_are_named_at_once() -> None:
    cards = (LegendCard("", row(number=0)), LegendCard("b", row(slot=10)))
    with pytest.raises(Broken) as caught:
        Heat(Content(track=track(), legends=LegendDeck("test", "Test", "level", cards)))
    assert [fault.place for fault in caught.value.faults] == [
        "legends.cards[0].id",
        "legends.cards[0].rows.row.number",
        "legends.cards[1].rows.row.slot",
    ]


@pytest.mark.parametrize(
    ("setup", "place", "code"),
    [
        (Setup((Entrant(), Entrant("purple")), 2), "entrants[1].legend", "unknown_row"),
        (Setup((Entrant("easy"),), 2), "entrants", "no_driver"),
        (Setup((Entrant(),), 2, legend_bonus=7), "legend_bonus", "out_of_range"),
        (Setup((Entrant(),), 2, legend_bonus=-1), "legend_bonus", "out_of_range"),
    ],
)
def test_legend_setup_faults_are_named_with_their_place(setup: Setup, place: str, code: str) -> None:
    (fault,) = setup_faults(Content(track=track()), setup)
    assert (fault.place, fault.code) == (place, code)
    with pytest.raises(Broken):
        game().start(setup, SEED)
