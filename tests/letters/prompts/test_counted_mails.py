"""How many mails a game takes: a good player's one letter answers many questions."""

from __future__ import annotations

import pytest
from django.conf import settings

from asgard_pbem.simulation import by_mail as simulate
from asgard_pbem.simulation.tally import sentences
from tests.mail.conftest import plain_render

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asgard_pbem.mail.sending.owed._renderer", lambda: plain_render)


def test_a_game_by_mail_counts_what_each_kind_of_question_took() -> None:
    played = simulate.play_by_mail(key="aesir", seats=3, seed=2, bots=["greedy"])
    bare = simulate.play_by_mail(key="aesir", seats=3, seed=2, bots=["greedy"], plans=False)
    for one in (played, bare):
        assert sum(sum(kind.mails) for kind in one.asked.values()) == sum(one.answers)
        assert sum(sum(kind.questions) for kind in one.asked.values()) == one.moves
        assert all(kind.most_in_a_round <= max(kind.mails) for kind in one.asked.values())
    assert max(played.answers) < min(bare.answers), "a sheet answers a whole round"
    told = list(sentences(played.asked, sum(played.answers), 3, played.rounds))
    assert told[-1].startswith(f"    in all {sum(played.answers) / 3:.1f} mails a player, ")


def test_no_more_mails_come_than_are_worth_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays against bots gets one mail for each answer and one to begin with; among people hardly more."""
    monkeypatch.setattr(settings, "RECEIPTS_EACH", False)
    alone = simulate.play_by_mail(key="aesir", seats=3, seed=2, bots=["greedy"], people=1, plans=False)
    assert alone.mails_out <= 1.15 * alone.mails_in
    together = simulate.play_by_mail(key="aesir", seats=3, seed=2, bots=["greedy"])
    assert together.mails_out <= 1.6 * together.mails_in


def test_blood_rage_takes_one_mail_for_a_draft_and_about_one_for_each_own_turn() -> None:
    played = simulate.play_by_mail(key="blood_rage", seats=2, seed=1, bots=["greedy"])
    assert played.asked["draft"].most_in_a_round == 1
    assert sum(played.answers) <= 1.15 * sum(played.asked["action"].questions)
