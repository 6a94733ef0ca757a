"""Press carries its writer's words alone: no line of our mail to them, no hand, no reply address, no signed link."""

from __future__ import annotations

import pytest

from asgard_pbem.mail.answering.press_words import own_words, secret
from asgard_pbem.mail.reading.cutting import own_lines
from asgard_pbem.mail.reading.cutting.cut import cut_reply
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.reading.reply import prompt_hashes
from asgard_pbem.mail.writing.plain_text import BAR
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.reading import history
from tests.letters.conftest import Post, Sent
from tests.letters.replies.programs.as_text import (
    APPLE,
    GMAIL,
    MARKED,
    OUTLOOK,
    OUTLOOK_ROWS,
    PLAIN,
    THUNDERBIRD,
    as_text,
)
from tests.letters.replies.test_our_lines import bare, kept, receipt

pytestmark = pytest.mark.django_db

PROGRAMS = {
    "gmail": GMAIL, "apple": APPLE, "outlook": OUTLOOK, "outlook rows": OUTLOOK_ROWS, "thunderbird": THUNDERBIRD,
    "plain": PLAIN, "alt": MARKED,
}  # fmt: skip


def quoted_in_text(mail: Sent) -> dict[str, str]:
    """The mail as the text part of a reply has it, by program."""
    text = "\n".join(mail.text.splitlines())
    return {"text": text} | {name: as_text(mail.html, habits) for name, habits in PROGRAMS.items()}


def told_on(body: str, own_lines: frozenset[str], sentinel: str) -> str:
    """What the others would get of a mail."""
    reply = cut_reply(body, sentinel=sentinel, own_lines=own_lines)
    press = grammar.read_sheet(reply.text.split("\n")).commands[-1]
    assert press.name == "press"
    return own_words(press.args["text"], press.line, reply).text


@pytest.mark.parametrize(
    "lines, sent",
    [
        (["{ours}", "press: Hello to you all", "and good luck"], "Hello to you all\nand good luck"),
        (["1", "{ours}", "press: Hello to you all"], "Hello to you all"),
        (["press: Hello to you all", "{ours}", "and good luck"], "Hello to you all"),
    ],
)
def test_words_of_ours_end_a_message_that_they_stand_in_and_none_that_they_stand_above(
    lines: list[str], sent: str
) -> None:
    ours = "The ravens are watching you."
    assert told_on("\n".join(lines).format(ours=ours), frozenset(prompt_hashes(ours)), "") == sent


@pytest.mark.parametrize("key, seat", [("game", 0), ("game", 1), ("asgard", 1)])
def test_whatever_its_writer_deleted_of_an_unmarked_quotation_none_of_it_is_told_on(
    request: pytest.FixtureRequest, people: list[Player], post: Post, key: str, seat: int
) -> None:
    request.getfixturevalue(key)
    mail = post.last(people[seat], "prompt")
    row = Outbox.objects.get(player=people[seat], purpose="prompt")
    own, sentinel = frozenset(row.line_hashes), row.payload["sentinel"]
    for n, (program, text) in enumerate(quoted_in_text(mail).items()):
        lines = text.split("\n")
        assert len(lines) > 15
        for first in range(n % 3, len(lines) - 1, 3):
            head = "press P2: hi\n\n" if first % 2 else "press P2: hi\nthere\n"
            said = told_on(head + "\n".join(lines[first:]), own, sentinel)
            assert said in ("hi", "hi\nthere"), (program, lines[first])


@pytest.mark.parametrize("program", ["text", *PROGRAMS])
def test_a_word_that_begins_one_of_our_links_is_its_writers_where_no_address_stands_beside_it(
    game: Game, people: list[Player], post: Post, program: str
) -> None:
    lines = quoted_in_text(post.last(people[0], "prompt"))[program].split("\n")
    row = Outbox.objects.get(player=people[0], purpose="prompt")
    own, sentinel = frozenset(row.line_hashes), row.payload["sentinel"]
    at = next(n for n, line in enumerate(lines) if ("·" in line and "http" in line) or "The rules" in line)
    for word in ("The", "No"):
        assert told_on("\n".join(("press P2: hi", word, *lines[at:])), own, sentinel) == f"hi\n{word}"


@pytest.mark.parametrize("program", ["text", *PROGRAMS])
def test_a_top_posted_press_above_a_quotation_without_its_head(
    game: Game, people: list[Player], post: Post, program: str
) -> None:
    anna, _ = people
    lines = quoted_in_text(post.last(anna, "prompt"))[program].split("\n")
    bare(post, anna, "press P2: hi", "", *lines[3:])
    assert [line.text for line in history.press(game.pk, 1)] == ["hi"]
    assert "%2B" not in post.last(people[1], "press").text


def test_below_lines_of_ours_no_other_message_begins(game: Game, people: list[Player], post: Post) -> None:
    anna, _ = people
    lines = post.last(anna, "prompt").text.splitlines()
    row = bare(post, anna, "press P2: hi", "", *lines[3:], "press: and this to all")
    assert [line.text for line in history.press(game.pk, 1)] == ["hi"]
    assert [one.why.code for one in receipt(row).refused] == ["no_press_ours"]


@pytest.mark.parametrize(
    "line",
    [
        "press:",
        "*press P2*: hi",
        "  Message P1, P3 : hi",
        "say: hi",
        "пресса И2: да",
        "письмо всем: да",
        "весть: да",
        "сообщение:",
    ],
)
def test_whatever_is_read_as_press_is_looked_through_for_lines_of_ours(line: str) -> None:
    assert [one.name for one in grammar.read_sheet([line]).commands] == ["press"]
    ours = "This is what your letter says, and nobody else shall read it."
    assert cut_reply(f"{line}\n\nhello\n{ours}\nand more", own_lines=prompt_hashes(ours)).gaps == (3,)
    assert own_lines._PRESS.match(line)


def test_a_press_of_our_lines_alone_is_not_sent_and_its_writer_hears_why(
    game: Game, people: list[Player], post: Post
) -> None:
    anna, _ = people
    hand = next(line for line in post.last(anna, "prompt").text.splitlines() if line.startswith("Your hand"))
    row = bare(post, anna, f"press P2: {hand}")
    assert history.press(game.pk, 1) == []
    assert [one.why.code for one in receipt(row).refused] == ["no_press_ours"]
    assert "is our own mail to you" in " ".join(post.last(anna, "receipt").text.split())


def test_a_press_is_cut_at_a_secret_address_and_its_writer_hears_of_it(
    game: Game, people: list[Player], post: Post
) -> None:
    anna, boris = people
    address = str(post.last(anna, "prompt").message["Reply-To"])
    row = bare(post, anna, "press P2: write to me", f"at {address}", "and not here")
    assert [line.text for line in history.press(game.pk, 1)] == ["write to me"]
    assert [one.code for one in receipt(row).notes] == ["press_secret"]
    assert address not in post.last(boris, "press").text
    assert "act in your name" in " ".join(post.last(anna, "receipt").text.split())


@pytest.mark.parametrize(
    "line",
    [
        "play+aaaaaaaaaaaaaaaaaaaaaaaaaa@in.asgard.localhost",
        "<mailto:play%2Baaaaaaaaaaaaaaaaaaaaaaaaaa@in.asgard.localhost?subject=x>",
        "https://safe.example/?url=mailto%3Aplay%252Baaaaaaaaaaaaaaaaaaaaaaaaaa%2540in.asgard.localhost",
        "PLAY+AAAAAAAAAAAAAAAAAAAAAAAAAA@IN.ASGARD.LOCALHOST",
        "aaaaaaaaaaaaaaaaaaaaaaaaaa@in.asgard.localhost",
        "Subject: Re: [Game 4711] Toy [aaaaaaaaaaaaaaaaaaaaaaaaaa]",
        "<mailto:games@home.example?subject=Re%3A%20Toy%20%5Baaaaaaaaaaaaaaaaaaaaaaaaaa%5D&body=1>",
        "https://safe.example/?url=mailto%3Agames%40home.example%3Fsubject%3D%255Baaaaaaaaaaaaaaaaaaaaaaaaaa%255D",
        "References: <reply.aaaaaaaaaaaaaaaaaaaaaaaaaa@asgard.localhost>",
        "stop+0123456789abcdef0123456789abcdef0123456789abcdef@in.asgard.localhost",
        "No more mail: http://127.0.0.1:8000/u/ba2142df91eb4da895a2639e0e17dbba:4z5cwONvC7y8xK8c2x",
        "http://127.0.0.1:8000/confirm/ba2142:1abc:4z5cwON",
        "http://127.0.0.1:8000/sign-in/eyJ:1abc:4z5cwON/",
        "http://127.0.0.1:8000/g/03a98bb2-064b-571b-8cc5-57d61720aa72/5/?as=1",
        "https://safe.example/?url=http%3A%2F%2F127.0.0.1%3A8000%2Fu%2Fba2142%3A4z5c",
    ],
)
def test_what_speaks_for_its_reader_is_a_secret(line: str, settings: object) -> None:
    assert secret(line)


@pytest.mark.parametrize(
    "line",
    [
        "see http://127.0.0.1:8000/g/03a98bb2-064b-571b-8cc5-57d61720aa72/ for it",
        "http://127.0.0.1:8000/g/03a98bb2-064b-571b-8cc5-57d61720aa72/17/: good move",
        "http://127.0.0.1:8000/rules/aesir/", "play@in.asgard.localhost", "Geschwindigkeitsbegrenzung",
        "a+b@home.example", "[Game 4711] Toy", "reply.to@home.example",
    ],
)  # fmt: skip
def test_what_anybody_may_know_is_none(line: str) -> None:
    assert not secret(line)


def test_a_sentence_that_two_people_write_is_told_on(game: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    bare(post, boris, "press: Good luck to all of you!")
    post.deliver()
    row = bare(post, anna, "press: Good luck to all of you!")
    assert kept(row) == ["press: Good luck to all of you!"]
    assert [line.text for line in history.press(game.pk, 1)] == ["Good luck to all of you!"] * 2


def test_private_words_that_a_quotation_carries_are_not_told_to_all(
    game: Game, people: list[Player], post: Post
) -> None:
    anna, boris = people
    bare(post, boris, "press P1: shall we two stand together", "against all the others?", "I say nothing to them.")
    said = post.last(anna, "press").text.splitlines()
    at = said.index(f"{BAR} shall we two stand together")
    bare(post, anna, "press: Whoever wants to talk, talk to me", "", *said[at + 1 :])
    assert [line.text for line in history.press(game.pk, 0)][-1] == "Whoever wants to talk, talk to me"


@pytest.mark.parametrize(
    "said, again",
    [
        ("press: I'd like a rest too, see you in May", "press: I'd like a rest too, see you in March"),
        ("press: Who wants a rest after this round, I would like one too", "press: Who wants a rest after this round"),
        ("пресса: давайте все вместе против Локи, а там посмотрим", "пресса: давайте все вместе против Локи"),
    ],
)
def test_what_one_has_written_oneself_may_be_said_once_more_below_the_receipt_that_repeats_it(
    game: Game, people: list[Player], post: Post, said: str, again: str
) -> None:
    """Whoever had mistyped a word and sent the message again read that it was our own mail to them."""
    post.answer(people[0], said, purpose="prompt")
    assert post.answer(people[0], again, purpose="receipt").state == "done"
    assert post.answer(people[0], "status", said, purpose="receipt").reason == ""
    told = [line.partition(": ")[2] for line in (said, again, said)]
    assert [line.text for line in history.press(game.pk, 1)] == told


def test_a_piece_of_a_receipt_is_told_to_nobody_below_a_message(game: Game, people: list[Player], post: Post) -> None:
    """Also where it repeats what its reader had written to one of them alone."""
    piece = "shall we two stand together against all the others"
    bare(post, people[0], f"press P2: {piece} until the last round of all?")
    bare(post, people[0], "press: Whoever wants to talk, talk to me", piece)
    assert [line.text for line in history.press(game.pk, 1)][-1] == "Whoever wants to talk, talk to me"
