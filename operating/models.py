"""What operating stores: for an hour, how busy each server process was."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Sample(models.Model):
    """How busy a server process was in the seconds before. The charts of the admin are drawn of these."""

    process = models.CharField(_("server process"), max_length=80)
    at = models.DateTimeField(_("when"), db_index=True)
    values: "models.Field[dict[str, float], dict[str, float]]" = models.JSONField(_("values"), default=dict)

    class Meta:
        ordering: ClassVar = ["at"]
        verbose_name = _("sample")
        verbose_name_plural = _("Live charts")

    def __str__(self) -> str:
        return f"{self.process} {self.at}"
