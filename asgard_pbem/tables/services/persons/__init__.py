"""Who somebody is, where their mail goes, when they are away."""
