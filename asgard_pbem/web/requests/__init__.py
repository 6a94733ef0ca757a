"""What stands around a view: sessions, languages, costly pages, forms that come late, refusals, words kept."""
