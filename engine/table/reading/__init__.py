"""What a line means: an answer by number, a copied line, courtesy around it, or what may have been meant."""
