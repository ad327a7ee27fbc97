"""The addresses for machines, `/healthz` and `/metrics`, and the time that pages take.

They come before all else: a load balancer or Prometheus asks each process by its own port, over plain http and by no
name of the site, and gets no cookie.
"""

import time
from collections.abc import Callable
from http import HTTPStatus
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotFound, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST

from operating import metrics
from operating.health import health
from races.meters import FAILED_REQUESTS, REQUEST_SECONDS, REQUESTS

HEALTH, METRICS = "/healthz", "/metrics"
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
"""Headers of a proxy. Behind one every request seems to come from the proxy's own machine."""


class MachinesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info in (HEALTH, METRICS):
            response = _answer(request)
            response["Cache-Control"] = "no-store"
            return response
        began = time.perf_counter()
        response = self.get_response(request)
        view = view_of(request)
        REQUESTS.labels(view, str(response.status_code)).inc()
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            FAILED_REQUESTS.inc()
        REQUEST_SECONDS.labels(view).observe(time.perf_counter() - began)
        return response


def view_of(request: HttpRequest) -> str:
    """What a request is counted as: its view by name; the pages of the admin, which are many, as one."""
    found = request.resolver_match
    if found is None:
        return "none"
    return "admin" if found.app_name == "admin" else found.view_name


def _answer(request: HttpRequest) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    if request.path_info == HEALTH:
        return JsonResponse(health.told(), status=503 if health.fault else 200)
    if not may_read_metrics(request):
        return HttpResponseNotFound()
    return HttpResponse(metrics.exposition(), content_type=CONTENT_TYPE_LATEST)


def may_read_metrics(request: HttpRequest) -> bool:
    """Only who asks this process directly, from a network that HEATSITE_METRICS names."""
    if any(name in request.META for name in FORWARDED):
        return False
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:  # a socket of the file system has none
        return False
    return any(address in network for network in settings.METRICS_FOR)
