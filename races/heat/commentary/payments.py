"""What a turn costs and gives back: gears, corners, spin-outs, cooldown, and what cards make a driver do."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.heat import events as e
from engine.heat import masking
from races.heat.commentary.line import Teller, speed_sum


def _shifted(teller: Teller, event: e.Shifted) -> None:
    car = teller.race.car(event.seat)
    paid = {"heat": event.heat, "left": car.engine - event.heat} if event.heat else {}
    teller.say("shift", seat=event.seat, gears=[car.gear, event.gear], **paid)


def _mulliganed(teller: Teller, event: masking.MulliganedSeen) -> None:
    teller.say("mulligan", seat=event.seat, left=teller.race.car(event.seat).engine - 1)


def _cluttered(teller: Teller, event: e.Cluttered) -> None:
    car = teller.race.car(event.seat)
    teller.say("cluttered", seat=event.seat, cards=list(event.cards), gear=car.gear, at=car.at)


def _adrenaline_given(teller: Teller, event: e.AdrenalineGiven) -> None:
    """One line for both cars."""
    if line := teller.last("adrenaline_given"):
        line["seats"].append(event.seat)
        return
    gives = {item.kind: item.amount for item in event.items}
    teller.say("adrenaline_given", seats=[event.seat], speed=gives["adrenaline"], cooldown=gives["cooldown"])


def _cooled(teller: Teller, event: e.Cooled) -> None:
    car = teller.race.car(event.seat)
    sources: list[Any] = [[item.source, item.amount] for item in event.spent]
    if event.sector is not None:
        sources.append(["weather", teller.race.weather_cooldown(car.at)])
    teller.say(
        "cool", seat=event.seat, heat=event.heat, by=sources, left=car.engine + event.heat, gear=_gear(car, event.spent)
    )


def _gear(car: Any, spent: tuple[Any, ...]) -> int | None:
    """The gear of the turn, if it gave any of it."""
    gear: int = car.gear
    return gear if any(item.source == "gear" for item in spent) else None


def _paid_heat(teller: Teller, event: e.PaidHeat) -> None:
    left = teller.race.car(event.seat).engine - event.heat
    teller.say("pay", seat=event.seat, card=event.card, heat=event.heat, left=left)


def _scrapped(teller: Teller, event: e.Scrapped) -> None:
    """Cards turned before and after a reshuffle are one line."""
    if teller.open is None or teller.open["kind"] != "scrap":
        teller.end()
        teller.open = {"kind": "scrap", "seat": event.seat, "card": event.card, "cards": []}
    teller.open["cards"] += event.cards
    if event.done:
        teller.end()


def _stress_reduced(teller: Teller, event: e.StressReduced) -> None:
    teller.say(
        "reduce_stress", seat=event.seat, stress=event.stress, by=[[item.source, item.amount] for item in event.spent]
    )


def _super_cooled(teller: Teller, event: e.SuperCooled) -> None:
    car = teller.race.car(event.seat)
    teller.say(
        "super_cool",
        seat=event.seat,
        heat=event.heat,
        by=[[item.source, item.amount] for item in event.spent],
        left=car.engine + event.heat,
    )


def _salvaged(teller: Teller, event: masking.SalvagedSeen) -> None:
    teller.say("salvage", seat=event.seat, card=event.spent.source, cards=list(event.cards))


def _corner_taken(teller: Teller, event: e.CornerTaken) -> None:
    """The limit is itemised where something changed it, the speed where it costs."""
    race = teller.race
    line = {"line": event.line % race.course.length, **_limit(teller, event), "speed": event.speed}
    if event.heat:
        car = race.car(event.seat)
        line |= {"sum": speed_sum(car), "heat": event.heat, "left": car.engine - event.heat}
    teller.say("corner", seat=event.seat, **line, overheat=event.overheat or None)


def _spun_out(teller: Teller, event: e.SpunOut) -> None:
    """What was due, and what there was to pay it with."""
    race = teller.race
    car = race.car(event.seat)
    over = max(0, event.speed - event.limit)
    overheat = race.overheat(event.line) if over else 0
    teller.say(
        "spin",
        seat=event.seat,
        line=event.line % race.course.length,
        **_limit(teller, event),
        sum=speed_sum(car),
        speed=event.speed,
        owed=over + overheat,
        overheat=overheat or None,
        heat=event.heat,
        stress=event.stress,
        **{"from": [car.at, car.lane], "to": [event.at, event.lane]},
    )


def _limit(teller: Teller, event: e.CornerTaken | e.SpunOut) -> dict[str, Any]:
    """The limit that held; as it is printed, with what road and cards add, if that is another."""
    race = teller.race
    printed = race.course.corner(event.line).limit
    changes: list[Any] = [["road", race.limit(event.line) - printed]]
    changes += [[face, race.card(face).symbols.get("adjust_limit", 0)] for face in race.car(event.seat).play]
    changes = [change for change in changes if change[1]]
    return {"limit": event.limit, **({"printed": printed, "changes": changes} if changes else {})}


def _discarded(teller: Teller, event: e.Discarded) -> None:
    if event.cards:
        teller.say("discard", seat=event.seat, cards=list(event.cards))


def _refreshed(teller: Teller, event: e.Refreshed) -> None:
    teller.say("refresh", seat=event.seat, cards=list(event.cards))


TOLD: Mapping[type, Callable[[Teller, Any], None]] = {
    e.Shifted: _shifted,
    masking.MulliganedSeen: _mulliganed,
    e.Cluttered: _cluttered,
    e.AdrenalineGiven: _adrenaline_given,
    e.Cooled: _cooled,
    e.PaidHeat: _paid_heat,
    e.Scrapped: _scrapped,
    e.StressReduced: _stress_reduced,
    e.SuperCooled: _super_cooled,
    masking.SalvagedSeen: _salvaged,
    e.CornerTaken: _corner_taken,
    e.SpunOut: _spun_out,
    e.Discarded: _discarded,
    e.Refreshed: _refreshed,
}
