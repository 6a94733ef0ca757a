"""Two releases work side by side while one is brought out, and games of two versions of their rules go on for good."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services, tasks
from asgard_pbem.tables.models import Game, KnownRules, OpenDecision, Outbox, Player, SetAside
from asgard_pbem.tables.reading import checking
from asgard_pbem.tables.store import loading
from engine.games import aesir
from engine.table import registry
from tests.mail.conftest import Post, make_game
from tests.tables.log.test_versions import LowestCard
from tests.toys import toy

pytestmark = pytest.mark.django_db
Become = Callable[[str], None]
RELEASES = {
    "old": replace(toy.game, versions={1: toy.HighestCard()}),
    "new": replace(toy.game, versions={1: toy.HighestCard(), 2: LowestCard()}),
}


@pytest.fixture
def become(monkeypatch: pytest.MonkeyPatch) -> Become:
    """This process becomes one of another release."""

    def _become(release: str) -> None:
        monkeypatch.setattr(registry, "games", lambda: {toy.game.key: RELEASES[release]})
        loading.shelf.clear()

    return _become


def swept(become: Become, *releases: str) -> list[str]:
    """What tables are marked as after a sweep of each release."""
    found = []
    for release in releases:
        become(release)
        tasks.note_unknown_rules()
        found.append("".join(Game.objects.values_list("status", flat=True)))
    return found


def test_a_table_that_only_the_newer_release_plays_is_not_marked_by_the_older_one_beside_it(
    become: Become, people: list[Player]
) -> None:
    become("new")
    assert make_game(people).rules_version == 2
    assert swept(become, "old", "new", "old", "old", "new") == ["running"] * 5  # also before the newer one has swept
    KnownRules.objects.update(seen_at=F("seen_at") - timedelta(minutes=11))  # the newer one was taken back
    assert swept(become, "old", "old") == ["unknown_rules"] * 2
    assert swept(become, "new") == ["running"]


def test_the_older_release_leaves_its_mails_questions_and_clock_to_the_newer_one(
    become: Become, people: list[Player], post: Post
) -> None:
    become("new")
    game = make_game(people)
    asked = post.to(people[0])
    become("old")
    row = post.reply(people[0], "1")
    assert (row.state, row.attempts) == ("new", 0)  # however often it comes to this one
    OpenDecision.objects.update(deadline=timezone.now() - timedelta(days=1))
    assert services.play_time_outs(timezone.now()) == 0
    assert not SetAside.objects.exists()
    again = Outbox.objects.create(player=people[1], game=game, seat=1, purpose="notice", key="held", payload={})
    sent = len(post.deliver())
    again.refresh_from_db()
    assert (sent, again.state, again.attempts) == (0, "queued", 0)
    become("new")
    InboundMail.objects.update(next_attempt_at=None)
    process.process(row.pk)
    row.refresh_from_db()
    assert row.state == "done", asked.subject


def test_games_of_both_versions_are_played_by_mail_to_their_ends(
    become: Become, people: list[Player], post: Post
) -> None:
    others = [services.player_for(f"{name}@home.example", name=name) for name in ("Dora", "Egon")]
    Player.objects.update(verified_at=timezone.now())
    become("old")
    tables = [(make_game(people, hand=3), people)]
    become("new")
    tables.append((make_game(others, hand=3), others))
    assert [game.rules_version for game, _ in tables] == [1, 2]
    for _ in range(6):  # a turn here, a turn there
        for game, players in tables:
            asked = game.open_decisions.filter(answered=False).order_by("seat").first()
            assert asked is None or post.reply(players[asked.seat], "1").state == "done"
    for game, _ in tables:
        game.refresh_from_db()
        assert game.status == "over"
        found = checking.check(game.pk)
        assert (found.faults, found.unknown) == ([], "")


class AesirAnew(type(aesir.game.rules)):  # type: ignore[misc]  # of the class that is installed
    """The same rules as a version of their own."""

    version = max(aesir.game.versions) + 1


def test_pages_show_games_of_both_versions(monkeypatch: pytest.MonkeyPatch, people: list[Player]) -> None:
    games = []
    for versions in (aesir.game.versions, {**aesir.game.versions, AesirAnew.version: AesirAnew()}):
        installed = {"aesir": replace(aesir.game, versions=versions)}
        monkeypatch.setattr(registry, "games", lambda installed=installed: installed)
        loading.shelf.clear()
        games.append(services.open_table(
            opened_by=people[0], key="aesir", seats=2, cause=uuid4(), bots={0: "random", 1: "random"},
        ))  # fmt: skip
    first, second = games
    assert first.rules_version < second.rules_version
    for game in games:
        page = Client().get(f"/g/{game.pk}/")
        assert page.status_code == 200
        assert "rules are not" not in page.text
