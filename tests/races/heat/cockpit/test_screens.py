"""What each screen says and offers, with its numbers and reasons."""

import json
import re
from typing import Any

from django.template.loader import render_to_string

from engine.heat.forecast import Term
from engine.heat.items import GIVEN
from engine.heat.moves.play import Play
from engine.heat.rules import RULESETS
from engine.heat.tables import SHIPPED as ENGINE
from engine.heat.tracks import all_tracks
from races.heat.cockpit import fragment as cockpit
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
from races.heat.cockpit.turn import speed_sum
from races.heat.tables import SITE
from races.parts.icons import STAND_IN
from tests.engine.heat.kit import Table, car, game, ready
from tests.engine.heat.react_kit import HOT, LAST, reacting
from tests.races.heat.cockpit.browser import Page
from tests.races.heat.cockpit.scenes import AHEAD, laid, offered, shown, text

# Planning


def test_gears_have_their_prices_and_reasons() -> None:
    html = shown(Table(game(), car(at=14, gear=2, engine=0, hand="1 2 3 heat heat heat heat"), *AHEAD).go("gears"))
    radios = {one.value: one for one in Page(html).forms[0].of("radio", "gear")}
    assert {gear for gear, one in radios.items() if one.usable} == {"1", "2", "3"}
    assert [gear for gear, one in radios.items() if one.checked] == ["2"]
    assert "Gear 2 to gear 4 costs 1 Heat, and your engine holds 0." in text(html)
    assert "Stay in gear 2" in html
    assert "1 – 3" in text(html)
    assert "cools 3" in text(html)


def test_each_gear_tells_the_board_how_far_it_reaches_and_where_that_costs_heat() -> None:
    hand = "1 2 3 4"

    def reach(at: int) -> list[str]:
        html = shown(Table(game(), car(at=at, gear=2, hand=hand), car(at=40, gear=3), car(at=41, gear=3)).go("gears"))
        return re.findall(r'<tr data-gear="\d"[^>]*data-reach="(.*?)"', html)

    assert reach(31) == ["1 4 4", "3 7 4", "6 9 4", "10 10 4"], "the line lies 2 ahead, its limit is 3"
    assert reach(14) == ["1 4 0", "3 7 0", "6 9 0", "10 10 0"], "no gear comes so far"
    assert reach(2 * 69 - 6) == ["1 4 0", "3 7 0", "6 9 0", "10 10 0"], "the flag comes first"


def test_a_boost_is_named_where_it_tells_gears_apart() -> None:
    online, board = (
        text(shown(Table(game(rules), car(at=14, gear=2), *AHEAD).go("gears"))) for rules in RULESETS.values()
    )
    assert online.count("may boost") == 1
    assert "may boost" not in board


def test_the_speeds_of_a_hand_count_what_may_be_flipped() -> None:
    table = Table(game(), car(at=14, gear=1, hand="1 stress stress", draw="4 4 4"), *AHEAD).go("gears")
    rows = re.findall(r'data-gear="(\d)".*?<b>(.*?)</b>', shown(table))
    assert rows == [("1", "1 – 4"), ("2", "5 – 8"), ("3", "9"), ("4", "–")]


def test_retiring_is_asked_twice_and_a_new_hand_has_its_price() -> None:
    table = Table(game(), car(at=14, gear=1), *AHEAD, round=1, mulligan=True).go("gears")
    html = shown(table)
    assert {"mulligan", "leave_race", "gear"} == set(offered(html))
    assert offered(html)[0] == "gear", "what Enter presses without scripts"
    assert 'value="leave_race" data-always data-in-menu data-sure=' in html


def test_as_many_cards_as_the_gear_says_and_heat_stays_with_its_reason() -> None:
    html = shown(Table(game(), car(at=14, gear=3, hand="1 3 4 4 stress heat heat"), *AHEAD).go("cards"))
    assert 'data-count="3"' in html
    cards = Page(html).forms[0].of("checkbox", "cards")
    assert [one.value for one in cards] == ["1", "3", "4", "4", "stress", "heat", "heat"]
    assert [one.usable for one in cards] == [True] * 5 + [False] * 2
    assert html.count("not playable") == 2
    assert "Play 3 cards for gear 3." in text(html)


def told(html: str) -> dict[str, Any]:
    found = re.search(r'<script class="forecasts" type="application/json">(.*?)</script>', html)
    assert found
    return dict(json.loads(found[1]))


def of_set(html: str, cards: str) -> tuple[str, int, str, list[list[int]], list[str]]:
    """What the page shows of a set, read as its script reads it."""
    data = told(html)
    speed, heat, bill, shares, *warning = data["rows"][data["sets"][cards]]
    landings = [[*data["places"][number], share] for number, share in zip(shares[::2], shares[1::2], strict=True)]
    return speed, heat, data["texts"][bill], landings, [data["texts"][number] for number in warning]


def test_every_set_that_can_be_played_is_explained() -> None:
    table = Table(game(), car(at=28, gear=3, hand="1 3 4 4 2 up13 stress", engine=2), *AHEAD).go("cards")
    html = shown(table)
    choices = list(table.game.legal(table.state, 0))
    assert set(told(html)["sets"]) == {" ".join(choice.cards) for choice in choices if isinstance(choice, Play)}
    view = table.game.view(table.state, 0)
    for choice in choices:
        assert isinstance(choice, Play)
        outcomes = table.game.explain(view, choice).outcomes
        speed, heat, _, landings, warning = of_set(html, " ".join(choice.cards))
        speeds = {outcome.speed for outcome in outcomes}
        assert {int(number) for number in speed.split(" – ")} == {min(speeds), max(speeds)}
        assert heat == max(outcome.heat for outcome in outcomes)
        assert {tuple(landing[:5]) for landing in landings} == {
            (one.at, one.lane, one.speed, one.heat, int(one.spin_out)) for one in outcomes
        }
        assert bool(warning) == any(one.spin_out for one in outcomes)


def test_the_bill_of_a_corner_and_the_warning_have_true_figures() -> None:
    # Corner B of USA: its line at 33, limit 3.
    html = shown(Table(game(), car(at=28, gear=2, hand="1 2 3 4 4", engine=2), *AHEAD).go("cards"))
    assert of_set(html, "1 3")[2] == "Corner B, limit 3, is 5 ahead"
    assert of_set(html, "1 4")[2] == "Corner B, limit 3: 2 Heat"
    assert of_set(html, "1 4")[4] == []
    speed, heat, _, _, warning = of_set(html, "4 4")
    assert (speed, heat) == ("8", 2)
    assert warning == ["You spin out in corner B", "Speed 8, limit 3: 5 Heat, and the engine holds 2."]


def test_a_cluttered_hand_needs_one_click() -> None:
    html = shown(Table(game(), car(at=14, gear=3, hand="1 heat heat heat"), *AHEAD).go("cards"))
    (form,) = [form for form in Page(html).forms if form.id]
    assert form.send(form.buttons()[0])["cards"] == ["1", "heat", "heat"]
    assert "cluttered" in text(html)


# The turn


def test_each_value_of_a_card_says_what_it_makes() -> None:
    ahead = ready("1", at=30)
    html = shown(Table(game(), ready("3 up10", at=14), ahead, order=(0, 1)).go("reveal"))
    assert offered(html) == ["value:up10:1", "value:up10:5"]
    assert "3 + Brake Drums 5 = 8" in text(html)


def test_cooldown_offers_each_amount_and_what_is_gone_says_why() -> None:
    html = shown(reacting("1", car(at=30, gear=3), gear=1, hand=HOT, items=LAST))
    assert {"cool:1", "cool:2", "cool:3", "cool:4", "adrenaline", "pass"} == set(offered(html))
    assert "1st gear 3" in text(html)
    assert "adrenaline 1" in text(html)
    assert "There is a boost in gear 4." in text(html)
    assert "Speed 2, and the car moves 1 space more." in text(html)


def test_no_heat_in_hand_leaves_the_lever_there() -> None:
    html = shown(reacting("1", car(at=30, gear=3), gear=1, hand="1 2 3"))
    assert offered(html) == ["pass"]
    assert "There is no Heat in your hand to cool" in text(html)
    assert html.count('aria-disabled="true"') == 3
    assert "Nothing to use this time." in text(html)
    assert "Go on" in text(html)


def test_a_boost_says_its_price_its_flips_and_its_danger() -> None:
    table = reacting("4 4", car(at=20, gear=3), gear=4, at=31, start=23, hand="1 heat", engine=1, draw="1 1 1 4")
    html = shown(table)
    assert "boost" in offered(html)
    assert "Flip for +1 – 4" in text(html)
    assert "1 Heat" in text(html)
    assert "25%: spin-out in corner B" in text(html)
    assert html.count('class="flips"') == html.count('class="flips hurts"') == 1
    assert 'data-sure="You spin out in corner B: 25%"' in html


def test_every_symbol_has_a_lever() -> None:
    hand, discard = "heat stress 1 up24", "heat heat 1 2"
    table = reacting("up44 up04 up49 up47 up57", car(at=17, gear=3), flips=2, hand=hand, discard=discard)
    html = cockpit.render(laid(table), 0)
    assert "Something here is a must." in text(html)
    found = {value.partition(":")[0] for value in offered(html)}
    assert found == {type(choice).__struct_config__.tag for choice in table.game.legal(table.state, 0)}
    of_cards = [move for move in ENGINE.list if move.item is not None and move.item.kind not in GIVEN]
    assert found == {move.choice.__struct_config__.tag for move in of_cards} | {"direct_play"}
    assert "Pay the Heat of Spoiler, Speed 4" in text(html)


def test_amounts_have_their_cost_and_ask_whether_the_driver_is_sure() -> None:
    lever = Lever("heat", "Vent", "Stress for Heat.", cost="2 Heat", warning=("You spin out", "25%"))
    lever.take("vent", [1, 2], "Vent 1")
    html = render_to_string("races/heat/cockpit/lever.html", {"one": lever})
    assert "2 Heat" in text(html)
    assert html.count('data-sure="You spin out"') == 2


def test_a_lever_without_an_icon_of_its_own_has_the_stand_in() -> None:
    assert f"#i-{STAND_IN}" in render_to_string("races/heat/cockpit/lever.html", {"one": Lever("vent", "Vent", "")})


def test_what_counts_and_has_no_name_here_is_not_called_by_another() -> None:
    board = Cockpit(laid(reacting("1 2")), 0, SITE.sentences)
    assert speed_sum(board, [Term("1", 1), Term("vent", 2)], 3) == "1 + vent 2 = 3"


def test_salvage_takes_no_more_than_its_number() -> None:
    html = shown(reacting("up22", car(at=30, gear=3), hand="1 2", discard="1 2 3 4"))
    assert 'data-most="2"' in html
    assert len(Page(html).forms[0].of("checkbox", "cards")) == 4


def test_a_cost_that_cannot_be_paid_is_given_up() -> None:
    html = shown(reacting("up42 2", car(at=30, gear=3), hand="1 2", engine=0))
    assert offered(html) == ["forgo"]
    assert "drive the turn anew" in text(html)
    assert "costs 2 Heat, and your engine holds 0." in text(html)


def test_slipstream_shows_each_distance_and_where_it_leads() -> None:
    html = shown(Table(game(), car(at=14, gear=3, play="1"), car(at=15, gear=3)).go("slipstream"))
    assert set(offered(html)) == {"slipstream:2", "pass"}
    assert "You stand 17 spaces before corner B. Your Speed stays 1." in text(html)
    assert "data-main" not in html, "two choices of equal look"
    assert 'data-landings="16,' in html


def test_a_chicane_is_one_corner_and_what_costs_there_is_not_called_free() -> None:
    chicane = next(one for one in all_tracks().values() if one.corners[1].chicane_of is not None)
    first, second = (corner.line for corner in chicane.corners[:2])
    table = Table(
        game(on=chicane),
        car(at=second - 1, start=first - 2, gear=4, play="4 4 4 5", engine=1),
        car(at=second, gear=3),
    ).go("slipstream")
    (lever,) = re.findall(r'<button class="lever slip".*?</button>', shown(table))
    assert "Crosses corner A: spin-out, back before it, gear 1, 2 Stress." in text(lever)
    assert 'class="free"' not in lever


def test_certain_spin_outs_are_said_before_anything_is_asked() -> None:
    me = car(at=35, start=28, gear=4, play="4 4 4 1", engine=1)
    table = Table(game(), me, car(at=36, gear=3), order=(0, 1)).go("slipstream")
    assert "You spin out, in the slipstream or without it." in text(shown(table))
    assert "Staying spins out too." in text(shown(table))
    table = Table(game(), me, car(at=45, gear=3), order=(0, 1)).go("react")
    html = shown(table)
    assert "You spin out in corner B: 10 Heat due, 1 in the engine. Nothing here prevents it." in text(html)
    assert "Corner B, limit 3, crossed at 13: spin-out · engine 1 of 1" in text(html)
    assert "then corner" not in text(html), "the car goes back before it"


def spinning(play: str, **rest: Any) -> str:
    """React in 1st gear, 3 Heat in the engine, past the line of corner B at 33, whose limit is 3."""
    table = reacting(play, car(at=50, gear=3), gear=1, start=28, at=36, engine=3, hand=HOT, **rest)
    return shown(table)


def test_what_prevents_a_spin_out_is_named_with_the_least_of_it() -> None:
    html = spinning("4 4", items=LAST)
    assert "You spin out in corner B: 5 Heat due, 3 in the engine. Cool down 2 would save you." in text(html)
    assert '<b class="saves">Cool down 2 would save you.</b>' in html
    (speed,) = re.findall(r'<button class="lever adr".*?</button>', html)
    assert "Speed 9, and the car moves 1 space more. Still a spin-out." in text(speed)
    (go,) = re.findall(r'<button class="btn go big".*?</button>', html)
    assert 'data-sure="You spin out in corner B"' in go, "there is another way"


def test_what_does_not_prevent_a_spin_out_says_so() -> None:
    html = spinning("4 4 4", items=LAST)
    assert "You spin out in corner B: 9 Heat due, 3 in the engine. Nothing here prevents it." in text(html)
    assert text(html).count("Still a spin-out.") == 2
    assert "would save you" not in html
    (go,) = re.findall(r'<button class="btn go big".*?</button>', html)
    assert "data-sure" not in go


def test_what_prevents_a_spin_out_only_together_is_named_together() -> None:
    html = spinning("4 4 up49", discard="heat heat")
    assert "Cool down 3 + Super cool 1 would save you." in text(html)
    assert text(html).count("Still a spin-out.") >= 2


def test_a_crossed_corner_is_said_before_the_next_one() -> None:
    html = shown(reacting("2 3", car(at=50, gear=3), gear=2, start=31, at=36, engine=3))
    assert "Corner B, limit 3, crossed at 5: 2 Heat · engine 3 of 3 · then corner C" in text(html)


def test_a_speed_card_that_stress_turned_up_is_called_by_it() -> None:
    table = reacting("2 stress stress 4 3", car(at=30, gear=3), gear=1, worth=(2, 0, 0, 4, 3))
    assert "2 + Stress 4 + Stress 3 = 9" in text(shown(table))
    board = Cockpit(laid(table), 0, SITE.sentences)
    boosted = [Term("stress", 0), Term("4", 4), Term("1", 1)]
    assert speed_sum(board, boosted, 5) == "Stress 4 + 1 = 5", "what a boost turned up is a number"


def test_choosing_cards_says_what_is_there_before_any_is_chosen() -> None:
    html = shown(Table(game(), car(at=14, gear=3), *AHEAD).go("cards"))
    assert "Choose cards to see where you land." in text(html)


def test_every_screen_has_what_lies_next_and_what_the_engine_holds() -> None:
    for phase in ("gears", "cards", "react", "slipstream", "discard"):
        table = Table(game(), car(at=14, gear=3, play="1", engine=5), car(at=15, gear=3), order=(0, 1)).go(phase)
        assert "Corner B, limit 3, 19 ahead · engine 5 of 5" in text(shown(table)), phase
    last = Table(game(), car(at=60 + 69, gear=3, engine=5), car(at=61 + 69, gear=3)).go("gears")
    assert "Finish, 9 ahead · engine 5 of 5" in text(shown(last))
    home = reacting("2 3", car(at=60 + 69, gear=3), gear=4, start=67 + 69, at=72 + 69, engine=5)
    assert "Over the line: corner A, limit 7, 9 ahead, is free · engine 5 of 5" in text(shown(home))


def test_the_hand_lies_in_the_order_of_its_figures() -> None:
    table = Table(game(), car(at=14, gear=3, hand="stress 4 5 heat 1 0 2"), *AHEAD).go("gears")
    hand = shown(table).partition('class="hand"')[2]
    assert re.findall(r'name="cards" value="(\w+)"', hand) == ["0", "1", "2", "4", "5", "stress", "heat"]


def test_react_shows_where_all_that_can_be_used_may_lead() -> None:
    html = shown(reacting("2 3", car(at=50, gear=3), gear=4, start=31, at=36, engine=3))
    levers = {
        place
        for found in re.findall(r'<button class="lever[^>]*data-landings="(.*?)"', html)
        for place in found.split(";")
    }
    (all_of_them,) = re.findall(r'<section id="cockpit"[^>]*data-landings="(.*?)"', html)
    assert set(all_of_them.split(";")) == levers != set()


def test_the_road_ahead_reaches_to_a_corner_line_right_behind_the_landings() -> None:
    html = shown(Table(game(), car(at=22, gear=3, hand="1 2 3 4"), car(at=40, gear=3)).go("cards"))
    (cells,) = re.findall(r'data-cells="(.*?)"', html)
    assert cells.split()[-1] == "33", "the line lies right behind the road to the last landing"
    assert 'href="#limit-' in html


def test_heat_and_stress_stay_when_cards_are_thrown_away() -> None:
    table = Table(game(), car(at=14, gear=3, play="1", hand="1 4 stress heat"), car(at=25, gear=3)).go("discard")
    cards = {one.value: one.usable for one in Page(shown(table)).forms[0].of("checkbox", "cards")}
    assert cards == {"1": True, "4": True, "stress": False, "heat": False}
    assert "Heat and Stress stay in your hand." in shown(table)


def test_a_card_that_refreshes_may_go_back_on_top() -> None:
    table = Table(game(), car(at=14, gear=3, play="up34", worth=(4,), hand="1"), car(at=25)).go("discard")
    radios = Page(shown(table)).forms[0].of("radio", "refresh")
    assert [(one.value, one.checked) for one in radios] == [("", True), ("up34", False)]
    assert "Springs 4 on top" in text(shown(table))
