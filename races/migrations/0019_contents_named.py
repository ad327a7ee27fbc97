import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("races", "0018_token_device"),
    ]

    operations = [
        migrations.AddField(
            model_name="content",
            name="named",
            field=models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False),
        ),
    ]
