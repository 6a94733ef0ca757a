"""Quests: committing them (R9) and their reward (R14)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.flow import Answers, answered, step
from engine.core.menu import Option
from engine.core.moves import IllegalMove, Seat
from engine.games.blood_rage.data import CARDS, CODE
from engine.games.blood_rage.happenings import QuestCommitted, QuestsRevealed
from engine.games.blood_rage.moves import CommitQuest
from engine.games.blood_rage.rules.actions.deeds import Deed
from engine.games.blood_rage.rules.gifts import known_card
from engine.games.blood_rage.rules.play import Rage, on_sheet, trait
from engine.games.blood_rage.rules.stats import open_stats, raise_stat
from engine.games.blood_rage.state import State


class Committing(Deed[CommitQuest]):
    """A quest goes face down to the clan sheet."""

    move, group = CommitQuest, "quest"

    def check(self, state: State, seat: Seat, move: CommitQuest) -> None:
        design = known_card(move.card)
        if state.in_hand(seat, move.card) is None:
            raise IllegalMove("E_NOT_IN_HAND", card=move.card)
        if design.kind != "quest":
            raise IllegalMove("E_NO_QUEST", card=move.card)

    def act(self, play: Rage, seat: Seat, move: CommitQuest) -> None:
        state = play.state
        card = state.in_hand(seat, move.card)
        assert card is not None
        state.hands[seat].remove(card)
        state.quests[seat].append(card)
        for one in (*state.hands[seat], *state.quests[seat]):  # of a quest that was known none knows where it is now
            if CARDS[one].kind == "quest":
                state.seen[one] = 0
        play.tell(QuestCommitted(seat, move.card))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for code in dict.fromkeys(CODE[card] for card in sorted(state.hands[seat]) if CARDS[card].kind == "quest"):
            yield Option(("quest", code), CommitQuest(card=code), group=self.group)


@step
def judge(play: Rage) -> None:
    """All quests are revealed and judged on the same board; then they pay (R14.1, R14.4)."""
    state = play.state
    state.stage = "quest"
    met = [[card for card in quests if _is_met(state, seat, card)] for seat, quests in enumerate(state.quests)]
    for seat, quests in enumerate(state.quests):
        if quests:
            failed = tuple(CODE[card] for card in quests if card not in met[seat])
            play.tell(QuestsRevealed(seat, tuple(CODE[card] for card in met[seat]), failed))
            state.discards += quests
            state.quests[seat] = []
    for seat, cards in enumerate(met):
        for card in cards:
            play.glory(seat, _glory(state, seat, card), CODE[card])
    play.then(rewards([len(cards) for cards in met]))


def _is_met(state: State, seat: Seat, card: int) -> bool:
    return bool(trait.speak(state, CARDS[card].name, "judged", seat))


def _glory(state: State, seat: Seat, card: int) -> int:
    factors = [trait.speak(state, one.name, "quest") for one in on_sheet(state, seat, "quest")]
    return CARDS[card].glory * (factors[0] if factors else 1)


@step
def rewards(play: Rage, left: list[int]) -> None:
    """One stat for each quest (R14.2): all clans choose at once, as often as one of them has one left."""
    state = play.state
    asked = []
    for seat, count in enumerate(left):
        found = open_stats(state, seat)
        if count and len(found) == 1:
            raise_stat(play, seat, found[0], "quest")
        elif count and found:
            asked.append(seat)
    if any(left):
        play.then(rewards([max(0, count - 1) for count in left]))
        play.ask("stat", asked, rewarded(), sealed=True, why="quest", barred="")


@answered
def rewarded(play: Rage, answers: Answers) -> None:
    for seat, move in answers.items():
        raise_stat(play, seat, move.stat, "quest")
