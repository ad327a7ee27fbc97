"""Chance: numbered outcomes of a keyed hash, the same for ever."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import TABLE, Seed, derive, dice, draw, is_seed, pick, shuffle, shuffled

ZERO, OTHER = Seed("00" * 16), Seed("0123456789abcdef" * 2)
SEEDS = [derive(ZERO, str(number)) for number in range(2400)]


@pytest.mark.parametrize(
    ("seed", "stream", "n", "high", "low"),
    [
        (
            ZERO,
            TABLE,
            0,
            "0e187bf4d9605ea648e6c96e6012d16f2b6a7c310d24e71c7aa03108a2cde811",
            "1ec1cb8960b9059a5dde8ca4480a49b64eb911aaae300733a168bbf304d05925",
        ),
        (
            ZERO,
            0,
            0,
            "b60925cf09399d267ab5b08f6a7c92a921bdf0b443e00458f8dd788ee790d37d",
            "a31df75c5f4cbb02082873dfc6eaa9309eae4ea36400d743a7899d5b3bb12fcc",
        ),
        (
            ZERO,
            0,
            1,
            "32735d5a063100dcf5a234876c76699e5030fc61384b98915d0716b79f39a2ee",
            "b1c238241b9327c82ee129d27f1a76840f14771817a7f004e6fe2232e290093a",
        ),
        (
            OTHER,
            1,
            0,
            "277b073e8c98bfa8c1baeb4397ddcc51240a0888ba4e5a69e52d8ed209832799",
            "8e317c97548e9349199cd97476446a571a695785d03ad4aee846624e595568b7",
        ),
        (
            OTHER,
            11,
            60,
            "6df54fbee28ea721785c4a97d991f9b8eb2da30592b931e68f021ca3c1e351c9",
            "9e5dba153945b044a3d35ff9e7a337df06235fc4e23b3976601c536a4a85f822",
        ),
    ],
)
def test_known_outcomes_never_change(seed: Seed, stream: int, n: int, high: str, low: str) -> None:
    """Pinned: records of years ago must play again."""
    assert f"{draw(seed, stream, n):0128x}" == high + low


def test_more_blocks_of_an_outcome_follow_the_first() -> None:
    """The first block of a long outcome is the whole of a short one, and the others are independent of it."""
    one, two, three = (draw(OTHER, 11, 60, blocks) for blocks in (1, 2, 3))
    assert (two >> 512, three >> 512) == (one, two)
    assert len({one, two % 2**512, three % 2**512, draw(OTHER, 11, 601)}) == 4
    assert f"{two % 2**512:0128x}" == (
        "987fe0f457833466079bd80ed787e7b2f37d6cb17af1feb67249ce84e3d7ebc4"
        "885a9619a8808aafb5686f3ff0a6327b5d1c398bb70afd2be3974096f03cc8b7"
    )


def test_known_shuffles_and_derived_seeds_never_change() -> None:
    assert shuffled(draw(ZERO, 0, 0), range(10)) == (7, 3, 2, 4, 1, 5, 8, 9, 6, 0)
    assert shuffled(draw(OTHER, TABLE, 3), "abcdefg") == tuple("ecbagdf")
    assert shuffle(OTHER, TABLE, 2, range(70))[:12] == (13, 28, 54, 39, 42, 47, 32, 68, 31, 57, 44, 4)
    assert derive(ZERO, "race 1") == "1a9bf2aef76cd68c00354237371bb4c90fefd70a1bafe1ecd9b5337d2a6850d5"
    assert derive(OTHER, "") == "194b188d4f77f16fd4e1643bdc1a6b78b1454f966f2845bfacc5390671be4634"


def test_streams_and_numbers_are_independent() -> None:
    """No outcome occurs twice, whichever stream and number it has."""
    outcomes = [draw(seed, stream, n) for seed in (ZERO, OTHER) for stream in range(-1, 30) for n in range(40)]
    assert len(set(outcomes)) == len(outcomes)
    assert draw(ZERO, 1, 11) != draw(ZERO, 11, 1)
    assert draw(ZERO, 1, 1) != draw(ZERO, 11, 0)


def test_an_extra_draw_of_one_stream_changes_no_other() -> None:
    before = [draw(OTHER, 2, n) for n in range(5)]
    draw(OTHER, 1, 0)
    assert [draw(OTHER, 2, n) for n in range(5)] == before


def test_two_streams_do_not_go_together() -> None:
    """Parities of two seats over many seeds: each pair about as often (chi-square, 3 degrees, 0.1 %)."""
    pairs = Counter((draw(seed, 0, 0) % 2, draw(seed, 1, 0) % 2) for seed in SEEDS)
    assert chi_square(pairs, 4) < 16.3


def test_an_outcome_uses_the_whole_width() -> None:
    outcomes = [draw(seed, 0, 0) for seed in SEEDS]
    assert all(0 <= outcome < 2**512 for outcome in outcomes)
    for bit in (0, 1, 255, 256, 510, 511):
        assert 1050 < sum(outcome >> bit & 1 for outcome in outcomes) < 1350


def chi_square(counts: Counter[Any], places: int) -> float:
    expected = counts.total() / places
    return sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (places - len(counts))


def most_of(places: int) -> float:
    """What chi-square stays below where all places are as likely: its mean and four deviations."""
    return float(places - 1 + 4 * (2 * (places - 1)) ** 0.5)


def test_a_shuffle_is_fair_over_all_orders() -> None:
    """24 orders of four cards (chi-square, 23 degrees, 0.1 %)."""
    counts = Counter(shuffled(draw(seed, 0, 0), range(4)) for seed in SEEDS)
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < 49.7


def test_a_shuffle_of_a_whole_deck_is_fair_at_every_place() -> None:
    """Where the first card of 24 goes, and which card comes last (chi-square, 23 degrees, 0.1 %)."""
    decks = [shuffled(draw(seed, 0, 0), range(24)) for seed in SEEDS]
    for place in (0, 11, 23):
        assert chi_square(Counter((deck.index(place),) for deck in decks), 24) < 49.7
        assert chi_square(Counter((deck[place],) for deck in decks), 24) < 49.7


def test_every_outcome_stands_for_an_order_of_its_own() -> None:
    """The first n! outcomes give every order of n cards once."""
    assert {shuffled(outcome, range(5)) for outcome in range(120)} == set(permutations(range(5)))


@pytest.mark.parametrize("size", [60, 61, 99, 108, 120, 180])
def test_neighbours_of_a_sorted_deck_are_parted(size: int) -> None:
    """Cards that lay one on the other follow each other as rarely as any two, in the first places and in all.

    With one block for all sizes 4.0 % of 108 do in the first places, and 10.4 % of 120.
    """
    decks = [shuffle(seed, 0, 0, range(size)) for seed in SEEDS]
    for places in (20, size - 1):
        together = sum(deck[place + 1] - deck[place] == 1 for deck in decks for place in range(places))
        expected = len(decks) * places / size
        assert abs(together - expected) < 4 * expected**0.5


@pytest.mark.parametrize("size", [61, 120])
def test_a_shuffle_of_a_large_deck_is_fair_at_every_place(size: int) -> None:
    """Where the first card goes, and which card comes first and last (chi-square, mean + 4 deviations)."""
    decks = [shuffle(seed, 0, 0, range(size)) for seed in SEEDS]
    for place in (0, size // 2, size - 1):
        assert chi_square(Counter((deck.index(place),) for deck in decks), size) < most_of(size)
        assert chi_square(Counter((deck[place],) for deck in decks), size) < most_of(size)


def test_up_to_sixty_items_are_shuffled_with_one_block_and_more_with_as_many_as_they_need() -> None:
    for size, blocks in ((0, 1), (1, 1), (60, 1), (61, 2), (120, 2), (121, 3)):
        assert shuffle(OTHER, 1, 2, range(size)) == shuffled(draw(OTHER, 1, 2, blocks), range(size), blocks)


@pytest.mark.parametrize(("size", "blocks"), [(61, 1), (121, 2)])
def test_no_shuffle_with_too_few_blocks(size: int, blocks: int) -> None:
    with pytest.raises(AssertionError, match=f"{size} items need more than {blocks} blocks"):
        shuffled(draw(ZERO, 0, 0, blocks), range(size), blocks)


@given(st.integers(0, 2**512 - 1), st.lists(st.integers(0, 9), max_size=60))
def test_a_shuffle_is_a_permutation(outcome: int, items: list[int]) -> None:
    before = list(items)
    assert sorted(shuffled(outcome, items)) == sorted(items)
    assert items == before
    assert shuffled(outcome, tuple(items)) == shuffled(outcome, items)


def test_picking_is_fair_and_in_range() -> None:
    counts = Counter((pick(draw(seed, 3, 0), 6),) for seed in SEEDS)
    assert set(counts) == {(place,) for place in range(6)}
    assert chi_square(counts, 6) < 20.6


@pytest.mark.parametrize(("sides", "count"), [(2, 8), (6, 1), (6, 2), (20, 4)])
def test_dice_are_fair_in_range_and_independent(sides: int, count: int) -> None:
    """Each side of each die, and each pair of neighbouring dice, about as often (chi-square, mean + 4 deviations)."""
    thrown = [dice(draw(seed, 3, 0), sides, count) for seed in SEEDS]
    assert {len(faces) for faces in thrown} == {count}
    assert {face for faces in thrown for face in faces} == set(range(1, sides + 1))
    for die in range(count):
        assert chi_square(Counter(faces[die] for faces in thrown), sides) < most_of(sides)
        if die:
            pairs = Counter(faces[die - 1 : die + 1] for faces in thrown)
            assert chi_square(pairs, sides**2) < most_of(sides**2)


def test_known_dice_never_change() -> None:
    assert dice(draw(ZERO, 0, 0), 6, 5) == (1, 5, 6, 1, 1)
    assert dice(0, 6, 3) == (1, 1, 1)
    assert dice(5 + 6 * 4 + 36 * 3, 6, 3) == (6, 5, 4)
    assert dice(draw(OTHER, 0, 0), 6, 0) == ()


@given(st.integers(0, 2**512 - 1), st.integers(1, 100), st.integers(0, 12))
def test_dice_show_one_to_their_sides(outcome: int, sides: int, count: int) -> None:
    faces = dice(outcome, sides, count)
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)


@pytest.mark.parametrize("text", ["00" * 16, "ff" * 64, "0123456789abcdef" * 2, "a0" * 17])
def test_a_seed_is_16_to_64_bytes_in_lower_case_hexadecimal(text: str) -> None:
    assert is_seed(text)
    assert draw(Seed(text), 0, 0) >= 0


@pytest.mark.parametrize(
    "text",
    ["", "00" * 15, "00" * 15 + "0", "00" * 16 + "0", "ff" * 65, "FF" * 16, "0g" * 16, " " * 32, "٣" * 32, "é" * 32],
)
def test_anything_else_is_no_seed(text: str) -> None:
    assert not is_seed(text)


def test_a_derived_seed_is_a_seed_of_its_own() -> None:
    derived = {derive(OTHER, purpose) for purpose in ("race 1", "race 2", "bot", "", "Ω")}
    assert len(derived) == 5
    assert all(is_seed(seed) and seed != OTHER for seed in derived)
    assert derive(ZERO, "race 1") != derive(OTHER, "race 1")
