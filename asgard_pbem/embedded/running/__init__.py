"""What `make play` runs, and where."""
