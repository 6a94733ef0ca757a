"""Whatever was written above (or below) a quoted prompt comes back exactly, from every mail program."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asgard_pbem.mail.reading.reply import prompt_hashes, read_reply, visible_text
from tests.mail.reading.clients import CLIENTS, Builder, outlook, phone, samsung, unmarked_below

SENTINEL = "Please write above this line. [Asgard QK7FZ2]"
PROMPT = f"""{SENTINEL}

ROUND 2, PICK 3
Table 4711 of Asgard; you are Freya, seat 1.

Your hand:
  1. Odin, the one-eyed father of the gods
  2. Thor with his hammer
  3. Loki

Answer with a number from the list, for instance
  · 2
Until: Sat 21 Nov 2026, 20:00 (Europe/Berlin) = 19:00 UTC

From the last mail: Thor took a card at 18:00.
Chain: 5f3a 22b0 9c1d 77e4
"""

_WORDS = st.sampled_from(
    [
        "2", "b7", "c12", "pass", "undo", "status", "plan", "last", "if",
        "thor", "odin", "локи", "один", "тор", "дрaфт", "take", "3", "of",
        "5", "+", "-", "*mark*", "help", "on", "От", "в", "14",
        "at!",
    ]
)  # fmt: skip
_LINES = st.lists(_WORDS, min_size=1, max_size=5).map(" ".join).filter(lambda line: not line.startswith(("-", "+")))
ORDERS = st.lists(_LINES, min_size=1, max_size=6).map("\n".join)


@pytest.mark.parametrize("client", CLIENTS.values(), ids=CLIENTS.keys())
def test_one_order_above_a_quoted_prompt_is_all_that_was_said(client: Builder) -> None:
    assert visible_text(client("b7", PROMPT)) == "b7"


@given(orders=ORDERS, client=st.sampled_from(sorted(CLIENTS)))
def test_any_orders_above_a_quoted_prompt_come_back_exactly(orders: str, client: str) -> None:
    assert visible_text(CLIENTS[client](orders, PROMPT)) == orders


@given(orders=ORDERS, client=st.sampled_from(sorted(CLIENTS)))
def test_knowing_the_prompt_changes_nothing_for_programs_that_quote_well(orders: str, client: str) -> None:
    reply = read_reply(CLIENTS[client](orders, PROMPT), sentinel=SENTINEL, own_lines=prompt_hashes(PROMPT))
    assert (reply.text, reply.between, reply.below) == (orders, "", "")


@given(orders=ORDERS)
def test_orders_below_an_unmarked_prompt_are_found_by_its_known_lines(orders: str) -> None:
    reply = read_reply(unmarked_below(orders, PROMPT), sentinel=SENTINEL, own_lines=prompt_hashes(PROMPT))
    assert reply.text.endswith(orders)
    assert "Thor" not in reply.text
    assert "Odin" not in reply.text


@pytest.mark.parametrize("client", [build for build in CLIENTS.values() if build not in (phone, samsung)])
def test_an_empty_answer_has_only_quotes(client: Builder) -> None:
    reply = read_reply(client("", PROMPT))
    assert (reply.only_quotes, reply.text) == (True, "")
    assert "Loki" in reply.quoted


@pytest.mark.parametrize("client", [phone, samsung])
def test_the_line_of_a_phone_stays_where_it_is_all_that_was_said(client: Builder) -> None:
    assert visible_text(client("", PROMPT)).startswith("Sent from my ")


def test_the_sentinel_alone_ends_the_answer_of_a_program_nobody_knows() -> None:
    raw = f"From: a@b.example\n\nb7\n\n~~ Asgard PBEM sanoi eilen ~~\n{PROMPT}".encode()
    assert read_reply(raw, sentinel=SENTINEL).text == "b7\n\n~~ Asgard PBEM sanoi eilen ~~"
    assert read_reply(raw, sentinel=SENTINEL).rule == "sentinel"


def test_a_sentinel_that_was_wrapped_and_made_bold_is_known_again() -> None:
    raw = b"From: a@b.example\n\nb7\n| *Please write above\n| this line. [Asgard QK7FZ2]*\n1. Odin\n"
    assert read_reply(raw, sentinel=SENTINEL).text == "b7"


def test_rewrapped_lines_of_the_prompt_are_known_again() -> None:
    raw = b"From: a@b.example\n\n  1. Odin, the one-eyed\nfather of the gods\n  2. Thor with his hammer\nb7\n"
    assert read_reply(raw, own_lines=prompt_hashes(PROMPT)).text == "b7"


def test_short_lines_are_never_taken_for_ours() -> None:
    raw = b"From: a@b.example\n\n3. Loki\n"
    assert read_reply(raw, own_lines=prompt_hashes(PROMPT) | {""}).text == "3. Loki"


def test_forwarding_the_whole_prompt_again_says_nothing_new() -> None:
    once = outlook("b7", PROMPT).partition(b"\r\n\r\n")[2].decode()
    assert visible_text(outlook("c3", once)) == "c3"
