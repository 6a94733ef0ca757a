"""Pictures of every page and mail for docs/pictures: `make pictures`. Not tests: they are looked at, one by one."""
