"""People. All that is personal stands here, in rows that can be erased; events hold ids."""

import uuid
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone

NAME_LIMIT = 40  # characters: what fits beside a seat on every board


def zone_of(name: str) -> ZoneInfo:
    """A zone by its name; UTC when this machine does not know it, or does not any more."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def whole_days(first: date, last: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """From the first day's beginning to the last day's end in a person's zone, as UTC."""
    begins = datetime.combine(first, time.min, tzinfo=zone)
    ends = datetime.combine(last + timedelta(days=1), time.min, tzinfo=zone)
    return begins.astimezone(UTC), ends.astimezone(UTC)


class PlayerManager(BaseUserManager["Player"]):
    """Finds and makes players by address, whatever its case."""

    def get_by_natural_key(self, username: str | None) -> "Player":
        """The player of this address. Raises Player.DoesNotExist."""
        return self.get(email=(username or "").casefold())

    def create_user(self, email: str, name: str = "", **fields: object) -> "Player":
        """A new player without a password: nobody signs in with one."""
        player = self.model(email=email.strip().casefold(), name=name, **fields)
        player.set_unusable_password()
        player.save(using=self._db)
        return player


def confirms_each() -> bool:
    """What who comes to this installation begins with: `RECEIPTS_EACH`."""
    return bool(settings.RECEIPTS_EACH)


class Player(AbstractBaseUser):
    """One person, known by an address. Signing in happens by a mailed link; the password is never usable."""

    class MailState(models.TextChoices):
        ON = "on"
        STOPPED = "stopped"  # by the player: unsubscribed
        BOUNCED = "bounced"  # by failing deliveries
        COMPLAINED = "complained"

    class Digest(models.TextChoices):
        NEVER = "never"
        DAILY = "daily"
        WEEKLY = "weekly"
        TURN = "turn"  # whenever it is somebody else's turn
        ROUND = "round"  # whenever a round begins

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(max_length=254, unique=True)  # case-folded
    name = models.CharField(max_length=NAME_LIMIT, blank=True)
    language = models.CharField(max_length=8, default="en")
    time_zone = models.CharField(max_length=64, default="UTC")  # an IANA name
    absent_from = models.DateTimeField(null=True, blank=True)
    absent_until = models.DateTimeField(null=True, blank=True)
    # Of games where it is others' turn. Known to the database as well: processes of the release before write no digest.
    digest = models.CharField(max_length=8, choices=Digest, default=Digest.NEVER, db_default="never")
    # Whether each mail that was carried out whole is answered at once, or all but the first by the next question alone.
    receipts = models.BooleanField(default=confirms_each, db_default=False)
    # Whether their public games stand together on a page, and are found by the name.
    has_page = models.BooleanField(default=True, db_default=True)
    digest_due_at = models.DateTimeField(null=True, blank=True)  # of those by the day; None: none of these
    # Of those by the game: up to when the clock has looked at what was played. None: none of these.
    turns_seen_at = models.DateTimeField(null=True, blank=True)
    mail_state = models.CharField(max_length=12, choices=MailState, default=MailState.ON)
    bounce_score = models.FloatField(default=0)  # soft 1, hard 4; decays by 1 a day
    bounce_scored_at = models.DateTimeField(null=True, blank=True)
    verified_at = models.DateTimeField(null=True, blank=True)  # first proof that the address is theirs
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["digest_due_at"], name="player_digest", condition=models.Q(digest_due_at__isnull=False)
            ),
            models.Index(fields=["id"], name="player_turns", condition=models.Q(turns_seen_at__isnull=False)),
        ]

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[PlayerManager] = PlayerManager()

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which times are told to them."""
        return zone_of(self.time_zone)

    @property
    def invitable(self) -> bool:
        """Whether others may invite them: all but whom they have blocked."""
        return not self.blocks.filter(by=None).exists()


class Block(models.Model):
    """A person who wants no invitations: from one other, or (`by` None) from anybody."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks", db_index=False
    )  # see Meta
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "by"], name="one_block_each", nulls_distinct=False),
        ]


class Absence(models.Model):
    """Time that a person was, is or will be away: kept to see that it does not become the whole year."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="absences")
    since = models.DateTimeField()
    until = models.DateTimeField()
