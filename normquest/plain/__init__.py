"""The line-by-line front end, for pipes, screen readers and small terminals: pages and dialogues."""
