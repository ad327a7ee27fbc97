"""The sentences of the log, in the reader's language."""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.henhur import events as e
from engine.henhur.state import ShownBid, ShownRun
from engine.henhur.tokens import P3_WORTH
from races.henhur import words
from races.henhur.lines import Line
from races.henhur.scene import HenHurScene


def sentence(line: Line, scene: HenHurScene) -> SafeString:
    """A line of the log."""
    event = line.event
    match event:
        case e.TurnBegan(turn=turn):
            run = _("A race: all choose a card, and the highest priority runs first.")
            text = run if turn % 2 else _("An auction: all bid a card, and the highest trick picks first.")
            return format_html("<b>{}</b>", text)
        case e.MarketOpened(again=True):
            return format_html("{}", _("The market has run out, and is shuffled anew."))
        case e.MarketOpened():
            return format_html("{}", _("New cards come to market."))
        case e.PoolLaid(cards=cards):
            return format_html(_("In the pool: {cards}."), cards=_titles(scene, cards))
        case e.PoolCleared(cards=cards):
            return format_html(_("Nobody took {cards}."), cards=_titles(scene, cards))
        case e.CardsShown(cards=cards):
            return _listed(_("Who runs when: {list}."), [run_sum(scene, one) for one in cards])
        case e.BidsShown(bids=bids):
            return _listed(_("Who picks when: {list}."), [bid_sum(scene, one) for one in bids])
        case e.Finished():
            return _finished(event, scene)
    return _of_a_seat(line, scene)


def _of_a_seat(line: Line, scene: HenHurScene) -> SafeString:
    event = line.event
    match event:
        case e.Ran():
            return _ran(line, event, scene)
        case e.Hit():
            return _hit(line, event, scene)
        case e.TokensGained():
            return _gained(line, event, scene)
        case e.Repaired(seat=seat, n=n):
            text = ngettext("{name} drops {n} damage.", "{name} drops {n} damage.", n)
            return format_html(text, name=scene.seats[seat].name, n=n)
        case e.Burned(seat=seat, card=card):
            return format_html(_("{name} burns {card}."), name=scene.seats[seat].name, card=_title(scene, card))
        case e.Reshuffled(seat=seat):
            return format_html(_("{name} shuffles the discard pile."), name=scene.seats[seat].name)
        case e.Picked(seat=seat, card=card):
            text = _("{name} takes {card} for a trick of {trick}.")
            return format_html(text, name=scene.seats[seat].name, card=_title(scene, card), trick=line.trick)
        case e.StoodIn(seat=seat, reason="clock"):
            return format_html(_("{name} ran out of time; a stand-in chooses."), name=scene.seats[seat].name)
        case e.StoodIn(seat=seat):
            return format_html(_("A stand-in chooses for {name}."), name=scene.seats[seat].name)
        case e.Retired(seat=seat):
            return format_html(_("{name} leaves the race."), name=scene.seats[seat].name)
    return SafeString("")


def runs_next(shown: ShownRun, scene: HenHurScene) -> SafeString:
    """Which hen runs next, and why."""
    text = _("Next runs {name}, with priority {priority}.")
    return format_html(text, name=scene.seats[shown.seat].name, priority=shown.priority)


def turned_over(line: Line, scene: HenHurScene) -> str:
    """What is said when cards turn over: who is first, and why; empty for every other line."""
    match line.event:
        case e.CardsShown(cards=cards):
            best = max(one.priority for one in cards)
            first = [one.seat for one in cards if one.priority == best]
            text = ngettext(
                "The cards turn over: {names} runs first, with the highest priority, {n}.",
                "The cards turn over: {names} run first, with the highest priority, {n}.",
                len(first),
            )
        case e.BidsShown(bids=bids):
            best, first = bids[0].trick, [bids[0].seat]
            text = _("The bids turn over: {names} picks first, with the highest trick, {n}.")
        case _:
            return ""
    names = get_text_list([scene.seats[seat].name for seat in first], _("and"))
    return format_html(text, names=names, n=best)


def _title(scene: HenHurScene, face: str) -> str:
    return words.title(scene.game.cards[face])


def _titles(scene: HenHurScene, faces: Sequence[str]) -> str:
    return ", ".join(_title(scene, face) for face in faces)


def _listed(text: str, sums: Sequence[SafeString]) -> SafeString:
    return format_html(text, list=format_html_join(", ", "{}", ((one,) for one in sums)))


def run_items(scene: HenHurScene, shown: ShownRun) -> list[str]:
    """What makes the priority of a card, item by item."""
    choice, card = shown.choice, scene.game.cards[shown.choice.card]
    printed = [card.priority.plus] if card.priority.plus or not shown.rolls else []
    spent = choice.p + P3_WORTH * choice.p3 + choice.w_priority
    items = ["+".join(map(str, [*shown.rolls, *printed])), *_by_tokens(spent)]
    return items + [f"−{shown.damage} {words.TOKEN_WORDS['D']}"] * bool(shown.damage)


def _by_tokens(n: int) -> list[str]:
    return [_("+%(n)s by tokens") % {"n": n}] * bool(n)


def run_sum(scene: HenHurScene, shown: ShownRun) -> SafeString:
    """A hen with its priority, and how that came about."""
    return format_html(
        '{} <span class="sum"><b>{}</b> ({}: {})</span>',
        scene.seats[shown.seat].name,
        shown.priority,
        _title(scene, shown.choice.card),
        " ".join(run_items(scene, shown)),
    )


def bid_items(scene: HenHurScene, shown: ShownBid) -> list[str]:
    """What makes a trick, item by item."""
    choice = shown.choice
    return [str(scene.game.cards[choice.card].trick), *_by_tokens(choice.a + choice.w)]


def bid_sum(scene: HenHurScene, shown: ShownBid) -> SafeString:
    """A hen with its trick, and how that came about."""
    return format_html(
        '{} <span class="sum"><b>{}</b> ({}: {})</span>',
        scene.seats[shown.seat].name,
        shown.trick,
        _title(scene, shown.choice.card),
        " ".join(bid_items(scene, shown)),
    )


def _ran(line: Line, event: e.Ran, scene: HenHurScene) -> SafeString:
    distance = event.to - line.start
    rules = scene.game.content.rules
    if not event.begins():
        text = ngettext(
            "{card} takes {name} {n} space further, to {place}.",
            "{card} takes {name} {n} spaces further, to {place}.",
            distance,
        )
    else:
        text = ngettext(
            "{name} runs {n} space with {card}, to {place}.",
            "{name} runs {n} spaces with {card}, to {place}.",
            distance,
        )
    said = format_html(
        text,
        name=scene.seats[event.seat].name,
        n=distance,
        card=_title(scene, line.card),
        place=words.place(rules, event.to),
    )
    if len(event.terms) == 1:
        return said
    tokens = sum(n for why, n in event.terms if why in words.SPENT_TO_RUN)
    items = [str(n) for why, n in event.terms if why not in words.SPENT_TO_RUN] + _by_tokens(tokens)
    return format_html('{} <span class="sum">({})</span>', said, " ".join(items))


def _hit(line: Line, event: e.Hit, scene: HenHurScene) -> SafeString:
    told = {"name": scene.seats[event.seat].name, "by": scene.seats[event.by].name, "n": event.n}
    card = _title(scene, line.card)
    if event.what == "damage":
        text = _("{card} of {by} damages {name}.") if event.n else _("{card} of {by} finds no room for more damage.")
        return format_html(text, card=card, **told)
    if not event.n:
        return format_html(_("{card} of {by} finds {name} at the start."), card=card, **told)
    text = ngettext(
        "{card} of {by} sends {name} {n} space back.", "{card} of {by} sends {name} {n} spaces back.", event.n
    )
    return format_html(text, card=card, **told)


def _gained(line: Line, event: e.TokensGained, scene: HenHurScene) -> SafeString:
    name = scene.seats[event.seat].name
    if not event.n:
        return format_html(_("{name} has no room for another token."), name=name)
    gained = words.gain(event.n, words.TOKEN_WORDS[event.token])
    return format_html(_("{name} gains a token: {token}."), name=name, token=gained)


def _finished(event: e.Finished, scene: HenHurScene) -> SafeString:
    places = scene.game.places(scene.view(None))
    first = [scene.seats[seat].name for seat in event.ranking if places[seat] == 1] or [
        scene.seats[event.ranking[0]].name
    ]
    if event.reason == "won":
        if len(first) > 1:
            return format_html(_("{names} share the win."), names=", ".join(first))
        return format_html(_("{name} wins."), name=first[0])
    ending = {
        "left": _("All others have left. {name} is first."),
        "deserted": _("Nobody has chosen for three rounds, so it ends here. {name} is first."),
    }.get(event.reason, _("The host has ended it. {name} is first."))
    return format_html(ending, name=first[0])
