"""Sentences: what is called how, what happened, what is asked, why not."""
