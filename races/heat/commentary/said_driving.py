"""Sentences about moves. Each part is a whole sentence, so that other languages can build it their own way."""

from collections.abc import Callable, Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from races.heat.commentary.line import Line
from races.heat.commentary.words import Reader, cost, listed, signed
from races.heat.counts import heat, spaces


def joined(*sentences: str) -> SafeString:
    """Sentences one after the other; what is empty is left out."""
    found = [sentence for sentence in sentences if sentence]
    return format_html(" ".join(["{}"] * len(found)), *found)


def _way(line: Line, reader: Reader, start: str = "from") -> SafeString:
    """From where to where, why not where it was meant to end, and the lap that is done."""
    here = line[start][0]
    if "to" not in line or line["to"] == line[start]:
        if "meant" in line:
            return format_html(_("There is no room ahead: stays on {space}."), space=reader.space(here))
        return format_html(_("Stays on {space}."), space=reader.space(here))
    there = line["to"][0]
    said = _("From the grid to {there}.") if here < 0 else _("From {here} to {there}.")
    return joined(
        format_html(said, here=reader.space(here), there=reader.space(there)), _full(line, reader), _lap(line)
    )


def _full(line: Line, reader: Reader) -> str:
    if "meant" not in line:
        return ""
    meant, there = line["meant"], line["to"][0]
    if there > meant:
        return format_html(_("{space} is full."), space=reader.space(meant))
    return format_html(_("{space} is full: the car stops short."), space=reader.space(meant))


def _lap(line: Line) -> str:
    if "flag" in line:
        return _("That is the finish.")
    if "lap" in line:
        return _("Lap {lap} begins.").format(lap=line["lap"] + 1)
    return ""


def _vain(line: Line, reader: Reader) -> str:
    """Cards that were turned for a flip and did not count, and a pile that ran out on the way."""
    said = []
    if line.get("vain"):
        said.append(format_html(_("Flipped and discarded: {cards}."), cards=reader.cards(line["vain"])))
    if "reshuffled" in line:
        said.append(format_html(_("The discard pile of {count} becomes the draw pile."), count=line["reshuffled"]))
    return joined(*said) if said else ""


def _drive(line: Line, reader: Reader) -> str:
    total = reader.sum(line["sum"], line["speed"])
    said = format_html(_("{who}: {sum}."), who=reader.who(line["seat"]), sum=total)
    return joined(said, _vain(line, reader), _way(line, reader))


def _turned(line: Line, reader: Reader) -> str:
    said = format_html(
        _("{who} plays {cards}, and has still to choose a value."),
        who=reader.who(line["seat"]),
        cards=reader.cards(line["cards"]),
    )
    return joined(said, _vain(line, reader))


def _boost(line: Line, reader: Reader) -> str:
    who, paid, flipped = reader.who(line["seat"]), line["heat"], line.get("flipped", 0)
    if paid:
        said = format_html(
            _("{who} boosts: {cost}, {left} left."),
            who=who,
            cost=cost(_("pays {heat}").format(heat=heat(paid))),
            left=line["left"],
        )
    else:
        said = format_html(_("{who} boosts for nothing here."), who=who)
    if not flipped:
        return joined(said, _("There is no Speed card to flip."), _vain(line, reader))
    total = reader.sum([line["speed"], ["flip", flipped]], line["speed"] + flipped)
    return joined(said, format_html("{}.", total), _vain(line, reader), _way(line, reader))


def _added(line: Line, reader: Reader, said: str, source: str) -> SafeString:
    """Something adds to the speed, and the car moves by it."""
    more = line["worth"] + line.get("flipped", 0)
    terms = [line["speed"], [source, line["worth"]]]
    if "flipped" in line:
        terms.append(["flip", line["flipped"]])
    total = reader.sum(terms, line["speed"] + more)
    first = format_html(said, who=reader.who(line["seat"]), card=reader.family(line["card"]) if "card" in line else "")
    return joined(first, format_html("{}.", total), _vain(line, reader), _way(line, reader))


def _adrenaline(line: Line, reader: Reader) -> str:
    return _added(line, reader, _("{who} uses adrenaline for speed."), "adrenaline")


def _accelerate(line: Line, reader: Reader) -> str:
    return _added(line, reader, _("{who} accelerates with {card}."), "accelerate")


def _direct_play(line: Line, reader: Reader) -> str:
    return _added(line, reader, _("{who} plays {card} directly from the hand."), line["card"])


def _slipstream(line: Line, reader: Reader) -> str:
    said = format_html(
        _("{who} slipstreams {other}: {spaces}, not speed."),
        who=reader.who(line["seat"]),
        other=reader.who(line["behind"]),
        spaces=format_html("<b>{}</b>", spaces(line["distance"])),
    )
    beside = ""
    if "beside" in line:
        beside = format_html(_("Now beside {others}."), others=reader.all(line["beside"]))
    return joined(said, _way(line, reader), beside)


def _draft(line: Line, reader: Reader) -> str:
    said = format_html(
        _("{who} drafts with {cards}, up behind the next car: not speed."),
        who=reader.who(line["seat"]),
        cards=listed(reader.family(card) for card in dict.fromkeys(line["cards"])),
    )
    return joined(said, _way(line, reader))


def _again(line: Line, reader: Reader) -> str:
    said = format_html(
        _("{who} cannot pay the Heat of {cards}: back to {space}, and anew."),
        who=reader.who(line["seat"]),
        cards=reader.cards(line["unpaid"]),
        space=reader.space(line["back"][0]),
    )
    if "sum" not in line:
        return joined(said, _vain(line, reader))
    total = reader.sum(line["sum"], line["speed"])
    return joined(said, format_html("{}.", total), _vain(line, reader), _way(line, reader, "back"))


def _reshuffled(line: Line, reader: Reader) -> str:
    return format_html(
        _("{who}’s discard pile of {count} becomes the draw pile."), who=reader.who(line["seat"]), count=line["cards"]
    )


def _legend_card(line: Line, reader: Reader) -> str:
    """What the card says for each row that somebody drives."""
    rows = reader.game.legend_cards[line["card"]].rows
    driven = {seat.legend: rows[seat.legend] for seat in reader.seats if seat.legend}
    told = [
        _("{row} {number}, in corners {slot}").format(row=row_name(name), number=row.number, slot=signed(row.slot))
        for name, row in driven.items()
    ]
    again = _("All cards of the Legends are shuffled again.") if "again" in line else ""
    return joined(again, format_html(_("The Legends’ card: {rows}."), rows="; ".join(told)))


def row_name(row: str) -> str:
    """A row of Legend cards: a level, or the helmet that a Legend wears."""
    names = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard")}
    return names.get(row, row)


def _legend(line: Line, reader: Reader) -> str:
    who = reader.who(line["seat"])
    if "limit" in line:
        said = format_html(
            _("{who} takes corner {letter}: {sum}."),
            who=who,
            letter=reader.letter(line["line"]),
            sum=reader.sum([["limit", line["limit"]], ["slot", line["slot"]]], line["limit"] + line["slot"]),
        )
        if "before" in line:
            held = format_html(_("It stops before corner {letter}."), letter=reader.letter(line["before"]))
            said = joined(said, held)
    elif "line" in line:
        said = format_html(
            _("{who} drives {number}, but stops before corner {letter}."),
            who=who,
            number=format_html("<b>{}</b>", line["number"]),
            letter=reader.letter(line["line"]),
        )
    else:
        said = format_html(_("{who} drives {number}."), who=who, number=format_html("<b>{}</b>", line["number"]))
    return joined(said, _way(line, reader))


SAID: Mapping[str, Callable[[Line, Reader], str]] = {
    "drive": _drive,
    "turned": _turned,
    "boost": _boost,
    "adrenaline": _adrenaline,
    "accelerate": _accelerate,
    "direct_play": _direct_play,
    "slipstream": _slipstream,
    "draft": _draft,
    "again": _again,
    "reshuffled": _reshuffled,
    "legend_card": _legend_card,
    "legend": _legend,
}
