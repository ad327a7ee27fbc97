"""A lever of React: it says what it gives, what it costs, and why it is there or why it cannot be used."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.heat.choices import Choice
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.odds import odds
from races.heat.cockpit.outlook import Flips, Landing, Outlook, numbers


@dataclass(frozen=True)
class Opened:
    """A symbol that becomes usable: its icon, its number, and both in words."""

    icon: str
    number: str
    words: str


@dataclass
class Lever:
    """A control of React. `do` is what its button says; with `amounts` there is a button for each."""

    icon: str
    """The name of its icon, mostly that of the symbol: see `races.heat.parts.symbols.icon`."""
    name: str
    gives: str
    """What it does for the driver, in a sentence."""
    do: str = ""
    """The choice as the form sends it: the tag, then its fields, with colons between; empty if it cannot be used."""
    css_class: str = ""
    """Its colours, a class of static/css/heat/levers.css: `cool`, `boost`, `adr` or `slip`; plain if empty."""
    given_by: str = ""
    """The card, the gear or the rule that gives it."""
    cost: str = ""
    """The Heat that the choice itself costs, in words; `show_outlook` fills it in."""
    free: bool = True
    """Whether the choice costs nothing of itself. The lever says “free”, unless it leads to danger (`risk`)."""
    risk: str = ""
    """The danger at the corners that the choice leads to; `show_outlook` fills it in."""
    saves: str = ""
    """That it prevents a spin-out that is certain without it; `ways_out` fills it in."""
    refused: str = ""
    """Why it cannot be used now; `refuse` fills it in."""
    amounts: list[tuple[int, str]] = field(default_factory=list)
    """Each amount with its choice, as `do`. Cost, danger and warning are those of the one choice that was explained."""
    must: bool = False
    """Whether the turn cannot go on without it."""
    opens: list[Opened] = field(default_factory=list)
    """What can be used once it is done."""
    shows: list[str] = field(default_factory=list)
    """Cards that it is about, to be looked at: those that it takes or plays; `back` for one that nobody knows."""
    cards: list[str] = field(default_factory=list)
    """Cards to choose from, for a lever that takes some, and how many it takes."""
    most: int = 0
    warning: tuple[str, ...] = ()
    """What the driver is asked to be sure of, with the figures behind it; `show_outlook` fills it in."""
    landings: list[Landing] = field(default_factory=list)
    odds: list[str] = field(default_factory=list)
    """The same in words, a sentence for each landing."""
    flips: list[Flips] = field(default_factory=list)
    """What a flip may come to, where that differs."""

    @property
    def numbers(self) -> str:
        return numbers(self.landings)

    def is_usable(self) -> bool:
        return bool(self.do or self.amounts) and not self.refused

    # What most levers do

    def show_outlook(self, cockpit: Cockpit, choice: Choice) -> Outlook | None:
        """Show what would come of a choice: its cost, its danger, where it leads."""
        explanation = cockpit.explain(choice)
        self.free = not explanation.heat
        if explanation.heat:
            self.cost = labels.heat(sum(term.amount for term in explanation.heat))
        if not explanation.outcomes:
            return None
        outlook = cockpit.outlook_from(explanation)
        self.flips = outlook.flips
        self.risk = "" if self.flips else outlook.risk_at_corners()
        if any(landing[0] != cockpit.car.at for landing in outlook.landings):
            self.landings = outlook.landings
            self.odds = odds(outlook)
        self.warning = outlook.warning()
        return outlook

    def show_move(self, outlook: Outlook) -> None:
        """Show what would come of a choice that moves the car and costs nothing of itself."""
        self.risk = outlook.risk_at_corners()
        self.landings = outlook.landings
        self.odds = odds(outlook)
        self.warning = outlook.warning()

    def refuse(self, cockpit: Cockpit, choice: Choice) -> "Lever":
        """Show why a choice is not offered."""
        self.refused = self.gives = cockpit.why_not(choice)
        return self

    def take(self, do: str, amounts: list[int], name: str) -> None:
        """One amount makes the lever a button of its own that bears this name, several make a button each."""
        if len(amounts) == 1:
            self.do = f"{do}:{amounts[0]}"
            self.name = name
        else:
            self.amounts = [(amount, f"{do}:{amount}") for amount in amounts]


Levers: TypeAlias = Callable[[Cockpit], Iterator[Lever]]


def sources(cockpit: Cockpit, kind: str) -> str:
    """What gives the open items of a kind: "1st gear 3 + adrenaline 1"."""
    return " + ".join(
        f"{labels.source(item.source, cockpit.car.gear, cockpit.game.cards)} {item.amount}"
        for item in cockpit.car.items
        if item.kind == kind
    )
