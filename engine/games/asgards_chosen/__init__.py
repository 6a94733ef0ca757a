"""Asgard's Chosen: heroes take land and muster creatures, to appease the gods before the others do."""
