"""Records from files: however crafted, they cost those who race nothing, and nobody waits for ever behind them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.heat import Entrant
from engine.kernel.bounds import RECORD_BYTES
from races import openings, reviews
from tests.locks.conftest import Site
from tests.locks.records import driven, ended_after
from tests.players.by_form import Visitor
from tests.waiting import wait_until

Start = Callable[..., Site]

LITTLE = 1.0
"""Seconds of processor time of the process that serves races. It took 89 for one of these files."""


def opened(visitor: Visitor, record: dict[str, Any]) -> str:
    """Send a file and wait until it was read; the code of its race, or what the page says is wrong with it."""
    sent = visitor.upload("/records/", {"record": json.dumps(record).encode()})
    assert (sent.status, sent.location[:9]) == (302, "/records/"), sent.text
    wait_until(lambda: "id=progress" not in visitor.get(sent.location).text.replace('"', ""), "the file was read")
    answer = visitor.get(sent.location)
    return answer.code if answer.status == 302 else answer.text


def cpu(site: Site) -> float:
    """Seconds of processor time of the server process alone."""
    fields = Path(f"/proc/{site.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def test_h1_no_file_becomes_a_race_that_is_too_large_to_go_on(start_site: Start) -> None:
    """Any number of upgrades for each car: it plays again, and would be driven on with a state of megabytes."""
    site = start_site()
    mallory = site.visitor()
    heavy = driven(tuple(Entrant(upgrades=("up01",) * 8000) for _ in range(3)))
    assert len(json.dumps(heavy)) < 2_500_000
    assert "record" in opened(mallory, heavy)
    assert site.run("from races.models import Race; print(Race.objects.count())").strip() == "0"
    code = opened(mallory, driven())
    assert mallory.post(f"/again/{code}/from/3/", {"seat": "0"}).status == 302, "an honest one may be driven on"
    assert site.run("from races.models import Race; print(max(map(len, Race.objects.values_list('state', flat=True))))")


def test_m3_a_file_that_takes_long_takes_it_elsewhere_and_counts(start_site: Start) -> None:
    site = start_site(public=True, HEATSITE_OPENINGS="3")
    mallory, eve = site.visitor("203.0.113.7"), site.visitor("203.0.113.7")
    mallory.get("/")
    record = driven()
    token = {"id": "t", "kind": "corner", "copies": 1}
    crafted = {**record["content"], "modules": {**record["content"].get("modules", {}), "roads": []}}
    crafted["modules"]["roads"] = [{**token, "id": f"t{number}"} for number in range(40_000)]
    old = {**record, "engine": "0.0.1", "entries": record["entries"] + record["entries"][-1:] * 4_000}
    before = cpu(site)
    for bad in ({**record, "content": crafted}, old):
        assert len(json.dumps(bad)) < RECORD_BYTES.most
        assert "record" in opened(mallory, bad)
    assert cpu(site) - before < LITTLE + 2  # and the pages at which it waited
    opened(mallory, {"what": "ever"})
    answer = eve.upload("/records/", {"record": b"{}"})
    assert not answer.location.startswith("/records/"), "three files came from this address, and none was a record"
    assert "network" in eve.get(answer.location).text


def test_m6_the_pit_wall_has_turns_for_everybody(start_site: Start) -> None:
    site = start_site(public=True)
    first, second = site.visitor("203.0.113.7"), site.visitor("203.0.113.8")
    long, short = opened(first, ended_after(16)), opened(second, ended_after(5))
    for visitor, code in ((first, long), (second, short)):
        assert visitor.post(f"/races/{code}/review/", {"seat": "0"}).status == 302
    wait_until(lambda: not progress(second, short), "the short review is whole")
    found = re.search(r"(\d+) of (\d+) decisions", progress(first, long))
    assert found, "the long one is not whole when the short one is"
    assert int(found[1]) < int(found[2])


def progress(visitor: Visitor, code: str) -> str:
    page = visitor.get(f"/races/{code}/review/?seat=0").text
    assert "cut off" not in page
    return page if "<progress" in page else ""


def test_m6_a_race_without_end_is_not_looked_back_at(start_site: Start) -> None:
    site = start_site()
    mallory = site.visitor()
    record = driven(laps=9)
    assert len(record["entries"]) > reviews.MOST_DECISIONS_OF_FILE
    code = opened(mallory, record)
    mallory.post(f"/races/{code}/review/", {"seat": "0"})
    wait_until(lambda: "too long to look back at" in mallory.get(f"/races/{code}/review/?seat=0").text, "it is refused")
    assert openings.MOST_WAITING_OF_ONE < openings.MOST_WAITING_OF_ADDRESS < openings.MOST_WAITING
