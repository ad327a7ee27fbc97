"""Who may know what, Online rules: cell by cell; what is skipped, what is withdrawn, and what is never undone."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.heat import Boost, Cool, Discard, Entrant, Gear, LeaveRace, Pass, Play, Setup, Slipstream, Value
from engine.heat import events as e
from engine.heat.cards import Card
from engine.heat.choices import Choice
from engine.heat.masking import ChosenSeen, DealtSeen, DrewSeen, LegendCardTurnedSeen, ReshuffledSeen
from engine.heat.moves.boost import Boosted
from engine.heat.moves.cool import Cooled
from engine.heat.moves.discard import Discarded
from engine.heat.moves.gear import Shifted
from engine.heat.moves.leave_race import Retired
from engine.heat.moves.mulligan import Mulliganed
from engine.heat.moves.play import Cluttered, Revealed
from engine.heat.moves.value import Valued
from engine.heat.state import Item
from engine.heat.units import Distance, Lane
from engine.kernel import Question, Refusal, Withdraw, Withdrawal, encode
from engine.kernel.seats import Seat
from tests.engine.heat.kit import SEED, Table, box, car, game, legend, ready, seats, track

EVERYBODY = (0, 1, None)
OTHERS = (1, None)


def race() -> Table:
    """Seat 0 in React with cards in play; seat 1 waits for its turn; seat 2 is a Legend."""
    cars = (
        car(at=69 + 14, gear=2, play="3 stress 4", worth=(3, 0, 4), flips=1, discard="2 heat", engine=3),
        car(at=20, gear=3, hand="1 2 3", draw="4 4"),
        legend(at=5),
    )
    table = Table(game(), *cars, rows={2: "hard"})
    used = ("s03", "s01")
    pile = tuple(sorted(set(table.game.legend_cards) - set(used)))
    table.state = replace(table.state, legend_card="s01", legend_used=used, legend_pile=pile)
    return table.go("react")


def view(table: Table, seat: int | None) -> Any:
    return table.game.view(table.state, seat)


def changed(table: Table, seat: int, **fields: Any) -> Table:
    """The same table with something else in secret places."""
    cars = list(table.cars)
    cars[seat] = replace(cars[seat], **fields)
    other = Table.__new__(Table)
    other.game, other.events, other.state = table.game, (), replace(table.state, cars=tuple(cars))
    assert not other.problems
    return other


# Public to every viewer


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_everybody_knows_positions_laps_and_gears(viewer: int | None) -> None:
    seen = view(race(), viewer).cars[0]
    assert (seen.at, seen.lap, seen.space, seen.lane, seen.gear) == (83, 1, 14, 1, 2)


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_everybody_knows_revealed_and_flipped_cards_and_speeds(viewer: int | None) -> None:
    seen = view(race(), viewer).cars[0]
    assert (seen.play, seen.worth, seen.flips, seen.speed) == (("3", "stress", "4"), (3, 0, 4), 1, 7)


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_everybody_knows_discard_piles_heat_and_counts(viewer: int | None) -> None:
    first, second, _ = view(race(), viewer).cars
    assert (first.discard, first.engine, first.hand, first.draw) == (("2", "heat"), 3, 7, 8)
    assert (second.discard, second.engine, second.hand, second.draw) == ((), 6, 3, 2)


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_everybody_knows_the_legend_card_and_those_used(viewer: int | None) -> None:
    seen = view(race(), viewer)
    assert (seen.legend_card, seen.legend_used) == ("s01", ("s03", "s01"))
    assert seen.cars[2].legend == "hard"


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_everybody_knows_the_order_and_who_is_asked(viewer: int | None) -> None:
    seen = view(race(), viewer)
    assert seen.order == (0, 1, 2)
    assert [one.asked for one in seen.cars] == [True, False, False]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_everybody_knows_adrenaline_and_symbols(viewer: int | None) -> None:
    table = Table(game(), car(at=20, gear=3), car(at=10, gear=1)).go("adrenaline")
    assert [item.source for item in view(table, viewer).cars[1].items] == ["adrenaline", "adrenaline", "gear"]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_everybody_knows_who_has_chosen(viewer: int | None) -> None:
    table = Table(game(), car(at=20), car(at=10)).go("gears").answer(0, Gear(1))
    assert [one.chosen for one in view(table, viewer).cars] == [True, False]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_everybody_knows_owned_upgrades(viewer: int | None) -> None:
    cards = box(Card("turbo", "upgrade", (6,)))
    table = Table(game(cards=cards), car(at=20, hand="turbo 1 2"), car(at=10))
    owned = Setup((Entrant(upgrades=("turbo",)), Entrant()), 2)
    table.state = replace(table.state, setup=owned)
    assert view(table, viewer).setup.entrants[0].upgrades == ("turbo",)
    assert "turbo" in view(table, viewer).cars[0].stock


@pytest.mark.parametrize("viewer", EVERYBODY)
@pytest.mark.parametrize(
    "event",
    [
        Shifted(Seat(0), gear=3, heat=1),
        Revealed(Seat(0), cards=("4",), worth=(4,)),
        e.Flipped(Seat(0), cards=("0", "4"), worth=4),
        Cluttered(Seat(0), cards=("1", "heat")),
        Valued(Seat(0), card="brakes", worth=1),
        e.Moved(Seat(0), why="cards", distance=4, at=Distance(20), lane=Lane(1)),
        e.CornerTaken(Seat(0), line=Distance(33), limit=3, speed=5, heat=2),
        e.SpunOut(Seat(0), line=Distance(33), limit=3, speed=5, heat=1, at=Distance(32), lane=Lane(2), stress=1),
        Cooled(Seat(0), heat=1, spent=(Item("cooldown", 1, "gear"),)),
        Boosted(Seat(0), heat=1, spent=Item("boost", 1, "gear")),
        e.AdrenalineGiven(Seat(0), items=(Item("adrenaline", 1, "adrenaline"),)),
        Discarded(Seat(0), cards=("0", "1")),
        Retired(Seat(0)),
        e.Finished(reason="flag", ranking=seats(1, 0)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_std_secrets_everybody_sees_what_happens_in_the_open(event: e.Event, viewer: int | None) -> None:
    """Limits, payments, cards once they are revealed, flipped or thrown away."""
    assert game().see(event, viewer) == event


# Only the driver


def test_std_secrets_the_driver_knows_the_own_hand() -> None:
    assert view(race(), 1).mine.hand == ("1", "2", "3")


@pytest.mark.parametrize("viewer", [0, None])
def test_std_secrets_nobody_else_knows_a_hand(viewer: int | None) -> None:
    table = race()
    other = changed(table, 1, hand=("1", "4", "4"), draw=("3", "2"))
    assert view(table, viewer) == view(other, viewer)
    assert view(table, 1) != view(other, 1)


def test_std_secrets_a_spectator_and_a_legend_have_nothing_of_their_own() -> None:
    assert view(race(), None).mine is None
    assert view(race(), 2).mine is None


@pytest.mark.parametrize(
    ("phase", "one", "two"),
    [("gears", Gear(1), LeaveRace()), ("cards", Play(("1",)), Play(("4",))), ("discard", Discard(()), Discard(("1",)))],
)
def test_std_secrets_only_the_driver_knows_the_undisclosed_choice(phase: str, one: Choice, two: Choice) -> None:
    tables = [Table(game(), car(at=20), car(at=10)).go(phase).answer(0, choice) for choice in (one, two)]
    for viewer in OTHERS:
        assert view(tables[0], viewer) == view(tables[1], viewer)
        assert tables[0].game.see(tables[0].events[0], viewer) == tables[1].game.see(tables[1].events[0], viewer)
    assert [view(table, 0).mine.choice for table in tables] == [one, two]
    assert tables[0].game.see(tables[0].events[0], 0) == ChosenSeen(Seat(0), choice=one)


def test_std_secrets_only_the_driver_has_options_and_forecast() -> None:
    table = race()
    assert view(table, 0).mine.question == table.question(0)
    assert view(table, 1).mine.question is None
    assert not table.choices(1)
    assert table.game.explain(view(table, 0), Pass()).refused is None
    for viewer in OTHERS:
        refused = table.game.explain(view(table, viewer), Pass()).refused
        assert refused is not None
        assert refused.code == "not_asked"


def test_std_secrets_only_the_driver_knows_what_was_drawn() -> None:
    drew = e.Drew(Seat(0), cards=("1", "stress"))
    assert game().see(drew, 0) == DrewSeen(Seat(0), count=2, cards=("1", "stress"))
    for viewer in OTHERS:
        assert game().see(drew, viewer) == DrewSeen(Seat(0), count=2)


def test_std_secrets_the_driver_knows_what_the_draw_pile_holds_not_its_order() -> None:
    table = changed(race(), 1, draw=("3", "1"), hand=("2", "4", "4"))
    other = changed(table, 1, draw=("1", "3"))
    assert view(table, 1).mine.draw == ("1", "3")
    for viewer in EVERYBODY:
        assert view(table, viewer) == view(other, viewer)


# Secret from every viewer


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_nobody_knows_the_seed(viewer: int | None) -> None:
    for event in game().start(Setup((Entrant(), Entrant()), 2), SEED):
        assert SEED not in encode(game().see(event, viewer)).decode()
    assert SEED not in encode(view(race(), viewer)).decode()


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_nobody_knows_the_order_of_a_draw_pile(viewer: int | None) -> None:
    race_game = game()
    for first, second in (
        (e.Reshuffled(Seat(0), pile=("1", "2"), n=3), e.Reshuffled(Seat(0), pile=("2", "1"), n=3)),
        (Mulliganed(Seat(0), pile=("1", "2"), n=3), Mulliganed(Seat(0), pile=("2", "1"), n=3)),
    ):
        assert race_game.see(first, viewer) == race_game.see(second, viewer)
    assert race_game.see(e.Reshuffled(Seat(0), pile=("1", "2"), n=3), viewer) == ReshuffledSeen(Seat(0), cards=2)


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_nobody_knows_the_dealt_decks(viewer: int | None) -> None:
    """How many cards, how many of them in hand, and the Heat; the driver knows the own hand, not the pile's order."""
    heat = game()
    for event in heat.start(Setup((Entrant(), Entrant()), 2, grid=(0, 1)), SEED):
        if isinstance(event, e.Dealt):
            hand, pile = event.pile[: event.drawn], event.pile[event.drawn :]
            turned = hand[::-1] + pile[::-1] if event.seat == viewer else event.pile[::-1]
            assert heat.see(event, viewer) == heat.see(replace(event, pile=turned, n=9), viewer)
            own = tuple(sorted(hand)) if event.seat == viewer else None
            assert heat.see(event, viewer) == DealtSeen(event.seat, cards=18, drawn=7, engine=6, hand=own)


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_nobody_knows_the_order_of_the_shared_piles(viewer: int | None) -> None:
    """Legend cards, upgrades and sponsor cards that are still to come."""
    heat = game()
    opening = heat.start(Setup((Entrant(), Entrant()), 2, draft="rounds", season=True), SEED)[0]
    assert isinstance(opening, e.Started)
    turned = replace(
        opening,
        legend_pile=opening.legend_pile[::-1],
        upgrade_pile=opening.upgrade_pile[::-1],
        sponsor_pile=opening.sponsor_pile[::-1],
    )
    assert heat.see(opening, viewer) == heat.see(turned, viewer)
    state = heat.evolve(None, opening)
    assert heat.view(state, viewer) == heat.view(heat.evolve(None, turned), viewer)
    again = e.MarketDealt(order=seats(1, 0), cards=("up01", "up02"), pile=("up01", "up02", "up03", "up04"), n=4)
    assert heat.see(again, viewer) == heat.see(replace(again, pile=("up01", "up02", "up04", "up03"), n=8), viewer)


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_nobody_knows_the_undrawn_legend_cards(viewer: int | None) -> None:
    table = race()
    before = view(table, viewer)
    table.state = replace(table.state, legend_pile=table.state.legend_pile[::-1])
    assert view(table, viewer) == before
    turned = e.LegendCardTurned(card="s01", pile=("s01", "s02", "s03"), n=4)
    assert game().see(turned, viewer) == LegendCardTurnedSeen(card="s01", again=True)


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_std_secrets_nobody_knows_how_the_draws_come(viewer: int | None) -> None:
    """What a stream has given tells nothing, and is not told."""
    table = race()
    other = changed(table, 0, drawn=99)
    assert view(table, viewer) == view(other, viewer)


# What is skipped


@pytest.mark.parametrize("phase", ["gears", "cards", "react", "slipstream", "discard"])
@pytest.mark.parametrize("hand", ["heat heat heat heat heat heat heat", "stress heat heat heat heat heat heat"])
def test_std_secrets_nothing_is_skipped_for_what_is_in_a_hand(phase: str, hand: str) -> None:
    """A hand of nothing but Heat is asked just the same."""

    def asked(hand: str) -> dict[int, str]:
        return Table(game(), car(at=14, gear=1, hand=hand), car(at=15, gear=2), car(at=5)).go(phase).asked

    assert asked(hand) == asked("0 1 2 3 4 5 1")


def test_std_secrets_cooldown_is_asked_for_without_heat_in_hand() -> None:
    table = Table(game(), car(at=14, gear=1, hand="1 2 3")).go("react")
    assert table.asked == {0: "react"}
    assert table.choices(0) == [Pass()]


def test_std_secrets_a_tunnel_is_a_public_ground() -> None:
    dark = game(on=track(tunnel=[{"space": 20, "lane": 1}]))
    assert Table(dark, car(at=20), car(at=5)).go("discard").asked == {1: "discard"}


# Withdrawal, and what is never undone


@pytest.mark.parametrize(
    ("phase", "choice"), [("gears", Gear(1)), ("cards", Play(("1",))), ("discard", Discard(("1",)))]
)
def test_std_secrets_a_choice_may_be_withdrawn_while_its_phase_is_open(phase: str, choice: Choice) -> None:
    table = Table(game(), car(at=20), car(at=10)).go(phase).answer(0, choice)
    assert table.choices(0) == [Withdrawal()]
    table.withdraw(0)
    assert table.asked == {0: phase, 1: phase}
    assert table.cars[0].choice is None
    assert table.events[0] == e.Withdrew(Seat(0))


def test_std_secrets_a_withdrawn_answer_leaves_late_copies_stale() -> None:
    table = Table(game(), car(at=20), car(at=10)).go("gears")
    question = table.question(0)
    table.answer(0, Gear(1)).withdraw(0)
    assert table.question(0).n == question.n + 1
    assert withdrawn(table, question) == "stale"


def withdrawn(table: Table, question: Question) -> str:
    """The code with which a withdrawal is refused."""
    refused = table.game.decide(table.state, Withdraw(question.seat, question))
    assert isinstance(refused, Refusal), "this was taken back"
    return refused.code


@pytest.mark.parametrize(
    ("phase", "choice"), [("gears", Gear(1)), ("cards", Play(("1",))), ("discard", Discard(("1",)))]
)
def test_std_secrets_no_choice_is_withdrawn_once_its_phase_is_closed(phase: str, choice: Choice) -> None:
    table = Table(game(), car(at=20), car(at=10)).go(phase)
    question = table.question(0)
    table.answer(0, choice).stand_in(1)
    assert withdrawn(table, question) == "stale"


def test_std_secrets_where_no_answer_stands_nothing_is_withdrawn() -> None:
    table = Table(game(), car(at=20), car(at=10)).go("gears")
    assert withdrawn(table, table.question(0)) == "nothing_to_withdraw"


def test_std_secrets_cards_that_lie_face_down_are_not_withdrawn() -> None:
    """Seat 1 has not turned its cards over yet, but seat 0 has."""
    brakes = box(Card("brakes", "upgrade", (1, 3)))
    table = Table(game(cards=brakes), ready("brakes", at=14), ready("4", at=5)).go("reveal")
    assert not table.choices(1)
    assert withdrawn(table, table.question(1)) == "nothing_to_withdraw"


def test_std_secrets_nothing_is_undone_in_the_phases_that_show() -> None:
    """A value, a cooldown, a boost, a slipstream: once told they stand."""
    brakes = box(Card("brakes", "upgrade", (1, 3)), Card("grip", "upgrade", (2, 4)))
    hot = car(at=14, gear=1, hand="heat heat", items=(Item("adrenaline", 1, "adrenaline"),))
    for table, choice in (
        (Table(game(cards=brakes), ready("brakes grip", at=14)).go("reveal"), Value("brakes", 1)),
        (Table(game(), hot).go("react"), Cool(1)),
        (Table(game(), car(at=14, gear=4, items=hot.items)).go("react"), Boost()),
        (Table(game(), car(at=14), car(at=15)).go("slipstream"), Slipstream(2)),
    ):
        question = table.question(0)
        table.answer(0, choice)
        assert Withdrawal() not in table.choices(0)
        assert withdrawn(table, question) in ("stale", "nothing_to_withdraw")
