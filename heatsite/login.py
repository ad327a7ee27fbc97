"""The admin's login, with a limit: passwords cannot be found by trying."""

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from lobby import limits


class LimitedLogin(AdminAuthenticationForm):
    """Above the limit no password is compared, right or wrong, so that trying on tells nothing and costs no time."""

    def clean(self) -> dict[str, object]:
        assert self.request is not None, "the login's view passes its request"
        if not limits.may_log_in(self.request):
            raise ValidationError(
                _("Too many wrong passwords came from your network. Try again in an hour."), "limited"
            )
        try:
            return dict(super().clean())
        except ValidationError:
            limits.gave_wrong_password(self.request)
            raise
