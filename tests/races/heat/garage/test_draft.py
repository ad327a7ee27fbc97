"""A draft as its viewers see it."""

import re
from collections import Counter

import pytest
from django.utils.html import strip_tags

from engine.heat import Entrant
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.pick import Pick
from engine.heat.race import Race
from engine.kernel.chance import Seed
from engine.kernel.commands import StandIn
from races.heat import board
from races.heat.board import field
from races.heat.cockpit import fragment as cockpit
from races.heat.garage import draft, fragments
from races.heat.scene import HeatScene
from tests.races.heat.cockpit.scenes import scene_of
from tests.races.heat.garage import kit


def text(html: object) -> str:
    return re.sub(r"\s+", " ", strip_tags(str(html))).strip()


def taken(scene: HeatScene) -> list[tuple[str, int]]:
    return [(offer.face, offer.taker) for offer in draft.offers(scene) if offer.taker is not None]


def test_cards_stay_in_their_place_when_one_is_taken() -> None:
    race = kit.draft()
    before = [offer.face for offer in draft.offers(kit.scene(race))]
    assert before == sorted(race.state.market)
    card = race.state.market[2]
    kit.pick(race, card)
    now = kit.scene(race)
    assert [offer.face for offer in draft.offers(now)] == before
    assert taken(now) == [(card, 2)]
    kit.pick(race, "", "")
    assert taken(kit.scene(race)) == [], "the next market has been dealt"


def test_standings_show_no_gear_and_no_heat_before_the_cards_are_dealt() -> None:
    assert {row.detail for row in field.standings(kit.scene(kit.draft()))} == {""}


def test_of_two_copies_one_is_taken() -> None:
    race = kit.draft("snake", cars=12)
    (face, _copies), *_others = Counter(race.state.market).most_common()
    assert race.state.market.count(face) == 2
    (question,) = race.game.awaiting(race.state)
    kit.pick(race, face)
    same = [offer.taker for offer in draft.offers(kit.scene(race)) if offer.face == face]
    assert same == [question.seat, None]


def test_all_read_whose_pick_it_is_and_who_follows() -> None:
    race = kit.draft()
    standing = draft.standing(kit.scene(race))
    assert standing.title == "Draft, round 1 of 3"
    assert standing.sentence == "Driver 2 picks, then Driver 1."
    assert [(turn.seat, turn.state) for turn in standing.turns] == [(2, "now"), (1, "next"), (0, "next")]
    kit.pick(race, "", "")
    standing = draft.standing(kit.scene(race))
    assert standing.sentence == "Driver 0 picks, the last one of this round."
    assert [turn.state for turn in standing.turns] == ["past", "past", "now"]
    kit.pick(race, "")
    assert draft.standing(kit.scene(race)).title == "Draft, round 2 of 3"


def test_who_turns_the_snake_picks_twice() -> None:
    race = kit.draft("snake")
    kit.pick(race, "", "")
    assert draft.standing(kit.scene(race)).sentence == "Driver 0 picks twice."
    kit.pick(race, "")
    assert draft.standing(kit.scene(race)).sentence == "Driver 0 picks, then Driver 1."
    assert len(taken(kit.scene(race))) == 3


def test_the_pick_when_the_clock_is_over_is_what_the_engine_takes() -> None:
    race = kit.draft()
    (default,) = (offer.face for offer in draft.offers(kit.scene(race)) if offer.is_default)
    (question,) = race.game.awaiting(race.state)
    race.submit(StandIn(question, "clock"))
    assert race.state.cars[2].upgrades == (default,)


def test_legends_and_bots_are_told_of() -> None:
    race = kit.draft(entrants=(Entrant(), Entrant(), Entrant(legend="medium")))
    scene = kit.scene(race, bots={1: "racer"})
    assert draft.standing(scene).notes == (
        "A bot takes the card that was measured to be worth most to it.",
        "Legends take no upgrades: they drive by cards of their own.",
    )
    assert [turn.seat for turn in draft.standing(scene).turns] == [1, 0]
    assert "drives by Legend cards" in text(fragments.owners(scene))
    assert len(field.standings(scene)) == 3, "a Legend has no turn in a draft"


def test_every_fragment_stands_at_each_step_of_every_draft() -> None:
    for name in ("rounds", "snake", "random", "one"):
        race = kit.draft(name)
        while not race.state.round:
            scene = kit.scene(race)
            html = "".join(str(make(scene)) for key, make in board.FRAGMENTS.items() if key in {"draft", "market"})
            html += str(fragments.owners(scene))
            ids = re.findall(r' id="([^"]+)"', html)
            assert {"draft", "market", "owners"} <= set(ids)
            assert len(ids) == len(set(ids))
            kit.drive(race)
        assert not draft.offers(kit.scene(race)), "the race is on"
        assert "data-on" not in str(fragments.standing(kit.scene(race)))


def test_upgrades_are_read_all_race_long() -> None:
    race = kit.draft("random")
    kit.drive(race, 12)
    for owner, car in zip(draft.owners(kit.scene(race)), race.state.cars, strict=True):
        assert [card.face for card in owner.cards] == list(car.upgrades)
        assert all(card.facts for card in owner.cards)


# The cockpit


def html_of(race: Race, seat: int) -> str:
    return cockpit.render(kit.scene(race), seat)


def chosen_from(html: str, name: str) -> list[str]:
    return re.findall(rf'type="radio"[^>]*name="{name}" value="(\w+)"', html)


def test_the_form_offers_each_card_of_the_market_once() -> None:
    race = kit.draft(cars=6)
    html = html_of(race, 5)
    assert chosen_from(html, "card") == sorted(set(race.state.market))
    assert 'name="do" value="pick"' in html
    assert all(f'id="take-{face}"' in html for face in race.state.market)


def test_who_waits_reads_when_the_own_pick_comes() -> None:
    race = kit.draft("snake")
    assert "You pick next." in text(html_of(race, 1))
    assert "You pick after 2 more." in text(html_of(race, 0))
    kit.pick(race, "", "", "", "")
    assert "You have picked; others follow." in text(html_of(race, 0))
    assert "<form" not in html_of(race, 0)


def test_who_gives_one_back_has_the_own_four() -> None:
    race = kit.draft("snake")
    while race.state.phase != "give_up":
        kit.drive(race)
    html = html_of(race, 1)
    assert chosen_from(html, "card") == sorted(set(race.state.cars[1].upgrades))
    assert 'value="give_up"' in html
    card = race.state.cars[1].upgrades[0]
    kit.give(race, 1, GiveUp(card))
    assert "You give" in text(html_of(race, 1))
    assert "You give" not in text(html_of(race, 0))


def test_a_swap_has_both_sides_and_a_way_out() -> None:
    race = kit.draft("one")
    first = next(question.seat for question in race.game.awaiting(race.state))
    while race.state.phase != "swap":
        kit.drive(race)
    html = html_of(race, first)
    assert chosen_from(html, "give") == list(race.state.cars[first].upgrades)
    assert len(chosen_from(html, "take")) >= 1
    assert "Keep mine" in text(html)
    assert "Your upgrades are chosen." in text(html_of(race, (first + 1) % 3))


@pytest.mark.parametrize("name", ["rounds", "snake", "one"])
def test_no_viewer_is_shown_what_that_viewer_cannot_know(name: str) -> None:
    """Everything on the pages of a draft is the same in a race in which all that is hidden has been dealt anew."""
    race = kit.draft(name)
    dealt = Seed("0dd5" * 16)
    steps = 0
    while not race.state.round:
        for viewer in (None, 0, 1, 2):
            imagined = race.game.imagine(race.game.view(race.state, viewer), dealt)
            shown = []
            for state in (race.state, imagined):
                scene = scene_of(race.game, state)
                parts = [str(board.FRAGMENTS[key](scene)) for key in ("draft", "market", "owners", "standings")]
                shown.append("".join(parts) + ("" if viewer is None else cockpit.render(scene, viewer)))
            assert shown[0] == shown[1]
            steps += 1
        kit.drive(race)
    assert steps > 8


def test_a_choice_to_give_up_is_in_no_public_part() -> None:
    race = kit.draft("snake")
    while race.state.phase != "give_up":
        kit.drive(race)
    keys = ("draft", "market", "owners")
    before = [str(board.FRAGMENTS[key](kit.scene(race))) for key in keys[1:]]
    kit.give(race, 1, GiveUp(race.state.cars[1].upgrades[0]))
    after = kit.scene(race)
    assert str(fragments.market(after)) == before[0]
    assert race.state.cars[1].choice is not None
    assert len(draft.owners(after)[1].cards) == 4


def test_picks_name_a_card_that_lies_there() -> None:
    race = kit.draft()
    (question,) = race.game.awaiting(race.state)
    gone = next(face for face in race.game.cards if face.startswith("up") and face not in race.state.market)
    kit.give(race, question.seat, Pick(gone))
    assert not race.state.cars[question.seat].upgrades
