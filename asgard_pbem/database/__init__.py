"""PostgreSQL with two roles: the owner changes the schema, the application's role does all else."""
