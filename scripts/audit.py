"""Look the locked requirements up in lists of known vulnerabilities: `make audit`.

pip-audit does it, which uv fetches into an environment of its own: first with PyPI's list, then with that of osv.dev.
Ends with 1 where a requirement has a known vulnerability. Where no list can be reached, or some requirements are not in
it, it says so: not having looked is not having found nothing.
"""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

FILES = ("requirements.txt", "requirements-dev.txt")
LISTS = ("pypi", "osv")
LONGEST = 300


@dataclass
class Found:
    """What a list says of the requirements."""

    checked: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    vulnerable: dict[str, str] = field(default_factory=dict)
    """By requirement: what is wrong with it, and in which version it is mended."""


def read(answer: str) -> Found:
    """The answer of pip-audit as JSON; nothing is found in an answer that is none."""
    found = Found()
    try:
        told: dict[str, Any] = json.loads(answer)
    except json.JSONDecodeError:
        return found
    for one in told["dependencies"]:
        name = f"{one['name']} {one.get('version', '')}".strip()
        if "skip_reason" in one:
            found.unknown.add(name)
            continue
        found.checked.add(name)
        for fault in one["vulns"]:
            mended = ", ".join(fault["fix_versions"]) or "no version yet"
            found.vulnerable[f"{name}: {fault['id']}"] = f"mended in {mended}"
    return found


def ask(name: str) -> Found:
    words = ["-m", "uv", "tool", "run", "pip-audit", "--disable-pip", "--require-hashes", "--no-deps", "-f", "json"]
    files = [word for file in FILES for word in ("-r", file)]
    try:
        told = subprocess.run(  # noqa: S603, the words above
            [sys.executable, *words, "-s", name, *files], capture_output=True, text=True, timeout=LONGEST, check=False
        )
    except subprocess.TimeoutExpired:
        return Found()
    return read(told.stdout)


def tell(found: Found) -> tuple[str, int]:
    """What to say, and how to end."""
    if not found.checked:
        return "No list of vulnerabilities can be reached from here: nothing was checked.", 0
    lines = [f"{fault}, {mended}" for fault, mended in sorted(found.vulnerable.items())]
    lines.append(f"{len(found.checked)} requirements checked, {len(found.vulnerable)} known vulnerabilities.")
    if found.unknown:
        lines.append(f"Not in the list, and not checked: {', '.join(sorted(found.unknown))}.")
    return "\n".join(lines), 1 if found.vulnerable else 0


def main() -> int:
    found = Found()
    for name in LISTS:
        found = ask(name)
        if found.checked:
            break
    told, code = tell(found)
    print(told)
    return code


if __name__ == "__main__":
    sys.exit(main())
