"""What `make bench` measures. Nothing here is a test: figures are printed beside a baseline of the same run."""
