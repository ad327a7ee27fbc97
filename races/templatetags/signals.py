"""The quick signals, for their buttons."""

from collections.abc import Mapping

from django.template import Library
from django.utils.functional import Promise

from races.signals import SIGNALS

register = Library()


@register.simple_tag
def quick_signals() -> Mapping[str, Promise | str]:
    """By name: the word."""
    return SIGNALS
