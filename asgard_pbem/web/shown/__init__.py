"""What the pages show, as data for the templates."""
