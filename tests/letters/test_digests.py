"""Digests: whoever is not on turn is told what their log shows since the last mail, at a rhythm of their choice."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from asgard_pbem.mail import links
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.writing import digest, scene
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.reading import history, mailed, telling
from asgard_pbem.tables.reading.eyes import Entry
from asgard_pbem.tables.services.persons.digests import next_due
from engine.table import registry
from tests.letters.conftest import SEED, Post
from tests.toys import rampart, toy

pytestmark = pytest.mark.django_db
INSTALLED = registry.games
Sit = Callable[..., Game]


@pytest.fixture(autouse=True)
def _toys_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    toys = {rampart.game.key: rampart.game, toy.game.key: toy.game}
    monkeypatch.setattr(registry, "games", lambda: {**INSTALLED(), **toys})


@pytest.fixture
def sit(people: list[Player]) -> Sit:
    """Opens a table for Anna, who is on turn first, Boris and Cleo."""

    def made(key: str = "rampart") -> Game:
        opened = services.open_table(opened_by=people[0], key=key, seats=3, cause=uuid4(), title="The wall", seed=SEED)
        for player in people[1:]:
            services.take_seat(opened.pk, player=player, cause=uuid4())
        return Game.objects.get(pk=opened.pk)

    people.append(services.player_for("cleo@home.example", name="Cleo"))
    return made


@pytest.fixture
def game(sit: Sit) -> Game:
    return sit()


def say(game: Game, player: Player, seat: int, *lines: str) -> None:
    services.submit_orders(game.pk, seat=seat, player=player, lines=lines, cause=uuid4())


def due(player: Player) -> int:
    """Whatever the hour: the digests of one player, as if their time had come."""
    Player.objects.filter(pk=player.pk).update(digest_due_at=timezone.now() - timedelta(minutes=1))
    return services.owe_digests(timezone.now())


def row(player: Player) -> Outbox:
    found = Outbox.objects.filter(player=player, purpose="digest").order_by("-created_at").first()
    assert found is not None
    return found


def told(player: Player) -> list[str]:
    """The lines of the last digest."""
    last = row(player)
    assert last.game is not None
    return digest.lines(last, scene.scene(last.game, last.seat, player))


def log(game: Game, seat: int, language: str = "en") -> list[str]:
    """What the log of a seat says, all of it."""
    words = history.words(game, language)
    return [
        line
        for entry in history.history(game.pk, seat)
        for line in (*telling.told(entry, words), *telling.noted(entry, words, registry.game(game.key)))
    ]


def flat(text: str) -> str:
    return " ".join(text.split())


# --- What it tells ---------------


def test_it_tells_exactly_what_the_log_shows_since_the_last_mail(game: Game, people: list[Player], post: Post) -> None:
    cleo = people[2]
    services.set_digest(cleo, "daily")
    say(game, people[0], 0, "build")
    services.propose(game.pk, seat=1, player=people[1], lines=["end"], cause=uuid4())
    before = len(log(game, 2)) - 2  # all but the two above
    assert due(cleo) == 1
    assert told(cleo) == log(game, 2)[before:]
    post.deliver()
    known = len(log(game, 2))
    services.endorse(game.pk, seat=2, player=cleo, number=1, cause=uuid4())
    say(game, people[0], 0, "call P2")
    say(game, people[1], 1, "grant")
    assert due(cleo) == 1
    assert told(cleo) == log(game, 2)[known:]


def test_what_was_only_said_among_the_team_is_news_as_well(game: Game, people: list[Player], post: Post) -> None:
    cleo = people[2]
    services.set_digest(cleo, "daily")
    say(game, people[0], 0, "build")
    assert due(cleo) == 1
    post.deliver()
    services.propose(game.pk, seat=1, player=people[1], lines=["end"], cause=uuid4())
    assert due(cleo) == 1
    assert told(cleo) == ["Boris proposes to Anna, as number 1: end"]


def test_who_holds_several_seats_of_a_team_gets_one(people: list[Player], sit: Sit) -> None:
    opened = services.open_table(opened_by=people[0], key="rampart", seats=3, cause=uuid4(), seed=SEED)
    for _ in range(2):
        services.take_seat(opened.pk, player=people[1], cause=uuid4())
    services.set_digest(people[1], "daily")
    say(opened, people[0], 0, "build")
    assert due(people[1]) == 1
    assert row(people[1]).seat == 1


def test_nothing_new_is_no_mail_and_each_rhythm_gives_one(game: Game, people: list[Player], post: Post) -> None:
    cleo = people[2]
    services.set_digest(cleo, "weekly")
    say(game, people[0], 0, "build")
    assert services.owe_digests(timezone.now()) == 0  # it is not Monday, seven o'clock
    assert due(cleo) == 1
    assert services.owe_digests(timezone.now()) == 0
    post.deliver()
    assert due(cleo) == 0
    assert Outbox.objects.filter(purpose="digest").count() == 1


def test_who_is_asked_gets_none_and_is_told_by_the_prompt(game: Game, people: list[Player], post: Post) -> None:
    for player in people:
        services.set_digest(player, "daily")
    say(game, people[0], 0, "build")
    assert due(people[0]) == 0
    assert due(people[1]) == 1
    say(game, people[0], 0, "end")
    post.deliver()
    assert row(people[1]).state == "dropped"  # the prompt that came after it tells the same
    assert "Anna builds" in flat(post.last(people[1], "prompt").text)


def test_nothing_that_is_hidden_is_in_it(sit: Sit, people: list[Player]) -> None:
    """A game of secrets: who has laid what stands in nobody else's digest."""
    game = sit("highest_card")
    for seat in (0, 1):
        services.set_digest(people[seat], "daily")
    say(game, people[0], 0, "1", "boast")
    assert due(people[0]) == 1
    mine = told(people[0])
    assert any("You lay" in line for line in mine)
    say(game, people[1], 1, "2")
    assert due(people[1]) == 1
    assert not [line for line in told(people[1]) if line in mine and "lay" in line]
    assert "Anna boasts." in told(people[1])
    assert mine == log(game, 0)[-len(mine) :]


def test_no_number_of_an_event_leaves_the_house(game: Game, people: list[Player], post: Post) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "prefer 1", "build")
    assert due(people[2]) == 1
    after, upto = row(people[2]).payload["after"], row(people[2]).payload["upto"]
    assert after < upto
    mail = post.last(people[2], "digest")
    assert f"turn.{game.pk.hex[:6]}.{Game.objects.get(pk=game.pk).moment}." in str(mail.message["Message-ID"])


def test_a_move_that_was_taken_back_is_told_as_such(game: Game, people: list[Player]) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "build")
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert due(people[2]) == 1
    assert told(people[2])[-2:] == [
        "Anna builds: the wall has 1 stones. (taken back)", "Anna takes back the last move."
    ]  # fmt: skip


# --- By the turn, by the round ---------------


def looked(ago: timedelta = timedelta()) -> int:
    """The clock looks, once."""
    return services.owe_digests(timezone.now() - ago)


def test_by_the_turn_there_is_one_for_each_turn_of_others_and_none_in_the_middle_of_one(
    game: Game, people: list[Player], post: Post
) -> None:
    cleo = people[2]
    services.set_digest(cleo, "turn")
    post.deliver()
    say(game, people[0], 0, "build")
    looked()  # of the first turn, which has begun
    post.deliver()
    before = Outbox.objects.filter(player=cleo, purpose="digest").count()
    say(game, people[0], 0, "call P2")
    say(game, people[1], 1, "grant")  # asked in the middle of Anna's turn
    assert looked() == 0
    say(game, people[0], 0, "end")
    assert (looked(), looked()) == (1, 0)
    assert told(cleo)[-1] == log(game, 2)[-1]
    assert Outbox.objects.filter(player=cleo, purpose="digest").count() == before + 1
    say(game, people[1], 1, "end")  # Cleo's own turn: the prompt tells
    assert looked() == 0


def test_turns_that_pass_between_two_looks_are_one_mail_and_nothing_is_told_twice(
    game: Game, people: list[Player], post: Post
) -> None:
    cleo = people[2]
    services.set_digest(cleo, "turn")
    services.set_digest(people[0], "turn")
    post.deliver()
    say(game, people[0], 0, "build", "end")
    assert looked() == 2  # Anna's turn is over; for her too it is somebody else's now
    first = told(cleo)
    say(game, people[1], 1, "end")
    say(game, cleo, 2, "build", "end")
    say(game, people[0], 0, "end")
    assert looked() == 2
    assert first[-1] not in told(cleo)
    assert "Cleo builds: the wall has 2 stones." in " ".join(told(cleo)).replace("You build", "Cleo builds")
    post.deliver()
    assert looked() == 0


def test_by_the_round_there_is_one_when_a_round_begins(game: Game, people: list[Player], post: Post) -> None:
    boris = people[1]
    services.set_digest(boris, "round")
    post.deliver()
    say(game, people[0], 0, "end")
    say(game, boris, 1, "build", "end")
    assert looked() == 0  # it is Cleo's turn, in the same round
    say(game, people[2], 2, "end")
    assert (looked(), looked()) == (1, 0)
    assert [line for line in told(boris) if "the wall has 1 stones" in line]


def test_where_nothing_was_played_since_the_last_look_no_table_is_looked_at(
    game: Game, people: list[Player], post: Post, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    services.set_digest(people[2], "turn")
    say(game, people[0], 0, "end")
    assert looked() == 1
    later = timezone.now() + timedelta(minutes=3)
    assert services.owe_digests(later) == 0
    with django_assert_max_num_queries(2):
        assert services.owe_digests(later) == 0


def test_what_was_played_at_the_moment_of_a_look_is_seen_by_the_next(
    game: Game, people: list[Player], post: Post
) -> None:
    """A move is dated when it is made and read when it is committed, a little later."""
    services.set_digest(people[2], "turn")
    say(game, people[0], 0, "build")
    looked()
    say(game, people[0], 0, "end")
    Game.objects.filter(pk=game.pk).update(moved_at=timezone.now() - timedelta(minutes=1))
    Player.objects.filter(pk=people[2].pk).update(turns_seen_at=timezone.now() - timedelta(minutes=2))
    assert looked() == 1


def test_another_rhythm_ends_it(game: Game, people: list[Player], post: Post) -> None:
    services.set_digest(people[2], "turn")
    services.set_digest(people[2], "weekly")
    say(game, people[0], 0, "end")
    assert looked() == 0
    assert Player.objects.get(pk=people[2].pk).turns_seen_at is None


# --- The mail ---------------


def test_it_comes_in_the_readers_language_with_what_is_proposed_and_who_is_waited_for(
    game: Game, people: list[Player], post: Post
) -> None:
    boris = people[1]
    services.set_digest(boris, "weekly")
    say(game, people[0], 0, "build")
    services.propose(game.pk, seat=2, player=people[2], lines=["end"], cause=uuid4())
    assert due(boris) == 1
    mail = post.last(boris, "digest")
    text = flat(mail.text)
    for words in (
        "Что произошло с нашего прошлого письма", "Cleo предлагает: конец", "«поддерживаю 1»", "«предлагаю …; …»",
            "по понедельникам",
        "Больше не присылать сводок: http", "«сводка никогда»",
    ):  # fmt: skip
        assert words in text
    assert 'lang="ru"' in mail.html


def test_it_can_be_answered_with_counsel_and_press(game: Game, people: list[Player], post: Post) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "build")
    due(people[2])
    receipt = Receipt.model_validate(
        post.answer(people[2], "propose scout", "press: Good luck!", purpose="digest").outcome
    )
    assert [one.did.code for one in receipt.understood] == ["proposed", "press_sent"]


# --- Wanting it, and no more ---------------


def test_one_line_orders_it_and_one_line_stops_it(game: Game, people: list[Player], post: Post) -> None:
    for line, rhythm in (
        ("digest daily", "daily"), ("сводка еженедельно", "weekly"), ("digest never", "never"),
        ("Digest: every week", "weekly"), ("digest every turn", "turn"), ("сводка каждый ход", "turn"),
        ("Digest: rounds", "round"), ("сводка каждый круг", "round"), ("сводки: не надо", "never"),
    ):  # fmt: skip
        row = post.answer(people[0], line)
        assert Receipt.model_validate(row.outcome).understood[0].did.code == f"digest_{rhythm}"
        assert Player.objects.get(pk=people[0].pk).digest == rhythm
    row = post.answer(people[0], "digest hourly")
    assert Receipt.model_validate(row.outcome).refused[0].why.code == "E_RHYTHM"


def test_its_link_and_its_header_stop_digests_and_no_other_mail(
    game: Game, people: list[Player], post: Post, client: Client
) -> None:
    cleo = people[2]
    services.set_digest(cleo, "daily")
    say(game, people[0], 0, "build")
    due(cleo)
    mail = post.last(cleo, "digest")
    named = re.fullmatch(r"<([^>]+)>", str(mail.message["List-Unsubscribe"]).replace("\n", "").replace(" ", ""))
    assert named is not None
    url = named[1]
    assert url in html.unescape(mail.html)
    path = url.partition("/u/")[1] + url.partition("/u/")[2]
    assert "Stop digests?" in client.get(path).content.decode()
    assert Player.objects.get(pk=cleo.pk).digest == "daily"  # looking changes nothing
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    cleo.refresh_from_db()
    assert (cleo.digest, cleo.digest_due_at, cleo.mail_state) == ("never", None, "on")
    assert client.get("/u/digest/forged").status_code == 404


def test_who_has_stopped_mail_or_is_forgotten_gets_none(game: Game, people: list[Player], post: Post) -> None:
    services.set_digest(people[2], "daily")
    services.set_mail(people[2], on=False)
    say(game, people[0], 0, "build")
    assert due(people[2]) == 1
    post.deliver()
    assert row(people[2]).state == "dropped"
    services.erase_player(people[2])
    assert Player.objects.get(pk=people[2].pk).digest == "never"


def test_the_link_is_of_one_person_and_one_purpose(people: list[Player]) -> None:
    signed = links.digest_url(people[0].pk).rpartition("/")[2]
    assert links.read_digest(signed) == people[0].pk
    assert links.read_unsubscribe(signed) is None
    assert links.read_digest(links.unsubscribe_url(people[0].pk).rpartition("/")[2]) is None


def test_a_digest_comes_at_seven_in_the_readers_own_morning() -> None:
    now = datetime(2026, 3, 28, 12, tzinfo=UTC)  # a Saturday; the night after, clocks change in Berlin
    assert next_due("daily", "Europe/Berlin", now) == datetime(2026, 3, 29, 5, tzinfo=UTC)
    assert next_due("weekly", "Europe/Berlin", now) == datetime(2026, 3, 30, 5, tzinfo=UTC)
    assert next_due("daily", "Asia/Tokyo", now) == datetime(2026, 3, 28, 22, tzinfo=UTC)
    assert next_due("never", "UTC", now) is None


# --- What came between owing and sending ---------------


def test_whoever_wants_no_more_digests_gets_none_that_was_owed_before(
    game: Game, people: list[Player], post: Post
) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "build")
    assert due(people[2]) == 1
    services.set_digest(people[2], "never")
    post.deliver()
    assert row(people[2]).state == "dropped"


def test_no_digest_follows_the_result_of_a_game(game: Game, people: list[Player], post: Post) -> None:
    services.set_digest(people[2], "daily")
    say(game, people[0], 0, "build")
    assert due(people[2]) == 1
    services.close_table(game.pk, by=people[0], cause=uuid4())
    post.deliver()
    assert row(people[2]).state == "dropped"


def test_a_game_that_cannot_be_read_stops_no_digest_of_others(
    sit: Sit, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = sit(), sit()
    services.set_digest(people[2], "daily")
    say(broken, people[0], 0, "build")
    say(sound, people[0], 0, "build")
    real = mailed.news

    def news(game_id: UUID, *where: int) -> list[tuple[Entry, bool]]:
        if game_id == broken.pk:
            raise ValueError("a log that does not replay")
        return real(game_id, *where)

    monkeypatch.setattr(mailed, "news", news)
    assert due(people[2]) == 1
    assert row(people[2]).game == sound
    assert Player.objects.get(pk=people[2].pk).digest_due_at > timezone.now()  # and tomorrow again


def test_a_player_whose_zone_is_unknown_here_stops_no_digest_of_others(game: Game, people: list[Player]) -> None:
    for player in people[1:]:
        services.set_digest(player, "daily")
    say(game, people[0], 0, "build")
    hour_ago = timezone.now() - timedelta(hours=1)
    Player.objects.filter(pk=people[1].pk).update(time_zone="Mars/Olympus", digest_due_at=hour_ago)
    assert due(people[2]) >= 1
    assert row(people[2]).game == game


def test_a_long_digest_asks_the_database_no_more_than_a_short_one(
    game: Game, people: list[Player], django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    services.set_digest(people[2], "daily")
    for seat in (0, 1, 2, 0):
        say(game, people[seat], seat, "build")
        say(game, people[seat], seat, "end")
    assert due(people[2]) == 1
    last = row(people[2])
    one = scene.scene(game, 2, people[2])
    with django_assert_max_num_queries(12):
        assert len(digest.lines(last, one)) > 5


def test_what_a_prompt_told_one_of_several_own_seats_is_told_to_no_other(people: list[Player], post: Post) -> None:
    opened = services.open_table(
        opened_by=people[1], key="rampart", seats=3, cause=uuid4(), several_seats=True, sit=[0, 1], seed=SEED
    )
    services.take_seat(opened.pk, player=people[0], cause=uuid4())
    services.set_digest(people[1], "daily")
    say(opened, people[1], 0, "build", "end")
    post.deliver()  # the prompt of the second seat tells of this
    say(opened, people[1], 1, "end")
    assert due(people[1]) == 1
    assert not [line for line in told(people[1]) if "builds" in line]
