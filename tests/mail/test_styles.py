"""Whatever order is written in whatever mail program above whatever prompt: exactly that order is read."""

from __future__ import annotations

import string

from hypothesis import example, given
from hypothesis import strategies as st

from asgard_pbem.mail.reading.read import read_mail
from asgard_pbem.mail.reading.reply import prompt_hashes
from asgard_pbem.simulation.programs import STYLES, Incoming, reply_to

SENTINEL = "Please write above this line. [Asgard ABC123]"
WORDS = st.text(string.ascii_letters + string.digits + "абвгд:>~ .,()[]", min_size=1, max_size=60)
PROMPTS = st.lists(WORDS.map(str.strip), min_size=1, max_size=30)
ORDERS = st.lists(
    st.one_of(
        st.integers(1, 99).map(str),
        st.sampled_from(["b7", "OT:T", "plan H>O>F", "if F: double H | double F", "ФХ:Х", "tally *: score"]),
    ),
    min_size=1, max_size=4, unique=True,
)  # fmt: skip


@given(PROMPTS, ORDERS, st.sampled_from(STYLES))
@example(["1  the five", "2  the six"], ["1"], "bottom")
def test_a_reply_in_each_style_is_exactly_its_orders(prompt: list[str], orders: list[str], style: str) -> None:
    text = "\n".join([SENTINEL, "", *prompt])
    mail = Incoming(
        "play+" + "a" * 26 + "@in.asgard.localhost", "[Game] Title", "<turn.1@asgard.localhost>", "",
        "Sat, 21 Nov 2026 09:00:00 +0000", "Asgard PBEM <games@asgard.localhost>", text,
    )  # fmt: skip
    parsed = read_mail(
        reply_to(mail, "anna@home.example", orders, style),
        domains=["asgard.localhost", "in.asgard.localhost"],
        authserv_id=None,
    )
    reply = parsed.cut(
        sentinel=SENTINEL,
        own_lines=prompt_hashes(text),
        names=frozenset({"Asgard PBEM <games@asgard.localhost>", "Asgard PBEM"}),
    )
    assert [line for line in reply.text.split("\n") if line] == orders
