"""Stored payloads: told apart by kind, versioned, raised when read."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from engine.table import events


def test_every_kind_survives_a_round_trip() -> None:
    for event in (
        events.GameOpened(game="toy", rules=1, options={}, seats=2, commitment="0" * 64),
        events.SeatTaken(seat=0, holder=None, bot="greedy"),
        events.MoveMade(seat=1, move={"kind": "commit", "card": 3}),
        events.Undone(seat=1, to=4),
        events.GameEnded(winners=(), causes=("closed",), scores=(1, 2), seed="00", closed=True),
        events.PauseAsked(seat=1),
        events.Paused(),
        events.WentOn(seat=1),
    ):
        assert events.read_payload(event.model_dump(mode="json")) == event


def test_an_older_version_is_raised_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def first(old: Any) -> Any:
        return {**{name: value for name, value in old.items() if name != "back_to"}, "v": 0, "to": old["back_to"]}

    monkeypatch.setattr(events, "UPCASTS", {("undone", -1): first, ("undone", 0): lambda old: {**old, "v": 2}})
    assert events.read_payload({"kind": "undone", "v": -1, "seat": 0, "back_to": 3}) == events.Undone(seat=0, to=3)


def test_an_undo_of_version_1_takes_back_what_anybody_moved_or_planned() -> None:
    old = {"kind": "undone", "v": 1, "seat": 0, "to": 3}
    assert events.read_payload(old) == events.Undone(seat=0, to=3, whole=True)


def test_an_end_of_version_1_had_one_cause_and_scores() -> None:
    old = {"kind": "game_ended", "v": 1, "winners": [1], "scores": [2, 3], "why": "points", "seed": "00"}
    ended = events.GameEnded(winners=(1,), causes=("points",), scores=(2, 3), seed="00")
    assert events.read_payload(old) == ended
    assert events.read_payload({**old, "why": ""}) == ended.model_copy(update={"causes": ()})
    for forged in ({**old, "why": None}, {name: value for name, value in old.items() if name != "scores"}):
        with pytest.raises(ValidationError):
            events.read_payload(forged)


@pytest.mark.parametrize(
    "raw",
    [{}, {"kind": "undone"}, {"kind": "undone", "v": 1, "seat": 0, "to": 1, "name": "Anna"}, {"kind": "sung", "v": 1}],
)
def test_what_was_never_an_event_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        events.read_payload(raw)
