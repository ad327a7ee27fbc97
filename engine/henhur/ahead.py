"""The race turn that follows an auction, as far as a viewer who has picked knows it while others still pick."""

from msgspec.structs import replace

from engine.henhur.content import Rules
from engine.henhur.views import RunnerView, View
from engine.kernel.commands import Question


def has_picked(view: View) -> bool:
    """Whether the viewer has picked, and others have not."""
    mine = view.mine
    return view.phase == "draft" and mine is not None and mine.seat not in view.order and not _left(view)


def _left(view: View) -> bool:
    return view.mine is not None and view.runners[view.mine.seat].left


def coming(rules: Rules, view: View) -> View:
    """The view when all have picked: bids are put away and hands filled, with the picked card first. What a burned bid
    draws or gains beyond that is not in it."""
    assert view.mine is not None, "a spectator has no hand"
    assert has_picked(view), "only who has picked looks ahead"
    burned = {bid.seat: bid.choice.card for bid in view.bids if bid.choice.burn}
    mine, own = view.mine, view.runners[view.mine.seat]
    filled = own.top[: _room(rules, own)]
    deck = list(mine.deck)
    for card in filled:
        deck.remove(card)
    question = Question(view.round + 1, "run", mine.seat, 0)
    return replace(
        view,
        round=view.round + 1,
        phase="run",
        runners=tuple(_filled(rules, runner, burned.get(runner.seat, "")) for runner in view.runners),
        mine=replace(mine, hand=tuple(sorted(mine.hand + filled)), deck=tuple(deck), question=question),
    )


def _room(rules: Rules, runner: RunnerView) -> int:
    return max(0, rules.hand - runner.hand)


def _filled(rules: Rules, runner: RunnerView, burned: str) -> RunnerView:
    """A seat when its bid was put away and its hand filled."""
    if runner.left:
        return runner
    count = min(_room(rules, runner), runner.deck)
    top = runner.top[:count]
    return replace(
        runner,
        hand=runner.hand + count,
        seen=tuple(sorted(runner.seen + top)),
        deck=runner.deck - count,
        top=runner.top[count:],
        play="",
        slots=(*runner.slots, burned) if burned else runner.slots,
        discard=runner.discard if burned or not runner.play else (*runner.discard, runner.play),
    )
