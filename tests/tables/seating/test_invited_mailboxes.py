"""Invitations to whoever has proven nothing: three to a mailbox, whoever it is that writes it, and however."""

from __future__ import annotations

import itertools
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Outbox, Player
from tests.tables.test_limits import open_one, until_refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("spelt", ["far+{}@far.example", "FAR+x{}@far.example", "far+{}@ｆar.example"])
def test_a_mailbox_that_never_answered_gets_no_more_mails_however_it_is_spelt(
    people: list[Player], settings: Any, spelt: str
) -> None:
    """Each spelling was somebody else: whose mailbox it is got as many mails as one liked to write spellings."""
    settings.TABLES_WAITING = settings.TABLES_AN_HOUR = 99

    def invite(number: int) -> object:
        by = people[number % 4]
        return services.invite(open_one(by).pk, by=by, email=spelt.format(number), cause=uuid4())

    number = itertools.count()
    assert until_refused(lambda: invite(next(number)), "E_INVITED_OFTEN", 9) == settings.INVITATIONS_TO_ONE
    assert Outbox.objects.filter(purpose="invitation").count() == settings.INVITATIONS_TO_ONE
    services.invite(open_one(people[0]).pk, by=people[0], email="else@far.example", cause=uuid4())


def test_who_has_themselves_forgotten_and_comes_again_invites_nobody_anew_who_never_answered(db: None) -> None:
    def invite() -> object:
        host = services.player_for("host@home.example")
        invitation = services.invite(open_one(host).pk, by=host, email="far@far.example", cause=uuid4())
        services.close_table(invitation.game_id, by=host, cause=uuid4())
        services.erase_player(host)
        assert not Player.objects.filter(email="far@far.example").exists()
        return invitation

    assert until_refused(invite, "E_INVITED_OFTEN", 9) == 3


@pytest.mark.parametrize("spelt", ["ylva@home.example", "ylva+games@home.example", "YLVA+x@ｈome.example"])
@pytest.mark.parametrize("from_all", [False, True])
def test_who_wants_nothing_gets_it_by_no_other_spelling_of_their_mailbox(
    spelt: str, from_all: bool, people: list[Player]
) -> None:
    """Whom they had blocked wrote `+` and a word, and the mail came to them."""
    anna, cleo = people[0], people[2]
    ylva = services.player_for("ylva+asgard@home.example")
    first = services.invite(open_one(anna).pk, by=anna, email=ylva.email, cause=uuid4())
    Player.objects.filter(pk=ylva.pk).update(verified_at=timezone.now())
    services.block_inviter(first.pk, player=ylva)
    if from_all:
        services.set_invitations(ylva, on=False)
    for by in (anna, cleo) if from_all else (anna,):
        with pytest.raises(services.ServiceError, match="E_UNWANTED"):
            services.invite(open_one(by).pk, by=by, email=spelt, cause=uuid4())
    if not from_all:
        services.invite(open_one(cleo).pk, by=cleo, email=spelt, cause=uuid4())
    services.invite(open_one(anna).pk, by=anna, email="ylvadottir@home.example", cause=uuid4())


def test_who_has_proven_another_spelling_of_their_mailbox_says_there_what_they_want(people: list[Player]) -> None:
    ylva, other = (services.player_for(f"ylva{one}@home.example") for one in ("", "+b"))
    Player.objects.filter(pk__in=[ylva.pk, other.pk]).update(verified_at=timezone.now())
    services.set_invitations(ylva, on=False)
    made = services.invite(open_one(people[0]).pk, by=people[0], email=other.email, cause=uuid4())
    assert (made.player, made.state) == (other, "open")
