from __future__ import annotations

import json
from argparse import ArgumentParser, BooleanOptionalAction
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from pydantic import ValidationError
from pydantic_core import ErrorDetails
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from asgard_pbem.serving.memory import settle
from asgard_pbem.simulation.by_mail import play_by_mail
from asgard_pbem.simulation.direct import Played, play_directly
from asgard_pbem.simulation.tally import sentences
from engine.table.registry import UnknownRules
from engine.table.registry import game as find_game


class Command(BaseCommand):
    help = "Play complete games of bots; with --by-mail every move and prompt travels as a mail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="key of a game, e.g. aesir")
        parser.add_argument("--seats", type=int, required=True)
        parser.add_argument("--seed", type=int, required=True, help="the same seed plays the same game")
        parser.add_argument("--games", type=int, default=1, help="how many; each takes the next seed")
        parser.add_argument("--by-mail", action="store_true", help="moves as raw messages, prompts through the outbox")
        parser.add_argument(
            "--no-plans",
            action="store_true",
            help="by mail: answers alone, no standing orders of the bots",
        )
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, e.g. length=saga"
        )
        parser.add_argument(
            "--people",
            type=int,
            help="by mail: how many seats, from the first on, write mails; bots of the house hold the others (all)",
        )
        parser.add_argument("--bots", default="greedy", help="names, comma-separated, in turn round the seats")
        parser.add_argument(
            "--public",
            action=BooleanOptionalAction,
            default=settings.EMBEDDED,
            help="anybody may look at the games on the web (in local play: yes)",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a game on stdout, nothing else")

    def handle(self, *, game: str, seats: int, seed: int, games: int, by_mail: bool, **options: Any) -> None:
        bots = tuple(name.strip() for name in options["bots"].split(",") if name.strip())
        chosen = self._check(game, seats, bots, dict(one.partition("=")[::2] for one in options["option"]))
        play: Callable[..., Played] = partial(play_directly, options=chosen, public=options["public"])
        if by_mail:
            if not 1 <= (options["people"] or seats) <= seats:
                raise CommandError(f"--people: from 1 to all {seats} seats.")
            plans, people = not options["no_plans"], options["people"]
            play = partial(play_by_mail, options=chosen, plans=plans, people=people, public=options["public"])
        elif options["no_plans"] or options["people"] is not None:
            raise CommandError("--no-plans and --people are of games by mail: without mails bots make no plans.")
        settle()
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[moves]} moves"),
        )
        with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(game, total=games, moves=0)
            moves = 0

            def on_move() -> None:
                nonlocal moves
                moves += 1
                progress.update(task, moves=moves)

            for number in range(seed, seed + games):
                played = play(key=game, seats=seats, seed=number, bots=bots, on_move=on_move)
                progress.advance(task)
                self.stdout.write(json.dumps(asdict(played)) if options["json"] else self._sentence(played))

    def _check(self, key: str, seats: int, bots: tuple[str, ...], options: dict[str, str]) -> dict[str, Any]:
        """The options as the game reads them."""
        try:
            found = find_game(key)
        except UnknownRules:
            raise CommandError(f"Nothing installed plays {key!r}.") from None
        try:
            chosen = found.rules.Options.model_validate(options)
        except ValidationError as why:
            wrong = "; ".join(_said(error) for error in why.errors())
            known = ", ".join(found.rules.Options.model_fields) or "none"
            raise CommandError(f"{key} has no such options: {wrong}. Its options: {known}.") from None
        fitting = found.rules.seats_with(chosen)
        if seats not in fitting:
            raise CommandError(f"{key} is for {min(fitting)} to {max(fitting)} seats.")
        if not bots or any(name not in found.bots for name in bots):
            raise CommandError(f"The bots of {key}: {', '.join(sorted(found.bots))}.")
        return chosen.model_dump(mode="json")

    def _sentence(self, one: Played) -> str:
        winners = " and ".join(f"seat {seat}" for seat in one.winners) or "nobody"
        asked = sentences(one.asked, sum(one.answers), one.seats, one.rounds)
        return (
            f"{one.game}: seed {one.seed}, {winners} won ({', '.join(one.causes)}), {list(one.scores)};"
            f" {one.rounds} rounds, {one.moves} moves, {one.events} events,"
            f" {one.mails_in} mails in ({', '.join(map(str, one.answers))} answers a player), {one.mails_out} out"
            f"{f' ({one.mails_out / one.mails_in:.2f} for each in)' if one.mails_in else ''},"
            f" {one.seconds:.2f} s" + "".join(f"\n{line}" for line in asked)
        )


def _said(error: ErrorDetails) -> str:
    """What pydantic has against an option, in a line."""
    where, about = ".".join(map(str, error["loc"])), error["msg"]
    return f"{where}: {about[:1].lower()}{about[1:]}" if where else about
