"""What is written above or below a real prompt comes back exactly, from every mail program that people use."""

from __future__ import annotations

import pytest
from django.conf import settings

from asgard_pbem.mail.reading.cutting.result import QUOTATION
from asgard_pbem.mail.reading.read import read_mail
from asgard_pbem.mail.writing.sections import left_out
from asgard_pbem.tables.models import Outbox, Player
from tests.letters.conftest import Post, dealt
from tests.letters.replies.programs import apple, desktops, google, microsoft, services
from tests.letters.replies.programs.prompt import Builder, Prompt

pytestmark = pytest.mark.django_db
PROGRAMS = [*google.PROGRAMS, *apple.PROGRAMS, *microsoft.PROGRAMS, *desktops.PROGRAMS, *services.PROGRAMS]
NAMES = frozenset({"Asgard PBEM <games@asgard.localhost>", "Asgard PBEM", "games@asgard.localhost", "Anna", "Boris"})
WRITTEN = [
    "3", "2 4", "OT3:O", "last H>O", "status", "3\nplan O>T\nlast H>O\nif H: goal 1\npress P2: hi",
    "press P2: hi\nand good luck", "статус", "ЦВЕТ красный", "2\nплан О>Т\nпресса И2: привет\nкак дела",
    "1.1.1.11\nПОЛУЧИТЬ 6",
]  # fmt: skip
_prompts: dict[str, Prompt] = {}  # made once: no builder changes them


def prompts(post: Post, people: list[Player]) -> dict[str, Prompt]:
    """Both games' first prompts, in both languages."""
    if not _prompts:
        for key in ("aesir", "asgard"):
            for language in ("en", "ru"):
                Player.objects.update(language=language)
                people = [Player.objects.get(pk=one.pk) for one in people]
                game = dealt(people, key, f"{key} {language}")
                sent = post.last(people[0], "prompt")
                row = Outbox.objects.get(game=game, player=people[0], purpose="prompt")
                _prompts[f"{key} {language}"] = Prompt(
                    text="\n".join(sent.text.splitlines()), html=sent.html, reply_to=str(sent.message["Reply-To"]),
                    sender="games@asgard.localhost", subject=str(sent.message["Subject"]),
                    message_id=str(sent.message["Message-ID"]), sentinel=row.payload["sentinel"],
                    own_lines=frozenset(row.line_hashes),
                )  # fmt: skip
    return _prompts


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_every_program_brings_back_exactly_what_was_written(people: list[Player], post: Post, program: Builder) -> None:
    wrong = []
    for name, prompt in prompts(post, people).items():
        for written in WRITTEN:
            parsed = read_mail(program(written, prompt), domains=settings.OWN_DOMAINS, authserv_id=None)
            reply = parsed.cut(sentinel=prompt.sentinel, own_lines=prompt.own_lines, names=NAMES)
            found = [line.strip() for line in reply.lines if line]
            if found != written.split("\n"):
                wrong.append((name, written, found[:4], len(found), reply.below[:50]))
    assert not wrong, f"{len(wrong)} wrong, such as {wrong[0]}"


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_nobody_is_told_of_the_quotation_that_their_program_adds(
    people: list[Player], post: Post, program: Builder
) -> None:
    told = []
    for name, prompt in prompts(post, people).items():
        parsed = read_mail(program("3", prompt), domains=settings.OWN_DOMAINS, authserv_id=None)
        reply = parsed.cut(sentinel=prompt.sentinel, own_lines=prompt.own_lines, names=NAMES)
        found = left_out.unexpected(left_out.items(reply))
        told += [(name, one.params) for one in found if one.params["rule"] in {*QUOTATION, left_out.UNMARKED}]
    assert not told
