"""Heat's offer: circuits, rule sets, laps, mulligan, bots and Legends."""

from collections.abc import Mapping, Sequence

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat import RULESETS, Setup
from lobby import starting
from lobby.forms import AloneForm, SettingsForm
from lobby.games import Action, Badge, Listing, Offer, Opponent
from lobby.games.heat import circuits, legends
from lobby.games.heat.forms import HeatAlone, HeatSettings
from lobby.models import Member, Room
from lobby.refused import Reason, Refused
from lobby.scenes import RoomScene
from races.heat import catalogue, rulesets
from races.heat.start import RaceTerms, start_race
from races.models import LegendDeck, Race, Track
from races.rule_sets import Difference, RuleSet
from races.start import Start

NO_TRACKS = Reason(
    409, gettext_lazy("There are no circuits here yet."), gettext_lazy("Ask the people who run this site to add some.")
)


class HeatOffer:
    """See `lobby.games.Offer`."""

    name = "heat"
    settings_form: type[SettingsForm] = HeatSettings
    alone_form: type[AloneForm] = HeatAlone
    actions: Mapping[str, Action] = {"legend": legends.act}

    def defaults(self, wanted: Mapping[str, str]) -> dict[str, object]:
        slug = wanted.get("track", "")
        track = (track_named(slug) if slug else None) or default_track()
        return {"track": track, "rules": rulesets.DEFAULT}

    def rule_sets(self) -> Sequence[RuleSet]:
        return rulesets.rule_sets()

    def differences(self) -> Sequence[Difference]:
        return rulesets.differences()

    def most_seats(self, room: Room) -> int:
        return circuits.places(room.track)

    def cast(self) -> Sequence[Opponent]:
        return legends.cast()

    def badge(self, member: Member) -> Badge:
        return legends.badge(member)

    def adapt(self, room: Room) -> None:
        legends.adapt(room)

    def start(self, room: Room, starters: Sequence[Start]) -> Race:
        if room.track is None or room.track.current is None:
            raise Refused("cannot_start")
        try:
            deck = catalogue.deck(RULESETS[room.rules].legend_rows)
        except LegendDeck.DoesNotExist:
            raise Refused("cannot_start") from None
        terms = RaceTerms(
            track=room.track.current,
            deck=deck,
            rules=room.rules,
            laps=room.laps or printed_laps(room.track),
            mulligan=room.mulligan,
            **starting.table_terms(room),
        )
        return start_race(starters, terms)

    def rebuild(self, race: Race) -> dict[str, object]:
        assert race.track is not None
        setup = msgspec.json.decode(race.setup, type=Setup)
        return {"track": race.track.track, "laps": race.laps, "rules": race.rules, "mulligan": setup.mulligan}

    def nameless(self) -> str:
        return _("Driver")

    def form_context(self, form: SettingsForm | AloneForm) -> dict[str, object]:
        track = form["track"].value()
        return {"circuits": circuits.on_offer(), "chosen_track": getattr(track, "slug", track)}

    def room_context(self, scene: RoomScene) -> dict[str, object]:
        room = scene.room
        circuit = circuits.circuit(room.track.current_id if room.track else None)
        return {
            "circuit": circuit,
            "facts": [(_("Mulligan"), _("yes") if room.mulligan else _("no"))],
            "laps": room.laps or (circuit.track.laps if circuit else 0),
            "rules_name": rulesets.name(room.rules),
            "may_add_legend": sum(bool(car.legend) for car in scene.members) < legends.MOST_LEGENDS,
            "levels": [(row, legends.level_name(row)) for row in legends.levels(room)],
        }

    def home_context(self) -> dict[str, object]:
        return {"circuits": circuits.on_offer(), "alone_rules": rulesets.name(rulesets.DEFAULT)}

    def waiting_line(self, room: Room) -> str:
        words = {"code": room.code, "track": str(room.track)}
        return _("You are waiting in room %(code)s for a race on the %(track)s circuit.") % words

    def running_line(self, race: Race) -> str:
        return _("Your race on the %(track)s circuit is still on.") % {"track": track_of(race)}

    def room_listing(self, room: Room) -> Listing:
        link = _("Join room %(code)s") % {"code": room.code}
        return Listing(str(room.track), (rulesets.name(room.rules),), link)

    def race_listing(self, race: Race, round: int, seats: int) -> Listing:
        title = _("%(track)s, round %(round)s") % {"track": track_of(race), "round": round}
        cars = ngettext("%(seats)s car", "%(seats)s cars", seats) % {"seats": seats}
        laps = ngettext("%(laps)s lap", "%(laps)s laps", race.laps) % {"laps": race.laps}
        link = _("Watch the race on the %(track)s circuit") % {"track": track_of(race)}
        return Listing(title, (cars, laps), link)

    def picture(self, number: int) -> SafeString:
        """A circuit, by the number of its version."""
        circuit = circuits.circuit(number)
        return circuit.still if circuit and circuit.drawn else SafeString()


def track_of(race: Race) -> str:
    """What the circuit of a race was called when the race started."""
    assert race.track is not None
    return race.track.name


class Laps(msgspec.Struct):
    """The part of a stored circuit that `printed_laps` reads."""

    laps: int


def printed_laps(track: Track) -> int:
    """How often a race goes round a track unless its room says otherwise."""
    assert track.current is not None
    return int(msgspec.json.decode(track.current.data, type=Laps).laps)


def track_named(slug: str) -> Track | None:
    """A circuit on offer."""
    if not slug.isprintable():
        return None
    version = catalogue.tracks().filter(track__slug=slug).first()
    return version.track if version else None


def default_track() -> Track:
    """The first circuit on offer."""
    version = catalogue.tracks().first()
    if version is None:
        raise Refused("no_tracks", NO_TRACKS)
    return version.track


OFFER: Offer = HeatOffer()
