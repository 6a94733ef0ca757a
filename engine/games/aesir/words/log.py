"""What happened, one sentence each."""

from __future__ import annotations

from engine.core.speech import tells
from engine.games.aesir import happenings as h
from engine.games.aesir.data import CARD, ROW_LIMIT
from engine.games.aesir.words.speech import AesirSpeech


class Telling(AesirSpeech):
    """The log. A hidden card is passed over in silence."""

    @tells(h.GameBegan)
    def _game_began(self, it: h.GameBegan) -> str:
        text = self._("The game begins. Open goals: {goals}.")
        return text.format(goals=self.gods(it.goals))

    @tells(h.GoalsOpened)
    def _goals_opened(self, it: h.GoalsOpened) -> str:
        goals = ", ".join(
            self._("{god} (at most {limit})").format(god=self.god(god), limit=limit)
            for god, limit in zip(it.gods, ROW_LIMIT, strict=False)
        )
        return self._("Round {round}. Goals: {goals}.").format(round=it.round, goals=goals)

    @tells(h.HandsDealt)
    def _hands_dealt(self, it: h.HandsDealt) -> str:
        text = self.n("Everybody is dealt {count} card.", "Everybody is dealt {count} cards.", it.each)
        return text.format(count=it.each) + self._hands(it.hands)

    @tells(h.PickChosen)
    def _pick_chosen(self, it: h.PickChosen) -> str:
        if it.card is None or it.up is None:
            return self._("{name} has chosen a card.").format(name=self.seat(it.seat))
        return self._("{name} chooses {pick}.").format(name=self.seat(it.seat), pick=self.pick(it.card, it.up))

    @tells(h.PickReplaced)
    def _pick_replaced(self, it: h.PickReplaced) -> str:
        if it.card is None or it.up is None:
            return ""
        return self._("{name} now chooses {pick}.").format(name=self.seat(it.seat), pick=self.pick(it.card, it.up))

    @tells(h.PicksOpened)
    def _picks_opened(self, it: h.PicksOpened) -> str:
        picks = ", ".join(f"{self.seat(seat)} {self.pick(*pick)}" for seat, pick in enumerate(it.picks))
        return self._("Cards opened: {picks}.").format(picks=picks)

    @tells(h.HandsPassed)
    def _hands_passed(self, it: h.HandsPassed) -> str:
        left, right = self._("The hands go on to the left."), self._("The hands go on to the right.")
        return (left if it.direction > 0 else right) + self._hands(it.hands)

    @tells(h.FavourSettled)
    def _favour_settled(self, it: h.FavourSettled) -> str:
        god, counts = self.god(it.god), "\u00a0:\u00a0".join(map(str, it.attention))  # on one line
        text = self._("{god} awakens, {counts}: {favour}")
        if it.tally:
            text, god = self._("Tally of {god}, {counts}: {favour}"), self.of_god(it.god)
        return text.format(god=god, counts=counts, favour=self._favour(it))

    def _favour(self, it: h.FavourSettled) -> str:
        """The second half of the sentence, behind its colon."""
        if it.seat is None:
            return self._("all level, nobody has the favour.") if it.compared else self._("nobody has the favour.")
        text = self._("{name} has the favour.")
        if it.limit:
            text = self._("{name} has the favour (a goal: at most {limit}).")
        if it.compared:
            text = self._("{name} has the favour, the dispute is decided by {by}.")
        if it.compared and it.limit:
            text = self._("{name} has the favour, the dispute is decided by {by} (a goal: at most {limit}).")
        by = self.god(it.compared[-1]) if it.compared else ""
        return text.format(name=self.seat(it.seat), by=by, limit=it.limit)

    @tells(h.WillVoid)
    def _will_void(self, it: h.WillVoid) -> str:
        return self._("The will of {god} cannot be fulfilled.").format(god=self.of_god(it.god))

    @tells(h.GoalChosen)
    def _goal_chosen(self, it: h.GoalChosen) -> str:
        if not it.cards:
            return self._("{name} takes the goal without a card.").format(name=self.seat(it.seat))
        text = self.n(
            "{name} achieves the goal with {count} card.", "{name} achieves the goal with {count} cards.", it.cards
        )
        return text.format(name=self.seat(it.seat), count=it.cards)

    @tells(h.CardScored)
    def _card_scored(self, it: h.CardScored) -> str:
        name, place = self.seat(it.seat), self.cards([it.place])
        if it.card is None:
            return self._("{name} scores the face-down card {place}: a point.").format(name=name, place=place)
        text = self._("{name} scores {card} ({place}): a point.")
        return text.format(name=name, card=self.card(it.card), place=place)

    @tells(h.TallyKept)
    def _tally_kept(self, it: h.TallyKept) -> str:
        text = self._("{name} keeps the cards of {god}.")
        return text.format(name=self.seat(it.seat), god=self.of_god(it.god))

    @tells(h.CardTurned)
    def _card_turned(self, it: h.CardTurned) -> str:
        text = self._("{name} turns a card: {card} moves to {god}.")
        if it.owner != it.seat:
            text = self._("{name} turns a card of {owner}: {card} moves to {god}.")
        return text.format(
            name=self.seat(it.seat), owner=self.seat(it.owner), card=self._from(it.card, it.place), god=self.god(it.to)
        )

    @tells(h.ThorMoved)
    def _thor_moved(self, it: h.ThorMoved) -> str:
        text = self.n(
            "{name} slides {count} Thor card under {god}.", "{name} slides {count} Thor cards under {god}.", it.count
        )
        if it.cards:
            text = self.n(
                "{name} slides {count} Thor card under {god} ({cards}).",
                "{name} slides {count} Thor cards under {god} ({cards}).",
                it.count,
            )
        cards = self.cards(it.cards) if it.cards else ""
        return text.format(name=self.seat(it.seat), count=it.count, god=self.god(it.to), cards=cards)

    @tells(h.StackDoubled)
    def _stack_doubled(self, it: h.StackDoubled) -> str:
        text = self._("{name} puts the Doubling card before {god}.")
        return text.format(name=self.seat(it.seat), god=self.god(it.god))

    @tells(h.CardDrawn)
    def _card_drawn(self, it: h.CardDrawn) -> str:
        if it.card is None:
            return self._("{name} draws a card.").format(name=self.seat(it.seat))
        return self._("{name} draws {card}.").format(name=self.seat(it.seat), card=self.halves(it.card))

    @tells(h.CardPlaced)
    def _card_placed(self, it: h.CardPlaced) -> str:
        return self._("{name} lays {pick}.").format(name=self.seat(it.seat), pick=self.pick(it.card, it.up))

    @tells(h.CardsSwapped)
    def _cards_swapped(self, it: h.CardsSwapped) -> str:
        text = self._("{name} gives {given} to {other} and takes {taken}.")
        return text.format(
            name=self.seat(it.seat),
            other=self.seat(it.opponent),
            given=self._from(it.given, it.given_from),
            taken=self._from(it.taken, it.taken_from),
        )

    @tells(h.ThorReturned)
    def _thor_returned(self, it: h.ThorReturned) -> str:
        text = self._("Cards of {name} return from under {god} to the Thor stack: {cards}.")
        god = self.god(it.god)
        return text.format(name=self.seat(it.seat), god=god, cards=self.cards(it.cards))

    @tells(h.DoublingReturned)
    def _doubling_returned(self, it: h.DoublingReturned) -> str:
        return self._("The Doubling card returns to the centre.")

    @tells(h.RoundEnded)
    def _round_ended(self, it: h.RoundEnded) -> str:
        return self._("Round {round} ends. Points: {points}.").format(round=it.round, points=self.points(it.points))

    @tells(h.GameEnded)
    def _game_ended(self, it: h.GameEnded) -> str:
        return self._("The game is over. Points: {points}.").format(points=self.points(it.points))

    def _from(self, card: str, place: str) -> str:
        """`SH3 (H2)`: a card and where it lay."""
        return f"{self.card(card)} ({self.cards([place])})"

    def _hands(self, hands: tuple[tuple[str, ...] | None, ...]) -> str:
        """The hands that may be seen, behind a sentence."""
        seen = [(seat, sorted(hand, key=CARD.__getitem__)) for seat, hand in enumerate(hands) if hand]
        return "".join(f" {self.seat(seat)}: {self.cards(hand)}." for seat, hand in seen)
