"""Dovecot, Debian's IMAP server, as a throw-away instance on loopback: own folder, own user, own certificate."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self
from urllib.parse import quote

import psutil
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from imapclient import IMAPClient

from tests.ops.ports import free_port

PASSWORD = "a pass/word, with %signs@"  # every sign that an address must not take for its own
USERS = ("games", "more", "anna", "boris", "games@home.example")
CONFIG = """\
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
mail_location = maildir:{folder}/mail/%n
mail_uid = {uid}
mail_gid = {gid}
first_valid_uid = {uid}
last_valid_uid = {uid}
first_valid_gid = {gid}
ssl = yes
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
ssl_dh =
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
imap_capability = {capability}
{more}
mailbox_list_index = no
maildir_very_dirty_syncs = no
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {folder}/passwords
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail/%n
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
service stats {{
  chroot =
}}
"""


@dataclass
class Dovecot:
    """One server; mailboxes are there when somebody logs in.

    `capability`: what it says that it can do, in place of all that it can; `more`: lines of its configuration.
    """

    capability: str = ""
    more: str = ""
    port: int = field(default_factory=free_port)
    tls_port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="imap"))  # short: the paths of sockets below it are limited
        self.certificate = self.folder / "cert.pem"
        write_certificate(self.certificate, self.folder / "key.pem")
        # A server of mail runs as nobody in particular, never as root.
        user = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
        self.uid, self.gid = user.pw_uid, user.pw_gid
        for name in ("run", "mail"):
            (self.folder / name).mkdir()
        self.configure()
        for path in (self.folder, *self.folder.rglob("*")):
            os.chown(path, self.uid, self.gid)
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def configure(self) -> None:
        capability = f'"{self.capability}"' if self.capability else ""
        text = CONFIG.format(
            folder=self.folder, uid=self.uid, gid=self.gid, user=pwd.getpwuid(self.uid).pw_name,
            group=grp.getgrgid(self.gid).gr_name, port=self.port, tls_port=self.tls_port, capability=capability,
            more=self.more,
        )  # fmt: skip
        (self.folder / "dovecot.conf").write_text(text)
        (self.folder / "passwords").write_text("".join(f"{user}:{PASSWORD}\n" for user in USERS))

    def start(self) -> None:
        root = os.getuid() == 0  # nobody else may become another user
        self.process = subprocess.Popen(
            ["/usr/sbin/dovecot", "-F", "-c", str(self.folder / "dovecot.conf")],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
            user=self.uid if root else None, group=self.gid if root else None, extra_groups=[] if root else None,
        )  # fmt: skip
        until = time.monotonic() + 20
        while time.monotonic() < until:
            if self.process.poll() is not None:
                assert self.process.stderr is not None
                raise RuntimeError(self.process.stderr.read().decode())
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as link:
                if link.recv(4) == b"* OK":
                    return
            time.sleep(0.05)
        raise RuntimeError("Dovecot does not answer.")

    def stop(self) -> None:
        """At once, with all its processes: what a mailbox server does when its power is cut.

        It returns when none of them runs: one that still holds a socket lets no other server begin here.
        """
        if self.process is not None:
            with suppress(psutil.NoSuchProcess):
                ending = psutil.Process(self.process.pid).children(recursive=True)
                with suppress(ProcessLookupError):
                    os.killpg(self.process.pid, signal.SIGKILL)
                wait_for_end_of(ending)
            self.process.wait(10)
            if self.process.stderr is not None:
                self.process.stderr.close()

    def address(self, user: str = "games", *, tls: bool = False, folder: str = "INBOX") -> str:
        """What `IMAP_MAILBOXES` calls a mailbox of this server."""
        scheme, host, port = ("imaps", "localhost", self.tls_port) if tls else ("imap", "127.0.0.1", self.port)
        return f"{scheme}://{quote(user, safe='')}:{quote(PASSWORD, safe='')}@{host}:{port}/{folder}"

    def login(self, user: str = "games") -> IMAPClient:
        client = IMAPClient("127.0.0.1", self.port, ssl=False, timeout=10)
        client.login(user, PASSWORD)
        return client

    def deliver(self, *letters: bytes, user: str = "games", at: datetime | None = None) -> None:
        """Put letters into the INBOX, as the mail server before it does."""
        with self.login(user) as client:
            for raw in letters:
                client.append("INBOX", raw, msg_time=at or datetime.now(UTC))

    def lying(self, folder: str = "INBOX", user: str = "games") -> list[bytes]:
        """The letters in a folder, in their order; none when it is not there."""
        with self.login(user) as client:
            if not client.folder_exists(folder):
                return []
            client.select_folder(folder, readonly=True)
            uids = client.search("UNDELETED")
            found = client.fetch(uids, ["BODY.PEEK[]"]) if uids else {}
            return [found[uid][b"BODY[]"] for uid in uids if uid in found]  # else it has been moved meanwhile

    def folder_of(self, user: str = "games") -> Path:
        """The Maildir behind a mailbox."""
        return self.folder / "mail" / user

    def log(self) -> str:
        path = self.folder / "log"
        return path.read_text() if path.exists() else ""


def wait_for_end_of(processes: list[psutil.Process]) -> None:
    """Wait 10 s at most until none of them runs; one that nobody has asked after since its end runs no more.

    Raises RuntimeError when one still does.
    """
    until = time.monotonic() + 10
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                if time.monotonic() > until:
                    raise RuntimeError(f"{process} does not end.")
                time.sleep(0.01)


def write_certificate(certificate: Path, key: Path) -> None:
    """A certificate for `localhost` that is its own authority."""
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(secret, hashes.SHA256())
    )
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key.write_bytes(
        secret.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
