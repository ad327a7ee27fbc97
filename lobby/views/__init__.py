"""The pages before a race, and the posts that change a room."""
