"""The kernel's test game, as a room offers it and as a table needs it. The site itself does not list it."""
