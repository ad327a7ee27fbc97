"""Sponsor cards: what earns them at the press corners, how they come and go, and who may know of them."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.heat import Discard, Entrant, Pass, Play, Ruleset, Setup, Slipstream, State, all_tracks
from engine.heat import events as e
from engine.heat.masking import SponsorsDrawnSeen, StartedSeen
from engine.heat.state import Car
from engine.heat.views import HIDDEN
from engine.kernel import Retire, Seed, encode, fold
from engine.kernel.seats import Seat
from tests.engine.heat.kit import RULEBOOK, SEED, STANDARD, Table, car, cards, game, ready

PILE = "sp01 sp02 sp03 sp04 sp05 sp01 sp02 sp03"


def season(
    *cars: Car,
    event: str = "title_sponsor",
    rules: Ruleset = STANDARD,
    on: str = "usa",
    pile: str = PILE,
    used: str = "",
    tokens: tuple[str, ...] = (),
    **setup: Any,
) -> Table:
    table = Table(game(rules, all_tracks()[on]), *cars, season=True, event=event, **setup)
    table.state = replace(table.state, sponsor_pile=cards(pile), sponsors_used=cards(used), tokens=tokens)
    return table


def through(line: int, speed: str, **rest: Any) -> Car:
    rest.setdefault("gear", min(4, len(speed.split())))
    return car(at=line + 2, start=line - 2, play=speed, **rest)


def gained(table: Table, seat: int = 0) -> list[tuple[str, int]]:
    """Why a seat draws sponsor cards in the corner check, and how many."""
    table.go("corners")
    return [(event.why, len(event.cards)) for event in table.of(e.SponsorsDrawn, seat)]


def started(*entrants: Entrant, seed: Seed = SEED, rules: Ruleset = STANDARD, **setup: Any) -> State:
    race = game(rules)
    made = Setup(entrants or (Entrant(), Entrant()), 2, **{"season": True, **setup})
    return fold(race, race.start(made, seed))


def sponsors(faces: tuple[str, ...]) -> list[str]:
    return sorted(face for face in faces if face.startswith("sp"))


# Where the press waits


@pytest.mark.parametrize(("line", "speed"), [(12, "4 5"), (33, "4 1"), (49, "4 1"), (57, "4")])
@pytest.mark.parametrize("event", ["", "title_sponsor", "sudden_rain"])
def test_std_press_every_corner_is_a_press_corner(line: int, speed: str, event: str) -> None:
    """Whatever the event's list, an empty one included."""
    assert gained(season(through(line, speed), event=event)) == [("press", 1)]


@pytest.mark.parametrize(("line", "pays"), [(12, True), (33, False), (49, False), (57, False)])
def test_rb_14_only_the_corners_of_the_event_are_press_corners(line: int, pays: bool) -> None:
    """The title sponsor's is A."""
    speed = {12: "4 5", 33: "4 1", 49: "4 1", 57: "4"}[line]
    assert bool(gained(season(through(line, speed), rules=RULEBOOK))) is pays


def test_rb_14_without_an_event_every_corner_is_a_press_corner() -> None:
    assert gained(season(through(33, "4 1"), event="", rules=RULEBOOK)) == [("press", 1)]


def test_rb_14_outside_a_championship_nothing_is_earned() -> None:
    table = Table(game(), through(12, "4 5"))
    table.state = replace(table.state, sponsor_pile=cards(PILE))
    assert gained(table) == []


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=["standard", "rulebook"])
def test_rb_17_a_chicane_counts_once_at_its_second_line(rules: Ruleset) -> None:
    """Japan: the lines 10 and 12 are one corner, A; B is 18."""
    race = game(rules, all_tracks()["japan"])
    assert 10 not in race.press("title_sponsor")
    assert 12 in race.press("title_sponsor")
    assert race.press("new_record") >= {18}
    fast = car(at=14, start=8, play="4 2", gear=2)
    assert gained(season(fast, rules=rules, on="japan")) == [("press", 1)]
    half = car(at=11, start=8, play="4 2", gear=2)
    assert gained(season(half, rules=rules, on="japan")) == []


def test_rb_17_espana_has_letters_for_some_corners_only() -> None:
    assert game(on=all_tracks()["espana"]).press("") == {15, 32, 65, 85, 98}
    fast = car(at=13, start=9, play="4 5", gear=2)
    assert gained(season(fast, on="espana", laps=1)) == []


# What pays


@pytest.mark.parametrize(
    ("speed", "pays"), [("4 2", False), ("4 3", False), ("4 4", False), ("4 5", True), ("5 5", True)]
)
def test_rb_14_a_press_corner_pays_from_two_over_the_limit(speed: str, pays: bool) -> None:
    """The limit is 7."""
    assert bool(gained(season(through(12, speed)))) is pays


@pytest.mark.parametrize(
    ("token", "speed", "pays"),
    [
        ("limit_up", "4 5", False),
        ("limit_up", "5 5", True),
        ("limit_down", "4 4", True),
        ("limit_down", "4 3", False),
        ("overheat", "4 5", True),
        ("overheat", "4 4", False),
    ],
)
def test_rb_17_token_changes_of_the_limit_count_for_the_press(token: str, speed: str, pays: bool) -> None:
    tokens = (token, "weather", "weather", "weather")
    assert bool(gained(season(through(12, speed), tokens=tokens))) is pays


def test_rb_17_own_adjustments_of_the_limit_do_not_count_for_the_press() -> None:
    """Two over what is printed, though within what the own card allows; and the other way round."""
    within = through(12, "4 2 sp05", worth=(4, 2, 3))
    assert gained(season(within)) == [("press", 1)]
    over = through(12, "4 2 up36", worth=(4, 2, 2))
    table = season(over)
    assert gained(table) == []
    assert table.of(e.CornerTaken)[0].heat == 2


def test_rb_14_a_press_corner_crossed_in_slipstream_pays_at_any_speed() -> None:
    table = season(car(at=11, start=10, play="1"), car(at=12)).go("slipstream").answer(0, Slipstream(2))
    assert [(event.why, len(event.cards)) for event in table.of(e.SponsorsDrawn, 0)] == [("press", 1)]


def test_rb_14_a_corner_crossed_before_the_slipstream_is_not_slipstreamed() -> None:
    table = season(car(at=12, start=10, play="2"), car(at=13)).go("slipstream").answer(0, Slipstream(2))
    assert len(table.of(e.CornerTaken, 0)) == 1
    assert table.of(e.SponsorsDrawn, 0) == []


def test_rb_17_a_press_corner_pays_once_even_if_also_slipstreamed() -> None:
    table = season(car(at=11, start=9, play="4 5", gear=2), car(at=12)).go("slipstream").answer(0, Slipstream(2))
    assert [len(event.cards) for event in table.of(e.SponsorsDrawn, 0)] == [1]


def test_rb_14_each_press_corner_of_a_turn_pays() -> None:
    both = car(at=58, start=48, play="4 4", gear=4, engine=12)
    assert gained(season(both)) == [("press", 1), ("press", 1)]


def test_rb_14_a_turn_with_a_spin_out_pays_nothing() -> None:
    """Not for the corner before it either."""
    table = season(car(at=58, start=48, play="4 4", gear=4, engine=5))
    assert gained(table) == []
    assert len(table.of(e.CornerTaken)) == len(table.of(e.SpunOut)) == 1


def test_rb_14_smile_and_wave_pays_below_the_limit_alone() -> None:
    for speed, pays in (("4 2", 1), ("4 3", 0), ("4 5", 0)):
        assert len(gained(season(through(12, speed), event="smile_wave"))) == pays


@pytest.mark.parametrize(("speed", "pays"), [("4 2", 1), ("4 3", 0), ("4 5", 0)])
def test_rb_14_smile_and_wave_does_not_look_at_slipstreams(speed: str, pays: int) -> None:
    driver = car(at=11, start=9, play=speed, gear=2)
    table = season(driver, car(at=12), event="smile_wave").go("slipstream").answer(0, Slipstream(2))
    assert len(table.of(e.SponsorsDrawn, 0)) == pays


def test_rb_14_smile_and_wave_goes_by_the_limit_with_tokens_not_own_cards() -> None:
    down = ("limit_down", "weather", "weather", "weather")
    assert gained(season(through(12, "4 2"), event="smile_wave", tokens=down)) == []
    assert gained(season(through(12, "4 sp05", worth=(4, 3)), event="smile_wave")) == []


def test_rb_14_going_global_doubles_each_gain() -> None:
    both = car(at=58, start=48, play="4 4", gear=4, engine=12)
    assert gained(season(both, event="going_global")) == [("press", 2), ("press", 2)]


def test_rb_14_press_lines_beyond_the_last_finish_pay_nothing() -> None:
    assert gained(season(car(at=138 + 14, start=130, play="4 5", gear=2), laps=2)) == []


def test_rb_14_sponsor_cards_come_into_the_hand_at_the_end_of_the_corner_check() -> None:
    table = season(through(12, "4 5", hand="1 2")).go("corners")
    kinds = [type(event).__name__ for event in table.events]
    assert kinds.index("CornerTaken") < kinds.index("SponsorsDrawn")
    assert table.cars[0].hand == ("1", "2", "sp01")
    assert table.state.sponsor_pile == cards(PILE)[1:]


def test_rb_12_sponsor_cards_count_as_cards_in_hand() -> None:
    table = season(through(12, "4 5", hand="1 2 3 4 1 2")).go("corners")
    while table.state.round == 2:
        table.stand_in(0)
    assert len(table.cars[0].hand) == 7


# The pile


def test_rb_14_the_pile_that_runs_out_is_made_anew_of_what_was_played() -> None:
    table = season(through(12, "4 5"), event="going_global", pile="sp01", used="sp02 sp03 sp04")
    table.go("corners")
    (event,) = table.of(e.SponsorsDrawn)
    assert event.cards[0] == "sp01"
    assert sorted(event.pile or ()) == ["sp02", "sp03", "sp04"]
    assert len(event.cards) == 2
    assert (table.state.sponsors_used, len(table.state.sponsor_pile)) == ((), 2)


def test_rb_14_a_pile_that_just_suffices_is_not_made_anew() -> None:
    table = season(through(12, "4 5"), event="going_global", pile="sp01 sp02", used="sp03").go("corners")
    assert table.of(e.SponsorsDrawn)[0].n is None
    assert (table.state.sponsor_pile, table.state.sponsors_used) == ((), ("sp03",))


@pytest.mark.parametrize(("pile", "drawn"), [("", 0), ("sp01", 1)])
def test_rb_14_where_no_sponsor_is_left_fewer_are_drawn(pile: str, drawn: int) -> None:
    table = season(through(12, "4 5"), event="going_global", pile=pile).go("corners")
    assert sum(len(event.cards) for event in table.of(e.SponsorsDrawn)) == drawn


@pytest.mark.parametrize(
    ("expansions", "size"), [((), 35), (("heavy_rain",), 42), (("heavy_rain", "tunnel_vision"), 49)]
)
def test_rb_14_seven_copies_of_each_sponsor_whose_expansion_joins(expansions: tuple[str, ...], size: int) -> None:
    state = started(expansions=expansions)
    assert len(state.sponsor_pile) == size
    assert set(Counter(state.sponsor_pile).values()) == {7}


def test_rb_14_outside_a_championship_there_is_no_sponsor_pile() -> None:
    assert started(season=False).sponsor_pile == ()


def test_rb_14_the_sponsor_pile_is_shuffled() -> None:
    assert len({started(seed=Seed(f"{number:032x}")).sponsor_pile[:6] for number in range(20)}) > 15


# Coming and going


@pytest.mark.parametrize(
    ("event", "count"), [("title_sponsor", 3), ("inauguration", 2), ("strike", 1), ("going_global", 0)]
)
def test_rb_14_sponsor_cards_of_the_event_use_up_hand_slots(event: str, count: int) -> None:
    driver = started(event=event).cars[0]
    assert len(driver.hand) == 7
    assert len(sponsors(driver.hand)) == count
    assert len(driver.draw) == 18 - (7 - count)


def test_std_press_without_events_no_sponsor_cards_at_the_start() -> None:
    for rules in (STANDARD, RULEBOOK):
        assert sponsors(started(rules=rules).cars[0].stock) == []


def test_rb_14_sponsor_cards_are_dealt_from_pole_backwards() -> None:
    race = game()
    told = race.start(Setup((Entrant(),) * 3, 2, grid=(2, 0, 1), season=True, event="strike"), SEED)
    assert [event.seat for event in told if isinstance(event, e.SponsorsDrawn)] == [2, 0, 1]


def test_rb_14_a_sponsor_card_that_was_played_leaves_the_game() -> None:
    table = season(car(at=20, play="sp04", worth=(6,)), used="sp01").go("replenish")
    assert table.of(e.SponsorsSpent) == [e.SponsorsSpent(Seat(0), cards=("sp04",))]
    assert "sp04" not in table.cars[0].stock + table.cars[0].discard
    assert table.state.sponsors_used == ("sp01", "sp04")


def test_rb_17_sponsors_played_on_the_final_turn_leave_the_game_too() -> None:
    for rules in (STANDARD, RULEBOOK):
        table = season(car(at=138, start=130, play="sp04", worth=(6,)), rules=rules).go("replenish")
        assert table.state.ended == "flag"
        assert table.state.sponsors_used == ("sp04",)
        assert sponsors(table.cars[0].stock) == []


def test_rb_4_sponsors_put_down_by_a_cluttered_hand_leave_the_game() -> None:
    table = season(ready("sp04 heat heat", at=20, hand="heat heat"), car(at=5, choice=Play(("1",)))).go("reveal")
    assert table.cars[0].cluttered
    while table.state.round == 2:
        table.stand_in(next(iter(table.asked)))
    assert table.state.sponsors_used == ("sp04",)
    assert sponsors(table.cars[0].stock) == []


def test_rb_11_a_sponsor_that_is_thrown_away_circulates_in_the_own_deck() -> None:
    table = season(car(at=20, hand="sp04 1", draw="1", discard="2 3 4 1 2")).go("discard")
    table.answer(0, Discard(("sp04",)))
    assert "sp04" in table.cars[0].hand + table.cars[0].draw + table.cars[0].discard
    assert (table.state.sponsors_used, sponsors(table.cars[0].stock)) == ((), ["sp04"])


def test_rb_5_a_sponsor_that_a_flip_turns_goes_to_the_own_discard_pile() -> None:
    table = season(ready("stress", at=20, draw="sp04 3 1 2")).go("reveal")
    assert "sp04" in table.cars[0].stock
    assert table.of(e.Flipped) == [e.Flipped(Seat(0), cards=("sp04", "3"), worth=3)]


def test_rb_14_a_driver_who_leaves_in_mid_turn_has_played_the_sponsors_in_play() -> None:
    table = season(car(at=20, play="sp04", worth=(6,), gear=4), car(at=5)).go("react")
    table.do(Retire(0))
    assert table.state.sponsors_used == ("sp04",)


def test_rb_17_sponsors_never_played_are_shuffled_into_the_deck_of_the_next_race() -> None:
    entrants = (Entrant(sponsors=("sp01", "sp04")), Entrant())
    for number in range(5):
        state = started(*entrants, event="strike", seed=Seed(f"{number:032x}"))
        driver = state.cars[0]
        assert len(driver.hand) == 7
        assert len(driver.draw) == 18 + 2 - 6
        drawn = Counter(sponsors(driver.stock)) - Counter(("sp01", "sp04"))
        assert sum(drawn.values()) == 1
        everywhere = Counter((*state.sponsor_pile, *sponsors(driver.stock), *sponsors(state.cars[1].stock)))
        assert everywhere == Counter(dict.fromkeys(("sp01", "sp02", "sp03", "sp04", "sp05"), 7))


# Who may know


def hands() -> Table:
    """Seat 0 holds a sponsor card and has another in the draw pile; seat 1 holds one, and one lies open."""
    cars = (car(at=20, hand="sp01 1", draw="sp02 4"), car(at=10, hand="sp03 2", draw="1", discard="sp04"))
    return season(*cars, pile="sp05 sp05", used="sp02")


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_std_secrets_only_the_number_of_sponsor_cards_is_public(viewer: int | None) -> None:
    table = hands()
    seen = table.game.view(table.state, viewer)
    assert [(one.sponsors, one.sponsors_in_hand) for one in seen.cars] == [(2, 1), (2, 1)]
    assert not any(sponsors(one.stock) for one in seen.cars)
    assert seen.cars[1].discard == ("sp04",)
    assert seen.sponsors_used == ("sp02",)
    shown = encode(seen).decode()
    assert ("sp01" in shown) is (viewer == 0)
    assert ("sp03" in shown) is (viewer == 1)
    assert "sp05" not in shown


@pytest.mark.parametrize("viewer", [1, None])
def test_std_secrets_other_sponsor_cards_look_the_same_from_outside(viewer: int | None) -> None:
    table, other = hands(), hands()
    changed = replace(other.cars[0], hand=("1", "sp05"), stock=tuple(sorted((*other.cars[0].stock, "sp05"))))
    changed = replace(changed, stock=tuple(card for card in changed.stock if card != "sp01"))
    other.state = replace(other.state, cars=(changed, other.cars[1]))
    assert not other.problems
    assert table.game.view(table.state, viewer) == other.game.view(other.state, viewer)
    assert table.game.view(table.state, 0) != other.game.view(other.state, 0)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_std_secrets_only_the_driver_sees_which_sponsor_was_drawn(viewer: int | None) -> None:
    event = e.SponsorsDrawn(Seat(0), why="press", cards=("sp01",), pile=("sp01", "sp02"), n=7)
    assert game().see(event, viewer) == SponsorsDrawnSeen(
        Seat(0), why="press", count=1, cards=("sp01",) if viewer == 0 else None
    )


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_std_secrets_kept_sponsors_are_masked_in_the_set_up(viewer: int | None) -> None:
    race = game()
    entrants = (Entrant(sponsors=("sp01", "sp04")), Entrant())
    told = race.start(Setup(entrants, 2, season=True), SEED)
    seen = race.see(told[0], viewer)
    assert isinstance(seen, StartedSeen)
    kept = ("sp01", "sp04") if viewer == 0 else (HIDDEN, HIDDEN)
    assert seen.setup.entrants[0].sponsors == kept
    view = race.view(fold(race, told), viewer)
    assert view.setup.entrants[0].sponsors == kept
    if viewer != 0:
        assert "sp01" not in str(msgspec.to_builtins(view.setup))


def everywhere(state: State, dealt: bool = True) -> Counter[str]:
    """Every sponsor card of a race, wherever it is."""
    found = Counter((*state.sponsor_pile, *state.sponsors_used))
    for one, entrant in zip(state.cars, state.setup.entrants, strict=True):
        found.update(sponsors(one.stock) if dealt else entrant.sponsors)
    return found


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_std_secrets_an_imagined_race_has_every_sponsor_card_once(viewer: int | None) -> None:
    race = game()
    entrants = (Entrant(sponsors=("sp01", "sp04")), Entrant(sponsors=("sp01",)))
    whole = Setup(entrants, 2, season=True, event="title_sponsor")
    for setup, dealt in ((whole, True), (replace(whole, draft="rounds"), False)):
        state = fold(race, race.start(setup, SEED))
        assert (state.round == 1) is dealt
        view = race.view(state, viewer)
        for number in range(8):
            other = race.imagine(view, Seed(f"{number:032x}"))
            assert race.problems(other) == ()
            assert race.view(other, viewer) == view
            assert everywhere(other, dealt) == everywhere(state, dealt)
            assert len(other.sponsor_pile) == len(state.sponsor_pile)


def test_std_secrets_nobody_is_asked_for_what_sponsors_are_in_the_hand() -> None:
    for hand in ("sp02 sp02", "1 2"):
        table = season(car(at=20, gear=3, hand=hand), car(at=5, gear=4)).go("react")
        assert table.asked == {1: "react"}
        assert table.choices(1)[-1] == Pass()
