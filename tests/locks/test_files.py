"""Records from files that claim what no column of PostgreSQL holds: they are refused, and no page fails."""

import copy
import json
from collections.abc import Callable
from typing import Any

from tests.locks.conftest import Site
from tests.locks.records import driven
from tests.waiting import wait_until

LONG = "0.0.1" + "1" * 28


def crafted(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Files that an older version is said to have written, so that no command is decided again."""
    content, setup = record["content"], record["setup"]
    older = {**record, "engine": "0.0.1"}
    command = copy.deepcopy(record["entries"])
    command[1]["command"]["seat"] = 40_000
    names = ("x" * 33, "a\x00b")
    return [
        *({**older, "content": {**content, "rules": {**rules_of(record), "name": name}}} for name in names),
        {**record, "engine": LONG},
        {**record, "engine": "0." * 20 + "1"},
        {**older, "seed": "ab" * 80},
        {**older, "setup": {**setup, "laps": 40_000}},
        {**older, "entries": command},
    ]


def rules_of(record: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = record["content"]["rules"]
    return found


def test_l2_what_no_column_holds_is_refused_and_not_a_fault(start_site: Callable[..., Site]) -> None:
    """At the end the site asserts that its log holds no trace."""
    site = start_site(postgres=True)
    before = int(site.run("from races.models import Race; print(Race.objects.count())"))
    record = driven()
    assert rules_of(record)["name"] == "standard"
    for bad in crafted(record):
        mallory = site.visitor()
        sent = mallory.upload("/records/", {"record": json.dumps(bad).encode()})
        assert sent.status in {302, 422}, sent.text
        wait_until(lambda: "id=progress" not in page(mallory, sent.location), "the file was read")  # noqa: B023
    assert int(site.run("from races.models import Race; print(Race.objects.count())")) == before


def page(visitor: Any, path: str) -> str:
    """The page to which the visitor was sent, however it is quoted."""
    answer = visitor.get(path)
    assert answer.status < 500, answer.text
    return str(answer.text.replace('"', ""))
