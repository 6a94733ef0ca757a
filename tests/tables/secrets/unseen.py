"""Acts that nobody else may notice: replaced answers, battle orders, plans filed and dropped."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

from django.db import transaction

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.core.contract import Desk
from engine.core.decisions import Decision


@dataclass(slots=True)
class Players:
    """People at a table who answer at random."""

    game: Game
    people: list[Player]
    rng: random.Random

    def desk(self, seat: int) -> Desk:
        desk = history.desk(self.game.pk, seat)
        assert desk is not None
        return desk

    def waited_for(self) -> list[tuple[int, str]]:
        return [(one.seat, one.kind) for one in history.table_now(self.game.pk).pending()]

    def answer(self, seat: int, decision: Decision) -> None:
        leaves = [move for _, _, move in self.desk(seat).menus(decision).leaves()]
        move = self.rng.choice(leaves).model_dump(mode="json")
        services.submit_move(self.game.pk, seat=seat, player=self.people[seat], move=move, cause=uuid4())

    def go_on(self) -> bool:
        """Anybody who is asked answers. False when the game is over."""
        pending = history.table_now(self.game.pk).pending()
        if pending:
            one = self.rng.choice(pending)
            self.answer(one.seat, one)
        return bool(pending)

    def secretly(self) -> int | None:
        """Something that others can neither see nor infer. Whose it was; None: nothing of the kind is possible now."""
        for seat in self.rng.sample(range(len(self.people)), len(self.people)):
            acts = [*self._replacements(seat), *self._orders(seat), *self.plans(seat, ahead=True)]
            self.rng.shuffle(acts)
            if any(self._done_unseen(act) for act in acts):
                return seat
        return None

    def _done_unseen(self, act: Callable[[], object]) -> bool:
        """Do it, but not what all can see: a plan may answer at once, an order may be a seat's last."""
        before, place = self._seen(), transaction.savepoint()  # no block: what players do refuses to be part of one
        try:
            act()
        except (services.ServiceError, services.IllegalMove, services.Refused):
            return False
        unseen = self._seen() == before
        if not unseen:
            transaction.savepoint_rollback(place)
        return unseen

    def _seen(self) -> object:
        return self.waited_for(), Game.objects.get(pk=self.game.pk).moment

    def _replacements(self, seat: int) -> list[Callable[[], object]]:
        open_ = [one for one in self.desk(seat).decisions if one.answered and one.secret]
        return [lambda one=one: self.answer(seat, one) for one in open_]  # type: ignore[misc]  # bound at once

    def _orders(self, seat: int) -> list[Callable[[], object]]:
        open_ = [one for one in self.desk(seat).decisions if one.kind == "battle"]
        return [lambda one=one: self.answer(seat, one) for one in open_]  # type: ignore[misc]  # bound at once

    def plans(self, seat: int, *, ahead: bool = False) -> list[Callable[[], object]]:
        """Filing each of the plans that the game gives for an example, and dropping all.

        `ahead`: of a seat that is not asked, those for the turn of its that is sure to come.
        """
        game, desk, player = self.game.pk, self.desk(seat), self.people[seat]
        words = history.words(self.game, "en")
        coming = [one for one in history.table_now(game).coming() if one.seat == seat] if ahead else []
        asked = desk.decisions or coming
        orders = [order for one in asked for order, _ in words.plan_examples(one, desk.view)]

        def file(order: str) -> object:
            return services.submit_orders(game, seat=seat, player=player, lines=order.splitlines(), cause=uuid4())

        drop = [lambda: services.drop_plans(game, seat=seat, player=player, cause=uuid4())]
        return [*(lambda order=order: file(order) for order in orders), *drop]  # type: ignore[misc]  # bound at once
