"""All that the site holds of a visitor: to be seen, and to take along."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from lobby import games, visitors
from lobby.calls import addresses
from lobby.calls.models import Call, MailAddress, PushAddress
from lobby.models import Attempt, Block, Device, DeviceLink, Invitation, Member, Mute, Report, Room, Visitor
from races import series
from races.models import DailyTry, Opening, Race, Review, Seat, Token


@dataclass(frozen=True)
class HeldRace:
    """A seat of this visitor's in a race, over or not."""

    race: Race
    seat: Seat
    title: str
    game: str
    programs: list[Token]
    day: DailyTry | None
    """Where it was a drive of a day's race."""

    @property
    def answers_in_advance(self) -> list[str] | None:
        """The answers in advance that they have chosen themselves; None while the game's defaults hold."""
        return self.race.presets.get(self.seat.number)

    @property
    def given_ahead(self) -> str:
        """The answer that waits for its question, as it would be sent; empty if there is none."""
        held = self.race.held.get(self.seat.number)
        return held["answer"] if held else ""


@dataclass(frozen=True)
class Held:
    """What is stored of a visitor. Hands and seeds are not: the record of a race has them, once it is over."""

    profile: Visitor | None
    rooms: list[Member]
    rooms_of_mine: list[Room]
    """In which they are the host."""
    kept_out: list[Block]
    races: list[HeldRace]
    championships: list[series.Place]
    reviews: list[Review]
    """Reviews that they have asked for."""
    files: list[Opening]
    """Records that they have opened, as long as it is stored who did."""
    devices: list[Device]
    links: list[DeviceLink]
    reports: list[Report]
    """Their names that others have reported."""
    reported: list[Report]
    """Names of others that they have reported."""
    attempts: list[Attempt]
    asked_to: list[Invitation]
    """Rooms to which others have asked them."""
    asked: list[Invitation]
    """Rooms to which they have asked others."""
    mutes: list[Mute]
    browsers: list[PushAddress]
    """That are called by messages."""
    mail: MailAddress | None
    calls: list[Call]


def held(visitor: str) -> Held:
    """What is stored of a visitor, newest first."""
    if not visitor:
        return Held(None, [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], [], None, [])
    return Held(
        visitors.known(visitor),
        list(Member.objects.filter(visitor=visitor).select_related("room").defer("room__options", "room__calendar")),
        list(Room.objects.filter(host=visitor).only("code")),
        list(Block.objects.filter(visitor=visitor).select_related("room")),
        _races(visitor),
        [place for one in series.every() for place in one.places(visitor)],
        list(
            Review.objects.filter(visitor=visitor).order_by("-asked").select_related("race").only("asked", "race__code")
        ),
        list(Opening.objects.filter(visitor=visitor).order_by("-asked").defer("data")),
        list(Device.objects.filter(visitor=visitor).order_by("-made")),
        list(DeviceLink.objects.filter(visitor=visitor).order_by("-made")),
        list(Report.objects.filter(visitor=visitor)),
        list(Report.objects.filter(by=visitor)),
        list(Attempt.objects.filter(visitor=visitor).order_by("-at")),
        list(Invitation.objects.filter(visitor=visitor).select_related("room").order_by("-made")),
        list(Invitation.objects.filter(by=visitor).select_related("room").order_by("-made")),
        list(Mute.objects.filter(visitor=visitor)),
        list(addresses.browsers(visitor)),
        addresses.mail_of(visitor),
        list(Call.objects.filter(visitor=visitor)),
    )


def _races(visitor: str) -> list[HeldRace]:
    seats = Seat.objects.filter(visitor=visitor).order_by("-race__started").prefetch_related("tokens")
    of_race = seats.select_related("race__track").defer(
        "race__state", "race__setup", "race__track__data", "race__track__art"
    )
    days = {one.race_id: one for one in DailyTry.objects.filter(visitor=visitor)}
    found = []
    for seat in of_race:
        offer = games.offer(seat.race.game)
        found.append(
            HeldRace(
                seat.race,
                seat,
                offer.title(seat.race),
                str(offer.label),
                list(seat.tokens.all()),
                days.get(seat.race_id),
            )
        )
    return found


def export(visitor: str) -> dict[str, Any]:
    """The same as JSON."""
    found = held(visitor)
    profile = found.profile
    return {
        "name": profile.name if profile else "",
        "colour": profile.colour if profile else "",
        "car_number": profile.car_number if profile else None,
        "first_here": _time(profile.made if profile else None),
        "rooms": [member.room.code for member in found.rooms],
        "host_of_rooms": [room.code for room in found.rooms_of_mine],
        "kept_out_of_rooms": [block.room.code for block in found.kept_out],
        "races": [_race(one, visitor) for one in found.races],
        "championships": [
            {"code": place.code, "name": place.name, "car_number": place.car_number} for place in found.championships
        ],
        "reviews_asked_for": [{"race": one.race.code, "at": _time(one.asked)} for one in found.reviews],
        "files_opened": [{"at": _time(one.asked)} for one in found.files],
        "barred_since": _time(profile.barred if profile else None),
        "may_be_asked_to_rooms": profile.may_be_asked if profile else True,
        "invitations": [
            {"room": one.room.code, "at": _time(one.made), "declined": _time(one.declined)} for one in found.asked_to
        ],
        "invitations_sent": [{"room": one.room.code, "at": _time(one.made)} for one in found.asked],
        "no_invitations_from": [{"name": one.name, "since": _time(one.made)} for one in found.mutes],
        "devices": [
            {"name": one.name, "since": _time(one.made), "signed_out": _time(one.out)} for one in found.devices
        ],
        "names_that_others_reported": [{"name": one.name, "at": _time(one.made)} for one in found.reports],
        "names_that_they_reported": [{"name": one.name, "at": _time(one.made)} for one in found.reported],
        "browsers_that_are_called": [{"name": one.name, "since": _time(one.made)} for one in found.browsers],
        "mail": {
            "address": found.mail.address,
            "since": _time(found.mail.made),
            "confirmed": _time(found.mail.confirmed),
        }
        if found.mail
        else None,
        "calls": [{"about": one.about, "at": _time(one.at)} for one in found.calls],
        "links_to_other_devices": [{"made": _time(link.made), "used": _time(link.used)} for link in found.links],
        "counted_for_an_hour": [{"what": attempt.kind, "at": _time(attempt.at)} for attempt in found.attempts],
    }


def _race(one: HeldRace, visitor: str) -> dict[str, Any]:
    race, seat = one.race, one.seat
    return {
        "code": race.code,
        "game": race.game,
        "title": one.title,
        "started": _time(race.started),
        "ended": _time(race.ended),
        "host": race.host == visitor,
        "name": seat.name,
        "colour": seat.colour,
        "car_number": seat.car_number,
        "last_seen": _time(seat.seen),
        "place": seat.place,
        "answers_in_advance": one.answers_in_advance,
        "given_ahead": one.given_ahead,
        "race_of": one.day.key if one.day else None,
        "programs": [{"made": _time(token.made), "taken_back": _time(token.revoked)} for token in one.programs],
    }


def _time(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
