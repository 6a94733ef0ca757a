"""The cards' texts, a file a deck. What is printed stands in components.toml, the binding wording in rules.md (R20)."""

from engine.games.blood_rage.cards import frigga, heimdall, loki, monsters, odin, quests, thor, troops, tyr

DECKS = (monsters, troops, frigga, heimdall, loki, odin, thor, tyr, quests)
