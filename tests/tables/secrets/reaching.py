"""All that reaches one who sits at a table or looks on: the bytes of the mails that go out to them and of every page.

What is random by nature is struck out by its shape and stays in its place: ids, tokens, hashes, boundaries of parts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from importlib import import_module

from django.core import mail as django_mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from asgard_pbem.alerts import calendars, turns
from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.sending import owed
from asgard_pbem.simulation.programs import Incoming, reply_to
from asgard_pbem.tables import notify
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.web.access import SPECTATOR
from asgard_pbem.web.naming import table_title

import_module("asgard_pbem.urls")  # the pages know the installed games, not the toy that this folder's tests install

_RANDOM = [
    (re.compile(rb"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"), b"(id)"),
    (re.compile(rb"play(\+|%2B)[a-z0-9]+"), rb"play\1(token)"),
    (re.compile(rb"=?={15}\d+=="), b"(boundary)"),
    (re.compile(rb"(stop\+|unsubscribe/|digests?/|bounce\+)[\w:=.-]+"), rb"\1(token)"),
    (re.compile(rb'(name="csrfmiddlewaretoken" value=")\w+'), rb"\1(token)"),
    (re.compile(rb"\[Asgard [A-Z2-7]{6}\]"), b"[Asgard (code)]"),
    (re.compile(rb"(?<![0-9a-f])[0-9a-f]{12,64}(?![0-9a-f])"), b"(hash)"),
    (re.compile(rb"(?m)^(Date: ).*$"), rb"\1(date)"),
    (re.compile(rb"(<time [^>]*>)[^<]*</time>"), rb"\1(ago)</time>"),  # goes on while a test runs; when it was stays
]
_HEADERS = ("Content-Type", "Content-Disposition", "Cache-Control", "Vary", "Location", "ETag", "Last-Modified")


def struck(found: bytes) -> bytes:
    """`found` with what is random by nature struck out."""
    for shape, name in _RANDOM:
        found = shape.sub(name, found)
    return found


@dataclass(slots=True)
class Mailboxes:
    """The mails that went out to some, by whom they went to, in their order. Nobody else's mail is written at all."""

    to: tuple[Player, ...]
    taken: int = 0
    got: dict[str, list[bytes]] = field(default_factory=dict)
    last: dict[str, bytes] = field(default_factory=dict)  # as it went out

    def copy(self) -> Mailboxes:
        """Independent of this one."""
        return Mailboxes(self.to, self.taken, {name: list(mails) for name, mails in self.got.items()}, dict(self.last))

    def asks(self, player: Player, *lines: str) -> None:
        """`player` answers the last mail that they got."""
        self.deliver()
        mail = replace(Incoming.read(self.last[player.email]), date="today")  # their own date comes back to them
        with notify.quietly():
            row = inbound.accept(
                reply_to(mail, player.email, lines), envelope_from=None, envelope_to=[mail.reply_to],
                received_at=timezone.now(), source="test", provider_event_id=None, verdicts=AuthVerdicts(dmarc="pass"),
            )  # fmt: skip
            process.process(row.pk)

    def deliver(self) -> None:
        """Send all that is due."""
        due = Outbox.objects.filter(state=Outbox.State.QUEUED, player__in=[one.pk for one in self.to])
        for key in due.order_by("created_at", "key").values_list("pk"):
            owed.send(key[0])
        for one in django_mail.outbox[self.taken :]:
            message = one.message()
            self.last[one.to[0]] = message.as_bytes()
            found = [*(f"{name}: {value}".encode() for name, value in message.items())]
            for part in message.walk():
                head = f"{part.get_content_type()} {part.get_filename('')} {part.get('Content-ID', '')}".encode()
                found += [] if part.is_multipart() else [head, part.get_payload(decode=True) or b""]
            self.got.setdefault(one.to[0], []).append(b"\n".join(map(_shown, found)))
        self.taken = len(django_mail.outbox)


def _shown(part: bytes) -> bytes:
    """A picture as it is, to the pixel; all else without what is random."""
    return part if part.startswith((b"\x89PNG", b"GIF8")) else struck(part)


@dataclass(frozen=True, slots=True)
class Onlooker:
    """A browser, in which somebody is signed in or nobody."""

    player: Player | None
    client: Client

    @classmethod
    def of(cls, player: Player | None) -> Onlooker:
        client = Client()
        if player is not None:
            client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return cls(player, client)

    def sees(self, game: Game, *, thoroughly: bool) -> dict[str, bytes]:
        """Pages about a table, by address: the page of the table, the newest moment as data, the list of own games.

        `thoroughly`: also lists, pictures, texts, frames, the log, the page in Russian, and what is refused to others.
        """
        cache.clear()  # of limits on pages that cost much
        moment = Game.objects.get(pk=game.pk).moment
        table = f"/g/{game.pk}"
        pages = [f"{table}/", f"{table}/latest/", f"{table}/{moment}.json", "/"]
        if thoroughly:
            pages += ["/tables/", f"{table}/?as={SPECTATOR}", f"{table}/?as=0", f"{table}/{moment + 1}.json"]
            pages += [f"{table}/{moment}{form}" for form in (".svg?layout=landscape&theme=dark", "/text/")]
            if self.player is None:  # what is drawn in pixels, and given to everybody alike
                stretch = f"from={max(1, moment - 2)}&to={moment}&layout=portrait"
                pages += [f"{table}/{moment}.png", f"{table}/{moment}/card.png", f"{table}/moving.gif?{stretch}"]
            pages += [f"{table}/embed/", f"{table}/feed.atom"]
            pages += [f"/api/v1{one}" for one in self._for_programs(game, moment)]
            pages += [f"{table}/log/", f"{table}/log.jsonl", f"{table}/frames/{moment}-{moment + 9}.json"]
        found = {page: self.page(page, "en") for page in pages}
        if thoroughly:
            found[f"{table}/ in Russian"] = self.page(pages[0], "ru")
            found |= self._called()
        return {struck(address.encode()).decode(): page for address, page in found.items()}

    def _for_programs(self, game: Game, moment: int) -> list[str]:
        """What programs are told that is put together for them alone; the rest is what pages have, word for word."""
        table = f"/tables/{game.pk}"
        asked = [table, f"{table}/moments?cursor={max(0, moment - 2)}", f"{table}/moments/{moment}", "/tables"]
        return asked if self.player is None else [*asked, f"{table}/questions", "/me/turns"]

    def _called(self) -> dict[str, bytes]:
        """What calls this player beside mail: their calendar, and of what their browsers would be told."""
        if self.player is None:
            return {}
        asked = [f"{one.seat} {one.deadline} {one.asked_at}" for one in turns.waiting([self.player.pk])]
        book = calendars.calendar(self.player, table_title)
        return {"their calendar": struck(book), "their notices": "\n".join(asked).encode()}

    def page(self, address: str, language: str = "en") -> bytes:
        """What is answered at an address, head and all, with what is random struck out."""
        answer = self.client.get(address, headers={"accept-language": language})
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        head = [f"{answer.status_code}", *(f"{name}: {answer.headers.get(name, '')}" for name in _HEADERS)]
        return struck("\n".join(head).encode()) + b"\n\n" + _shown(content)


def differences(one: object, other: object, at: str = "") -> list[str]:
    """Where two records differ, with some letters of both."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = dict.fromkeys([*one, *other])
        return [text for key in keys for text in differences(one.get(key), other.get(key), f"{at} {key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [text for n, pair in enumerate(zip(one, other, strict=True)) for text in differences(*pair, f"{at} {n}")]
    if one == other:
        return []
    if isinstance(one, bytes) and isinstance(other, bytes):
        first = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        near = slice(max(0, first - 80), first + 120)
        return [f"{at}: {one[near]!r}\n   against {other[near]!r}"]
    return [f"{at}: {str(one)[:200]} against {str(other)[:200]}"]
