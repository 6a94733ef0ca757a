"""What is made of the log is not held to be positive once more: the log is.

PostgreSQL reads and prepares each CHECK anew with each statement, those of columns that are not written too: a
fifteenth of its time for a move went there. They stay where a number is agreed or written down for good (the log,
seats, what a table was opened with) and go where `manage.py rebuild` makes it again from the log: the moments, what
is open, and how far a game is.

One table at a time, each locked for a moment and by itself; nothing is read. Backwards what was written meanwhile is
not read either.
"""

from django.db import migrations, models

COLUMNS = {
    "game": {
        "rules_version": models.IntegerField(),
        "head_seq": models.IntegerField(default=0),
        "moment": models.IntegerField(default=0),
        "last_snapshot": models.IntegerField(default=0),
        "round": models.IntegerField(default=0),
    },
    "moment": {
        "number": models.IntegerField(),
        "seq": models.IntegerField(),
        "round": models.IntegerField(),
    },
    "opendecision": {
        "seat": models.SmallIntegerField(),
        "prompt": models.IntegerField(),
    },
}


def altered(model, change):
    return f"ALTER TABLE tables_{model} {', '.join(change.format(model=model, name=name) for name in COLUMNS[model])};"


def freed(model):
    gone = altered(model, "DROP CONSTRAINT IF EXISTS tables_{model}_{name}_check")
    back = altered(model, "ADD CONSTRAINT tables_{model}_{name}_check CHECK ({name} >= 0) NOT VALID")
    return migrations.RunSQL(gone, back)


class Migration(migrations.Migration):
    dependencies = [("tables", "0044_a_move_locks_by_what_it_writes")]

    atomic = False  # one table is locked at a time, and not until the end; all may be done twice

    operations = [
        migrations.SeparateDatabaseAndState(
            [freed(model)],
            [migrations.AlterField(model, name, field) for name, field in columns.items()],
        )
        for model, columns in COLUMNS.items()
    ]
