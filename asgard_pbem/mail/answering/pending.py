"""What waits for a yes: a resignation, a mail whose sender is in doubt, a stranger's first mail, another address."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone

from asgard_pbem.mail.messages import Item, Receipt
from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.tables import services
from asgard_pbem.tables.models import OpenDecision, Player
from asgard_pbem.tables.words import reader_language

LIFE = {
    Pending.Kind.HELD_MAIL: timedelta(hours=24),
    Pending.Kind.RESIGN: timedelta(hours=72),
    Pending.Kind.STRANGER: timedelta(days=7),
    Pending.Kind.MEANT: timedelta(days=30),  # it lapses with its question
}


@dataclass(frozen=True, slots=True)
class Settled:
    """What a yes or no did."""

    code: str = ""  # for the receipt
    params: dict[str, Any] = field(default_factory=dict)  # of the code
    refusal: Item | None = None
    receipt: Receipt | None = None  # of a mail that had waited


def ask(
    kind: Pending.Kind,
    player: Player,
    *,
    mail_id: UUID | None = None,
    game_id: UUID | None = None,
    seat: int | None = None,
    prompt: int | None = None,
    reply: str = "",
    about: str = "",
) -> Pending:
    """Note what waits; it lapses in its time, held orders at the latest with their deadline."""
    return Pending.objects.create(
        kind=kind, player=player, mail_id=mail_id, game_id=game_id, seat=seat, prompt=prompt, reply=reply, about=about,
        expires_at=_until(kind, game_id, seat),
    )  # fmt: skip


def ask_stranger(player: Player, mail_id: UUID) -> Pending | None:
    """The one question to somebody unknown; None when it was put already."""
    lapsed = Pending.objects.filter(player=player, kind=Pending.Kind.STRANGER, settled_at=None)
    lapsed.filter(expires_at__lt=timezone.now()).update(settled_at=timezone.now(), agreed=False)
    try:
        with transaction.atomic():
            return ask(Pending.Kind.STRANGER, player, mail_id=mail_id)
    except IntegrityError:
        return None


def _until(kind: Pending.Kind, game_id: UUID | None, seat: int | None) -> datetime:
    until = timezone.now() + LIFE[kind]
    if kind == Pending.Kind.HELD_MAIL and game_id is not None and seat is not None:
        due = OpenDecision.objects.filter(game_id=game_id, seat=seat, answered=False, deadline__gt=timezone.now())
        first = due.order_by("deadline").values_list("deadline", flat=True).first()
        until = min(until, first) if first else until
    return until


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page of a confirmation link shows."""

    kind: str
    state: str  # open, agreed, cancelled, lapsed
    lines: tuple[str, ...] = ()  # of the mail that waits, at most three
    address: str = ""  # the new one
    refusal: str = ""


def shown(found: Pending, settled: Settled | None = None) -> Shown:
    """For the page; `settled`: what a yes or no has just done."""
    state = "open" if found.expires_at >= timezone.now() else "lapsed"
    if found.settled_at is not None:
        state = "agreed" if found.agreed else "cancelled"
    kept = found.mail.kept if found.mail is not None else ""
    refusal = _words(settled.refusal) if settled is not None and settled.refusal is not None else ""
    lines = tuple(line for line in kept.split("\n") if line.strip())[:3]
    return Shown(found.kind, state, lines, found.asked_address, refusal)


def _words(why: Item) -> str:
    from asgard_pbem.mail.writing.receipt import say

    return say(why, None, reader_language())


@transaction.atomic
def let_go_on(pending_id: UUID) -> Pending | None:
    """Say yes to a mail that waits; the caller carries it out, and tells `settle` what it did. None: no mail waits.

    The yes is committed before the mail is carried out, and stands: no later no can come between. Said again while the
    mail still waits, because a worker died over it, it goes on.
    """
    found = _locked(pending_id)
    if found is None or found.mail is None or found.kind in {Pending.Kind.RESIGN, Pending.Kind.MEANT}:
        return None
    if found.settled_at is None and found.expires_at >= timezone.now():
        found.settled_at, found.agreed = timezone.now(), True
        found.save(update_fields=["settled_at", "agreed"])
    waits = InboundMail.objects.filter(pk=found.mail.pk, state=InboundMail.State.HELD).exists()
    if not (found.agreed and waits):
        return None
    Player.objects.filter(pk=found.player_id, verified_at=None).update(verified_at=timezone.now())
    return found


def hold_mails(pending_id: UUID, *others: UUID) -> None:
    """Lock the mail that waits, and others, in the order of their ids: mails are locked before what waits for a yes."""
    waits = Pending.objects.filter(pk=pending_id, mail__isnull=False).values_list("mail_id", flat=True)
    mails = InboundMail.objects.filter(pk__in=[*others, *waits]).order_by("pk")
    list(mails.select_for_update().values_list("pk", flat=True))


def hold_game_of(pending_id: UUID) -> set[UUID]:
    """The game that a yes would give a seat up in, which is locked after what waits for it."""
    resigns = Pending.objects.filter(pk=pending_id, kind=Pending.Kind.RESIGN, game_id__isnull=False)
    return {one.game_id for one in resigns.select_for_update(of=("self",)) if one.game_id is not None}


@transaction.atomic
def settle(pending_id: UUID, *, agreed: bool, resumed: Receipt | None = None, there: bool = True) -> Settled:
    """Give a seat up, take another address, or drop what waits. Said twice, the first answer stands.

    `resumed`: what a waiting mail did that this yes has let go on (`let_go_on`). `there`: it was said where only the
    mail that asks has been; a new address is not agreed to from the old one.
    """
    if resumed is not None:
        return Settled(code="confirmed", receipt=resumed)
    found = _locked(pending_id)
    if found is None or (found.settled_at is None and found.expires_at < timezone.now()):
        return Settled(refusal=Item(code="confirmation_lapsed"))
    if found.settled_at is not None:
        return Settled(code="confirmed_before" if found.agreed else "cancelled_before")
    if agreed and found.kind == Pending.Kind.ADDRESS:
        return _take(found) if there else Settled(refusal=Item(code="yes_from_there"))
    if agreed and found.kind != Pending.Kind.RESIGN:
        stale = "meant_no_longer" if found.kind == Pending.Kind.MEANT else "confirmation_lapsed"
        return Settled(refusal=Item(code=stale))
    found.settled_at, found.agreed = timezone.now(), agreed
    found.save(update_fields=["settled_at", "agreed"])
    if agreed:
        return _resign(found)
    _drop(found)
    return Settled(code="cancelled")


def agree(pending_id: UUID) -> None:
    """Note that what was meant has been carried out."""
    waiting = Pending.objects.filter(pk=pending_id, settled_at=None)
    waiting.update(settled_at=timezone.now(), agreed=True)


def _locked(pending_id: UUID) -> Pending | None:
    waiting = Pending.objects.select_for_update(of=("self",)).select_related("player", "mail")
    return waiting.filter(pk=pending_id).first()


def _drop(found: Pending) -> None:
    if found.mail is not None and found.mail.state == InboundMail.State.HELD:
        InboundMail.objects.filter(pk=found.mail.pk).update(state=InboundMail.State.IGNORED, reason="cancelled")


def _take(found: Pending) -> Settled:
    try:
        services.take_address(found.player, found.asked_address)
    except services.ServiceError as why:  # it may be said again, once nothing is in the way any more
        return Settled(refusal=Item(code=why.code, params=why.where, by="table"))
    found.settled_at, found.agreed = timezone.now(), True
    found.save(update_fields=["settled_at", "agreed"])
    return Settled(code="address_taken", params={"address": found.asked_address})


def _resign(found: Pending) -> Settled:
    if found.game_id is None or found.seat is None:
        return Settled(refusal=Item(code="confirmation_lapsed"))
    try:
        services.resign(
            found.game_id, seat=found.seat, player=found.player, cause=uuid5(found.pk, "resign"), confirmed=True
        )
    except services.ServiceError as why:
        return Settled(refusal=Item(code=why.code, params=why.where, by="table"))
    if services.sitting(found.player, found.game_id, found.seat).own:
        return Settled(code="resigned_of", params={"seat": found.seat})
    return Settled(code="resigned")
