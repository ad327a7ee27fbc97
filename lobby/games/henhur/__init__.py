"""HenHur's offer: one set of rules, the laps, hens and bots."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.henhur import Setup, base_content, content_faults, content_of, read_content
from engine.henhur.bots.cast import cast as engine_cast
from lobby import games, starting
from lobby.forms import AloneForm, SettingsForm
from lobby.games import Badge, Listing, Offer, Opponent
from lobby.games.henhur.forms import HenHurAlone, HenHurSettings, lap_choice, strength
from lobby.games.henhur.options import MINUTES, Settings
from lobby.models import Member, Room
from lobby.refused import Refused
from races.models import Race
from races.scenes import AnyScene
from races.start import Start, Terms, open_table

NAME = "henhur"


class HenHurOffer(Offer):
    """See `lobby.games.Offer`."""

    name = NAME
    label: Promise | str = "HenHur"
    slogan: Promise | str = gettext_lazy("Hens that race, and bid for better cards.")
    settings_form: type[SettingsForm] = HenHurSettings
    alone_form: type[AloneForm] = HenHurAlone

    def defaults(self, wanted: Mapping[str, str]) -> dict[str, object]:
        return {"options": games.stored(Settings())}

    def most_seats(self, room: Room) -> int:
        return base_content().rules.most_seats

    def cast(self) -> Sequence[Opponent]:
        return [Opponent(one.name, one.bot, strength(one.bot), one.style) for one in engine_cast()]

    def badge(self, member: Member) -> Badge:
        return Badge("bot", _("Bot"), strength(member.bot))

    def start(self, room: Room, starters: Sequence[Start]) -> Race:
        content = content_of(games.options(room, Settings).laps)
        if content_faults(content):
            raise Refused("cannot_start")
        return open_table(NAME, content, Setup(len(starters)), starters, Terms(**starting.table_terms(room)))

    def rebuild(self, race: Race) -> dict[str, object]:
        return {"options": games.stored(Settings(read_content(race.content.data).rules.laps))}

    def facts(self, room: Room) -> list[tuple[str, str]]:
        laps = games.options(room, Settings).laps
        return [(_("Laps"), lap_choice(laps) if laps in MINUTES else str(laps))]

    def waiting_line(self, room: Room) -> str:
        return _("You are waiting in room %(code)s for a race of HenHur.") % {"code": room.code}

    def running_line(self, race: Race) -> str:
        return _("Your race of HenHur is still on.")

    def title(self, race: Race) -> str:
        return "HenHur"

    def room_listing(self, room: Room) -> Listing:
        return Listing("HenHur", (), _("Join room %(code)s") % {"code": room.code})

    def race_listing(self, race: Race, scene: AnyScene) -> Listing:
        hens = ngettext("%(seats)s hen", "%(seats)s hens", len(scene.seats)) % {"seats": len(scene.seats)}
        turn = max(1, scene.view(None).round)
        title = _("HenHur, round %(round)s") % {"round": (turn - 1) // base_content().rules.turns + 1}
        return Listing(title, (hens,), _("Watch the race of HenHur"))


OFFER: Offer = HenHurOffer()
