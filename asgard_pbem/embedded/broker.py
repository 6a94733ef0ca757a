"""The broker of embedded mode: kombu's transport over files, with messages that appear and vanish whole.

kombu writes a message under its final name, so that a reader who polls at that moment takes an empty file, loses the
message and stumbles over it. Here a message is written beside the queue and renamed into it, and taken out by a rename.
A worker that is killed loses the message it held; the sweep of `asgard_pbem.tables` makes up for that.
"""

import time
import uuid
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


class Transport(filesystem.Transport):
    """`files://` as BROKER_URL; folders and polling interval stand in the transport options."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """As kombu's, but a waiting worker looks up four times a second: it sees sooner that it is to stop."""
        super().drain_events(connection, timeout=None if timeout is None else min(timeout, 0.25), **kwargs)
