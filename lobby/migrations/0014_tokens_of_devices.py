"""Revoke the tokens that a device may have made which was signed out before tokens were noted with their device."""

from typing import Any

from django.db import migrations
from django.utils import timezone


def revoke(apps: Any, schema_editor: Any) -> None:
    out = apps.get_model("lobby", "Device").objects.exclude(out=None).values("visitor")
    tokens = apps.get_model("races", "Token").objects.filter(seat__visitor__in=out, revoked=None)
    tokens.update(revoked=timezone.now())


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0013_wrong_codes_of_a_day"),
        ("races", "0018_token_device"),
    ]

    operations = [
        migrations.RunPython(revoke, migrations.RunPython.noop),
    ]
