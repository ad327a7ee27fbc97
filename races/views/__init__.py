"""The pages of a race, one module for each kind of page."""
