from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("races", "0017_drives_by_number"),
    ]

    operations = [
        migrations.AddField(
            model_name="token",
            name="device",
            field=models.CharField(blank=True, editable=False, max_length=32, null=True),
        ),
    ]
