"""The log, and what is projected from it: `manage.py rebuild` drops and makes again all but Event.

Numbers of projections are held to no bounds beside those of the log (migration 0045).
"""

from django.db import models
from django.db.models.functions import Now

from .games import Game


class Event(models.Model):
    """One fact, written once: a trigger refuses UPDATE and DELETE, and the application's role has no grant for them
    nor for TRUNCATE. Hash-partitioned by game. See engine.log.chain for the hash and docs/game-log.md for the format.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()  # 1, 2, 3 ... within the game; there is no global order to tail
    kind = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()  # of the payload's shape
    seat = models.PositiveSmallIntegerField(null=True)
    payload = models.JSONField()  # see engine.table.events; carries no personal data
    salt = models.CharField(max_length=32)  # hex
    recorded_at = models.DateTimeField()
    cause = models.UUIDField()  # what asked for it: an inbound mail, a form's nonce, the clock
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        db_table = "event"


class PackedEvents(models.Model):
    """A stretch of the log of a game that has settled, in one row: migration 0037 has its columns, `game_pack` alone
    writes it. As immutable as Event. Nobody reads it as it is: `Logged` has its events among all others.
    """

    pk = models.CompositePrimaryKey("game_id", "first_seq")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)  # leads the key
    first_seq = models.PositiveIntegerField()

    class Meta:
        db_table = "event_packed"


class Logged(models.Model):
    """Every event, packed or not: a view, for reading. What is asked of a game that goes on is asked of Event."""

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, on_delete=models.DO_NOTHING, related_name="+")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    payload = models.JSONField()
    salt = models.CharField(max_length=32)
    recorded_at = models.DateTimeField()
    cause = models.UUIDField()
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        managed = False
        db_table = "event_all"


class Moment(models.Model):
    """A public moment: an event of which everybody may see that it happened. Players count these, never `seq`."""

    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="moments", db_index=False, db_constraint=False
    )  # the key begins with it; written only under the game's lock
    number = models.IntegerField()  # 1, 2, 3 ... within the game
    seq = models.IntegerField()  # not for the eyes of players while the game runs
    hash = models.CharField(max_length=64)  # the chain's head then
    round = models.IntegerField()
    stage = models.CharField(max_length=60, blank=True)
    scores = models.JSONField(default=list)  # by seat; empty before the start
    # Name -> what a curve shows: by seat, or one number of the whole table. The release before writes none.
    measures = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    recorded_at = models.DateTimeField()


class OpenDecision(models.Model):
    """A question that is open now (or answered and still replaceable)."""

    pk = models.CompositePrimaryKey("game_id", "seat", "key")
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="open_decisions", db_index=False, db_constraint=False
    )  # the key begins with it; written only under the game's lock
    seat = models.SmallIntegerField()
    key = models.CharField(max_length=16)  # a digest of kind and subject
    kind = models.CharField(max_length=60)
    about = models.JSONField(default=list)
    secret = models.BooleanField(default=False)
    concealed = models.BooleanField(default=False)  # others may not even know that it is asked
    answered = models.BooleanField(default=False)
    since = models.DateTimeField()  # when its clock began: the questions of one turn share it
    asked_at = models.DateTimeField(db_default=Now())  # the release before writes none
    prompt = models.IntegerField()  # head_seq of the append that opened it: the number of its prompt
    deadline = models.DateTimeField(null=True)
    reminded_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["deadline"], name="decision_due", condition=models.Q(answered=False)),
        ]


class Snapshot(models.Model):
    """The folded table after event `seq`: a cache that spares long replays."""

    pk = models.CompositePrimaryKey("game_id", "seq", "rules_version")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="snapshots", db_index=False)  # see Moment
    seq = models.PositiveIntegerField()
    rules_version = models.PositiveIntegerField()
    state = models.JSONField()
    standing = models.JSONField()  # plans by seat
    draws_made = models.PositiveIntegerField()
    asked = models.JSONField(default=list)  # what is open, and the clocks of turns: see folding.snapshot


class Analysis(models.Model):
    """Each seat's winning chances by moment, estimated after the end by playouts. May be dropped at any time."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="analysis")
    rules_version = models.PositiveIntegerField()  # under which it was made
    points = models.JSONField(default=list)  # [moment, playouts, sums by seat, squares]; see engine.table.analysis
    spent_ms = models.PositiveIntegerField(default=0)
    done = models.BooleanField(default=False)
