"""Private notes: kept, changed and thrown away by their writer alone."""

from __future__ import annotations

from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards.locking import hold
from asgard_pbem.tables.models import Game, Invitation, Memo, Player
from asgard_pbem.tables.models.memos import MEMO_LIMIT
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.services.playing.press import clean_text

MEMOS_A_TABLE = 500  # of one person


def keep_memo(game_id: UUID, *, player: Player, text: str, moment: int | None = None, cause: UUID) -> Memo:
    """Keep words about a table, or about its public moment `moment`, for their writer alone.

    Whoever may look at the table may; nothing of it reaches the log, a mail or a page of anybody else. Raises
    ServiceError E_MEMO_EMPTY, E_MEMO_LONG, E_NO_GAME, E_MOMENT, E_MANY_MEMOS.
    """
    said = _said(text)
    memo_id = uuid5(cause, f"memo {game_id} {player.pk}")
    with transaction.atomic():
        game = _seen(game_id, player)
        if (done := Memo.objects.filter(pk=memo_id).first()) is not None:
            return done
        if moment is not None and not 1 <= moment <= game.moment:
            raise ServiceError("E_MOMENT", moment=moment)
        own = Memo.objects.filter(game=game, player=player)
        if own.count() >= MEMOS_A_TABLE:
            raise ServiceError("E_MANY_MEMOS", most=MEMOS_A_TABLE)
        number = (own.aggregate(last=Max("number"))["last"] or 0) + 1
        return Memo.objects.create(id=memo_id, game=game, player=player, number=number, moment=moment, text=said)


def change_memo(game_id: UUID, *, player: Player, number: int, text: str) -> Memo:
    """Other words in the place of those of one's own note; it stays at its moment. What it said before is kept nowhere.

    Raises ServiceError E_MEMO_EMPTY, E_MEMO_LONG, E_NO_GAME, E_NO_MEMO.
    """
    said = _said(text)
    with transaction.atomic():
        own = Memo.objects.filter(game=_seen(game_id, player), player=player, number=number).first()
        if own is None:
            raise ServiceError("E_NO_MEMO", number=number)
        if own.text != said:
            own.text, own.written_at = said, timezone.now()
            own.save(update_fields=["text", "written_at"])
        return own


def drop_memo(game_id: UUID, *, player: Player, number: int) -> None:
    """Throw one's own note away, for good. Raises ServiceError E_NO_MEMO."""
    with transaction.atomic():
        hold(game_id)
        gone, _ = Memo.objects.filter(game_id=game_id, player=player, number=number).delete()
        if not gone:
            raise ServiceError("E_NO_MEMO", number=number)


def _said(text: str) -> str:
    """The words as they are kept. Raises ServiceError E_MEMO_EMPTY, E_MEMO_LONG."""
    said = clean_text(text)
    if not said:
        raise ServiceError("E_MEMO_EMPTY")
    if len(said) > MEMO_LIMIT:
        raise ServiceError("E_MEMO_LONG", most=MEMO_LIMIT)
    return said


def _seen(game_id: UUID, player: Player) -> Game:
    """The game, locked, if the player may look at it: a private table does not exist for others."""
    game = hold(game_id)
    invited = Invitation.standing().filter(game_id=game_id, player=player)
    if game is None or not (history.may_look_as(game, player, None) or invited.exists()):
        raise ServiceError("E_NO_GAME")
    return game
