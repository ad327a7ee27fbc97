"""What all viewers see of any game, as whole elements with fixed ids: rendered once a change, for all.

Nothing here asks the database, and nothing depends on the viewer: the style sheet picks out what belongs to the
viewer's own seat, by the `data-me` of the page. A game lists those
that it uses among its own, and gives them its own words.
"""

from collections.abc import Callable, Iterable, Mapping

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from races.clocks import over_at
from races.models import Seat
from races.scenes import AnyScene
from races.waiting import missing

Waiting = tuple[Promise | str, Promise | str]
"""Whom a game waits for, and for what: the sentence for one name, and that for several."""

ANSWER: Waiting = (gettext_lazy("Waiting for %(names)s."), gettext_lazy("Waiting for %(names)s."))

EVERYBODY: Promise | str = gettext_lazy("Everybody is choosing.")
"""What is said instead while the veil hides which players have answered."""


def revision(scene: AnyScene) -> str:
    """The revision and the newest log entry that the page shows; socket.js sends both when it connects again."""
    return format_html('<data id="revision" value="{}" data-version="{}" hidden></data>', scene.revision, scene.version)


def clocks(scene: AnyScene) -> str:
    """The clocks of all seats as data: when it is over, or what is left of it while it stands, as a negative number.

    A page counts down its player's own, or else the one that is over first. For a player who is away, the grace may be
    over before the clock.
    """
    running = {} if scene.is_over else scene.race.clocks
    parts = []
    for seat, one in running.items():
        over = over_at(scene.race, seat)
        if over is not None:
            parts.append(f"{seat}:{over}")
        elif one["left"] is not None:
            parts.append(f"{seat}:{-one['left']}")
    return format_html('<data id="clocks" value="{}" hidden></data>', " ".join(parts))


def absence_of(gone: int) -> str:
    """The sentence about players who are asked and are away."""
    return ngettext(
        "{names} is away; a stand-in plays in {time}.", "{names} are away; the first stand-in plays in {time}.", gone
    )


def awaited(scene: AnyScene, sentences: Waiting = ANSWER, while_veiled: Promise | str = EVERYBODY) -> str:
    """Whom the game waits for, as one sentence; empty where it waits for no player."""
    if scene.veiled:
        return str(while_veiled)
    names = [scene.seats[seat].name for seat in sorted(scene.questions)]
    return str(sentences[len(names) > 1]) % {"names": get_text_list(names, _("and"))} if names else ""


def waiting(
    scene: AnyScene,
    sentence: str | None = None,
    absences: Callable[[int], str] = absence_of,
    places: Mapping[str, str] | None = None,
    template: str = "races/shell/waiting.html",
    ready: Iterable[int] = (),
    acting: object | None = None,
    headline: str = "",
) -> str:
    """Whom the game waits for (`sentence`, else that of any game), and which seats have answered already (`ready`).
    `places` are the corners of the stage that a game leaves free for it; `acting` is what its template tells of the one
    player who acts, for a television, and `headline` the sentence in few words."""
    seats = [scene.seats[seat] for seat in sorted(scene.questions)]
    context = {
        "seats": seats,
        "veiled": scene.veiled,
        "ready": [scene.seats[seat] for seat in sorted(ready)],
        "sentence": awaited(scene) if sentence is None else sentence,
        "headline": headline,
        "absence": _absence(scene, seats, absences),
        "ended": scene.is_over,
        "places": places,
        "acting": acting,
    }
    return render_to_string(template, {**context, "race": scene.race})


def _absence(scene: AnyScene, seats: list[Seat], absences: Callable[[int], str]) -> str:
    away = [seat for seat in seats if seat.number in scene.away and seat.number not in scene.race.bots]
    if not away or not scene.race.running:
        return ""
    moments = [over_at(scene.race, seat.number) for seat in away]
    until = min(moment for moment in moments if moment is not None)
    names = get_text_list([seat.name for seat in away], _("and"))
    return format_html(absences(len(away)), names=names, time=_countdown(scene, until))


HEIR = gettext_lazy("{name} is away. In {time} the next player who is here can go on.")


def curtain(scene: AnyScene, heir: Promise | str = HEIR, template: str = "races/shell/curtain.html") -> str:
    """What covers the board while the game stands still: why it does, and which player can let it go on."""
    idle = not scene.race.running and not scene.race.paused and scene.race.clock and not scene.is_over
    seat = scene.seat_of(scene.race.host)
    host = None if seat is None else scene.seats[seat]
    absence = ""
    if host is not None and host.number in scene.away:
        until = scene.race.absent[host.number] + scene.race.grace * 1000
        absence = format_html(str(heir), name=host.name, time=_countdown(scene, until))
    context = {
        "paused": scene.race.paused and not scene.race.ended,
        "idle": idle,
        "host": host,
        "absence": absence,
        **_waited_for(scene),
    }
    return render_to_string(template, {**context, "race": scene.race})


def _waited_for(scene: AnyScene) -> dict[str, object]:
    """Whom the game waits for, and who would go on without them; nobody where it does not wait so."""
    if scene.race.waiting is None:
        return {}
    gone = [scene.seats[seat].name for seat in missing(scene.race, scene.table_game, scene.state)]
    agreed = [scene.seats[seat].name for seat in scene.race.waiting]
    return {"gone": gone, "names": get_text_list(gone, _("and")), "agreed": get_text_list(agreed, _("and"))}


def _countdown(scene: AnyScene, until: int) -> SafeString:
    """What is left of a grace: a script counts it down; without scripts the element shows the whole grace."""
    return format_html('<time data-until="{}">{}</time>', until, span(scene.race.grace))


def span(seconds: int) -> str:
    """A stretch of time: days, minutes or seconds, whichever is the largest that says it exactly."""
    if seconds and seconds % 86400 == 0:
        return ngettext("%(n)s day", "%(n)s days", seconds // 86400) % {"n": seconds // 86400}
    if seconds > 60 and seconds % 60 == 0:
        return ngettext("%(n)s minute", "%(n)s minutes", seconds // 60) % {"n": seconds // 60}
    return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}
