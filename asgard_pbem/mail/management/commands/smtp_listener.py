from __future__ import annotations

import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from asgard_pbem.mail.doors.listener import Listener
from asgard_pbem.serving.memory import settle


class Command(BaseCommand):
    help = "Listens for replies by SMTP (or LMTP) and stores them. Put a real MTA before it on the open internet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=settings.INBOUND_SMTP_HOST)
        parser.add_argument("--port", type=int, default=settings.INBOUND_SMTP_PORT)
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP")

    def handle(self, *, host: str, port: int, lmtp: bool, **options: Any) -> None:
        stop = threading.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stop.set())
        settle()
        listener = Listener(host, port, lmtp=lmtp)
        listener.start()
        self.stdout.write(f"Listening for mail to {settings.IN_DOMAIN} on {host}:{port}.")
        self.stdout.flush()
        try:
            stop.wait()
        finally:
            listener.stop()
