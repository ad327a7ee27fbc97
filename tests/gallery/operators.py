"""The pages of those who run the site."""

import math
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from operating.charts.drawing import MEASURES
from operating.models import Sample
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
    user = User.objects.create_superuser("operator")
    sitter._client.force_login(user)
    return "/admin/operating/sample/"
