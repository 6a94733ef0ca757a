"""What happens behind a veil: who is asked is hidden, who is asked is told first, all others when it lifts."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from engine.core.chance import SeededChance
from engine.core.counsel import OpenCounsel
from engine.core.decisions import NOBODY, Decision, told_of
from engine.core.flow import Play, veil
from engine.core.flow.veil import Aside, Unseen, Veil, Veiled, shown
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move
from engine.table import counsel, registry
from tests.games.laws import LAWS, Case
from tests.toys import skirmish
from tests.toys.skirmish import Skirmish, dealt
from tests.toys.skirmish.table import ZONES, Attack, Battlefield, Keep, Lay, Say

RULES = Skirmish()


class Playing:
    """A table, what each event has told, and who is asked."""

    def __init__(self, *hands: str) -> None:
        self.state: Battlefield = dealt(*hands)
        play: Play[Battlefield] = Play(self.state, SeededChance(b"x"))
        play.kinds = RULES.kinds
        RULES.steps.run(play)

    def move(self, seat: int, move: Move) -> list[Happening]:
        return RULES.apply(self.state, seat, move, SeededChance(b"x"))

    def asked(self) -> list[tuple[int, str]]:
        return [(one.seat, one.kind) for one in RULES.decisions(self.state)]

    def view(self, viewer: int | None) -> Any:
        return RULES.view(self.state, viewer)

    def public(self) -> list[tuple[int, str]]:
        return [(one.seat, one.kind) for one in told_of(RULES.decisions(self.state), ())]


def faces(happened: list[Happening], viewer: int | None) -> list[str]:
    return [face.kind for one in happened if (face := one.seen_by(viewer)) is not None]


@pytest.fixture
def battle() -> Playing:
    """Clan 0 attacks clan 1; clan 0 has the tide, clan 1 an eye, clan 2, which does not fight, a shield."""
    playing = Playing("tide three one two", "three eye one two", "shield one two three")
    playing.move(0, Attack(clan=1))
    return playing


def test_all_others_read_one_stand_in_whoever_is_asked(battle: Playing) -> None:
    stand_in = [(NOBODY, "battle")]
    assert battle.public() == stand_in
    for seat, move in ((1, Lay(card="three")), (0, Lay(card="tide")), (0, Keep(figure=3)), (1, Keep(figure=3))):
        battle.move(seat, move)
        assert battle.public() == stand_in
    assert battle.asked() == [(2, "shield")]
    assert told_of(RULES.decisions(battle.state), (2,)) == (*RULES.decisions(battle.state), Decision(NOBODY, "battle"))


def test_who_is_asked_is_told_first_and_all_others_when_the_veil_lifts(battle: Playing) -> None:
    assert faces(battle.move(0, Lay(card="tide")), 1) == []
    shown_to_both = battle.move(1, Lay(card="three"))
    assert [faces(shown_to_both, one) for one in (0, 1, 2, None)] == [
        ["cards_shown"],
        ["card_laid", "cards_shown"],
        [],
        [],
    ]
    assert battle.view(0).laid[1] == ("three",)
    assert battle.view(2).laid[1] == battle.view(None).laid[1] == ()
    battle.move(0, Keep(figure=3))
    kept = battle.move(1, Keep(figure=1))
    assert [faces(kept, one) for one in (0, 1, 2, None)] == [[], [], ["cards_shown"], []]
    assert battle.view(2).laid[1] == ("three",)
    first = battle.move(2, Say(word="no"))  # of clan 1; then of clan 0
    assert [faces(first, one) for one in (0, 1, 2, None)] == [[], [], ["figures_lost"], []]
    second = battle.move(2, Say(word="no"))
    assert battle.asked() == [(1, "late")]
    assert faces(second, 1) == ["figures_lost", "figures_lost"]
    assert battle.state.figures == [[3], [1], [3, 2, 1]]
    assert battle.view(2).figures == ((3, 2, 1), (1,), (3, 2, 1))  # as it was when clan 2 was asked last
    assert battle.view(0).figures == ((3, 2, 1),) * 3
    lifted = battle.move(1, Say(word="yes"))
    lost, end = "figures_lost", ["eye_added", "battle_won"]
    assert [faces(lifted, one) for one in (0, 1, 2, None)] == [
        [lost, lost, *end], end, [lost, *end], ["cards_shown", lost, lost, *end],
    ]  # fmt: skip
    assert battle.state.veil is None


def test_the_own_answer_is_shown_to_who_gave_it_and_moves_nothing_else(battle: Playing) -> None:
    before = [battle.view(viewer) for viewer in (0, 2, None)]
    happened = battle.move(1, Lay(card="two"))
    assert [battle.view(viewer) for viewer in (0, 2, None)] == before
    assert battle.view(1).mine == "two"
    assert faces(happened, 1) == ["card_laid"]


def test_a_veil_that_begins_anew_shows_all_what_lay_behind_it() -> None:
    battle = Playing("watch one three", "three one eye", "one two three")
    battle.move(0, Attack(clan=1))
    battle.move(0, Lay(card="watch"))
    again = battle.move(1, Lay(card="three"))
    assert faces(again, None) == ["cards_shown", "veiled"]
    assert battle.asked() == [(0, "card"), (1, "card")]
    assert battle.view(None).sizes == (2, 2, 3)


def test_nothing_that_lies_behind_a_veil_or_before_it_can_be_taken_back(battle: Playing) -> None:
    """Or whether it can be would tell who has answered."""
    attacked = Playing("tide one", "three one", "one two").move(0, Attack(clan=1))
    assert any(isinstance(one, Veiled) and one.reveals for one in attacked)
    for seat, card in ((0, "tide"), (1, "three")):
        happened = battle.move(seat, Lay(card=card))
        assert isinstance(happened[0], Unseen)
        assert happened[0].reveals


def test_a_refusal_is_the_same_whether_the_wave_is_open_or_somebody_else_is_asked_by_now() -> None:
    refusals = []
    for hand in ("three one eye", "three one two"):  # clan 1 is asked about its eye, or still for its card
        battle = Playing("three one two", hand, "one two three")
        battle.move(0, Attack(clan=1))
        battle.move(0, Lay(card="three"))
        if "eye" in hand:
            battle.move(1, Lay(card="one"))
            assert battle.asked() == [(1, "late")]
        with pytest.raises(IllegalMove) as refused:
            battle.move(0, Lay(card="one"))
        refusals.append((refused.value.code, refused.value.where))
    assert refusals[0] == refusals[1]


def test_a_state_behind_a_veil_survives_storage(battle: Playing) -> None:
    for seat, card in ((0, "tide"), (1, "three")):
        battle.move(seat, Lay(card=card))
        adapter = TypeAdapter(Battlefield)
        assert adapter.validate_json(adapter.dump_json(battle.state)) == battle.state


def test_two_veils_are_never_down_at_once(battle: Playing) -> None:
    battle.state.flow.wave = None
    battle.state.flow.then(veil("another"))
    play: Play[Battlefield] = Play(battle.state, SeededChance(b"x"))
    with pytest.raises(ValueError, match="another is veiled while battle is"):
        RULES.steps.run(play)


def test_who_has_answered_imagines_tables_on_which_the_battle_still_waits_for_somebody(battle: Playing) -> None:
    for seat, card in ((0, "tide"), (1, "three")):
        battle.move(seat, Lay(card=card))
    battle.move(0, Keep(figure=3))
    battle.move(1, Keep(figure=3))
    for viewer in (0, 1, 2, None):
        for number in range(10):
            world = RULES.redeal(battle.state, viewer, SeededChance(bytes([number])))
            assert RULES.view(world, viewer) == battle.view(viewer)
            assert [one.seat for one in told_of(RULES.decisions(world), ())] == [NOBODY]


def test_what_is_told_aside_keeps_its_own_secrets(battle: Playing) -> None:
    happened = battle.move(0, Lay(card="tide"))
    aside = next(one for one in happened if isinstance(one, Aside))
    assert aside.as_json()["what"] == {"kind": "card_laid", "seat": 0, "card": "tide"}
    assert all(aside.seen_by(viewer) is None for viewer in (1, 2, None))
    assert shown(battle.state, None).hands == battle.state.hands  # no card has left a hand yet


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_game_of_battles_obeys_the_law(law: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"skirmish": skirmish.game})
    rng = random.Random(4)
    for _ in range(12):
        law(Case(skirmish.game, rng.choice((3, 4)), rng.randrange(2**32), missing=ZONES.missing))


def test_nobody_is_advised_behind_a_veil_for_that_would_tell_who_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Everybody(OpenCounsel):
        def advisers(self, state: Any, decision: Decision, seats: int) -> tuple[int, ...]:
            return tuple(seat for seat in range(seats) if seat != decision.seat)

        def carries(self, endorsing: int, others: int) -> bool:
            return endorsing > 0

    skirmish.deal(monkeypatch, "three two", "three two", "one two one")
    game = replace(skirmish.game, counsel=Everybody())
    monkeypatch.setattr(registry, "games", lambda: {"skirmish": game})
    session = Case(game, 3, 1).session()
    assert [decision.seat for decision, _ in counsel.taking(session.table)] == [0]
    session.move(0, Attack(clan=1))
    assert session.table.pending()
    assert counsel.taking(session.table) == ()


def test_a_veil_concerns_those_whom_it_may_and_else_everybody() -> None:
    """While one of them is away it waits."""
    some, every = Veil("battle", 0, among=(1, 2)), Veil("battle", 0)
    assert [some.concerns(seat) for seat in range(3)] == [False, True, True]
    assert [every.concerns(seat) for seat in range(3)] == [True, True, True]
    assert some.hold([Unseen()]).show((1,), 5)[0].among == (1, 2)
