"""People at many tables: they answer the mails that come, with a mail program's quotations, and send by SMTP as an MTA
does, which repeats what it got no answer for.
"""

from __future__ import annotations

import random
import smtplib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self
from uuid import UUID, uuid4

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import close_old_connections, connection

from asgard_pbem.simulation.programs import STYLES, Incoming, reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import OpenDecision, Player
from asgard_pbem.tables.reading import history
from engine.table.registry import game as find_game
from tests.ops.soak.counting import Posted

REPEATED = 0.04  # of the mails: deliberately once more
GAMES = (("aesir", 3), ("asgard", 2), ("blood_rage", 3), ("yggdrasil", 2), ("asgards_chosen", 2))


class Sink:
    """The mailboxes of everybody: takes what our workers send."""

    def __init__(self, port: int) -> None:
        self.last: dict[str, bytes] = {}
        self.message_ids: list[str] = []
        self.controller = Controller(self, hostname="127.0.0.1", port=port)

    def __enter__(self) -> Self:
        self.controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.controller.stop()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        raw = envelope.original_content or b""
        head = raw.partition(b"\r\n\r\n")[0].replace(b"\r\n ", b" ").decode("ascii", "replace")
        said = next(line for line in head.split("\r\n") if line.lower().startswith("message-id:"))
        self.message_ids.append(said.partition(":")[2].strip())
        for to in envelope.rcpt_tos:
            self.last[to] = raw
        return "250 OK"


@dataclass
class Person:
    """One person at one seat of one table."""

    email: str
    player: Player
    game: UUID
    key: str
    seat: int
    bot: str = "greedy"
    answers: int = 0
    answered: str = ""  # Message-ID of the last mail that they have answered


@dataclass
class Crowd:
    """Everybody, and what they have sent."""

    sink: Sink
    port: int
    seed: int
    people: list[Person] = field(default_factory=list)
    posted: set[Posted] = field(default_factory=set)
    refused: int = 0
    tried_again: int = 0
    stopping: threading.Event = field(default_factory=threading.Event)

    def sit_down(self, tables: int, games: Sequence[tuple[str, int]] = GAMES, *, house: bool = True) -> None:
        """Open the tables; every third has a bot of the house."""
        for number in range(tables):
            key, seats = games[number % len(games)]
            names = [f"p{number}-{seat}@players.example" for seat in range(seats)]
            found = [services.player_for(name, name=f"P{number}{seat}") for seat, name in enumerate(names)]
            bots = {seats - 1: "random"} if house and number % 3 == 0 and seats > 2 else {}
            game = services.open_table(opened_by=found[0], key=key, seats=seats, cause=uuid4(), bots=bots)
            for player in found[1 : seats - len(bots)]:
                services.take_seat(game.pk, player=player, cause=uuid4())
            for seat, player in enumerate(found[: seats - len(bots)]):
                self.people.append(Person(player.email, player, game.pk, key, seat))

    def play(self, threads: int) -> list[threading.Thread]:
        made = [threading.Thread(target=self._run, args=(number, threads), daemon=True) for number in range(threads)]
        for one in made:
            one.start()
        return made

    def _run(self, number: int, of: int) -> None:
        whim = random.Random(f"{self.seed}/{number}")
        while not self.stopping.is_set():
            acted = False
            for person in self.people[number::of]:
                if self.stopping.is_set():
                    break
                try:
                    close_old_connections()
                    acted |= self._turn(person, whim)
                except Exception:  # noqa: BLE001 - the database is away: a person would come back later as well
                    connection.close()
            self.stopping.wait(0.05 if acted else 0.5)
        connection.close()

    def _turn(self, person: Person, whim: random.Random) -> bool:
        """Whether they had a mail to answer, and did."""
        raw = self.sink.last.get(person.email)
        if raw is None:
            return False
        mail = Incoming.read(raw)
        if mail.message_id == person.answered:
            return False
        if not OpenDecision.objects.filter(game=person.game, seat=person.seat, answered=False).exists():
            return False
        desk = history.desk(person.game, person.seat)
        if desk is None or desk.asked() is None:
            return False
        rules = find_game(person.key)
        lines = rules.bots[person.bot].sheet(desk, whim, rules.notation, person.player.language)
        self._post(reply_to(mail, person.email, lines, STYLES[person.answers % len(STYLES)]), person, mail, whim)
        person.answers += 1
        person.answered = mail.message_id
        return True

    def _post(self, letter: bytes, person: Person, mail: Incoming, whim: random.Random) -> None:
        times = 2 if whim.random() < REPEATED else 1
        for number in range(times):
            self._hand_over(_stamped(letter, whim) if number and whim.random() < 0.5 else letter, person, mail, whim)

    def _hand_over(self, letter: bytes, person: Person, mail: Incoming, whim: random.Random) -> None:
        """As an MTA: until it is taken, or refused for good."""
        while not self.stopping.is_set():
            try:
                with smtplib.SMTP("127.0.0.1", self.port, timeout=30) as link:
                    link.sendmail(person.email, [mail.reply_to], letter)
            except (smtplib.SMTPException, OSError) as why:
                if _is_final(why):
                    self.refused += 1
                    return
                self.tried_again += 1
                self.stopping.wait(1.0)
                letter = _stamped(letter, whim) if whim.random() < 0.5 else letter
                continue
            self.posted.add(Posted(message_id_of(letter), mail.reply_to.casefold()))
            return


def _is_final(why: Exception) -> bool:
    codes: Sequence[int] = [getattr(why, "smtp_code", 0)]
    if isinstance(why, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _ in why.recipients.values()]
    return any(500 <= code < 600 for code in codes)


def _stamped(letter: bytes, whim: random.Random) -> bytes:
    """The same mail by another way: what each server on it writes is new."""
    return f"Received: from a.example by b.example; id {whim.random()}\r\n".encode() + letter


def message_id_of(letter: bytes) -> str:
    """As a row has it."""
    head = letter.partition(b"\r\n\r\n")[0].decode("ascii", "replace")
    said = next(line for line in head.split("\r\n") if line.lower().startswith("message-id:"))
    return said.partition(":")[2].strip("<> ")
