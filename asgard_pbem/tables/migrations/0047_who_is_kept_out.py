import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0046_one_index_for_one_search")]
    operations = [
        migrations.CreateModel(
            name="Bar",
            fields=[
                ("mark", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("why", models.CharField(max_length=200)),
                ("told_at", models.DateTimeField(null=True)),
            ],
        ),
    ]
