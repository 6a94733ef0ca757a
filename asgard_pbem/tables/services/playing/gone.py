"""Whoever has gone without a word: a bot plays on for them, so that nobody waits for weeks, and their seat is kept.

Counted are turns in a row whose time ran out. Everybody can count them: what happens behind a veil, what is planned, or
said to some alone adds nothing and takes nothing away. An answer in time counts as one, whether by hand or by a plan.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction

from asgard_pbem.tables.guards.locking import hold
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.services.mailing import owe_invitation
from asgard_pbem.tables.services.seating import seats
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import append
from asgard_pbem.tables.store.rows import TIMED_OUT
from asgard_pbem.tables.store.walking import Step, walk
from engine.core.moves import Seat
from engine.table.events import MoveMade, PressSent

GONE = "gone"


def is_gone(game_id: UUID, seat: Seat) -> bool:
    """Whether the person's time has run out too often in a row."""
    return settings.TIME_OUTS_IN_A_ROW > 0 and _ran_out(game_id, seat, settings.TIME_OUTS_IN_A_ROW)


def is_nearly_gone(game_id: UUID, seat: Seat) -> bool:
    """Whether it will have with the next time; never where nobody else waits, see `let_go`."""
    before = settings.TIME_OUTS_IN_A_ROW - 1
    return before > 0 and _others_wait(_people(game_id), seat) and _ran_out(game_id, seat, before)


def _ran_out(game_id: UUID, seat: Seat, times: int) -> bool:
    """Whether the time of `seat` has run out so many times since its person last did anything there that all can see,
    at this seat or another of theirs. A time is a turn with a clock of its own, however often the clock answers in it.
    """
    people = _people(game_id)
    late = Outbox.objects.filter(player=people[seat], game=game_id, seat=seat, payload__what=TIMED_OUT)
    told = late.order_by("-created_at").values_list("payload", flat=True)
    acts = {one["after"] + 1: one["since"] for one in told if "since" in one}  # first event -> its turn
    turns = list(dict.fromkeys(acts.values()))[:times]
    if len(turns) < times:  # as nearly always: nothing is replayed
        return False
    own = {one for one, player in people.items() if player == people[seat]}
    last = _last_seen(game_id, own, acts, min(seq for seq, turn in acts.items() if turn in turns))
    return len({turn for seq, turn in acts.items() if seq > last}) >= times


def _last_seen(game_id: UUID, own: Collection[Seat], clock: Collection[int], since: int) -> int:
    """The last event from `since` on by which everybody saw that somebody is there who holds the seats `own`; 0: none.

    Others know who is asked and has answered, but of veils and windows. What is done unseen is as if it had not been,
    and so tells nobody anything by what follows here. `clock`: the events with which acts of the clock begin.
    """
    row, last, asked, by_clock = history.row_of(game_id), 0, set[Seat](), set[UUID]()
    kept, rows = loading.near(row, row.head_seq, by=since - 1)
    for step in walk(row, rows, loading.begin(row, kept, rows)):
        event = step.row
        by_clock |= {event.cause} if event.seq in clock else set()
        if event.seq >= since and event.seat in own and event.cause not in by_clock and _is_seen(step, asked):
            last = event.seq
        asked = {one.seat for one in step.course.table.pending() if not (one.concealed or one.optional)}
    return last


def _is_seen(step: Step, asked: Collection[Seat]) -> bool:
    """Whether all see that this event is somebody's doing. `asked`: whom all knew to be asked before it."""
    said = step.noted.payload
    if isinstance(said, MoveMade):
        return said.seat in asked and said.by in {"player", "plan"}
    if isinstance(said, PressSent):
        return said.to is None
    return step.noted.public


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
