"""The cards' texts, a file a deck; both versions of a creature share one. The binding wording is in rules.md (R17)."""

from engine.games.asgards_chosen.cards import events, gods, items, water, wind

DECKS = (gods, water, wind, items, events)
