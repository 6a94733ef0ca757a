"""What happened, one sentence each."""

from __future__ import annotations

from engine.core.flow.veil import Aside
from engine.core.speech import tells
from engine.games.blood_rage import happenings as h
from engine.games.blood_rage.words.speech import RageSpeech


class Telling(RageSpeech):
    """The log."""

    @tells(Aside)
    def _aside(self, it: Aside) -> str:
        return self.happening(it.what)

    @tells(h.GameBegan)
    def _game_began(self, it: h.GameBegan) -> str:
        text = self._("{name} is the first player. Destroyed already: {fallen}. Ragnarök will take {doom}.")
        return text.format(name=self.seat(it.first), fallen=self._places(it.destroyed), doom=self._places(it.doom))

    def _places(self, codes: tuple[str, ...]) -> str:
        return ", ".join(self.place(code) for code in codes)

    @tells(h.AgeBegan)
    def _age_began(self, it: h.AgeBegan) -> str:
        text = self._("Age {age} begins: everybody is dealt eight cards.").format(age=it.age)
        return text + self._pack(it.packs)

    @tells(h.PacksPassed)
    def _packs_passed(self, it: h.PacksPassed) -> str:
        return self._("The packs go on to the left.") + self._pack(it.packs)

    def _pack(self, packs: tuple[tuple[str, ...] | None, ...]) -> str:
        mine = [pack for pack in packs if pack is not None]
        return " " + self._("Your pack: {cards}.").format(cards=self.cards(mine[0])) if len(mine) == 1 else ""

    @tells(h.CardsDrafted)
    def _cards_drafted(self, it: h.CardsDrafted) -> str:
        return self._("You keep {cards}.").format(cards=self.cards(it.cards))

    @tells(h.ActionBegan)
    def _action_began(self, it: h.ActionBegan) -> str:
        text = self._("The Action phase of Age {age} begins with {name}. Rage: {rage}.")
        return text.format(age=it.age, name=self.seat(it.first), rage=self.points(it.rage))

    @tells(h.FigureInvaded)
    def _figure_invaded(self, it: h.FigureInvaded) -> str:
        text = self._("{name} invades {place}: {figure}, Rage spent {cost}.")
        if it.why:
            text = self._("{name} invades {place} by {card}: {figure}, Rage spent {cost}.")
        return text.format(
            name=self.seat(it.seat), place=self.place(it.place), figure=self.figure(it.figure), cost=it.cost,
            card=self.card(it.why) if it.why else "",
        )  # fmt: skip

    @tells(h.FiguresMarched)
    def _figures_marched(self, it: h.FiguresMarched) -> str:
        text = self._("{name} marches, {source} to {place}: {figures}.")
        return text.format(
            name=self.seat(it.seat),
            source=self.place(it.source),
            place=self.place(it.to),
            figures=self.figures(it.figures),
        )

    @tells(h.UpgradePlayed)
    def _upgrade_played(self, it: h.UpgradePlayed) -> str:
        text = self._("{name} plays {card} ({slot}), Rage spent {cost}.")
        if it.replaced:
            text = self._("{name} plays {card} over {replaced} ({slot}), Rage spent {cost}.")
        return text.format(
            name=self.seat(it.seat), card=self.card(it.card), slot=self.slot(it.slot), cost=it.cost,
            replaced=self.card(it.replaced) if it.replaced else "",
        )  # fmt: skip

    @tells(h.QuestCommitted)
    def _quest_committed(self, it: h.QuestCommitted) -> str:
        if it.card is None:
            return self._("{name} commits a quest.").format(name=self.seat(it.seat))
        return self._("{name} commits the quest {card}.").format(name=self.seat(it.seat), card=self.card(it.card))

    @tells(h.TurnPassed)
    def _turn_passed(self, it: h.TurnPassed) -> str:
        return self._("{name} passes; Rage lost {rage}.").format(name=self.seat(it.seat), rage=it.rage)

    @tells(h.FiguresSacrificed)
    def _figures_sacrificed(self, it: h.FiguresSacrificed) -> str:
        return self._("{name} makes Frigga's Sacrifice.").format(name=self.seat(it.seat))

    @tells(h.PillageDeclared)
    def _pillage_declared(self, it: h.PillageDeclared) -> str:
        text = self._("{name} pillages {place}.")
        if it.why:
            text = self._("{name} pillages {place} by {card}, Rage spent {cost}.")
        return text.format(
            name=self.seat(it.seat),
            place=self.place(it.province),
            card=self.card(it.why) if it.why else "",
            cost=it.cost,
        )

    @tells(h.CallAnswered)
    def _call_answered(self, it: h.CallAnswered) -> str:
        text = self._("{name} answers the call, {source} to {place}: {figure}.")
        return text.format(
            name=self.seat(it.seat), source=self.place(it.source), place=self.place(it.province),
            figure=self.figure(it.figure),
        )  # fmt: skip

    @tells(h.CallDeclined)
    def _call_declined(self, it: h.CallDeclined) -> str:
        return self._("{name} does not answer the call.").format(name=self.seat(it.seat))

    @tells(h.BattleJoined)
    def _battle_joined(self, it: h.BattleJoined) -> str:
        return self._("Battle: {place}. Clans: {names}.").format(
            place=self.place(it.province), names=self.seats(it.fighters)
        )

    @tells(h.CardsRevealed)
    def _cards_revealed(self, it: h.CardsRevealed) -> str:
        nothing = self._("no card")
        cards = ", ".join(f"{self.seat(seat)}: {self.card(card) if card else nothing}" for seat, card in it.cards)
        return self._("The cards are turned. {cards}.").format(cards=cards)

    @tells(h.TextsCancelled)
    def _texts_cancelled(self, it: h.TextsCancelled) -> str:
        text = self._("Thor's Primacy of {name} cancels {cards}.")
        return text.format(name=self.seat(it.seat), cards=self.cards(it.cards))

    @tells(h.BattleRestarted)
    def _battle_restarted(self, it: h.BattleRestarted) -> str:
        return self._("Heimdall's Watch of {name}: all choose cards anew.").format(name=self.seat(it.seat))

    @tells(h.LateCardAdded)
    def _late_card_added(self, it: h.LateCardAdded) -> str:
        return self._("{name} adds {card}.").format(name=self.seat(it.seat), card=self.card(it.card))

    @tells(h.BattleDecided)
    def _battle_decided(self, it: h.BattleDecided) -> str:
        totals = ", ".join(f"{self.seat(seat)}: {total}" for seat, total in it.totals)
        place = self.place(it.province)  # a mail may leave out what was said of it before
        if it.winner is None:
            return self._("Battle totals, {place}: {totals}. Nobody wins.").format(place=place, totals=totals)
        text = self._("Battle totals, {place}: {totals}. {name} wins.")
        return text.format(place=place, totals=totals, name=self.seat(it.winner))

    @tells(h.CardsReturned)
    def _cards_returned(self, it: h.CardsReturned) -> str:
        return self._("{name} takes back {cards}.").format(name=self.seat(it.seat), cards=self.cards(it.cards))

    @tells(h.CardsDiscarded)
    def _cards_discarded(self, it: h.CardsDiscarded) -> str:
        return self._("{name} discards {cards}.").format(name=self.seat(it.seat), cards=self.cards(it.cards))

    @tells(h.CardsStolen)
    def _cards_stolen(self, it: h.CardsStolen) -> str:
        text = self._("Loki's Poison: {name} takes {cards} of {victim}.")
        return text.format(name=self.seat(it.seat), cards=self.cards(it.cards), victim=self.seat(it.victim))

    @tells(h.FiguresDestroyed)
    def _figures_destroyed(self, it: h.FiguresDestroyed) -> str:
        text = self._("Destroyed in {place} by {why}, figures of {name}: {figures}.")
        return text.format(
            place=self.place(it.place), why=self.why(it.why), name=self.seat(it.seat), figures=self.figures(it.figures)
        )

    @tells(h.FiguresSaved)
    def _figures_saved(self, it: h.FiguresSaved) -> str:
        text = self._("Frigga's Protection of {name} saves {figures}.")
        return text.format(name=self.seat(it.seat), figures=self.figures(it.figures))

    @tells(h.WitchRetreated)
    def _witch_retreated(self, it: h.WitchRetreated) -> str:
        text = self._("The Volur Witch of {name} flees to Yggdrasil ({place}).")
        return text.format(name=self.seat(it.seat), place=self.place(it.source))

    @tells(h.ProvincePillaged)
    def _province_pillaged(self, it: h.ProvincePillaged) -> str:
        text = self._("{name} has pillaged {place}: {token}.")
        return text.format(name=self.seat(it.seat), place=self.place(it.province), token=self.token(it.token))

    @tells(h.LeaderMoved)
    def _leader_moved(self, it: h.LeaderMoved) -> str:
        text = self._("The Leader of {name} steps on, {source} to {place}.")
        return text.format(name=self.seat(it.seat), source=self.place(it.source), place=self.place(it.to))

    @tells(h.StatRaised)
    def _stat_raised(self, it: h.StatRaised) -> str:
        text = self._("{name} raises a stat ({why}): {stat} {value}.")
        return text.format(name=self.seat(it.seat), why=self.why(it.why), stat=self.stat(it.stat), value=it.value)

    @tells(h.GloryGained)
    def _glory_gained(self, it: h.GloryGained) -> str:
        text = (
            self._("{name} gains {count} Glory ({why}).")
            if it.glory > 0
            else self._("{name} loses {count} Glory ({why}).")
        )
        return text.format(name=self.seat(it.seat), count=abs(it.glory), why=self.why(it.why))

    @tells(h.RageGained)
    def _rage_gained(self, it: h.RageGained) -> str:
        text = self._("{name} gains {count} Rage ({why}).")
        if it.rage < 0:
            taken = it.why == "LTR"  # by a loser of the battle: all else that lowers Rage is paid
            text = (
                self._("{name} loses {count} Rage ({why}).") if taken else self._("{name} spends {count} Rage ({why}).")
            )
        return text.format(name=self.seat(it.seat), count=abs(it.rage), why=self.why(it.why))

    @tells(h.ActionEnded)
    def _action_ended(self, it: h.ActionEnded) -> str:
        if it.why == "pillaged":
            return self._("Every province is pillaged: the Action phase ends.")
        return self._("Nobody has Rage left: the Action phase ends.")

    @tells(h.HandDiscarded)
    def _hand_discarded(self, it: h.HandDiscarded) -> str:
        if it.cards is not None:
            return self._("{name} discards {cards}.").format(name=self.seat(it.seat), cards=self.cards(it.cards))
        text = self.n("{name} discards {count} card unshown.", "{name} discards {count} cards unshown.", it.count)
        return text.format(name=self.seat(it.seat), count=it.count)

    @tells(h.QuestsRevealed)
    def _quests_revealed(self, it: h.QuestsRevealed) -> str:
        parts = [self._("Quests of {name}.").format(name=self.seat(it.seat))]
        if it.fulfilled:
            parts.append(self._("Fulfilled: {cards}.").format(cards=self.cards(it.fulfilled)))
        if it.failed:
            parts.append(self._("Failed: {cards}.").format(cards=self.cards(it.failed)))
        return " ".join(parts)

    @tells(h.ProvinceDestroyed)
    def _province_destroyed(self, it: h.ProvinceDestroyed) -> str:
        return self._("Ragnarök: {place} is no more.").format(place=self.place(it.province))

    @tells(h.ValhallaReleased)
    def _valhalla_released(self, it: h.ValhallaReleased) -> str:
        text = self._("Back from Valhalla to {name}: {figures}.")
        return text.format(name=self.seat(it.seat), figures=self.figures(it.figures))

    @tells(h.AgeEnded)
    def _age_ended(self, it: h.AgeEnded) -> str:
        text = self._("Age {age} is over. The next first player is {name}.")
        return text.format(age=it.age, name=self.seat(it.first))

    @tells(h.GameEnded)
    def _game_ended(self, it: h.GameEnded) -> str:
        return self._("The saga is over. Winner: {names}.").format(names=self.seats(it.winners))
