"""Another address for a person: asked for by who proves to be them, taken once somebody answers from there.

The two proofs are of two mailboxes. Who asks is known by the old one (its mail, or a session that it let in), or to the
operator; that the new one is theirs shows a yes to a mail that went nowhere else. Till then nothing changes.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards.locking import hold_person
from asgard_pbem.tables.guards.mailboxes import is_barred, mailbox
from asgard_pbem.tables.guards.tallies import counted
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.models.games import tables_of
from asgard_pbem.tables.services.erasure import erase_player
from asgard_pbem.tables.services.mailing import ask_again, owe, owe_invitation
from asgard_pbem.tables.services.persons.addressing import address_of
from asgard_pbem.tables.signals import address_wanted

ADDRESS_LEFT = "address_left"
DAY, MONTH = timedelta(days=1), timedelta(days=30)
# By one person in a day, and at one mailbox in a month: who mistypes tries again, and nobody is pestered by it.
MOST_ASKED = 3


def ask_for_address(player: Player, email: str, *, told: bool = False) -> str:
    """Ask at another address whether the person may be written to there; what was asked before is asked no more.
    Returns the address as it is kept.

    `told`: whoever reads at the old address hears of it in another way, as in the receipt for a mail from there. Raises
    ServiceError E_EMAIL, E_OWN_ADDRESS, E_SAME_ADDRESS, E_ADDRESS_OFTEN.
    """
    address = address_of(email)
    if address == player.email:
        raise ServiceError("E_SAME_ADDRESS")
    asked = counted(f"address of {player.pk}", DAY), counted(f"address to {mailbox(address)}", MONTH)
    if max(asked) > MOST_ASKED:
        raise ServiceError("E_ADDRESS_OFTEN", most=MOST_ASKED)
    with transaction.atomic():
        address_wanted.send(sender=Player, player=player, address=address, told=told)
    return address


def take_address(player: Player, address: str) -> None:
    """From here on the person is known by this address, which has just been proven theirs, and is written to there.

    What is asked of them goes there once more. Sessions end, and links to sign in that went to the old mailbox open
    nothing: perhaps it is somebody else's by now. It is told, once. Who is here by that address and never sat at a
    table is this person, who wrote from there before or was invited there, and is so still; another one who has is not
    (E_ADDRESS_TAKEN).

    Raises ServiceError E_ADDRESS_TAKEN, E_BARRED.
    """
    if is_barred(address):
        raise ServiceError("E_BARRED")
    other = Player.objects.filter(email=address).exclude(pk=player.pk).first()
    if other is not None and Game.objects.filter(tables_of(other)).exists():
        raise ServiceError("E_ADDRESS_TAKEN")
    offers = _offers_to(other) if other is not None else []
    if other is not None:
        erase_player(other)
    try:
        with transaction.atomic():
            _move(player, address)
            _invite_still(player, offers)
    except IntegrityError:  # somebody came by it just now
        raise ServiceError("E_ADDRESS_TAKEN") from None


def _offers_to(other: Player) -> list[Invitation]:
    """What those by whom somebody was invited at that address wait for an answer to."""
    return list(Invitation.standing().filter(player=other).exclude(by=None))


def _invite_still(player: Player, offers: list[Invitation]) -> None:
    """Each offer goes to the person whose address it is; what it was sent with went with whom it was made to."""
    for offer in offers:
        known = Invitation.objects.filter(game=offer.game_id, player=player).exists()
        if known or SeatRow.objects.filter(game=offer.game_id, player=player).exists():
            continue
        made = Invitation.objects.create(
            id=uuid4(), game_id=offer.game_id, player=player, by_id=offer.by_id, seat=offer.seat
        )
        owe_invitation(made)


def _move(player: Player, address: str) -> None:
    if not hold_person(player):
        raise ServiceError("E_BARRED")
    player.refresh_from_db()
    owe(
        player=player, purpose=Outbox.Purpose.NOTICE, key=f"{ADDRESS_LEFT}:{uuid4()}",
        newcomer=crypto.encrypt(player.email.encode()), payload={"what": ADDRESS_LEFT, "language": player.language},
    )  # fmt: skip
    player.email = address
    player.verified_at = player.last_login = timezone.now()  # a link to sign in holds while nobody has since
    player.set_unusable_password()  # each is another one, and sessions hang on it
    player.bounce_score, player.bounce_scored_at = 0, None
    if player.mail_state in {Player.MailState.BOUNCED, Player.MailState.COMPLAINED}:
        player.mail_state = Player.MailState.ON
    player.save(update_fields=[
        "email", "verified_at", "last_login", "password", "bounce_score", "bounce_scored_at", "mail_state",
    ])  # fmt: skip
    ask_again(player, sent=True)
