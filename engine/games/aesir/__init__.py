"""Aesir («Асы»): a card draft for two to five players, over whom the gods of Asgard awaken one after another."""
