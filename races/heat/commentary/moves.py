"""What moves a car: cards, flips, boost, adrenaline, slipstream, symbols of upgrades, and the Legends' card."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.heat import events as e
from engine.heat import masking
from races.heat.commentary.line import Line, Teller, drive_sum, speed_sum


def _revealed(teller: Teller, event: e.Revealed) -> None:
    teller.begin("drive", event.seat, cards=list(event.cards))


def _valued(teller: Teller, event: e.Valued) -> None:
    if teller.open is None:
        teller.begin("drive", event.seat)


def _flipped(teller: Teller, event: e.Flipped) -> None:
    """The last card counts, those before it were turned in vain; a flip may go on after a reshuffle."""
    line = teller.open
    assert line is not None, "something flips: cards, a boost"
    vain = event.cards[:-1] if event.worth else event.cards
    if vain:
        line["vain"] = [*line.get("vain", ()), *vain]
    line["flipped"] = line.get("flipped", 0) + (event.worth or 0)
    if line["kind"] == "boost" and event.worth:
        line["face"] = event.cards[-1]


def _reshuffled(teller: Teller, event: masking.ReshuffledSeen) -> None:
    if teller.open is not None:
        teller.open["reshuffled"] = event.cards
    else:
        teller.say("reshuffled", seat=event.seat, cards=event.cards)


def _boosted(teller: Teller, event: e.Boosted) -> None:
    car = teller.race.car(event.seat)
    teller.begin("boost", event.seat, heat=event.heat, left=car.engine - event.heat, speed=car.speed)


def _adrenaline_used(teller: Teller, event: e.AdrenalineUsed) -> None:
    car = teller.race.car(event.seat)
    teller.begin("adrenaline", event.seat, worth=event.worth, speed=car.speed)


def _accelerated(teller: Teller, event: e.Accelerated) -> None:
    car = teller.race.car(event.seat)
    teller.begin("accelerate", event.seat, worth=event.worth, speed=car.speed, card=event.spent.source)


def _directly_played(teller: Teller, event: e.DirectlyPlayed) -> None:
    car = teller.race.car(event.seat)
    teller.begin("direct_play", event.seat, card=event.card, worth=event.worth, speed=car.speed)


def _slipstreamed(teller: Teller, event: e.Slipstreamed) -> None:
    """Whose wind it is: the nearest car beside or ahead."""
    mover, length = teller.race.car(event.seat), teller.race.course.length
    ahead = [((at - mover.at) % length, seat) for seat, at, _ in teller.race.racing() if seat != event.seat]
    teller.begin("slipstream", event.seat, behind=min(ahead)[1])


def _draft_used(teller: Teller, event: e.DraftUsed) -> None:
    teller.begin("draft", event.seat, cards=[item.source for item in event.spent])


def _forgone(teller: Teller, event: e.Forgone) -> None:
    """Back to where the turn began, and anew with a flip for each card that could not be paid."""
    teller.begin("again", event.seat, unpaid=list(event.cards), back=[event.at, event.lane])


def _moved(teller: Teller, event: e.Moved) -> None:
    if event.why == "legend":
        _legend_moved(teller, event)
        return
    line = teller.open
    assert line is not None, "something moves a car: cards, a boost"
    car = teller.race.car(event.seat)
    _arrives(teller, line, event, line["back" if "back" in line else "from"][0])
    if line["kind"] == "drive":
        line["sum"], line["speed"] = drive_sum(teller.race, car), car.speed
    elif line["kind"] == "again":
        line["sum"], line["speed"] = speed_sum(car), car.speed
    if line["kind"] == "slipstream":
        line["distance"] = event.distance
        space = teller.race.course.space
        beside = [seat for seat, at, _ in teller.race.racing() if space(at) == space(event.at) and seat != event.seat]
        if beside:
            line["beside"] = beside
    teller.end()


def _arrives(teller: Teller, line: Line, event: e.Moved, start: int) -> None:
    """Where the move came to rest; where it was to, if that was full; and the lap that it completed."""
    course = teller.race.course
    line["to"] = [event.at, event.lane]
    if event.why != "legend" and event.at != start + event.distance:
        line["meant"] = start + event.distance
    laps = course.laps_done(event.at)
    if laps > course.laps_done(start):
        line["flag" if event.at >= teller.race.goal else "lap"] = laps


def _legend_card_turned(teller: Teller, event: masking.LegendCardTurnedSeen) -> None:
    teller.say("legend_card", card=event.card, again=event.again or None)


def _legend_moved(teller: Teller, event: e.Moved) -> None:
    """By the limit and the slot inside a corner, else by the number, stopping before the corner where it must."""
    race, seat = teller.race, event.seat
    car, row = race.car(seat), race.legend_row(seat)
    line = car.at + race.course.to_line[car.space]
    corner = race.course.corner(line)
    told = teller.begin("legend", seat)
    if line - car.at <= corner.line - corner.legend_line:
        told |= {"line": corner.line, "limit": race.limit(line), "slot": row.slot}
        meant = car.at + event.distance
        there, beyond = (list(race.course.lines(car.at, at, race.goal)) for at in (event.at, meant))
        if len(beyond) > len(there):
            told["before"] = beyond[len(there)] % race.course.length
        elif event.at != meant:
            told["meant"] = meant
    else:
        told["number"] = row.number + race.legend_bonus
        meant = car.at + event.distance
        held = meant >= line or (event.at < meant and race.rules.blocked_space == "ahead")
        if held and event.at < line < race.goal:
            told |= {"line": corner.line, "slot": row.slot}
    _arrives(teller, told, event, car.at)
    teller.end()


TOLD: Mapping[type, Callable[[Teller, Any], None]] = {
    e.Revealed: _revealed,
    e.Valued: _valued,
    e.Flipped: _flipped,
    masking.ReshuffledSeen: _reshuffled,
    e.Boosted: _boosted,
    e.AdrenalineUsed: _adrenaline_used,
    e.Accelerated: _accelerated,
    e.DirectlyPlayed: _directly_played,
    e.Slipstreamed: _slipstreamed,
    e.DraftUsed: _draft_used,
    e.Forgone: _forgone,
    e.Moved: _moved,
    masking.LegendCardTurnedSeen: _legend_card_turned,
}
