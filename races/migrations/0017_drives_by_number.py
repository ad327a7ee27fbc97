from collections import defaultdict
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 1000


def number_practice(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Number the practice drives of each visitor and day from 1; first tries have 0 already.

    A visitor who had several open drives at once keeps them: the numbers differ.
    """
    model: Any = apps.get_model("races", "DailyTry")
    drives = model.objects.using(editor.connection.alias)
    newest: dict[tuple[str, str], int] = defaultdict(int)
    changed: list[Any] = []
    for drive in list(drives.filter(counts=False).order_by("pk").only("key", "visitor")):
        whose = drive.key, drive.visitor
        newest[whose] += 1
        drive.number = newest[whose] if drive.visitor else 1
        changed.append(drive)
    drives.bulk_update(changed, ["number"], AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("races", "0016_openings"),
    ]

    operations = [
        migrations.AddField(
            model_name="dailytry",
            name="number",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="number"),
        ),
        migrations.RunPython(number_practice, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="dailytry", name="one_first_try_a_day"),
        migrations.RemoveField(model_name="dailytry", name="counts"),
        migrations.AddConstraint(
            model_name="dailytry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("visitor", ""), _negated=True),
                fields=("key", "visitor", "number"),
                name="one_drive_a_number",
            ),
        ),
    ]
