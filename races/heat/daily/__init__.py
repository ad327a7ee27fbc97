"""The race of the day, and that of the week: everybody alone, against the same bots, with the same cards."""
