"""Rule sets: what differs between one way to play and another, as data. Nothing asks for a rule set by its name."""

from typing import Literal

from msgspec import Struct

from engine.kernel.bounds import Few, Label, Number

PhaseName = Literal[
    "",
    "draft",
    "snake_draft",
    "random_draft",
    "give_up",
    "swap",
    "gears",
    "cards",
    "reveal",
    "adrenaline",
    "react",
    "slipstream",
    "corners",
    "discard",
    "replenish",
]
"""The phases of the drafts before a race, and the nine of a round; empty while no driver is asked."""


class Stage(Struct, frozen=True):
    """Neighbouring phases. Together: all cars at once, in secret. Otherwise each car in turn does all of them."""

    phases: Few[PhaseName]
    together: bool = False


class Scoring(Struct, frozen=True):
    """Championship points: so many for each car that is not ahead (itself included), or a table by place."""

    per_car: Number = 0
    table: Few[Number] = ()


class Ruleset(Struct, frozen=True, kw_only=True):
    """One field for each rule on which the ways to play differ; docs/RULES.md spells the rows out."""

    name: Label
    schedule: Few[Stage]
    boost_gears: Few[Number]
    blocked_space: Literal["ahead", "back"]
    slipstream_reach: Number
    retire: Literal["any_round", "once_a_car_is_home"]
    race_end: Literal["final_round", "all_home"]
    points: Scoring
    next_grid: Literal["reverse_standings", "standings"]
    legend_rows: Literal["level", "helmet"]
    weather_time: Literal["after_draft", "before_draft_in_single_race"]
    weather_scope: Literal["everywhere", "weather_tokens"]
    press: Literal["every_corner", "event_list"]
    championship_draft: Literal["full_each_race", "one_kept_each_race"]
    events: Literal["optional", "on_unless_off"]


BY_PHASE = (
    Stage(("gears",), together=True),
    Stage(("cards",), together=True),
    Stage(("reveal",)),
    Stage(("adrenaline",)),
    Stage(("react",)),
    Stage(("slipstream",)),
    Stage(("corners",)),
    Stage(("discard",), together=True),
    Stage(("replenish",), together=True),
)
"""Every driver finishes a phase before anyone starts the next."""

BY_DRIVER = (
    Stage(("gears",), together=True),
    Stage(("cards",), together=True),
    Stage(("reveal", "adrenaline", "react", "slipstream", "corners", "discard", "replenish")),
)
"""All plan together; then each car, leader first, drives its whole turn."""

_PICKS = Stage(("draft",))
_SNAKE = Stage(("snake_draft",))

DRAFTS: dict[str, tuple[Stage, ...]] = {
    "": (),
    "rounds": (_PICKS, _PICKS, _PICKS),
    "snake": (_SNAKE, _SNAKE, Stage(("give_up",), together=True)),
    "random": (Stage(("random_draft",), together=True),),
    "one": (_PICKS, Stage(("swap",))),
}
"""The stages of each way to draft, before round 1."""

STANDARD = Ruleset(
    name="standard",
    schedule=BY_PHASE,
    boost_gears=(4,),
    blocked_space="ahead",
    slipstream_reach=2,
    retire="any_round",
    race_end="final_round",
    points=Scoring(per_car=2),
    next_grid="reverse_standings",
    legend_rows="level",
    weather_time="after_draft",
    weather_scope="everywhere",
    press="every_corner",
    championship_draft="full_each_race",
    events="optional",
)

RULEBOOK = Ruleset(
    name="rulebook",
    schedule=BY_DRIVER,
    boost_gears=(1, 2, 3, 4),
    blocked_space="back",
    slipstream_reach=1,
    retire="once_a_car_is_home",
    race_end="all_home",
    points=Scoring(table=(9, 6, 4, 3, 2, 1)),
    next_grid="standings",
    legend_rows="helmet",
    weather_time="before_draft_in_single_race",
    weather_scope="weather_tokens",
    press="event_list",
    championship_draft="one_kept_each_race",
    events="on_unless_off",
)

RULESETS = {rules.name: rules for rules in (STANDARD, RULEBOOK)}
"""The rule sets that ship with the engine, by name, for programs that let a person choose one."""
