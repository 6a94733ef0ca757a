"""Complete games by mail: each bot answers the mail it got, as a mail program would, through the whole pipeline."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, ParamSpec
from uuid import UUID, uuid4

from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from asgard_pbem.bots import driver
from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.simulation.direct import Played, seed_bytes, summary, visibility
from asgard_pbem.simulation.programs import STYLES, Incoming, reply_to
from asgard_pbem.simulation.tally import Answered, tally
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.reading import history
from engine.table.registry import game as find_game

P = ParamSpec("P")
WAITED = timedelta(hours=1)  # by then everything that is owed is due
THOUGHT = timedelta(minutes=20)  # before each answer: nobody answers sixty mails of one game in an hour


class SimulationError(RuntimeError):
    """A bot's mail was not taken, or a seat waits that got no mail."""


class Boxes(BaseEmailBackend):
    """Mailboxes in memory: the last mail of each address, and how many there were."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[str, bytes] = {}
        self.count = 0

    def send_messages(self, email_messages: Iterable[Any]) -> int:
        messages = list(email_messages)
        for message in messages:
            self.last[message.to[0]] = message.message().as_bytes(linesep="\r\n")
            self.count += 1
        return len(messages)


@dataclass(slots=True)
class Match:
    """One game among bots who only ever see their mail and their own desk."""

    game: Game
    people: list[Player]
    bots: Sequence[str]
    seed: int
    on_move: Callable[[], None]
    plans: bool = True  # whether bots write the standing orders that they have beside an answer
    boxes: Boxes = field(default_factory=Boxes)
    answers: list[int] = field(default_factory=list)
    asked: list[Answered] = field(default_factory=list)
    mails_in: int = 0
    now: datetime = field(default_factory=timezone.now)  # by the clock of the players' mails

    def seat(self, cause: UUID) -> None:
        """Everybody but the opener is invited, and accepts by mail."""
        for player in self.people[1:]:
            services.invite(self.game.pk, by=self.people[0], email=player.email, cause=cause, language=player.language)
        self.deliver()
        for player in self.people[1:]:
            self.reply(player, ["accept simulation"], "top")  # a Message-ID would deal other cards each time

    def play(self) -> None:
        """Until the game is over and the last mail is out."""
        for _ in self.turns():
            pass

    def turns(self) -> Iterator[None]:
        """The same, answer by answer.

        People think far longer than a mail waits for what follows it, so all that is owed goes out after each answer
        and the moves that bots of the house make upon it.
        """
        self.answers = [0] * len(self.people)
        whims = [random.Random(f"{self.seed}/{seat}") for seat in range(len(self.people))]  # noqa: S311  bots, not the game's chance
        self.settle()
        while pending := history.table_now(self.game.pk).pending():
            for seat in sorted({decision.seat for decision in pending}):
                self.answer(seat, whims[seat])
                self.settle()
                yield

    def settle(self) -> None:
        """Let the bots of the house move, and everything that is owed go out."""
        driver.play(self.game.pk)
        self.deliver()

    def deliver(self) -> None:
        """Send all that is owed, in the order in which it is due. Raises SimulationError when a mail cannot be made."""
        later = timezone.now() + WAITED
        waiting = Outbox.objects.filter(player__in=self.people, state=Outbox.State.QUEUED, due_at__lte=later)
        for pk in list(waiting.order_by("due_at", "created_at").values_list("pk", flat=True)):
            if not sending.send(pk, connection=self.boxes, now=later) and waiting.filter(pk=pk).exists():
                raise SimulationError(f"the mail of outbox row {pk} could not be sent")

    def answer(self, seat: int, whim: random.Random) -> None:
        """One seat answers its last mail, if it is still asked. Raises SimulationError when that is refused."""
        desk = history.desk(self.game.pk, seat)
        asked = desk.asked() if desk is not None else None
        if desk is None or asked is None:
            return
        self.asked.append((seat, asked.kind, desk.view.round))
        rules, player = find_game(self.game.key), self.people[seat]
        bot = rules.bots[self.bots[seat % len(self.bots)]]
        if self.plans:
            lines = bot.sheet(desk, whim, rules.notation, player.language)
        else:
            lines = [rules.notation.write(bot.move(desk, whim), player.language, desk)]
        self.reply(player, lines, STYLES[self.answers[seat] % len(STYLES)])
        self.answers[seat] += 1
        self.on_move()

    def reply(self, player: Player, lines: Sequence[str], style: str) -> None:
        """Answer the last mail of `player`. Raises SimulationError unless everything in the answer was done."""
        raw = self.boxes.last.get(player.email)
        if raw is None:
            raise SimulationError(f"player {player.pk} is asked and got no mail")
        mail = Incoming.read(raw)
        row = self.post(reply_to(mail, player.email, lines, style), mail.reply_to)
        self.mails_in += 1
        row.refresh_from_db(fields=["state", "reason", "error"])
        if row.state != InboundMail.State.DONE:
            raise SimulationError(f"mail {row.pk} ended as {row.state}: {row.reason or row.error}")

    def post(self, raw: bytes, recipient: str) -> InboundMail:
        """A raw message goes in by the one way in, and is read."""
        self.now += THOUGHT
        row = inbound.accept(
            raw, envelope_from=None, envelope_to=[recipient], received_at=self.now, source="simulation",
            provider_event_id=None, verdicts=AuthVerdicts(dmarc="pass"),
        )  # fmt: skip
        process.process(row.pk)
        return row


def seated(
    *,
    key: str,
    seats: int,
    seed: int,
    bots: Sequence[str],
    options: Mapping[str, Any] | None = None,
    on_move: Callable[[], None] = lambda: None,
    plans: bool = True,
    people: int | None = None,
    public: bool = False,
) -> Match:
    """Open a table of bots that play by mail (`bots` in turn round the seats), every other one in Russian.

    `plans` False: they answer what they are asked, and write no standing orders. `people`: how many seats, from the
    first on, play by mail; the others are bots of the house, who get no mail. None: all. `public`: see `play_directly`.
    """
    writers = _people(seats if people is None else people)
    house = {seat: bots[seat % len(bots)] for seat in range(len(writers), seats)}
    opened = services.open_table(
        opened_by=writers[0], key=key, seats=seats, cause=uuid4(), days_per_decision=None, bots=house,
        visibility=visibility(public=public), seed=seed_bytes(seed), title="Simulation", options=options,
    )  # fmt: skip
    match = Match(opened, writers, bots, seed, on_move, plans)
    match.seat(uuid4())
    return match


def _to_its_end(opens: Callable[P, Match]) -> Callable[P, Played]:
    """The same table, asked for in the same words, and played until its game is over."""

    @wraps(opens)
    def played(*args: P.args, **asked: P.kwargs) -> Played:
        began = time.perf_counter()
        with notify.quietly():
            match = opens(*args, **asked)
            match.play()
        game = match.game
        return summary(
            game.pk, match.seed, seconds=time.perf_counter() - began, answers=match.answers, mails_in=match.mails_in,
            mails_out=match.boxes.count, asked=tally(game.pk, game.seats, match.asked),
        )  # fmt: skip

    return played


def _people(seats: int) -> list[Player]:
    """Players of their own for one game, every other one a reader of Russian."""
    place = f"{uuid4().hex[:12]}.example"
    return [
        services.player_for(f"bot{seat + 1}@{place}", name=f"Bot {seat + 1}", language="ru" if seat % 2 else "en")
        for seat in range(seats)
    ]


play_by_mail = _to_its_end(seated)
