"""Last Card's offer: a rule set, the points that end a match, and bots."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.lastcard import Content, Setup, rule_sets
from lobby import games, starting
from lobby.forms import AloneForm, SettingsForm
from lobby.games import Badge, Listing, Offer, Opponent
from lobby.games.lastcard import opponents
from lobby.games.lastcard.forms import LastCardAlone, LastCardSettings
from lobby.games.lastcard.options import MOST_SEATS, Settings
from lobby.models import Member, Room
from lobby.refused import Refused
from races.lastcard import rulesets
from races.models import Race
from races.rule_sets import Difference, RuleSet
from races.scenes import AnyScene
from races.start import Start, Terms, open_table


class LastCardOffer(Offer):
    """See `lobby.games.Offer`."""

    name = "lastcard"
    label: Promise | str = gettext_lazy("Last Card")
    slogan: Promise | str = gettext_lazy("Colours, signs, and one card left to play.")
    settings_form: type[SettingsForm] = LastCardSettings
    alone_form: type[AloneForm] = LastCardAlone

    def defaults(self, wanted: Mapping[str, str]) -> dict[str, Any]:
        return {"rules": rulesets.DEFAULT, "options": games.stored(Settings())}

    def rule_sets(self) -> Sequence[RuleSet]:
        return rulesets.rule_sets_in_words()

    def differences(self) -> Sequence[Difference]:
        return rulesets.differences()

    def most_seats(self, room: Room) -> int:
        return MOST_SEATS

    def cast(self) -> Sequence[Opponent]:
        return opponents.cast()

    def badge(self, member: Member) -> Badge:
        return Badge("bot", _("Bot"), opponents.strength(member.bot))

    def start(self, room: Room, starters: Sequence[Start]) -> Race:
        rules = rule_sets().get(room.rules)
        if rules is None or not 2 <= len(starters) <= MOST_SEATS:
            raise Refused("cannot_start")
        target = games.options(room, Settings).target
        setup = Setup(
            len(starters), rules.hand, rules.target if target is None else target, rules.draw_four, rules.calls
        )
        terms = Terms(rules=room.rules, **starting.table_terms(room))
        return open_table(self.name, Content(), setup, starters, terms)

    def rebuild(self, race: Race) -> dict[str, Any]:
        setup = msgspec.json.decode(race.setup, type=Setup)
        rules = rule_sets().get(race.rules)
        target = None if rules is not None and rules.target == setup.target else setup.target
        return {"rules": race.rules, "options": games.stored(Settings(target))}

    def facts(self, room: Room) -> list[tuple[str, str]]:
        rules = rule_sets().get(room.rules)
        chosen = games.options(room, Settings).target
        target = chosen if chosen is not None or rules is None else rules.target
        return [(_("Match ends"), rulesets.target(target or 0))]

    def home_context(self) -> dict[str, Any]:
        return {"alone_rules": rulesets.name(rulesets.DEFAULT)}

    def waiting_line(self, room: Room) -> str:
        return _("You are waiting in room %(code)s for a match of Last Card.") % {"code": room.code}

    def running_line(self, race: Race) -> str:
        return _("Your match of Last Card is still on.")

    def title(self, race: Race) -> str:
        return _("Last Card")

    def room_listing(self, room: Room) -> Listing:
        link = _("Join room %(code)s") % {"code": room.code}
        return Listing(_("Last Card"), (rulesets.name(room.rules),), link)

    def race_listing(self, race: Race, scene: AnyScene) -> Listing:
        title = _("Last Card, round %(round)s") % {"round": scene.view(None).round}
        count = len(scene.seats)
        players = ngettext("%(seats)s player", "%(seats)s players", count) % {"seats": count}
        return Listing(title, (players,), _("Watch the match of Last Card"))


OFFER: Offer = LastCardOffer()
