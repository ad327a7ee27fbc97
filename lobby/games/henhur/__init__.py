"""HenHur's offer: hens and bots; there is one set of rules, and nothing else to choose."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.henhur import Setup, base_content
from engine.henhur.bots.cast import cast as engine_cast
from lobby import starting
from lobby.forms import AloneForm, SettingsForm
from lobby.games import Badge, Listing, Offer, Opponent
from lobby.games.henhur.forms import HenHurAlone, HenHurSettings, strength
from lobby.models import Member, Room
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
        return {}

    def most_seats(self, room: Room) -> int:
        return base_content().rules.most_seats

    def cast(self) -> Sequence[Opponent]:
        return [Opponent(one.name, one.bot, strength(one.bot), one.style) for one in engine_cast()]

    def badge(self, member: Member) -> Badge:
        return Badge("bot", _("Bot"), strength(member.bot))

    def start(self, room: Room, starters: Sequence[Start]) -> Race:
        return open_table(NAME, base_content(), Setup(len(starters)), starters, Terms(**starting.table_terms(room)))

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
        title = _("HenHur, round %(round)s") % {"round": scene.view(None).round}
        return Listing(title, (hens,), _("Watch the race of HenHur"))


OFFER: Offer = HenHurOffer()
