"""What a soak has to find at its end: nothing lost, doubled, stuck or unequal. Counted from the rows, not from logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db.models import Count, Q
from django.utils import timezone

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import tasks
from asgard_pbem.tables.models import Event, Game, OpenDecision, Outbox, SetAside
from asgard_pbem.tables.reading import checking

State = InboundMail.State
OVER = (State.DONE, State.REFUSED, State.IGNORED, State.HELD)
SOON = timedelta(minutes=10)  # a row that is due later than this waits for something else than its turn


@dataclass(frozen=True, slots=True)
class Posted:
    """A mail that was acknowledged with 250."""

    message_id: str  # without brackets
    to: str


@dataclass(frozen=True, slots=True)
class Counted:
    """One line of the table. `bad`: it must be 0."""

    name: str
    number: int
    bad: bool = True


def counts(posted: Collection[Posted], refused: int, delivered: Sequence[str]) -> list[Counted]:
    """Everything, in the order in which it is printed. `refused`: mails answered with 5yz; `delivered`: Message-IDs of
    ours, with brackets, as often as they came.
    """
    came = Counter(delivered)
    return [
        Counted("games", Game.objects.count(), bad=False),
        Counted("of them over", Game.objects.filter(status=Game.Status.OVER).count(), bad=False),
        Counted("moves", moves(), bad=False),
        Counted("mails of players acknowledged", len(posted), bad=False),
        Counted("mails of ours delivered", len(came), bad=False),
        Counted("of them twice (one Message-ID)", sum(number > 1 for number in came.values()), bad=False),
        Counted("refused by our listener for good", refused),
        Counted("lost: acknowledged, and no row", lost(posted)),
        Counted("doubled: one mail carried out twice", doubled()),
        Counted("stuck: unread, quarantined or without an end", stuck_mails()),
        Counted("stuck: carried out, and no receipt owed", unanswered()),
        Counted("stuck: owed and not sent, or given up", stuck_outbox()),
        Counted("stuck: sent by the row, and never came", never_came(came)),
        Counted("stuck: a bot is asked, or a game set aside", stuck_games()),
        Counted("stuck: people asked without a mail", unasked()),
        Counted("unequal: games that `rebuild --check` finds", unequal()),
    ]


def moves() -> int:
    """In all games."""
    return Event.objects.filter(kind="move_made").count()


def settled() -> bool:
    """Whether nothing is being done any more that will come to an end by itself."""
    return not (stuck_mails() or stuck_outbox() or stuck_games())


def lost(posted: Collection[Posted]) -> int:
    """Acknowledged mails of which there is no row."""
    known = set(InboundMail.objects.values_list("message_id", "envelope_to"))
    unread = set(InboundMail.objects.filter(message_id="").values_list("envelope_to", flat=True))  # no id is known yet
    return sum((one.message_id, one.to) not in known and one.to not in unread for one in posted)


def doubled() -> int:
    """Mails, told apart by Message-ID and recipient, that were carried out more than once."""
    done = InboundMail.objects.filter(state=State.DONE).exclude(message_id="")
    return done.values("message_id", "envelope_to").annotate(times=Count("pk")).filter(times__gt=1).count()


def stuck_mails() -> int:
    """Mails that were not read to their end."""
    return InboundMail.objects.exclude(state__in=OVER).count()


def unanswered() -> int:
    """Mails that were carried out and whose writer is told nothing."""
    told = Outbox.objects.filter(purpose=Outbox.Purpose.RECEIPT).values_list("payload__mail", flat=True)
    done = InboundMail.objects.filter(state=State.DONE, duplicate=False).values_list("pk", flat=True)
    return len({str(one) for one in done} - set(told))


def stuck_outbox() -> int:
    """Rows that are owed, and those that were given up."""
    soon = Q(state=Outbox.State.QUEUED, due_at__lte=timezone.now() + SOON)
    return Outbox.objects.filter(soon | Q(state=Outbox.State.FAILED)).count()


def never_came(came: Collection[str]) -> int:
    """Rows that say that their mail was sent, and nobody got it."""
    sent = Outbox.objects.filter(state=Outbox.State.SENT).values_list("message_id", flat=True)
    return sum(f"<{one}>" not in came for one in sent)


def stuck_games() -> int:
    """Games in which a bot has not answered, and those that are set aside: not those that are just being analysed."""
    lately = Q(place="", since__gt=timezone.now() - timedelta(minutes=1)) & ~Q(game__status=Game.Status.RUNNING)
    aside = SetAside.objects.exclude(lately).values_list("game_id", flat=True)
    return len({*tasks.games_waiting_for_bots(), *aside})


def unasked() -> int:
    """Open questions of people that no sent mail asks."""
    asked = OpenDecision.objects.filter(answered=False, game__status=Game.Status.RUNNING)
    found = 0
    for game, seat, prompt in asked.values_list("game_id", "seat", "prompt"):
        if Game.objects.filter(pk=game, holders__seat=seat, holders__player__isnull=False).exists():
            found += not _was_sent(game, seat, prompt)
    return found


def _was_sent(game: UUID, seat: int, prompt: int) -> bool:
    sent = Outbox.objects.filter(game=game, seat=seat, state=Outbox.State.SENT)
    return sent.filter(purpose=Outbox.Purpose.PROMPT, prompt__gte=prompt).exists()


def unequal() -> int:
    """Games whose log does not hold, or whose rows are not what their log says."""
    found = [checking.check(pk) for pk in Game.objects.values_list("pk", flat=True)]
    return sum(bool(one.faults or one.incomplete) for one in found)
