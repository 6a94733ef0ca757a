"""Indexes that another one begins with are written with each row and searched by nobody.

Dropped beside running writers, each by itself; all may be done twice.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

CASCADE = django.db.models.deletion.CASCADE


def one_less(model, name, index, field):
    table = f"tables_{model}"
    return migrations.SeparateDatabaseAndState(
        [
            migrations.RunSQL(
                f"DROP INDEX CONCURRENTLY IF EXISTS {index}",
                f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {index} ON {table} ({name}_id)",
            )
        ],
        [migrations.AlterField(model, name, field)],
    )


def of_a_game(related_name, **more):
    return models.ForeignKey(db_index=False, on_delete=CASCADE, related_name=related_name, to="tables.game", **more)


OF_A_PERSON = models.ForeignKey(db_index=False, on_delete=CASCADE, related_name="blocks", to=settings.AUTH_USER_MODEL)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0045_projections_without_checks")]

    operations = [
        one_less("block", "player", "tables_block_player_id_b0713354", OF_A_PERSON),
        one_less("invitation", "game", "tables_invitation_game_id_804cde03", of_a_game("invitations")),
        one_less("press", "game", "tables_press_game_id_966bdb2e", of_a_game("press")),
        one_less(
            "replytoken", "game", "tables_replytoken_game_id_4cd06425",
            of_a_game("reply_tokens", blank=True, null=True),
        ),
    ]  # fmt: skip
