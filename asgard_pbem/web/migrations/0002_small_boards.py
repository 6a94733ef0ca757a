import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0024_finding_games"), ("web", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="SmallBoard",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "theme", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("theme", models.CharField(max_length=5)),
                ("moment", models.PositiveIntegerField()),
                ("picture", models.BinaryField()),
                ("drawn_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tables.game"
                    ),
                ),
            ],
        ),
    ]
