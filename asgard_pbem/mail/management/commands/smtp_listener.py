from __future__ import annotations

import signal
import socket
import threading
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from asgard_pbem.mail.doors.listener import Listener, lmtp_listener
from asgard_pbem.serving.lines import greet
from asgard_pbem.serving.memory import settle
from asgard_pbem.serving.metrics import exposing


class Command(BaseCommand):
    help = "Listens for replies by SMTP (or LMTP) and stores them. Put a real MTA before it on the open internet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=settings.INBOUND_SMTP_HOST)
        parser.add_argument("--port", type=int, default=settings.INBOUND_SMTP_PORT)
        parser.add_argument("--fd", type=int, help="number of a socket that listens already, in place of host and port")
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP there")
        parser.add_argument(
            "--lmtp-at", default=settings.INBOUND_LMTP, help="speak LMTP besides, at host:port or a Unix socket's path"
        )

    def handle(self, *, host: str, port: int, fd: int | None, lmtp: bool, lmtp_at: str, **options: Any) -> None:
        stop = threading.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stop.set())
        settle()
        exposing.serve()
        with ExitStack() as open_doors:
            try:
                given = socket.socket(fileno=fd) if fd is not None else None
                if given is not None:
                    host, port = given.getsockname()[:2]
                for door in (Listener(host, port, lmtp=lmtp, given=given), lmtp_at and lmtp_listener(lmtp_at)):
                    if door:
                        door.start()
                        open_doors.callback(door.stop)
            except (OSError, OverflowError, ValueError) as why:  # taken, not ours, no such place, no number
                raise CommandError(f"Cannot listen there: {why}") from why
            places = " and ".join(filter(None, (f"{host}:{port}", lmtp_at)))
            greet(self.stdout, f"Listening for mail to {settings.ONE_ADDRESS or settings.IN_DOMAIN} on {places}.")
            stop.wait()
