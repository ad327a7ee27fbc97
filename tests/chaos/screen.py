"""What a race page has before its driver, made of the frames that its socket was sent, without a browser: elements by
their ids, and the lines of the log. Two screens are equal if all elements that can be reached from the roots of one are
the same in the other."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
PASSING = re.compile(r' (?:data-(?:due|left|over|now|ends|until|auto|at|rest|for)|style|value)="[^"]*"')
"""What differs with the moment at which it was rendered."""
MOMENT = frozenset({"ack", "log-lines", "revision", "broadcast", "signals"})
"""Elements that tell what has just happened, or are compared in their own way."""


@dataclass
class Element:
    """One that is open while it is read: its own text, with the elements inside that have ids left out."""

    tag: str
    name: str
    text: list[str] = field(default_factory=list)


class Reader(HTMLParser):
    """Reads a frame into elements by id, the roots among them, and lines of the log."""

    def __init__(self, frame: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: dict[str, str] = {}
        self.roots: list[str] = []
        self.added: list[list[str]] = [[]]
        """Lines of the log, by the element that brings them: each comes above those before it."""
        self.whole_log = False
        self._open: list[Element] = []
        self._tags: list[str] = []
        self._line: list[str] | None = None
        self.feed(frame)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name = found.get("id") or ""
        text = self.get_starttag_text() or ""
        if tag == "li" and (any(one.name == "log-lines" for one in self._open) or self._adds()):
            self._line = []
        if not self._tags and (found.get("hx-swap-oob") or "").startswith("afterbegin"):
            name = "+"
            self.added.append([])
        elif name and not self._tags:
            self.roots.append(name)
        if name == "log-lines":
            self.whole_log = True
        if name:
            if self._open:
                self._open[-1].text.append(f"<#{name}>")
            self._open.append(Element(tag, name))
        if self._open:
            self._open[-1].text.append(text)
        if tag not in VOID and not text.endswith("/>"):
            self._tags.append(tag if not name else f"{tag}#{name}")
        elif name:
            self._close()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        while self._tags:
            top = self._tags.pop()
            if "#" in top:
                self._close()
            if top.partition("#")[0] == tag:
                break
        if tag == "li" and self._line is not None:
            self.added[-1].append("".join(self._line))
            self._line = None

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1].text.append(" ".join(data.split()))
        if self._line is not None:
            self._line.append(" ".join(data.split()))

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    @property
    def lines(self) -> list[str]:
        """Those of the log, as they stand in the page."""
        return [line for lines in reversed(self.added) for line in lines]

    def _adds(self) -> bool:
        return bool(self._open) and self._open[0].name == "+"

    def _close(self) -> None:
        element = self._open.pop()
        if element.name != "+":
            self.found[element.name] = PASSING.sub("", "".join(element.text))


def apart(shown: str, true: str) -> str:
    """Where two texts begin to differ."""
    at = next((at for at, (one, other) in enumerate(zip(shown, true, strict=False)) if one != other), 0)
    return f"…{shown[max(0, at - 40) : at + 120]}… for …{true[max(0, at - 40) : at + 120]}…"


class Screen:
    """What one page shows."""

    def __init__(self) -> None:
        self.elements: dict[str, str] = {}
        self.roots: dict[str, None] = {}
        self.lines: list[str] = []

    def show(self, frame: str) -> None:
        read = Reader(frame)
        self.elements.update(read.found)
        self.roots |= dict.fromkeys(read.roots)
        self.lines = read.lines if read.whole_log else [*read.lines, *self.lines]

    def differs(self, truth: "Screen") -> list[str]:
        """Where the elements are others than those of a page that has just been loaded."""
        wrong = [
            f"{name}: {apart(self.elements.get(name, ''), truth.elements[name])}"
            for name in sorted(truth._reached())
            if truth.elements[name] != self.elements.get(name)
        ]
        count = min(len(self.lines), len(truth.lines))
        told = [line for line in zip(self.lines[:count], truth.lines[:count], strict=True) if line[0] != line[1]]
        return [*wrong, f"log: {told[0][0]} for {told[0][1]}, and {len(told) - 1} more"] if told else wrong

    def _reached(self) -> set[str]:
        reached: set[str] = set()
        ahead = [name for name in self.roots if name not in MOMENT]
        while ahead:
            name = ahead.pop()
            if name in reached or name in MOMENT or name not in self.elements:
                continue
            reached.add(name)
            ahead += re.findall(r"<#([^>]+)>", self.elements[name])
        return reached
