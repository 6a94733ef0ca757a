"""Whatever bytes or lines come in: the mail ends in a state of the notes, never in a failure."""

from __future__ import annotations

import os
import random
import time

import pytest

from asgard_pbem.simulation.programs import STYLES, reply_to
from asgard_pbem.tables.models import Game, Player
from tests.mail.conftest import PLAY, Post, letter

pytestmark = pytest.mark.django_db
ROUNDS = int(os.environ.get("MAIL_FUZZ_ROUNDS", "12"))
ENDS = {"done", "refused", "ignored", "held"}
PIECES = [
    "1", "2", "lay 3", "lay", "later 2 in 3", "boast", "undo", "отмена", "drop plans", "status", "replay 1", "replay 0",
    "replay 999999", "rules", "rules \x00", "open", "open highest_card", "open highest_card 3", "open highest_card 99",
    "open highest_card 2 hand=x", "open highest_card 2 bots=9 days=0", "invite", "invite a@b.example", "invite @",
    "name", "name \u202e\u200b", "name " + "x" * 500, "zone", "zone ../../etc/passwd", "zone Europe/Moscow",
    "language ru",
    "language", "away", "away 31.2.-30.2.", "away 1.1.0001-2.1.0001", "away 9999-12-30 9999-12-31", "back", "press:",
    "press: hi", "press P2: hi", "press P9: hi", "press ,: hi", "press P1: me", "resign", "yes", "no",
    "accept", "decline",
    "stop mail", "start mail", "help", "?", "#comment", "", "> quoted", "-- ", "On 1 Jan 2026, x@y.example wrote:",
    "²", "１", "b7", "1.1.1.1.1", "9" * 50, "\ud83d\ude00", "%(seats)s %s {0}", "<b>x</b>", "plan", "🎲", "games 1 2 3",
]  # fmt: skip
# Wherever a number may stand.
NUMBERED = (
    "open highest_card {}", "open highest_card 2 bots={}", "open highest_card 2 hand={}", "open highest_card 2 days={}",
    "replay {}", "undo {}", "note {} x", "drop note {}", "practice {}", "digest {}", "games {}",
    "away {} days", "away {}.12.-{}.12.", "away until {} dec", "{}", "{}.{}", "lay {}",
    "later {} in {}", "make it {}", "cancel {}",
)  # fmt: skip


@pytest.mark.parametrize("number", ["1000000000000", "9223372036854775808", "9" * 5000])
def test_no_number_is_too_great_for_a_command(game: Game, people: list[Player], post: Post, number: str) -> None:
    """One was: for each of so many bots a seat was made."""
    for form in NUMBERED:
        began = time.process_time()
        row = post.reply(people[0], form.replace("{}", number))
        assert (row.state in ENDS, row.error) == (True, ""), form
        assert time.process_time() - began < 2, form
    assert Game.objects.count() == 1


@pytest.mark.parametrize("seed", range(4))
def test_any_lines_end_well(game: Game, people: list[Player], post: Post, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(ROUNDS):
        Player.objects.update(mail_state="on")
        lines = [chance.choice(PIECES).encode("utf-8", "replace").decode() for _ in range(chance.randint(1, 6))]
        player = chance.choice(people[:2])
        if chance.random() < 0.25:
            row = post.take(letter(player.email, PLAY, *lines), to=PLAY, dmarc=chance.choice(["pass", "none", "fail"]))
        else:
            row = post.reply(player, *lines, style=chance.choice(STYLES), dmarc=chance.choice(["pass"] * 5 + ["fail"]))
        assert row.state in ENDS, (lines, row.error)


@pytest.mark.parametrize("seed", range(4))
def test_any_bytes_end_well(game: Game, people: list[Player], post: Post, seed: int) -> None:
    chance = random.Random(seed)
    whole = reply_to(post.to(people[0]), people[0].email, ["1", "press: hello"], STYLES[seed])
    for _ in range(ROUNDS):
        raw = bytearray(whole)
        for _ in range(chance.randint(1, 12)):
            at = chance.randrange(len(raw))
            size = chance.choice([1, 1, 1, 5, 40])
            raw[at : at + size] = chance.choice(
                [b"", bytes([chance.randrange(256)]), b"\r\n", b"\x00", b"--", b"=?utf-8?q?=00?="]
            )
        row = post.take(bytes(raw), to=chance.choice(["", post.sent[0].reply_to, PLAY]))
        assert row.state in ENDS, row.error
