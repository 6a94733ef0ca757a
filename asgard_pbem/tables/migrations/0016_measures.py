"""What a game measures beside its scores, by moment: rows of before have none until they are rebuilt."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0015_questions_of_a_turn")]
    operations = [migrations.AddField("moment", "measures", models.JSONField(default=dict))]
