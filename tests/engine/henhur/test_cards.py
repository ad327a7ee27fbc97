"""Cards, tokens, slots and burning, and the data that they come from."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.henhur import TOKENS, Bid, Content, Run, State, Tokens, base_content, content_faults, read_content
from engine.henhur.events import CardsShown, Drew, Hit, Repaired, Reshuffled, TokensGained
from engine.kernel import Broken, Seed, encode, fold
from tests.engine.henhur.kit import CARDS, GAME, begun, dealt, of, play, refused, stand_ins, with_tokens

TABLE = """
pitstop     1 2 1d6
highbid     1 7 1d4
lowbid      1 5 2d8
rush        5 1 2d8
stride      7 1 2d8
punch       4 3 2d8
dash        4 3 2d8
trip        4 4 2d6
haggle      2 6 1d6
elbow       5 3 7
canter      6 2 2d6
surge       5 3 2d8
patchup     4 5 1d8
auctioneer  2 7 1d8
feint       5 4 10
turboboost  5 4 2d8
lastlunge   7 3 2d8
wrecker     5 5 1d10
jackpot     2 7 1d6
"""
LISTS = {
    "deck": "pitstop1 highbid1 lowbid2 rush1 stride1 punch1",
    "base": "pitstop2 highbid2 lowbid4 rush2 stride2 punch2",
    "lap1": "dash4 trip4 haggle3 elbow3 canter2",
    "lap2": "surge4 patchup2 auctioneer3 feint3",
    "lap3": "turboboost4 lastlunge3 wrecker2 jackpot3",
}


def hens(*cards: str) -> State:
    state = begun(len(cards))
    for seat, card in enumerate(cards):
        state = dealt(state, seat, card, "lowbid", "pitstop", at=0)
    return state


def burned(card: str) -> State:
    """What is left of a race turn in which the first hen burned this card."""
    return play(hens(card, "stride"), Run(card, burn=True), Run("stride")).state


def test_hen_29_a_card_has_title_priority_race_number_trick_number_and_effects() -> None:
    rows = []
    for card in GAME.content.cards:
        dice = f"{card.priority.dice}d{card.priority.sides}" if card.priority.dice else str(card.priority.plus)
        rows.append(f"{card.id} {card.race} {card.trick} {dice}")
        assert card.title
        assert 1 <= card.race <= 7
        assert 1 <= card.trick <= 7
    assert rows == [" ".join(line.split()) for line in TABLE.strip().splitlines()]


def test_hen_29_each_list_has_its_copies() -> None:
    for name, cards in LISTS.items():
        wanted = Counter({word[:-1]: int(word[-1]) for word in cards.split()})
        assert Counter(GAME.content.listed((name,))) == wanted


def test_hen_30_a_priority_is_a_number_or_dice_rolled_when_the_card_turns_over() -> None:
    seen: Counter[int] = Counter()
    for number in range(300):
        state = replace(hens("trip", "feint"), seed=Seed(f"{number:032x}"))
        shown = {one.seat: one for one in of(CardsShown, play(state, Run("trip"), Run("feint")))[0].cards}
        assert (shown[1].rolls, shown[1].priority) == ((), 10)
        assert len(shown[0].rolls) == 2
        assert all(1 <= roll <= 6 for roll in shown[0].rolls)
        assert shown[0].priority == sum(shown[0].rolls)
        seen[shown[0].priority] += 1
    assert set(seen) == set(range(2, 13))
    assert seen[7] > seen[2] + seen[12]


def test_hen_35_the_six_kinds_of_tokens_do_what_their_table_says() -> None:
    assert TOKENS == ("P+", "P+3", "R+", "A+", "W+", "D")
    state = with_tokens(hens("elbow", "stride"), 0, p=1, p3=1, r=1, a=1, w=3, d=1)
    view = GAME.view(state, 0)
    for choice, priority, spaces in (
        (Run("elbow"), 6, 5),
        (Run("elbow", p=1), 7, 5),
        (Run("elbow", p3=1), 9, 5),
        (Run("elbow", r=1), 6, 6),
        (Run("elbow", w_priority=2, w_race=1), 8, 6),
    ):
        explained = GAME.explain(view, choice)
        assert (explained.least, explained.most, explained.to) == (priority, priority, spaces)
    auction = with_tokens(stand_ins(begun(2), until=2), 0, p=1, p3=1, r=1, a=1, w=1)
    card = auction.runners[0].hand[0]
    for bid, trick in ((Bid(card), 0), (Bid(card, a=1), 1), (Bid(card, w=1), 1), (Bid(card, a=1, w=1), 2)):
        assert GAME.explain(GAME.view(auction, 0), bid).least == CARDS[card].trick + trick


def test_hen_36_nobody_holds_more_than_ten() -> None:
    state = with_tokens(hens("canter", "punch"), 0, p=9)
    step = play(state, Run("canter", burn=True), Run("punch"))
    (gained,) = of(TokensGained, step)
    assert (gained.token, gained.n, gained.lost) == ("P+", 1, 1)
    assert step.state.runners[0].tokens.count() == 10


def test_hen_37_tokens_come_from_effects_and_burns_and_are_gone_when_spent() -> None:
    state = burned("highbid")
    assert state.runners[0].tokens == Tokens(p3=1)
    ran = play(hens("turboboost", "stride"), Run("turboboost"), Run("stride")).state
    assert ran.runners[0].tokens == Tokens(p=1)
    state = with_tokens(hens("stride", "stride"), 0, r=2)
    spent = play(state, Run("stride", r=2), Run("stride")).state
    assert spent.runners[0].tokens == Tokens()


def test_hen_38_damage_cannot_be_spent_and_stays_until_a_card_repairs_it() -> None:
    assert "d" not in Run.__struct_fields__
    assert "d" not in Bid.__struct_fields__
    state = with_tokens(hens("pitstop", "stride"), 0, d=3)
    kept = play(state, Run("lowbid"), Run("stride")).state
    assert kept.runners[0].tokens.d == 3
    step = play(state, Run("pitstop"), Run("stride"))
    assert of(Repaired, step)[0].n == 2
    assert step.state.runners[0].tokens.d == 1
    patched = play(with_tokens(hens("patchup", "stride"), 0, d=9), Run("patchup"), Run("stride"))
    assert patched.state.runners[0].tokens.d == 0


def test_hen_39_three_slots_and_a_filled_one_stays_so_to_the_end() -> None:
    assert GAME.content.rules.slots == 3
    state = hens("rush", "stride")
    full = replace(state.runners[0], slots=("dash", "dash", "dash"))
    state = dealt(replace(state, runners=(full, state.runners[1])), 0, "rush", "lowbid", "pitstop")
    assert refused(state, 0, Run("rush", burn=True)) == "slots_full"
    assert Run("rush", burn=True) not in GAME.legal(state, 0)
    assert stand_ins(state, until=1000).runners[0].slots == ("dash", "dash", "dash")


def test_hen_40_a_card_in_a_slot_is_seen_and_out_of_play() -> None:
    state = burned("rush")
    for viewer in (None, 0, 1):
        assert GAME.view(state, viewer).runners[0].slots == ("rush",)
    for _ in range(30):
        state = stand_ins(state, until=state.turn + 1)
        runner = state.runners[0]
        copies = Counter(runner.stock)["rush"]
        assert Counter((*runner.hand, *runner.deck, *runner.discard, runner.play))["rush"] == copies - 1
        if state.ended:
            break


def test_hen_41_only_cards_with_a_burn_effect_burn_and_the_effect_comes_at_once() -> None:
    for card in ("stride", "punch", "pitstop", "trip", "feint", "wrecker", "patchup"):
        assert refused(hens(card, "stride"), 0, Run(card, burn=True)) == "no_burn_effect"
    step = play(hens("canter", "feint"), Run("canter", burn=True), Run("feint"))
    names = [type(event).__name__ for event in step.events if getattr(event, "seat", None) == 0]
    place = names.index("Burned")
    assert names[place : place + 3] == ["Burned", "TokensGained", "Drew"]


@pytest.mark.parametrize(
    ("card", "tokens", "draws"),
    [
        ("lowbid", Tokens(a=1), 0),
        ("rush", Tokens(r=1), 0),
        ("dash", Tokens(), 1),
        ("turboboost", Tokens(p=1), 2),
        ("surge", Tokens(r=2), 0),
        ("highbid", Tokens(p3=1), 0),
        ("haggle", Tokens(a=2), 0),
        ("elbow", Tokens(p=1), 0),
        ("canter", Tokens(p=2), 0),
        ("auctioneer", Tokens(a=1, w=1), 0),
        ("lastlunge", Tokens(w=1), 0),
        ("jackpot", Tokens(w=2), 0),
    ],
)
def test_hen_42_what_burned_cards_give(card: str, tokens: Tokens, draws: int) -> None:
    """Turbo Boost also gains a P+ by running."""
    runner = burned(card).runners[0]
    assert runner.tokens == tokens
    assert len(runner.hand) == 3 + draws
    assert runner.slots == (card,)


def test_h4_burning_needs_a_free_slot_and_a_burn_effect_in_races_and_auctions() -> None:
    state = stand_ins(begun(2), until=2)
    state = dealt(state, 0, "lowbid", "stride", "pitstop", slots=("rush", "rush", "rush"), discard=())
    assert refused(state, 0, Bid("lowbid", burn=True)) == "slots_full"
    state = dealt(state, 0, "lowbid", "stride", "pitstop", slots=(), discard=())
    assert refused(state, 0, Bid("stride", burn=True)) == "no_burn_effect"


def test_h6_an_effect_draws_after_the_hand_was_filled_and_beyond_three() -> None:
    step = play(hens("turboboost", "stride"), Run("turboboost", burn=True), Run("stride"))
    drew = [len(event.cards) for event in of(Drew, step) if event.seat == 0]
    assert drew == [1, 2]
    state = step.state
    assert len(state.runners[0].hand) == 5
    after = stand_ins(state, until=3)
    assert len(after.runners[0].hand) == 4, "the extra card is used up by the next plays: nothing is filled above three"


def test_h6_the_discard_pile_is_shuffled_when_the_deck_is_empty() -> None:
    state = hens("stride", "stride")
    runner = replace(state.runners[0], deck=(), discard=("rush", "punch", "lowbid", "highbid"))
    state = dealt(replace(state, runners=(runner, state.runners[1])), 0, "stride", "lowbid", "pitstop")
    step = play(state, Run("stride"), Run("stride"))
    (made,) = of(Reshuffled, step)
    assert Counter(made.pile) == Counter(("rush", "punch", "lowbid", "highbid", "stride"))
    assert encode(list(made.pile)) not in encode(GAME.see(made, 0)), "not even its owner sees the order"
    assert len(step.state.runners[0].hand) == 3


def test_h9_damage_that_comes_to_a_full_pool_is_lost() -> None:
    state = with_tokens(hens("punch", "stride"), 1, a=10)
    state = dealt(state, 1, "stride", "lowbid", "pitstop", at=5)
    state = replace(state, seed=next(_seeds_in_which_the_first_is_ahead(state)))
    step = play(state, Run("punch"), Run("stride"))
    (hit,) = of(Hit, step)
    assert (hit.seat, hit.n) == (1, 0)
    assert step.state.runners[1].tokens == Tokens(a=10)


def _seeds_in_which_the_first_is_ahead(state: State) -> Any:
    for number in range(100):
        seed = Seed(f"{number:032x}")
        step = play(replace(state, seed=seed), Run("punch"), Run("stride"))
        if of(CardsShown, step)[0].cards[0].seat == 0 and of(Hit, step):
            yield seed


def test_h12_punch_elbow_and_wrecker_hit_whom_they_reach() -> None:
    cases = {
        "punch": ((4, 0), (6, 0), (7, None), (3, None)),
        "elbow": ((5, 0), (6, None), (4, None)),
        "wrecker": ((5, 1), (8, 1), (9, None), (4, None)),
    }
    for card, places in cases.items():
        for place, back in places:
            state = hens(card, "pitstop")
            state = dealt(state, 1, "pitstop", at=place)
            hits = GAME.explain(GAME.view(state, 0), Run(card)).hits
            assert [hit.what for hit in hits] == ([] if back is None else ["damage"] + ["back"] * back), (card, place)


def test_h12_pit_stop_and_patch_up_alone_are_rid_of_damage() -> None:
    assert {card.id for card in GAME.content.cards if any(one.op == "repair" for one in card.run)} == {
        "pitstop",
        "patchup",
    }


# The data


def broken(**fields: Any) -> Content:
    return replace(base_content(), **fields)


def with_card(**fields: Any) -> Content:
    content = base_content()
    return replace(content, cards=(replace(content.cards[0], **fields), *content.cards[1:]))


def faults(content: Content) -> list[tuple[str, str]]:
    return [(fault.place, fault.code) for fault in content_faults(content)]


def test_the_content_that_ships_has_no_fault() -> None:
    assert content_faults(base_content()) == ()
    assert read_content(encode(base_content())) == base_content()
    assert base_content().digest() != with_card(race=2).digest()


@pytest.mark.parametrize(
    ("fields", "place", "code"),
    [
        ({"id": "Pit Stop"}, "cards[0].id", "bad_id"),
        ({"id": "rush"}, "cards", "duplicate"),
        ({"title": " "}, "cards[0].title", "empty"),
        ({"race": 0}, "cards[0].race", "out_of_range"),
        ({"trick": 8}, "cards[0].trick", "out_of_range"),
        ({"priority": {"dice": 9, "sides": 6}}, "cards[0].priority", "bad_dice"),
        ({"priority": {"sides": 6}}, "cards[0].priority", "bad_dice"),
        ({"priority": {"plus": -1}}, "cards[0].priority.plus", "out_of_range"),
        ({"run": [{"op": "draw"}]}, "cards[0].run[0].op", "bad_op"),
        ({"burn": [{"op": "more"}]}, "cards[0].burn[0].op", "bad_op"),
        ({"run": [{"op": "more", "n": 11}]}, "cards[0].run[0].n", "out_of_range"),
        ({"run": [{"op": "gain"}]}, "cards[0].run[0].token", "bad_token"),
        ({"burn": [{"op": "draw", "token": "W+"}]}, "cards[0].burn[0].token", "bad_token"),
        ({"run": [{"op": "more", "reach": [0, 2]}]}, "cards[0].run[0].reach", "bad_reach"),
        ({"run": [{"op": "back", "reach": [3, 2]}]}, "cards[0].run[0].reach", "bad_reach"),
        ({"copies": {"deck": 21}}, "cards[0].copies.deck", "out_of_range"),
        ({"copies": {"deck": -1}}, "cards[0].copies.deck", "out_of_range"),
    ],
)
def test_every_fault_of_a_card_is_named_with_its_place(fields: dict[str, Any], place: str, code: str) -> None:
    data = msgspec.json.decode(encode(base_content()))
    data["cards"][0] |= fields
    with pytest.raises(Broken) as found:
        read_content(msgspec.json.encode(data))
    assert (place, code) in [(fault.place, fault.code) for fault in found.value.faults]


def test_every_fault_of_rules_and_markets_is_named_with_its_place() -> None:
    content = base_content()
    rules, (first, *others) = content.rules, content.markets
    assert faults(broken(rules=replace(rules, lap=1, turns=7))) == [
        ("rules.lap", "out_of_range"),
        ("rules.turns", "odd"),
    ]
    assert ("rules.most_seats", "out_of_range") in faults(broken(rules=replace(rules, most_seats=2, least_seats=3)))
    assert ("deck", "too_few_cards") in faults(broken(deck="nothing"))
    assert ("markets", "unsorted") in faults(broken(markets=(replace(first, since=5), *others)))
    assert ("markets", "unsorted") in faults(broken(markets=()))
    assert ("markets[0].lists", "too_few_cards") in faults(broken(markets=(replace(first, lists=("deck",)), *others)))


@pytest.mark.parametrize("data", [b"", b"{}", b'{"game":"heat"}', b"\xff", b"[" * 3000])
def test_what_is_no_content_at_all_is_broken_too(data: bytes) -> None:
    with pytest.raises(Broken):
        read_content(data)


def test_no_code_asks_for_a_card_s_name() -> None:
    """Every card under another name plays the same match."""
    content = base_content()
    names = {card.id: f"z{number:02}" for number, card in enumerate(sorted(content.cards, key=lambda one: one.id))}
    renamed = replace(content, cards=tuple(replace(card, id=names[card.id]) for card in content.cards))
    game = type(GAME)(renamed)
    state = fold(game, game.start(begun(3).setup, begun(3).seed))
    ended, other = stand_ins(state, 1000, game), stand_ins(begun(3), 1000)
    assert [runner.at for runner in ended.runners] == [runner.at for runner in other.runners]
    assert [names[card] for card in other.runners[0].stock] == list(ended.runners[0].stock)
