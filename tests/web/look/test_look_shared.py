"""What the children of a worker keep together: what was put there or nothing, whoever dies meanwhile."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asgard_pbem.boards.pixels import shared
from asgard_pbem.boards.pixels.shared import Shared, digest


def forked(work: Callable[[], object]) -> int:
    """A child that does it and ends; its number."""
    child = os.fork()
    if child:
        return child
    try:
        work()
    finally:
        os._exit(0)


@given(st.lists(st.tuples(st.integers(0, 12), st.binary(max_size=40)), max_size=60))
def test_what_is_found_is_what_was_put_last(puts: list[tuple[int, bytes]]) -> None:
    """In a ring so small that it comes round again and again."""
    store, last = Shared(240), dict[int, bytes]()
    for number, data in puts:
        store.put(digest(str(number)), data)
        if len(data) <= 30:
            last[number] = data
            assert store.get(digest(str(number))) == data
        for one in range(13):
            assert store.get(digest(str(one))) in {None, last.get(one)}


def test_texts_that_are_divided_otherwise_are_others() -> None:
    assert len({digest("a", "b"), digest("ab"), digest("", "ab"), digest("ab", "")}) == 4


def test_what_one_process_keeps_the_others_have() -> None:
    store = Shared(10_000)
    os.waitpid(forked(lambda: store.put(digest("x"), b"of the child")), 0)
    assert store.get(digest("x")) == b"of the child"
    store.put(digest("y"), b"of the parent")
    found = os.waitpid(forked(lambda: store.get(digest("y")) == b"of the parent" or os._exit(1)), 0)[1]
    assert found == 0
    store.clear()
    assert store.get(digest("x")) is None


def test_a_child_that_is_killed_while_it_writes_leaves_nothing_locked_and_nothing_half(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, (told, tells) = Shared(10_000), os.pipe()

    def stop(*_: object) -> bytes:
        os.write(tells, b"!")
        time.sleep(60)
        return b""

    def writes() -> None:
        monkeypatch.setattr(shared.zlib_ng, "crc32", stop)  # the bytes are there, their entry is not
        store.put(digest("x"), b"half")

    child = forked(writes)
    assert os.read(told, 1) == b"!"
    store.put(digest("y"), b"while another writes")
    assert store.get(digest("y")) is None
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    store.put(digest("y"), b"after it")
    assert (store.get(digest("x")), store.get(digest("y"))) == (None, b"after it")


def test_bytes_that_are_overwritten_under_a_reader_are_not_there() -> None:
    store = Shared(10_000)
    store.put(digest("x"), b"as it was")
    at = store._memory.find(b"as it was")
    store._memory[at : at + 2] = b"is"
    assert store.get(digest("x")) is None


def test_many_at_once_find_nothing_that_was_never_put() -> None:
    store, wrong = Shared(4_000), list[bytes | None]()

    def busy(number: int) -> None:
        for turn in range(300):
            name = str((number * 7 + turn) % 40)
            store.put(digest(name), name.encode() * 50)
            found = store.get(digest(name))
            if found not in {None, name.encode() * 50}:
                wrong.append(found)

    children = [forked(lambda number=number: (busy(number), wrong and os._exit(1))) for number in range(3)]
    threads = [Thread(target=busy, args=(number,)) for number in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    assert wrong == []
