"""Slipstreaming."""

from dataclasses import dataclass
from typing import Self

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec.structs import replace

from engine.heat.events import Moved
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.slipstream import Slipstream, Slipstreamed
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
from races.heat.cockpit.outlook import Outlook, numbers
from races.heat.cockpit.road import Road
from races.heat.cockpit.screen import CockpitScreen
from races.heat.cockpit.turn import bill_or_next_corner
from races.heat.commentary.line import Look, MoveLine, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.commentary.spectator import Spectator
from races.heat.moves.move import SiteMove


class SlipstreamLine(MoveLine, frozen=True, tag="slipstream", kw_only=True):
    """Behind whom, how far, and beside whom the car now stands."""

    look = Look("slipstream", phase=6)

    behind: int
    distance: int = 0
    beside: tuple[int, ...] = ()

    def shows(self, reader: Reader) -> Shown:
        text = ngettext("slipstream: {n} space", "slipstream: {n} spaces", self.distance)
        return {"verdict": phrase(text, n=self.distance)}

    def arrived(self, spectator: Spectator, event: Moved) -> Self:
        space = spectator.course.space
        here = [seat for seat, at, _lane in spectator.racing() if space(at) == space(event.at) and seat != self.seat]
        return replace(self, distance=event.distance, beside=tuple(here))

    def sentence(self, reader: Reader) -> SafeString:
        text = ngettext(
            "{who} slipstreams {other}: <b>{n} space</b>, not speed.",
            "{who} slipstreams {other}: <b>{n} spaces</b>, not speed.",
            self.distance,
        )
        said = phrase(text, who=reader.who(self.seat), other=reader.who(self.behind), n=self.distance)
        beside = phrase(_("Now beside {others}."), others=reader.all(self.beside)) if self.beside else ""
        return joined(said, self.way(reader), beside)


def _slipstreamed(narrator: Narrator, event: Slipstreamed) -> None:
    """Whose slipstream it is: the nearest car beside or ahead."""
    race = narrator.race
    start = race.place(event.seat)
    ahead = [((at - start[0]) % race.course.length, seat) for seat, at, _lane in race.racing() if seat != event.seat]
    narrator.begin(SlipstreamLine(seat=event.seat, start=start, behind=min(ahead)[1]))


@dataclass(frozen=True, kw_only=True)
class SlipstreamScreen(CockpitScreen):
    template = "slipstream"
    css_class = "is-slipstream"

    levers: list[Lever]
    """Each distance, then staying: choices of equal look."""
    label: str
    road: Road
    numbers: str
    bill: str


def _screen(cockpit: Cockpit) -> SlipstreamScreen:
    """Each distance with where it leads, or stay."""
    choices = cockpit.of(Slipstream)
    outlooks = [cockpit.outlook_of_move(choice) for choice in choices]
    stay = cockpit.outlook(Pass())
    road = Road(cockpit, *outlooks)
    levers = [_lever(cockpit, choice, outlook) for choice, outlook in zip(choices, outlooks, strict=True)]
    sentence = _("Slipstream?")
    if stay is not None and stay.is_certain_spin_out:
        if all(outlook.is_certain_spin_out for outlook in outlooks):
            sentence = _("You spin out, in the slipstream or without it.")
        else:
            sentence = _("You spin out if you stay.")
    state = _("It moves the car, never the Speed.")
    if cockpit.decided is not None:
        state = _("It is done as you decided.")
    elif cockpit.decision_is_dropped:
        state = _("Things have changed since you decided. Choose anew.")
    return SlipstreamScreen(
        levers=[*levers, _stay(stay)],
        label=_("Slipstream"),
        sentence=sentence,
        state=state,
        road=road,
        reach=road.reach,
        crossed=stay.lines if stay is not None else (),
        numbers=numbers(landing for outlook in outlooks for landing in outlook.landings),
        bill=bill_or_next_corner(cockpit, stay),
        reserved=stay.most_heat if stay is not None else 0,
    )


def _lever(cockpit: Cockpit, choice: Slipstream, outlook: Outlook) -> Lever:
    name = _("Take the slipstream: %(spaces)s") % {"spaces": labels.spaces(choice.distance)}
    gives = _("Your Speed stays %(speed)s.") % {"speed": cockpit.car.speed}
    if landing := _landing(cockpit, outlook):
        gives = f"{landing} {gives}"
    lever = Lever("slipstream", name, gives, do=f"slipstream:{choice.distance}", css_class="slip")
    lever.show_move(outlook)
    return lever


def _landing(cockpit: Cockpit, outlook: Outlook) -> str:
    """How far before the next corner the car would stand; nothing if it would cross one."""
    letter, _limit, far = cockpit.next_corner
    left = far - (outlook.outcomes[0].at - cockpit.car.at)
    if outlook.corners or left <= 0:
        return ""
    text = ngettext(
        "You stand %(n)s space before corner %(letter)s.", "You stand %(n)s spaces before corner %(letter)s.", left
    )
    return text % {"n": left, "letter": letter}


def _stay(stay: Outlook | None) -> Lever:
    """The other choice: nothing moves."""
    lever = Lever("check", _("Stay"), _("Your car stays where it is."), do="pass", css_class="stay")
    if stay is not None:
        if stay.is_certain_spin_out:
            lever.gives = _("Staying spins out too.")
        lever.risk = stay.risk_at_corners()
    return lever


MOVE = SiteMove(
    choice=Slipstream,
    log=LogPart(lines=(SlipstreamLine,), narrated={Slipstreamed: _slipstreamed}),
    counts={},
    screens={"slipstream": _screen},
    levers=None,
    button=None,
    secret=None,
    named=lambda choice, cards: (
        ngettext("Slipstream of %(n)s space", "Slipstream of %(n)s spaces", choice.distance) % {"n": choice.distance}
    ),
    refusals={
        "slipstream_home": gettext_lazy("You are over the last finish line."),
        "slipstream_gear": gettext_lazy("In this race a slipstream needs a higher gear."),
        "slipstream_weather": gettext_lazy("The weather allows no slipstream from here."),
        "slipstream_alone": gettext_lazy("No car is near enough to slipstream."),
        "slipstream_distance": gettext_lazy("You cannot slipstream %(distance)s spaces."),
        "slipstream_finish": gettext_lazy("A slipstream may not cross the last finish line."),
        "slipstream_blocked": gettext_lazy("There is no free space to slipstream to."),
    },
    presets=(),
)
