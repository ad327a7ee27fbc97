"""Why something before the race cannot be done: a code for programs and tests, a sentence for people."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Mapping[str, tuple[int, Promise | str]] = {
    "malformed": (400, _("That was not understood. Load the page again.")),
    "no_room": (404, _("No room has this code. Codes have five characters, and rooms are removed after a while.")),
    "full": (409, _("The room is full. You can watch the race once it starts, or open a room of your own.")),
    "racing": (409, _("The race is on. Nobody joins or changes anything before its end.")),
    "blocked": (403, _("The host of this room does not let you in.")),
    "not_a_member": (403, _("You are not in this room. Join it first.")),
    "not_the_host": (403, _("Only the host of the room can do that.")),
    "no_such_member": (409, _("They are not in the room any more.")),
    "not_for_yourself": (409, _("That is you. To go, leave the room.")),
    "not_a_driver": (409, _("Only a driver can be the host.")),
    "no_such_colour": (422, _("There is no such colour.")),
    "colour_taken": (409, _("Somebody else has that colour already. Take another one.")),
    "name_taken": (409, _("Somebody in this room has that name already. Add something to yours.")),
    "too_few": (409, _("Not enough drivers are ready. The host can change how many it takes.")),
    "grid_full": (409, _("There is no place left on the grid.")),
    "legends_full": (409, _("Five Legends are the most.")),
    "no_such_bot": (422, _("There is no such driver.")),
    "bot_taken": (409, _("Somebody of that name is on the grid already.")),
    "no_such_level": (422, _("Legends do not drive at that level.")),
    "no_tracks": (409, _("No track is there to race on yet. Whoever runs this site must add some.")),
    "cannot_start": (409, _("This race cannot start as it is set up. Change the track or the number of cars.")),
    "no_such_signal": (422, _("There is no such signal.")),
    "too_soon": (429, _("One signal every few seconds is enough.")),
    "no_race": (404, _("There is no such race.")),
    "not_your_race": (403, _("You did not drive in that race.")),
    "not_over": (409, _("That race is not over yet.")),
    "too_many_openings": (
        429,
        _("You have opened very many rooms and races within the hour. Go on in one of them, or wait a while."),
    ),
    "too_many_openings_here": (
        429,
        _("Very many rooms and races were opened from your network within the hour. Join one, or wait a while."),
    ),
    "too_many_codes": (
        429,
        _("Too many wrong codes came from your network within the hour. Wait a while, and ask your host for the code."),
    ),
    "bad_link": (404, _("This link has been used, or its ten minutes are over. Make another one where you drive.")),
    "nobody_yet": (409, _("You have no name here yet, so there is nothing to move.")),
}


class Refused(Exception):
    """What was asked is not done, and nothing has changed."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.status, self.sentence = SENTENCES[code]
        super().__init__(code)
