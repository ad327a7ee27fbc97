"""What a page plays back of an update: told lines in which something is to be seen, as small steps in their order."""

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from races.heat.commentary.line import Line
from races.heat.commentary.sentences import sentence

if TYPE_CHECKING:
    from races.scenes import Scene

LOOKS: Mapping[str, tuple[str, int]] = {
    "shift": ("shift", 1),
    "drive": ("drive", 3),
    "turned": ("flip", 3),
    "legend": ("drive", 3),
    "cluttered": ("halt", 3),
    "adrenaline_given": ("note", 4),
    "boost": ("boost", 5),
    "adrenaline": ("drive", 5),
    "accelerate": ("drive", 5),
    "direct_play": ("drive", 5),
    "draft": ("slipstream", 5),
    "again": ("again", 5),
    "cool": ("cool", 5),
    "super_cool": ("cool", 5),
    "pay": ("pay", 5),
    "slipstream": ("slipstream", 6),
    "corner": ("pay", 7),
    "spin": ("spin", 7),
    "stood_in": ("note", 0),
    "retired": ("note", 0),
    "home": ("note", 0),
    "finished": ("note", 0),
}
"""How a kind of line looks when it is played, and the number of the phase in which it happens, 0 where that is any.
What is missing here is only read in the log."""

TOGETHER = frozenset({"shift"})
"""What all drivers do at the same moment is one step."""


def steps(scene: "Scene", lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Mostly a step a line: its `look`, the caption `say`, the seat, its `phase`, its `path` of [at, lane], the
    change of Heat, the `face` of a card that is flipped."""
    found: list[dict[str, Any]] = []
    for line in lines:
        if line["kind"] not in LOOKS or (line["kind"] == "corner" and "heat" not in line):
            continue
        look, phase = LOOKS[line["kind"]]
        said = sentence(line, scene.seats, scene.game)
        if look in TOGETHER and found and found[-1]["look"] == look:
            found[-1].pop("seat", None)
            found[-1]["say"] = format_html_join(" ", "{}", ((part,) for part in (found[-1]["say"], said)))
            continue
        found.append(_step(line, look, phase, said))
    return found


def _step(line: Line, look: str, phase: int, said: SafeString) -> dict[str, Any]:
    step: dict[str, Any] = {"look": look, "say": said}
    if phase:
        step["phase"] = phase
    if "seat" in line:
        step["seat"] = line["seat"]
    if "to" in line:
        step["path"] = [line[place] for place in ("from", "back", "to") if place in line]
        if line.get("meant", line["to"][0]) < line["to"][0]:
            step["full"] = True
    if "face" in line:
        step["face"] = line["face"]
    if line.get("heat"):
        step["heat"] = line["heat"] if look == "cool" else -line["heat"]
    return step


def steps_html(scene: "Scene", lines: Iterable[Line]) -> SafeString:
    """The steps of an update as the element that static/js/play.js reads. It takes no room on the page."""
    data = json.dumps(steps(scene, lines), ensure_ascii=False, separators=(",", ":"))
    for sign, entity in (("&", "&amp;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;")):
        data = data.replace(sign, entity)  # in single quotes: JSON is full of double ones
    return SafeString(f'<heat-steps id="steps" hidden data-at="{scene.version}" data-steps=\'{data}\'></heat-steps>')
