"""The log: the newest lines first, under the heading of their round; and what is new since the last entry that a page
shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.template.loader import render_to_string

from races.pages import pages_of
from races.race_log import LogEntry
from races.scenes import AnyScene


@dataclass
class Group:
    """A round's lines, newest first. It is `whole` where the round began among them."""

    round: int
    whole: bool = False
    lines: list[dict[str, object]] = field(default_factory=list)


def grouped(scene: AnyScene, entries: Iterable[LogEntry], last: int) -> list[Group]:
    """The lines of entries (oldest first) by round, the newest round first; `last` is the newest one's number."""
    pages = pages_of(scene)
    groups = [Group(last)]
    for line in reversed([line for entry in entries for line in entry.lines]):
        if (round_begun := line.begins_round()) is not None:
            groups[-1].whole = True
            groups.append(Group(round_begun - 1))
        else:
            groups[-1].lines.append({"seat": line.about(), "html": pages.sentence(line, scene)})
    if not groups[-1].lines and len(groups) > 1:
        groups.pop()
    return groups


def newest_round(scene: AnyScene, entries: Sequence[LogEntry]) -> int:
    """The round under whose heading the newest of these entries stand. A game may count on when it is over, but no
    round begins then."""
    lines = (line for entry in reversed(entries) for line in reversed(entry.lines))
    begun = (number for line in lines if (number := line.begins_round()) is not None)
    return next(begun, scene.view(None).round)


def whole(scene: AnyScene) -> str:
    """All that a page shows of the log."""
    groups = grouped(scene, scene.log, newest_round(scene, scene.log))
    return render_to_string("races/shell/log.html", {"groups": groups})


def news(scene: AnyScene, version: int) -> str:
    """The lines after the newest entry that a page shows, with their playback. The whole log where the scene lacks
    some."""
    new = [entry for entry in scene.log if entry.seq > version]
    if not new:
        return ""
    if new[0].seq != version + 1:  # the scene keeps the newest entries only, and the next one of this page is gone
        return whole(scene)
    groups = reversed(grouped(scene, new, newest_round(scene, scene.log)))
    html = render_to_string("races/shell/news.html", {"groups": [one for one in groups if one.lines or one.whole]})
    return html + pages_of(scene).playback(scene, [line for entry in new for line in entry.lines])
