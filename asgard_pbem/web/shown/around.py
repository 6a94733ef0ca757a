"""What stands around the board at a moment: how players stood then, ways through the history, what is new."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from asgard_pbem.tables.models import Moment, Seat
from asgard_pbem.web.access import Access, Lens
from asgard_pbem.web.shown import lobby
from asgard_pbem.web.shown.figures import curves
from asgard_pbem.web.shown.state import Frame
from asgard_pbem.web.shown.story import Story
from engine.core.contract import Words
from engine.table import registry

AHEAD: Final = 6  # states that are fetched at once when one steps or plays
VISIT_S: Final = 20 * 60  # who comes back after this long looks anew
TABLES: Final = 60  # of which it is remembered what one has seen
_DRAWN_BY: Final = ("engine", "templates", "asgard_pbem/boards", "asgard_pbem/web")
_KINDS: Final = frozenset({".py", ".toml", ".html", ".svg", ".mo"})


# --- Who plays, and how they stood ---------------------------------------------------------------------------------


def players(
    access: Access, words: Words, held: dict[int, Seat], shown: Frame, moment: Moment
) -> tuple[lobby.Sitting, ...]:
    """Every seat as it was at a moment: its points, whether it was waited for, and at the end whether it won."""
    ended = access.over and moment.number == access.game.moment
    then = lobby.Then(shown.waited, tuple(moment.scores), tuple(access.game.winners or ()) if ended else ())
    return lobby.players(access, words, held, then)


def values(curve: str, moment: Moment) -> tuple[int, ...]:
    """What the curve shows at a moment, line by line; nothing before the start."""
    return tuple(curves.of_moment(moment, curve))


# --- Ways through the history --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ways:
    """Moments that are worth a jump from the one shown; None where there is none."""

    round_before: int | None
    round_after: int | None
    own_before: int | None
    own_after: int | None


def ways(told: Sequence[Story], moment: int, own: Sequence[int]) -> Ways:
    """Where rounds begin, and where one of the `own` seats acted, before and after a moment."""
    rounds = [one.moment for one in told if one.round]
    acted = [one.moment for one in told if one.seat is not None and one.seat in own]
    return Ways(_before(rounds, moment), _after(rounds, moment), _before(acted, moment), _after(acted, moment))


def _before(places: Sequence[int], moment: int) -> int | None:
    return next((one for one in reversed(places) if one < moment), None)


def _after(places: Sequence[int], moment: int) -> int | None:
    return next((one for one in places if one > moment), None)


# --- Since one looked last -----------------------------------------------------------------------------------------


def since(request: HttpRequest, game_id: UUID, last: int) -> int:
    """The last moment that the reader had seen when this visit began; 0: never here, or nothing is new.

    It is kept in the session, of who is signed in: in that browser, for its owner, and gone with it.
    """
    if not request.user.is_authenticated:
        return 0
    looked = dict(request.session.get("looked", {}))
    now = int(timezone.now().timestamp())
    began, seen, at = looked.pop(str(game_id), (0, 0, 0))
    if now - at > VISIT_S:
        began = seen
    if seen != last or now - at > VISIT_S // 4:  # not each reload is worth a write
        looked[str(game_id)] = (began, last, now)
        request.session["looked"] = dict(list(looked.items())[-TABLES:])
    return int(began) if 0 < began < last else 0


# --- Keeping states ------------------------------------------------------------------------------------------------


def key(access: Access, lens: Lens, words: Words, held: Mapping[int, Seat]) -> str:
    """The name of everything that a past moment's picture depends on beside the log, which never changes.

    An address with this name in it gives the same for ever; a name of another release, or with other eyes, is another.
    """
    game = access.game
    names = [words.seat(seat) for seat in range(game.seats)]
    depends = (
        str(game.pk), game.rules_version, game.status, lens.code, access.seats, words.language, names,
        [(seat, holder.bot, holder.player_id) for seat, holder in sorted(held.items())], release(),
    )  # fmt: skip
    return hashlib.sha256(repr(depends).encode()).hexdigest()[:20]


@cache
def release() -> str:
    """A digest of everything in this release, and in packages that bring games, that draws or words a board."""
    found = hashlib.sha256()
    for folder in (*(Path(settings.BASE_DIR) / one for one in _DRAWN_BY), *_packages()):
        for path in (folder, *sorted(folder.rglob("*"))):
            if path.suffix in _KINDS and path.is_file():
                found.update(path.read_bytes())
    return found.hexdigest()


def _packages() -> list[Path]:
    """The folders of the packages that bring games of their own; of a game in one file that file."""
    names = {type(game.rules).__module__.partition(".")[0] for game in registry.games().values()} - {"engine"}
    found = map(import_module, sorted(names))
    return [Path(one) for module in found for one in getattr(module, "__path__", None) or [str(module.__file__)]]
