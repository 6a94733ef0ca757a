"""Asgard (Pierluca Zizzi, 2012) for two to four players: five rounds of gods, temples and battles, and Ragnarök."""
