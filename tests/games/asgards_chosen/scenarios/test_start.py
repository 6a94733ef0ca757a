"""The dossier's scenarios S01 to S15 and S76: components, set-up, movement. Straight from the dossier."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.moves import IllegalMove
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import (
    CARDS,
    CREATURES,
    DATA,
    DESIGNS,
    FIRST_GOD,
    HERALDRY,
    KIND,
    KINDS,
    LAYOUTS,
    NAME,
    SORT,
    STARTING,
    TERRAINS,
    TILES,
    TOWN,
)
from engine.games.asgards_chosen.data.land import Land, check_tile, check_town, corners, land, tile_places, town_places
from engine.games.asgards_chosen.rules.start.heroes import heroes
from engine.games.asgards_chosen.rules.start.tisch import deal_tisch
from tests.games.asgards_chosen.scene import PASS, RULES, Scene, begun, offered

S1 = (TILES.index("S1"), 0, 0, "E")
T1 = (0, 1, "N")


def test_s01_counts() -> None:
    of = Counter((CARDS[card].sort, CARDS[card].deck) for card in range(len(CARDS)))
    assert (of["creature", 1], of["creature", 2]) == (60, 30)
    items = Counter((CARDS[card].kind, CARDS[card].deck) for card in range(len(CARDS)) if SORT[card] == "item")
    assert items == {("town", 1): 14, ("town", 2): 4, ("enchanted", 1): 4, ("enchanted", 2): 4}
    assert (of["event", 1], of["event", 2]) == (13, 10)
    assert len(CARDS) - FIRST_GOD == 40
    assert len(CARDS) + DATA["counts"]["barrows"] == 180
    assert (len(TILES), len(STARTING)) == (12, 3)
    kinds = Counter(KINDS[KIND[at]] for at in range(3 * len(TILES)))
    assert {kinds[one] for one in TERRAINS} == {4}
    assert {kinds[one] for one in KINDS[TOWN + 1 :]} == {3}
    symbols = Counter((HERALDRY[card], CARDS[card].deck) for card in CREATURES)
    assert {count for (_, deck), count in symbols.items() if deck == 1} == {10}
    assert {count for (_, deck), count in symbols.items() if deck == 2} == {5}
    assert len({one.kind for one in DESIGNS.values() if one.sort == "creature"}) == 18


@pytest.mark.parametrize("seats, hands", [(2, [5, 6]), (3, [5, 6, 7]), (4, [5, 6, 7, 7])])
def test_s02_opening_hands(seats: int, hands: list[int]) -> None:
    firsts = set()
    for seed in range(12):
        state = begun(seats, seed)
        firsts.add(state.first)
        assert [len(state.hands[one]) for one in state.order()] == hands
        assert [len(state.draws[one]) for one in state.order()] == [10 - count for count in hands]
    assert firsts == set(range(seats))


@pytest.mark.parametrize("seats, tiles, towns, territories", [(2, 7, 7, 28), (3, 9, 9, 36), (4, 11, 10, 43)])
def test_s03_board_size(seats: int, tiles: int, towns: int, territories: int) -> None:
    state, asked = begun(seats), []
    chance = SeededChance(b"s03")
    while state.stage == "board":
        decision = RULES.decisions(state)[0]
        asked.append((decision.kind, len(state.laid)))
        RULES.apply(state, decision.seat, RULES.menu(state, decision).random(random.Random(1)), chance)
    assert (len(state.laid), len(state.towns), len(state.land.there)) == (tiles, towns, territories)
    assert (("town", 11) in asked) is False
    assert {one[0] for one in state.laid} > set(STARTING)


def first() -> Land:
    return land((S1,), ())


def refused(code: str, check: Callable[..., object], *where: object) -> None:
    with pytest.raises(IllegalMove) as why:
        check(*where)
    assert why.value.code == code


def test_s04_first_tile_and_first_town() -> None:
    on = first()
    assert {TILES[0] + part: at for part, at in (("a", on.hexes[0, 0]), ("b", on.hexes[1, 0]))} == {"S1a": 0, "S1b": 1}
    assert on.discs == {(1, -1, "S"): 2}
    assert town_places(on) == [T1]
    assert land((S1,), (T1,)).near[36] == (0, 1)
    refused("E_TOWN_TOUCH", check_town, on, (0, 0, "N"))
    refused("E_SPACE_TAKEN", check_town, on, (1, -1, "S"))


def test_s05_second_tile() -> None:
    on = land((S1,), (T1,))
    places = list(tile_places(on))
    assert len(places) == 16
    assert {(0, -1, "E"), (1, -1, "NE"), (0, 1, "W")} <= set(places)
    refused("E_LAND_TOUCH", check_tile, on, -1, 0, "W")
    refused("E_SPACE_TAKEN", check_tile, on, 0, 0, "NE")


def test_s06_hexagon_clash() -> None:
    refused("E_SPACE_TAKEN", check_tile, land((S1,), (T1,)), 0, 1, "NE")


def test_s07_automatic_board() -> None:
    state = begun(3, automatic_board=True)
    order = ["S1", "L7", "L9", "S2", "L4", "S3", "L2", "L6", "L3"]
    state.laid, state.towns = (), ()
    for tile in order:
        q, r, direction = next(tile_places(state.land))
        state.laid += ((TILES.index(tile), q, r, direction),)
        state.towns += (town_places(state.land)[0],)
    assert [(TILES[tile], q, r, d) for tile, q, r, d in state.laid] == [tuple(one) for one in LAYOUTS[3]["land"]]
    assert list(state.towns) == [tuple(one) for one in LAYOUTS[3]["town"]]


def test_s07_a_table_may_have_its_board_laid_for_it() -> None:
    assert begun(3, automatic_board=True).stage == "items"


def test_s08_starting_items() -> None:
    state = begun(4, 3, automatic_board=True)
    chance, picks = SeededChance(b"s08"), ["raskovnik", "aarni", "bragis_harp", "merseburg"]
    for number, item in enumerate(picks):
        decision = RULES.decisions(state)[0]
        assert decision.seat == state.order()[::-1][number]
        items = [move.item for move in offered(state)]
        assert len(items) == 8 - number
        assert item in items
        for other in (None, *range(4)):
            known = RULES.view(state, other).pool
            assert (set(known) == {"?"}) is (other != decision.seat)
        told = RULES.apply(state, decision.seat, m.PickItem(item=item), chance)
        for other in (None, *range(4)):
            seen: list[Any] = [one.seen_by(other) for one in told if one.kind == "item_picked"]
            assert [one.item for one in seen] == [item if other == decision.seat else None]
        assert item in [NAME[card] for card in state.hands[decision.seat]]
    left = {"skadis_bow", "aecerbot", "wid_faerstice", "ljodatal"}
    assert left <= {NAME[card] for card in [*state.deck, *state.tisch]}


def test_s08_the_late_items_may_join() -> None:
    state = begun(2, automatic_board=True, late_items=True)
    assert len(state.pool) == 12


def test_s09_tisch() -> None:
    scene = Scene(deck="troll1 blot nixie1 gram fairies1 dis1 ormr1 aecerbot garmr1").frames(deal_tisch())
    assert scene.names(scene.state.banished) == ["blot"]
    dealt = ["troll1", "nixie1", "gram", "fairies1", "dis1", "ormr1", "aecerbot", "garmr1"]
    assert list(scene.tisch().values()) == dealt


def s10() -> Scene:
    tisch = {"B1": "draugr1", "B2": "garmr1.1", "B3": "gram", "B4": "aecerbot", "U1": "troll1", "U2": "fairies1",
             "U3": "ormr1", "U4": "nixie1"}  # fmt: skip
    deck = "mamuna1 strzyga1 huldra1 svartalfar1 backahasten1 garmr1.2"
    scene = Scene(tisch=tisch, deck=deck)
    return scene.frames(heroes())


def test_s10_hero_set_up() -> None:
    scene = s10()
    scene.refused("A", m.PlaceHero(hero="M", to="S2a", take="B2"), "take")
    scene.does("A", m.PlaceHero(hero="M", to="S2a", take="B1"))
    assert (scene.tisch()["B1"], scene.tisch()["U1"]) == ("troll1", "mamuna1")
    scene.does("B", m.PlaceHero(hero="M", to="S2b", take="B2"))
    scene.does("C", m.PlaceHero(hero="F", to="T6", take="B3"))
    scene.refused("A", m.PlaceHero(hero="F", to="S2a"), "space_taken")
    scene.refused("A", m.PlaceHero(hero="M", to="L7e"), "hero_placed")
    scene.refused("A", m.PlaceHero(hero="F", to=f"{TILES[scene.state.spare[0]]}a"), "territory")
    scene.does("A", m.PlaceHero(hero="F", to="L7e", take="B4"))
    assert scene.marker("S2a") == "A"
    scene.does("B", m.PlaceHero(hero="F", to="S1b", take="B1"))
    scene.does("C", m.PlaceHero(hero="M", to="S1a", take="B2"))
    assert [len(scene.state.owned(side)) for side in range(3)] == [1, 2, 2]
    assert scene.hand("A") == ["aecerbot", "draugr1"]
    assert scene.hand("B") == ["garmr1", "troll1"]
    assert scene.hand("C") == ["fairies1", "gram"]
    assert scene.tisch() == {"B1": "mamuna1", "B2": "strzyga1", "B3": "ormr1", "B4": "nixie1", "U1": "backahasten1",
                             "U2": "garmr1", "U3": "huldra1", "U4": "svartalfar1"}  # fmt: skip


def test_s10_the_default_is_the_first_free_terrain_and_the_lowest_slot() -> None:
    scene = s10().times_out()
    assert (scene.at("AF"), scene.hand("A")) == ("S1a", ["fairies1"])
    scene.does("B", m.PlaceHero(hero="M", to="S1b")).times_out()
    assert scene.at("CF") == "S2a"  # no enchanted land before it, and no town


def test_no_hero_begins_on_an_enemy() -> None:
    scene = Scene(1, "solitaire", markers={"enemy": "S2a"}).frames(heroes())
    scene.refused("A", m.PlaceHero(hero="M", to="S2a"), "space_taken")
    assert {"S2a", "S2b"} - {move.to for move in scene.offered()} == {"S2a"}


# --- Movement ---------------


def s11(**more: str) -> Scene:
    """Yellow is A, Blue is B."""
    heroes = {"AF": "S1a", "AM": "L9b", "BF": "S2b", **more}
    return Scene(heroes=heroes, markers={"A": "S1a S1b L9b T1", "B": "S2b"}).turn("A")


def destinations(scene: Scene, hero: str) -> tuple[set[str], set[str]]:
    moves = scene.offered()
    stops = {move.to for move in moves if isinstance(move, m.MoveHero) and move.hero == hero}
    return stops, {move.ground for move in moves if isinstance(move, m.Attack) and move.hero == hero}


def test_s11_free_moves_and_borders() -> None:
    scene = s11()
    stops, grounds = destinations(scene, "F")
    assert stops == {"S1b", "T1", "S1e", "L9e"}
    assert grounds == {"L6a", "L6b", "L7a", "L7b", "L9a", "S3b", "T2", "T3", "T4", "T6", "T8", "S2b"}
    scene.refused("A", m.MoveHero(hero="F", to="L9b"), "stop_occupied")
    scene.refused("A", m.Attack(hero="F", source="L9b", ground="L3b"), "origin_blocked")
    scene.refused("A", m.Attack(hero="F", source="S1a", ground="L3b"), "not_adjacent")


def test_s12_enchanted_land_as_a_road() -> None:
    given: dict[str, Any] = {"heroes": {"AF": "S1a", "AM": "L2e"}, "markers": {"A": "S1a S3b"}}
    Scene(**given).turn("A").refused("A", m.MoveHero(hero="F", to="S3b"), "no_path")
    scene = Scene(heroes=given["heroes"], markers={"A": "S1a S3b S1b"}).turn("A")
    assert scene.does("A", m.MoveHero(hero="F", to="S3b")).at("AF") == "S3b"


def test_s13_second_turn() -> None:
    scene = s11().does("A", m.MoveHero(hero="F", to="S1b")).turn("A", 2)
    scene.refused("A", m.MoveHero(hero="F", to="T1"), "hero_already_moved")
    scene.does("A", m.MoveHero(hero="M", to="L9e"))
    assert scene.at("AM") == "L9e"
    assert s11().does("A", m.MoveHero(hero="F", to="S1b")).turn("A", 2).does("A", PASS).asked is None


def test_s14_vanquished_hero() -> None:
    s11(AM="L9b down").refused("A", m.MoveHero(hero="M", to="L9e"), "hero_vanquished")


def test_s15_a_pass_keeps_both_heroes() -> None:
    scene = s11().does("A", PASS).turn("A", 2)
    assert destinations(scene, "F")[0]
    assert destinations(scene, "M")[0]
    scene.does("A", m.MoveHero(hero="F", to="S1b"))
    assert scene.asked is None


# --- Placing ---------------


@pytest.mark.parametrize("block", range(10))
def test_s76_placement_never_fails(block: int) -> None:
    for seed in range(block * 100, block * 100 + 100):
        rng, on = random.Random(seed), land((), ())
        laid: tuple[Any, ...] = ()
        towns: tuple[Any, ...] = ()
        for tile in rng.sample(range(12), 11):
            places = list(tile_places(on))
            assert places
            laid += ((tile, *rng.choice(places)),)
            on = land.__wrapped__(laid, towns)
            sockets = town_places(on)
            assert sockets
            if len(towns) < 10:
                towns += (rng.choice(sockets),)
                on = land.__wrapped__(laid, towns)
        for q, r in {one for at in on.hexes for one in corners_beside(at)} - set(on.hexes):
            for step in range(6):
                assert _ends_free(on, q, r, step)


def corners_beside(at: tuple[int, int]) -> list[tuple[int, int]]:
    from engine.games.asgards_chosen.data.land import beside

    return list(beside(at))


def _ends_free(on: Land, q: int, r: int, step: int) -> bool:
    """A free pair of hexagons has no disc at either end of its common edge."""
    from engine.games.asgards_chosen.data.land import DIRECTIONS, places_of

    one, other, _ = places_of(q, r, DIRECTIONS[step])
    if one in on.hexes or other in on.hexes:
        return True
    return not any(socket in on.discs for socket in set(corners(one)) & set(corners(other)))
