"""The broker over files: whole messages, each for one taker, the oldest first."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection

from asgard_pbem.embedded import broker


@pytest.fixture
def link(tmp_path: Path) -> Connection:
    for name in ("queue", "control"):
        (tmp_path / name).mkdir()
    folder = str(tmp_path / "queue")
    options = {"data_folder_in": folder, "data_folder_out": folder, "control_folder": str(tmp_path / "control")}
    return Connection(f"{broker.SCHEME}://local", transport_options={**options, "polling_interval": 0.01})


def test_messages_come_out_in_the_order_in_which_they_went_in(link: Connection) -> None:
    queue = link.SimpleQueue("mails")
    for number in range(5):
        queue.put({"n": number})
    assert [queue.get(timeout=5).payload["n"] for _ in range(5)] == [0, 1, 2, 3, 4]


def test_an_empty_queue_is_empty(link: Connection) -> None:
    with pytest.raises(Empty):
        link.SimpleQueue("empty").get(block=False)


def test_queues_whose_names_end_alike_are_kept_apart(link: Connection) -> None:
    link.SimpleQueue("my.mails").put({"n": 1})
    with pytest.raises(Empty):
        link.SimpleQueue("mails").get(block=False)
    assert link.SimpleQueue("my.mails").get(timeout=5).payload == {"n": 1}


def test_takers_at_once_share_the_messages_without_doubles_or_losses(link: Connection) -> None:
    total, taken = 200, list[str]()
    queue = link.SimpleQueue("shared")
    for number in range(total):
        queue.put({"n": number})

    def take_all() -> None:
        channel = link.clone().channel()
        try:
            while True:
                taken.append(channel._get("shared")["properties"]["delivery_tag"])
        except Empty:
            return

    takers = [threading.Thread(target=take_all) for _ in range(3)]
    for taker in takers:
        taker.start()
    for taker in takers:
        taker.join(timeout=60)
    assert len(taken) == len(set(taken)) == total


def test_queues_that_are_bound_at_once_are_all_bound(link: Connection, tmp_path: Path) -> None:
    """The workers of `make play` begin together: one of them ended when another was about to write its queues."""
    for number in range(100):
        exchange = f"exchange{number}"
        together = threading.Barrier(3)

        def bind(queue: str, exchange: str = exchange, together: threading.Barrier = together) -> None:
            channel = link.clone().channel()
            together.wait(20)
            channel._queue_bind(exchange, queue, "", queue)

        with ThreadPoolExecutor(3) as pool:
            list(pool.map(bind, ("in", "out", "bots")))
        assert {one.queue for one in link.channel().get_table(exchange)} == {"in", "out", "bots"}
    assert not list((tmp_path / "control").glob("*.draft"))


def test_a_list_that_was_left_half_written_is_begun_anew(link: Connection, tmp_path: Path) -> None:
    (tmp_path / "control" / "left.exchange").write_text("")
    queue = link.SimpleQueue("left")
    queue.put({"n": 1})
    assert queue.get(timeout=5).payload == {"n": 1}


def test_what_lies_there_from_before_is_thrown_away(link: Connection, tmp_path: Path) -> None:
    left = tmp_path / "queue" / "00000000000000000001_of-before.letters.msg"
    left.write_text("{}")
    broker.throw_away({})
    assert left.exists(), "a broker without a folder has none of ours"
    broker.throw_away({"data_folder_in": str(left.parent)})
    assert not left.exists()
    queue = link.SimpleQueue("letters")
    queue.put({"n": 2})
    assert queue.get(timeout=5).payload["n"] == 2
