"""What the cockpit's templates need beside the drawings."""

from django.template import Library

from engine.kernel.refusals import Refusal
from races import refusals

register = Library()


@register.filter
def in_words(refusal: Refusal) -> str:
    """A refusal in the driver's language."""
    return refusals.sentence(refusal)
