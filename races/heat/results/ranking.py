"""Who came where, by how much, and who drove the fastest lap: the words of a race that is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat import View
from engine.heat.views import CarView
from races.heat.counts import names
from races.heat.results.counts import Figures
from races.heat.results.figures import Story, quickest
from races.heat.scene import HeatScene
from races.models import Seat


@dataclass(frozen=True)
class Result:
    """A line of the ranking."""

    place: int
    seat: Seat
    car: CarView
    figures: Figures
    gap: str
    best: int
    """The rounds of the quickest lap; 0 without a whole lap."""
    is_fastest: bool

    @property
    def retired(self) -> bool:
        return self.car.status == "retired"

    @property
    def pays(self) -> bool:
        """Whether the car has an engine to pay from; a Legend has none."""
        return self.seat.kind != Seat.Kind.LEGEND

    @property
    def best_lap(self) -> str:
        return rounds(self.best)


def results(scene: HeatScene, story: Story) -> list[Result]:
    view = scene.view(None)
    goal = view.setup.laps * scene.game.course.length
    cars = [view.cars[seat] for seat in view.ranking]
    best = {car.seat: (quickest(car.laps) or (0, 0))[0] for car in cars}
    fastest = min((rounds for rounds in best.values() if rounds), default=0)
    return [
        Result(
            place=place,
            seat=scene.seats[car.seat],
            car=car,
            figures=story.figures[car.seat],
            gap=_gap(view, car, cars[0], goal),
            best=best[car.seat],
            is_fastest=0 < best[car.seat] == fastest,
        )
        for place, car in enumerate(cars, start=1)
    ]


def _gap(view: View, car: CarView, first: CarView, goal: int) -> str:
    """How a car came home: the first in how many rounds, others so many rounds later than that one, or else spaces."""
    if car.status == "retired":
        return _("retired in round %(n)s") % {"n": car.left}
    if car is first:
        n = car.left or view.round
        return ngettext("in %(n)s round", "in %(n)s rounds", n) % {"n": n} if car.at >= goal else _("ahead")
    if car.left > first.left:
        n = car.left - first.left
        return ngettext("+%(n)s round", "+%(n)s rounds", n) % {"n": n}
    if not (n := first.at - car.at):
        return _("+0, by the lane")
    return ngettext("+%(n)s space", "+%(n)s spaces", n) % {"n": n}


def headline(scene: HeatScene, ranking: Sequence[Result]) -> str:
    """Which driver has won, and by how much; or why none has."""
    view = scene.view(None)
    winner = ranking[0]
    drivers = {"winner": winner.seat.name}
    if winner.retired:
        return _("Nobody saw the flag.")
    if winner.car.at < view.setup.laps * scene.game.course.length:
        return _("The race was broken off; %(winner)s was ahead.") % drivers
    if len(ranking) == 1 or ranking[1].retired:
        return _("%(winner)s wins.") % drivers
    second = ranking[1]
    drivers["second"] = second.seat.name
    if second.car.left > winner.car.left:
        n = second.car.left - winner.car.left
        return ngettext("%(winner)s wins by %(n)s round.", "%(winner)s wins by %(n)s rounds.", n) % {**drivers, "n": n}
    if not (n := winner.car.at - second.car.at):
        return _("%(winner)s wins by the lane, beside %(second)s.") % drivers
    return ngettext("%(winner)s wins by %(n)s space.", "%(winner)s wins by %(n)s spaces.", n) % {**drivers, "n": n}


FINISHES: Mapping[int, Promise | str] = {
    1: gettext_lazy("You win."),
    2: gettext_lazy("You finish 2nd."),
    3: gettext_lazy("You finish 3rd."),
    4: gettext_lazy("You finish 4th."),
    5: gettext_lazy("You finish 5th."),
    6: gettext_lazy("You finish 6th."),
    7: gettext_lazy("You finish 7th."),
    8: gettext_lazy("You finish 8th."),
    9: gettext_lazy("You finish 9th."),
    10: gettext_lazy("You finish 10th."),
    11: gettext_lazy("You finish 11th."),
    12: gettext_lazy("You finish 12th."),
}
"""By place, whole: languages differ in how they write ordinals, and in which of them are words."""


def finish(place: int) -> str:
    return str(FINISHES[place])


@dataclass(frozen=True)
class Award:
    """Something to be proud of, or to be teased with."""

    icon: str
    title: str
    text: str


def awards(ranking: Sequence[Result]) -> list[Award]:
    """The fastest lap, where there is more than one to compare, and others that fit the race, three in all; drivers who
    tie share one."""
    found = []
    fastest = [one for one in ranking if one.is_fastest]
    if fastest and any(len(one.car.laps) > 1 for one in ranking):
        text = ngettext("%(names)s: %(n)s round", "%(names)s: %(n)s rounds", fastest[0].best)
        found.append(Award("clock", _("Fastest lap"), text % {"names": _names(fastest), "n": fastest[0].best}))
    driven = [one for one in ranking if one.figures.turns]
    for icon, field, award in (
        ("boost", "top_speed", _top_speed),
        ("spin", "spin_outs", _spin_outs),
        ("slipstream", "slipstream", _slipstream),
        ("heat", "heat_paid", _heat_paid),
    ):
        most: int = max((getattr(one.figures, field) for one in driven), default=0)
        holders = [one for one in driven if getattr(one.figures, field) == most]
        if most and len(holders) < max(2, len(driven)) and len(found) < 3:
            title, text = award(most)
            found.append(Award(icon, title, text % {"names": _names(holders), "n": most}))
    return found


def _top_speed(n: int) -> tuple[str, str]:
    return _("Top speed"), _("%(names)s: speed %(n)s")


def _spin_outs(n: int) -> tuple[str, str]:
    return _("Most spin-outs"), _("%(names)s: %(n)s")


def _slipstream(n: int) -> tuple[str, str]:
    return _("In the wind of others"), ngettext("%(names)s: %(n)s space", "%(names)s: %(n)s spaces", n)


def _heat_paid(n: int) -> tuple[str, str]:
    return _("Hottest engine"), ngettext("%(names)s: %(n)s Heat paid", "%(names)s: %(n)s Heat paid", n)


def _names(ranking: Sequence[Result]) -> str:
    return names([one.seat.name for one in ranking])


def rounds(n: int) -> str:
    return ngettext("%(n)s round", "%(n)s rounds", n) % {"n": n}
