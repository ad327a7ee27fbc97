"""Forms as a browser without scripts reads them: what they hold, and what is sent when a button is pressed."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any


@dataclass
class Control:
    """A checkbox, a radio, a hidden field or a button."""

    kind: str
    name: str
    value: str
    checked: bool = False
    usable: bool = True
    within: str = ""
    """The most that may be ticked of the group that it stands in; empty without one."""


@dataclass
class Form:
    id: str = ""
    action: str = ""
    live: bool = False
    controls: list[Control] = field(default_factory=list)

    def buttons(self, *, named: str = "do") -> list[Control]:
        return [one for one in self.controls if one.kind == "submit" and one.usable and one.name == named]

    def of(self, kind: str, name: str) -> list[Control]:
        return [one for one in self.controls if one.kind == kind and one.name == name]

    def send(self, button: Control) -> dict[str, list[str]]:
        """The fields, each with all its values."""
        sent: dict[str, list[str]] = {}
        for one in self.controls:
            if one is button or (one.usable and one.kind != "submit" and (one.kind == "hidden" or one.checked)):
                sent.setdefault(one.name, []).append(one.value)
        return sent

    def socket(self, button: Control) -> dict[str, Any]:
        """The same as the socket's extension sends it: a field with one value is no list."""
        return {name: one[0] if len(one) == 1 else one for name, one in self.send(button).items()} | {"HEADERS": {}}


class Page(HTMLParser):
    """All forms of a page, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.attributes: list[dict[str, str]] = []
        self.text = ""
        self._open: Form | None = None
        self._most = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.attributes.append(told)
        if "data-most" in told:
            self._most = told["data-most"]
        if tag == "form":
            assert self._open is None, "forms do not nest"
            self._open = Form(told.get("id", ""), told.get("action", ""), "ws-send" in told)
            self.forms.append(self._open)
        elif tag in ("input", "button") and "name" in told and self._open is not None:
            kind = told.get("type", "submit" if tag == "button" else "text")
            usable = "disabled" not in told and told.get("aria-disabled") != "true"
            self._open.controls.append(
                Control(kind, told["name"], told.get("value", "on"), "checked" in told, usable, self._most)
            )

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    def handle_data(self, data: str) -> None:
        self.text += data

    def form(self, name: str) -> Form:
        return next(form for form in self.forms if form.id == name)


def fill_at_random(page: Page, form: Form, dice: Random) -> Control:
    """Tick and press something, within what the page says: as many cards as it asks for, else as many as it likes."""
    count = next((told["data-count"] for told in page.attributes if "data-count" in told), None)
    ticks = [one for one in form.of("checkbox", "cards") if one.usable]
    most = min([len(ticks), *(int(one.within) for one in ticks if one.within)])
    for one in dice.sample(ticks, int(count) if count else dice.randint(0, most)):
        one.checked = True
    for name in {one.name for one in form.controls if one.kind == "radio"}:
        radios = [one for one in form.of("radio", name) if one.usable]
        for one in form.of("radio", name):
            one.checked = False
        dice.choice(radios).checked = True
    return dice.choice(form.buttons())
