from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("sessions", "0001_initial"), ("tables", "0003_role")]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("player_id", models.UUIDField(db_index=True, null=True)),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
            },
        ),
        # Nobody could find a person's among the old ones; everybody signs in once more.
        migrations.RunSQL("DELETE FROM django_session", migrations.RunSQL.noop),
    ]
