"""All that is stored about one person, as data for them. docs/forgetting.md has its shape."""
