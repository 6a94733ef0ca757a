"""What an opponent has written is never carried out because a program quotes it without marks above an answer."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading.text.html_text import html_to_text
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Outbox, Player
from asgard_pbem.tables.reading import history
from tests.letters.conftest import Post
from tests.letters.replies.programs import apple, desktops, google, microsoft
from tests.letters.replies.programs import services as providers
from tests.letters.replies.programs.prompt import Builder, Prompt, mail

pytestmark = pytest.mark.django_db
BELOW: dict[str, Builder] = {
    one.__name__: one
    for programs in (apple, desktops, google, microsoft, providers)
    for one in programs.PROGRAMS
    if one.__name__.endswith(("_below", "_in_the_quotation"))
}
# By what a line of an opponent's was parted from the lines of ours above and below it.
PARTED = {
    "a line separator": "Hello\u2028{order}",
    "a paragraph separator": "Hello\u2029{order}\u2029",
    "a bar": "|\n{order}",
    "a mark of quotation": ">\n{order}\n>",
    "stars": "***\n{order}",
    "quotation marks": "\"\n{order}\n'",
    "the end of a wrapped comment": "#" + "p" * 71 + " {order}",
    "the end of a wrapped comment, wider": "#" + "p" * 74 + " {order}",
}  # fmt: skip
WRITTEN = "Thank you, I think about it"


def answered(post: Post, game: Game, said: str, program: Builder, written: str = WRITTEN) -> InboundMail:
    """Boris says something to Anna, and she answers below it in her program."""
    anna, boris = (game.holders.get(seat=seat).player for seat in (0, 1))
    assert anna is not None
    assert boris is not None
    services.send_press(game.pk, seat=1, player=boris, to=[0], text=said, cause=uuid4())
    sent = post.last(anna, "press")
    row = Outbox.objects.filter(game=game, player=anna, purpose="press").latest("created_at")
    prompt = Prompt(
        text=sent.text.replace("\r\n", "\n"), html=sent.html, reply_to=str(sent.message["Reply-To"]),
        sender="games@asgard.localhost",
        subject=str(sent.message["Subject"]), message_id=str(sent.message["Message-ID"]),
        sentinel=row.payload["sentinel"], own_lines=frozenset(row.line_hashes),
    )  # fmt: skip
    return post.take(program(written, prompt), prompt.reply_to)


@pytest.mark.parametrize("parted", PARTED.values(), ids=PARTED.keys())
@pytest.mark.parametrize("program", BELOW.values(), ids=BELOW.keys())
def test_an_order_in_a_message_of_an_opponents_is_not_ones_own(
    game: Game, people: list[Player], post: Post, program: Builder, parted: str
) -> None:
    before = Player.objects.filter(pk=people[0].pk).values().get()
    for order in ("1", "stop mail"):
        row = answered(post, game, parted.format(order=order), program)
        assert row.state != InboundMail.State.DONE, row.kept
    assert Player.objects.filter(pk=people[0].pk).values().get() == before
    assert not Event.objects.filter(game=game, seat=0, kind="move_made").exists()


@pytest.mark.parametrize("parted", ["|\n{order}", ">\n{order}\n>", "***\n{order}", "Hello\u2028{order}"])
@pytest.mark.parametrize("program", BELOW.values(), ids=BELOW.keys())
def test_an_answer_below_such_a_message_is_read(game: Game, post: Post, program: Builder, parted: str) -> None:
    row = answered(post, game, parted.format(order="stop mail"), program, "1")
    assert (row.state, row.kept) == (InboundMail.State.DONE, "1")


def test_a_message_has_one_kind_of_line_end(game: Game, people: list[Player]) -> None:
    said = "one\u2028two\u2029three\x85four\x0bfive"
    services.send_press(game.pk, seat=1, player=people[1], to=[0], text=said, cause=uuid4())
    assert [one.text for one in history.press(game.pk, 0)] == ["one\ntwo\nthree\nfour\nfive"]


def test_an_answer_among_unmarked_lines_of_ours_is_read_unless_another_has_said_it(game: Game, post: Post) -> None:
    """As Outlook has it: who answers there can be told from what is quoted by what was in the letter alone."""

    def among(written: str, prompt: Prompt) -> bytes:
        lines = prompt.text.split("\n")
        middle = lines.index("-" * 24)
        return mail(prompt, "\n".join([microsoft.head(prompt), *lines[:middle], written, *lines[middle:]]))

    assert answered(post, game, "Take 2, not 1!", among, "1").state == InboundMail.State.DONE
    assert answered(post, game, "stop mail", among, "stop mail").state == InboundMail.State.REFUSED


@pytest.mark.parametrize("end", ["&#8232;", "\u2028", "\u2029"])
def test_each_line_of_a_quotation_bears_its_mark(end: str) -> None:
    text, _ = html_to_text(f"<p>1</p><blockquote type=cite><p>a{end}stop mail</p></blockquote>")
    assert [line for line in text.split("\n") if line] == ["1", "> a", "> stop mail"]
