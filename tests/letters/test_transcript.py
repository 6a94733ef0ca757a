"""A recorded correspondence: what two people wrote, and every mail that they got, word for word.

`python -m pytest tests/letters/test_transcript.py --record` writes the transcript anew; read it before it is committed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asgard_pbem.tables.models import Event, Game, Player
from tests.letters.conftest import Post

pytestmark = pytest.mark.django_db
TRANSCRIPT = Path(__file__).parents[1] / "golden" / "mail" / "aesir_first_round.txt"

# Who answers what; each answers the last prompt. Anna plays with numbers, plans and press, Boris in Russian notation.
SCRIPT: tuple[tuple[int, tuple[str, ...]], ...] = (
    (0, ("status", "1")),
    (1, ("помощь",)),
    (1, ("план Х>Б>С>Л>Ф>Т>О", "пресса: Доброй битвы!")),
    (0, ("turn L",)),
    (0, ("undo", "2", "press P2: and to you", "Anna")),
    (0, ("plan O>T>F>L>S>B>H", "last H>B", "if O: turn H | turn L", "history")),
    (0, ("replay 7", "plans")),
)
CHANGING = (
    (re.compile(r"\[Asgard [A-Z2-7]{6}\]"), "[Asgard CODE]"),
    (re.compile(r"(/u/)\S+"), r"\1SIGNED"),
    (re.compile(r"(Seal of moment|Печать момента) (\d+): [0-9a-f]{16}"), r"\1 \2: SEAL"),
    (re.compile(r"(Please answer by|Ответьте, пожалуйста, до:).*?(UTC|\(Europe/London\))", re.DOTALL), r"\1 TIME"),
)


def normal(text: str) -> str:
    for pattern, constant in CHANGING:
        text = pattern.sub(constant, text.replace("\r\n", "\n"))
    return text.rstrip()


def test_the_correspondence_of_a_first_round_is_as_recorded(
    game: Game, people: list[Player], post: Post, pytestconfig: pytest.Config
) -> None:
    told: list[str] = []

    def deliver() -> None:
        told.extend(
            f"===== to {mail.to}: {mail.purpose}: {mail.message['Subject']}\n{normal(mail.text)}"
            for mail in post.deliver()
        )

    deliver()
    for seat, lines in SCRIPT:
        told.append(f"===== from {people[seat].email}\n" + "\n".join(lines))
        row = post.answer(people[seat], *lines, purpose="prompt")
        told.append(f"({row.state}{': ' + row.reason if row.reason else ''})")
        deliver()
    kinds = Event.objects.filter(game=game).order_by("seq").values_list("kind", "seat")
    told.append("===== events\n" + "\n".join(f"{kind} {'' if seat is None else seat}".strip() for kind, seat in kinds))
    found = "\n\n".join(told) + "\n"
    if pytestconfig.getoption("--record"):
        TRANSCRIPT.parent.mkdir(parents=True, exist_ok=True)
        TRANSCRIPT.write_text(found)
    assert found == TRANSCRIPT.read_text()
