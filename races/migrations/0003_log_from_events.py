"""The lines of the log were stored beside the events that they follow from. They are derived when they are read now, so
nothing is lost; who goes back to an older version finds the logs of older races empty, and their records whole."""

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("races", "0002_games_at_one_table")]

    operations: ClassVar = [migrations.RemoveField(model_name="entry", name="told")]
