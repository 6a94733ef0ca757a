"""`make play`: the whole service on this machine, until Ctrl-C."""

import signal
import socket
import time
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections

from asgard_pbem.embedded import broker, maildir, postgres
from asgard_pbem.embedded.models import EmbeddedMail
from asgard_pbem.embedded.running import places, ports, workers
from asgard_pbem.embedded.running.schema import ensure_migrated
from asgard_pbem.embedded.running.supervisor import Child, ChildFailedError, Supervisor, environment, python, sole
from asgard_pbem.tables import notify

PROMPT_S = 30  # nobody waits longer for the first one; on a quiet machine it comes after a second
SAMPLES_AFTER_S = 10  # the first prompt and the first pages come before them


class Command(BaseCommand):
    help = "Runs the whole service on this machine: database, web, worker, beat and mail. Ctrl-C stops it all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        next_one = "the next free one is taken"
        parser.add_argument("--port", type=int, help=f"of the pages: as last time, else 8000; {next_one}")
        parser.add_argument("--smtp-port", type=int, help=f"of local mail: as last time, else 2525; {next_one}")
        parser.add_argument("--no-table", action="store_true", help="open no first table")

    def handle(self, *, port: int | None, smtp_port: int | None, no_table: bool, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("DATABASE_URL is set: `play` is for embedded mode; see docs/operating.md.")
        lock = sole(settings.LOCAL_DIR / "play.lock")
        if lock is None:
            self._say(f"The service of this checkout runs already.\n{places.welcome() or '  It is just starting.'}")
            return
        self.began = time.monotonic()
        last = places.last()
        try:
            with lock, ports.listening(last.get("port", 8000) if port is None else port) as web:
                wanted = last.get("smtp_port", settings.INBOUND_SMTP_PORT) if smtp_port is None else smtp_port
                with ports.listening(wanted) as mail:
                    self._run(web, mail, first_table=not no_table)
        except OSError as problem:
            raise CommandError(str(problem)) from None

    def _run(self, web: socket.socket, mail: socket.socket, *, first_table: bool) -> None:
        port, smtp_port = ports.number(web), ports.number(mail)
        settings.PUBLIC_URL = f"http://127.0.0.1:{port}"
        supervisor = Supervisor(children(web, mail), self._environment(port, smtp_port), self._step)
        supervisor.listen_to_signals()
        try:
            broker.throw_away(settings.CELERY_BROKER_TRANSPORT_OPTIONS)
            game_url = self._prepare(first_table=first_table)
            supervisor.start()
            if first_table:
                self._await_prompt(supervisor)
            if not supervisor.stopping.is_set():
                self._welcome(game_url, smtp_port)
                notify.tell(notify.SAMPLES, after=SAMPLES_AFTER_S)
            supervisor.watch()
        except ChildFailedError as problem:
            raise CommandError(str(problem)) from None
        finally:
            places.forget_welcome()
            self._say("\nStopping …")
            supervisor.stop()
            connections.close_all()
            postgres.leave(settings.LOCAL_DIR / "pg")
            self._say("Everything has stopped. `make play` continues the same games.")

    def _environment(self, port: int, smtp_port: int) -> dict[str, str]:
        return environment(
            DJANGO_SETTINGS_MODULE="asgard_pbem.settings",
            PUBLIC_URL=settings.PUBLIC_URL,
            INBOUND_SMTP_HOST="127.0.0.1",
            INBOUND_SMTP_PORT=str(smtp_port),
        )

    def _prepare(self, *, first_table: bool) -> str:
        """Database and first table; returns the address of the game to look at."""
        connection.ensure_connection()
        self._step("PostgreSQL runs")
        if ensure_migrated():
            self._step("the tables of the database are made")
        if not first_table:
            return settings.PUBLIC_URL
        from asgard_pbem.tables.services import ensure_demo_table

        game = ensure_demo_table(settings.EMBEDDED_PLAYER_EMAIL)
        self._step("a table is open")
        return f"{settings.PUBLIC_URL}/mailbox/you/g/{game.pk}/"

    def _await_prompt(self, supervisor: Supervisor) -> None:
        """Whoever opens the mailbox named below finds the first mail in it, and not an empty page."""
        deadline = time.monotonic() + PROMPT_S
        while not EmbeddedMail.objects.exists() and time.monotonic() < deadline and not supervisor.stopping.wait(0.05):
            supervisor.revive()

    def _welcome(self, game_url: str, smtp_port: int) -> None:
        welcome = (
            f"  Your mail:  {settings.PUBLIC_URL}/mailbox/   (you are {settings.EMBEDDED_PLAYER_EMAIL})\n"
            f"  Your game:  {game_url}   (signs you in)\n"
            f"  Mail files: {maildir.folder_of(settings.EMBEDDED_PLAYER_EMAIL)} (Maildir), answers to the next port\n"
            f"  Local SMTP: 127.0.0.1:{smtp_port}   Logs: {settings.LOCAL_DIR}/log/\n"
            "  Stop:       Ctrl-C (the games stay; `make play` continues them)\n"
        )
        places.keep(welcome, port=int(settings.PUBLIC_URL.rpartition(":")[2]), smtp_port=smtp_port)
        self._say(f"\nReady after {time.monotonic() - self.began:.1f} s.\n{welcome}")

    def _step(self, text: str) -> None:
        self._say(f"  {time.monotonic() - self.began:5.1f} s  {text}")

    def _say(self, text: str) -> None:
        with suppress(OSError):  # a closed terminal must not keep the processes from being stopped
            self.stdout.write(text)
            self.stdout.flush()


def children(web: socket.socket, mail: socket.socket) -> list[Child]:
    """The processes, in the order in which they start; they end in the opposite one.

    Two of them get a socket that listens already: nobody else can answer there, before they do or after one has died.
    """
    port, smtp_port = ports.number(web), ports.number(mail)
    log = settings.LOCAL_DIR / "log"
    worker_log = log / "worker.log"
    celery = ("-m", "celery", "-A", "asgard_pbem", "--quiet")
    return [
        Child(
            "worker",
            python("-m", workers.__name__),
            worker_log,
            ready=lambda: worker_log.exists() and worker_log.read_bytes().count(b" ready.") == len(workers.TOGETHER),
            end_signal=signal.SIGQUIT,  # at once; unfinished tasks go back into the queue
        ),
        Child(
            "web",
            python(
                "-m", "gunicorn", "asgard_pbem.serving.wsgi", f"--bind=fd://{web.fileno()}",
                "--workers=2", "--threads=4",
                "--graceful-timeout=3", "--no-control-socket", "--logger-class=asgard_pbem.serving.logs.GunicornLogger",
            ),
            log / "web.log",
            lambda: answers(f"http://127.0.0.1:{port}/healthz"),
            sockets=(web,),
        ),
        Child(
            "mail listener",
            python(str(settings.BASE_DIR / "manage.py"), "smtp_listener", f"--fd={mail.fileno()}"),
            log / "smtp.log",
            lambda: greets(smtp_port),
            sockets=(mail,),
        ),
        Child("beat", python(*celery, "beat", "--loglevel=INFO"), log / "beat.log", lambda: True),
    ]  # fmt: skip


def answers(url: str) -> bool:
    """True when the address answers with 200."""
    try:
        with urlopen(url, timeout=1) as answer:  # noqa: S310 - our own http address
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def greets(port: int) -> bool:
    """True when somebody speaks SMTP there."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as link:
            return link.recv(3) == b"220"
    except OSError:
        return False
