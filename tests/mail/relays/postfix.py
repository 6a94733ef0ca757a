"""Postfix, Debian's mail server, as a throw-away instance on loopback: own folder, own queue, own log."""

from __future__ import annotations

import email
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTPUTF8
from pathlib import Path
from typing import Final, cast

from tests.ops.ports import free_port

PROGRAM: Final = "/usr/sbin/postfix"
READY_S: Final = 60.0
OURS: Final = "in.asgard.localhost"  # what is written to this domain is handed to `lmtp`
MAIN: Final = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
mail_owner = {user}
myhostname = relay.example
mydestination =
alias_maps =
alias_database =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_client_event_limit_exceptions =
virtual_mailbox_domains = home.example
virtual_mailbox_base = {folder}/mail
virtual_mailbox_maps = inline:{{ anna@home.example=anna/, boris@home.example=boris/ }}
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
default_transport = error:5.1.2 nothing leaves this machine
transport_maps = inline:{{ {ours}=lmtp:inet:127.0.0.1:{lmtp} }}
lmtp_dns_support_level = disabled
smtpd_tls_cert_file = {folder}/cert.pem
smtpd_tls_key_file = {folder}/key.pem
smtpd_tls_security_level = {tls}
# Not one: a scan in the second of the first try finds the mail still locked by it, and leaves it lying ("skipped").
minimal_backoff_time = 3s
queue_run_delay = 1s
"""
MASTER: Final = """\
127.0.0.1:{port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
"""


def installed() -> bool:
    """Whether this machine has it and may start it: only root may."""
    return os.geteuid() == 0 and os.access(PROGRAM, os.X_OK)


class Postfix:
    """One instance. Mail to anna@ and boris@home.example lies in a Maildir; home.example has nobody else."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.folder, self.port, self.lmtp = folder, free_port(), free_port()
        owner = pwd.getpwnam("postfix")
        for name in ("conf", "queue", "data", "mail"):
            (folder / name).mkdir()
        for name in ("data", "mail"):
            os.chown(folder / name, owner.pw_uid, owner.pw_gid)
        known = {
            "folder": folder, "user": "postfix", "uid": owner.pw_uid, "gid": owner.pw_gid, "ours": OURS,
            "lmtp": self.lmtp, "tls": "may" if (folder / "cert.pem").exists() else "none",
        }  # fmt: skip
        asked = "".join(f"{name} = {value}\n" for name, value in more.items())
        (folder / "conf" / "main.cf").write_text(MAIN.format_map(known) + asked)
        (folder / "conf" / "master.cf").write_text(MASTER.format(port=self.port))

    def start(self) -> None:
        self.tell("start")
        deadline = time.monotonic() + READY_S
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert time.monotonic() < deadline, self.log()
            time.sleep(0.05)

    def tell(self, command: str) -> None:
        """`start`, `stop` (waits until all its processes are gone), `reload`."""
        subprocess.run([PROGRAM, "-c", str(self.folder / "conf"), command], check=True, capture_output=True)

    def log(self) -> str:
        path = self.folder / "log"
        return path.read_text() if path.exists() else ""

    def arrived(self, who: str = "anna", *, count: int) -> list[EmailMessage]:
        """That many mails to this person, in the order in which they were written."""
        deadline = time.monotonic() + READY_S
        while len(found := list((self.folder / "mail" / who / "new").glob("*"))) < count:
            assert time.monotonic() < deadline, self.log()
            time.sleep(0.05)
        mails = [email.message_from_bytes(one.read_bytes(), policy=SMTPUTF8) for one in found]
        return sorted(cast("list[EmailMessage]", mails), key=lambda mail: str(mail["Subject"]))


@contextmanager
def running(*, certificate: tuple[Path, Path] | None = None, **more: str) -> Iterator[Postfix]:
    """A new instance, `more` in its main.cf; gone afterwards. `certificate` (and key): it offers TLS with it."""
    with tempfile.TemporaryDirectory(prefix="postfix") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for path, own in zip(certificate or (), ("cert.pem", "key.pem"), strict=False):
            shutil.copy(path, folder / own)
        made = Postfix(folder, **more)
        made.start()
        try:
            yield made
        finally:
            made.tell("stop")
