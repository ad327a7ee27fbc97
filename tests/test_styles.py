"""Style sheets that a browser can carry out quickly."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import tinycss2
from tinycss2.ast import Node

SHEETS = sorted(Path("static/css").rglob("*.css"))
COMBINATORS = (">", "+", "~")

Selector = list[list[Node]]
"""The compounds of a selector, such as `.race` and `li:first-child` of `.race > li:first-child`."""


def rules(nodes: list[Node]) -> Iterator[tuple[int, list[Node]]]:
    """The line and the selectors of every rule, nested ones and those in blocks such as `@media` included."""
    for node in nodes:
        if node.type == "qualified-rule":
            yield node.source_line, node.prelude
        if node.type in {"qualified-rule", "at-rule"} and node.content:
            yield from rules(tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True))


def selectors(tokens: list[Node]) -> Iterator[Selector]:
    """What stands between the commas."""
    compounds: Selector = [[]]
    for token in tokens:
        if token.type == "literal" and token.value == ",":
            yield [one for one in compounds if one]
            compounds = [[]]
        elif token.type == "whitespace" or (token.type == "literal" and token.value in COMBINATORS):
            compounds.append([])
        elif token.type != "comment":
            compounds[-1].append(token)
    yield [one for one in compounds if one]


def is_any(compound: list[Node]) -> bool:
    """Whether any element may be meant: no tag, class, id or attribute says which."""
    for before, token in zip([None, *compound], compound, strict=False):
        if token.type in {"hash", "[] block"} or (token.type == "literal" and token.value in {".", "&"}):
            return False
        if token.type == "ident" and (before is None or before.value not in {":", "::"}):
            return False
        if token.type == "function" and token.lower_name in {"is", "where"}:
            return any(is_any(one[-1]) for one in selectors(token.arguments))
    return True


def has(compound: list[Node]) -> bool:
    return any(token.type == "function" and (token.lower_name == "has" or has(token.arguments)) for token in compound)


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_what_has_decides_is_named(sheet: Path) -> None:
    """All `:has()` of a page share one set of what they decide. Were any element among it, then each change that some
    `:has()` looks at would have the browser work out the styles of all elements anew, thousands on a race page."""
    tree = tinycss2.parse_stylesheet(sheet.read_text(), skip_comments=True, skip_whitespace=True)
    for line, prelude in rules(tree):
        for selector in selectors(prelude):
            assert not (any(map(has, selector)) and is_any(selector[-1])), f"{sheet}:{line}"
