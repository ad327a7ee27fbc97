"""Scripts: one place that orders what a page does around an update, and names by content for all that are collected."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage
from pytest_django.fixtures import Settings

from heatsite.static_files import CollectedFiles, without_comments

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
IMPORT = re.compile(r'(?:from|import) "(\.[^"]+)"')


def test_updates_are_heard_in_one_place() -> None:
    """A page has one list of steps. Listeners of several modules would run in the order of their script tags."""
    hearing = {
        script.name
        for script in SCRIPTS.rglob("*.js")
        if re.search(r"htmx:ws(Before|After)Message", script.read_text())
    }
    assert hearing == {"update.js"}


@pytest.mark.parametrize(
    "script", sorted(SCRIPTS.rglob("*_page.js")), ids=lambda script: str(script.relative_to(SCRIPTS))
)
def test_an_entry_module_only_says_what_runs_and_when(script: Path) -> None:
    text = re.sub(r"//.*", "", script.read_text())
    # which camera a page has, in which order it plays, and what ends its playback
    said = r"\s*((direct|skipWith)\(\w+\)|directPlay\(\{[^}]*\}\));\s*"
    steps = r"(onUpdate\(\{[^}]*\}\)|thenUpdate\(\w+\))"
    assert re.fullmatch(rf'(\s*import (\{{[^}}]*\}} from )?"[^"]+";)+({said})*\s*{steps};\s*({said})*', text)


def test_collected_scripts_name_each_other_by_content(tmp_path: Path, settings: Settings) -> None:
    settings.DEBUG = False
    sources = StaticFilesStorage(location=SCRIPTS.parent)
    found = {f"js/{path.relative_to(SCRIPTS)}" for path in SCRIPTS.rglob("*.js")}
    collected = CollectedFiles(location=tmp_path)
    for path in found:
        with sources.open(path) as script:
            collected.save(path, script)
    list(collected.post_process({path: (sources, path) for path in found}))
    done: dict[str, str] = collected.hashed_files
    imported = {
        (tmp_path / done[path]).parent.joinpath(url).resolve().relative_to(tmp_path)
        for path in found
        for url in IMPORT.findall((tmp_path / done[path]).read_text())
    }
    assert len(imported) > 10
    assert {str(path) for path in imported} <= set(done.values())
    together = "".join((tmp_path / done[path]).read_text() for path in found)
    assert not re.search(r"^\s*(//|/\*)", together, re.MULTILINE), "comments are for those who read the source"


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("a.js", "// one\nlet a = 1; // two\n", "let a = 1; // two\n"),
        ("a.js", "/** Says\n * so. */\nf();\n  // g\n", "f();\n"),
        ("a.js", 'const a = "/* b */";\nconst c = "//d";\n', 'const a = "/* b */";\nconst c = "//d";\n'),
        ("a.css", "/* a ** b */\n.c { d: e; /* f */ }\n", "\n.c { d: e;  }\n"),
        ("a.svg", "<!-- a -->", "<!-- a -->"),
    ],
)
def test_comments_are_left_out(name: str, text: str, left: str) -> None:
    assert without_comments(name, text) == left
