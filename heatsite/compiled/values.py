"""What compiled templates call: names looked up, values written and compared as `django.template` does it."""

import operator
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from html import escape
from typing import Any

from django.template import Context, VariableDoesNotExist
from django.template.base import render_value_in_context
from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

MISSING: Any = object()
"""A name that the context has not. Written it is nothing, compared it is None."""


def called(value: Any) -> Any:
    """What a name stands for if it is a function."""
    if getattr(value, "do_not_call_in_templates", False):
        return value
    return "" if getattr(value, "alters_data", False) else value()


def top(context: Mapping[str, Any], name: str) -> Any:
    """The first part of a dotted name."""
    value = context.get(name, MISSING)
    return called(value) if callable(value) else value


def look(value: Any, name: str) -> Any:
    """A further part of a dotted name: an item, an attribute, or a place in a list."""
    if value is MISSING or value is None:
        return MISSING
    if _has_items(type(value)):  # type: ignore[arg-type]  # for mypy a type is not hashable
        found = _item(value, name)
    else:
        try:
            found = getattr(value, name)
        except AttributeError:
            if name in dir(value):
                raise
            return MISSING
    return called(found) if callable(found) else found


@lru_cache(maxsize=4096)
def _has_items(kind: type) -> bool:
    """Asked of each type once: a type that has none answers with an exception, which takes as long as all the rest."""
    return hasattr(kind, "__getitem__")


def _item(value: Any, name: str) -> Any:
    if name.isdecimal() and isinstance(value, tuple | list):
        return value[int(name)] if int(name) < len(value) else MISSING
    try:
        return value[name]
    except (TypeError, AttributeError, KeyError, ValueError, IndexError):
        pass
    try:
        return getattr(value, name)
    except (TypeError, AttributeError):
        if name in dir(value):
            raise
    try:
        return value[int(name)]
    except (IndexError, ValueError, KeyError, TypeError):
        return MISSING


def listed(values: Any) -> Any:
    """What a loop goes through."""
    if values is None:
        return ()
    return values if hasattr(values, "__len__") else list(values)


def needed(value: Any) -> Any:
    """An argument of a filter; unlike what the filter is given, it has to be there."""
    if value is MISSING:
        raise VariableDoesNotExist("An argument of a filter is missing")
    return value


def kept_safe(filtered: Any, value: Any) -> Any:
    """What a filter that leaves safe text safe made of a value."""
    return SafeString(filtered) if isinstance(value, SafeString) else filtered


_localized, _plain = Context(use_l10n=True), Context(use_l10n=False)


def written(value: Any, localized: bool = True) -> str:
    """A value as it stands in the text."""
    kind = type(value)
    if kind is SafeString:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return escape(value)
    if kind is int or (kind is float and not localized):  # nowhere on the site are digits read in groups
        return str(value)
    return render_value_in_context(value, _localized if localized else _plain)


def drawn(value: Any) -> str:
    """What a tag gives, as it stands in the text."""
    return value if type(value) is SafeString else conditional_escape(value)


COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda one, other: one in other,
    "not in": lambda one, other: one not in other,
}


def compared(compare: Callable[[Any, Any], Any], one: Any, other: Any) -> Any:
    """What cannot be compared is false in templates."""
    try:
        return compare(one, other)
    except Exception:  # noqa: BLE001, as Django does
        return False


@lru_cache(maxsize=4096)
def _reversed(view: str, *given: Hashable) -> str:
    """The addresses of the site stay the same as long as a process runs."""
    return reverse(view, args=given)


def address(view: str, given: list[Any]) -> str:
    return _reversed(view, *given)


def address_if_any(view: str, given: list[Any]) -> str:
    try:
        return _reversed(view, *given)
    except NoReverseMatch:
        return ""


CONTEXT = "\4"
"""Stands between the context of a text and the text, as in catalogues of gettext."""


class Words(dict[str, str]):
    """The texts of templates in the language that is active, each looked up once."""

    def __init__(self, language: str | None) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, text: str) -> str:
        context, mark, plain = text.rpartition(CONTEXT)
        found = self[text] = pgettext(context, plain) if mark else gettext(plain)
        return found


_words: dict[str | None, Words] = {}


def words() -> Words:
    """Those of the language that is active now."""
    language = get_language()
    if language not in _words:
        _words[language] = Words(language)
    return _words[language]
