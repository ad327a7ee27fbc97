"""What a screen of the cockpit shows: a sentence, what can be chosen, and the buttons that send it."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise


@dataclass(frozen=True, kw_only=True)
class Button:
    """A button that answers. `do` is what it chooses, as `forms.py` reads it."""

    do: str
    label: str
    icon: str = ""
    css_class: str = "dark-quiet"
    warning: tuple[str, ...] = ()
    """What is asked before it is pressed, and the figures; empty for most."""
    always: bool = False
    """Whether that is asked even of drivers who do not want to be asked again."""
    in_menu: bool = False
    """Whether the page's menu has it, and the cockpit only where there are no scripts."""


@dataclass(frozen=True, kw_only=True)
class CockpitScreen:
    """One screen. Its template finds the fields by their names."""

    template: ClassVar[str]
    css_class: ClassVar[str]
    """The class of the style sheet."""

    sentence: str | Promise
    """What is asked."""
    state: str | Promise
    """More about it, in small letters."""
    go: Button | None = None
    """The main button."""
    buttons: tuple[Button, ...] = ()
    """Others beside it."""
    reserved: int = 0
    """The Heat that is at risk, for the dial of the engine."""
    reach: int = 0
    """How many spaces ahead the farthest place is to which an answer may lead: the camera over the board shows it."""
    crossed: tuple[int, ...] = ()
    """The lines of the corners that this turn has crossed, whose bills are to come: their signs are shown too."""

    def context(self) -> dict[str, object]:
        return {"kind": self.kind(), **vars(self)}

    def kind(self) -> str:
        return self.css_class
