from __future__ import annotations

import difflib
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from asgard_pbem.mail.answering import judging, process, quarantine
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading import sandbox


class Command(BaseCommand):
    help = (
        "Reads a stored mail again and shows what is read differently now; with --apply a quarantined mail is done,"
        " with --let-go nobody waits for it any more."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mail", type=UUID, nargs="*", help="ids; none: all quarantined mails")
        parser.add_argument("--apply", action="store_true", help="carry out what is quarantined, or was let go of")
        parser.add_argument("--let-go", action="store_true", help="what is quarantined is not to be carried out")
        parser.add_argument("--why", default="", help="of --let-go, kept with the deed; name nobody")

    def handle(
        self, *, mail: list[UUID], apply: bool, let_go: bool = False, why: str = "", **options: Any
    ) -> None:  # fmt: skip
        if apply and let_go:
            raise CommandError("--apply or --let-go: the one or the other.")
        chosen = InboundMail.objects.filter(pk__in=mail) if mail else _quarantined()
        if mail and chosen.count() != len(set(mail)):
            raise CommandError("Not every id is that of a stored mail.")
        rows = list(chosen.order_by("received_at"))
        for row in rows:
            if let_go:
                self.stdout.write(f"{row.pk} {quarantine.let_go(row.pk, why=why)}")
                continue
            self.stdout.write("\n".join(_difference(row)))
            if apply and (row.state == InboundMail.State.QUARANTINED or row.reason == quarantine.LET_GO):
                self._again(row)
        self.stdout.write(f"{len(rows)} mails looked at.")

    def _again(self, row: InboundMail) -> None:
        InboundMail.objects.filter(pk=row.pk).update(
            state=InboundMail.State.NEW, reason="", attempts=0, next_attempt_at=None, processed_at=None
        )  # fmt: skip
        process.process(row.pk)
        row.refresh_from_db()
        self.stdout.write(f"{row.pk}: now {row.state} {row.reason}".rstrip())


def _quarantined() -> Any:
    return InboundMail.objects.filter(state=InboundMail.State.QUARANTINED)


def _difference(row: InboundMail) -> list[str]:
    """What is stored against what is read now, as a unified diff; one line when nothing differs."""
    raw = inbound.raw_of(row)
    if raw is None:
        return [f"{row.pk}: its raw bytes are gone"]
    parsed = judging.read(row, raw)
    before = [f"kind {row.kind}", f"message-id {row.message_id}", *row.kept.split("\n")]
    after = [f"kind {parsed.kind}", f"message-id {parsed.message_id}", *sandbox.cut_apart(parsed).text.split("\n")]
    lines = list(difflib.unified_diff(before, after, "stored", "now", lineterm=""))
    return [f"{row.pk}: {row.state} {row.reason} {row.error}".rstrip(), *(lines or ["read as before"])]
