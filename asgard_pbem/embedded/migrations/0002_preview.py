from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("embedded", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="embeddedmail", name="preview", field=models.CharField(blank=True, max_length=120)
        ),
    ]
