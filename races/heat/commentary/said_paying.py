"""Sentences about what a turn costs and gives back."""

from collections.abc import Callable, Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from races.heat.commentary.line import Line
from races.heat.commentary.said_driving import joined
from races.heat.commentary.words import Reader, cost, gain, gear, listed
from races.heat.counts import heat


def _pays(count: int) -> SafeString:
    return cost(_("pays {heat}").format(heat=heat(count)))


def _left(line: Line) -> str:
    return _("{left} left").format(left=line["left"])


def _shift(line: Line, reader: Reader) -> str:
    was, now = line["gears"]
    who = reader.who(line["seat"])
    if was == now:
        return format_html(_("{who} stays in {gear}."), who=who, gear=format_html("<b>{}</b>", gear(now)))
    price = (
        format_html(_("{cost}; {left}"), cost=_pays(line["heat"]), left=_left(line)) if "heat" in line else _("free")
    )
    return format_html(
        _("{who} shifts from {was} to {now}: {price}."),
        who=who,
        was=gear(was),
        now=format_html("<b>{}</b>", gear(now)),
        price=price,
    )


def _mulligan(line: Line, reader: Reader) -> str:
    return format_html(
        _("{who} {pays} for a new hand; {left}."), who=reader.who(line["seat"]), pays=_pays(1), left=_left(line)
    )


def _cluttered(line: Line, reader: Reader) -> str:
    return format_html(
        _("Cluttered hand: {who} plays {cards}, too few for {gear}. The car stays on {space}, back to 1st."),
        who=reader.who(line["seat"]),
        cards=reader.cards(line["cards"]),
        gear=gear(line["gear"]),
        space=reader.space(line["at"]),
    )


def _adrenaline_given(line: Line, reader: Reader) -> str:
    return format_html(
        _("Adrenaline for {who}, last in turn order: +{speed} speed and +{cooldown} cooldown to use."),
        who=reader.all(line["seats"]),
        speed=line["speed"],
        cooldown=line["cooldown"],
    )


def _sources(line: Line, reader: Reader) -> str:
    """What gave cooldown and the like, each with how much: 1st gear 3, adrenaline 1."""
    given = [f"{reader.source(source, line.get('gear', 0))} {amount}" for source, amount in line["by"]]
    return ", ".join(given)


def _cool(line: Line, reader: Reader) -> str:
    back = ngettext("{count} Heat back to the engine", "{count} Heat back to the engine", line["heat"])
    return format_html(
        _("{who} cools down: {gain}, {left} there now ({sources})."),
        who=reader.who(line["seat"]),
        gain=gain(back.format(count=line["heat"])),
        left=line["left"],
        sources=_sources(line, reader),
    )


def _super_cool(line: Line, reader: Reader) -> str:
    back = ngettext(
        "{count} Heat from the discard pile back to the engine",
        "{count} Heat from the discard pile back to the engine",
        line["heat"],
    )
    return format_html(
        _("{who} cools down: {gain}, {left} there now ({sources})."),
        who=reader.who(line["seat"]),
        gain=gain(back.format(count=line["heat"])),
        left=line["left"],
        sources=_sources(line, reader),
    )


def _reduce_stress(line: Line, reader: Reader) -> str:
    gone = ngettext("{count} Stress", "{count} Stress", line["stress"]).format(count=line["stress"])
    return format_html(
        _("{who} throws {stress} away ({sources})."),
        who=reader.who(line["seat"]),
        stress=gain(gone),
        sources=_sources(line, reader),
    )


def _pay(line: Line, reader: Reader) -> str:
    return format_html(
        _("{who} {pays} for {card}; {left}."),
        who=reader.who(line["seat"]),
        pays=_pays(line["heat"]),
        card=reader.card(line["card"]),
        left=_left(line),
    )


def _scrap(line: Line, reader: Reader) -> str:
    who, card = reader.who(line["seat"]), reader.card(line["card"])
    if not line["cards"]:
        return format_html(_("{who} has nothing to scrap for {card}."), who=who, card=card)
    said = format_html(_("{who} scraps {cards} for {card}."), who=who, cards=reader.cards(line["cards"]), card=card)
    if "reshuffled" not in line:
        return said
    count = line["reshuffled"]
    return joined(said, format_html(_("The discard pile of {count} becomes the draw pile."), count=count))


def _salvage(line: Line, reader: Reader) -> str:
    who, card = reader.who(line["seat"]), reader.card(line["card"])
    if not line["cards"]:
        return format_html(_("{who} shuffles the draw pile with {card}."), who=who, card=card)
    return format_html(
        _("{who} shuffles {cards} back into the draw pile with {card}."),
        who=who,
        cards=reader.cards(line["cards"]),
        card=card,
    )


def _corner(line: Line, reader: Reader) -> str:
    who, letter, limit = reader.who(line["seat"]), reader.letter(line["line"]), reader.limit(line)
    if "heat" not in line:
        return format_html(
            _("{who} takes corner {letter}, limit {limit}, at {speed}: free."),
            who=who,
            letter=letter,
            limit=limit,
            speed=format_html("<b>{}</b>", line["speed"]),
        )
    return joined(
        _at_the_corner(line, reader),
        format_html(
            _("{who} {pays}; {left}."),
            who=who,
            pays=cost(_("pays {heat}").format(heat=heat(line["heat"]))),
            left=_left(line),
        ),
        _hot_road(line),
    )


def _at_the_corner(line: Line, reader: Reader) -> SafeString:
    return format_html(
        _("Corner {letter}, limit {limit}: {sum}."),
        letter=reader.letter(line["line"]),
        limit=reader.limit(line),
        sum=reader.sum(line["sum"], line["speed"]),
    )


def _hot_road(line: Line) -> str:
    if "overheat" not in line:
        return ""
    return _("{heat} of it is for the hot road.").format(heat=line["overheat"])


def _spin(line: Line, reader: Reader) -> str:
    stress = ngettext("{count} Stress", "{count} Stress", line["stress"]).format(count=line["stress"])
    due = format_html(_("{heat} due, {left} in the engine."), heat=heat(line["owed"]), left=line["heat"])
    spun = format_html(
        _("{who} {spins}: back to {space} in 1st, with {stress}."),
        who=reader.who(line["seat"]),
        spins=cost(_("pays {heat} and spins out").format(heat=heat(line["heat"])) if line["heat"] else _("spins out")),
        space=reader.space(line["to"][0]),
        stress=cost(stress),
    )
    return joined(_at_the_corner(line, reader), due, _hot_road(line), spun)


def _discard(line: Line, reader: Reader) -> str:
    return format_html(_("{who} throws {cards} away."), who=reader.who(line["seat"]), cards=reader.cards(line["cards"]))


def _refresh(line: Line, reader: Reader) -> str:
    return format_html(
        _("{who} puts {cards} back on top of the draw pile."),
        who=reader.who(line["seat"]),
        cards=listed(reader.card(face) for face in line["cards"]),
    )


SAID: Mapping[str, Callable[[Line, Reader], str]] = {
    "shift": _shift,
    "mulligan": _mulligan,
    "cluttered": _cluttered,
    "adrenaline_given": _adrenaline_given,
    "cool": _cool,
    "super_cool": _super_cool,
    "reduce_stress": _reduce_stress,
    "pay": _pay,
    "scrap": _scrap,
    "salvage": _salvage,
    "corner": _corner,
    "spin": _spin,
    "discard": _discard,
    "refresh": _refresh,
}
