"""Weather and road tokens: what they change where, in words and as drawings on the board."""
