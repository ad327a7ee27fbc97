"""What a page plays back of an update: log lines in which something is to be seen, as small steps in their order."""

import json
from collections.abc import Iterable
from typing import NotRequired, TypedDict

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from races.heat.commentary.line import CarLine, LogLine, Look, Place


class Step(TypedDict):
    """A step as play.js reads it."""

    look: str
    say: SafeString
    phase: NotRequired[int]
    seat: NotRequired[int]
    path: NotRequired[tuple[Place, ...]]
    full: NotRequired[bool]
    """Whether the space that the move was to end on was full: the car nudges ahead once it stands."""
    face: NotRequired[str]
    """The card that is flipped."""
    heat: NotRequired[int]
    """The change of Heat in the engine."""


def steps(said: Iterable[tuple[LogLine, SafeString]]) -> list[Step]:
    """Mostly a step a line, with its sentence. What all drivers do at the same moment is one step."""
    found: list[Step] = []
    for line, sentence in said:
        look = line.look
        if look is None or not line.plays():
            continue
        if look.together and found and found[-1]["look"] == look.name:
            found[-1].pop("seat", None)
            found[-1]["say"] = format_html_join(" ", "{}", ((part,) for part in (found[-1]["say"], sentence)))
            continue
        found.append(_step(line, look, sentence))
    return found


def _step(line: LogLine, look: Look, sentence: SafeString) -> Step:
    step = Step(look=look.name, say=sentence)
    if look.phase:
        step["phase"] = look.phase
    if isinstance(line, CarLine):
        step["seat"] = line.seat
    if path := line.path():
        step["path"] = path
    if line.target_was_full():
        step["full"] = True
    if face := line.flipped_face():
        step["face"] = face
    if heat := line.heat_change():
        step["heat"] = heat
    return step


def steps_html(version: int, said: Iterable[tuple[LogLine, SafeString]]) -> SafeString:
    """The steps of an update as the element that static/js/heat/play.js reads. It takes no room on the page."""
    data = json.dumps(steps(said), ensure_ascii=False, separators=(",", ":"))
    for sign, entity in (("&", "&amp;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;")):
        data = data.replace(sign, entity)  # in single quotes: JSON is full of double ones
    return SafeString(f'<heat-steps id="steps" hidden data-at="{version}" data-steps=\'{data}\'></heat-steps>')
