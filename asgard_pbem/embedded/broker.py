"""The broker of embedded mode: kombu's transport over files, with messages that appear and vanish whole.

kombu writes a message under its final name, so that a reader who polls at that moment takes an empty file, loses the
message and stumbles over it. Here a message is written beside the queue and renamed into it, and taken out by a rename.
So is the list of an exchange's queues: kombu's first worker makes an empty file, at which a second one ends that begins
in that moment.
A worker that is killed loses the message it held; the sweep of `asgard_pbem.tables` makes up for that.
"""

import fcntl
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.encoding import bytes_to_str, str_to_bytes
from kombu.utils.json import dumps, loads

SCHEME = "files"
TRANSPORT_ALIASES[SCHEME] = "asgard_pbem.embedded.broker:Transport"


class Channel(filesystem.Channel):
    """Messages are files `<time>_<uuid>.<queue>.msg`; the oldest goes first."""

    def _put(  # type: ignore[override]  # kombu itself names the second parameter in two ways
        self, queue: str, payload: dict[str, Any], **_: Any
    ) -> None:
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        draft = Path(self.control_folder) / f"{name}.draft"
        draft.write_bytes(str_to_bytes(dumps(payload)))
        draft.rename(Path(self.data_folder_out) / name)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """The oldest message of `queue`, which is then nobody else's. Raises Empty."""
        for path in sorted(Path(self.data_folder_in).glob(f"*.{queue}.msg")):
            if path.name.partition(".")[2] != f"{queue}.msg":
                continue  # a queue whose name ends alike
            taken = Path(self.control_folder) / f"{path.name}.taken"
            try:
                path.rename(taken)
            except FileNotFoundError:
                continue  # another worker was faster
            try:
                return loads(bytes_to_str(taken.read_bytes()))
            finally:
                taken.unlink()
        raise Empty

    def get_table(self, exchange: str) -> list[Any]:
        """The queues of an exchange; none of one that nobody has bound a queue to."""
        try:
            return [filesystem.exchange_queue_t(*one) for one in loads(self._path(exchange).read_text())]
        except (FileNotFoundError, ValueError):  # kombu's own, which somebody's play of before has left half-written
            return []

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with self._binding():
            queues = self.get_table(exchange)
            if bound not in queues:
                path = self._path(exchange)
                draft = path.with_suffix(".draft")
                draft.write_bytes(str_to_bytes(dumps([bound, *queues])))
                draft.rename(path)

    def _path(self, exchange: str) -> Path:
        return Path(self.control_folder) / f"{exchange}.exchange"

    @contextmanager
    def _binding(self) -> Iterator[None]:
        """Whoever binds does so alone."""
        with (Path(self.control_folder) / "binding.lock").open("wb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)  # until it is closed
            yield


class Transport(filesystem.Transport):
    """`files://` as BROKER_URL; folders and polling interval stand in the transport options."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """As kombu's, but a waiting worker looks up four times a second: it sees sooner that it is to stop."""
        super().drain_events(connection, timeout=None if timeout is None else min(timeout, 0.25), **kwargs)


def throw_away(options: Mapping[str, Any]) -> None:
    """Every message that lies there, while nobody takes any: whatever is to be done the sweep of a start finds by its
    rows. The tests of this checkout leave thousands, which a first prompt would have to wait for.

    `options`: how the broker is reached; without a folder there is nothing to throw away.
    """
    folder = options.get("data_folder_in")
    for message in Path(folder).glob("*.msg") if folder else ():
        message.unlink(missing_ok=True)
