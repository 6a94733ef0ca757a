"""What each player has a part in: told to them, kept in the log, and worked out again with any SHA-256."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.tables.reading import logfile
from engine.core.chance import Ask, chance_key, outcome_of
from engine.log import exported as log
from tests.letters.conftest import Post
from tests.mail.conftest import letter

pytestmark = pytest.mark.django_db
OPEN = "new@in.asgard.localhost"


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def plain(text: str) -> str:
    """Without the breaks of lines."""
    return " ".join(text.split())


def opened(people: list[Player], post: Post, line: str = "open aesir 2 boris@home.example") -> Game:
    post.take(letter(people[0].email, OPEN, line), OPEN)
    return Game.objects.get()


def added(game: Game) -> list[str]:
    """What the log holds of each sitting down, in order."""
    return [event.payload["entropy"] for event in Event.objects.filter(game=game, kind="seat_taken").order_by("seq")]


def test_a_word_of_the_players_own_is_in_the_deal_in_the_receipt_and_in_the_first_prompt(
    people: list[Player], post: Post
) -> None:
    game = opened(people, post)
    assert post.answer(people[0], "word: Blue Whale, naïve").state == "done"
    assert game.commitment in post.last(people[1], "invitation").text
    assert post.answer(people[1], "accept Красный Олень", purpose="invitation").state == "done"
    words = [sha256("Blue Whale, naïve"), sha256("Красный Олень")]
    assert added(game) == ["", *words]
    receipt = plain(post.last(people[1]).text)
    assert (
        f"«Красный Олень», зависит каждая тасовка и каждый бросок. Его SHA-256 записан в журнале: {words[1]}" in receipt
    )
    for player in people:
        prompt = post.last(player, "prompt").text
        assert all(shown in prompt for shown in (game.commitment, *words))
    services.close_table(game.pk, by=None, cause=game.pk)
    data = logfile.export(game.pk, viewer=None)
    assert log.verify(data).added == tuple(words)
    _, *events, _ = [json.loads(line)["payload"] if b"payload" in line else {} for line in data.splitlines()]
    deal, seed = (
        next(one for one in events if one["kind"] == "game_started")["draws"],
        bytes.fromhex(events[-1]["seed"]),
    )
    key = chance_key(seed, [bytes.fromhex(word) for word in words])
    assert [tuple(draw["outcome"]) for draw in deal] == [
        outcome_of(key, number, Ask(draw["label"], draw["size"], whole=len(draw["outcome"]) > 1))
        for number, draw in enumerate(deal)
    ]
    assert "Whale" not in json.dumps([event.payload for event in Event.objects.all()])


def test_without_a_word_the_message_id_of_the_players_own_mail_counts(people: list[Player], post: Post) -> None:
    game = opened(people, post)
    row = post.answer(people[1], "accept", purpose="invitation")
    assert "@" in row.message_id
    assert added(game)[-1] == sha256(row.message_id)
    receipt = plain(post.last(people[1]).text)
    assert row.message_id in receipt
    assert sha256(row.message_id) in receipt
    assert receipt.index("Что вы можете сделать") < receipt.index(row.message_id), "the question is the first screen"


def test_a_mail_without_an_id_adds_nothing_and_its_writer_is_told_so(people: list[Player], post: Post) -> None:
    game = opened(people, post)
    mail = post.last(people[1], "invitation")
    to = str(mail.message["Reply-To"])
    raw = re.sub(rb"Message-ID:.*\r?\n", b"", letter(people[1].email, to, "accept"))
    assert post.take(raw, to).state == "done"
    assert added(game)[-1] == ""
    assert "Вы ничего не добавили к начальному числу." in post.last(people[1]).text


def test_the_opener_sees_the_commitment_before_a_word_is_asked_for(people: list[Player], post: Post) -> None:
    game = opened(people, post)
    receipt = plain(post.last(people[0], "receipt").text)
    assert f"Commitment to the seed, which was fixed before: {game.commitment}" in receipt
    assert "answer this mail with “word: …”" in receipt


@pytest.mark.parametrize("lines", [["open aesir 2", "word: early"], ["open aesir 2 word: early"]])
def test_a_word_that_comes_before_the_commitment_is_not_taken_for_one_that_binds(
    lines: list[str], people: list[Player], post: Post
) -> None:
    post.take(letter(people[0].email, OPEN, *lines), OPEN)
    assert "seen the commitment" in plain(post.last(people[0], "receipt").text).replace("shows you the", "seen the")
    assert not any(added(game) != [""] for game in Game.objects.all())


def test_a_game_that_begins_at_once_promises_nothing(people: list[Player], post: Post) -> None:
    opened(people, post, "open aesir 2 bots 1")
    text = plain(post.last(people[0]).text)
    section = text[text.index("Fair play: the seed") :]
    assert "Anna: nothing" in section
    assert "word: …" not in text


def test_once_the_game_has_begun_no_word_counts(people: list[Player], post: Post) -> None:
    game = opened(people, post)
    post.answer(people[1], "accept deer", purpose="invitation")
    before = added(game)
    assert post.answer(people[0], "word: late", purpose="prompt").state == "refused"
    assert added(game) == before


def test_seals_have_their_full_strength(game: Game, people: list[Player], post: Post) -> None:
    game.refresh_from_db()
    assert f"Seal of moment {game.moment}: {game.moment_hash[:32]}\r\n" in post.last(people[0]).text


def test_who_accepts_once_more_with_another_word_is_told_that_the_first_stands(
    people: list[Player], post: Post
) -> None:
    """Nor is it said of the word, or of the Message-ID, that it counted."""
    game = opened(people, post, "open aesir 3 boris@home.example")
    post.answer(people[1], "accept deer", purpose="invitation")
    for line in ("accept stag", "accept"):
        row = post.answer(people[1], line, purpose="invitation")
        assert row.state == "done"
        receipt = plain(post.last(people[1], "receipt").text)
        assert f"SHA-256 в журнале: {sha256('deer')}" in receipt
        assert "stag" not in receipt.replace("accept stag", ""), "what they wrote is repeated, and not as what counts"
        assert sha256("stag") not in receipt
        assert row.message_id not in receipt
    assert added(game)[-1] == sha256("deer")


def test_a_word_to_no_table_is_answered_with_where_it_belongs(people: list[Player], post: Post) -> None:
    row = post.take(letter(people[0].email, OPEN, "word: deer"), OPEN)
    assert row.state == "refused"
    assert "No table was named" in plain(post.last(people[0], "receipt").text)
