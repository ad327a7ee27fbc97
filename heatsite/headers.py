"""Headers that Django has no setting for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

UNUSED = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"),
    *("microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
)
"""What browsers could do for a page and no page of ours asks for: a script that came in all the same cannot, either. A
browser complains on each page of a feature that it does not know, such as `bluetooth`."""
POLICY = ", ".join(f"{feature}=()" for feature in UNUSED)


class PermissionsPolicyMiddleware:
    """Tells browsers which of their features no page of this site uses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Permissions-Policy"] = POLICY
        return response
