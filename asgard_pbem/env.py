"""Environment variables, read in one place so that the documented list can be held against the real one."""

import base64
import hashlib
import os
import re
import secrets
from collections.abc import Collection, Mapping
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

# Every name that was asked for; a test compares it with the examples in deploy/.
ASKED: set[str] = set()
YES, NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
LARGEST = 2**31 - 1  # what PostgreSQL and Celery take for a number


def text(name: str, default: str = "") -> str:
    """The variable, or `default` when it is unset or blank."""
    ASKED.add(name)
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """True for 1, true, yes, on in any case, False for their opposites. Raises ImproperlyConfigured for any other word:
    what was meant to protect would be off in silence.
    """
    value = text(name).lower()
    if value and value not in YES | NO:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value in YES if value else default


def number(name: str, default: int, *, least: int = 0, most: int = LARGEST) -> int:
    """A whole number in these bounds. Raises ImproperlyConfigured, which names the variable, when it is none."""
    value = text(name)
    try:
        found = int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None
    if not least <= found <= most:
        raise ImproperlyConfigured(f"{name} must be a number from {least} to {most}, not {found}.")
    return found


def word(name: str, default: str, known: Collection[str]) -> str:
    """One of these words, which are in small letters. Raises ImproperlyConfigured when it is another one."""
    found = text(name, default).lower()
    if found not in known:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(known)}, not {found!r}.")
    return found


def host(name: str, default: str) -> str:
    """The name of a host or domain, in small letters. Raises ImproperlyConfigured, which names the variable."""
    found = text(name, default).lower()
    if re.fullmatch(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*", found) is None:
        raise ImproperlyConfigured(f"{name} must be a domain, like games.example.org.")
    return found


def page(name: str, default: str) -> str:
    """Where pages are: http:// or https://, a host, maybe a port. Raises ImproperlyConfigured for what is more, since
    pages are served at the root of their host and nowhere else.
    """
    found = address(name, default, ("http", "https"))
    if not found.hostname or found.username or found.path.strip("/") or found.query or found.fragment:
        raise ImproperlyConfigured(f"{name} must be like https://games.example.org, with no path behind it.")
    return f"{found.scheme}://{found.netloc}"


def address(name: str, default: str, schemes: Collection[str]) -> SplitResult:
    """An address in its parts. Raises ImproperlyConfigured, which names the variable and never its value, in which a
    password stands, when it is none or of no known scheme: `smtp+ssl://` would go out without TLS.
    """
    try:
        found = urlsplit(text(name, default))
        known = found.scheme in schemes and (found.port or 0) >= 0
    except ValueError:  # what is no letter or digit in user and password must be percent-encoded
        known = False
    if not known:
        kinds = " or ".join(f"{scheme}://" for scheme in schemes)
        raise ImproperlyConfigured(f"{name} must be an address of {kinds}; see deploy/env.example.")
    return found


def is_fernet_key(word: str) -> bool:
    """Whether it is 32 bytes in URL-safe base64."""
    try:
        return len(base64.urlsafe_b64decode(word)) == 32
    except ValueError:
        return False


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list without blanks; empty when unset."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def hosts(name: str) -> list[str]:
    """A comma-separated list of hosts or domains, in small letters; empty when unset."""
    return [word.lower() for word in words(name)]


def several(name: str, default: str, known: Collection[str]) -> list[str]:
    """A comma-separated list of these words. Raises ImproperlyConfigured when one of them is another."""
    found = words(name, default)
    if strange := [word for word in found if word not in known]:
        raise ImproperlyConfigured(f"{name} must be of {', '.join(known)}, not {strange[0]!r}.")
    return found


def is_address(word: str) -> bool:
    """Whether it is a plain address, to which a plus and a token can be added."""
    return re.fullmatch(r"[a-z0-9._-]{1,36}@[a-z0-9-]+(?:\.[a-z0-9-]+)+", word) is not None


def prefixed(prefix: str, *, known: Mapping[str, str]) -> dict[str, str]:
    """Variables that begin with `prefix`, keyed by the rest of their name; `known` are those that are documented."""
    for name in known:
        ASKED.add(prefix + name)
    found = {name.removeprefix(prefix): value for name, value in os.environ.items() if name.startswith(prefix)}
    return {name: value for name, value in found.items() if value}


def holding(word: str) -> list[str]:
    """Names of variables that were asked for and have `word` in their value, in order."""
    return sorted(name for name in ASKED if word in os.environ.get(name, "").lower())


def made(folder: Path, name: str) -> Path:
    """The folder, made where it is missing. Raises ImproperlyConfigured with the variable that says where it is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise ImproperlyConfigured(f"{name}: {folder} cannot be made ({why.strerror}).") from None
    return folder


def writable(folder: Path, name: str) -> None:
    """Raises ImproperlyConfigured with the variable that says where it is, when this user cannot make files in it."""
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name}: {folder} cannot be written to by this user.")


def is_own(folder: Path) -> bool:
    """Whether it is there, is this very user's (root may write to those of others) and takes files."""
    try:
        return folder.stat().st_uid == os.geteuid() and os.access(folder, os.W_OK | os.X_OK)
    except OSError:
        return False


def kept_secret(path: Path) -> str:
    """The random key in `path`, made on the first call; two processes that call at once get the same one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def derived_key(secret: str, purpose: str) -> str:
    """A Fernet key (32 bytes, URL-safe base64) for one purpose, from the one secret of an installation."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"asgard-pbem/{purpose}/{secret}".encode()).digest()).decode()
