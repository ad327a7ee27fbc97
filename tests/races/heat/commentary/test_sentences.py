"""Sentences: every line of whole races has one, in words with its numbers, and names stay names."""

import re
from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.heat import Content, Heat, all_tracks
from engine.heat.decks import all_decks
from engine.heat.rules import RULESETS
from races.heat.commentary.say import sentence
from tests.engine.heat.races import BY_NAME, starts
from tests.races.heat.commentary.kit import Seat, entries, line_of, plain, seats_of

SPAN = re.compile(r"</?(?:b|bdi)>|<span class=\"(?:cost|gain|sum)\">|</span>")


@pytest.fixture(scope="module")
def game() -> Heat:
    deck = next(deck for deck in all_decks().values() if deck.rows_are == "level")
    return Heat(Content(track=all_tracks()["usa"], rules=RULESETS["standard"], legends=deck))


SEATS: list[Any] = [Seat("Ada"), Seat("Bo"), Seat("Priya"), Seat("Legend Black", legend="hard")]


@pytest.mark.parametrize("rules", BY_NAME)
@settings(max_examples=12)
@given(data=st.data())
def test_every_line_of_a_race_is_a_sentence(rules: str, data: st.DataObject) -> None:
    start = data.draw(starts(BY_NAME[rules], most_cars=6))
    game = Heat(start.content)
    seats = seats_of(start)
    with override("en"):
        for told in entries(game, start):
            for line in told.lines:
                said = sentence(line, seats, game)
                assert "<" not in SPAN.sub("", said), said
                assert "{" not in said
                assert "  " not in said
                text = plain(line, seats, game)
                assert text == text.strip()
                assert text.endswith(".") or line.begins_round(), text
                if (seat := line.about()) is not None:
                    assert seats[seat].name in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            {"kind": "drive", "seat": 2, "from": [27, 1], "to": [36, 1], "sum": [4, 3, ["stress", 2]], "speed": 9},
            "Priya: 4 + 3 + Stress 2 = 9. From 27 to 36.",
        ),
        (
            {"kind": "drive", "seat": 0, "from": [-3, 1], "to": [5, 2], "sum": [5], "speed": 5, "meant": 4},
            "Ada: 5. From the grid to 5. 4 is full.",
        ),
        ({"kind": "drive", "seat": 0, "from": [27, 1], "sum": [0], "speed": 0}, "Ada: 0. Stays on 27."),
        (
            {"kind": "corner", "seat": 1, "line": 33, "limit": 2, "speed": 4, "sum": [1, 3], "heat": 2, "left": 4},
            "Corner B, limit 2: 1 + 3 = 4. Bo pays 2 Heat; 4 left.",
        ),
        (
            {"kind": "corner", "seat": 1, "line": 33, "limit": 2, "printed": 3, "changes": [["road", -1]], "speed": 2},
            "Bo takes corner B, limit 3, road −1 = 2, at 2: free.",
        ),
        (
            {"kind": "corner", "seat": 1, "line": 33, "limit": 3, "speed": 2},
            "Bo takes corner B, limit 3, at 2: free.",
        ),
        (
            {
                "kind": "spin",
                "seat": 0,
                "line": 33,
                "limit": 3,
                "sum": [4, 4],
                "speed": 8,
                "owed": 5,
                "heat": 2,
                "stress": 2,
                "from": [35, 1],
                "to": [32, 1],
            },
            (
                "Corner B, limit 3: 4 + 4 = 8. 5 Heat due, 2 in the engine. "
                "Ada pays 2 Heat and spins out. Back to 32 in 1st gear, with 2 Stress."
            ),
        ),
        (
            {
                "kind": "slipstream",
                "seat": 0,
                "behind": 1,
                "distance": 2,
                "from": [18, 1],
                "to": [20, 2],
                "beside": [2],
            },
            "Ada slipstreams Bo: 2 spaces, not speed. From 18 to 20. Now beside Priya.",
        ),
        (
            {"kind": "cool", "seat": 0, "heat": 2, "by": [["gear", 1], ["adrenaline", 1]], "left": 5, "gear": 2},
            "Ada cools down 2 Heat; the engine now holds 5. Cooldown: 2nd gear 1 + adrenaline 1.",
        ),
        (
            {"kind": "shift", "seat": 0, "gears": [2, 4], "heat": 1, "left": 3},
            "Ada shifts from gear 2 to 4 and pays 1 Heat; 3 left.",
        ),
        ({"kind": "shift", "seat": 0, "gears": [3, 3]}, "Ada stays in gear 3."),
        (
            {"kind": "boost", "seat": 0, "heat": 1, "left": 0, "speed": 8, "flipped": 4, "from": [8, 1], "to": [12, 1]},
            "Ada boosts and pays 1 Heat; 0 left. 8 + flip 4 = 12. From 8 to 12.",
        ),
        (
            {"kind": "discard", "seat": 0, "cards": ["1", "1", "stress", "stress"]},
            "Ada throws 1, 1 and 2 × Stress away.",
        ),
        (
            {"kind": "stood_in", "seat": 1, "phase": "gears", "reason": "clock"},
            "Bo’s time is up. A stand-in chooses the gear.",
        ),
        (
            {"kind": "finished", "reason": "flag", "ranking": [1, 0, 3, 2]},
            "The race is over. The ranking: 1. Bo, 2. Ada, 3. Legend Black and 4. Priya.",
        ),
        ({"kind": "round", "round": 7}, "Round 7"),
        (
            {"kind": "legend", "seat": 3, "line": 33, "limit": 3, "slot": 1, "from": [30, 1], "to": [34, 1]},
            "Legend Black takes corner B: limit 3 + Legend card 1 = 4. From 30 to 34.",
        ),
        (
            {
                "kind": "legend",
                "seat": 3,
                "line": 33,
                "limit": 3,
                "slot": 2,
                "from": [30, 1],
                "to": [36, 1],
                "meant": 35,
            },
            "Legend Black takes corner B: limit 3 + Legend card 2 = 5. From 30 to 36. 35 is full.",
        ),
        (
            {
                "kind": "legend",
                "seat": 3,
                "line": 33,
                "limit": 3,
                "slot": 20,
                "from": [30, 1],
                "to": [48, 1],
                "before": 49,
            },
            "Legend Black takes corner B: limit 3 + Legend card 20 = 23. It stops before corner C. From 30 to 48.",
        ),
        (
            {"kind": "cluttered", "seat": 0, "cards": ["3", "heat", "heat"], "gear": 3, "at": 70},
            (
                "Cluttered hand: Ada plays 3 and 2 × Heat, too few for gear 3."
                " The car stays on 1 and falls back to gear 1."
            ),
        ),
        ({"kind": "heat_lost", "seat": 0, "place": "hand"}, "Ada loses 1 Heat for good, from the hand."),
        (
            {"kind": "draft", "seat": 0, "cards": ["up55"], "from": [8, 1], "to": [9, 1]},
            "Ada drafts with Nose Cone, up behind the next car: not speed. From 8 to 9.",
        ),
        (
            {"kind": "super_cool", "seat": 0, "heat": 1, "by": [["sp06", 2]], "left": 3},
            "Ada cools down 1 Heat of the discard pile with Air Scoop; the engine now holds 3.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_sentences_say_who_what_and_why_with_the_numbers(game: Heat, line: dict[str, Any], said: str) -> None:
    with override("en"):
        assert plain(line_of(line), SEATS, game) == said


def test_sums_costs_and_gains_are_marked(game: Heat) -> None:
    line = {"kind": "corner", "seat": 1, "line": 33, "limit": 2, "speed": 4, "sum": [1, 3], "heat": 2, "left": 4}
    with override("en"):
        said = sentence(line_of(line), SEATS, game)
    assert '<span class="sum">1 + 3 = <b>4</b></span>' in said
    assert '<span class="cost">pays 2 Heat</span>' in said


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "{0} {who} %(who)s", "A & B 'C' \"D\"", "</bdi><b>"])
def test_names_are_text_whatever_is_in_them(game: Heat, name: str) -> None:
    seats: list[Any] = [Seat(name), Seat(name)]
    lines: list[dict[str, Any]] = [
        {"kind": "drive", "seat": 0, "from": [1, 1], "to": [5, 1], "sum": [4], "speed": 4},
        {"kind": "slipstream", "seat": 0, "behind": 1, "distance": 2, "from": [1, 1], "to": [3, 1], "beside": [1]},
        {"kind": "adrenaline_given", "seats": [0, 1], "speed": 1, "cooldown": 1},
        {"kind": "finished", "reason": "flag", "ranking": [1, 0]},
    ]
    for line in lines:
        said = sentence(line_of(line), seats, game)
        assert "<" not in SPAN.sub("", said)
        assert name in plain(line_of(line), seats, game)


def test_both_lines_of_a_chicane_are_told_apart() -> None:
    circuit = Heat(Content(track=all_tracks()["japan"], rules=RULESETS["standard"]))
    first, second = circuit.content.track.corners[:2]
    said = []
    with override("en"):
        for corner in (first, second):
            line = line_of({"kind": "corner", "seat": 1, "line": corner.line, "limit": 4, "speed": 4})
            said.append(plain(line, SEATS, circuit))
    assert said == [
        "Bo takes corner A, first line of its chicane, limit 4, at 4: free.",
        "Bo takes corner A, second line of its chicane, limit 4, at 4: free.",
    ]
