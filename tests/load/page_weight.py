"""What a browser loads for a race page, and what the updates of a whole race weigh, both as they were sent.

python -m tests.load.page_weight [--game heat] [--everything] [--seconds 60]

The static files are collected, compressed and named by their content, as on a site that is in use.
"""

import argparse
import asyncio
import re
import subprocess
import sys
import zlib
from collections import Counter
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urljoin, urlsplit

import brotli  # type: ignore[import-untyped]

from tests.environment import bare
from tests.load.crew import Crew
from tests.load.figures import head, row
from tests.load.site import ROOT, Site, serve

PAGE_BUDGETS = {"heat": 150_000, "lastcard": 120_000, "henhur": 120_000}
UPDATE_BUDGET = 8_000
"""Bytes."""
THINK = 0.15

LOADED = re.compile(r'<(?:link rel="(stylesheet|icon)"|(script))[^>]* (?:href|src)="([^"]+)"')
IMPORTED = re.compile(r"""(?:\bimport|\bfrom)\s*["'](\.[^"']+)["']|@import\s*(?:url\()?["']([^"']+)["']""")
UNPACKED = {"br": brotli.decompress, "gzip": lambda data: zlib.decompress(data, 31), "": bytes}


def fetch(line: HTTPConnection, path: str, cookie: str) -> tuple[str, int]:
    """A file as text, and its bytes as they were sent."""
    line.request("GET", path, headers={"Accept-Encoding": "gzip, deflate, br, zstd", "Cookie": cookie})
    answer = line.getresponse()
    data = answer.read()
    assert answer.status == 200, f"{path}: {answer.status}"
    return UNPACKED[answer.headers.get("Content-Encoding", "")](data).decode(), len(data)


def begin_lesson(site: Site) -> str:
    """The address of a lesson that the first player has begun."""
    line, cookie = HTTPConnection(site.host), site.rooms[0].places[0].cookie
    line.request("GET", "/", headers={"Cookie": cookie})
    answer = line.getresponse()
    answer.read()
    sent = SimpleCookie(answer.headers.get("Set-Cookie", ""))
    token = sent["csrftoken"].value
    line.request("POST", "/lesson/", headers={"Cookie": f"{cookie}; csrftoken={token}", "X-CSRFToken": token})
    answer = line.getresponse()
    assert answer.status == 302, answer.status
    return answer.headers["Location"]


def weigh_page(site: Site, page: str, called: str) -> int:
    """Load the page and all that it names, as a browser does that has nothing yet."""
    line, cookie = HTTPConnection(site.host), site.rooms[0].places[0].cookie
    text, size = fetch(line, page, cookie)
    sent, requests = Counter({"page": size}), Counter({"page": 1})
    plain = Counter({"page": len(text.encode())})
    wanted = [(found[0] or found[1], urlsplit(urljoin(page, found[2])).path) for found in LOADED.findall(text)]
    loaded = set()
    while wanted:
        kind, path = wanted.pop()
        if path not in loaded:
            loaded.add(path)
            text, size = fetch(line, path, cookie)
            sent[kind] += size
            plain[kind] += len(text.encode())
            requests[kind] += 1
            wanted += [(kind, urljoin(path, one or other)) for one, other in IMPORTED.findall(text)]
    head(called, "requests", "KB", "KB as sent")
    for kind in sent:
        row(kind, requests[kind], f"{plain[kind] / 1e3:.1f}", f"{sent[kind] / 1e3:.1f}")
    row("all", requests.total(), f"{plain.total() / 1e3:.1f}", f"{sent.total() / 1e3:.1f}")
    return sent.total()


def weigh_updates(site: Site, seconds: float) -> int:
    """Drive a whole race on six pages."""
    crew = Crew(site, "pages", lambda seat: THINK)
    asyncio.run(crew.drive(seconds))
    assert site.are_over(), "the race has not ended; give it more --seconds"
    sizes = sorted(size for _moment, size in crew.sizes)
    p50, p95 = (sizes[int(share * len(sizes))] for share in (0.5, 0.95))
    print(f"\n{len(sizes)} updates: p50 {p50 / 1e3:.1f} KB, p95 {p95 / 1e3:.1f} KB, most {sizes[-1] / 1e3:.1f} KB")
    return p95


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--game", default="heat", choices=tuple(PAGE_BUDGETS))
    parser.add_argument("--everything", action="store_true", help="a race of Heat with garage, weather and all")
    given = parser.parse_args()
    settings = {"HEATSITE_COLLECTED": "yes"}
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, check=True, cwd=ROOT, env={**bare(), **settings})
    with serve(rooms=1, laps=1, settings=settings, game=given.game, everything=given.everything) as site:
        page = weigh_page(site, f"/races/{site.rooms[0].code}/", "A race page")
        lesson = weigh_page(site, begin_lesson(site), "The page of a lesson") if given.game == "heat" else 0
        updates = weigh_updates(site, given.seconds)
    budget = PAGE_BUDGETS[given.game]
    print(f"The page keeps to {budget / 1e3:.0f} KB: {'yes' if page <= budget else 'no'}")
    if lesson:
        print(f"The page of a lesson keeps to {budget / 1e3:.0f} KB: {'yes' if lesson <= budget else 'no'}")
    print(f"Updates keep to {UPDATE_BUDGET / 1e3:.0f} KB at p95: {'yes' if updates <= UPDATE_BUDGET else 'no'}")


if __name__ == "__main__":
    main()
