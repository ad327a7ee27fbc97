"""Why a championship cannot be raced, in words: by the code of the engine's fault."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from engine.kernel.faults import Broken
from lobby.refused import Reason, Refused

REASONS: Mapping[str, Reason] = {
    "wrong_count": Reason(
        409,
        _("There are not enough circuits here for so many races."),
        _("A championship has no more races than there are circuits."),
    ),
    "unknown_track": Reason(
        409, _("This championship goes to a circuit that is not on offer here."), _("Choose another championship.")
    ),
    "unknown_event": Reason(422, _("We do not have that event.")),
    "twice": Reason(
        409, _("An event can come up once in a championship."), _("Choose another one for one of the two races.")
    ),
    "no_race": Reason(
        409,
        _("An event leaves one of the races without a lap, or with too many."),
        _("Change the laps of that race, or its event."),
    ),
    "no_event": Reason(
        409, _("There are not enough events for so many races."), _("Choose fewer races, or race without events.")
    ),
    "grid_too_small": Reason(
        409, _("One of the circuits has no room for so many cars."), _("Take away a bot, or choose another circuit.")
    ),
    "no_driver": Reason(409, _("A championship needs a driver beside the Legends.")),
    "over": Reason(409, _("This championship is over."), _("Choose a new one, or a single race.")),
}

UNREADABLE = Reason(
    409,
    _("A race of this championship cannot be read any more, so the next one cannot start."),
    _("Nothing is lost. Tell the people who run this site."),
)


def refused(broken: Broken) -> Refused:
    """The refusal for the first fault that has words; without any the one for all that does not fit together."""
    code = next((fault.code for fault in broken.faults if fault.code in REASONS), "")
    return Refused(f"championship_{code}", REASONS[code]) if code else Refused("cannot_start")
