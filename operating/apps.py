from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OperatingConfig(AppConfig):
    name = "operating"
    verbose_name = _("Running the site")
