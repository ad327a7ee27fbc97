"""A server process knows what msgspec reads before it has a second thread."""

import subprocess
import sys
from pathlib import Path

from tests.environment import bare

ROOT = Path(__file__).parents[2]
LOOK = """
import sys
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

from msgspec import Struct
from msgspec.json import Decoder

import heatsite.asgi
from heatsite.structs import structs

ELSEWHERE = (".management", ".migrations", ".copies", ".cluster", ".__main__")  # commands have one thread
for package in ("races", "lobby", "operating", "heatsite"):
    for module in walk_packages([package], f"{package}."):
        if not any(part in module.name for part in ELSEWHERE):
            import_module(module.name)

class New(Struct):
    pass

looked_at = []
def profile(frame, event, _argument):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        looked_at.append(frame.f_locals["obj"])

sys.setprofile(profile)
for kind in structs():
    looked_at.clear()
    with suppress(TypeError):  # nothing could read it
        Decoder(kind)
        print(*looked_at, end="")
"""


def test_no_thread_has_to_look_at_a_type() -> None:
    env = {**bare(), "HEATSITE_SECRET_KEY": "only-for-tests-" * 4}
    command = [sys.executable, "-c", LOOK]  # no copy of a process that has the engine already
    run = subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "<class '__main__.New'>", "what is imported after the start was not known"
