"""The template backend of the settings: Django's, with compiled templates where no request is at hand."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest
from django.template.backends import django
from django.template.base import Template as Nodes
from django.template.exceptions import TemplateDoesNotExist
from django.utils.safestring import SafeString

from heatsite.compiled.compiler import Unknown, compiled
from heatsite.compiled.values import Words, words

Render = Callable[[Mapping[str, Any], Words], str]


class Template(django.Template):
    """A template that is rendered with a request has context processors and a CSRF token; that is Django's work."""

    def render(self, context: Mapping[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        if request is None and (render := render_of(self.template)) is not None:
            return SafeString(render(context or {}, words()))
        return super().render(context, request)  # type: ignore[arg-type, return-value]


def render_of(template: Nodes) -> Render | None:
    """The function that a template was made into, kept with it; None where it cannot be one."""
    if "compiled" not in vars(template):
        try:
            made = None if template.engine.debug else compiled(template)
        except Unknown:
            made = None
        vars(template)["compiled"] = made
    render: Render | None = vars(template)["compiled"]
    return render


class Templates(django.DjangoTemplates):
    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._kept: dict[str, Template] = {}
        """By name. Loaders keep templates too, and make a key of each name first; in debugging they forget them."""

    def from_string(self, template_code: str) -> Template:
        return Template(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> Template:
        if (kept := self._kept.get(template_name)) is not None:
            return kept
        try:
            found = Template(self.engine.get_template(template_name), self)
        except TemplateDoesNotExist as fault:
            django.reraise(fault, self)
        if not self.engine.debug:
            self._kept[template_name] = found
        return found
