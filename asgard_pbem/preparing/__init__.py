"""What is made at set-up and not kept in the tree: compiled translations, cut typefaces."""
