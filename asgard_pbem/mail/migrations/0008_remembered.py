from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("mail", "0007_quarantined_are_found")]

    operations = [
        migrations.CreateModel(
            name="Remembered",
            fields=[("digest", models.BinaryField(max_length=16, primary_key=True, serialize=False))],
        ),
    ]
