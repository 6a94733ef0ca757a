"""Whoever has gone without a word: a bot plays on for them, so that nobody waits for weeks, and their seat is kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction

from asgard_pbem.tables.guards.locking import hold
from asgard_pbem.tables.models import Event, Game, Invitation, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.services.mailing import owe_invitation
from asgard_pbem.tables.services.seating import seats
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import append
from asgard_pbem.tables.store.folding import Course, Key, Noted
from asgard_pbem.tables.store.rows import DAY
from asgard_pbem.tables.store.walking import walk
from engine.core.flow.veil import Unseen
from engine.core.moves import Seat
from engine.table.events import MoveMade, PressSent

GONE = "gone"
BY_CLOCK = "timeout"


def is_gone(game_id: UUID, seat: Seat) -> bool:
    """Whether the person's time has run out too often in a row."""
    return settings.TIME_OUTS_IN_A_ROW > 0 and _ran_out(game_id, seat, settings.TIME_OUTS_IN_A_ROW)


def is_nearly_gone(game_id: UUID, seat: Seat) -> bool:
    """Whether it will have with the next time; never where nobody else waits, see `let_go`."""
    before = settings.TIME_OUTS_IN_A_ROW - 1
    return before > 0 and _others_wait(_people(game_id), seat) and _ran_out(game_id, seat, before)


def _ran_out(game_id: UUID, seat: Seat, times: int) -> bool:
    """Whether the time at `seat` has run out so often since its person last did anything there, at this seat or another
    of theirs.

    What nobody else learns of is as if it had not been (`_is_sign`): else what follows would tell them.
    """
    late = Event.objects.filter(game_id=game_id, seat=seat, kind="move_made", payload__by=BY_CLOCK)
    acts = list(dict(late.order_by("-seq").values_list("cause", "seq")).values())  # where each began; the latest first
    back = times
    while len(acts) >= times:  # as seldom: else nothing is replayed
        counted, whole = _counted(game_id, seat, acts[:back][-1])
        if counted >= times or whole or back >= len(acts):
            return counted >= times
        back *= 2  # some were unseen, or fell together with others
    return False


def _counted(game_id: UUID, seat: Seat, first: int) -> tuple[int, bool]:
    """How often the time at `seat` has run out in a row from event `first` on, and whether the row began there.

    What the clock answers within half of the table's time counts once: several questions that were asked together, and
    a turn that comes back late to whose time had run out (`Clock.spent`), were one chance to answer.
    """
    row, people = history.row_of(game_id), _people(game_id)
    own = [one for one, player in people.items() if one == seat or (player is not None and player == people[seat])]
    kept, rows = loading.near(row, row.head_seq, by=first - 1)
    by_hand, unseen = set[UUID](), set[UUID]()  # acts
    apart, counted, whole = (row.days_per_decision or 0) * DAY / 2, 0, False
    last: datetime | None = None
    course = loading.begin(row, kept, rows)
    waited = _waited(course)
    for step in walk(row, rows, course):
        before, waited = waited, _waited(step.course)
        event, move = step.row, step.noted.payload
        if any(isinstance(one, Unseen) for one in step.noted.happenings):
            unseen.add(event.cause)
            continue
        if event.seq < first or event.seat not in own:
            continue
        if event.payload.get("by", "player") == "player" and event.cause not in unseen:
            by_hand.add(event.cause)
        if isinstance(move, MoveMade) and move.by == BY_CLOCK:
            # Of another seat of theirs the clock says nothing about this one.
            if event.seat == seat and (last is None or event.recorded_at - last >= apart):
                counted, last = counted + 1, event.recorded_at
        elif event.cause in by_hand and _is_sign(step.noted, answered=any(key[0] in own for key in before - waited)):
            counted, last, whole = 0, None, True
    return counted, whole


def _waited(course: Course) -> set[Key]:
    return {key for key, one in course.asked.items() if one.decision.waits}


def _is_sign(noted: Noted, *, answered: bool) -> bool:
    """Whether others see that somebody has done something: said it to all, answered what they were waited for, taken
    back what was seen. Not that they have planned, chosen something else meanwhile, or spoken with some.
    """
    if isinstance(noted.payload, PressSent):
        return noted.payload.to is None
    return noted.public or (answered and isinstance(noted.payload, MoveMade))


def _people(game_id: UUID) -> dict[Seat, UUID | None]:
    return dict(SeatRow.objects.filter(game_id=game_id).values_list("seat", "player_id"))


def _others_wait(people: Mapping[Seat, UUID | None], seat: Seat) -> bool:
    """Whether another person sits at the table."""
    return bool({*people.values()} - {None, people[seat]})


def let_go(game_id: UUID, *, seat: Seat, cause: UUID) -> bool:
    """A bot plays on at this seat, if its person is gone, and they are offered it back: by mail, and on their pages.
    False where they are not, or nobody else waits: their game is left as they left it.
    """

    def act(acting: Acting) -> UUID | None:
        who, people = acting.holders[seat].player, {one.seat: one.player for one in acting.holders}
        over = acting.game.status != Game.Status.RUNNING  # by what the clock has just played, perhaps
        if over or who is None or acting.game.practice or not _others_wait(people, seat):
            return None
        seats.sit_down(acting, seat, player=None, bot=seats.usual_bot(acting.course.table.game.bots))
        seats.tell_others(acting, seat, GONE, cause, by=who)
        return who

    with transaction.atomic():
        game = hold(game_id)
        if game is None or not is_gone(game_id, seat):  # they answered, or somebody new sits there, just now
            return False
        who = append(game_id, act, cause=cause, within=True).result
        if who is not None:
            _keep_for(Player.objects.get(pk=who), game, cause)
    return who is not None


def _keep_for(player: Player, game: Game, cause: UUID) -> None:
    """An invitation of their own: they can take back whatever of theirs nobody else has taken over. It stays the same
    while it stands, with its mail, however many seats of theirs it comes to mean.
    """
    before = Invitation.objects.filter(game=game, player=player).first()
    if before is not None and before.kept and before.state == Invitation.State.OPEN:
        return
    if before is not None:
        before.delete()
    kept = Invitation.objects.create(id=uuid5(cause, f"kept for {player.pk}"), game=game, player=player, by=player)
    owe_invitation(kept)
