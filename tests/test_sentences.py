"""Every sentence for people is whole, so that it can be translated: none is glued from pieces, split, or given a
translated word as a parameter.

Languages differ in the order of words, in genders and in cases. A translator can put numbers and names where they
belong, but cannot bend a piece of a sentence that is used in several places. The files are read, not run.
"""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tests.test_project import ROOT, place, sources

ROOMS = ("races", "lobby", "operating", "heatsite")
CALLS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "npgettext"}
NAMES = {
    "races.heat.parts.cards.name",  # what is printed on a card
    "races.lastcard.cards.name",
    "races.heat.cockpit.labels.short",
    "races.heat.cockpit.labels.one_of",  # some numbers
    "races.parts.chances.percent",
}
"""Functions that return a name or numbers. These may be parameters: they stand for themselves, like a circuit."""


def is_piece(text: str) -> bool:
    """Whether a text to translate is a piece of a sentence, as its ends show."""
    starts_inside = text[:1] in " ,;:.)" or (text[:1].islower() and text[-1:] in ".!?")
    return bool(text) and (starts_inside or text[-1:] in " ,;(")


# Python


def is_translation(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS


def is_translated(node: ast.AST) -> bool:
    """A translated text, perhaps with its parameters filled in or made a `str`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return is_translated(node.left)
    if isinstance(node, ast.IfExp):
        return is_translated(node.body) or is_translated(node.orelse)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str":
        return any(is_translated(argument) for argument in node.args)
    return is_translation(node)


class Module:
    """One module of the site, with the translated texts that its functions return."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = place(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.imported: dict[str, str] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        self.functions = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}
        self.wording = {
            f"{self.name}.{name}"
            for name, function in self.functions.items()
            if any(isinstance(one, ast.Return) and one.value and is_translated(one.value) for one in ast.walk(function))
        }

    def called(self, node: ast.AST) -> str:
        """The full name of the function that an expression calls; empty if it is no such call."""
        if not isinstance(node, ast.Call):
            return ""
        if isinstance(node.func, ast.Name):
            return self.imported.get(node.func.id, f"{self.name}.{node.func.id}")
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            return f"{self.imported.get(node.func.value.id, '')}.{node.func.attr}"
        return ""


def parameters(node: ast.BinOp) -> list[ast.expr]:
    if isinstance(node.right, ast.Dict):
        return list(node.right.values)
    return list(node.right.elts) if isinstance(node.right, ast.Tuple) else [node.right]


def assignments(scope: ast.AST) -> dict[str, ast.expr]:
    """What the names of a function are bound to."""
    return {
        target.id: node.value
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(target := node.targets[0], ast.Name)
    }


def faults_of(module: Module, wording: set[str]) -> Iterator[tuple[ast.AST, str]]:
    scopes = [node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef)]
    assigned = {id(node): values for scope in scopes for values in [assignments(scope)] for node in ast.walk(scope)}
    for node in ast.walk(module.tree):
        if is_translation(node):
            assert isinstance(node, ast.Call)
            texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            texts = texts[1:] if "pgettext" in ast.unparse(node.func) else texts
            if any(is_piece(text) for text in texts):
                yield node, "a piece of a sentence"
        added = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and (node.left, node.right)
        if added and any(is_translated(one) for one in added):
            yield node, "added to a sentence"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and is_translated(node.left):
            for value in parameters(node):
                meant = assigned.get(id(node), {}).get(value.id, value) if isinstance(value, ast.Name) else value
                if is_translated(meant) or module.called(meant) in wording:
                    yield node, f"a translated word as a parameter: {ast.unparse(value)}"
        if isinstance(node, ast.JoinedStr) and glued(node):
            yield node, "put into a text"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            split = node.func.attr in {"split", "rsplit", "partition", "rpartition"}
            if (split or node.func.attr == "join") and is_translated(node.func.value):
                yield node, "cut, or used to join others"


def glued(node: ast.JoinedStr) -> bool:
    """Whether a translated text stands beside letters of another one. Markup is no text."""
    shown = [one.value for one in node.values if isinstance(one, ast.FormattedValue)]
    if not any(is_translated(one) for one in shown):
        return False
    around = "".join(
        one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else "{}" for one in node.values
    )
    return bool(re.search(r"[^\W\d_]", re.sub(r"<[^>]*>", "", around))) or "<" not in around


def test_no_sentence_in_python_is_glued() -> None:
    modules = [Module(path) for room in ROOMS for path in sources(room)]
    wording = {name for module in modules for name in module.wording} - NAMES
    found = [
        f"{place(module.path)}:{getattr(node, 'lineno', 0)}: {fault}: {ast.unparse(node)[:90]}"
        for module in modules
        for node, fault in faults_of(module, wording)
    ]
    assert not found, "\n".join(found)


# Templates

PIECE = re.compile(
    r"(?P<translate>\{% translate (?P<quote>[\"'])(?P<text>.*?)(?P=quote)[^%]*%\})"
    r"|(?P<block>\{% blocktranslate(?P<with>[^%]*)%\}(?P<body>.*?)\{% endblocktranslate %\})"
    r"|(?P<variable>\{\{.*?\}\})"
    r"|(?P<tag>\{%\s*(?P<name>\w+).*?%\})"
    r"|(?P<comment>\{#.*?#\})"
    r"|(?P<markup><[^>]*?>|[\"<>])",
    re.DOTALL,
)
NEUTRAL = {"if", "endif", "for", "endfor", "with", "endwith", "load"}
"""Tags that show nothing, so that what stands before them is read together with what comes after them."""


def template_faults(text: str) -> Iterator[str]:
    pieces: list[tuple[str, str]] = []
    at = 0
    for match in PIECE.finditer(text):
        if re.search(r"\w", text[at : match.start()]):
            pieces.append(("text", text[at : match.start()].strip()))
        at = match.end()
        if match["translate"] or match["block"]:
            if " as " in match[0].split("%}")[0].rpartition('"')[2]:
                continue  # kept under a name; where it is shown, it is a variable
            pieces.append(("sentence", match[0]))
            bodies = [match["text"]] if match["translate"] else re.split(r"\{% plural %\}", match["body"])
            yield from (f"a piece of a sentence: {body}" for body in bodies if is_piece(body))
            if re.search(r"=\s*\S*(_display|yesno)", match["with"] or ""):
                yield f"a translated word as a parameter: {match['with']}"
        elif match["variable"]:
            pieces.append(("variable", match[0]))
            if "yesno:_(" in match[0]:
                yield f"split: {match[0]}"
        elif not match["comment"] and not (match["tag"] and match["name"] in NEUTRAL):
            pieces.append(("end", ""))
    for (kind, one), (other_kind, other) in pairwise(pieces):
        if "sentence" in (kind, other_kind) and "end" not in (kind, other_kind):
            yield f"side by side: {one} {other}"


def test_no_sentence_in_templates_is_glued() -> None:
    found = [
        f"{place(path)}: {fault[:160]}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for fault in template_faults(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_the_checks_find_what_they_are_for() -> None:
    glued = (
        '{% translate "taken by" %} {{ owner.name }}',
        "{% blocktranslate %}2 cars{% endblocktranslate %}, {% blocktranslate %}3 laps{% endblocktranslate %}",
        '{% translate "Rules" %}: {{ room.rules }}',
        "{% blocktranslate with rules=room.get_rules_display %}By {{ rules }}{% endblocktranslate %}",
        '{% translate ", or not" %}',
        '{{ on|yesno:_("yes,no") }}',
    )
    for template in glued:
        assert list(template_faults(template)), template
    whole = (
        '<b>{{ name }}</b> <small>{% translate "here" %}</small>',
        '{% if on %}{% translate "yes" %}{% else %}{% translate "no" %}{% endif %}',
        '{% icon "flag" %}{% translate "Join" %}',
        '<a aria-label="{% translate "Home" %}">{{ name }}</a>',
    )
    for template in whole:
        assert not list(template_faults(template)), template
