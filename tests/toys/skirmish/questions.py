"""What is asked in a battle of Skirmish."""

from __future__ import annotations

from engine.core.flow import Asked
from engine.core.happenings import Happening
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove
from engine.core.questions import Question
from tests.toys.skirmish.table import AnyMove, Attack, Battlefield, CardLaid, Keep, Lay, Say, name_of


class Attacking(Question[Battlefield, AnyMove]):
    kind = "attack"
    answers = (Attack,)

    def menu(self, state: Battlefield, asked: Asked[AnyMove]) -> Menu:
        others = (seat for seat in range(len(state.hands)) if seat != asked.seat)
        return Lines(tuple(Option(("clan", seat), Attack(clan=seat)) for seat in others))

    def check(self, state: Battlefield, asked: Asked[AnyMove], move: Attack) -> None:
        if move.clan == asked.seat or move.clan >= len(state.hands):
            raise IllegalMove("E_CLAN")


class Card(Question[Battlefield, AnyMove]):
    kind = "card"
    answers = (Lay,)

    def menu(self, state: Battlefield, asked: Asked[AnyMove]) -> Menu:
        names = dict.fromkeys(name_of(card) for card in sorted(state.hands[asked.seat]))
        return Lines(tuple(Option(("card", name), Lay(card=name)) for name in names))

    def check(self, state: Battlefield, asked: Asked[AnyMove], move: Lay) -> None:
        if state.holds(asked.seat, move.card) is None:
            raise IllegalMove("E_NOT_IN_HAND")

    def told(self, state: Battlefield, asked: Asked[AnyMove], move: Lay) -> Happening:
        return CardLaid(asked.seat, move.card)


class Keeping(Question[Battlefield, AnyMove]):
    kind = "keep"
    answers = (Keep,)

    def menu(self, state: Battlefield, asked: Asked[AnyMove]) -> Menu:
        figures = sorted(set(state.figures[asked.seat]), reverse=True)
        return Lines(tuple(Option(("figure", one), Keep(figure=one)) for one in figures))

    def check(self, state: Battlefield, asked: Asked[AnyMove], move: Keep) -> None:
        if move.figure not in state.figures[asked.seat]:
            raise IllegalMove("E_FIGURE")


class YesOrNo(Question[Battlefield, AnyMove]):
    answers = (Say,)

    def menu(self, state: Battlefield, asked: Asked[AnyMove]) -> Menu:
        return Lines((Option(("word", "no"), Say(word="no")), Option(("word", "yes"), Say(word="yes"))))

    def check(self, state: Battlefield, asked: Asked[AnyMove], move: Say) -> None:
        """Both words can always be said."""


class Shield(YesOrNo):
    kind = "shield"


class Late(YesOrNo):
    kind = "late"
