"""Why something in the lobby cannot be done: a code for programs and tests, sentences for people.

Reasons that only one game has stand with its offer, in `lobby.games`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Reason(NamedTuple):
    """A refusal in words: the sentence says what is wrong, the advice what to do instead. Each is whole by itself, so
    that a page can show one as its headline and the other below it."""

    status: int
    sentence: Promise | str
    advice: Promise | str = ""


REASONS: Mapping[str, Reason] = {
    "malformed": Reason(400, _("We could not make sense of that."), _("Reload the page and try again.")),
    "no_room": Reason(
        404,
        _("No room or game has this code."),
        _("A room's code has six characters, a game's has eight. If yours looks right, ask your host for a new one."),
    ),
    "no_such_lesson": Reason(
        404, _("We do not have that lesson."), _("The page of all lessons shows which there are.")
    ),
    "no_such_game": Reason(404, _("We do not have that game.")),
    "full": Reason(
        409,
        _("This room is full."),
        _("You can watch once the game starts, or open a room of your own."),
    ),
    "racing": Reason(409, _("The game has already started."), _("You can join or change things when it is over.")),
    "blocked": Reason(403, _("The host has closed this room to you.")),
    "not_a_member": Reason(403, _("You are not in this room."), _("Join it first.")),
    "not_the_host": Reason(403, _("Only the host can do that.")),
    "no_such_member": Reason(409, _("They have already left the room.")),
    "not_for_yourself": Reason(409, _("You cannot remove yourself."), _("Leave the room instead.")),
    "not_a_person": Reason(409, _("Bots have the names that the site gives them.")),
    "not_a_player": Reason(409, _("A bot cannot be the host.")),
    "no_such_colour": Reason(422, _("We do not have that colour.")),
    "colour_taken": Reason(409, _("Somebody else has that colour already."), _("Pick another one.")),
    "name_taken": Reason(409, _("Somebody here has that name already."), _("Add something to yours.")),
    "too_few": Reason(409, _("Not enough players are ready."), _("The host can lower the number that is needed.")),
    "no_seat_left": Reason(409, _("Every seat is taken.")),
    "no_such_bot": Reason(422, _("We do not know that bot.")),
    "bot_taken": Reason(409, _("Somebody with that name is already here.")),
    "cannot_start": Reason(
        409,
        _("The game cannot start with these settings."),
        _("Change them, or take away a bot."),
    ),
    "not_offered": Reason(
        409,
        _("This site does not have the rules, the track or the cards of that game."),
        _("Start another game instead."),
    ),
    "seats_stand": Reason(
        409, _("The seats stay as they are until it is all over."), _("A free one goes to a bot, or to whoever joins.")
    ),
    "no_such_signal": Reason(422, _("We do not have that signal.")),
    "too_soon": Reason(429, _("One signal every few seconds is enough.")),
    "no_race": Reason(404, _("We cannot find that game.")),
    "not_your_race": Reason(403, _("You did not play in that game.")),
    "not_over": Reason(409, _("That game is not over yet.")),
    "no_such_step": Reason(404, _("That game has no such step.")),
    "no_such_seat": Reason(404, _("No player sits there."), _("Choose one of the seats of that game.")),
    "not_yours": Reason(
        403,
        _("That game is not open yet."),
        _("Until it is, only its players can drive on from it, each in their own seat."),
    ),
    "nothing_left": Reason(
        409, _("At this step there is nothing left to drive."), _("Go back in the replay to a step before the finish.")
    ),
    "no_open_seats": Reason(404, _("No seats are free in that game.")),
    "seat_gone": Reason(409, _("That seat is not free any more."), _("Take another one, or watch.")),
    "no_such_opponent": Reason(409, _("We cannot tell whom you mean."), _("Reload the page and try again.")),
    "no_such_invitation": Reason(409, _("This invitation is no longer open.")),
    "too_many_invitations": Reason(
        429,
        _("You have asked a lot of players in the last hour."),
        _("Send them the link to your room instead, or try again later."),
    ),
    "nobody_to_call": Reason(
        409, _("You have no name here yet, so nobody waits for you."), _("Join a room or start a race first.")
    ),
    "no_push_address": Reason(
        422,
        _("Your browser's push service is not one that this site sends to."),
        _("Try another browser, or ask whoever runs the site."),
    ),
    "no_mail_here": Reason(409, _("This site sends no e-mail.")),
    "bad_call_link": Reason(
        404, _("This link does not work any more."), _("My races leads to your messages, where you can start anew.")
    ),
    "too_many_mails": Reason(
        429, _("Too many mail addresses were given here in the last hour."), _("Please try again later.")
    ),
    "too_many_openings": Reason(
        429,
        _("You have opened a lot of rooms in the last hour."),
        _("Use one of them, or try again later."),
    ),
    "too_many_openings_here": Reason(
        429,
        _("A lot of rooms were opened from your network in the last hour."),
        _("Join one of them, or try again later."),
    ),
    "too_many_codes": Reason(
        429,
        _("Too many wrong codes came from your network."),
        _("Open your host's link or scan the QR code: both still work. Typed codes will work again later."),
    ),
    "blocked_here": Reason(
        403,
        _("The host has sent somebody away from your network, and newcomers there cannot be told apart."),
        _("Ask the host to let newcomers in again."),
    ),
    "barred": Reason(
        403,
        _("An admin of this site has barred you from its rooms and games."),
        _("If that is a mistake, write to whoever runs the site."),
    ),
    "bad_link": Reason(
        404,
        _("This link does not work any more."),
        _("A link works once, within ten minutes. Make a new one on the device that you play on."),
    ),
    "too_many_devices": Reason(
        409, _("You are on as many devices as you can be."), _("Sign out one that you do not use any more.")
    ),
    "no_record": Reason(422, _("No file was chosen."), _("Choose a record that was downloaded after a race.")),
    "record_too_large": Reason(
        422, _("This file is too large to be the record of a race."), _("Download the record again and try that.")
    ),
    "record_broken": Reason(
        422,
        _("This file is no record that can be played again: something in it is missing or does not fit."),
        _("Download the record again and leave it as it is."),
    ),
    "record_foreign": Reason(
        422,
        _("This record is of a game or a track that we do not have here."),
        _("Open it on the site that it is from."),
    ),
    "record_newer": Reason(
        422,
        _("This record was made by a newer version of the site."),
        _("Open it there, or here once this site is as new."),
    ),
    "record_unfinished": Reason(
        422, _("This record ends in the middle of a race."), _("Download it again once the race is over.")
    ),
    "record_lost": Reason(
        422, _("Reading this file was cut off several times."), _("Download the record again and try that.")
    ),
    "records_busy": Reason(429, _("Many records are waiting to be read."), _("Please try again in a few minutes.")),
    "no_opening": Reason(
        404, _("We do not have that file any more."), _("Open it once more; that takes a few seconds.")
    ),
    "nobody_yet": Reason(409, _("You have no name here yet, so there is nothing to move.")),
}


class Refused(Exception):
    """What was asked is not done, and nothing has changed."""

    def __init__(self, code: str, reason: Reason | None = None) -> None:
        self.code = code
        self.status, self.sentence, self.advice = reason or REASONS[code]
        super().__init__(code)

    @property
    def in_full(self) -> str:
        """The sentence, and the advice after it."""
        return " ".join(str(part) for part in (self.sentence, self.advice) if part)
