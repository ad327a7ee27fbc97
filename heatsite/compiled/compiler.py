"""Makes the source of a Python function from the nodes of a template.

Names that a template binds itself (loops, `with`, `as`) become local variables; all others are looked up in the
context. Templates that are included or extended are written in where they stand, so a fragment is one function.
"""

import linecache
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.template import Node, NodeList, defaulttags, loader_tags
from django.template.base import FilterExpression, Template, TextNode, Variable, VariableNode
from django.template.library import SimpleNode
from django.templatetags import i18n, l10n
from django.utils.translation import ngettext

from heatsite.compiled import values
from races.templatetags.once import Once

DEEPEST = 20
"""Templates within each other; more include themselves."""

Scope = dict[str, str]
"""The names that the template has bound, each with the expression that it stands for."""

FORLOOP = {
    "counter": "({i} + 1)",
    "counter0": "{i}",
    "revcounter": "({n} - {i})",
    "revcounter0": "({n} - {i} - 1)",
    "first": "({i} == 0)",
    "last": "({i} == {n} - 1)",
}


class Unknown(Exception):
    """The template has something that is left to Django."""


def compiled(template: Template) -> Callable[[Mapping[str, Any], values.Words], str]:
    """The function that renders a template. Raises `Unknown`."""
    made = Compiler(template)
    source = made.source()
    name = f"<compiled {template.name}>"
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name  # for tracebacks
    exec(compile(source, name, "exec"), made.names)  # noqa: S102, it is our own
    render: Callable[[Mapping[str, Any], values.Words], str] = made.names["render"]
    return render


class Compiler:
    """The source of one function, line by line. Only literals of the template stand in it; objects such as the
    functions of tags are in `names`."""

    def __init__(self, template: Template) -> None:
        self.engine = template.engine
        self.template = template
        self.names: dict[str, Any] = {name: getattr(values, name) for name in USED} | {
            "ngettext": ngettext,
        }
        self.functions: list[list[str]] = []
        self.lines: list[str] = []
        self.indent = 1
        self.count = 0
        self.localized = True
        self.texts: list[str] = []
        self.blocks: dict[str, list[loader_tags.BlockNode]] | None = None
        self.above: list[loader_tags.BlockNode] = []
        """What `block.super` stands for."""
        self.loops: list[tuple[str, str]] = []
        self.depth = 0

    def source(self) -> str:
        self.function("render", self.template.nodelist)
        return "\n".join(line for function in self.functions for line in function) + "\n"

    def function(self, name: str, nodes: NodeList) -> None:
        before = self.lines, self.indent, self.texts, self.loops
        self.lines, self.indent, self.texts, self.loops = [f"def {name}(c, words):", " o = []; w = o.append"], 1, [], []
        self.nodes(nodes, {})
        self.line('return "".join(o)')
        self.functions.append(self.lines)
        self.lines, self.indent, self.texts, self.loops = before

    # Lines

    def line(self, text: str) -> None:
        if self.texts:
            written = "".join(self.texts)
            self.texts.clear()
            self.line(f"w({written!r})")
        self.lines.append(" " * self.indent + text)

    def write(self, expression: str) -> None:
        self.line(f"w({expression})")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.line(head)
        self.indent += 1
        yield
        self.line("pass")
        self.indent -= 1

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def constant(self, value: Any) -> str:
        """An expression for something that the template holds."""
        if type(value) in (str, int, bool, type(None)):
            return repr(value)
        name = self.fresh("k")
        self.names[name] = value
        return name

    # Nodes

    def nodes(self, nodes: Iterable[Any], scope: Scope) -> None:
        for node in nodes:
            write = NODES.get(type(node))
            if write is None:
                raise Unknown(type(node).__name__)
            write(self, node, scope)

    def text(self, node: TextNode, _scope: Scope) -> None:
        self.texts.append(node.s)

    def variable(self, node: VariableNode, scope: Scope) -> None:
        found = node.filter_expression
        if isinstance(found.var, Variable) and found.var.lookups == ("block", "super"):
            if found.filters:
                raise Unknown("block.super with a filter")
            if self.above:
                self.one_of(self.above, scope)
            return
        self.write(self.written(self.value(found, scope)))

    def written(self, expression: str) -> str:
        return f"written({expression})" if self.localized else f"written({expression}, False)"

    def condition(self, node: defaulttags.IfNode, scope: Scope) -> None:
        self.line("pass")  # what stands before is written before
        bound: set[str] = set()
        for at, (condition, nodes) in enumerate(node.conditions_nodelists):
            word = "if" if not at else "elif"
            head = f"{word} {self.truth(condition, scope)}:" if condition is not None else "else:" if at else "if True:"
            inner = dict(scope)
            with self.block(head):
                self.nodes(nodes, inner)
            bound |= {name for name in inner if inner[name] != scope.get(name)}
        scope.update(dict.fromkeys(bound, ""))  # bound in one branch only: not to be read behind it

    def loop(self, node: defaulttags.ForNode, scope: Scope) -> None:
        items, many, at, one = (self.fresh(letter) for letter in "snil")
        self.line(f"{items} = listed({self.value(node.sequence, scope, 'None')})")
        self.line(f"{many} = len({items})")
        inner = dict(scope)
        self.loops.append((at, many))
        inner["forloop"] = "forloop"
        order = f"reversed({items})" if node.is_reversed else items
        with self.block(f"for {at}, {one} in enumerate({order}):"):
            if len(node.loopvars) == 1:
                bound = [one]
            else:
                bound = [self.fresh("l") for _ in node.loopvars]
                self.line(f"{', '.join(bound)} = {one}")
            for name, local in zip(node.loopvars, bound, strict=True):
                self.line(f"if callable({local}): {local} = called({local})")
                inner[name] = local
            self.nodes(node.nodelist_loop, inner)
        self.loops.pop()
        if node.nodelist_empty:
            with self.block(f"if not {many}:"):
                self.nodes(node.nodelist_empty, dict(scope))

    def having(self, node: defaulttags.WithNode, scope: Scope) -> None:
        self.nodes(node.nodelist, self.bound(node.extra_context, scope))

    def bound(self, given: Mapping[str, FilterExpression], scope: Scope) -> Scope:
        """The scope with further names."""
        inner = dict(scope)
        for name, expression in given.items():
            inner[name] = self.fresh("l")
            self.line(f"{inner[name]} = {self.value(expression, scope)}")
        return inner

    def include(self, node: loader_tags.IncludeNode, scope: Scope) -> None:
        template = self.named(node.template)
        inner = self.bound(node.extra_context, {} if node.isolated_context else scope)
        if node.isolated_context or self.depth > DEEPEST:
            raise Unknown("an include that sees nothing, or itself")
        before = self.blocks, self.above
        self.blocks, self.above = None, []
        self.depth += 1
        self.nodes(template.nodelist, inner)
        self.depth -= 1
        self.blocks, self.above = before

    def named(self, name: Any) -> Template:
        if not isinstance(name.var, str) or name.filters or name.var.startswith("."):
            raise Unknown("a template whose name is found later")
        return self.engine.get_template(name.var)

    def extends(self, node: loader_tags.ExtendsNode, scope: Scope) -> None:
        parent = self.named(node.parent_name)
        self.blocks = {} if self.blocks is None else self.blocks
        self.add(node.blocks.values())
        if not any(isinstance(one, loader_tags.ExtendsNode) for one in parent.nodelist):
            self.add(parent.nodelist.get_nodes_by_type(loader_tags.BlockNode))
        self.nodes(parent.nodelist, scope)

    def add(self, blocks: Iterable[Any]) -> None:
        assert self.blocks is not None
        for block in blocks:
            self.blocks.setdefault(block.name, []).append(block)

    def named_block(self, node: loader_tags.BlockNode, scope: Scope) -> None:
        self.one_of([node] if self.blocks is None else self.blocks.get(node.name, [node]), scope)

    def one_of(self, blocks: Sequence[loader_tags.BlockNode], scope: Scope) -> None:
        """The first of these blocks; `block.super` in it is the next one."""
        above, self.above = self.above, list(blocks[1:])
        self.nodes(blocks[0].nodelist, dict(scope))
        self.above = above

    def localize(self, node: l10n.LocalizeNode, scope: Scope) -> None:
        before, self.localized = self.localized, node.use_l10n
        self.nodes(node.nodelist, scope)
        self.localized = before

    def translate(self, node: i18n.TranslateNode, scope: Scope) -> None:
        found = node.filter_expression
        if node.noop or found.filters or not isinstance(found.var.literal, str):
            raise Unknown("a text that is found later")
        text = found.var.literal.replace("%", "%%")
        expression = self.words(node, text) + ('.replace("%%", "%")' if "%" in text else "")
        if node.asvar:
            self.bind(node.asvar, f"SafeString({expression})", scope)
        else:
            self.write(expression)

    def words(self, node: i18n.TranslateNode | i18n.BlockTranslateNode, text: str) -> str:
        """An expression for a text in the reader's language."""
        if node.message_context is None:
            return f"words[{str(text)!r}]"
        if not isinstance(node.message_context.var, str) or node.message_context.filters:
            raise Unknown("a context that is found later")
        return f"words[{node.message_context.var + values.CONTEXT + text!r}]"

    def translate_block(self, node: i18n.BlockTranslateNode, scope: Scope) -> None:
        inner = self.bound(node.extra_context, scope)
        text, names = node.render_token_list(node.singular)
        form = self.words(node, text)
        if node.plural and node.message_context:
            raise Unknown("forms with a context")
        if node.plural and node.countervar and node.counter:
            plural, more = node.render_token_list(node.plural)
            inner = self.bound({node.countervar: node.counter}, inner)
            names = [*names, *more]
            form = f"ngettext({text!r}, {plural!r}, {inner[node.countervar]})"
        data = ", ".join(f"{name!r}: {self.written(self.name(name, inner))}" for name in dict.fromkeys(names))
        expression = f"{form} % {{{data}}}"
        if node.asvar:
            self.bind(node.asvar, f"SafeString({expression})", scope)
        else:
            self.write(expression)

    def tag(self, node: SimpleNode, scope: Scope) -> None:
        given = [self.value(argument, scope) for argument in node.args]
        given += [f"{name}={self.value(argument, scope)}" for name, argument in node.kwargs.items()]
        if node.takes_context:
            here = "".join(f", {name!r}: {local}" for name, local in scope.items() if local and name != "forloop")
            given.insert(0, f"{{**c{here}}}" if here else "c")
        call = f"{self.constant(node.func)}({', '.join(given)})"
        if node.target_var is not None:
            self.bind(node.target_var, call, scope)
        else:
            self.write(f"drawn({call})")

    def bind(self, name: str, expression: str, scope: Scope) -> None:
        local = self.fresh("l")
        self.line(f"{local} = {expression}")
        scope[name] = local

    def address(self, node: defaulttags.URLNode, scope: Scope) -> None:
        if node.kwargs:
            raise Unknown("an address with names")
        given = ", ".join(self.value(argument, scope) for argument in node.args)
        call = f"({self.value(node.view_name, scope)}, [{given}])"
        if node.asvar:
            self.bind(node.asvar, f"address_if_any{call}", scope)
        else:
            self.write(f"drawn(address{call})")

    def first_of(self, node: defaulttags.FirstOfNode, scope: Scope) -> None:
        if node.asvar:
            raise Unknown("the first of several as a name")
        several = " or ".join(self.value(one, scope, "None") for one in node.vars)
        found = self.fresh("l")
        self.line(f"{found} = {several}")
        with self.block(f"if {found}:"):
            self.write(self.written(found))

    def once(self, node: Once, scope: Scope) -> None:
        """What was rendered for these values is kept with the node, so it is found however a template is rendered."""
        part, key, html = self.fresh("part"), self.fresh("s"), self.fresh("l")
        given = {name: self.fresh("l") for name in node.given}
        for name, expression in node.given.items():
            self.line(f"{given[name]} = {self.value(expression, scope)}")
        self.line(f"{key} = (words.language, {', '.join(given.values())},)")
        kept = self.constant(node.kept)
        self.line(f"{html} = {kept}.get({key})")
        with self.block(f"if {html} is None:"):
            values_given = ", ".join(f"{name!r}: {local}" for name, local in given.items())
            self.line(f"{html} = {self.constant(node.keep)}({key}, {part}({{{values_given}}}, words))")
        before = self.blocks, self.above
        self.function(part, node.nodelist)
        self.blocks, self.above = before
        self.write(html)

    def nothing(self, _node: Node, _scope: Scope) -> None:
        """A node that writes nothing."""

    # Expressions

    def value(self, found: Any, scope: Scope, missing: str = "''") -> str:
        """What an expression stands for, through its filters."""
        expression = self.of(found.var, scope, missing) if isinstance(found.var, Variable) else self.constant(found.var)
        for function, arguments in found.filters:
            if getattr(function, "expects_localtime", False):
                raise Unknown("a filter for local time")
            given = []
            for is_name, argument in arguments:
                given.append(f"needed({self.of(argument, scope)})" if is_name else self.constant(argument))
            if getattr(function, "needs_autoescape", False):
                given.append("autoescape=True")
            name = self.constant(function)
            if getattr(function, "is_safe", False):
                before = self.fresh("f")
                expression = f"kept_safe({name}({', '.join([f'({before} := {expression})', *given])}), {before})"
            else:
                expression = f"{name}({', '.join([expression, *given])})"
        return expression

    def of(self, variable: Variable, scope: Scope, missing: str = "MISSING") -> str:
        if variable.translate:
            raise Unknown("a text within an expression")
        if variable.lookups is None:
            return self.constant(variable.literal)
        return self.name(".".join(variable.lookups), scope, missing)

    def name(self, dotted: str, scope: Scope, missing: str = "''") -> str:
        """A dotted name; `missing` is the expression for one that there is not."""
        first, *rest = dotted.split(".")
        if not rest and first in ("True", "False", "None"):
            return first
        if scope.get(first) == "":
            raise Unknown("a name that only one branch binds")
        if first in scope and first == "forloop":
            return self.of_loop(rest)
        expression = scope.get(first) or f"top(c, {first!r})"
        for part in rest:
            expression = f"look({expression}, {part!r})"
        if missing == "MISSING" or (first in scope and not rest):
            return expression
        found = self.fresh("v")
        return f"({found} if ({found} := {expression}) is not MISSING else {missing})"

    def of_loop(self, parts: Sequence[str]) -> str:
        outer = len(self.loops) - 1 - parts.count("parentloop")
        if outer < 0 or len(parts) != parts.count("parentloop") + 1 or parts[-1] not in FORLOOP:
            raise Unknown("a loop as a whole")
        at, many = self.loops[outer]
        return FORLOOP[parts[-1]].format(i=at, n=many)

    def truth(self, condition: Any, scope: Scope) -> str:
        """A condition of `if`."""
        if isinstance(condition, defaulttags.TemplateLiteral):
            return self.value(condition.value, scope, "None")
        first = self.truth(condition.first, scope)
        if condition.id == "not":
            return f"(not {first})"
        second = self.truth(condition.second, scope)
        if condition.id in values.COMPARED:
            return f"compared({self.constant(values.COMPARED[condition.id])}, {first}, {second})"
        return f"({first} {condition.id} {second})"


USED = (
    *("MISSING", "called", "top", "look", "listed", "needed", "kept_safe", "written", "drawn", "compared"),
    *("address", "address_if_any", "SafeString"),
)
"""What every function finds in `values`."""

NODES: dict[type[Node], Callable[[Compiler, Any, Scope], None]] = {
    TextNode: Compiler.text,
    VariableNode: Compiler.variable,
    SimpleNode: Compiler.tag,
    Once: Compiler.once,
    defaulttags.IfNode: Compiler.condition,
    defaulttags.ForNode: Compiler.loop,
    defaulttags.WithNode: Compiler.having,
    defaulttags.URLNode: Compiler.address,
    defaulttags.FirstOfNode: Compiler.first_of,
    defaulttags.LoadNode: Compiler.nothing,
    defaulttags.CommentNode: Compiler.nothing,
    loader_tags.IncludeNode: Compiler.include,
    loader_tags.ExtendsNode: Compiler.extends,
    loader_tags.BlockNode: Compiler.named_block,
    i18n.TranslateNode: Compiler.translate,
    i18n.BlockTranslateNode: Compiler.translate_block,
    l10n.LocalizeNode: Compiler.localize,
}
