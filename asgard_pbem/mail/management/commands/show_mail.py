from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.models import InboundMail


class Command(BaseCommand):
    help = "Shows what became of a stored mail: class, reason, the kept text and which rule cut what."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mail", type=UUID)
        parser.add_argument("--raw", action="store_true", help="the raw message too, every control character escaped")

    def handle(self, *, mail: UUID, raw: bool, **options: Any) -> None:
        row = InboundMail.objects.filter(pk=mail).first()
        if row is None:
            raise CommandError("No such mail.")
        self.stdout.write("\n".join(_facts(row)))
        if raw:
            self.stdout.write("\n".join(_escaped(row)))


def _facts(row: InboundMail) -> Iterator[str]:
    yield f"received {row.received_at:%Y-%m-%d %H:%M:%S} UTC by {row.source}, {row.size_bytes} bytes"
    yield f"sha256 {row.sha256}"
    yield f"state {row.state}, class {row.kind or '-'}, reason {row.reason or '-'}"
    yield f"attempts {row.attempts} {row.error}".rstrip()
    yield f"dmarc {row.verdicts.get('dmarc', 'unknown')}, duplicate {row.duplicate}"
    yield f"attachments {row.attachments or 'none'}"
    for cut in row.cuts:
        yield f"cut lines {cut['first']}-{cut['last']}: {cut['rule']}"
    yield from (f"kept | {line!r}" for line in row.kept.split("\n"))


def _escaped(row: InboundMail) -> Iterator[str]:
    raw = inbound.raw_of(row)
    if raw is None:
        yield "the raw bytes are gone"
        return
    for line in raw.split(b"\n"):
        yield f"raw | {line.decode('ascii', 'backslashreplace')!r}"
