"""Told lines: every event is told or silent on purpose, sums are the engine's, and only what is public is in them."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.heat import Heat, State
from engine.heat import events as e
from engine.heat.events import Event
from engine.heat.moves.pass_ import Pass
from engine.heat.tables import SHIPPED
from races.heat.commentary.line import LogLine
from races.heat.commentary.narrate import narrate
from races.heat.tables import SITE
from tests.engine.heat.races import BY_NAME, Start, starts
from tests.engine.heat.redeal import redealt
from tests.races.heat.commentary.kit import entries, read_lines, written


def test_every_event_is_told_or_silent_on_purpose() -> None:
    assert SITE.narrated.keys() | SITE.silent == SHIPPED.shown
    assert len(SHIPPED.shown) == sum(len(part.narrated) + len(part.silent) for part in SITE.log)


def total(terms: list[Any]) -> int:
    return sum(term if isinstance(term, int) else term[1] for term in terms)


@pytest.mark.parametrize("rules", BY_NAME)
@settings(max_examples=12)
@given(data=st.data())
def test_sums_add_up_to_the_speed_and_lines_are_json(rules: str, data: st.DataObject) -> None:
    start = data.draw(starts(BY_NAME[rules], most_cars=6))
    game = Heat(start.content)
    for told in entries(game, start):
        assert read_lines(msgspec.json.encode(told.lines)) == told.lines
        for line in written(told.lines):
            if "sum" in line:
                assert total(line["sum"]) == line["speed"], line
            if line["kind"] == "corner" and "heat" in line:
                assert line["heat"] == line["speed"] - line["limit"] + line.get("overheat", 0)
            if line["kind"] == "spin":
                assert line["owed"] > line["heat"]
            if line["kind"] == "legend" and "limit" in line and "to" in line:
                driven = line["to"][0] - line["from"][0]
                assert driven == line["limit"] + line["slot"] or {"meant", "before"} & line.keys(), line
            if "changes" in line:
                assert line["printed"] + sum(amount for _, amount in line["changes"]) == line["limit"]


@pytest.mark.parametrize("rules", BY_NAME)
@settings(max_examples=12)
@given(data=st.data())
def test_moves_are_told_from_place_to_place(rules: str, data: st.DataObject) -> None:
    """Of each car one line after the other, without a gap, from the grid to where it stands in the end."""
    start = data.draw(starts(BY_NAME[rules], most_cars=6))
    game = Heat(start.content)
    places: dict[int, list[int]] = {}
    for told in entries(game, start):
        if told.before is None:
            grid = game.evolve(None, told.events[0])  # a Legend ahead may drive before anybody is asked
            places = {seat: [car.at, car.lane] for seat, car in enumerate(grid.cars)}
        for line in written(told.lines):
            if "from" in line:
                assert line["from"] == places[line["seat"]], line
                places[line["seat"]] = next(line[place] for place in ("to", "back", "from") if place in line)
        assert places == {seat: [car.at, car.lane] for seat, car in enumerate(told.state.cars)}


def with_other_secrets(event: Event) -> Event:
    """The same event as every viewer sees it, with other values in what is secret."""
    match event:
        case e.Chosen():
            return replace(event, choice=Pass())
        case e.Drew():
            return replace(event, cards=tuple("1" if card != "1" else "2" for card in event.cards))
        case e.Reshuffled():
            return replace(event, pile=event.pile[::-1], n=event.n + 3)
        case e.Dealt():
            return replace(event, pile=event.pile[::-1], n=event.n + 3)
        case e.StoodIn() | e.WeatherDrawn() | e.RoadsLaid():
            return replace(event, n=event.n + 3)
        case e.SponsorsDrawn():
            return replace(event, cards=event.cards[::-1])
    return event


def lines_or_none(game: Heat, before: State | None, events: tuple[Event, ...]) -> tuple[LogLine, ...] | None:
    """The lines; none where these events cannot have happened on this state, because a card is not there."""
    try:
        return narrate(game, before, events)
    except ValueError:
        return None


@settings(max_examples=15)
@given(starts(most_cars=5))
def test_lines_stay_when_the_unknown_is_redrawn(start: Start) -> None:
    dice = Random(start.dice)
    game = Heat(start.content)
    compared = 0
    for told in entries(game, start, 100):
        others = tuple(with_other_secrets(event) for event in told.events)
        before = told.before and redealt(game, told.before, None, dice)
        for state, events in ((before, told.events), (told.before, others)):
            lines = lines_or_none(game, state, events)
            if lines is not None:
                compared += 1
                assert lines == told.lines
    assert compared


@settings(max_examples=6)
@given(starts(BY_NAME["standard"], most_cars=6))
def test_what_is_told_stays_small(start: Start) -> None:
    game = Heat(start.content)
    sizes = [len(msgspec.json.encode(told.lines)) for told in entries(game, start)]
    assert sum(sizes) / len(sizes) < 700
