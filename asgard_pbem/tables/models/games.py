"""Tables as people see them in lists: who sits where, what was agreed. The moves are in `log`."""

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils import timezone

if TYPE_CHECKING:
    from .players import Player

TITLE_LIMIT = 80  # characters
WHY_LIMIT = 200
SHORT_ID = 6  # digits of a table's id, by which the subjects of its mails call it

# Tables that anybody may find, by how far they are; as in `Game.Status` and `Game.Visibility`.
LISTED = models.Q(visibility="public", practice=False)
SHOWN = models.Q(visibility="public", practice=False, started_at__isnull=False)
ENDED = models.Q(status__in=("over", "closed"))
RUNNING = models.Q(status__in=("running", "unknown_rules"))
WAITING = models.Q(status="open")


def called(digits: str) -> models.Q:
    """Tables whose id begins so, as an index finds them. Raises ValueError for what is no beginning of an id, or is
    shorter than what stands in the subjects.
    """
    bare = digits.replace("-", "")
    if not SHORT_ID <= len(bare) <= 32:
        raise ValueError(digits)
    first, last = (uuid.UUID(bare.ljust(32, filling)) for filling in "0f")
    return models.Q(id__gte=first, id__lte=last)


class Game(models.Model):
    """One table. Its row is what writers lock. `head_*` is the end of the log, `moment*` the last public moment."""

    class Status(models.TextChoices):
        OPEN = "open"  # seats are free
        RUNNING = "running"
        OVER = "over"  # ended by the rules
        CLOSED = "closed"  # ended by people
        UNKNOWN_RULES = "unknown_rules"  # no installed package plays it in this version

    ENDED = (Status.OVER, Status.CLOSED)

    class Visibility(models.TextChoices):
        PUBLIC = "public"  # listed, anybody may sit down and watch
        PRIVATE = "private"  # by invitation only

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(max_length=40)  # which game, e.g. "aesir"
    rules_version = models.IntegerField()
    status = models.CharField(max_length=16, choices=Status, default=Status.OPEN)
    title = models.CharField(max_length=120, blank=True)  # see TITLE_LIMIT; older ones are longer
    # Who began it, for the subject of its mails: it stays the same for ever, and mail programs keep them together.
    # Empty before the start, and when one of them was forgotten.
    begun_by = models.JSONField(default=list, db_default=[])
    seats = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    names = models.JSONField(default=list)  # shown names by seat; "" while free
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="opened_games"
    )
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PUBLIC)
    several_seats = models.BooleanField(default=False)  # whether one person may hold more than one
    practice = models.BooleanField(default=False)  # forked from another game, against bots
    forked_from = models.UUIDField(null=True, blank=True)
    forked_moment = models.PositiveIntegerField(null=True, blank=True)
    days_per_decision = models.PositiveSmallIntegerField(null=True, blank=True)  # None: no deadline
    reminders = models.BooleanField(default=True)
    commitment = models.CharField(max_length=64)  # to the seed, see docs/fair-play.md
    head_seq = models.IntegerField(default=0)
    head_hash = models.CharField(max_length=64)
    moment = models.IntegerField(default=0)  # number of public moments so far
    moment_hash = models.CharField(max_length=64, blank=True)
    last_snapshot = models.IntegerField(default=0)  # seq of the newest
    round = models.IntegerField(default=0)
    stage = models.CharField(max_length=60, blank=True)
    scores = models.JSONField(default=list)  # by seat; empty before the start
    winners = models.JSONField(null=True, blank=True)  # seats; None until the end
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)  # of the last public moment
    ended_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)  # since when it rests, as its log says; None: it does not
    paused_by_service = models.BooleanField(default=False, db_default=False)
    paused_why = models.CharField(max_length=WHY_LIMIT, blank=True, db_default="")  # told as it is
    settled_at = models.DateTimeField(null=True, blank=True)  # since when no mails of it are kept, see store/keeping

    class Meta:
        indexes = [
            models.Index(
                fields=["ended_at"], name="game_unsettled", condition=models.Q(settled_at=None, ended_at__isnull=False)
            ),
            models.Index(fields=["paused_at"], name="game_paused", condition=models.Q(paused_at__isnull=False)),
            models.Index(fields=["status", "visibility", "-opened_at"], name="game_listed"),
            models.Index(fields=["key", "rules_version"], name="game_rules"),
            # The archive, page by page: see reading/archive.py.
            models.Index(fields=["-ended_at", "-id"], name="game_ended", condition=SHOWN & ENDED),
            models.Index(fields=["key", "-ended_at", "-id"], name="game_ended_of", condition=SHOWN & ENDED),
            models.Index(fields=["-started_at", "-id"], name="game_running", condition=SHOWN & RUNNING),
        ]

    @property
    def rests(self) -> bool:
        """Whether no clock runs there until it goes on."""
        return self.paused_at is not None and self.status == self.Status.RUNNING


class GameSecret(models.Model):
    """What must not be known while the game runs: the seed, and from the start on the key of its chance. Encrypted."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="secret")
    seed = models.BinaryField()
    chance_key = models.BinaryField(null=True)


class Seat(models.Model):
    """Who holds a seat now: a player, a bot of the game, or nobody."""

    pk = models.CompositePrimaryKey("game_id", "seat")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="holders", db_index=False)  # leads the key
    seat = models.PositiveSmallIntegerField()  # from 0
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="held_seats",
        db_index=False,  # see Meta.indexes
    )
    bot = models.CharField(max_length=40, blank=True)  # which of the game's bots
    entropy = models.CharField(max_length=64, blank=True)  # hex, what the holder adds to the seed
    taken_at = models.DateTimeField(null=True, blank=True)
    # Who held it when the game began, for `Game.begun_by` may name them: asked when a person is forgotten.
    began = models.UUIDField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["player", "game"], name="seat_player"),
            models.Index(condition=models.Q(began__isnull=False), fields=["began"], name="seat_began"),
        ]

    @property
    def taken(self) -> bool:
        """Whether anybody holds it: it is free else."""
        return self.player_id is not None or bool(self.bot)


def cause_of_next(game_id: uuid.UUID) -> uuid.UUID:
    """The cause by which the one table is opened that follows a game for the same people, whoever asks for it."""
    return uuid.uuid5(game_id, "again")


def next_of(game_id: uuid.UUID) -> uuid.UUID:
    """The id of that table, opened or not."""
    return uuid.uuid5(cause_of_next(game_id), "game")


def tables_of(player: "Player", opened: models.Q | None = None) -> models.Q:
    """Of a game: that this player sits there, or opened it (where it is `opened` so). Found from the player's rows.

    Two conditions with an OR between them no index serves: all games that there ever were would be looked at.
    """
    theirs = Game.objects.filter(opened or models.Q(), opened_by=player).values("pk")
    return models.Q(pk__in=Seat.objects.filter(player=player).values("game_id").union(theirs))


class Invitation(models.Model):
    """A seat offered to an address. The invited is a player row from then on, if only by address."""

    class State(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        LAPSED = "lapsed"  # the table filled up or closed, or somebody else took the seat over

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations", db_index=False)  # see Meta
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)  # None: any free one
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="one_invitation_a_player")]

    @property
    def by_address(self) -> bool:
        """Whether it goes to an address that its sender wrote to us: a seat is kept for who held it before, whom
        `again` asks, and whose address nobody is told by that.
        """
        return self.seat is None

    @property
    def takes_over(self) -> bool:
        """Whether it offers a seat of a game that had begun: one that somebody had given up."""
        return self.game.started_at is not None and self.created_at > self.game.started_at

    @property
    def kept(self) -> bool:
        """Whether it offers somebody their own seat, which a bot plays because they had gone. Whoever opened a table
        and does not sit there may invite themselves while it waits.
        """
        return self.by_id == self.player_id and self.takes_over

    @classmethod
    def standing(cls) -> "models.QuerySet[Invitation]":
        """Those that can be answered yes; with a game that is over an offer to play it on is over as well."""
        return cls.objects.filter(state=cls.State.OPEN, game__status__in=(Game.Status.OPEN, Game.Status.RUNNING))


class SetAside(models.Model):
    """A game at which the clock, the bots or its analysis have failed, or try just now. Gone when they have not."""

    PLACE_CHARS = 200

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="set_aside")
    failures = models.PositiveSmallIntegerField()  # tries, that of just now among them
    # Tries since the last failure that was noted: of just now, or their process died.
    deaths = models.PositiveSmallIntegerField(default=0, db_default=0)
    next_try_at = models.DateTimeField()
    place = models.CharField(max_length=PLACE_CHARS, blank=True)  # where it failed last; empty: not known
    since = models.DateTimeField()
