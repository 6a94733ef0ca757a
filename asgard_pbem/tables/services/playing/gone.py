"""Whoever has gone without a word: a bot plays on for them, so that nobody waits for weeks, and their seat is kept."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction

from asgard_pbem.tables.models import Event, Game, Invitation, Moment, Outbox, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.services.mailing import owe
from asgard_pbem.tables.services.seating import seats
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import append
from asgard_pbem.tables.store.rows import TIMED_OUT
from engine.core.moves import Seat

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
    """Whether the time of `seat` has run out so many times since its person last did anything there, at this seat or
    another of theirs. A time is a turn with a clock of its own, however often the clock has answered in it.

    Read as a spectator reads: what was asked, planned or answered unseen is as if it had not been. So what follows
    tells the others nothing that they do not see.
    """
    people = _people(game_id)
    late = Outbox.objects.filter(player=people[seat], game=game_id, seat=seat, payload__what=TIMED_OUT)
    told = late.order_by("-created_at").values_list("payload", flat=True)
    acts = {one["after"] + 1: one["since"] for one in told if "since" in one}  # first event -> the turn, the last first
    turns = list(dict.fromkeys(acts.values()))[:times]
    if len(turns) < times:  # as nearly always: nothing is replayed
        return False
    first = min(seq for seq, turn in acts.items() if turn in turns)
    own = [one for one, player in people.items() if player == people[seat]]
    events = {one.seq: one for one in Event.objects.filter(game_id=game_id, seq__gte=first)}
    said = [one for one in events.values() if one.kind == "press_sent" and one.seat in own]
    heard = max((one.seq for one in said if one.payload.get("to") is None), default=0)
    moments = Moment.objects.filter(game_id=game_id).order_by("number")
    seqs = dict(moments.filter(seq__gte=first).values_list("number", "seq"))
    entries = history.history(game_id, None, since=moments.filter(seq__lt=first).count())
    entries = [one for one in entries if one.seat in own and seqs[one.number] > heard]
    causes = {one.number: events[seqs[one.number]].cause for one in entries}
    clock = {causes[one.number] for one in entries if one.seat == seat and one.by == BY_CLOCK}
    turn_of = {events[seq].cause: turn for seq, turn in acts.items() if seq >= first}
    counted = set[str]()
    for one in reversed(entries):
        cause = causes[one.number]
        if cause in clock:
            counted |= {turn_of[cause]} if cause in turn_of else set()
        elif one.by != BY_CLOCK:  # of another seat of theirs the clock says nothing about this one
            break
    return len(counted) >= times


def _people(game_id: UUID) -> dict[Seat, UUID | None]:
    return dict(SeatRow.objects.filter(game_id=game_id).values_list("seat", "player_id"))


def _others_wait(people: Mapping[Seat, UUID | None], seat: Seat) -> bool:
    """Whether another person sits at the table."""
    return bool({*people.values()} - {None, people[seat]})


def let_go(game_id: UUID, *, seat: Seat, cause: UUID) -> bool:
    """A bot plays on at this seat, and its person is offered it back: by mail, and on the table's page. False where
    nobody else waits: their game is left as they left it.
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
        who = append(game_id, act, cause=cause, within=True).result
        if who is not None:
            _keep_for(Player.objects.get(pk=who), Game.objects.get(pk=game_id), cause)
    return who is not None


def _keep_for(player: Player, game: Game, cause: UUID) -> None:
    """An invitation of their own: they can take it back while nobody else has taken it over."""
    Invitation.objects.filter(game=game, player=player).delete()
    kept = Invitation.objects.create(id=uuid5(cause, f"kept for {player.pk}"), game=game, player=player, by=player)
    owe(
        player=player, purpose=Outbox.Purpose.INVITATION, key=f"invitation:{kept.pk}", game=game,
        payload={"invitation": str(kept.pk), "by": str(player.pk)},
    )  # fmt: skip
