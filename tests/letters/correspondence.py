"""Recorded correspondences: what people wrote, and every mail that they got, word for word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player
from tests.letters.conftest import Post, Sent

RECORDED = Path(__file__).parents[1] / "golden" / "mail"
# The seat, and the lines of its answer to its last prompt; to its last mail, where a third word says so.
Answer = tuple[int, tuple[str, ...]] | tuple[int, tuple[str, ...], str]
LATE: Answer = (-1, ())  # the time of whoever is asked is up
CHANGING = (
    (re.compile(r"\[Asgard [A-Z2-7]{6}\]"), "[Asgard CODE]"),
    (re.compile(r"(/u/)\S+"), r"\1SIGNED"),
    (re.compile(r"(Seal of moment|Печать момента) (\d+): [0-9a-f]{32}\b"), r"\1 \2: SEAL"),
    (re.compile(r"([“«]On )\w{3}, [^,]*?, ", re.DOTALL), r"\1TIME, "),
    (re.compile(r"(Please answer by|Ответьте, пожалуйста, до:).*?(UTC|\(Europe/London\))", re.DOTALL), r"\1 TIME"),
)


def correspondence(game: Game, people: Sequence[Player], post: Post, script: Sequence[Answer]) -> str:
    """Play `script` by mail; the answers, the mails that followed each, and the kinds of the events, as one text."""
    told = _delivered(post)
    for answer in script:
        if answer == LATE:
            told.append("===== time is up")
            services.play_time_outs(timezone.now() + timedelta(days=60))
            told += _delivered(post)
            continue
        seat, lines = answer[:2]
        told.append(f"===== from {people[seat].email}\n" + "\n".join(lines))
        row = post.answer(people[seat], *lines, purpose="prompt" if len(answer) == 2 else "")
        told.append(f"({row.state}{': ' + row.reason if row.reason else ''})")
        told += _delivered(post)
    kinds = Event.objects.filter(game=game).order_by("seq").values_list("kind", "seat")
    told.append("===== events\n" + "\n".join(f"{kind} {'' if seat is None else seat}".strip() for kind, seat in kinds))
    return "\n\n".join(told) + "\n"


def recorded(name: str, found: str, *, anew: bool) -> str:
    """The correspondence recorded under this name; with `anew` it is first written."""
    path = RECORDED / name
    if anew:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found)
    return path.read_text()


def _delivered(post: Post) -> list[str]:
    return [_headed(mail) for mail in post.deliver()]


def _headed(mail: Sent) -> str:
    return f"===== to {mail.to}: {mail.purpose}: {mail.message['Subject']}\n{_normal(mail.text)}"


def _normal(text: str) -> str:
    for pattern, constant in CHANGING:
        text = pattern.sub(constant, text.replace("\r\n", "\n"))
    return text.rstrip()
