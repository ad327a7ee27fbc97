"""Heat's offer: circuits, rule sets, laps, mulligan, extras, bots and Legends."""

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.heat import RULESETS, Setup, View
from engine.kernel.bounds import Number
from lobby import starting
from lobby.forms import AloneForm, SettingsForm
from lobby.games import Action, Badge, LessonLine, Listing, Offer, Opponent, Page
from lobby.games.heat import (
    championship,
    championship_page,
    circuits,
    evenings,
    extras,
    filling,
    legends,
    lengths,
    meeting,
    season_panel,
)
from lobby.games.heat.forms import HeatAlone, HeatSettings
from lobby.models import Member, Room
from lobby.refused import Reason, Refused
from lobby.scenes import RoomScene
from races.heat import catalogue, rulesets
from races.heat.extras import Extras, extras_of
from races.heat.lessons import begin as lessons
from races.heat.lessons import finished
from races.heat.lessons.taught import FIRST, LESSONS, lesson_of
from races.heat.scene import HeatScene
from races.heat.start import RaceTerms, start_race
from races.models import LegendDeck, Race, Track
from races.rule_sets import Difference, RuleSet
from races.scenes import AnyScene
from races.start import Start

NO_TRACKS = Reason(
    409, gettext_lazy("There are no circuits here yet."), gettext_lazy("Ask the people who run this site to add some.")
)


class HeatOffer(Offer):
    """See `lobby.games.Offer`."""

    name = "heat"
    label: Promise | str = pgettext_lazy("the game", "Heat")
    slogan: Promise | str = gettext_lazy("Gears, cards and heat: a race of up to twelve cars.")
    settings_form: type[SettingsForm] = HeatSettings
    alone_form: type[AloneForm] = HeatAlone
    actions: Mapping[str, Action] = {
        "legend": legends.act,
        "fill": filling.act,
        "clear": filling.clear,
    }
    pages: Mapping[str, Page] = {"championship": championship_page.page, "meeting": meeting.page}
    addresses: Mapping[str, str] = {"day/": "lobby.games.heat.daily_urls"}

    def defaults(self, wanted: Mapping[str, str]) -> dict[str, object]:
        slug = wanted.get("track", "")
        track = (track_named(slug) if slug else None) or default_track()
        evening = evenings.named(wanted.get("evening", ""))
        settings = evening.settings if evening else {}
        return {"track": track, "rules": rulesets.DEFAULT, "options": extras.stored(Extras()), **settings}

    def rule_sets(self) -> Sequence[RuleSet]:
        return rulesets.rule_sets()

    def differences(self) -> Sequence[Difference]:
        return rulesets.differences()

    def most_seats(self, room: Room) -> int:
        return 0 if self.seats_stand(room) else circuits.places(room.track)

    def cast(self) -> Sequence[Opponent]:
        return legends.cast()

    def badge(self, member: Member) -> Badge:
        return legends.badge(member)

    def adapt(self, room: Room) -> None:
        legends.adapt(room)

    def seats_stand(self, room: Room) -> bool:
        return championship.is_on(room)

    def seat_for(self, room: Room, visitor: str, name: str) -> str:
        return championship.seat_for(room, visitor, name)

    def goes_on_at_once(self, room: Room) -> bool:
        return not championship.is_on(room)

    def start(self, room: Room, starters: Sequence[Start]) -> Race:
        if (race := championship.next_race(room, starters)) is not None:
            return race
        if room.track is None or room.track.current is None or room.rules not in RULESETS:
            raise Refused("cannot_start")
        try:
            deck = catalogue.deck(RULESETS[room.rules].legend_rows)
        except LegendDeck.DoesNotExist:
            raise Refused("cannot_start") from None
        chosen = extras.of_room(room)
        extras.must_go_together(chosen, sum(not starter.legend for starter in starters))
        terms = RaceTerms(
            track=room.track.current,
            deck=deck,
            rules=room.rules,
            laps=room.laps or printed_laps(room.track),
            mulligan=room.mulligan,
            extras=chosen,
            **starting.table_terms(room),
        )
        return start_race(starters, terms)

    def begin_lesson(self, visitor: str, name: str, lesson: str) -> Race:
        chosen = LESSONS.get(lesson)
        version = lessons.track(chosen) if chosen else None
        if chosen is None or version is None:
            raise Refused("no_tracks", NO_TRACKS)
        return lessons.begin(chosen, visitor, name, version)

    def lessons(self, visitor: str) -> Sequence[LessonLine]:
        going_on, done = lessons.going_on(visitor), finished.names(visitor)
        return [
            LessonLine(
                name=lesson.name,
                title=lesson.title,
                lead=lesson.lead,
                minutes=lesson.minutes,
                chapter=lesson.chapter,
                going_on=going_on.get(lesson.name),
                is_finished=lesson.name in done,
            )
            for lesson in lessons.on_offer()
        ]

    def rebuild(self, race: Race) -> dict[str, object]:
        if race.track is None:
            raise Refused("not_offered")
        setup = msgspec.json.decode(race.setup, type=Setup)
        return {
            "track": race.track.track,
            "laps": race.laps,
            "rules": race.rules,
            "mulligan": setup.mulligan,
            "options": extras.stored(extras_of(race)),
            "championship": championship.of_race(race),
        }

    def filled(self, posted: QueryDict) -> QueryDict | None:
        chosen = evenings.named(posted.get("evening", ""))
        return evenings.filled(posted, chosen) if chosen else None

    def nameless(self) -> str:
        return _("Driver")

    def form_context(self, form: SettingsForm | AloneForm) -> dict[str, object]:
        track = form["track"].value()
        slug = getattr(track, "slug", track)
        offered = circuits.on_offer()
        chosen = next((circuit for circuit in offered if circuit.slug == slug), None) or next(iter(offered), None)
        values = {name: form[name].value() for name in form.fields}
        rules, people = str(values["rules"] or rulesets.DEFAULT), lengths.people_of(form)
        return {
            "circuits": offered,
            "feature_rules": circuits.feature_rules(offered),
            "chosen_track": slug,
            "evenings": lengths.of_evenings(offered, chosen, rules, people),
            "evening": evenings.like(values),
            "more": lengths.of_extras(chosen, rules, people, str(values["laps"] or "")),
            "people": people,
        }

    def facts(self, room: Room) -> list[tuple[str, str]]:
        return [*extras.facts(extras.of_room(room)), (_("Mulligan"), extras.on_off(room.mulligan))]

    def room_context(self, scene: RoomScene) -> dict[str, object]:
        room = scene.room
        circuit = circuits.circuit(room.track.current_id if room.track else None)
        chosen, people = extras.of_room(room), max(lengths.USUAL_PEOPLE, len(scene.players))
        laps = room.laps or (circuit.track.laps if circuit else 0)
        return {
            **season_panel.context_of(scene),
            "circuit": circuit,
            "laps": laps,
            "chosen": chosen,
            "evening": evenings.of_room(room, chosen),
            "length": lengths.of_room(room, circuit, people, chosen),
            "fields": filling.fields(room) if scene.may_edit("host") else (),
            "sizes": filling.grid_sizes(room, len(scene.members)),
            "usual_cars": max(filling.USUAL_CARS, len(scene.members) + 1),
            "rules_name": rulesets.name(room.rules),
            "may_add_legend": sum(bool(car.legend) for car in scene.members) < legends.MOST_LEGENDS,
            "levels": [(row, legends.level_name(row)) for row in legends.levels(room)],
        }

    def home_context(self) -> dict[str, object]:
        offered = circuits.on_offer()
        lesson = _("Learn it in a lap") if lessons.track(FIRST) else ""
        return {"circuits": offered, "alone_rules": rulesets.name(rulesets.DEFAULT), "lesson": lesson}

    def waiting_line(self, room: Room) -> str:
        if room.calendar or self.seats_stand(room):
            return _("You are waiting in room %(code)s for the next race of a championship.") % {"code": room.code}
        words = {"code": room.code, "track": str(room.track)}
        return _("You are waiting in room %(code)s for a race on the %(track)s circuit.") % words

    def running_line(self, race: Race) -> str:
        if lesson := lesson_of(race):
            return _("Your lesson is still on: %(title)s.") % {"title": lesson.title}
        return _("Your race on the %(track)s circuit is still on.") % {"track": track_of(race)}

    def counts(self, race: Race) -> bool:
        return lesson_of(race) is None

    def title(self, race: Race) -> str:
        lesson = lesson_of(race)
        return _("Lesson: %(title)s") % {"title": lesson.title} if lesson else track_of(race)

    def room_listing(self, room: Room) -> Listing:
        link = _("Join room %(code)s") % {"code": room.code}
        if room.calendar or self.seats_stand(room):
            return Listing(_("Championship"), (rulesets.name(room.rules),), link)
        evening = evenings.of_room(room, extras.of_room(room))
        facts = (str(evening.name) if evening else _("A race of your own"), rulesets.name(room.rules))
        art = circuits.small(room.track.current_id if room.track else None)
        return Listing(str(room.track), facts, link, art, circuits.SHEETS)

    def race_listing(self, race: Race, scene: AnyScene) -> Listing:
        heat = cast("HeatScene", scene)
        view = heat.view(None)
        if view.round:
            title = _("%(track)s, round %(round)s") % {"track": track_of(race), "round": view.round}
            state = _leads(heat, view)
        else:
            title, state = track_of(race), _("The cars are in the garage")
        link = _("Watch the race on the %(track)s circuit") % {"track": track_of(race)}
        return Listing(title, (state,), link, circuits.small(race.track_id), circuits.SHEETS)

    def picture(self, number: int) -> SafeString:
        """A circuit, by the number of its version."""
        circuit = circuits.circuit(number)
        return circuit.still if circuit and circuit.drawn else SafeString()


def _leads(scene: HeatScene, view: View) -> str:
    """Who leads a race that goes on, and by how much, as one sentence."""
    first, *others = view.ranking
    second = others[0] if others else first
    gap = view.cars[first].at - view.cars[second].at
    words = {"name": scene.seats[first].name, "second": scene.seats[second].name, "gap": gap}
    return (_("%(name)s leads %(second)s by %(gap)s") if gap > 0 else _("%(name)s leads")) % words


def track_of(race: Race) -> str:
    """What the circuit of a race was called when the race started."""
    assert race.track is not None
    return race.track.name


class Laps(msgspec.Struct):
    """The part of a stored circuit that `printed_laps` reads."""

    laps: Number


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
