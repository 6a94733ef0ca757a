from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0029_one_statement_a_write")]
    operations = [
        migrations.AddField("pulse", "unended", models.PositiveSmallIntegerField(db_default=0, default=0)),
        migrations.AddField("setaside", "deaths", models.PositiveSmallIntegerField(db_default=0, default=0)),
    ]
