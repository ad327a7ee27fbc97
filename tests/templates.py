"""All templates, made into functions before a page first shows them: in a process that is copied, and where memory is
measured."""

from contextlib import suppress
from pathlib import Path

from django.template.loader import get_template
from django.template.utils import get_app_template_dirs

from heatsite.compiled.backend import Template, render_of


def load_templates() -> None:
    """Ours, and those of other applications, such as the admin."""
    for folder in (Path("templates"), *map(Path, get_app_template_dirs("templates"))):
        for file in folder.rglob("*.html"):
            with suppress(Exception):  # some of other applications need what is not installed
                template = get_template(file.relative_to(folder).as_posix())
                if isinstance(template, Template):
                    render_of(template.template)
