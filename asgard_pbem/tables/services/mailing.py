"""Owed mail and the addresses by which answers come back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q, QuerySet

from asgard_pbem.database.built import built_once
from asgard_pbem.database.saving import insert_new, insert_with_commit
from asgard_pbem.tables import notify
from asgard_pbem.tables.guards import clocks
from asgard_pbem.tables.keys.reply_tokens import TOKEN, digest, new_token
from asgard_pbem.tables.models import Game, Invitation, OpenDecision, Outbox, Player, ReplyToken, sealing
from asgard_pbem.tables.store import sql as store
from engine.core.moves import Seat

TABLE_NEWS = "table_news"
MOST_ASKED_AGAIN = 50  # games


def owe(
    *,
    player: Player,
    purpose: str,
    key: str,
    game: Game | None = None,
    seat: Seat | None = None,
    prompt: int | None = None,
    payload: dict[str, Any] | None = None,
    receipt: dict[str, Any] | None = None,
    newcomer: bytes | None = None,
    waits_s: float = 0,
) -> Outbox:
    """Put one mail into the outbox, once a `key`; it is told to Celery after the commit.

    `receipt`: what quotes the player's own mail; kept sealed, where `payload` holds keys and codes in clear.
    `newcomer`: the encrypted address of somebody who is no player. `waits_s`: it goes out no sooner than in so many
    seconds.
    """
    moment, now = game.moment if game is not None else None, clocks.now()
    values = {
        "player": player, "purpose": purpose, "game": game, "seat": seat, "prompt": prompt, "moment": moment,
        "payload": payload or {}, "receipt": receipt or {}, "newcomer": newcomer,
        "created_at": now, "due_at": now + timedelta(seconds=waits_s),
    }  # fmt: skip
    row = Outbox(key=key, **values)
    if insert_new(row):
        notify.after_commit([row.pk], waits_s=waits_s)
        return row
    return Outbox.objects.get(key=key)


def owe_invitation(made: Invitation) -> None:
    """The mail that offers a seat."""
    owe(
        player=made.player, purpose=Outbox.Purpose.INVITATION, key=f"invitation:{made.pk}", game=made.game,
        payload={"invitation": str(made.pk), "by": str(made.by_id)},
    )  # fmt: skip


def _owe_table_news(player: Player, game: Game) -> None:
    """Tell who invites how their table fills: in one mail, however many answer within some minutes.

    Nothing while such a mail waits to go out, as it tells how things stand then; none goes out once the game begins.
    """
    before = Outbox.objects.filter(player=player, game=game, purpose=Outbox.Purpose.NOTICE, payload__what=TABLE_NEWS)
    if before.filter(state=Outbox.State.QUEUED).exists():
        return
    owe(
        player=player, purpose=Outbox.Purpose.NOTICE, key=f"table-news:{game.pk}:{player.pk}:{before.count()}",
        game=game, seat=_first_seat(player, game), payload={"what": TABLE_NEWS}, waits_s=settings.TABLE_NEWS_WAITS_S,
    )  # fmt: skip


def tell_inviter(asked: Invitation) -> None:
    """What came of an invitation, to who sent it: with how their table fills, or by itself where the game had begun."""
    if asked.by is None or asked.kept:
        return
    if not asked.takes_over:
        _owe_table_news(asked.by, asked.game)
        return
    owe(
        player=asked.by, purpose=Outbox.Purpose.NOTICE, key=f"offered:{asked.pk}:{asked.state}", game=asked.game,
        seat=_first_seat(asked.by, asked.game), payload={"what": "offered", "invitation": str(asked.pk)},
    )  # fmt: skip


def _first_seat(player: Player, game: Game) -> Seat | None:
    return game.holders.filter(player=player).order_by("seat").values_list("seat", flat=True).first()


def ask_again(player: Player, *, but: UUID | None = None, sent: bool = False) -> None:
    """Owe the open questions anew that were not sent while their player wanted no mail. `but`: not of that game.
    `sent`: those too that were, or are to be tried again later, to another address.
    """
    kept = Q(state=Outbox.State.DROPPED)
    if sent:
        kept |= Q(state__in=(Outbox.State.SENT, Outbox.State.FAILED)) | Q(state=Outbox.State.QUEUED, attempts__gt=0)
    for game_id, seat in _asked_of(player)[:MOST_ASKED_AGAIN]:
        if game_id == but:
            continue
        asks = Outbox.objects.filter(player=player, purpose=Outbox.Purpose.PROMPT, game_id=game_id, seat=seat)
        for row in asks.filter(kept, prompt=current_prompt(game_id, seat)).values_list("pk", flat=True):
            again = Outbox.objects.filter(kept, pk=row)
            if again.update(state=Outbox.State.QUEUED, due_at=clocks.now(), attempts=0):
                notify.after_commit([row])


def _asked_of(player: Player) -> list[tuple[UUID, Seat]]:
    """The seats of a person of whom something is asked, the latest first. Looked for by the questions: of their mails,
    which are many more, the last ones may be of one game alone.
    """
    waits = OpenDecision.objects.filter(answered=False, game__status=Game.Status.RUNNING)
    theirs = waits.filter(game__holders__player=player, game__holders__seat=F("seat")).order_by("-asked_at")
    return list(dict.fromkeys(theirs.values_list("game_id", "seat")))


def issue_token(
    *,
    player: Player,
    purpose: str = ReplyToken.Purpose.PLAY,
    game: Game | None = None,
    seat: Seat | None = None,
    prompt: int | None = None,
    subject: UUID | None = None,
    expires_at: datetime | None = None,
) -> str:
    """A new random reply token, 26 characters of lower-case base32. Only its hash is kept: it cannot be had again."""
    token = new_token()
    row = ReplyToken(
        sha256=digest(token), player=player, purpose=purpose, game=game, seat=seat, prompt=prompt, subject=subject,
        expires_at=expires_at,
    )  # fmt: skip
    insert_with_commit(row)
    return token


def find_token(text: str) -> ReplyToken | None:
    """The token, whatever its case, with its player and game."""
    token = text.strip().lower()
    if TOKEN.fullmatch(token) is None:
        return None
    found = next(iter(_by_hash(digest(token))), None)
    if found is not None:
        sealing.came_with(found)
    return found


@built_once
def _by_hash(sha256: bytes) -> QuerySet[ReplyToken]:
    return sealing.with_key(ReplyToken.objects.select_related("player", "game")).filter(sha256=sha256)


def token_of(mail: Outbox) -> ReplyToken | None:
    """The token that went out with a sent mail: the last one issued by then for what it asks."""
    named = mail.payload.get("confirm") or mail.payload.get("invitation")
    known = ReplyToken.objects.select_related("player", "game").filter(
        player=mail.player, game=mail.game if mail.seat is not None else None, seat=mail.seat,
        subject=UUID(named) if named else None, issued_at__lte=mail.sent_at,
    )  # fmt: skip
    return known.order_by("-issued_at").first()


def current_prompt(game_id: UUID, seat: Seat) -> int | None:
    """The number of the last prompt that was owed to a seat; None before the first."""
    return store.newest_prompt(game_id, seat)


@dataclass(frozen=True, slots=True)
class Sitting:
    """How somebody sits at a table just now, with regard to one seat."""

    own: tuple[Seat, ...] = ()  # all seats of theirs there
    seat: Seat | None = None  # that seat, while it is theirs
    newest: int | None = None  # the number of the last prompt that was owed to it

    def is_current(self, token: ReplyToken) -> bool:
        """Whether an answer to it counts: no newer prompt has been owed to its seat, and the player still holds it."""
        if token.game_id is None or token.seat is None:
            return True
        return self.seat is not None and (self.newest is None or (token.prompt or 0) >= self.newest)

    def answered_by(self, token: ReplyToken) -> int | None:
        """The number of the prompt that an answer to it is for. What went out before the seat's first question can be
        answered while that is its only one (None: no other list can be meant); after it, it is older than all (0).
        """
        if token.prompt is not None or token.game_id is None or token.seat is None or self.newest is None:
            return token.prompt
        earlier = store.newest_prompt(token.game_id, token.seat, upto=self.newest - 1)
        return None if earlier is None else 0


def sitting(player: Player, game_id: UUID | None, seat: Seat | None) -> Sitting:
    """How `player` sits at a table, with regard to `seat`; nowhere without the one or the other."""
    if game_id is None or seat is None:
        return Sitting()
    own, newest = store.sitting(game_id, player.pk, seat)
    return Sitting(own, seat if seat in own else None, newest)


def token_is_current(token: ReplyToken) -> bool:
    """Whether an answer to it counts, see `Sitting`."""
    return sitting(token.player, token.game_id, token.seat).is_current(token)
