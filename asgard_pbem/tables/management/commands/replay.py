from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from asgard_pbem.boards.pixels.board import board_png
from asgard_pbem.boards.render import board_svg
from asgard_pbem.tables.management import which
from asgard_pbem.tables.management.failing import in_a_line
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import history, logfile
from asgard_pbem.tables.store import folding
from engine.core.board import Layout
from engine.core.contract import Words
from engine.table.table import Table

SCALE = 2  # pixels to a unit of the picture
PNG_LIMIT_BYTES = 4 * 1024 * 1024  # no mail has to carry it


@dataclass(frozen=True, slots=True)
class Scene:
    """A game at one event, with the words to tell it."""

    game: Game
    table: Table
    seq: int
    words: Words


class Command(BaseCommand):
    help = "Replay a game and show it at any event, with anybody's eyes: the state, and with no --at how it came to it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=which.table)
        parser.add_argument("--at", type=int, help="seq of an event; the last one if not given")
        parser.add_argument(
            "--as", dest="viewer", default="spectator", help="a seat (from 0), spectator, or table (all)"
        )
        parser.add_argument("--format", choices=["text", "json", "svg", "png"], default="text")
        parser.add_argument("--layout", choices=list(Layout), default=Layout.PORTRAIT, help="of a picture")
        parser.add_argument("--language", default="en")

    def handle(self, *, game: UUID, **options: Any) -> None:
        with in_a_line(game):
            self._show(game, **options)

    def _show(self, game: UUID, *, at: int | None, viewer: str, format: str, language: str, **options: Any) -> None:  # noqa: A002 - the option's name
        whole = viewer == "table"
        seat = None if whole else which.viewer(game, viewer)
        if whole and not Game.objects.filter(pk=game).exists():
            raise CommandError(f"There is no game {game}.")
        scene = self._scene(game, at, language)
        if format in {"svg", "png"}:
            if whole:
                raise CommandError("A picture shows one view: --as a seat or spectator.")
            self._picture(scene, seat, format, Layout(options["layout"]))
        elif format == "json":
            self.stdout.write(json.dumps(_data(scene, seat, whole=whole), ensure_ascii=False, indent=1))
        else:
            for line in _text(scene, seat, whole=whole, told=at is None):
                self.stdout.write(line)

    def _scene(self, game_id: UUID, at: int | None, language: str) -> Scene:
        game = Game.objects.get(pk=game_id)
        seq = game.head_seq if at is None else at
        if not 1 <= seq <= game.head_seq:
            raise CommandError(f"The log has events 1 to {game.head_seq}.")
        table = history.state_at(game_id, seq)
        return Scene(game, table, seq, history.words(game, language))

    def _picture(self, scene: Scene, seat: int | None, form: str, layout: Layout) -> None:
        if scene.table.state is None:
            raise CommandError("The game had not begun.")
        view = scene.table.rules.view(scene.table.state, seat)
        key, drawing = scene.game.key, scene.table.game.draw(view, scene.words)
        if form == "svg":
            self.stdout.write(board_svg(key, drawing, theme="light", layout=layout))
        else:  # bytes pass by the text wrapper
            sys.stdout.buffer.write(board_png(key, drawing, layout=layout, scale=SCALE, limit_bytes=PNG_LIMIT_BYTES))


def _views(scene: Scene, seat: int | None, *, whole: bool) -> Iterator[tuple[str, Any]]:
    """(whose, view)."""
    rules, state = scene.table.rules, scene.table.state
    if state is None:
        return
    for viewer in range(scene.game.seats) if whole else (seat,):
        yield "spectator" if viewer is None else str(viewer), rules.view(state, viewer)


def _data(scene: Scene, seat: int | None, *, whole: bool) -> dict[str, Any]:
    views = {whose: logfile.json_of(view) for whose, view in _views(scene, seat, whole=whole)}
    found = {"game": str(scene.game.pk), "key": scene.game.key, "seq": scene.seq, "views": views}
    if whole and scene.table.state is not None:
        found["state"] = folding.state_json(scene.table)
    return found


def _text(scene: Scene, seat: int | None, *, whole: bool, told: bool) -> Iterator[str]:
    yield f"{scene.words.title()}, event {scene.seq} of {scene.game.head_seq}"
    if told and not whole:
        yield from _story(scene, seat)
    for whose, view in _views(scene, seat, whole=whole):
        yield f"--- as seen by {whose if whose == 'spectator' else scene.words.seat(int(whose))}"
        yield from (f"{label}: {value}" for label, value in scene.words.status(view))
        yield scene.table.game.text_board(view, scene.words)
    if scene.table.state is not None and (result := scene.table.rules.result(scene.table.state)) is not None:
        yield scene.words.result(result)


def _story(scene: Scene, seat: int | None) -> Iterator[str]:
    for entry in history.history(scene.game.pk, seat):
        mark = " (taken back)" if entry.undone else ""
        for faces in (entry.faces, *(note.faces for note in entry.notes)):
            for _face, text in scene.words.passages(faces):
                yield f"{entry.number:>4}  {text}{mark}"
