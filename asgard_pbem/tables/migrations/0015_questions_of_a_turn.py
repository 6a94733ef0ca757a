"""A question has two times: since when its clock runs, which the questions of one turn share, and when it was asked."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0014_winning_chances")]
    operations = [
        migrations.AddField("opendecision", "asked_at", models.DateTimeField(null=True)),
        migrations.RunSQL("UPDATE tables_opendecision SET asked_at = since", migrations.RunSQL.noop),
        migrations.AlterField("opendecision", "asked_at", models.DateTimeField()),
    ]
