"""Everything that does not go on: since when, why, and what to do. Ids and codes, no word of anybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from asgard_pbem.mail.doors import room
from asgard_pbem.mail.management import remedies
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.serving import health, rounds
from asgard_pbem.tables.guards import aside, clocks, copies, pulse
from asgard_pbem.tables.models import Erasure, Game, OpenDecision, Outbox, Pulse, SetAside
from asgard_pbem.tables.store import checks

AT_MOST = 50  # of each kind are named; of the others it is said how many they are
UNREAD, UNSENT, LATE, SILENT = timedelta(minutes=2), timedelta(minutes=15), timedelta(minutes=15), timedelta(minutes=2)
UNFETCHED = timedelta(minutes=15)  # longer than fetch waits for a server that fails, and than IMAP_LOOK_S may be
UNFORGOTTEN = timedelta(hours=4)  # as the alert AsgardNothingForgotten has it
UNDONE = timedelta(minutes=10)  # as the alert AsgardRoundFails has it
UNERASED = timedelta(hours=1)  # as the alert AsgardNothingForgotten has it
UNBEGUN = timedelta(minutes=15)  # longer than what ends its process each time is left alone
TRYING = timedelta(minutes=1)  # as the figure `asgard_games_set_aside` has it
BEATS = ("beat", "sweep", "clock")


@dataclass(frozen=True, slots=True)
class Stuck:
    """One thing that does not go on."""

    what: str
    name: str  # an id, as other commands take it
    since: datetime | None
    why: str
    do: str
    count: int = 1  # the rest of a kind is one


def everything(now: datetime | None = None) -> Iterator[Stuck]:
    """What does not go on at `now`, the processes first, then what they have left."""
    off = clocks.behind()  # all that is asked about here was written by the database's hour
    at = now or timezone.now() + off
    if off:
        do = "set the wrong one of the two right (docs/operating.md, AsgardClockOff)"
        side = "behind" if off > timedelta() else "ahead of"
        yield Stuck("clock", "this machine", at, f"its clock is {abs(off)} {side} the database's", do)
    if health.broker() != "ok":  # whom it keeps waiting falls silent, and cannot be started
        yield Stuck("process", "broker", at, "does not answer, or lets nobody in", "start it; is BROKER_URL right?")
    if not room.for_a_mail():
        do = "make room on the disk of the database (docs/operating.md, AsgardMailPutOff)"
        yield Stuck("disk", "database", at, "has no room for a mail: those that come are put off by 451", do)
    for lost in checks.stored_can_be_read(databases=["default"]):
        yield Stuck("setting", "FERNET_KEYS", at, str(lost.msg), f"{lost.hint} (docs/operating.md, Keys)")
    yield from _silent(at)
    yield from _uncopied(at)
    yield from _erasing(at)
    yield from _unread(at)
    yield from _unsent(at)
    yield from _tables(at)


def _silent(now: datetime) -> Iterator[Stuck]:
    said = {one.name: one for one in Pulse.objects.order_by("name")}
    for name in BEATS:
        if name not in said:
            yield Stuck("process", name, None, "has never run", "start beat and a worker of queue clock")
    for name, one in said.items():
        known = one.at > now - pulse.FORGOTTEN
        if one.at < now - SILENT and (name in BEATS or (name.startswith("worker ") and known)):
            yield Stuck("process", name, one.at, "is silent", "start it; look at its log")
        elif one.at < now - UNFETCHED and name.startswith("mailbox ") and known:
            yield Stuck("mail in", name, one.at, "is not emptied", "start fetch; its log says why it is not let in")
        if one.unended > pulse.SOON:
            yield Stuck("round", name, one.at, f"began {one.unended} times, and came to no end", _log_of(name))
        elif one.undone_since is not None and one.undone_since < now - _most(name):
            why = f"fails each time: {one.place or 'its worker died'}"
            yield Stuck("round", name, one.undone_since, why, _log_of(name))
        if one.hold_until is not None and one.hold_until > now:
            yield Stuck("clock", name, one.at, f"waits until {one.hold_until:%H:%M} UTC: time has leapt", "wait")
    if "beat" in said and said["beat"].at >= now - SILENT:  # else it is named, and asks for none of these
        yield from _unbegun(now, {name: one.at for name, one in said.items()})


def _unbegun(now: datetime, said: Mapping[str, datetime]) -> Iterator[Stuck]:
    for names, often, most in ((rounds.OFTEN, "twice a minute", UNBEGUN), (rounds.HOURLY, "once an hour", UNFORGOTTEN)):
        for name in [one for one in names if one not in BEATS]:
            if name not in said:
                yield Stuck("round", name, None, f"is done {often}, and never was", _log_of(name))
            elif said[name] < now - most:
                yield Stuck("round", name, said[name], f"is done {often}, and was not since", _log_of(name))


def _most(name: str) -> timedelta:
    """How long a round may come to no good end."""
    return UNFORGOTTEN if name in rounds.HOURLY else UNDONE


def _log_of(name: str) -> str:
    return f"look at the log of the workers of queue {rounds.queue_of(name)}"


def _uncopied(now: datetime) -> Iterator[Stuck]:
    if not copies.received():
        do = "start deploy/copies/wal.sh; look at its log (docs/operating.md, AsgardNoCopies)"
        yield Stuck("copy", "wal", now, "nobody receives the log of changes", do)
    for name, at in sorted(copies.since().items()):
        if at < now - copies.LATE:
            do = "look at the log of what runs deploy/copies (docs/operating.md, AsgardOldCopies)"
            yield Stuck("copy", name, at, "no good copy of the database was made since", do)


def _erasing(now: datetime) -> Iterator[Stuck]:
    """Who they were is gone; what is left says it of no table any more, once it is gone through."""
    for row in Erasure.objects.filter(since__lt=now - UNERASED).order_by("since")[:AT_MOST]:
        do = f"it is tried every few minutes; {_log_of('erasing')}"
        yield Stuck("erasing", str(row.pk), row.since, "is erased, and not from all tables", do)


def _unread(now: datetime) -> Iterator[Stuck]:
    state = InboundMail.State
    waiting = InboundMail.objects.filter(state=state.NEW, received_at__lt=now - UNREAD).order_by("received_at")
    workers = _workers("in", now)
    for row in waiting[:AT_MOST]:
        why, do = "nobody reads it", workers
        if row.attempts or row.error:
            why, do = f"tried {row.attempts} times, {row.error or 'no error noted'}", remedies.of_reading(row.error)
        yield Stuck("mail in", str(row.pk), row.received_at, why, do)
    yield from _rest("mail in", waiting.count())
    quarantined = InboundMail.objects.filter(state=state.QUARANTINED).order_by("received_at")
    for row in quarantined[:AT_MOST]:
        why = f"put aside after {row.attempts} tries: {row.error or 'its worker died'}"
        do = f"mend the fault, then: reparse --apply {row.pk}, or --let-go if nobody will"
        yield Stuck("mail in", str(row.pk), row.received_at, why, do)
    yield from _rest("mail in", quarantined.count())


def _unsent(now: datetime) -> Iterator[Stuck]:
    state = Outbox.State
    due = Outbox.objects.filter(state=state.QUEUED, due_at__lt=now - UNSENT).order_by("due_at")
    workers = _workers("out", now)
    for row in due[:AT_MOST]:
        yield Stuck("mail out", str(row.pk), row.due_at, "is due and nobody sends it", workers)
    yield from _rest("mail out", due.count())
    tried = Outbox.objects.filter(state=state.QUEUED, attempts__gt=1, due_at__gte=now - UNSENT).order_by("created_at")
    for row in tried[:AT_MOST]:
        why = f"{row.purpose}, tried {row.attempts} times: {row.error or 'its worker died'}"
        do = f"next try {row.due_at:%d %b %H:%M} UTC{remedies.of(row.error)}"
        yield Stuck("mail out", str(row.pk), row.created_at, why, do)
    yield from _rest("mail out", tried.count())
    failed = Outbox.objects.filter(state=state.FAILED).order_by("created_at")
    for row in failed[:AT_MOST]:
        why = f"{row.purpose}, given up after {row.attempts} tries: {row.error or 'no error noted'}"
        do = f"resend {row.pk}, or with --let-go if nobody waits for it{remedies.of(row.error)}"
        yield Stuck("mail out", str(row.pk), row.created_at, why, do)
    yield from _rest("mail out", failed.count())


def _tables(now: datetime) -> Iterator[Stuck]:
    # A try is counted before it is made: a row that is young and names no place is one that somebody is at just now.
    failing = SetAside.objects.filter(~Q(place="") | Q(since__lt=now - TRYING)).order_by("since")
    for row in failing[:AT_MOST]:
        why = f"failed {row.failures} times: {row.place or 'its worker died'}"
        yield Stuck("table", str(row.pk), row.since, why, _mending(row))
    yield from _rest("table", failing.count())
    unknown = Game.objects.filter(status=Game.Status.UNKNOWN_RULES).order_by("opened_at")
    for game in unknown[:AT_MOST]:
        yield Stuck("table", str(game.pk), game.moved_at, f"nothing plays {game.key} {game.rules_version}",
                    "install the package that does")  # fmt: skip
    yield from _rest("table", unknown.count())
    apart = list(SetAside.objects.values_list("pk", flat=True))  # they have their own line, and another remedy
    running = OpenDecision.objects.filter(answered=False, game__status=Game.Status.RUNNING).exclude(game__in=apart)
    late = running.filter(deadline__lt=now - LATE)
    over = _first(late.values_list("game", "deadline").order_by("deadline"))
    for game_id, since in over[:AT_MOST]:
        yield Stuck("table", game_id, since, "is over its time", "an unread answer holds it, or the clock does not run")
    yield from _rest("table", len(over))
    awake = running.filter(game__paused_at=None, since__lt=now - LATE)
    asked = awake.filter(game__holders__bot__gt="", game__holders__seat=F("seat"))
    waits, workers = _first(asked.values_list("game", "since").order_by("since")), _workers("bots", now)
    for game_id, since in waits[:AT_MOST]:
        yield Stuck("table", game_id, since, "waits for a bot", workers)
    yield from _rest("table", len(waits))


def _workers(queue: str, now: datetime) -> str:
    """What brings on what waits for the workers of a queue: they are gone, or there and do not come to it."""
    if Pulse.objects.filter(name=f"worker {queue}", at__gte=now - SILENT).exists():
        held = "a relay that hangs?" if queue == "out" else "more work than they manage?"
        return f"the workers of queue {queue} live: their log says what holds them ({held})"
    return f"start workers of queue {queue}"


def _rest(what: str, count: int) -> Iterator[Stuck]:
    """How many of a kind are not named."""
    if (more := count - AT_MOST) > 0:
        yield Stuck(what, f"and {more} more", None, f"these {AT_MOST} are the oldest", "as above", more)


def _mending(row: SetAside) -> str:
    if row.deaths >= aside.MOST_DEATHS:
        return f"nothing tries it any more: mend the fault, then: retry {row.pk}"
    return f"mend it; next try {row.next_try_at:%d %b %H:%M} UTC, or at once: retry {row.pk}"


def _first(rows: Iterable[tuple[object, datetime | None]]) -> list[tuple[str, datetime | None]]:
    """Each table once, with its oldest time."""
    oldest: dict[str, datetime | None] = {}
    for game, at in rows:
        oldest.setdefault(str(game), at)
    return list(oldest.items())
