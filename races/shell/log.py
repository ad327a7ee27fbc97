"""The log: the newest lines first, under the heading of their round; and what is new since the last entry that a page
shows."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from races.games import LogLine
from races.pages import pages_of, sentences_of
from races.race_log import LogEntry
from races.scenes import AnyScene


@dataclass
class Group:
    """A round's lines, newest first. It is `whole` where a page has no heading of it yet."""

    round: int
    heading: str
    whole: bool = False
    lines: list[dict[str, object]] = field(default_factory=list)


def grouped(scene: AnyScene, said: Sequence[tuple[LogLine, SafeString]], last: int) -> list[Group]:
    """Lines (oldest first) by round, the newest round first; `last` is the newest one's number. The heading of a round
    comes with its first line."""
    groups = [_group(scene, last)]
    for line, sentence in reversed(said):
        if (round_begun := line.begins_round()) is not None:
            groups[-1].whole = True
            groups.append(_group(scene, round_begun - 1))
        else:
            groups[-1].lines.append({"seat": line.about(), "html": sentence})
    return [group for group in groups if group.lines]


def _group(scene: AnyScene, number: int) -> Group:
    return Group(number, pages_of(scene).round_name(scene, number) if number else _("Before the start"))


def newest_round(scene: AnyScene, entries: Sequence[LogEntry]) -> int:
    """The round under whose heading the newest of these entries stand. A game may count on when it is over, but no
    round begins then."""
    lines = (line for entry in reversed(entries) for line in reversed(entry.lines))
    begun = (number for line in lines if (number := line.begins_round()) is not None)
    return next(begun, scene.view(None).round)


def whole(scene: AnyScene) -> str:
    """All that a page shows of the log."""
    groups = grouped(scene, sentences_of(scene, scene.log), newest_round(scene, scene.log))
    return render_to_string("races/shell/log.html", {"groups": groups})


def news(scene: AnyScene, version: int) -> str:
    """The lines after the newest entry that a page shows, with their playback. The whole log where the scene lacks
    some."""
    new = [entry for entry in scene.log if entry.seq > version]
    if not new:
        return ""
    if new[0].seq != version + 1:  # the scene keeps the newest entries only, and the next one of this page is gone
        return whole(scene)
    said = sentences_of(scene, new)
    return _added(scene, version, said) + pages_of(scene).playback(scene, said)


def _added(scene: AnyScene, version: int, said: Sequence[tuple[LogLine, SafeString]]) -> str:
    """New lines for a page, under their headings; the whole log where it cannot be told which headings it has."""
    shown = (line for entry in reversed(scene.log) if entry.seq <= version for line in reversed(entry.lines))
    newest = next(shown, None)
    if newest is None:
        return whole(scene)
    groups = grouped(scene, said, newest_round(scene, scene.log))
    if groups and newest.begins_round() is not None:
        groups[-1].whole = True
    return render_to_string("races/shell/news.html", {"groups": groups[::-1]})
