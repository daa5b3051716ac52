"""Pictures of the running program, for README.md."""
