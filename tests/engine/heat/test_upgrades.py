"""The upgrades of the Garage, card by card: what each counts, and what each of its symbols does when it is played."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from msgspec import Struct

from engine.heat import RULEBOOK, STANDARD, Adrenaline, Boost, Cool, Discard, Entrant, Pass, Play, Ruleset, Setup, Value
from engine.heat.cards import base_cards
from engine.heat.events import CornerTaken, Flipped, Moved
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.play import Revealed
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.slipstream import Slipstream
from engine.heat.moves.super_cool import SuperCool
from engine.heat.units import Distance
from engine.kernel import fold
from engine.kernel.seats import Seat
from tests.engine.heat.kit import SEED, Table, car, game, ready

PRINTED = """
up01 | 4 Wheel Drive  | basic    | base          | 4       | plus 1
up02 | 4 Wheel Drive  | basic    | base          | 0       | plus 3
up03 | 4 Wheel Drive  | basic    | base          | 0       | plus 1, cooldown 3
up04 | Body           | basic    | base          | 3       | reduce_stress 2
up05 | Body           | basic    | base          | 5       | reduce_stress 1
up06 | Body           | basic    | base          | 1       | reduce_stress 3
up07 | Brakes         | basic    | base          | 1/2/3/4 | heat 1
up08 | Brakes         | basic    | base          | 1/3     | -
up09 | Brakes         | basic    | base          | 2/4     | -
up10 | Brakes         | basic    | base          | 1/5     | -
up11 | Cooling System | basic    | base          | 6       | heat 1, cooldown 1
up12 | Cooling System | basic    | base          | 1       | cooldown 2
up13 | Cooling System | basic    | base          | 3       | cooldown 1
up14 | R.P.M.         | basic    | base          | 1       | slipstream 2
up15 | R.P.M.         | basic    | base          | 2       | slipstream 2
up16 | R.P.M.         | basic    | base          | 3       | slipstream 2
up17 | Heat           | basic    | base          | heat    | -
up18 | Body           | advanced | base          | 6       | reduce_stress 3, heat 1
up19 | Body           | advanced | base          | 2       | reduce_stress 1, cooldown 1, scrap 2
up20 | Body           | advanced | base          | 2       | reduce_stress 1, slipstream 1
up21 | Cooling System | advanced | base          | 4       | scrap 2, cooldown 1
up22 | Fuel           | advanced | base          | 2       | salvage 2
up23 | Fuel           | advanced | base          | 0       | plus 1, salvage 2, cooldown 1
up24 | Gas Pedal      | advanced | base          | 1       | direct_play 1, scrap 1
up25 | Gas Pedal      | advanced | base          | 2       | direct_play 1, scrap 2
up26 | Gas Pedal      | advanced | base          | 3       | direct_play 1, scrap 3
up27 | Gas Pedal      | advanced | base          | 4       | direct_play 1, heat 1, cooldown 1
up28 | Gas Pedal      | advanced | base          | 1       | direct_play 1, accelerate 1, scrap 5
up29 | R.P.M.         | advanced | base          | 0       | plus 1, slipstream 3
up30 | R.P.M.         | advanced | base          | 1       | heat 1, slipstream 3
up31 | R.P.M.         | advanced | base          | 1/2     | slipstream 1
up32 | Suspension     | advanced | base          | 2       | refresh 1, reduce_stress 1
up33 | Suspension     | advanced | base          | 2       | refresh 1, cooldown 1
up34 | Suspension     | advanced | base          | 4       | refresh 1
up35 | Suspension     | advanced | base          | 1       | refresh 1, slipstream 1
up36 | Tires          | advanced | base          | 2       | adjust_limit -1, cooldown 3
up37 | Tires          | advanced | base          | 1       | scrap 2, adjust_limit 1
up38 | Tires          | advanced | base          | 2       | scrap 2, adjust_limit 1
up39 | Tires          | advanced | base          | 3       | adjust_limit -1, cooldown 2
up40 | Tires          | advanced | base          | 0       | plus 1, adjust_limit 1, slipstream 1, cooldown 1
up41 | Tires          | advanced | base          | 0       | plus 2, adjust_limit 2
up42 | Turbo Charger  | advanced | base          | 7       | heat 2, cooldown 3
up43 | Turbo Charger  | advanced | base          | 8       | heat 1, scrap 6
up44 | Wings          | advanced | base          | 4       | heat 1, scrap 2, adjust_limit 2
up45 | Wings          | advanced | base          | 3       | heat 1, scrap 2, adjust_limit 2
up46 | Wings          | advanced | base          | 6       | heat 2, adjust_limit 3
up47 | 4 Wheel Drive  | advanced | base          | 0       | plus 1, accelerate 1
up48 | Heat           | advanced | base          | heat    | -
up49 | Air Intake     | advanced | heavy_rain    | 1       | super_cool 1, salvage 4, adjust_limit -1
up50 | Air Intake     | advanced | heavy_rain    | 0       | super_cool 1, slipstream 1, reduce_stress 1
up51 | Air Intake     | advanced | heavy_rain    | 1       | super_cool 1, cooldown 1, scrap 1
up52 | Air Intake     | advanced | heavy_rain    | 3       | super_cool 1, scrap 3
up53 | Air Intake     | advanced | heavy_rain    | 4       | super_cool 1, scrap 4
up54 | Air Intake     | advanced | heavy_rain    | 0       | plus 1, super_cool 1, refresh 1, adjust_limit -1
up55 | Front Wing     | advanced | tunnel_vision | 0       | plus 1, draft 3
up56 | Front Wing     | advanced | tunnel_vision | 0       | draft 1, direct_play 1, refresh 1
up57 | Front Wing     | advanced | tunnel_vision | 2       | draft 2, salvage 2, scrap 5
up58 | Front Wing     | advanced | tunnel_vision | 3       | draft 1, adjust_limit 1, scrap 3
up59 | Front Wing     | advanced | tunnel_vision | 4       | draft 1, refresh 1, scrap 4
up60 | Front Wing     | advanced | tunnel_vision | 6       | draft 2, heat 1
"""
"""Every upgrade: id, family, tier, expansion, what it counts, symbols."""

BOTH = pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=["standard", "rulebook"])

HOT = "heat heat heat heat stress stress stress"
ONES = "1 1 1 1 1 1 1 1 1 1 1 1"


class Upgrade(Struct, frozen=True):
    """A line of the table."""

    id: str
    family: str
    tier: str
    expansion: str
    worth: tuple[int, ...]
    symbols: dict[str, int]
    heat: bool


def upgrade(line: str) -> Upgrade:
    id, family, tier, expansion, worth, symbols = (cell.strip() for cell in line.split("|"))
    named = dict(symbol.rsplit(" ", 1) for symbol in symbols.split(", ") if symbol != "-")
    counts = (0,) if worth == "heat" else tuple(int(one) for one in worth.split("/"))
    return Upgrade(id, family, tier, expansion, counts, {name: int(n) for name, n in named.items()}, worth == "heat")


UPGRADES = [upgrade(line) for line in PRINTED.strip().splitlines()]
PLAYED = [one for one in UPGRADES if not one.heat]


def each(upgrades: list[Upgrade]) -> pytest.MarkDecorator:
    """A case for each of these cards, by name."""
    return pytest.mark.parametrize("one", upgrades, ids=[one.id for one in upgrades])


def having(symbol: str) -> pytest.MarkDecorator:
    found = [one for one in UPGRADES if symbol in one.symbols]
    assert found
    return each(found)


def reacting(one: Upgrade, *others: Any, rules: Ruleset = STANDARD, **rest: Any) -> Table:
    """React in 3rd gear with the card and two 1s in play, and nothing else that gives symbols."""
    given: dict[str, Any] = {"hand": HOT, "draw": ONES, "discard": "heat heat 0 5 4 4", "at": 14, "start": 13}
    given |= {"play": f"{one.id} 1 1", "worth": (one.worth[0], 1, 1), "gear": 3} | rest
    table = Table(game(rules), car(**given), *others).go("react")
    while PayHeat(one.id) in table.choices(0):  # what is locked behind it comes after
        table.answer(0, PayHeat(one.id))
    return table


def offered(table: Table, kind: type) -> list[Any]:
    return [choice for choice in table.choices(0) if isinstance(choice, kind)]


def test_upgrades_are_sixty_seventeen_of_them_basic() -> None:
    assert len(UPGRADES) == 60
    assert {one.id for one in UPGRADES} == {card.id for card in base_cards().cards if card.tier}
    assert Counter(one.tier for one in UPGRADES) == {"basic": 17, "advanced": 43}
    assert Counter(one.expansion for one in UPGRADES) == {"base": 48, "heavy_rain": 6, "tunnel_vision": 6}


@each(UPGRADES)
def test_upgrade_is_as_printed(one: Upgrade) -> None:
    card = base_cards().named()[one.id]
    assert (card.worth, card.symbols, card.family) == (one.worth, one.symbols, one.family)
    assert (card.tier, card.expansion, card.copies) == (one.tier, one.expansion, 2)
    assert card.kind == ("heat" if one.heat else "upgrade")


@BOTH
@pytest.mark.parametrize("one", PLAYED, ids=[one.id for one in PLAYED])
def test_rb_5_every_upgrade_counts_what_it_says_and_flips_for_each_plus(one: Upgrade, rules: Ruleset) -> None:
    for worth in one.worth:
        table = Table(game(rules), ready(f"{one.id} 1 1", at=14, draw="0 4 3 2 1 1")).go("reveal")
        assert table.of(Revealed)[0].cards == ("1", "1", one.id)
        flips = one.symbols.get("plus", 0)
        assert [event.worth for event in table.of(Flipped)] == [4, 3, 2][:flips]
        if len(one.worth) > 1:
            assert table.choices(0) == [Value(one.id, each) for each in one.worth]
            table.answer(0, Value(one.id, worth))
        speed = 2 + worth + sum([4, 3, 2][:flips])
        assert (table.cars[0].speed, table.cars[0].at, table.cars[0].flips) == (speed, 14 + speed, flips)
        assert table.of(Moved)[0].distance == speed


@each(PLAYED)
def test_rb_8_every_upgrade_in_a_whole_turn_with_all_that_it_gives(one: Upgrade) -> None:
    """3rd gear, alone on the track: all that is used comes from the card, in the order most fit."""
    n = one.symbols
    driver = ready(f"{one.id} 1 1", at=14, hand=HOT, draw=ONES, discard="heat heat 0 5 4 4", engine=6)
    table = Table(game(), driver).go("reveal")
    if len(one.worth) > 1:
        table.answer(0, Value(one.id, one.worth[-1]))
    discard = 6 + n.get("heat", 0) + n.get("scrap", 0) + n.get("reduce_stress", 0)
    for kind in (PayHeat, Cool, SuperCool, ReduceStress, Accelerate, Scrap, Salvage):
        ways = offered(table, kind) if table.asked == {0: "react"} else []
        if kind is Salvage:
            ways = [way for way in ways if len(way.cards) == n["salvage"]]
        if ways:
            table.answer(0, ways[-1])
    if table.asked == {0: "react"}:
        assert table.choices(0) == [Pass()]
        table.answer(0, Pass())
    flips = n.get("plus", 0)
    speed = one.worth[-1] + 2 + flips + ("accelerate" in n) * flips
    mine = table.cars[0]
    assert (mine.speed, mine.at) == (speed, 14 + speed)
    assert mine.engine == 6 - n.get("heat", 0) + n.get("cooldown", 0) + n.get("super_cool", 0)
    assert mine.hand.count("heat") == 4 - n.get("cooldown", 0)
    assert mine.hand.count("stress") == 3 - n.get("reduce_stress", 0)
    assert len(mine.discard) == discard - n.get("super_cool", 0) - n.get("salvage", 0)
    assert len(mine.draw) == 12 - flips - n.get("scrap", 0) + n.get("salvage", 0)
    assert any(choice.refresh == (one.id,) for choice in table.choices(0)) == ("refresh" in n)


@having("cooldown")
def test_rb_8_cooldown_of_an_upgrade(one: Upgrade) -> None:
    n = one.symbols["cooldown"]
    table = reacting(one)
    before = table.cars[0]
    assert offered(table, Cool) == [Cool(heat) for heat in range(1, n + 1)]
    assert table.refused(0, Cool(n + 1)) == "too_little_cooldown"
    table.answer(0, Cool(n))
    assert (table.cars[0].engine, table.cars[0].hand.count("heat")) == (before.engine + n, 4 - n)
    assert not offered(table, Cool)


@having("heat")
def test_rb_8_heat_of_an_upgrade_must_be_paid(one: Upgrade) -> None:
    n = one.symbols["heat"]
    play: dict[str, Any] = {"play": f"{one.id} 1 1", "worth": (one.worth[0], 1, 1), "gear": 3}
    table = Table(game(), car(at=14, start=13, hand=HOT, **play)).go("react")
    assert table.refused(0, Pass()) == "mandatory_first"
    table.answer(0, PayHeat(one.id))
    assert table.cars[0].engine == 6 - n
    assert table.cars[0].discard == ("heat",) * n


@having("reduce_stress")
def test_rb_8_stress_that_an_upgrade_throws_away(one: Upgrade) -> None:
    n = one.symbols["reduce_stress"]
    table = reacting(one)
    assert offered(table, ReduceStress) == [ReduceStress(stress) for stress in range(1, n + 1)]
    table.answer(0, ReduceStress(n))
    assert table.cars[0].hand.count("stress") == 3 - n
    assert table.cars[0].discard.count("stress") == n


@having("scrap")
def test_rb_8_scrap_of_an_upgrade_must_be_done_in_full(one: Upgrade) -> None:
    n = one.symbols["scrap"]
    table = reacting(one, draw="4 3 2 1 4 3 2 1", discard="0")
    assert table.refused(0, Pass()) == "mandatory_first"
    paid = len(table.cars[0].discard)
    table.answer(0, Scrap(one.id))
    assert table.cars[0].discard[paid:] == ("4", "3", "2", "1", "4", "3")[:n]
    assert table.cars[0].draw == ("4", "3", "2", "1", "4", "3", "2", "1")[n:]


@having("salvage")
def test_rb_8_salvage_of_an_upgrade(one: Upgrade) -> None:
    n = one.symbols["salvage"]
    table = reacting(one)
    discard = ("0", "4", "4", "5", "heat", "heat")
    ways = {cards for size in range(n + 1) for cards in combinations(discard, size)}
    assert offered(table, Salvage) == [
        Salvage(one.id, cards) for cards in sorted(ways, key=lambda way: (len(way), way))
    ]
    table.answer(0, Salvage(one.id, discard[:n]))
    assert sorted(table.cars[0].draw) == sorted((*discard[:n], *ONES.split()))
    assert sorted(table.cars[0].discard) == list(discard[n:])


@having("super_cool")
def test_rb_8_super_cool_of_an_upgrade(one: Upgrade) -> None:
    table = reacting(one)
    assert one.symbols["super_cool"] == 1
    assert offered(table, SuperCool) == [SuperCool(1)]
    table.answer(0, SuperCool(1))
    assert (table.cars[0].engine, table.cars[0].discard.count("heat")) == (7, 1)
    assert table.cars[0].hand.count("heat") == 4


@having("direct_play")
def test_rb_8_direct_play_of_an_upgrade(one: Upgrade) -> None:
    table = Table(game(), car(at=14, gear=3, play="1 1 2", hand=f"{one.id} heat 1", start=10)).go("react")
    assert offered(table, DirectPlay) == [DirectPlay(one.id, one.worth[0])]
    table.answer(0, DirectPlay(one.id, one.worth[0]))
    mine = table.cars[0]
    assert (mine.at, mine.speed) == (14 + one.worth[0], 4 + one.worth[0])
    assert mine.play == ("1", "1", "2", one.id)
    given = {item.kind for item in mine.items if item.source == one.id}
    assert given == one.symbols.keys() - {"direct_play", "refresh", "heat"}
    assert mine.engine == 6 - one.symbols.get("heat", 0)


@having("accelerate")
def test_rb_8_accelerate_of_an_upgrade(one: Upgrade) -> None:
    table = reacting(one, flips=3)
    table.answer(0, Accelerate(one.id))
    assert (table.cars[0].at, table.cars[0].speed) == (17, one.worth[0] + 5)
    assert not offered(table, Accelerate)


@having("draft")
def test_rb_8_draft_of_an_upgrade(one: Upgrade) -> None:
    n = one.symbols["draft"]
    for gap in range(6):
        table = reacting(one, car(at=15 + gap, gear=3))
        assert offered(table, DraftMove) == [DraftMove(gap)] * (1 <= gap <= n)
    table = reacting(one, car(at=15 + n, gear=3)).answer(0, DraftMove(n))
    assert (table.cars[0].at, table.cars[0].speed) == (14 + n, one.worth[0] + 2)


@having("slipstream")
def test_rb_9_slipstream_of_an_upgrade_is_added_or_left_out(one: Upgrade) -> None:
    n = one.symbols["slipstream"]
    play: dict[str, Any] = {"play": f"{one.id} 1 1", "worth": (one.worth[0], 1, 1), "gear": 3}
    table = Table(game(), car(at=14, **play), car(at=15)).go("slipstream")
    assert offered(table, Slipstream) == [Slipstream(2), Slipstream(2 + n)]
    table.answer(0, Slipstream(2 + n))
    assert (table.cars[0].at, table.cars[0].speed) == (16 + n, one.worth[0] + 2)


@having("adjust_limit")
def test_rb_10_limit_that_an_upgrade_changes(one: Upgrade) -> None:
    n = one.symbols["adjust_limit"]
    play: dict[str, Any] = {"play": f"{one.id} 4 4", "worth": (one.worth[0], 4, 4), "gear": 3}
    table = Table(game(), car(at=35, start=30, **play)).go("corners")
    speed = one.worth[0] + 8
    assert table.of(CornerTaken) == [
        CornerTaken(Seat(0), line=Distance(33), limit=3 + n, speed=speed, heat=speed - 3 - n)
    ] * (speed - 3 - n <= 6)
    assert table.of(CornerTaken) or speed - 3 - n > 6


@BOTH
@having("refresh")
def test_rb_11_refresh_of_an_upgrade(one: Upgrade, rules: Ruleset) -> None:
    play: dict[str, Any] = {"play": f"{one.id} 1 1", "worth": (one.worth[0], 1, 1), "gear": 3}
    table = Table(game(rules), car(at=14, hand="1 2 3 4 1 heat", draw="4 3", **play)).go("discard")
    table.answer(0, Discard((), (one.id,)))
    assert one.id in table.cars[0].hand, "it lay on top, and was drawn first"
    assert sorted(table.cars[0].discard) == ["1", "1"]


@each([one for one in UPGRADES if one.heat])
def test_rb_g_an_upgrade_that_is_heat_is_heat_in_every_way(one: Upgrade) -> None:
    """It starts in the deck, by the face of all Heat: no choice, no pile and no cost tells it from another."""
    race = game()
    state = fold(race, race.start(Setup((Entrant(upgrades=(one.id,)), Entrant(upgrades=())), 2), SEED))
    first, second = state.cars
    assert sorted(first.hand + first.draw) == sorted((*second.hand, *second.draw, "heat"))
    assert first.engine == second.engine
    assert one.id not in first.stock
    assert one.id in race.heats


def test_rb_g_a_heat_upgrade_cools_and_pays_like_any_heat() -> None:
    table = Table(game(), car(at=14, gear=1, hand="heat 1 2", engine=0)).go("react").answer(0, Cool(1))
    assert table.cars[0].engine == 1
    table = Table(game(), car(at=14, gear=1, hand="heat 1 2")).go("cards")
    assert table.refused(0, Play(("heat",))) == "heat_unplayable"


def test_rb_g_both_copies_of_a_card_may_be_owned_and_work_each_for_itself() -> None:
    play: dict[str, Any] = {"play": "up43 up43 1", "worth": (8, 8, 1), "gear": 3, "draw": ONES, "at": 14}
    table = Table(game(), car(**play)).go("react")
    assert offered(table, Scrap) == []
    table.answer(0, PayHeat("up43"))
    assert table.choices(0) == [PayHeat("up43"), Scrap("up43")], "one of the two is still locked"
    table.answer(0, Scrap("up43"))
    assert table.choices(0) == [PayHeat("up43")]
    assert table.refused(0, Scrap("up43")) == "heat_first"
    table.answer(0, PayHeat("up43")).answer(0, Scrap("up43"))
    assert len(table.cars[0].draw) == 0
    assert table.cars[0].engine == 4


def test_rb_g_a_basic_speed_card_flips_on_an_upgrade_does_not() -> None:
    table = Table(game(), ready("up01", at=14, draw="up34 5 up01 2")).go("reveal")
    assert table.of(Flipped) == [Flipped(Seat(0), cards=("up34", "5", "up01", "2"), worth=2)]
    assert table.cars[0].speed == 6


def test_rb_g_gear_items_stay_apart_from_those_of_cards() -> None:
    table = Table(game(RULEBOOK), car(at=14, gear=2, play="up12 1", worth=(1, 1), hand=HOT)).go("react")
    assert offered(table, Cool) == [Cool(1), Cool(2), Cool(3)]
    assert offered(table, Boost) == [Boost()]
    assert table.refused(0, Adrenaline()) == "no_adrenaline"
