"""Only our own words are ours: nobody's lines are taken for quotation because somebody else wrote them first."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.writing.plain_text import BAR
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from tests.letters.conftest import Post, dealt

pytestmark = pytest.mark.django_db

PLANS = ("if F: double H | double F", "plan H>O>T>F>L>S>B")
GODS = ("GODS freyja loki baldr", "GODS odin hel thor")


def bare(post: Post, player: Player, *lines: str) -> InboundMail:
    """The answer of a program that quotes nothing."""
    return post.answer(player, *lines, style="bare")


def kept(row: InboundMail) -> list[str]:
    return [line for line in row.kept.split("\n") if line]


@pytest.mark.parametrize("style", ["bare", "top", "outlook", "html"])
def test_plans_that_an_opponent_sent_as_press_are_still_their_writers(
    game: Game, people: list[Player], post: Post, style: str
) -> None:
    anna, boris = people
    for plan in PLANS:
        bare(post, boris, "press P1: " + plan)
        assert f"{BAR} {plan}" in post.last(anna, "press").text.splitlines()
    row = post.answer(anna, "1", *PLANS, style=style)
    assert kept(row) == ["1", *PLANS]
    desk = history.desk(game.pk, 0)
    standing = history.table_now(game.pk).standing[0]
    assert desk is not None
    assert len(standing) == 2


def test_an_order_that_an_opponent_sent_as_press_is_still_an_order(
    asgard: Game, people: list[Player], post: Post
) -> None:
    anna, boris = people
    bare(post, boris, "1")
    for gods in GODS:
        bare(post, boris, "press: " + gods)
    assert GODS[1] in post.last(anna, "press").text
    assert kept(bare(post, anna, GODS[0])) == [GODS[0]]
    row = bare(post, anna, GODS[1], "press: hello")
    assert kept(row) == [GODS[1], "press: hello"]


def test_orders_of_an_opponent_that_two_lines_were_joined_to_are_their_writers(
    game: Game, people: list[Player], post: Post
) -> None:
    """Neighbours are compared joined as well, because programs wrap lines."""
    anna, boris = people
    bare(post, boris, f"press: 1 {PLANS[0]}", " ".join(PLANS))
    post.deliver()
    assert kept(bare(post, anna, "1", *PLANS)) == ["1", *PLANS]


def test_a_press_that_our_mail_wrapped_into_orders_takes_none_of_them(
    game: Game, people: list[Player], post: Post
) -> None:
    anna, boris = people
    bare(post, boris, "press: hello", f"{PLANS[0]} {'z' * 60} {PLANS[1]}")
    assert f"{BAR} {PLANS[0]}" in post.last(anna, "press").text.splitlines()
    assert kept(bare(post, anna, "1", *PLANS)) == ["1", *PLANS]


@pytest.mark.parametrize(
    "dress",
    ["[image: {}]", "<cid: {}>", "{} <https://evil.example/>", "> {}", "| {}", "{} " + "z" * 71 + " | H>O>T",
     "z" * 60 + " [image: {} " + "y" * 71 + "]", "x" * 60 + " {} " + "w" * 3000],
)  # fmt: skip
@pytest.mark.parametrize("asked", ["", "history"])
def test_an_order_in_the_dress_of_a_program_is_an_opponents_all_the_same(
    game: Game, people: list[Player], post: Post, dress: str, asked: str
) -> None:
    """Programs put brackets, links and marks around lines of ours, which are taken off before they are compared."""
    anna, boris = people
    for plan in PLANS:
        services.send_press(game.pk, seat=1, player=boris, to=[0], text=dress.format(plan), cause=uuid4())
    post.deliver()
    if asked:
        bare(post, anna, asked)
    assert kept(bare(post, anna, "1", *PLANS)) == ["1", *PLANS]


@pytest.mark.parametrize("name", PLANS)
def test_a_name_that_is_an_order_takes_no_order(game: Game, people: list[Player], post: Post, name: str) -> None:
    anna, boris = people
    services.update_player(boris, name=name)
    bare(post, boris, "press: hello")
    bare(post, anna, "board", "history")
    assert name in post.last(anna, "receipt").text
    assert kept(bare(post, anna, "1", name)) == ["1", name]


def test_a_title_that_is_an_order_takes_no_order(people: list[Player], post: Post) -> None:
    dealt(people, "aesir", PLANS[1])
    assert PLANS[1] in post.last(people[0], "prompt").text
    assert kept(bare(post, people[0], "1", PLANS[1])) == ["1", PLANS[1]]


def test_an_invitation_with_an_order_for_a_title_takes_no_order(people: list[Player], post: Post) -> None:
    anna, boris = people
    opened = services.open_table(opened_by=boris, key="aesir", seats=2, cause=uuid4(), title=PLANS[0])
    services.invite(opened.pk, by=boris, email=anna.email, cause=uuid4(), language="en")
    assert PLANS[0] in post.last(anna, "invitation").text
    assert kept(bare(post, anna, "accept", PLANS[0])) == ["accept", PLANS[0]]


def test_an_order_of_our_menu_is_an_order_when_it_is_typed(game: Game, people: list[Player], post: Post) -> None:
    """Long lines of a menu are ours, and yet what a reader copies to answer."""
    anna, _ = people
    row = bare(post, anna, "last O>T", "plan O>T>F")
    assert kept(row) == ["last O>T", "plan O>T>F"]


def test_a_command_of_our_help_is_a_command_when_it_is_typed(game: Game, people: list[Player], post: Post) -> None:
    anna, _ = people
    bare(post, anna, "help")
    assert "away 1.12.-14.12., back" in post.last(anna, "receipt").text
    row = bare(post, anna, "away 1.12.-14.12.", "invite a@example.org")
    assert kept(row) == ["away 1.12.-14.12.", "invite a@example.org"]


def test_every_receipt_says_what_was_not_read_and_why(game: Game, people: list[Player], post: Post) -> None:
    anna, _ = people
    prompt = post.last(anna, "prompt").text.splitlines()
    asked = next(line for line in prompt if line.startswith("CHOOSE ONE CARD"))
    row = bare(post, anna, "1", asked, "status", "", "Sent from my iPhone")
    assert kept(row) == ["1", "status"]
    left = [(one.params["rule"], one.params["text"], one.params["more"]) for one in receipt(row).left_out]
    assert left == [("own_line", asked, 0), ("mobile", "Sent from my iPhone", 0)]
    text = post.last(anna, "receipt").text
    assert f"· “{asked[:40]}" in text
    assert "it stands in a mail of ours" in " ".join(text.split())


def test_what_only_looks_like_a_quoted_mail_is_told(game: Game, people: list[Player], post: Post) -> None:
    """A sentence that ends as programs introduce quotations do, and below it neither a mark nor a line of ours."""
    anna, _ = people
    row = bare(post, anna, "1", "press P2: you know it:", "on 14.12.2026 it was Boris who wrote", "that he would help")
    assert kept(row) == ["1", "press P2: you know it:"]
    left = [(one.params["rule"], one.params["text"], one.params["more"]) for one in receipt(row).left_out]
    assert left == [("unmarked", "on 14.12.2026 it was Boris who wrote", 1)]
    text = " ".join(post.last(anna, "receipt").text.split())
    assert "“on 14.12.2026 it was Boris who wrote” and 1 line below it: here the quoted mail begins" in text


@pytest.mark.parametrize(
    "style, rule", [("top", "attribution"), ("outlook", "header_block"), ("mobile", "attribution")]
)
def test_a_quotation_is_one_line_of_the_receipt(
    game: Game, people: list[Player], post: Post, style: str, rule: str
) -> None:
    row = post.answer(people[0], "1", style=style)
    left = [one for one in receipt(row).left_out if one.params["rule"] != "mobile"]
    assert [one.params["rule"] for one in left] == [rule]
    assert left[0].params["more"] > 20


def receipt(row: InboundMail) -> Receipt:
    return Receipt.model_validate(row.outcome)
