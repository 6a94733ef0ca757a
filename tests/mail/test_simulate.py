"""Whole games in which every move is a raw mail and every prompt goes through the outbox."""

from __future__ import annotations

import pytest
from django.conf import settings

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.simulation import by_mail as simulate
from asgard_pbem.tables.models import Game, Outbox
from tests.mail.conftest import plain_render

pytestmark = pytest.mark.django_db


def test_bots_play_a_game_by_mail_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asgard_pbem.mail.sending.owed._renderer", lambda: plain_render)
    told: list[None] = []
    played = simulate.play_by_mail(
        key="highest_card", seats=3, seed=7, bots=["random"], on_move=lambda: told.append(None)
    )
    game = Game.objects.get(pk=played.game)
    assert (game.status, len(played.winners) >= 1) == ("over", True)
    assert played.mails_in == InboundMail.objects.filter(state="done").count()
    assert played.mails_in - 2 == sum(played.answers) == len(told), "two accepted an invitation"
    assert played.mails_out == Outbox.objects.filter(state="sent").count()
    assert Outbox.objects.filter(purpose="receipt").count() == played.mails_in


def test_the_same_seed_deals_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asgard_pbem.mail.sending.owed._renderer", lambda: plain_render)
    first, second = (simulate.play_by_mail(key="highest_card", seats=2, seed=3, bots=["random"]) for _ in range(2))
    assert (first.scores, first.moves, first.answers) == (second.scores, second.moves, second.answers)


def test_players_take_their_time_so_that_no_limit_of_an_hour_stops_a_long_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MAIL_PER_SEAT_HOUR", 3)
    monkeypatch.setattr("asgard_pbem.mail.sending.owed._renderer", lambda: plain_render)
    played = simulate.play_by_mail(key="highest_card", seats=2, seed=3, bots=["random"])
    assert min(played.answers) > 3
