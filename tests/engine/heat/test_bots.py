"""Bots: they see their own view and the choices, answer whatever is asked, and keep their promises."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from engine.heat import RULESETS, Content, Entrant, Heat, Setup, all_tracks
from engine.heat.bots import BOTS, Bot
from engine.heat.bots.cast import cast
from engine.heat.bots.champion import NO_COOLDOWN, plays_of
from engine.heat.bots.outlook import Outlook
from engine.heat.bots.symbols import CARD_VALUES
from engine.heat.cards import base_cards
from engine.heat.choices import Choice, Choices
from engine.heat.decks import deck_for
from engine.heat.forecast import Explanation
from engine.heat.moves.boost import Boost
from engine.heat.moves.discard import Discard
from engine.heat.moves.gear import Gear
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.play import Play
from engine.heat.moves.value import Value
from engine.heat.race import Race
from engine.heat.simulation import let_bots_drive
from engine.heat.views import View
from engine.kernel import Refusal, Seed, StandIn, command_for, derive
from tests.engine.heat.kit import RULEBOOK, SEED, STANDARD, Table, car, game, legend, ready

TRACKS = sorted(all_tracks())
ROOT = Seed("b0b0" * 8)


class Fenced:
    """Hands out the named attributes of a thing; any other is a failure."""

    def __init__(self, thing: Any, *names: str) -> None:
        self._thing, self._names = thing, names

    def __getattr__(self, name: str) -> Any:
        assert name in self._names, f"a bot has no business with {type(self._thing).__name__}.{name}"
        return getattr(self._thing, name)


def fenced(heat: Heat) -> Any:
    """The game without its eyes: content and tables, but nothing that takes a state or draws chance."""
    tables = "content", "course", "cards", "sponsors", "heats", "kept"
    return Fenced(heat, *tables, "hand_limit", "landing", "playable", "roads", "effects")


def seen(view: View) -> Any:
    return Fenced(view, *View.__struct_fields__)


def set_up(rules: str, number: int) -> tuple[Heat, Setup]:
    """One lap on the n-th track, with 1 to 6 cars, Legends among them, mulligans and water."""
    track = all_tracks()[TRACKS[number % len(TRACKS)]]
    content = Content(track=track, rules=RULESETS[rules], legends=deck_for(RULESETS[rules].legend_rows))
    rows = content.legends.rows
    cars = 1 + number % 6
    legends = [Entrant(rows[seat % len(rows)]) for seat in range(min(number % 3, cars - 1))]
    setup = Setup((*[Entrant()] * (cars - len(legends)), *legends), laps=1, mulligan=number % 2 == 0)
    if number % 3:
        drafts: tuple[Literal["rounds", "snake", "random", "one"], ...] = ("rounds", "snake", "random", "one")
        expansions = ("heavy_rain", "tunnel_vision")
        setup = replace(
            setup, draft=drafts[number % 4], expansions=expansions, weather=True, roads=True, season=number % 2 == 1
        )
    return Heat(content), setup


def wander(race: Race, dice: Random, trouble: float = 0.02) -> Iterator[tuple[View, Choices]]:
    """A race of drivers who choose at random, and so get into every kind of trouble; what each is asked."""
    while waiting := race.game.awaiting(race.state):
        question = waiting[0]
        view, choices = race.game.view(race.state, question.seat), race.game.legal(race.state, question.seat)
        yield view, choices
        if dice.random() < trouble:
            assert not isinstance(race.submit(StandIn(question, "away")), Refusal)
            continue
        choice = choices[dice.randrange(len(choices))]
        if isinstance(choice, LeaveRace):
            choice = choices[0]
        assert not isinstance(race.submit(command_for(question, choice)), Refusal)


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("name", BOTS)
def test_every_bot_answers_in_every_phase_from_its_view_alone(name: str, rules: str) -> None:
    """Whatever happens to a driver, a bot that sees only its view names one of the choices, always the same one."""
    asked: Counter[str] = Counter()
    for number in range(6):
        heat, setup = set_up(rules, number)
        bot: Bot = BOTS[name](fenced(heat))
        dice = Random(f"{name} {rules} {number}")
        race = Race(heat, setup, derive(ROOT, f"{number}"))
        for view, choices in wander(race, dice):
            if name == "champion" and dice.random() < 0.93:
                continue  # it thinks for long
            own = derive(ROOT, f"{number} {sum(asked.values())}")
            choice = bot.choose(seen(view), choices, own)
            assert choice in choices
            assert not isinstance(choice, LeaveRace)
            assert bot.choose(view, choices, own) == choice
            asked[view.phase] += 1
    assert set(asked) >= {"gears", "cards", "react", "slipstream", "discard"}
    assert name == "champion" or {"draft", "snake_draft", "give_up"} <= set(asked)


@pytest.mark.parametrize("rules", RULESETS)
def test_bots_of_every_kind_race_each_other_to_the_flag(rules: str) -> None:
    for number, track in enumerate(TRACKS):
        heat = Heat(Content(track=all_tracks()[track], rules=RULESETS[rules]))
        race = Race(heat, Setup((Entrant(),) * 3, laps=1), derive(ROOT, track))
        let_bots_drive(race, [BOTS[name](heat) for name in ("random", "cautious", "racer")])
        assert race.state.ended == "flag", number


def spins_in(explanation: Explanation) -> bool:
    """Whether a spin-out is among what can be foreseen of a choice, whatever the driver lets its cards count."""
    assert explanation.refused is None
    counted = {outcome.values for outcome in explanation.outcomes}
    risky = {outcome.values for outcome in explanation.outcomes if outcome.spin_out}
    return bool(counted) and counted == risky


@pytest.mark.parametrize("rules", RULESETS)
def test_cautious_takes_no_risk_that_it_can_see(rules: str) -> None:
    """Where some choice cannot end in a spin-out, its own choice cannot either, by the engine's own forecast."""
    judged: Counter[bool] = Counter()
    for number in range(5):
        heat, setup = set_up(rules, number)
        bot = BOTS["cautious"](heat)
        race = Race(heat, setup, derive(ROOT, f"safe {number}"))
        for view, choices in wander(race, Random(number)):
            assert view.mine is not None
            cools = view.cars[view.mine.seat].gear <= 2  # the forecast leaves the cooldown to come out
            if view.phase not in {"cards", "react", "slipstream"} or (view.phase == "cards" and cools):
                continue
            ways = [choice for choice in choices if isinstance(choice, Choice) and not isinstance(choice, Boost)]
            if all(spins_in(heat.explain(view, way)) for way in ways):
                continue
            choice = bot.choose(view, choices, SEED)
            assert not spins_in(heat.explain(view, choice))
            judged[any(spins_in(heat.explain(view, way)) for way in ways)] += 1
    assert judged[True] > 20


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("track", TRACKS)
def test_cautious_comes_home_without_a_spin_out(track: str, rules: str) -> None:
    heat = Heat(Content(track=all_tracks()[track], rules=RULESETS[rules]))
    race = Race(heat, Setup((Entrant(), Entrant()), all_tracks()[track].laps), derive(ROOT, track))
    let_bots_drive(race, [BOTS["cautious"](heat), BOTS["cautious"](heat)])
    assert race.state.ended == "flag"
    assert not any(type(event).__name__ == "SpunOut" for entry in race.entries for event in entry.events)


def choose(table: Table, name: str, seat: int = 0) -> Choice:
    bot = BOTS[name](table.game)
    return bot.choose(table.game.view(table.state, seat), table.game.legal(table.state, seat), SEED)


@pytest.mark.parametrize("name", ["cautious", "racer", "champion"])
def test_thinking_bots_play_the_fastest_cards_on_an_open_straight(name: str) -> None:
    """USA from space 13: twenty spaces to the next line."""
    table = Table(game(), car(at=13, gear=3, hand="1 1 2 2 4 4 4")).go("cards")
    assert choose(table, name) == Play(("4", "4", "4"))


@pytest.mark.parametrize("name", ["cautious", "racer", "champion"])
def test_thinking_bots_brake_for_a_corner_that_they_cannot_pay(name: str) -> None:
    """USA: line 57 allows 2; from 55 with an empty engine only the two lowest cards, or none over the line, will do."""
    table = Table(game(), car(at=55, gear=2, engine=0, hand="0 1 1 3 3 4 4")).go("cards")
    chosen = choose(table, name)
    assert isinstance(chosen, Play)
    assert sum(int(card) for card in chosen.cards) <= 2


@pytest.mark.parametrize("name", BOTS)
def test_bots_confirm_a_cluttered_hand(name: str) -> None:
    """Only one playable card, and third gear: the one way there is."""
    table = Table(game(), car(at=20, gear=3, hand="1 heat heat heat heat heat heat")).go("cards")
    assert choose(table, name) == table.choices(0)[0]


@pytest.mark.parametrize("name", BOTS)
def test_bots_choose_a_gear_for_a_cluttered_hand(name: str) -> None:
    """Fourth gear, an empty engine, one playable card: any gear that costs nothing, but they do not retire."""
    table = Table(game(), car(at=20, gear=4, engine=0, hand="1 heat heat heat heat heat heat")).go("gears")
    assert choose(table, name) in {Gear(3), Gear(4)}


@pytest.mark.parametrize("name", ["cautious", "racer", "champion"])
def test_thinking_bots_cool_all_that_they_can(name: str) -> None:
    table = Table(game(), car(at=20, gear=1, play="2", hand="1 heat heat heat heat heat")).go("react")
    assert table.answer(0, choose(table, name)).cars[0].hand.count("heat") == 2


@pytest.mark.parametrize("name", ["cautious", "racer", "champion"])
def test_thinking_bots_slip_up_on_a_straight(name: str) -> None:
    table = Table(game(), car(at=13, gear=3, play="3 3 3"), legend(at=14)).go("slipstream")
    assert not isinstance(choose(table, name), Pass)


def test_cautious_passes_a_slipstream_over_a_corner_that_it_cannot_pay() -> None:
    """USA: line 33 allows 3; the driver did 9 and has no Heat."""
    table = Table(game(), car(at=31, gear=3, play="3 3 3", engine=0), legend(at=32)).go("slipstream")
    assert choose(table, "cautious") == Pass()


def test_cautious_throws_away_fast_cards_where_it_could_not_brake() -> None:
    """USA: right before line 33 with an empty engine and nothing slow in hand."""
    table = Table(game(), car(at=32, gear=2, engine=0, hand="4 4 4 heat heat")).go("discard")
    thrown = choose(table, "cautious")
    assert isinstance(thrown, Discard)
    assert "4" in thrown.cards


def test_cautious_keeps_its_hand_where_nothing_is_near() -> None:
    table = Table(game(), car(at=14, gear=2, hand="4 4 1 heat heat")).go("discard")
    assert choose(table, "cautious") == Discard(())


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=lambda rules: rules.name)
def test_racer_shifts_up_where_the_road_is_free(rules: Any) -> None:
    table = Table(game(rules), car(at=13, gear=3, hand="1 2 3 4 4 4 4")).go("gears")
    assert choose(table, "racer") == Gear(4)


@pytest.mark.parametrize("name", ["cautious", "racer", "champion"])
@pytest.mark.parametrize(("at", "worth"), [(13, 5), (32, 1)], ids=["straight", "corner"])
def test_thinking_bots_choose_a_value_by_the_road(name: str, at: int, worth: int) -> None:
    """USA: line 33 allows 3, and the engine is empty."""
    table = Table(game(), ready("up10", at=at, engine=0)).go("reveal")
    assert choose(table, name) == Value("up10", worth)


def test_champion_chooses_a_value_with_those_in_mind_that_are_still_open() -> None:
    """USA, right before line 33, that allows 3: three and one would be too much already."""
    table = Table(game(), ready("up08 up10", at=32, gear=2, engine=0)).go("reveal")
    table.answer(0, choose(table, "champion")).answer(0, choose(table, "champion"))
    assert table.state.cars[0].speed == 2


def test_champion_counts_what_cards_will_cool_and_cost() -> None:
    """In first gear, three Heat in hand; in fourth; where weather forbids cooldown; and where there is no Heat."""
    cooling = ("heat", "heat", "heat", "up12")
    for cooldown, won in ((3, 3), (0, 2), (NO_COOLDOWN, 0)):
        assert plays_of(game(), cooling, 1, cooldown) == ((1, won, 0, 0, ("up12",)),)
    assert plays_of(game(), ("up11",), 1, 1) == ((6, -1, 0, 0, ("up11",)),)


def test_champion_keeps_the_flips_of_upgrades_apart_from_those_of_stress() -> None:
    """A Stress is taken for what it usually brings; what three flips bring is told by the pile."""
    assert plays_of(game(), ("stress",), 1, 0) == ((2, 0, 0, 0, ("stress",)),)
    assert plays_of(game(), ("up02",), 1, 0) == ((0, 0, 0, 3, ("up02",)),)


def outlook(table: Table, seat: int = 0) -> Outlook:
    return Outlook(table.game, table.game.view(table.state, seat))


def test_who_is_last_reckons_with_adrenaline() -> None:
    last, first = car(at=13, gear=3), car(at=20, gear=3)
    assert outlook(Table(game(), last, first, order=(1, 0)).go("cards")).has_adrenaline
    assert not outlook(Table(game(), last, first, order=(1, 0)).go("cards"), seat=1).has_adrenaline
    rain = Table(game(), last, first, order=(1, 0), season=True, event="sudden_rain").go("cards")
    assert not outlook(rain).has_adrenaline


@pytest.mark.parametrize(("at", "there"), [(14, [15]), (15, [15]), (16, []), (12, [])])
def test_who_comes_to_rest_behind_a_car_may_slip_up(at: int, there: list[int]) -> None:
    table = Table(game(), car(at=10, gear=3, play="1 1 1"), legend(at=at)).go("react")
    assert outlook(table).slipstreams(13, ("1", "1", "1")) == there
    windy = replace(table.state, setup=replace(table.state.setup, season=True, event="turbulent_winds"))
    assert Outlook(table.game, table.game.view(windy, 0)).slipstreams(13, ()) == there, "in third gear"
    view = table.game.view(windy, 0)
    slow = replace(view, cars=(replace(view.cars[0], gear=2), *view.cars[1:]))
    assert Outlook(table.game, slow).slipstreams(13, ()) == []


def test_a_spin_out_that_ends_the_race_is_worth_everything() -> None:
    """USA: line 57 allows 2."""
    cars = car(at=50, gear=3, engine=0), car(at=20, gear=3)
    plain = outlook(Table(game(), *cars).go("cards"))
    deadly = outlook(Table(game(), *cars, season=True, event="future_unknown").go("cards"))
    assert deadly.rounds_after(50, 56, 6, 3, 0) == plain.rounds_after(50, 56, 6, 3, 0)
    assert deadly.rounds_after(50, 58, 8, 3, 0) > plain.rounds_after(50, 58, 8, 3, 0) + plain.view.setup.laps * 15


def test_every_upgrade_and_sponsor_card_has_a_value() -> None:
    """Else bots would draft a new card as if it were worth nothing."""
    valued = {card.id for card in base_cards().cards if card.tier or card.kind == "sponsor"}
    assert CARD_VALUES.keys() == valued


def test_the_cast_is_of_people_with_names_of_their_own_and_known_bots() -> None:
    names = [driver.name for driver in cast()]
    assert len(set(names)) == len(names) >= 12
    assert {driver.bot for driver in cast()} == set(BOTS)
    assert all(driver.style.endswith(".") for driver in cast())


def test_a_bot_says_what_it_is() -> None:
    assert {name: bot(game()).name for name, bot in BOTS.items()} == {name: name for name in BOTS}
