"""What a page plays back of an update: log lines in which something is to be seen, as steps in their order.

A step has the name of its beat. Steps of one beat that follow each other are played at the same time, one after the
other only for the same car: all gears at once, then pack by pack of cars as they follow each other in turn order. A
beat keeps its name from update to update, so that what comes while others are still waiting joins them.
"""

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import NotRequired

from django.utils.safestring import SafeString

from engine.heat.rules import Ruleset
from races.heat.commentary.line import CarLine, Counted, LogLine, Look, Place, Shown
from races.heat.commentary.reader import Reader

PACKS = 3
"""Into so many packs at most the field is divided: all of them drive within the time that a page may take."""
PHASES_BY_PACK = (3, 7)
"""Reveal and Corners, which every car goes through; of what else cars do one by one, one picture shows all."""
WITH = {4: 5}
"""Phases that are shown together with another: who has adrenaline, while the first react."""


class Step(Shown):
    """A step as play.js reads it."""

    look: str
    beat: str
    ms: int
    """How long it takes at normal speed."""
    say: SafeString
    phase: NotRequired[int]
    seat: NotRequired[int]
    path: NotRequired[tuple[Place, ...]]
    drive: NotRequired[tuple[int, int]]
    """When on its way the car sets off, and how long it drives."""
    full: NotRequired[bool]
    """Whether the space that the move was to end on was full: the car is pushed on, or stops short."""


ALWAYS = frozenset({"line", "limit", "speed"})
"""Figures that are shown where they are nothing, too."""


def steps(reader: Reader, said: Iterable[tuple[LogLine, SafeString]]) -> list[Step]:
    """A step for each line with something to see, and its sentence."""
    return [
        _step(reader, line, line.look, sentence) for line, sentence in said if line.look is not None and line.plays()
    ]


def _step(reader: Reader, line: LogLine, look: Look, sentence: SafeString) -> Step:
    step = Step(look=look.name, beat=beat(reader, line, look), ms=0, say=sentence)
    shown = line.shows(reader)
    step.update({name: shown[name] for name in shown if shown[name] or name in ALWAYS})  # type: ignore[literal-required, typeddict-item]
    if look.phase:
        step["phase"] = look.phase
    if isinstance(line, CarLine):
        step["seat"] = line.seat
    if path := line.path():
        step["path"] = path
    if line.target_was_full():
        step["full"] = True
    step["ms"] = duration(step)
    if path:
        step["drive"] = driving(step)
    return step


# Beats


def beat(reader: Reader, line: LogLine, look: Look) -> str:
    """What is played at the same time has the same name."""
    pack = line.turn // -(-len(reader.seats) // PACKS)
    if _by_driver(reader.game.content.rules) and (look.phase > 1 or look.name == "note"):
        return f"pack {pack}"
    if look.phase in PHASES_BY_PACK:
        return f"{look.phase}.{pack}"
    return str(WITH.get(look.phase, look.phase))


def _by_driver(rules: Ruleset) -> bool:
    """Whether each car in turn drives all of its turn: then a beat is turns of cars that follow each other."""
    return any({"reveal", "corners"} <= set(stage.phases) for stage in rules.schedule)


# Times in milliseconds, at normal speed

TURN_OVER, NEXT_CARD, NEXT_FLIP, NEXT_HEAT, NEXT_STRESS = 260, 70, 150, 90, 120
A_SPACE, SHORTEST_DRIVE, LONGEST_DRIVE = 45, 300, 750
TAIL = 160
"""The result is read before the next thing happens."""
BEFORE_DRIVE = {"boost": 140, "slipstream": 200, "again": 300}
PLAIN = {
    "shift": 800,
    "flip": 300,
    "cool": 360,
    "pay": 620,
    "spin": 1150,
    "halt": 500,
    "note": 700,
    "home": 900,
    "press": 460,
    "weather": 1800,
    "roads": 1400,
}
FINISH = 2000


def duration(step: Step) -> int:
    """How long a step takes: cards turn over, the sum counts up, the car drives, Heat comes and goes."""
    if step["look"] == "finish":
        return FINISH
    heat = NEXT_HEAT * abs(step.get("heat", 0))
    stress = NEXT_STRESS * step.get("stress", 0)
    return cards(step) + motion(step) + PLAIN.get(step["look"], TAIL) + heat + stress


def cards(step: Step) -> int:
    """Until all cards lie face up."""
    played: Counted = step.get("cards", ())
    flips: Counted = step.get("flips", ())
    if not played and not flips:
        return 0
    return TURN_OVER + NEXT_CARD * max(0, len(played) - 1) + NEXT_FLIP * len(flips)


SKID = (220, 850)


def driving(step: Step) -> tuple[int, int]:
    """When on its way the car sets off, and how long it drives."""
    if step["look"] == "spin":
        return SKID
    before = cards(step) + BEFORE_DRIVE.get(step["look"], 0)
    return before, cards(step) + motion(step) - before


def motion(step: Step) -> int:
    """What the car takes for its way, with what is to be seen before."""
    path = step.get("path", ())
    if not path or step["look"] == "spin":
        return 0
    spaces = sum(abs(to[0] - start[0]) for start, to in pairwise(path))
    return BEFORE_DRIVE.get(step["look"], 0) + min(LONGEST_DRIVE, max(SHORTEST_DRIVE, A_SPACE * spaces))


STEPS = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def steps_html(version: int, reader: Reader, said: Iterable[tuple[LogLine, SafeString]]) -> SafeString:
    """The steps of an update as the element that static/js/heat/play.js reads. It takes no room on the page."""
    data = STEPS.encode(steps(reader, said))
    for sign, entity in (("&", "&amp;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;")):
        data = data.replace(sign, entity)  # in single quotes: JSON is full of double ones
    return SafeString(f'<heat-steps id="steps" hidden data-at="{version}" data-steps=\'{data}\'></heat-steps>')
