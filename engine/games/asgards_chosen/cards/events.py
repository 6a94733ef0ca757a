"""Events: those that are resolved at once, and what keepers say as long as they lie there (R17.5)."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.asgards_chosen.data import COLUMNS, HEROES, NONE, Design
from engine.games.asgards_chosen.happenings.clashes import HeroStands
from engine.games.asgards_chosen.rules.battle.retreat import owner
from engine.games.asgards_chosen.rules.muster.events import everyone
from engine.games.asgards_chosen.rules.play import Chosen, event_text

# --- At once ---------------


@event_text("each_player_sacrifices", at="event")
def blot(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """Each player sacrifices creatures or items from hand, as far as he has them."""
    everyone(play, seats, design.name, "sacrifice", design.number, design.number)


@event_text("each_player_discards_random", at="event")
def coastal_raid(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """Each discards 1 at random."""
    for seat in seats:
        play.discard_random(seat, design.number, design.name)


@event_text("each_player_draws", at="event")
def good_omens(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """Each draws 1."""
    for seat in seats:
        play.draw(seat, design.number, design.name)


@event_text("banish_tisch_row", at="event")
def wandering_folk(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """Banish the bottom row."""
    tisch = play.state.tisch
    gone = [card for card in tisch[:COLUMNS] if card != NONE]
    tisch[:COLUMNS] = [NONE] * COLUMNS
    play.banish(gone, design.name)


@event_text("each_player_removes_marker", at="event")
def murrain(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """Each player with 4 or more markers on the board removes 1 not under an own hero."""
    least, state = int(design.effect["min_markers"]), play.state
    many = [seat for seat in seats if len(state.owned(state.side(seat))) >= least]
    everyone(play, many, design.name, "marker", design.number, design.number)


@event_text("banish_barrows", at="event")
def barrow_robbers(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """Banish all cards in the Barrows."""
    state = play.state
    gone = [*state.graves, *state.relics]
    state.graves, state.relics = [], []
    play.banish(gone, design.name)


@event_text("each_player_may_take_from_own_discard", at="event")
def thing_assembly(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """Each may take 1 god from his discard pile."""
    everyone(play, seats, design.name, "god", 0, design.number)


@event_text("banish_top_of_creature_deck", at="event")
def naglfar(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """Banish the top 5 cards of the creature deck; events among them do nothing."""
    gone = [card for _ in range(design.number) if (card := play.reveal()) != NONE]
    play.banish(gone, design.name)


@event_text("revive_all_heroes", at="event")
def horn_at_dawn(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """All vanquished heroes stand up; of partners only the hero of who has met the event (R16.5)."""
    state = play.state
    for hero, down in enumerate(state.down):
        if down and (owner(state, hero) in seats or play.version == 1):
            state.down[hero] = False
            play.tell(HeroStands(owner(state, hero), HEROES[hero % 2], design.name))


@event_text("most_markers_players_remove_marker", at="event")
def heavy_tribute(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """Who has most markers removes 1 not under an own hero; nothing happens to one who has only one."""
    state, least = play.state, int(design.effect["min_markers"])
    most = play.mode.most_markers(state, seats)
    paying = [seat for seat in most if len(state.owned(state.side(seat))) >= least]
    everyone(play, paying, design.name, "marker", design.number, design.number)


@event_text("fewest_appeased_players_draw", at="event")
def gift_of_the_norns(play: Chosen, design: Design, seats: list[Seat]) -> None:
    """Who has appeased the fewest gods draws 2."""
    for seat in play.mode.fewest_gods(play.state, seats):
        play.draw(seat, design.number, design.name)


# --- Keepers: a line each, for the rules that ask `State.keeps` ---------------


@event_text("militia_extra", at="keeper")
def fimbulwinter() -> str:
    """The militia has 1 card more (R8.2.1)."""
    return "rules.battle.militia"


@event_text("cost_change", at="keeper")
def bog_iron() -> str:
    """Items cost 2 less, at least 1."""
    return "rules.muster.payment"


@event_text("no_terrain_bonus", at="keeper")
def spring_flood() -> str:
    """Creatures of an element have no terrain bonus anywhere, militia and payments included."""
    return "rules.battle.totals"


@event_text("no_attack_on_occupied_territory", at="keeper")
def midsummer_truce() -> str:
    """No attack on a territory with an opponent's hero."""
    return "rules.campaign"


@event_text("muster_payment_bonus", at="keeper")
def harvest_moon() -> str:
    """+1 to each payment."""
    return "rules.muster.payment"


@event_text("enchanted_lands_off", at="keeper")
def long_night() -> str:
    """Enchanted lands have no power; enchanted items can still be mustered there."""
    return "state"


@event_text("honor_draw_bonus", at="keeper")
def wolf_age() -> str:
    """Honor draw +1."""
    return "rules.battle.course"


@event_text("item_battle_power_bonus", at="keeper")
def sword_age() -> str:
    """Each item adding power in a battle adds 1 more."""
    return "rules.battle.totals"


@event_text("hand_refill", at="keeper")
def wind_age() -> str:
    """Renewal refills to 6."""
    return "rules.renewal"


@event_text("attacker_power_in_contested_battle", at="keeper")
def shadow_of_ragnarok() -> str:
    """+1 attack in contested battles."""
    return "rules.battle.totals"
