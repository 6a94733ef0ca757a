"""The one answer to a mail, and when there is none (mail notes 9)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from asgard_pbem.database.built import built_once
from asgard_pbem.mail import tokens
from asgard_pbem.mail.answering.endings import (
    Answered,
    AskedAgain,
    Barred,
    Duplicate,
    Ending,
    Ignored,
    Silenced,
    Unclear,
    Unsubscribed,
    WrongSender,
)
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.messages import Item, Receipt, Understood
from asgard_pbem.mail.models import InboundMail, Pending, count
from asgard_pbem.mail.sending import new_address
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player

# After these the first question may follow.
BEGINNING = frozenset({"invitation_accepted", "opened_again", "table_opened"})
UNTIL_ASKED = timedelta(days=365)  # its words are forgotten long before, with the mail that it quotes: `erasing.steps`
REFUSALS_AN_HOUR = 20  # answered ones: of a person who tries on, and not of a machine that answers each of our mails
REFUSALS_A_DAY = 60
TAKEN = (InboundMail.State.DONE, InboundMail.State.HELD, InboundMail.State.REFUSED)
STATES = {
    "done": InboundMail.State.DONE, "partly": InboundMail.State.DONE, "asked": InboundMail.State.DONE,
    "refused": InboundMail.State.REFUSED, "held": InboundMail.State.HELD,
}  # fmt: skip


def end(mail: InboundMail, ending: Ending) -> None:
    """Set what became of `mail`, and owe whoever is to hear of it one mail; the address on file one notice a day."""
    match ending:
        case Ignored(reason):
            _ignore(mail, reason)
        case Barred(found, sender, language, tell, player):
            mail.state, mail.reason, mail.player = InboundMail.State.REFUSED, "barred", player
            if tell:
                services.tell_barred(found, sender, language, mail=mail.pk)
        case Silenced(reason, tell):
            _silence(mail, reason)
            _tell_once_a_day(mail, tell, reason)
        case Unclear(player, reason, tell):
            mail.state, mail.reason, mail.player = InboundMail.State.REFUSED, reason, player
            _tell_once_a_day(mail, player if tell else None, "unclear_sender")
        case WrongSender(player):  # the writer is told nothing
            mail.state, mail.reason, mail.player = InboundMail.State.REFUSED, "wrong_sender", player
            _tell_once_a_day(mail, player, "wrong_sender")
        case AskedAgain(asked):
            mail.state, mail.reason = InboundMail.State.REFUSED, "no_yes_or_no"
            new_address.ask_there_again(asked)
        case Duplicate():  # kept, marked, not answered
            mail.duplicate, mail.state, mail.reason = True, InboundMail.State.IGNORED, "duplicate"
        case Unsubscribed(player):
            mail.state, mail.kind, mail.player = InboundMail.State.DONE, "unsubscribe", player
        case Answered(player, receipt, purpose, proven):
            answer(mail, player, receipt, purpose=purpose, proven=proven)


def answer(
    mail: InboundMail,
    player: Player,
    receipt: Receipt,
    *,
    game: Game | None = None,
    purpose: str = Outbox.Purpose.RECEIPT,
    proven: bool = True,
) -> None:
    """Set what became of `mail`, and owe its writer exactly one mail, unless they had too many refusals lately.

    `game`: that of the receipt, where it is at hand. `proven`: it was the player who wrote. Mails that we send without
    knowing that are counted, see `is_pestered`.
    """
    mail.state = STATES[receipt.outcome]
    mail.reason = receipt.reason
    mail.outcome = receipt.model_dump(mode="json")
    mail.player = player
    if receipt.outcome == "refused":
        pause = _pause(player)
        if pause is not None and pause.begun:
            _notice_once(player)
            return
        if pause is not None:
            said = Item(code="refusals_pause", params={"when": pause.until.isoformat()})
            receipt = receipt.model_copy(update={"notes": (*receipt.notes, said)})
    owe_receipt(f"receipt:{mail.pk}", player, receipt, mail, purpose, game=game, proven=proven)


def owe_receipt(
    key: str,
    player: Player,
    receipt: Receipt,
    mail: InboundMail,
    purpose: str = Outbox.Purpose.RECEIPT,
    *,
    game: Game | None = None,
    proven: bool = True,
) -> None:
    """Put the receipt into the outbox, once a key."""
    if game is None and receipt.game is not None:
        game = Game.objects.only("moment", "started_at").filter(pk=receipt.game).first()
    payload: dict[str, Any] = {"mail": str(mail.pk)}
    if receipt.outcome == "refused":
        payload["refusal"] = True
    if receipt.confirm is not None:
        payload["confirm"] = str(receipt.confirm)
    if not proven:
        payload["unproven"] = True
    elif purpose == Outbox.Purpose.RECEIPT:
        played = any(map(_is_order, receipt.understood))
        payload |= {"joins": True, "first": played and _is_first(player, receipt)} if _joins(receipt) else {}
        payload |= {} if played or not _sits_down(receipt, game) else {"sat_down": True}  # which is no answer yet
    services.owe(
        player=player, purpose=purpose, key=key, game=game, seat=receipt.seat if game is not None else None,
        payload=payload, receipt=receipt.model_dump(mode="json"),
        waits_s=_waits_s(player, receipt, first=payload["first"]) if payload.get("joins") else 0,
    )  # fmt: skip


def _is_first(player: Player, receipt: Receipt) -> bool:
    """Whether it tells who does not want each answer confirmed, for the first time in a game, that answers arrive."""
    if player.receipts or receipt.game is None:
        return False
    return not _receipts(player.pk, receipt.game)


@built_once
def _receipts(player: UUID, game: UUID) -> QuerySet[Outbox, Any]:
    told = Outbox.objects.filter(player=player, game=game, purpose=Outbox.Purpose.RECEIPT)
    return told.exclude(payload__has_key="sat_down").order_by().values_list("pk")[:1]


def _sits_down(receipt: Receipt, game: Game | None) -> bool:
    """Whether it tells of a seat, or of a table that waits for people."""
    waits = game is None or game.started_at is None
    return waits or any(one.did.code in BEGINNING for one in receipt.understood)


def _waits_s(player: Player, receipt: Receipt, *, first: bool) -> float:
    """How long it waits for a question that takes it in: a clean one, where not each is wanted, as long as it takes."""
    clean = receipt.outcome == "done" and not receipt.notes and all(map(_is_order, receipt.understood))
    return settings.RECEIPT_WAITS_S if player.receipts or first or not clean else UNTIL_ASKED.total_seconds()


def _joins(receipt: Receipt) -> bool:
    """Whether the next question may tell it: the game went on by it, and nothing was asked for that it has to show."""
    moved = any(_is_order(one) or one.did.code in BEGINNING for one in receipt.understood)
    shows = bool(receipt.answers) or receipt.confirm is not None
    return receipt.outcome in {"done", "partly"} and receipt.seat is not None and moved and not shows


def _is_order(one: Understood) -> bool:
    return one.did.code.startswith("order_")


@dataclass(frozen=True, slots=True)
class _Pause:
    """Whether refusals are answered no more (`begun`), or this is the last one, and until when."""

    begun: bool
    until: datetime


def _pause(player: Player) -> _Pause | None:
    """Nobody falls silent without having said so: the last refusal that is answered names the hour.

    Counted by what was answered: whoever goes on trying does not put off the end of the pause by it.
    """
    now, found = timezone.now(), list[_Pause]()
    for span, most in ((timedelta(hours=1), REFUSALS_AN_HOUR), (timedelta(days=1), REFUSALS_A_DAY)):
        told = Outbox.objects.filter(player=player, payload__refusal=True, created_at__gt=now - span)
        times = list(told.order_by("created_at").values_list("created_at", flat=True))
        if len(times) >= most - 1:
            found.append(_Pause(len(times) >= most, (times[0] if times else now) + span))
    return max(found, key=lambda one: (one.begun, one.until), default=None)


def is_busy(mail: InboundMail, player: Player) -> bool:
    """Whether so many mails of this person, or of this seat of theirs, were taken within the hour that this is not.

    Counted by person, not by address: every receipt brings a fresh address. What somebody else wrote to an address of
    theirs counts for nothing.
    """
    until, most = mail.received_at, settings.MAIL_PER_PERSON_HOUR
    places = _taken(player.pk, until - timedelta(hours=1), until, mail.pk, most)
    if len(places) >= most:
        return True
    token = mail.token
    if token is None or token.game_id is None or token.seat is None:
        return False
    return places.count((token.game_id, token.seat)) >= settings.MAIL_PER_SEAT_HOUR


@built_once
def _taken(player: UUID, since: datetime, until: datetime, but: UUID, most: int) -> QuerySet[InboundMail, Any]:
    """The answered mails of this person, proven by a token or DMARC: nobody else uses up what they have, nor who knows
    an address of theirs and fails DMARC.
    """
    theirs = InboundMail.objects.filter(
        Q(token__isnull=False) | Q(verdicts__dmarc="pass"), ~Q(reason="rate_limited"), ~Q(pk=but),
        ~Q(state=InboundMail.State.HELD, verdicts__dmarc="fail"), player=player,
        outcome__isnull=False, received_at__gt=since, received_at__lte=until, state__in=TAKEN,
    )  # fmt: skip
    return theirs.values_list("token__game", "token__seat")[:most]


def is_pestered(player: Player) -> bool:
    """Whether this address got as many mails of ours lately as anybody may cause who can write it into a From line.

    Holds the player's row, so that many such mails at once are counted one after the other.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    caused = Outbox.objects.filter(player=player, payload__unproven=True)
    now = timezone.now()
    return (
        caused.filter(created_at__gt=now - timedelta(hours=1)).count() >= settings.UNPROVEN_ANSWERS_HOUR
        or caused.filter(created_at__gt=now - timedelta(days=1)).count() >= settings.UNPROVEN_ANSWERS_DAY
    )


def strangers_asked_enough() -> bool:
    """Whether all unknown people together were asked as many questions within the hour as we send at most."""
    asked = Pending.objects.filter(kind=Pending.Kind.STRANGER, created_at__gt=timezone.now() - timedelta(hours=1))
    return asked.count() >= settings.STRANGERS_HOUR


def _notice_once(player: Player) -> None:
    """A notice for the web alone, once a day: the row is never sent."""
    day = timezone.now().date().isoformat()
    Outbox.objects.get_or_create(
        key=f"refusals:{player.pk}:{day}",
        defaults={
            "player": player, "purpose": Outbox.Purpose.NOTICE, "state": Outbox.State.DROPPED,
            "payload": {"what": "refusals_limited"},
        },
    )  # fmt: skip


def _tell_once_a_day(mail: InboundMail, player: Player | None, what: str) -> None:
    if player is None:
        return
    day = timezone.now().date().isoformat()
    token = mail.token or services.find_token(tokens.box_of(mail.envelope_to).token)  # of one that nobody read
    if token is not None and token.player_id != player.pk:
        token = None
    services.owe(
        player=player, purpose=Outbox.Purpose.NOTICE, key=f"{what.replace('_', '-')}:{player.pk}:{day}",
        game=token.game if token else None, seat=token.seat if token else None,
        payload={"what": what, "about_mail": str(mail.pk)},
    )  # fmt: skip


def _ignore(mail: InboundMail, reason: str) -> None:
    """Counted, so that an attack can be seen. Bytes for nobody are not kept."""
    mail.state, mail.reason = InboundMail.State.IGNORED, reason
    count(reason, timezone.now().date())
    if reason == "unknown_token":
        inbound.forget(mail)


def _silence(mail: InboundMail, reason: str) -> None:
    """The bytes stay if they came to an address that we gave somebody, or to an open box."""
    mail.state, mail.reason = InboundMail.State.REFUSED, reason
    box = tokens.box_of(mail.envelope_to)
    token = services.find_token(box.token)
    if token is not None:
        mail.player = token.player  # whose words it may hold: forgotten with them
    elif not box.is_open:
        inbound.forget(mail)
