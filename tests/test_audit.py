"""`make audit`: what the list of vulnerabilities says is told, and so is that it said nothing."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

spec = spec_from_file_location("audit", Path(__file__).parents[1] / "scripts" / "audit.py")
assert spec
assert spec.loader
audit: Any = module_from_spec(spec)
spec.loader.exec_module(audit)

FINE: dict[str, Any] = {"name": "django", "version": "5.2", "vulns": []}
FAULTY: dict[str, Any] = {"name": "old", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["1.1", "2"]}]}
UNKNOWN: dict[str, Any] = {"name": "ours", "version": "3", "skip_reason": "Dependency not found"}


def told(*dependencies: dict[str, Any]) -> tuple[str, int]:
    text, code = audit.tell(audit.read(json.dumps({"dependencies": dependencies, "fixes": []})))
    return text, code


def test_a_known_vulnerability_is_named_and_fails() -> None:
    text, code = told(FINE, FAULTY)
    assert "old 1: CVE-1, mended in 1.1, 2" in text
    assert "2 requirements checked, 1 known" in text
    assert code == 1


def test_what_was_not_looked_up_is_told() -> None:
    text, code = told(FINE, UNKNOWN)
    assert "1 requirements checked, 0 known" in text
    assert "not checked: ours 3" in text
    assert code == 0


@pytest.mark.parametrize("answer", ["", "Traceback", json.dumps({"dependencies": [UNKNOWN]})])
def test_where_no_list_can_be_reached_nothing_was_checked(answer: str) -> None:
    text, _ = audit.tell(audit.read(answer))
    assert "nothing was checked" in text
