"""What one mail with one order costs the database on its whole way, the question that follows it sent too."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from django.utils import timezone

from asgard_pbem.database.together import Together
from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.sending import owed
from asgard_pbem.simulation.programs import Incoming, reply_to
from asgard_pbem.tables.models import Game, Outbox, Player
from tests.letters.conftest import Post

pytestmark = pytest.mark.django_db


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that the database is asked, the appending of events too."""
    found: list[str] = []
    execute, go = psycopg.Cursor.execute, Together.go

    def executed(cursor: Any, query: Any, *args: Any, **options: Any) -> Any:
        if "SAVEPOINT" not in str(query):  # what a test has in place of a transaction's beginning and end
            found.append(str(query))
        return execute(cursor, query, *args, **options)

    def gone(self: Together, them: Any, **options: Any) -> Any:
        found.extend(one.text.decode() for one in them)
        return go(self, them, **options)

    monkeypatch.setattr(psycopg.Cursor, "execute", executed)  # Django's cursors are of this class too
    monkeypatch.setattr(Together, "go", gone)
    return found


def test_a_mail_with_one_order_and_the_question_that_follows_it_take_few_statements(
    game: Game, people: list[Player], post: Post, statements: list[str], settings: Any
) -> None:
    """Stored, read, judged, carried out, appended, its receipt owed; then the question that tells what became of it."""
    settings.RECEIPT_WAITS_S = 10  # as it is where people play: then it is asked whether a bot is to answer first
    for player in (people[0], people[1], people[0]):  # the first mail of a person makes their key
        post.answer(player, "1")
    mail = Incoming.read(post.last(people[1]).message.as_bytes())
    raw = reply_to(mail, people[1].email, ["1"], "top")
    statements.clear()
    row = accepted(raw, mail.reply_to)
    process.process(row.pk)
    taken = list(statements)
    row.refresh_from_db()
    assert row.state == "done"
    asked = Outbox.objects.get(player=people[1], purpose="prompt", state="queued")
    statements.clear()
    assert owed.send(asked.pk)
    sent = list(statements)
    asked.refresh_from_db()
    assert asked.payload["joined"], "it tells what became of the order"
    assert len(taken) <= 16, "\n".join(taken)
    assert len(sent) <= 13, "\n".join(sent)


def accepted(raw: bytes, to: str) -> InboundMail:
    """A mail as a door takes it in."""
    return inbound.accept(
        raw, envelope_from=None, envelope_to=[to], received_at=timezone.now(), source="test",
        provider_event_id=None, verdicts=AuthVerdicts(dmarc="pass"),
    )  # fmt: skip
