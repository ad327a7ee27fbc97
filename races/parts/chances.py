"""Chances as players read them."""

from django.utils.translation import gettext as _


def percent(share: float) -> str:
    """A chance; what is possible is never 0 and what is not certain never 100."""
    return _("%(n)s%%") % {"n": share_of_hundred(share)}


def share_of_hundred(share: float) -> int:
    return 100 if share >= 1 else max(1, min(99, round(share * 100))) if share > 0 else 0
