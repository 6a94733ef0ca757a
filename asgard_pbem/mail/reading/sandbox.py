"""Reading strangers' bytes in a process of its own, with limits on time and memory (mail notes 5 B).

A mail goes to the child twice: to be parsed, once, and then, when it is known whose it is and what it may quote, its
text to be cut, once. Each time the child gets all that it needs and keeps nothing, so that no lock spans the look-ups
between the two.

One child serves a worker for as long as both live: starting one for each mail would cost more than reading it. What
comes back is JSON, so a child could at worst answer nonsense.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Sequence
from typing import IO, Any, TypeVar

import psutil
from pydantic import TypeAdapter

from asgard_pbem.mail.reading.allowance import Allowance
from asgard_pbem.mail.reading.cutting.cut import Reply, cut_answer
from asgard_pbem.mail.reading.read import ParsedMail, read_mail

TIME_LIMIT_S = 5.0  # of CPU to parse a mail, and again to cut it
WAIT_LIMIT_S = 20.0  # by the clock: below what a task of a worker has, twice over
START_LIMIT_S = 20.0  # for the child's imports on a busy machine
MEMORY_LIMIT_BYTES = 768 * 1024 * 1024
PROGRAM = ("-m", "asgard_pbem.mail.reading.sandbox")
_LENGTH = struct.Struct(">I")
_PARSED: TypeAdapter[ParsedMail] = TypeAdapter(ParsedMail)
_REPLY: TypeAdapter[Reply] = TypeAdapter(Reply)
_lock = threading.Lock()
_child: subprocess.Popen[bytes] | None = None
_meter: psutil.Process | None = None  # of the child
_owner = 0  # pid of the process that started the child: a forked worker needs its own


T = TypeVar("T")


class ReadTimeout(Exception):
    """The mail took too long, or more memory than allowed."""


class NoReaderError(RuntimeError):
    """The child does not even begin: the machine lacks memory, processes or time. No mail is the cause."""


def read_apart(
    raw: bytes,
    *,
    domains: Sequence[str],
    authserv_id: str | None,
    hops: int,
    envelope_from: str | None,
    envelope_to: Sequence[str],
    head_only: bool = False,
    address: str = "",
) -> ParsedMail:
    """`read_mail` in the child. Raises ReadTimeout; the next call then gets a fresh child."""
    about = {
        "domains": list(domains), "authserv_id": authserv_id, "hops": hops, "envelope_from": envelope_from,
        "envelope_to": list(envelope_to), "head_only": head_only, "address": address,
    }  # fmt: skip
    return _asked("read", about, raw, _PARSED)


def cut_apart(
    mail: ParsedMail,
    *,
    sentinel: str | None = None,
    own_lines: Collection[str] = (),
    names: Collection[str] = (),
) -> Reply:
    """`ParsedMail.cut` in the child. Raises ReadTimeout, as `read_apart`."""
    about = {
        "sentinel": sentinel, "own_lines": list(own_lines), "names": list(names), "clipped": mail.clipped,
    }  # fmt: skip
    return _asked("cut", about, mail.text.encode(), _REPLY)


def _asked(task: str, about: dict[str, Any], data: bytes, answer: TypeAdapter[T]) -> T:
    """What the child makes of `data`. Raises ReadTimeout, which is the mail's fault, and NoReaderError, which is the
    machine's: the mail is tried again.
    """
    with _lock:
        child, meter = _running()
        allowed = Allowance(meter, TIME_LIMIT_S, WAIT_LIMIT_S)
        try:
            _write(child.stdin, json.dumps({"task": task, **about}).encode(), allowed)
            _write(child.stdin, data, allowed)
            return answer.validate_json(_read(child.stdout, allowed))
        except (OSError, EOFError, TimeoutError, ValueError) as problem:
            stop()
            raise ReadTimeout from problem


def stop() -> None:
    """End the child, if there is one of this process."""
    global _child, _meter  # noqa: PLW0603  one child a process is the point
    if _child is not None and _owner == os.getpid():
        _child.kill()
        _child.wait()
        for pipe in (_child.stdin, _child.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
    _child = _meter = None


def _running() -> tuple[subprocess.Popen[bytes], psutil.Process]:
    """The child, and by what its CPU is read. Raises NoReaderError."""
    global _child, _meter, _owner  # noqa: PLW0603  see `stop`
    if _child is None or _meter is None or _owner != os.getpid() or _child.poll() is not None:
        stop()
        try:
            _child = subprocess.Popen(  # noqa: S603 - our own words, no shell
                [sys.executable, *PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            _meter, _owner = psutil.Process(_child.pid), os.getpid()
            _read(_child.stdout, Allowance(_meter, START_LIMIT_S, START_LIMIT_S))
        except (OSError, EOFError, psutil.Error) as why:
            stop()  # or what it says at last would be taken for its answer to the next mail
            raise NoReaderError from why
    return _child, _meter


def _write(pipe: IO[bytes] | None, data: bytes, allowed: Allowance) -> None:
    assert pipe is not None
    view = memoryview(_LENGTH.pack(len(data)) + data)
    while view:
        _, ready, _ = select.select([], [pipe], [], allowed.left())
        if ready:
            view = view[os.write(pipe.fileno(), view[: select.PIPE_BUF]) :]


def _read(pipe: IO[bytes] | None, allowed: Allowance) -> bytes:
    assert pipe is not None
    (length,) = _LENGTH.unpack(_exactly(pipe, _LENGTH.size, allowed))
    return _exactly(pipe, length, allowed)


def _exactly(pipe: IO[bytes], size: int, allowed: Allowance) -> bytes:
    found = bytearray()
    while len(found) < size:
        ready, _, _ = select.select([pipe], [], [], allowed.left())
        if not ready:
            continue
        piece = os.read(pipe.fileno(), size - len(found))
        if not piece:
            raise EOFError
        found += piece
    return bytes(found)


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """The child: read mails until the parent goes away.

    Who stops a worker with all that it has started (a terminal, systemd) lets it end its task: the mail that is being
    read would be refused for it.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    _bound_memory()
    _answer(sink, b"ready")
    while header := source.read(_LENGTH.size):
        about = json.loads(source.read(_LENGTH.unpack(header)[0]))
        data = source.read(_LENGTH.unpack(source.read(_LENGTH.size))[0])
        _answer(sink, _TASKS[about.pop("task")](data, **about))


def _bound_memory() -> None:
    """No more than MEMORY_LIMIT_BYTES, or what whoever has started us allows at all (`ulimit -v`, LimitAS)."""
    allowed = resource.getrlimit(resource.RLIMIT_AS)[1]
    bound = MEMORY_LIMIT_BYTES if allowed == resource.RLIM_INFINITY else min(allowed, MEMORY_LIMIT_BYTES)
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))


def _parsed(raw: bytes, **about: Any) -> bytes:
    return _PARSED.dump_json(read_mail(raw, **about))


def _cut(text: bytes, *, own_lines: list[str], names: list[str], **about: Any) -> bytes:
    reply = cut_answer(text.decode(), own_lines=frozenset(own_lines), names=frozenset(names), **about)
    return _REPLY.dump_json(reply)


_TASKS: dict[str, Callable[..., bytes]] = {"read": _parsed, "cut": _cut}


def _answer(sink: IO[bytes], data: bytes) -> None:
    sink.write(_LENGTH.pack(len(data)) + data)
    sink.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
