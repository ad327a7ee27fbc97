"""The pages of those who run the site."""

import math
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from operating.charts.drawing import MEASURES
from operating.models import Sample
from races.heat import catalogue
from races.models import Box
from tests.gallery.studio import Sitter


def live_charts(sitter: Sitter) -> str:
    """An hour of two processes, one of which was gone for a while, and a third that has ended."""
    now = timezone.now()
    waves = {measure.name: (measure.least * 0.5, number) for number, measure in enumerate(MEASURES)}
    Sample.objects.bulk_create(
        Sample(
            process=f"heat.example:{4711 + process}",
            at=now - timedelta(seconds=10 * step + process),
            values={
                name: round(
                    middle * (1 + 0.6 * math.sin(step / 25 + number + process)) + (step * 7 % 11) * middle / 40, 4
                )
                for name, (middle, number) in waves.items()
            }
            | {"database": 1.0, "layer": float(process != 1)},
        )
        for process in range(3)
        for step in range(359)
        if not (process == 1 and 120 < step < 170) and not (process == 2 and step < 200)
    )
    log_in(sitter)
    return "/admin/operating/sample/"


def box(slug: str, sitter: Sitter) -> str:
    """The cards or tokens of one kind as a table."""
    log_in(sitter)
    catalogue.restore(["boxes"])
    return f"/admin/races/box/{Box.objects.get(slug=slug).pk}/change/"


def log_in(sitter: Sitter) -> None:
    user, _ = User.objects.get_or_create(username="operator", is_staff=True, is_superuser=True)
    sitter.client.force_login(user)
